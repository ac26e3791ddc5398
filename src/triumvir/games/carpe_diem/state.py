"""Carpe Diem as it lies on the table: the record of a match, and the record of a box.

A rule is a function of both: `s`, the state, which it may change, and `box`, the printed numbers, which it may not.
"""

from triumvir.kernel.state import SEATS, Table, i1, i2, i8, record, u1, u2

# The twelve things a district can hold. The first six are those whose rewards a player may have to put in order (CD-C10);
# the first nine are drawn across the sides of tiles, the last three stand alone on one tile.
THINGS = 12
POND, GARDEN, VINEYARD, FARMYARD, MERCHANT, CRAFTSMAN, GRANARY, ADMINISTRATOR, VILLA, MARKET, BAKERY, FOUNTAIN = range(THINGS)
THING_NAMES = (
    "pond",
    "garden",
    "vineyard",
    "farmyard",
    "merchant",
    "craftsman",
    "granary",
    "administrator",
    "villa",
    "market",
    "bakery",
    "fountain",
)
LANDSCAPES = 4  # pond to farmyard: the kinds of landscape, and of goods
GOODS_NAMES = ("fish", "herb", "grape", "chicken")
FIRST_DWELLING, LAST_DWELLING = MERCHANT, ADMINISTRATOR
ORDERED = 6  # things whose rewards can wait for one another
SIDED = 9  # things that cross the sides of tiles
GRASS = 9  # a side without any
ANY = 15  # an open side: whatever will lie there
SIDE_LETTERS = "PHVFMCBARG"  # as box files write the sides

# What a forum card can ask a player to own: the twelve things, and these.
CHIMNEYS, ANY_LANDSCAPE, ANY_DWELLING = range(THINGS, THINGS + 3)
OWNABLE = THINGS + 3
OWNABLE_NAMES = (*THING_NAMES, "chimney", "any_landscape", "any_dwelling")

WHITE_TILES = 84
BLACK_TILES = 39
TILES = WHITE_TILES + BLACK_TILES
TURNS = 4  # quarter turns of a tile; side 0 is north, and on clockwise
SIDES = 4

SIZE = 6
SPACES = SIZE * SIZE
BOARDS = 4
LINES = SIZE - 1  # between two rows, or between two columns
FRAME_PARTS = 16
GOALS_ON_PART = 2
GOALS = SIDES * GOALS_ON_PART

BLUEPRINTS = 7
ON_BLUEPRINT = 4
ROW = 11  # room for the craftsman's tiles
STORAGE = 40  # room for stored tiles: one a turn and the whole row
REMOVED = 56  # room for tiles removed with two players

FORUM_CARDS = 60
DECKS = 4
FORUM_ROWS, FORUM_COLUMNS = 4, 3
CELLS = FORUM_ROWS * FORUM_COLUMNS
PLACES = FORUM_ROWS * (FORUM_COLUMNS - 1) + (FORUM_ROWS - 1) * FORUM_COLUMNS
MOST_SETS = 60  # of one forum card, paid with goods and coins
MOST_BREAD_SETS = 40  # of one forum card, paid with bread

FOUNTAIN_CARDS = 24
CHART = 20  # room for the chart of chimneys
LEVELS = ROW + 1  # tiles whose rewards can wait at once

# Where a match stands: what the seat to decide is asked.
PLACE_PATRICIAN, MOVE, TAKE_TILE, TAKE_BLACK_TILE, PLACE_TILE, CHOOSE_REWARD, PUT_BACK, CHOOSE_PLACE, CHOOSE_CARD, CHOOSE_SETS, CHOOSE_BREAD, OVER = (
    range(12)
)

# The score sheet.
CATEGORIES = ("start", "forum", "penalties", "prestige_overflow", "items", "prestige", "frame", "fountain_cards", "villas")
START_POINTS, FORUM_POINTS, PENALTY_POINTS, OVERFLOW_POINTS, ITEM_POINTS, PRESTIGE_POINTS, FRAME_POINTS, FOUNTAIN_POINTS, VILLA_POINTS = range(
    len(CATEGORIES)
)


