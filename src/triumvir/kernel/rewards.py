"""What a finished match is worth to each seat, for those who learn. Batches and environments share this; until the end it is nothing.

rank    1 for the first to -1 for the last, evenly spaced, by the final standing with its tie-breaks; equals share the mean of
        their places. The rewards of a match sum to 0.
win     1, shared equally by the winners, less the even share 1 / players, so from -1 / players to 1 - 1 / players. They
        sum to 0.
margin  own points less the best other seat's, divided by 100 and never beyond 10. They sum to 0 with two players, and to
        0 or less with more.
"""

from triumvir.kernel.errors import BadRequest

REWARDS = ("rank", "win", "margin")
RANK, WIN, MARGIN = range(len(REWARDS))
POINTS = 100  # of margin are worth 1
MOST_MARGIN = 10  # and no more than this is given

# ruff: noqa: F821  (final_standing is the game's, put there by bind)
# mypy: disable-error-code="name-defined"


def check_reward(reward: str) -> None:
    if reward not in REWARDS:
        raise BadRequest(f"no reward {reward!r}: there is {', '.join(REWARDS)}")


def reward(s, kind, out):
    """Writes what each seat gets for a finished match: a rule, but for its fractions."""
    players = int(s.players)
    for p in range(players):
        ahead, behind, level, best_other = 0, 0, 0, -(1 << 30)
        for q in range(players):
            if q != p:
                ahead += final_standing(s, p) > final_standing(s, q)
                behind += final_standing(s, p) < final_standing(s, q)
                level += final_standing(s, p) == final_standing(s, q)
                best_other = max(best_other, int(s.score[q]))
        if kind == RANK:
            out[p] = (ahead - behind) / (players - 1)
        elif kind == WIN:
            out[p] = (1 / (1 + level) if behind == 0 else 0.0) - 1 / players
        else:
            margin = int(s.score[p]) - best_other
            out[p] = max(-MOST_MARGIN * POINTS, min(MOST_MARGIN * POINTS, margin)) / POINTS
