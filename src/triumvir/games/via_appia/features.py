"""The observation vector of Via Appia, seen from one seat: the own seat comes first, the others clockwise.

It reads only what that seat may know, so it is the same for a record and its redacted copy. All numbers are whole;
seats that take no part are zeros.
"""

from triumvir.games.via_appia.rules import last_city, markers
from triumvir.games.via_appia.state import (
    CITIES,
    INCOME_CARDS,
    NODES,
    OVER,
    SEGMENTS,
    SIZES,
    SPACES,
)
from triumvir.kernel.features import Feature, Features, distance_to, one_at
from triumvir.kernel.rule import rule
from triumvir.kernel.state import SEATS

COLUMNS = 6  # the quarry's grid, over its length and its width at the edge
ROWS = 8
CELLS = COLUMNS * ROWS
FOREMOST = 10  # stones nearest to the edge
TENTH = 100  # micrometres

PER_SEAT = (
    ("score", 1, 50, "victory points so far"),
    ("coins", 1, 10, "sesterces"),
    ("stones", SIZES, 4, "stones: small, mid-sized, large"),
    ("cart", SIZES, 2, "tiles on the cart: small, mid-sized, large"),
    ("push_token", 1, 1, '1 with a "push +1" token'),
    ("bonus", SEGMENTS, 5, "bonus tokens of segment A, B, C"),
    ("cities", 1, 3, "cities visited after Rome"),
    ("piece", NODES, 1, "1 where the piece stands: the spaces in the box's order, then the cities"),
)
WHOSE = ("own", "next", "second_next", "third_next")

FEATURES = Features(
    [
        Feature("phase", OVER + 1, 1, "1 at: choose an action, aim, push on, exchange, consolation, build on, over"),
        Feature("decides", SEATS, 1, "1 at the seat to decide, own seat first"),
        Feature("players", 1, 4, "number of players"),
        Feature("starter", SEATS, 1, "1 at the starting player, own seat first"),
        Feature("round", 1, 30, "this round, from 1"),
        Feature("busy", 1, 1, "1 if somebody built or travelled this round"),
        Feature("quiet", 1, 20, "rounds in a row in which nobody did"),
        Feature("ending", 1, 1, "1 in the last round"),
        Feature("pushed", 1, 3, "stones pushed in this action"),
        Feature("stone", SIZES, 1, "1 at the size of the stone to be aimed"),
        Feature("fallen", SIZES, 3, "fallen stones still to be exchanged: small, mid-sized, large"),
        Feature("segment", SEGMENTS, 1, "1 at the segment of this action's first tile"),
        Feature("storage", SIZES, 15, "stones in the storage: small, mid-sized, large"),
        Feature("tiles", SIZES, 15, "tiles in the storage: small, mid-sized, large"),
        Feature("open_cards", INCOME_CARDS, 1, "1 for each open income card"),
        Feature("turned_cards", INCOME_CARDS, 1, "1 for each income card beside the board that is turned over"),
        Feature("laid", SPACES, 1, "1 for each space with a tile"),
        Feature("markers", CITIES, 3, "city markers at each city"),
        Feature("tokens", CITIES, 3, "city tokens left at each city"),
        *(Feature(f"{whose}_{name}", count, scale, meaning) for whose in WHOSE for name, count, scale, meaning in PER_SEAT),
        Feature("discs", SIZES, 12, "stones in the quarry: small, mid-sized, large"),
        Feature(
            "cover",
            SIZES * CELLS,
            100,
            f"per cent of each of {COLUMNS} x {ROWS} cells that the squares round stones of a size cover; by size, row by row from the line",
        ),
        Feature(
            "foremost", FOREMOST * 3, 600, "the stones nearest to the edge: x and distance from it in tenths of a millimetre, size from 1; else zeros"
        ),
    ]
)


@rule
def observe(s, box, seat, out):
    """Writes the vector for a seat."""
    at = observe_match(s, seat, out, 0)
    at = observe_board(s, box, out, at)
    for distance in range(SEATS):
        at = observe_seat(s, box, (seat + distance) % s.players, distance < s.players, out, at)
    return observe_quarry(s, box, out, at)


