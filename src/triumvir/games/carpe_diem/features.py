"""The observation vector of Carpe Diem, seen from one seat: the own seat comes first, the others clockwise.

It reads only what that seat may know, so it is the same for a record and its redacted copy. All numbers are whole;
seats that take no part are zeros. A tile is forty numbers: for north, east, south and west a 1 at the thing on that
side (none for grass), its chimneys, and a 1 for market, bakery or fountain.
"""

from triumvir.games.carpe_diem.district import BESIDE, goal_line
from triumvir.games.carpe_diem.rules import payable_sets
from triumvir.games.carpe_diem.scoring import owned_sets
from triumvir.games.carpe_diem.state import (
    BLUEPRINTS,
    CELLS,
    GOALS_ON_PART,
    GRASS,
    LANDSCAPES,
    LINES,
    ON_BLUEPRINT,
    OVER,
    OWNABLE,
    PLACES,
    ROW,
    SIDED,
    SIDES,
    SPACES,
    THINGS,
)
from triumvir.kernel.features import Feature, Features, bits, distance_to, one_at
from triumvir.kernel.rule import rule
from triumvir.kernel.state import EMPTY, SEATS

SINGLES = THINGS - SIDED
TILE = SIDES * SIDED + 1 + SINGLES
ON_SIDE = GRASS + 1
GIVES = 4
CARD = LANDSCAPES + OWNABLE + GIVES
GOAL_LINES = 2 * LINES

THINGS_IN_ORDER = "pond, garden, vineyard, farmyard, merchant, craftsman, granary, administrator, villa, market, bakery, fountain"
PER_SEAT = (
    ("score", 1, 60, "victory points so far"),
    ("coins", 1, 10, "coins"),
    ("bread", 1, 6, "bread"),
    ("goods", LANDSCAPES, 6, "fish, herbs, grapes, chicken"),
    ("stored", 1, 10, "stored tiles"),
    ("fountain_hand", 1, 4, "fountain cards held"),
    ("prestige", 1, 20, "the marker's space on the prestige bar"),
    ("under", 1, 3, "markers under it on that space"),
    ("patrician", BLUEPRINTS, 1, "1 at the patrician's blue space"),
    ("tiles", 1, 30, "tiles in the district"),
    ("writs_left", 1, 9, "writs left on the district"),
    ("completed", THINGS, 4, f"completed things: {THINGS_IN_ORDER}"),
    ("chimneys", 1, 15, "chimneys in the district"),
    ("villa_points", 1, 15, "what the completed villas will score"),
    ("goal_points", 1, 10, "what the goals met on the frame will score"),
    ("goals", SIDED * GOAL_LINES, 4, "points of goals not yet met: thing by thing, at the lines right of columns 1 to 5, then below rows 1 to 5"),
    ("open_sides", SIDED, 4, "open sides in the district of each thing that crosses sides"),
    ("built", SPACES, 1, "1 at each space with a tile, row by row"),
    ("writs", SPACES, 1, "1 at each space with a writ"),
)
WHOSE = ("own", "next", "second_next", "third_next")

FEATURES = Features(
    [
        Feature(
            "phase",
            OVER + 1,
            1,
            "1 at: place the patrician, move, take a tile, take a black tile, place it, choose a reward, put a card back, "
            "choose a place, a card, sets, sets for bread, over",
        ),
        Feature("decides", SEATS, 1, "1 at the seat to decide, own seat first"),
        Feature("players", 1, 4, "number of players"),
        Feature("building_phase", 1, 4, "this building phase, from 1"),
        Feature("phases_left", 1, 3, "building phases after this one"),
        Feature("round", 1, 7, "this round of the building phase, from 1"),
        Feature("starter", SEATS, 1, "1 at who has the starting token, own seat first"),
        Feature("taken", TILE, 1, "the tile in hand"),
        Feature("waiting", THINGS, 1, f"1 for each reward that waits from the last tile: {THINGS_IN_ORDER}"),
        Feature("waiting_before", 1, 2, "tiles before the last one whose rewards wait"),
        Feature("forum_order", SEATS, 4, "each seat's number in the order of the forum phase, from 1, own seat first"),
        Feature("forum_turn", 1, 4, "the number of the seat in the forum, from 1"),
        Feature("visited", PLACES, 1, "1 at the place whose cards are being carried out"),
        Feature("cell", CELLS, 1, "1 at the card being carried out"),
        Feature("cards_done", 1, 1, "1 if it is the second one"),
        Feature("sets", 1, 4, "sets of it so far"),
        Feature(
            "cards",
            CELLS * CARD,
            4,
            "each forum card, row by row: fish, herbs, grapes, chicken to pay; to own the twelve things, chimneys, any landscapes, any dwellings; "
            "points, coins, bread, steps given",
        ),
        Feature("own_sets", CELLS, 4, "sets of each forum card that the own seat could make now without bread"),
        *(Feature(f"{whose}_markers", PLACES, 1, "1 at each place of the forum with that seat's marker") for whose in WHOSE),
        Feature("blueprints", BLUEPRINTS * ON_BLUEPRINT * TILE, 1, "the tiles on each blueprint"),
        Feature("row", ROW * TILE, 1, "the craftsman's tiles"),
        Feature("white_left", 1, 56, "white tiles in the pile"),
        Feature("white_things", THINGS, 20, "white tiles in the pile with each thing"),
        Feature("black_left", 1, 28, "black tiles in the pile"),
        Feature("black_things", THINGS, 6, "black tiles in the pile with each thing"),
        Feature("fountain_left", 1, 24, "fountain cards in the pile"),
        Feature("own_fountain_cards", THINGS, 2, "own fountain cards of each kind"),
        Feature("own_put_back", THINGS, 2, "cards in the fountain pile that the own seat put there, by kind"),
        *(Feature(f"{whose}_{name}", count, scale, meaning) for whose in WHOSE for name, count, scale, meaning in PER_SEAT),
        Feature(
            "own_sides",
            SPACES * SIDES * ON_SIDE,
            1,
            "own district, space by space, north, east, south, west: 1 at what is on the side of the tile there, or what a tile must have there: "
            "the nine things that cross sides, grass; none where anything may be",
        ),
        Feature("own_space_chimneys", SPACES, 2, "own district: chimneys on each space"),
    ]
)


