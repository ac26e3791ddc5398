"""Points in Porta Nigra: the final scoring in the order of the rulebook."""

from triumvir.games.porta_nigra.state import (
    BUILDINGS,
    COLOURS,
    FINAL_CARD_POINTS,
    FINAL_TIERS,
    GATE,
    LOWEST,
    MAJORITY_POINTS,
    PARTS,
    PLAY_AREA_POINTS,
    PORTA_NIGRA,
    SET_POINTS,
    SPOTS,
)
from triumvir.kernel.rule import rule
from triumvir.kernel.scores import score

DIGIT = 7  # bits for one count in a standing


@rule
def final_scoring(s, box):
    """Sets, final scoring cards, play areas, majorities. PN-V1 to PN-V5."""
    for p in range(s.players):
        score(s, p, SET_POINTS, points_for_sets(s, box, p))
        score(s, p, FINAL_CARD_POINTS, points_for_final_cards(s, box, p))
        score(s, p, PLAY_AREA_POINTS, points_for_play_area(s, box, p))
    for part in range(PARTS):
        award_part(s, box, part)
    for height in range(box.gate_lowest, box.gate_highest + 1):
        award_level(s, box, height)


@rule
def cards_of(s, p, building):
    """Building cards and substitutes of one building. PN-I4."""
    cards = int(s.substitutes[p, building])
    for colour in range(COLOURS):
        cards += (int(s.building_cards[p]) >> (building * COLOURS + colour)) & 1
    return cards


@rule
def points_for_sets(s, box, p):
    """As many different buildings as possible in each set; the box check makes sure that this is the best split. PN-V1."""
    points = 0
    sets = 0
    while True:
        different = 0
        for building in range(BUILDINGS):
            if cards_of(s, p, building) > sets:
                different += 1
        if different == 0:
            return points
        points += int(box.set_points[different])
        sets += 1


@rule
def points_for_final_cards(s, box, p):
    """PN-V2."""
    points = 0
    for tier in range(FINAL_TIERS):
        points += int(s.final_cards[p, tier]) * int(box.final_points[tier])
    return points


@rule
def points_for_play_area(s, box, p):
    """Romans, sesterces, influence and torch tokens, bricks on the player board. PN-V3."""
    points = int(s.romans[p]) + int(s.coins[p]) // int(box.coins_per_point) + int(s.influence[p]) + int(s.torches[p])
    for colour in range(COLOURS):
        points += int(s.bricks[p, colour])
    return points


@rule
def standing(s, box, p, first, last, height):
    """A number that orders players in a range of spots; 0 without a brick there. PN-V4, PN-V5, PN-V6, PN-V8.

    Its digits are the count (bricks, or elements of one height) and then the bricks by colour, most valuable first.
    """
    number = 0
    for spot in range(first, last):
        if s.owner[spot] == p and (height == 0 or s.height[spot] == height):
            count = int(s.height[spot])
            number += (count if height == 0 else 1) << (DIGIT * COLOURS)
            number += count << (DIGIT * int(box.spot_colour[spot]))
    return number


@rule
def award(s, box, first, last, height, category, first_place, second_place):
    """First and second place; a tie that stays gets the points of the place behind it. PN-V6, PN-V7, PN-V8."""
    best, best_count, second, second_count = 0, 0, 0, 0
    for p in range(s.players):
        number = standing(s, box, p, first, last, height)
        if number > best:
            second, second_count = best, best_count
            best, best_count = number, 1
        elif number == best:
            best_count += 1
        elif number > second:
            second, second_count = number, 1
        elif number == second:
            second_count += 1
    if best == 0:
        return
    for p in range(s.players):
        number = standing(s, box, p, first, last, height)
        if number == best:
            score(s, p, category, first_place if best_count == 1 else second_place)
        elif number == second and second > 0 and best_count == 1 and second_count == 1:
            score(s, p, category, second_place)


@rule
def award_part(s, box, part):
    """The majority of bricks in a row of the basilica or amphitheatre, or in the city wall. PN-V4."""
    category = MAJORITY_POINTS + box.part_building[part]
    award(s, box, box.part_first[part], box.part_first[part + 1], 0, category, box.part_majority[part, 0], box.part_majority[part, 1])


@rule
def award_level(s, box, height):
    """The majority of elements of one height in the Porta Nigra. PN-V5."""
    level = height - LOWEST
    award(s, box, GATE, SPOTS, height, MAJORITY_POINTS + PORTA_NIGRA, box.gate_majority[level, 0], box.gate_majority[level, 1])


@rule
def final_standing(s, p):
    """Most points win, a tie has several winners. PN-V9."""
    return int(s.score[p])
