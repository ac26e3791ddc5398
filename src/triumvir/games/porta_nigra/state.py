"""Porta Nigra as it lies on the table: the record of a match, and the record of a box.

Sets of cards, icons and spots are bits of signed integers: Numba turns unsigned ones mixed with signed into floats.
A rule is a function of both: `s`, the state, which it may change, and `box`, the printed numbers, which it may not.
"""

from triumvir.kernel.state import SEATS, Table, i1, i2, i4, i8, record

COLOURS = 5
BLACK, BLUE, RED, YELLOW, WHITE = range(COLOURS)
COLOUR_NAMES = ("black", "blue", "red", "yellow", "white")
COLOUR_LETTERS = "KBRYW"  # as box files write them

BUILDINGS = 4
AMPHITHEATRE, BASILICA, CITY_WALL, PORTA_NIGRA = range(BUILDINGS)
BUILDING_NAMES = ("amphitheatre", "basilica", "city_wall", "porta_nigra")
QUARTERS = 4

# Spots in order: amphitheatre A, B, C, basilica A, B, the city wall, the Porta Nigra. All but the last are parts with a majority.
PART_SIZES = (5, 5, 5, 5, 5, 10, 9)
PART_BUILDINGS = (AMPHITHEATRE, AMPHITHEATRE, AMPHITHEATRE, BASILICA, BASILICA, CITY_WALL, PORTA_NIGRA)
PART_ROWS = ("A", "B", "C", "A", "B", "A", "")
PARTS = len(PART_SIZES) - 1
SPOTS = sum(PART_SIZES)
GATE_SPOTS = PART_SIZES[-1]
GATE = SPOTS - GATE_SPOTS  # the first spot of the Porta Nigra
LOWEST, HIGHEST = 3, 8  # room for the heights of its elements
HEIGHTS = HIGHEST - LOWEST + 1

ACTION_CARDS = 8
HAND = 2
ICONS = 8  # room for the icons on an action card
SUPPLY_CARDS = 10
BUILDING_CARDS = BUILDINGS * COLOURS
BUILDING_DISPLAY = 6
HONOUR_CARDS = 28
HONOUR_DISPLAY = 14
FINAL_TIERS = 3
BRICKS_ON_CARD = 4
MOST_TO_SPLIT = 180

# What an icon on an action card allows. The colours' own numbers: buy a brick of that colour.
ANY_COLOUR, BUILD, INFLUENCE, TORCH, COINS = range(COLOURS, COLOURS + 5)
ICON_KINDS = COINS + 1

# Where a match stands: what the seat to decide is asked.
PLACE_BUILDER, ACT, CHOOSE_SPOT, CHOOSE_HEIGHT, CHOOSE_ELEMENT, SPLIT, APPOINT, OVER = range(8)

# The score sheet.
CATEGORIES = (
    "amphitheatre",
    "basilica",
    "city_wall",
    "porta_nigra",
    "honour_cards",
    "round_ends",
    "early_end",
    "building_cards",
    "final_cards",
    "play_area",
    "amphitheatre_majorities",
    "basilica_majorities",
    "city_wall_majority",
    "porta_nigra_majorities",
)
HONOUR_POINTS, ROUND_END_POINTS, EARLY_END_POINTS, SET_POINTS, FINAL_CARD_POINTS, PLAY_AREA_POINTS = range(4, 10)
MAJORITY_POINTS = 10  # and the building's number


class State(Table):
    """A match of Porta Nigra."""

    coins: i2[SEATS]
    sheet: i2[SEATS, len(CATEGORIES)]  # the score, by category
    # The turn
    phase: i1
    round_no: i1  # from 1
    starter: i1  # the starting player of this round
    turns: i2  # turns begun in the match
    card: i1  # the action card in play
    icons_used: i2  # a bit for each icon of it that is covered
    actions_left: i1  # its torches not yet used
    honour_bought: i1  # an honour card was bought this turn
    spot: i1  # the Porta Nigra spot whose height is being chosen
    ender: i1  # the seat that triggered the early end
    final_turns: i1  # turns still to come after that
    # Play areas
    torches: i2[SEATS]
    influence: i2[SEATS]
    romans: i1[SEATS]
    romans_in_reserve: i1[SEATS]
    builder: i1[SEATS]  # the master builder's quarter
    bricks: i1[SEATS, COLOURS]
    hand: i1[SEATS, HAND]  # ascending, so that it does not tell what was drawn when
    deck: i1[SEATS, ACTION_CARDS]
    deck_left: i1[SEATS]
    discards: i2[SEATS]  # a bit for each action card
    building_cards: i4[SEATS]  # a bit for each building card held
    substitutes: i1[SEATS, BUILDINGS]  # substitute building cards held
    final_cards: i1[SEATS, FINAL_TIERS]  # final scoring cards held
    age: i1[SEATS]  # 0 for the youngest
    # The market and the displays
    shops: i1[COLOURS]
    reserve: i1  # bricks
    supply: i1[SUPPLY_CARDS]  # the face-down pile below supply_left, used cards above
    supply_left: i1
    building_pile: i1[BUILDING_CARDS]
    building_left: i1
    building_display: i1[BUILDING_DISPLAY]
    buildings_taken: i4  # a bit for each building card that has left the display
    honour_pile: i1[HONOUR_CARDS]
    honour_left: i1
    honour_display: i1[HONOUR_DISPLAY]
    honours_taken: i4  # a bit for each honour card that has left the display
    # The board
    free: i8  # a bit for each empty spot
    owner: i1[SPOTS]
    height: i1[SPOTS]  # bricks in the element
    built: i1[SEATS, BUILDINGS]  # bricks of each seat in each building