@rule
def observe(s, box, seat, out):
    """Writes the vector for a seat."""
    at = observe_match(s, box, seat, out, 0)
    at = observe_forum_phase(s, seat, out, at)
    at = observe_forum(s, box, seat, out, at)
    at = observe_game_board(s, box, out, at)
    at = observe_fountain_cards(s, seat, out, at)
    for distance in range(SEATS):
        p = (seat + distance) % int(s.players)
        start = at
        at = observe_resources(s, p, out, at)
        at = observe_goals(s, box, p, out, at)
        at = observe_district(s, p, out, at)
        if distance >= s.players:
            for i in range(start, at):
                out[i] = 0
    return observe_own_tiles(s, box, seat % int(s.players), out, at)


@rule
def observe_tile(box, tile, out, at):
    """Forty numbers, all zeros if there is no tile."""
    face = int(box.face[tile, 0]) if tile >= 0 else 0
    for side in range(SIDES):
        at = one_at(out, at, SIDED, (face >> (4 * side)) & 15 if tile >= 0 else EMPTY)
    out[at] = box.chimneys[tile] if tile >= 0 else 0
    return bits(out, at + 1, SINGLES, int(box.things[tile]) >> SIDED if tile >= 0 else 0)


@rule
def observe_match(s, box, seat, out, at):
    at = one_at(out, at, OVER + 1, int(s.phase))
    at = one_at(out, at, SEATS, distance_to(s, seat, s.seat))
    out[at] = s.players
    out[at + 1] = s.building_phase
    out[at + 2] = box.phases - s.building_phase
    out[at + 3] = s.round_no
    at = one_at(out, at + 4, SEATS, distance_to(s, seat, s.starter))
    at = observe_tile(box, int(s.taken), out, at)
    at = bits(out, at, THINGS, s.waiting[s.level - 1] if s.level > 0 else 0)
    out[at] = s.level - 1 if s.level > 1 else 0
    return at + 1


@rule
def observe_forum_phase(s, seat, out, at):
    for place in range(SEATS):
        out[at + place] = 0
    for place in range(SEATS):
        if s.forum_order[place] >= 0:
            out[at + distance_to(s, seat, s.forum_order[place])] = place + 1
    out[at + SEATS] = s.forum_turn + 1
    at = one_at(out, at + SEATS + 1, PLACES, int(s.visited))
    at = one_at(out, at, CELLS, int(s.cell))
    out[at] = s.cards_done
    out[at + 1] = s.sets
    return at + 2


@rule
def observe_forum(s, box, seat, out, at):
    for cell in range(CELLS):
        at = observe_card(box, int(s.forum[cell]), out, at)
    for cell in range(CELLS):
        out[at + cell] = possible_sets(s, box, seat % int(s.players), int(s.forum[cell]))
    at += CELLS
    for distance in range(SEATS):
        for place in range(PLACES):
            here = s.marker[place] >= 0 and distance_to(s, seat, s.marker[place]) == distance
            out[at + place] = 1 if here else 0
        at += PLACES
    return at


