"""Points in Carpe Diem: what is owned, and the end of the game in the order of the rulebook."""

from triumvir.games.carpe_diem.state import (
    ANY_DWELLING,
    CHIMNEYS,
    FIRST_DWELLING,
    FOUNTAIN_POINTS,
    FRAME_POINTS,
    GOALS,
    GOALS_ON_PART,
    ITEM_POINTS,
    LANDSCAPES,
    LAST_DWELLING,
    OWNABLE,
    PRESTIGE_POINTS,
    SIDES,
    SPACES,
    THINGS,
    VILLA_POINTS,
)
from triumvir.kernel.rule import rule
from triumvir.kernel.scores import score

# --- What a player owns ---------------------------------------------------------------------------------------------


TIE_BREAK = 1000  # more than there are writs or spaces of the prestige bar


@rule
def owned(s, p, what):
    """How many of a thing, of chimneys, of any landscapes or of any dwellings a district holds. CD-F9."""
    if what < THINGS:
        return int(s.completed[p, what])
    if what == CHIMNEYS:
        return int(s.chimneys[p])
    first, last = 0, LANDSCAPES - 1
    if what == ANY_DWELLING:
        first, last = FIRST_DWELLING, LAST_DWELLING
    count = 0
    for thing in range(first, last + 1):
        count += int(s.completed[p, thing])
    return count


@rule
def owned_sets(s, box, p, card):
    """How many sets of a green card a district holds: the scarcest thing decides. CD-F5, CD-F9."""
    sets = -1
    for what in range(OWNABLE):
        needed = int(box.card_owned[card, what])
        if needed > 0:
            has = owned(s, p, what) // needed
            if sets < 0 or has < sets:
                sets = has
    return sets


@rule
def goods_held(s, p):
    goods = 0
    for good in range(LANDSCAPES):
        goods += int(s.goods[p, good])
    return goods


# --- The end of the game --------------------------------------------------------------------------------------------


@rule
def final_scoring(s, box):
    """Items, prestige, frame, fountain cards, villas. CD-E1 to CD-E5."""
    for p in range(s.players):
        score(s, p, ITEM_POINTS, points_for_items(s, box, p))
        score(s, p, PRESTIGE_POINTS, int(s.prestige[p]))
        score(s, p, FRAME_POINTS, points_for_frame(s, box, p))
        score(s, p, FOUNTAIN_POINTS, points_for_fountain_cards(s, box, p))
        score(s, p, VILLA_POINTS, int(s.villa_points[p]))


@rule
def points_for_items(s, box, p):
    """CD-E1."""
    return (goods_held(s, p) + int(s.coins[p]) + int(s.bread[p]) + int(s.stored[p])) // int(box.items_per_point)


@rule
def points_for_frame(s, box, p):
    """CD-E3."""
    points = 0
    for goal in range(GOALS):
        if (s.goals_met[p] >> goal) & 1:
            points += int(box.goal_points[s.frame[p * SIDES + goal // GOALS_ON_PART], goal % GOALS_ON_PART])
    return points


@rule
def points_for_fountain_cards(s, box, p):
    """CD-E4."""
    points = 0
    for thing in range(THINGS):
        points += int(s.fountain_kinds[p, thing]) * int(box.fountain_points[thing]) * int(s.completed[p, thing])
    return points


@rule
def final_standing(s, p):
    """Most points, then more writs left, then lower prestige, then shared. CD-E6."""
    writs = 0
    for space in range(SPACES):
        writs += (int(s.writs[p]) >> space) & 1
    return (int(s.score[p]) * TIE_BREAK + writs) * TIE_BREAK - int(s.prestige[p])