class Tables:
    """The printed numbers of a box."""

    rounds: i1[SEATS + 1]  # by number of players
    per_brick: i1[SEATS + 1]  # shares for each brick at the end of a round, by number of players
    start_coins: i2
    start_torches: i1
    start_influence: i1
    start_romans: i1
    start_romans_in_reserve: i1
    start_hand: i1
    reserve: i1
    refill_below: i1
    refill_to: i1
    building_display: i1
    honour_display: i1
    brick_price: i1[COLOURS]
    border_price: i1
    roman_influence: i1  # the price of a Roman
    build_influence: i1  # the price of a building action
    coins_per_torch: i1
    reward_every: i1
    early_end_elements: i1
    early_end_points: i1
    coins_per_point: i1
    shop_quarter: i1[COLOURS]  # EMPTY: part of every quarter
    building_quarter: i1[BUILDINGS]
    spot_building: i1[SPOTS]
    spot_part: i1[SPOTS]
    spot_colour: i1[SPOTS]
    spot_bricks: i1[SPOTS]  # 0 where the player chooses
    spot_points: i2[SPOTS]
    spot_gives_card: i1[SPOTS]
    spots_for: i8[COLOURS, HIGHEST + 1]  # a bit for each spot that so many bricks of the colour are enough for
    spots_within: i8[QUARTERS, QUARTERS]  # a bit for each spot the builder reaches, by his quarter and the borders he can pay
    part_first: i1[PARTS + 1]  # its spots run from part_first[part] to part_first[part + 1]
    part_building: i1[PARTS]
    part_majority: i2[PARTS, 2]
    gate_lowest: i1
    gate_highest: i1
    gate_points: i1[COLOURS]  # per brick
    gate_majority: i2[HEIGHTS, 2]
    reward_coins: i1[BUILDINGS]
    reward_torches: i1[BUILDINGS]
    reward_influence: i1[BUILDINGS]
    reward_romans: i1[BUILDINGS]
    reward_white_bricks: i1[BUILDINGS]
    set_points: i2[BUILDINGS + 1]
    supply_colours: i1[SUPPLY_CARDS]  # a bit for each colour
    card_torches: i1[ACTION_CARDS]
    card_icons: i1[ACTION_CARDS, ICONS]
    card_coins: i1[ACTION_CARDS, ICONS]  # what a coin icon gives
    card_places: i2[ACTION_CARDS, ICON_KINDS]  # a bit for each place on the card that shows such an icon
    card_not_with_4: i1[ACTION_CARDS]
    honour_kinds: i1
    honour_kind: i1[HONOUR_CARDS]  # of each card; all below by kind
    honour_influence: i1[HONOUR_CARDS]
    honour_final_tier: i1[HONOUR_CARDS]  # a final scoring card of this tier
    honour_needs_set: i1[HONOUR_CARDS]  # four different building cards are discarded
    honour_needs_tier: i1[HONOUR_CARDS]  # a final scoring card of this tier is discarded
    honour_substitute: i1[HONOUR_CARDS]  # for this building
    honour_gate_brick: i1[HONOUR_CARDS]
    honour_build: i1[HONOUR_CARDS]
    honour_bricks: i1[HONOUR_CARDS, BRICKS_ON_CARD]  # colours in printed order
    honour_points: i1[HONOUR_CARDS]
    honour_coins: i1[HONOUR_CARDS]
    honour_torches: i1[HONOUR_CARDS]
    honour_romans: i1[HONOUR_CARDS]
    final_points: i2[FINAL_TIERS]


STATE = record(State)
TABLES = record(Tables)