@rule
def observe_card(box, card, out, at):
    for i in range(CARD):
        out[at + i] = 0
    if card >= 0:
        for good in range(LANDSCAPES):
            out[at + good] = box.card_goods[card, good]
        for what in range(OWNABLE):
            out[at + LANDSCAPES + what] = box.card_owned[card, what]
        gives = at + LANDSCAPES + OWNABLE
        out[gives] = box.card_points[card]
        out[gives + 1] = box.card_coins[card]
        out[gives + 2] = box.card_bread[card]
        out[gives + 3] = box.card_steps[card]
    return at + CARD


@rule
def possible_sets(s, box, p, card):
    """How many sets of a card a player could make now without bread."""
    if card < 0:
        return 0
    return payable_sets(s, box, p, card) if box.card_red[card] else owned_sets(s, box, p, card)


@rule
def observe_game_board(s, box, out, at):
    for blueprint in range(BLUEPRINTS):
        for place in range(ON_BLUEPRINT):
            at = observe_tile(box, int(s.blueprints[blueprint, place]), out, at)
    for place in range(ROW):
        at = observe_tile(box, int(s.row[place]), out, at)
    at = observe_pile(box, s.white_pile, int(s.white_left), out, at)
    return observe_pile(box, s.black_pile, int(s.black_left), out, at)


@rule
def observe_pile(box, pile, count, out, at):
    """How many tiles are in a pile, and how many of them have each thing: that follows from the tiles that are not."""
    out[at] = count
    for thing in range(THINGS):
        out[at + 1 + thing] = 0
    for place in range(count):
        for thing in range(THINGS):
            out[at + 1 + thing] += (int(box.things[pile[place]]) >> thing) & 1
    return at + 1 + THINGS


@rule
def observe_fountain_cards(s, seat, out, at):
    out[at] = s.fountain_left
    for kind in range(THINGS):
        out[at + 1 + kind] = s.fountain_kinds[seat, kind] if seat >= 0 else 0
        out[at + 1 + THINGS + kind] = 0
    at += 1 + THINGS
    for place in range(s.fountain_left):
        if seat >= 0 and s.put_by[place] == seat:
            out[at + int(s.fountain_pile[place])] += 1
    return at + THINGS


@rule
def count_bits(mask):
    count = 0
    for space in range(SPACES):
        count += (mask >> space) & 1
    return count


@rule
def observe_resources(s, p, out, at):
    out[at] = s.score[p]
    out[at + 1] = s.coins[p]
    out[at + 2] = s.bread[p]
    for good in range(LANDSCAPES):
        out[at + 3 + good] = s.goods[p, good]
    at += 3 + LANDSCAPES
    out[at] = s.stored[p]
    out[at + 1] = s.fountain_hand[p]
    out[at + 2] = s.prestige[p]
    out[at + 3] = s.under[p]
    at = one_at(out, at + 4, BLUEPRINTS, int(s.patrician[p]))
    out[at] = count_bits(s.built[p])
    out[at + 1] = count_bits(s.writs[p])
    for thing in range(THINGS):
        out[at + 2 + thing] = s.completed[p, thing]
    at += 2 + THINGS
    out[at] = s.chimneys[p]
    out[at + 1] = s.villa_points[p]
    return at + 2


@rule
def observe_goals(s, box, p, out, at):
    """The points of the goals met, and where those not met yet are."""
    for i in range(1 + SIDED * GOAL_LINES):
        out[at + i] = 0
    for side in range(SIDES):
        part = int(s.frame[p * SIDES + side])
        for goal in range(GOALS_ON_PART):
            points = int(box.goal_points[part, goal])
            if (s.goals_met[p] >> (side * GOALS_ON_PART + goal)) & 1:
                out[at] += points
            else:
                line = goal_line(side, int(box.goal_at[part, goal]))
                out[at + 1 + int(box.goal_thing[part, goal]) * GOAL_LINES + line] += points
    return at + 1 + SIDED * GOAL_LINES


@rule
def observe_district(s, p, out, at):
    for thing in range(SIDED):
        out[at + thing] = 0
    for space in range(SPACES):
        if (s.built[p] >> space) & 1:
            for side in range(SIDES):
                thing = (int(s.sides[p, space]) >> (4 * side)) & 15
                if thing < SIDED and (s.built[p] >> int(BESIDE[space, side])) & 1 == 0:
                    out[at + thing] += 1
    at = bits(out, at + SIDED, SPACES, s.built[p])
    return bits(out, at, SPACES, s.writs[p])


@rule
def observe_own_tiles(s, box, p, out, at):
    for space in range(SPACES):
        for side in range(SIDES):
            at = one_at(out, at, ON_SIDE, (int(s.sides[p, space]) >> (4 * side)) & 15)
    for space in range(SPACES):
        out[at + space] = box.chimneys[s.tile[p, space]] if s.tile[p, space] >= 0 else 0
    return at + SPACES