@rule
def observe_match(s, seat, out, at):
    at = one_at(out, at, OVER + 1, s.phase)
    at = one_at(out, at, SEATS, distance_to(s, seat, s.seat))
    out[at] = s.players
    at = one_at(out, at + 1, SEATS, distance_to(s, seat, s.starter))
    out[at] = s.round_no
    out[at + 1] = s.busy
    out[at + 2] = s.quiet
    out[at + 3] = s.ending
    out[at + 4] = s.pushed
    at = one_at(out, at + 5, SIZES, s.stone)
    for size in range(SIZES):
        out[at + size] = s.fallen[size]
    return one_at(out, at + SIZES, SEGMENTS, s.segment)


@rule
def observe_board(s, box, out, at):
    for size in range(SIZES):
        out[at + size] = s.storage[size]
        out[at + SIZES + size] = s.tiles[size]
    at += 2 * SIZES
    for card in range(2 * INCOME_CARDS):
        out[at + card] = 0
    for place in range(box.income_open):
        out[at + int(s.turned[place]) * INCOME_CARDS + int(s.display[place])] = 1
    at += 2 * INCOME_CARDS
    for space in range(SPACES):
        out[at + space] = s.laid[space]
    at += SPACES
    for city in range(CITIES):
        out[at + city] = markers(s, city)
        out[at + CITIES + city] = max(0, int(box.city_tokens[s.players]) - int(s.arrived[city])) if city > 0 else 0
    return at + 2 * CITIES


@rule
def observe_seat(s, box, p, takes_part, out, at):
    start = at
    out[at] = s.score[p]
    out[at + 1] = s.coins[p]
    at += 2
    for size in range(SIZES):
        out[at + size] = s.stones[p, size]
        out[at + SIZES + size] = s.cart[p, size]
    at += 2 * SIZES
    out[at] = s.push_token[p]
    at += 1
    for segment in range(SEGMENTS):
        out[at + segment] = s.bonus[p, segment]
    at += SEGMENTS
    out[at] = last_city(s, box, p)
    at = one_at(out, at + 1, NODES, s.piece[p])
    if not takes_part:
        for i in range(start, at):
            out[i] = 0
    return at


@rule
def observe_quarry(s, box, out, at):
    for i in range(SIZES + SIZES * CELLS + FOREMOST * 3):
        out[at + i] = 0
    for i in range(s.discs):
        out[at + int(s.disc_size[i])] += 1
    at += SIZES
    for i in range(s.discs):
        cover(s, box, i, out, at + int(s.disc_size[i]) * CELLS)
    at += SIZES * CELLS
    for number in range(min(FOREMOST, int(s.discs))):
        i = int(s.discs) - 1 - number
        out[at + 3 * number] = int(s.disc_x[i]) // TENTH
        out[at + 3 * number + 1] = (int(box.depth) - int(s.disc_y[i])) // TENTH
        out[at + 3 * number + 2] = s.disc_size[i] + 1
    return at + FOREMOST * 3


@rule
def cover(s, box, i, out, at):
    """Adds what the square round a stone covers of each cell."""
    width = 2 * int(box.half_front) // COLUMNS
    length = int(box.depth) // ROWS
    radius = int(box.radius[s.disc_size[i]])
    left = int(s.disc_x[i]) + int(box.half_front) - radius
    back = int(s.disc_y[i]) - radius
    for row in range(max(0, back // length), min(ROWS - 1, (back + 2 * radius) // length) + 1):
        deep = min(back + 2 * radius, (row + 1) * length) - max(back, row * length)
        for column in range(max(0, left // width), min(COLUMNS - 1, (left + 2 * radius) // width) + 1):
            wide = min(left + 2 * radius, (column + 1) * width) - max(left, column * width)
            out[at + row * COLUMNS + column] += 100 * (deep * wide) // (length * width)