class State(Table):
    """A match of Carpe Diem. Tiles are numbers of kinds: two tiles that look the same are the same number."""

    sheet: i2[SEATS, len(CATEGORIES)]  # the score, by category
    # The turn
    phase: i1
    building_phase: i1  # from 1
    round_no: i1  # of the building phase, from 1
    starter: i1  # who has the starting token
    taken: i1  # the tile in hand, to be placed or stored
    level: i1  # tiles whose rewards are waiting: the last one's come first
    waiting: u2[LEVELS]  # a bit for each thing whose reward waits, tile by tile
    waiting_at: i1[LEVELS]  # the spaces of those tiles
    # The forum phase
    forum_order: i1[SEATS]
    forum_turn: i1  # whose turn it is in that order
    visited: i1  # the place of the marker whose cards are being carried out
    cell: i1  # the card being carried out
    cards_done: i1  # of the two
    sets: i2  # of it, so far
    # Resource boards
    goods: i1[SEATS, LANDSCAPES]
    coins: i2[SEATS]
    bread: i2[SEATS]
    stored: i1[SEATS]
    storage: i1[SEATS, STORAGE]  # the stored tiles, in order of their numbers
    fountain_hand: i1[SEATS]  # fountain cards held
    fountain_kinds: i1[SEATS, THINGS]  # of each kind
    # Districts. A set of spaces is a number with a bit for each.
    board: i1[SEATS]
    frame: i1[SEATS * SIDES]  # the frame part on each side of each district
    writs: i8[SEATS]  # spaces with a writ
    built: i8[SEATS]  # spaces with a tile
    fringe: i8[SEATS]  # spaces where the next tile may go
    tile: i1[SEATS, SPACES]
    turned: i1[SEATS, SPACES]  # quarter turns, clockwise
    sides: u2[SEATS, SPACES]  # the four sides of a placed tile; of an empty space what a tile's sides there must be
    completed: i1[SEATS, THINGS]
    chimneys: i2[SEATS]  # on all tiles of the district
    villa_points: i2[SEATS]  # what the completed villas are worth in the end
    goals_met: u1[SEATS]  # a bit for each goal of the frame
    # The prestige bar
    prestige: i1[SEATS]
    under: i1[SEATS]  # markers below the own one on its space
    # The game board
    patrician: i1[SEATS]  # the blue space
    blueprints: i1[BLUEPRINTS, ON_BLUEPRINT]
    row: i1[ROW]  # the craftsman's tiles
    white_pile: i1[WHITE_TILES]
    white_left: i1
    black_pile: i1[BLACK_TILES]
    black_left: i1
    removed: i1[REMOVED]  # tiles out of the game, in order of their numbers
    removed_count: i1
    forum: i1[CELLS]  # forum cards; equal cards are the same number
    marker: i1[PLACES]
    fountain_pile: i1[FOUNTAIN_CARDS]  # kinds, the top card last
    put_by: i1[FOUNTAIN_CARDS]  # who put each card of the pile under it
    fountain_left: i1


class Tables:
    """The printed numbers of a box."""

    start_points: i2[SEATS + 1, SEATS]  # by number of players and turn order
    phases: i1
    rounds: i1
    taken_per_blueprint: i1[SEATS + 1]  # by number of players
    row: i1
    first_prestige: i1
    last_prestige: i1
    writ_steps: i1
    move_bread: i1
    largest_landscape: i1
    goods_less: i1  # goods for a landscape: its tiles less this
    merchant_coins: i1  # on top of one for each good
    granary_bread: i1
    administrator_steps: i1
    market_coins: i1
    bakery_bread: i1
    penalty: i1
    bread_per_set: i1
    items_per_point: i1
    kinds: i1  # of tiles
    face: u2[TILES, TURNS]  # by kind and turn: four bits for each side
    looks: i1[TILES]  # turns that look different
    things: u2[TILES]  # a bit for each thing on the tile
    chimneys: i1[TILES]
    white: i1[WHITE_TILES]  # the kinds of all white tiles
    white_tiles: i1
    black: i1[BLACK_TILES]
    black_tiles: i1
    shovel: i1[BOARDS]
    writs: i8[BOARDS]
    goal_thing: i1[FRAME_PARTS, GOALS_ON_PART]
    goal_at: i1[FRAME_PARTS, GOALS_ON_PART]  # the line, from 1, clockwise along the side
    goal_points: i1[FRAME_PARTS, GOALS_ON_PART]
    cell_used: i1[SEATS + 1, CELLS]  # by number of players
    draw: i1[SEATS + 1, DECKS]
    cards: i1  # forum cards in the box
    card_deck: i1[FORUM_CARDS]
    card_same: i1[FORUM_CARDS]  # the first card that says the same
    card_red: i1[FORUM_CARDS]
    card_goods: i1[FORUM_CARDS, LANDSCAPES]  # to be paid
    card_owned: i1[FORUM_CARDS, OWNABLE]  # to be owned
    card_points: i1[FORUM_CARDS]
    card_coins: i1[FORUM_CARDS]
    card_bread: i1[FORUM_CARDS]
    card_steps: i1[FORUM_CARDS]
    fountain_copies: i1[THINGS]
    fountain_points: i1[THINGS]
    chart: i2[CHART]  # points by chimneys of a completed villa
    chart_length: i1
    chart_further: i1  # for each chimney past the chart


STATE = record(State)
TABLES = record(Tables)
