"""Via Appia as it lies on the table: the record of a match, and the record of a box.

A rule is a function of both: `s`, the state, which it may change, and `box`, the printed numbers, which it may not.
"""

from triumvir.kernel.state import SEATS, Table, i1, i2, i4, i8, record, u1, u2

SIZES = 3
SMALL, MID, LARGE = range(SIZES)
SIZE_NAMES = ("small", "mid", "large")
SIZE_LETTERS = "SML"  # as box files write them

SEGMENTS = 3
SEGMENT_LETTERS = "ABC"
CITIES = SEGMENTS + 1  # segment k runs from city k, the one behind, to city k + 1, the one ahead
SPACES = 41
NODES = SPACES + CITIES  # where a piece can stand: the spaces, then the cities from Rome to Brundisium
ROME = SPACES
BRUNDISIUM = NODES - 1
FORWARD = 4  # room for the lines that lead on from a space or city
JOINED = 8  # room for the lines that join a space to others, forward and back
STEPS = 3  # the longest move

INCOME_CARDS = 16
DISPLAY = 7  # room for open income cards

DISCS = 64  # room for stones in the quarry: all there are
PLACES = 21
ANGLES = 9
PAIRS = 128  # room for pairs of stones that may touch; at most 71 were seen in 150,000 pushes
RIMS = 64  # room for stones that may touch a wall, the line or the pusher; at most 21 were seen
SIDES = 4

# Where a match stands: what the seat to decide is asked.
CHOOSE_ACTION, AIM, PUSH_ON, EXCHANGE, CONSOLE, BUILD_ON, OVER = range(7)

# The score sheet.
CATEGORIES = (
    "start",
    "tiles_a",
    "tiles_b",
    "tiles_c",
    "tarracina",
    "beneventum",
    "brundisium",
    "most_sesterces",
    "majority_a",
    "majority_b",
    "majority_c",
)
START_POINTS = 0
TILE_POINTS = 1  # and the segment's number
CITY_POINTS = 3  # and the city's number: Rome, which has no points, is 0
MOST_SESTERCES_POINTS = 7
MAJORITY_POINTS = 8  # and the segment's number


class State(Table):
    """A match of Via Appia."""

    coins: i2[SEATS]
    sheet: i2[SEATS, len(CATEGORIES)]  # the score, by category
    # The turn
    phase: i1
    starter: i1  # the starting player, who never changes
    round_no: u2  # from 1
    busy: i1  # somebody built or travelled this round
    quiet: i1  # rounds in a row in which nobody did
    ending: i1  # this round is the last
    pushed: i1  # stones pushed in this action
    stone: i1  # the size of the stone that is laid behind the quarry, to be aimed
    fallen: i1[SIZES]  # stones that fell in this action and are not exchanged yet
    segment: i1  # where the first tile of this action was built
    open_coins: i1  # sesterces lie before the screens: a choice made at the table
    # Players
    stones: i1[SEATS, SIZES]
    cart: i1[SEATS, SIZES]  # tiles on it
    push_token: i1[SEATS]  # 1 with a "push +1" token
    bonus: i1[SEATS, SEGMENTS]  # bonus tokens
    piece: i1[SEATS]  # the space or city it stands on
    # The board
    storage: i1[SIZES]  # stones
    tiles: i1[SIZES]  # the tile storage
    laid: i1[SPACES]  # 1 where a tile lies
    arrived: i1[CITIES]  # pieces that have reached the city
    display: i1[DISPLAY]  # income cards beside the board; a card that is turned over still lies there
    turned: i1[DISPLAY]  # 1 if it is
    pile: i1[INCOME_CARDS]
    pile_left: i1
    # The quarry, in micrometres: x to the right seen from behind the pusher, from the middle; y from the line to the edge
    discs: i1  # stones in it
    disc_x: i4[DISCS]  # the stones from the line to the edge; unused places are 0, 0, EMPTY
    disc_y: i4[DISCS]
    disc_size: i1[DISCS]
    # Scratch of a push, see quarry.py: all 0 between decisions
    bodies: i1  # stones in motion, the pushed one first; their number does not change when one falls
    body_x: i4[DISCS]  # parts of a micrometre, as all lengths below
    body_y: i4[DISCS]
    body_size: i1[DISCS]  # EMPTY once it has fallen
    move_x: i4[DISCS]  # how far each goes in this advance
    move_y: i4[DISCS]
    pusher_x: i4  # the direction in which the pusher points
    pusher_y: i4
    pusher_start: i4  # where its face begins, measured along that direction
    pusher_way: i4  # how far it has come
    pusher_end: i4  # how far it goes
    pusher_straight: i1  # it has been turned straight
    pairs: i2  # pairs of stones that may touch in this advance
    pair_one: u1[PAIRS]
    pair_two: u1[PAIRS]
    pair_x: i4[PAIRS]  # direction from one to two
    pair_y: i4[PAIRS]
    pair_part_x: i4[PAIRS]  # the part of it that the first stone yields
    pair_part_y: i4[PAIRS]
    pair_gap: i4[PAIRS]
    pair_press: i4[PAIRS]
    old_pairs: i2  # the same of the advance before: which pairs, and their presses
    old_pair: i2[PAIRS]
    old_press: i4[PAIRS]
    rims: i2  # stones that may touch something fixed in this advance
    rim_body: u1[RIMS]
    rim_side: u1[RIMS]
    rim_x: i4[RIMS]
    rim_y: i4[RIMS]
    rim_gap: i4[RIMS]
    rim_press: i4[RIMS]
    side_press: i4[DISCS, SIDES]  # the presses of the advance before


class Tables:
    """The printed numbers of a box."""

    start_stones: i1[SEATS, SIZES]  # by turn order
    start_coins: i2[SEATS]
    start_points: i2
    stones: i1[SIZES]
    tiles: i1[SIZES]
    tile_points: i1[SIZES]
    city_tokens: i1[SEATS + 1]  # how many lie at each city, by number of players
    city_token: i1[SEATS + 1, SEATS]  # their points, topmost first
    second_tile_coins: i1
    majority: i2[2]
    most_coins_points: i1
    sell_coins: i1
    consolation_coins: i1
    quiet_rounds: i1
    travel_cost: i1[STEPS + 1]  # by steps
    pieces_on: i1[SIZES]
    income_open: i1
    income_both: i1  # both halves when so many cards are open, or fewer
    card_coins: i1[INCOME_CARDS]
    card_stones: i1[INCOME_CARDS, SIZES]
    cart_shared: i1  # spaces of the cart, by kind
    cart_spaces: i1[SIZES]
    space_size: i1[SPACES]
    space_segment: i1[SPACES]
    space_at_city: i1[SPACES]  # a line leads here from the city behind
    segment_spaces: i1[SEGMENTS]
    forward: i1[NODES, FORWARD]
    joined: i1[SPACES, JOINED]
    # The quarry; micrometres and tenths of a degree
    load: i1[SIZES]
    pushes: i1
    radius: i4[SIZES]
    half_back: i4
    half_front: i4
    depth: i4
    pusher_width: i4
    angles: i2[ANGLES]
    tremor_place: i4
    tremor_angle: i4
    wall_x: i4  # the inward direction of the left wall
    wall_y: i4
    wall_distance: i4  # from the middle of the line to a wall, in parts of a micrometre
    share: i4[SIZES, SIZES]  # what the first of a pair yields
    inverse: i8[SIZES, SIZES]  # 1 / distance of a touching pair
    inverse_square: i8[SIZES, SIZES]


STATE = record(State)
TABLES = record(Tables)
