"""Points in Via Appia: the final scoring in the order of the rulebook."""

from triumvir.games.via_appia.state import MAJORITY_POINTS, MOST_SESTERCES_POINTS, SEGMENTS
from triumvir.kernel.rule import rule
from triumvir.kernel.scores import score


@rule
def final_scoring(s, box):
    """Sesterces, then bonus tokens segment by segment. VA-E2, VA-E3."""
    award_most_sesterces(s, box)
    for segment in range(SEGMENTS):
        award_segment(s, box, segment)


@rule
def award_most_sesterces(s, box):
    """To all who have the most, even if that is nothing. VA-E2, VA-E7."""
    most = 0
    for p in range(s.players):
        most = max(most, int(s.coins[p]))
    for p in range(s.players):
        if s.coins[p] == most:
            score(s, p, MOST_SESTERCES_POINTS, box.most_coins_points)


@rule
def most_tokens(s, segment, below):
    """The largest number of bonus tokens of a segment that is less than `below`; 0 if nobody has a token. VA-E4."""
    most = 0
    for p in range(s.players):
        tokens = int(s.bonus[p, segment])
        if tokens < below and tokens > most:
            most = tokens
    return most


@rule
def holders(s, segment, tokens):
    """How many players have so many bonus tokens of a segment."""
    count = 0
    for p in range(s.players):
        if s.bonus[p, segment] == tokens:
            count += 1
    return count


@rule
def award_segment(s, box, segment):
    """First and second place by bonus tokens. A tie for first shares both, and there is no second. VA-E3, VA-E4."""
    first = most_tokens(s, segment, 1 << 8)
    if first == 0:
        return
    winners = holders(s, segment, first)
    if winners > 1:
        award_holders(s, segment, first, (int(box.majority[0]) + int(box.majority[1])) // winners)
        return
    award_holders(s, segment, first, int(box.majority[0]))
    second = most_tokens(s, segment, first)
    if second > 0:
        award_holders(s, segment, second, int(box.majority[1]) // holders(s, segment, second))


@rule
def award_holders(s, segment, tokens, points):
    """Points for everybody with so many bonus tokens of a segment."""
    for p in range(s.players):
        if s.bonus[p, segment] == tokens:
            score(s, p, MAJORITY_POINTS + segment, points)


@rule
def final_standing(s, p):
    """Most points win, a tie has several winners. VA-E5."""
    return int(s.score[p])
