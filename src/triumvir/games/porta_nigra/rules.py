"""The rules of Porta Nigra, in the order of the rulebook: set-up, refill, actions, building, influence, rounds, the end.

Four functions are the game's face: `set_up`, `legal`, `obstacle` and `play`. `obstacle` answers with the code of the
rule that forbids an action; `legal` lists the actions that have none. Both ask the same small functions, so there is
one answer to what is allowed.
"""

from triumvir.games.porta_nigra.actions import (
    APPOINT_SEAT,
    BUILD_BY_ICON,
    BUY,
    CARD,
    END_TURN,
    HEIGHT,
    HONOUR,
    INFLUENCE_BUILD,
    INFLUENCE_ROMAN,
    PLACE,
    SPLIT_OFF,
    SPOT,
    TAKE_COINS,
    TAKE_INFLUENCE,
    TAKE_TORCH,
    TORCH_TO_COIN,
)
from triumvir.games.porta_nigra.catalogue import code
from triumvir.games.porta_nigra.scoring import final_scoring
from triumvir.games.porta_nigra.state import (
    ACT,
    ACTION_CARDS,
    ANY_COLOUR,
    APPOINT,
    BRICKS_ON_CARD,
    BUILD,
    BUILDING_CARDS,
    BUILDINGS,
    CHOOSE_ELEMENT,
    CHOOSE_HEIGHT,
    CHOOSE_SPOT,
    COINS,
    COLOURS,
    EARLY_END_POINTS,
    FINAL_TIERS,
    GATE,
    HAND,
    HEIGHTS,
    HIGHEST,
    HONOUR_CARDS,
    HONOUR_DISPLAY,
    HONOUR_POINTS,
    ICONS,
    INFLUENCE,
    LOWEST,
    OVER,
    PLACE_BUILDER,
    PORTA_NIGRA,
    QUARTERS,
    ROUND_END_POINTS,
    SPLIT,
    SPOTS,
    SUPPLY_CARDS,
    TORCH,
    WHITE,
)
from triumvir.kernel.chance import roll, shuffle, turn_up
from triumvir.kernel.rule import rule
from triumvir.kernel.scores import score
from triumvir.kernel.set_up import begin
from triumvir.kernel.state import EMPTY, SEATS

ALLOWED = 0
PLACE_THE_BUILDER = code("PN-A1")
ONE_CARD = code("PN-A2")
ICON_ON_THE_CARD = code("PN-A3")
NO_TORCH_LEFT = code("PN-A4")
ONE_HONOUR_CARD = code("PN-A5")
NOTHING_TO_FORFEIT = code("PN-A7")
FINISH_FIRST = code("PN-A8")
CARRY_OUT_IN_FULL = code("PN-A10")
BUILDER_MUST_REACH = code("PN-B1")
ICON_OF_THE_COLOUR = code("PN-B4")
NOT_ENOUGH_SESTERCES = code("PN-B6")
SHOP_IS_EMPTY = code("PN-B8")
EMPTY_SPOT = code("PN-C1")
BRICKS_AS_SHOWN = code("PN-C2")
NO_ROMAN = code("PN-C4")
HONOUR_CARD_PRICE = code("PN-I1")
ROMAN_PRICE = code("PN-I2")
BUILDING_PRICE = code("PN-I3")
DISCARD_PRICE = code("PN-I5")
PORTA_NIGRA_BRICK = code("PN-I6")
WITHOUT_EFFECT = code("PN-I7")
SPLIT_AT_ROUND_END = code("PN-E2")
FEWEST_POINTS_APPOINT = code("PN-E3")
GAME_IS_OVER = code("PN-G1")


# --- Set-up ---------------------------------------------------------------------------------------------------------


@rule
def set_up(s, box, players, seed):
    """Lays a match out and begins its first turn. PN-S1 to PN-S7."""
    begin(s, players, seed)
    s.round_no = 1
    s.turns = 0
    s.ender = EMPTY
    s.final_turns = 0
    s.spot = EMPTY
    lay_out_board(s, box)
    lay_out_piles(s, box)
    for p in range(SEATS):
        lay_out_play_area(s, box, p, p < players)
    for p in range(players):
        deal(s, box, p)
    s.starter = roll(s, players)
    start_turn(s, box, s.starter)


@rule
def lay_out_board(s, box):
    """An empty board, an empty market and the reserve of bricks. PN-S2."""
    s.free = (1 << SPOTS) - 1
    for spot in range(SPOTS):
        s.owner[spot] = EMPTY
        s.height[spot] = 0
    for colour in range(COLOURS):
        s.shops[colour] = 0
    s.reserve = box.reserve


@rule
def lay_out_piles(s, box):
    """Supply, building and honour cards, shuffled face down. PN-S3, PN-S4 (the displays are filled by the first refill)."""
    for card in range(SUPPLY_CARDS):
        s.supply[card] = card
    s.supply_left = SUPPLY_CARDS
    shuffle(s, s.supply, SUPPLY_CARDS)
    for card in range(BUILDING_CARDS):
        s.building_pile[card] = card
    s.building_left = BUILDING_CARDS
    shuffle(s, s.building_pile, BUILDING_CARDS)
    for card in range(HONOUR_CARDS):
        s.honour_pile[card] = card
    s.honour_left = HONOUR_CARDS
    shuffle(s, s.honour_pile, HONOUR_CARDS)
    for place in range(len(s.building_display)):
        s.building_display[place] = EMPTY
    for place in range(HONOUR_DISPLAY):
        s.honour_display[place] = EMPTY
    s.buildings_taken = 0
    s.honours_taken = 0


@rule
def lay_out_play_area(s, box, p, takes_part):
    """What a player starts with. PN-S5."""
    s.coins[p] = box.start_coins if takes_part else 0
    s.torches[p] = box.start_torches if takes_part else 0
    s.influence[p] = box.start_influence if takes_part else 0
    s.romans[p] = box.start_romans if takes_part else 0
    s.romans_in_reserve[p] = box.start_romans_in_reserve if takes_part else 0
    s.builder[p] = EMPTY
    s.age[p] = p
    s.deck_left[p] = 0
    s.discards[p] = 0
    s.building_cards[p] = 0
    for colour in range(COLOURS):
        s.bricks[p, colour] = 0
    for building in range(BUILDINGS):
        s.substitutes[p, building] = 0
        s.built[p, building] = 0
    for tier in range(FINAL_TIERS):
        s.final_cards[p, tier] = 0
    for place in range(HAND):
        s.hand[p, place] = EMPTY
    for place in range(ACTION_CARDS):
        s.deck[p, place] = EMPTY


@rule
def deal(s, box, p):
    """Shuffles all action cards of a player and draws the hand. PN-S6, PN-E4."""
    count = 0
    for card in range(ACTION_CARDS):
        if s.players < 4 or box.card_not_with_4[card] == 0:
            s.deck[p, count] = card
            count += 1
    shuffle(s, s.deck[p], count)
    s.deck_left[p] = count
    s.discards[p] = 0
    for _ in range(box.start_hand):
        draw_action_card(s, p)


@rule
def draw_action_card(s, p):
    """Draws a card into the hand, if the deck has one. PN-A6."""
    if s.deck_left[p] > 0:
        add_to_hand(s, p, turn_up(s, s.deck[p], s.deck_left[p]))
        s.deck_left[p] -= 1


@rule
def add_to_hand(s, p, card):
    """Keeps the hand in ascending order."""
    for place in range(HAND):
        held = s.hand[p, place]
        if held == EMPTY or held > card:
            s.hand[p, place] = card
            card = held


@rule
def remove_from_hand(s, p, card):
    """Cards after it move up."""
    for place in range(HAND):
        if s.hand[p, place] == card:
            for after in range(place, HAND - 1):
                s.hand[p, after] = s.hand[p, after + 1]
            s.hand[p, HAND - 1] = EMPTY
            return


# --- Refill phase ---------------------------------------------------------------------------------------------------


@rule
def start_turn(s, box, p):
    """A turn begins with the refill phase; the first turn of a player with placing the master builder. PN-A1."""
    s.seat = p
    s.card = EMPTY
    s.icons_used = 0
    s.actions_left = 0
    s.honour_bought = 0
    refill_market(s, box)
    refill_building_display(s, box)
    refill_honour_display(s, box)
    s.turns += 1
    s.phase = PLACE_BUILDER if s.builder[p] < 0 else ACT


@rule
def bricks_in_market(s):
    total = 0
    for colour in range(COLOURS):
        total += s.shops[colour]
    return total


@rule
def refill_market(s, box):
    """Supply cards are drawn until the market holds enough, when it holds too little. PN-F1, PN-F2, PN-F3, PN-F7."""
    if bricks_in_market(s) >= box.refill_below and s.turns > 0:
        return
    while bricks_in_market(s) < box.refill_to and s.reserve > 0:
        deliver(s, box.supply_colours[draw_supply_card(s)])


@rule
def draw_supply_card(s):
    """The next supply card; the used ones, then all ten, are shuffled when the pile is empty. PN-S3, PN-F6."""
    if s.supply_left == 0:
        shuffle(s, s.supply, SUPPLY_CARDS)
        s.supply_left = SUPPLY_CARDS
    s.supply_left -= 1
    s.reveals += 1
    return s.supply[s.supply_left]


@rule
def deliver(s, colours):
    """One brick to each shop on the card, from the cheapest colour up while the reserve lasts. PN-F1, PN-F4."""
    for colour in range(COLOURS):
        if (colours >> colour) & 1 and s.reserve > 0:
            s.shops[colour] += 1
            s.reserve -= 1


@rule
def refill_building_display(s, box):
    """PN-S4, PN-F5."""
    for place in range(box.building_display):
        if s.building_display[place] == EMPTY and s.building_left > 0:
            s.building_display[place] = turn_up(s, s.building_pile, s.building_left)
            s.building_left -= 1


@rule
def refill_honour_display(s, box):
    """PN-S4, PN-F5."""
    for place in range(box.honour_display):
        if s.honour_display[place] == EMPTY and s.honour_left > 0:
            s.honour_display[place] = turn_up(s, s.honour_pile, s.honour_left)
            s.honour_left -= 1


# --- The action card ------------------------------------------------------------------------------------------------


@rule
def card_obstacle(s, p, card):
    """Exactly one card from the hand is played. PN-A2."""
    return ALLOWED if s.card < 0 and (cards_in_hand(s, p) >> card) & 1 else ONE_CARD


@rule
def cards_in_hand(s, p):
    """A bit for each action card in the hand."""
    cards = 0
    for place in range(HAND):
        if s.hand[p, place] >= 0:
            cards |= 1 << int(s.hand[p, place])
    return cards


@rule
def play_card(s, box, p, card):
    """The card is laid out, its torches are the actions it allows. PN-A2, PN-A3."""
    remove_from_hand(s, p, card)
    s.card = card
    s.actions_left = box.card_torches[card]


@rule
def no_action_left(s, p):
    """An action needs a torch of the card or a torch token. PN-A2, PN-A4."""
    if s.card < 0:
        return ONE_CARD
    if s.actions_left == 0 and s.torches[p] == 0:
        return NO_TORCH_LEFT
    return ALLOWED


@rule
def free_places(s, box, kind):
    """A bit for each place on the card in play that shows an icon of a kind and is not covered. PN-A3, PN-A11."""
    return int(box.card_places[s.card, kind]) & ~int(s.icons_used)


@rule
def lowest(places):
    """One place out of several."""
    return places & -places


@rule
def cover(s, p, place):
    """An action is used: one of the card's while there is one, else a torch token. PN-A3, PN-A4."""
    s.icons_used |= place
    if s.actions_left > 0:
        s.actions_left -= 1
    else:
        s.torches[p] -= 1


@rule
def take_obstacle(s, box, p, kind):
    """Taking influence, a torch or coins needs its icon. PN-A3."""
    reason = no_action_left(s, p)
    if reason == ALLOWED and free_places(s, box, kind) == 0:
        return ICON_ON_THE_CARD
    return reason


@rule
def take_influence(s, box, p):
    """From the reserve, which never runs out. PN-A3, PN-S2."""
    cover(s, p, lowest(free_places(s, box, INFLUENCE)))
    s.influence[p] += 1


@rule
def take_torch(s, box, p):
    """From the reserve, which never runs out; it may be spent in the same turn. PN-A3, PN-A9, PN-S2."""
    cover(s, p, lowest(free_places(s, box, TORCH)))
    s.torches[p] += 1


@rule
def take_coins(s, box, p):
    """As many as the icon shows; of several icons the richest, which is never worse. PN-A3, PN-S2."""
    places = free_places(s, box, COINS)
    richest = EMPTY
    for place in range(ICONS):
        if (places >> place) & 1 and (richest < 0 or box.card_coins[s.card, place] > box.card_coins[s.card, richest]):
            richest = place
    cover(s, p, 1 << richest)
    s.coins[p] += box.card_coins[s.card, richest]


@rule
def forfeit_obstacle(s, p):
    """PN-A7."""
    if s.actions_left == 0 and s.torches[p] == 0:
        return NOTHING_TO_FORFEIT
    return ALLOWED


@rule
def forfeit(s, box, p):
    """Torches to coins: an unused action of the card before a torch token; no icon is covered. PN-A7."""
    if s.actions_left > 0:
        s.actions_left -= 1
    else:
        s.torches[p] -= 1
    s.coins[p] += box.coins_per_torch


# --- Moving and buying ----------------------------------------------------------------------------------------------


@rule
def way(s, box, p, quarter):
    """What it costs to bring the master builder clockwise to a quarter; a place in all quarters costs nothing. PN-B1, PN-B2."""
    if quarter < 0:
        return 0
    return (int(quarter) - int(s.builder[p])) % QUARTERS * int(box.border_price)


@rule
def move_builder(s, box, p, quarter):
    """PN-B1, PN-B2."""
    if quarter >= 0:
        s.coins[p] -= way(s, box, p, quarter)
        s.builder[p] = quarter


@rule
def stand_ins(s, box):
    """Free icons of colours whose shop is empty: they buy any colour. PN-B5."""
    places = 0
    for colour in range(COLOURS):
        if s.shops[colour] == 0:
            places |= free_places(s, box, colour)
    return places


@rule
def buying_icon(s, box, colour):
    """The icon that buys a colour: its own, else one whose shop is empty, else a grey one. PN-B4, PN-B5, PN-B7."""
    places = free_places(s, box, colour)
    if places == 0:
        places = stand_ins(s, box)
    if places == 0:
        places = free_places(s, box, ANY_COLOUR)
    return lowest(places)


@rule
def any_colour_icons(s, box):
    """Free icons that buy whatever there is. PN-B4, PN-B5."""
    return stand_ins(s, box) | free_places(s, box, ANY_COLOUR)


@rule
def buy_obstacle(s, box, p, colour, any_colour):
    """Why no brick of a colour can be bought, beyond having an action left. PN-B4, PN-B6, PN-B8."""
    if s.shops[colour] == 0:
        return SHOP_IS_EMPTY
    if any_colour == 0 and free_places(s, box, colour) == 0:
        return ICON_OF_THE_COLOUR
    if s.coins[p] < int(box.brick_price[colour]) + way(s, box, p, box.shop_quarter[colour]):
        return NOT_ENOUGH_SESTERCES
    return ALLOWED


@rule
def buy_brick(s, box, p, colour):
    """Move, pay, and put one brick into the own supply of its colour. PN-B1, PN-B3."""
    cover(s, p, buying_icon(s, box, colour))
    move_builder(s, box, p, box.shop_quarter[colour])
    s.coins[p] -= box.brick_price[colour]
    s.shops[colour] -= 1
    s.bricks[p, colour] += 1
    check_early_end(s, box, p)


# --- Building -------------------------------------------------------------------------------------------------------


@rule
def bricks_for(s, p, colour):
    """Own bricks that can be used as a colour: white stands in for any. PN-C3."""
    if colour == WHITE:
        return int(s.bricks[p, WHITE])
    return int(s.bricks[p, colour]) + int(s.bricks[p, WHITE])


@rule
def borders_affordable(s, box, p):
    """How many borders the master builder can cross. PN-B1."""
    borders = 0
    while borders < QUARTERS - 1 and s.coins[p] >= (borders + 1) * int(box.border_price):
        borders += 1
    return borders


@rule
def spots_with_bricks(s, box, p):
    """A bit for each spot the player has the bricks for. PN-C2, PN-C3."""
    spots = 0
    for colour in range(COLOURS):
        spots |= box.spots_for[colour, min(bricks_for(s, p, colour), HIGHEST)]
    return spots


@rule
def open_spots(s, box, p):
    """A bit for each spot where the player could build if she has a Roman: empty, enough bricks, within reach. PN-C1, PN-C2, PN-C3."""
    spots = s.free & spots_with_bricks(s, box, p)
    if spots == 0:
        return spots
    return spots & box.spots_within[s.builder[p], borders_affordable(s, box, p)]


@rule
def spot_obstacle(s, box, p, spot):
    """Why an element cannot go on a spot. PN-C1, PN-C2."""
    if (open_spots(s, box, p) >> spot) & 1:
        return ALLOWED
    if s.owner[spot] >= 0:
        return EMPTY_SPOT
    return BUILDER_MUST_REACH if (spots_with_bricks(s, box, p) >> spot) & 1 else BRICKS_AS_SHOWN


@rule
def build_obstacle(s, box, p):
    """Why nothing can be built, whatever pays for it. PN-C4, PN-A10."""
    if s.romans[p] == 0:
        return NO_ROMAN
    return ALLOWED if open_spots(s, box, p) != 0 else CARRY_OUT_IN_FULL


@rule
def build_by_icon_obstacle(s, box, p):
    """PN-A3, PN-A10."""
    reason = take_obstacle(s, box, p, BUILD)
    if reason == ALLOWED:
        return build_obstacle(s, box, p)
    return reason


@rule
def choose_spot(s, box, p, spot):
    """Builds, or, in the Porta Nigra, asks for the number of bricks. PN-C1, PN-C2."""
    if spot >= GATE:
        s.spot = spot
        s.phase = CHOOSE_HEIGHT
    else:
        place_element(s, box, p, spot, int(box.spot_bricks[spot]))


@rule
def height_obstacle(s, box, p, bricks):
    """PN-C2, PN-C3."""
    if bricks < box.gate_lowest or bricks > box.gate_highest or bricks > bricks_for(s, p, box.spot_colour[s.spot]):
        return BRICKS_AS_SHOWN
    return ALLOWED


@rule
def place_element(s, box, p, spot, bricks):
    """One building element: points, card, placing, reward, in this order. PN-C1 to PN-C9."""
    building = box.spot_building[spot]
    colour = box.spot_colour[spot]
    move_builder(s, box, p, box.building_quarter[building])
    use_bricks(s, p, colour, bricks)
    s.romans[p] -= 1
    if building == PORTA_NIGRA:
        score(s, p, PORTA_NIGRA, int(box.gate_points[colour]) * bricks)
    else:
        score(s, p, building, box.spot_points[spot])
    if box.spot_gives_card[spot]:
        take_building_card(s, p, building, colour)
    s.free &= ~(1 << int(spot))
    s.owner[spot] = p
    s.height[spot] = bricks
    s.spot = EMPTY
    s.phase = ACT
    check_early_end(s, box, p)
    add_to_building(s, box, p, building, bricks)


@rule
def use_bricks(s, p, colour, bricks):
    """Own bricks of the colour before white ones. PN-C3."""
    own = min(int(s.bricks[p, colour]), bricks)
    s.bricks[p, colour] -= own
    s.bricks[p, WHITE] -= bricks - own


@rule
def take_building_card(s, p, building, colour):
    """The open card of that building and colour. PN-C6, PN-C10, PN-C11."""
    card = int(building) * COLOURS + int(colour)
    for place in range(len(s.building_display)):
        if s.building_display[place] == card:
            s.building_display[place] = EMPTY
            s.buildings_taken |= 1 << card
            s.building_cards[p] |= 1 << card


@rule
def add_to_building(s, box, p, building, bricks):
    """Counts bricks in a building and pays its reward for every new multiple. PN-C7."""
    before = int(s.built[p, building])
    s.built[p, building] = before + bricks
    every = int(box.reward_every)
    for _ in range((before + bricks) // every - before // every):
        pay_reward(s, box, p, building)


@rule
def pay_reward(s, box, p, building):
    """PN-C7, PN-C8, PN-C11."""
    s.coins[p] += box.reward_coins[building]
    s.torches[p] += box.reward_torches[building]
    s.influence[p] += box.reward_influence[building]
    take_romans(s, p, box.reward_romans[building])
    for _ in range(box.reward_white_bricks[building]):
        take_reserve_brick(s, box, p, WHITE)


@rule
def take_romans(s, p, romans):
    """From the own reserve, as many as are there. PN-C8."""
    taken = min(int(romans), int(s.romans_in_reserve[p]))
    s.romans_in_reserve[p] -= taken
    s.romans[p] += taken


@rule
def take_reserve_brick(s, box, p, colour):
    """From the common reserve into the own supply, if one is there. PN-C8."""
    if s.reserve > 0:
        s.reserve -= 1
        s.bricks[p, colour] += 1
        check_early_end(s, box, p)


# --- Influence actions ----------------------------------------------------------------------------------------------


@rule
def roman_obstacle(s, box, p):
    """PN-I2."""
    if s.influence[p] < box.roman_influence or s.romans_in_reserve[p] == 0:
        return ROMAN_PRICE
    return ALLOWED


@rule
def buy_roman(s, box, p):
    """PN-I2."""
    s.influence[p] -= box.roman_influence
    take_romans(s, p, 1)


@rule
def influence_build_obstacle(s, box, p):
    """PN-I3."""
    if s.influence[p] < box.build_influence:
        return BUILDING_PRICE
    return build_obstacle(s, box, p)


@rule
def honour_place(s, box, kind):
    """Where in the display a card of a kind lies."""
    for place in range(HONOUR_DISPLAY):
        card = s.honour_display[place]
        if card >= 0 and box.honour_kind[card] == kind:
            return place
    return EMPTY


@rule
def buildings_with_cards(s, p):
    """Of how many different buildings a player holds a card. PN-I4."""
    different = 0
    for building in range(BUILDINGS):
        if has_card_of(s, p, building):
            different += 1
    return different


@rule
def has_card_of(s, p, building):
    """A building card or a substitute. PN-I4."""
    return (s.building_cards[p] >> (building * COLOURS)) & 31 != 0 or s.substitutes[p, building] > 0


@rule
def honour_obstacle(s, box, p, kind):
    """Why a card of a kind that lies open cannot be bought, apart from what it builds. PN-A5, PN-I1, PN-I5, PN-I6, PN-I7."""
    if s.honour_bought:
        return ONE_HONOUR_CARD
    if s.influence[p] < box.honour_influence[kind]:
        return HONOUR_CARD_PRICE
    if box.honour_needs_set[kind] and buildings_with_cards(s, p) < BUILDINGS:
        return DISCARD_PRICE
    tier = box.honour_needs_tier[kind]
    if tier >= 0 and s.final_cards[p, tier] == 0:
        return DISCARD_PRICE
    if box.honour_romans[kind] > 0 and s.romans_in_reserve[p] == 0:
        return WITHOUT_EFFECT
    if box.honour_bricks[kind, 0] >= 0 and s.reserve == 0:
        return WITHOUT_EFFECT
    if box.honour_gate_brick[kind]:
        return gate_brick_obstacle(s, box, p)
    return ALLOWED


@rule
def gate_brick_obstacle(s, box, p):
    """The Porta Nigra brick needs a reserve brick and an own element to go on. PN-I6."""
    if s.reserve > 0:
        for spot in range(GATE, SPOTS):
            if element_obstacle(s, box, p, spot) == ALLOWED:
                return ALLOWED
    return PORTA_NIGRA_BRICK


@rule
def element_obstacle(s, box, p, spot):
    """PN-I6."""
    if spot < GATE or s.owner[spot] != p or s.height[spot] >= box.gate_highest:
        return PORTA_NIGRA_BRICK
    return ALLOWED


@rule
def buy_honour_card(s, box, p, kind):
    """The price first, then the effect; choices it asks for follow. PN-A10, PN-I1, PN-I4, PN-I5, PN-I7."""
    place = honour_place(s, box, kind)
    s.honours_taken |= 1 << int(s.honour_display[place])
    s.honour_display[place] = EMPTY
    s.honour_bought = 1
    s.influence[p] -= box.honour_influence[kind]
    if box.honour_needs_set[kind]:
        discard_set(s, p)
    if box.honour_needs_tier[kind] >= 0:
        s.final_cards[p, box.honour_needs_tier[kind]] -= 1
    if box.honour_final_tier[kind] >= 0:
        s.final_cards[p, box.honour_final_tier[kind]] += 1
    if box.honour_substitute[kind] >= 0:
        s.substitutes[p, box.honour_substitute[kind]] += 1
    s.coins[p] += box.honour_coins[kind]
    s.torches[p] += box.honour_torches[kind]
    take_romans(s, p, box.honour_romans[kind])
    score(s, p, HONOUR_POINTS, box.honour_points[kind])
    for number in range(BRICKS_ON_CARD):
        if box.honour_bricks[kind, number] >= 0:
            take_reserve_brick(s, box, p, box.honour_bricks[kind, number])
    if box.honour_gate_brick[kind]:
        s.phase = CHOOSE_ELEMENT
    if box.honour_build[kind]:
        s.phase = CHOOSE_SPOT


@rule
def discard_set(s, p):
    """One card of each building leaves the game; which one makes no difference. PN-I5."""
    for building in range(BUILDINGS):
        cards = (int(s.building_cards[p]) >> (building * COLOURS)) & 31
        if cards:
            s.building_cards[p] ^= (cards & -cards) << (building * COLOURS)
        else:
            s.substitutes[p, building] -= 1


@rule
def add_gate_brick(s, box, p, spot):
    """A reserve brick on an own element of the Porta Nigra: no points, the reward if it is due. PN-I6."""
    s.reserve -= 1
    s.height[spot] += 1
    s.phase = ACT
    check_early_end(s, box, p)
    add_to_building(s, box, p, PORTA_NIGRA, 1)


# --- End of a turn, of a round, of the game -------------------------------------------------------------------------


@rule
def check_early_end(s, box, p):
    """The first to empty market and reserve, or to place the last element, gets points and ends the game. PN-G2, PN-G3."""
    if s.ender >= 0:
        return
    romans = int(box.start_romans) + int(box.start_romans_in_reserve)
    elements = romans - int(s.romans[p]) - int(s.romans_in_reserve[p])
    if elements >= box.early_end_elements or (s.reserve == 0 and bricks_in_market(s) == 0):
        s.ender = p
        s.final_turns = s.players - 1
        score(s, p, EARLY_END_POINTS, box.early_end_points)


@rule
def end_turn(s, box, p):
    """Unused actions become sesterces, the card goes to the discard pile, a card is drawn. PN-A6, PN-A7."""
    s.coins[p] += int(s.actions_left) * int(box.coins_per_torch)
    s.actions_left = 0
    s.icons_used = 0
    s.discards[p] |= 1 << int(s.card)
    s.card = EMPTY
    s.honour_bought = 0
    draw_action_card(s, p)
    pass_turn(s, box, p)


@rule
def pass_turn(s, box, p):
    """Clockwise on, or the round is over, or the game. PN-S7, PN-E1, PN-G1 to PN-G5."""
    if s.ender >= 0 and s.ender != p:
        s.final_turns -= 1
    following = (p + 1) % s.players
    if s.ender >= 0 and s.final_turns == 0:
        end_game(s, box)
    elif has_cards(s, following):
        start_turn(s, box, following)
    elif s.round_no == box.rounds[s.players]:
        end_game(s, box)
    else:
        s.phase = SPLIT
        s.seat = s.starter


@rule
def has_cards(s, p):
    """PN-E1."""
    for place in range(HAND):
        if s.hand[p, place] != EMPTY:
            return True
    return False


@rule
def to_split(s, box, p):
    """What a player may split at the end of a round: her bricks on the board, by number of players. PN-E2."""
    bricks = 0
    for building in range(BUILDINGS):
        bricks += int(s.built[p, building])
    return bricks * int(box.per_brick[s.players])


@rule
def split(s, box, p, coins):
    """Sesterces for one part, points for the other, then the next player in turn order. PN-E2, PN-E3, PN-G3."""
    s.coins[p] += coins
    score(s, p, ROUND_END_POINTS, to_split(s, box, p) - coins)
    s.seat = (p + 1) % s.players
    if s.seat == s.starter:
        if s.ender >= 0:
            start_round(s, box, s.starter)
        else:
            s.phase = APPOINT
            s.seat = who_appoints(s)


@rule
def who_appoints(s):
    """The player with the fewest points, of several the youngest. PN-E3."""
    chosen = 0
    for p in range(1, s.players):
        if s.score[p] < s.score[chosen] or (s.score[p] == s.score[chosen] and s.age[p] < s.age[chosen]):
            chosen = p
    return chosen


@rule
def start_round(s, box, starter):
    """New hands, and the starting player's turn. PN-E4."""
    s.round_no += 1
    s.starter = starter
    for p in range(s.players):
        deal(s, box, p)
    start_turn(s, box, starter)


@rule
def end_game(s, box):
    """PN-G1, PN-G2, PN-G4, PN-G5."""
    final_scoring(s, box)
    s.phase = OVER
    s.seat = EMPTY


# --- What is allowed ------------------------------------------------------------------------------------------------


@rule
def obstacle(s, box, action):
    """0 if the seat to decide may do this now, else the code of the rule that forbids it."""
    p = s.seat
    if p < 0:
        return GAME_IS_OVER
    if action < CARD or s.phase == PLACE_BUILDER:
        return ALLOWED if action < CARD and s.phase == PLACE_BUILDER else PLACE_THE_BUILDER
    if action >= APPOINT_SEAT or s.phase == APPOINT:
        return ALLOWED if s.phase == APPOINT and action >= APPOINT_SEAT and action < APPOINT_SEAT + int(s.players) else FEWEST_POINTS_APPOINT
    if action >= SPLIT_OFF or s.phase == SPLIT:
        return ALLOWED if s.phase == SPLIT and action >= SPLIT_OFF and action - SPLIT_OFF <= to_split(s, box, p) else SPLIT_AT_ROUND_END
    if action >= HEIGHT:
        return height_obstacle(s, box, p, action - HEIGHT + LOWEST) if s.phase == CHOOSE_HEIGHT else BRICKS_AS_SHOWN
    if action >= SPOT:
        if s.phase == CHOOSE_SPOT:
            return spot_obstacle(s, box, p, action - SPOT)
        if s.phase == CHOOSE_ELEMENT:
            return element_obstacle(s, box, p, action - SPOT)
        if s.phase == CHOOSE_HEIGHT:
            return FINISH_FIRST
        reason = spot_obstacle(s, box, p, action - SPOT)
        return EMPTY_SPOT if reason == ALLOWED else reason  # nothing is wrong with the spot, but nobody is building
    if s.phase != ACT:
        return FINISH_FIRST
    return action_phase_obstacle(s, box, p, action)


@rule
def action_phase_obstacle(s, box, p, action):
    """The same, for the choices of the action phase."""
    if action < BUY:
        return card_obstacle(s, p, action - CARD)
    if action < TAKE_INFLUENCE:
        reason = no_action_left(s, p)
        return buy_obstacle(s, box, p, action - BUY, any_colour_icons(s, box)) if reason == ALLOWED else reason
    if action == TAKE_INFLUENCE:
        return take_obstacle(s, box, p, INFLUENCE)
    if action == TAKE_TORCH:
        return take_obstacle(s, box, p, TORCH)
    if action == TAKE_COINS:
        return take_obstacle(s, box, p, COINS)
    if action == BUILD_BY_ICON:
        return build_by_icon_obstacle(s, box, p)
    if action == INFLUENCE_ROMAN:
        return roman_obstacle(s, box, p)
    if action == INFLUENCE_BUILD:
        return influence_build_obstacle(s, box, p)
    if action < TORCH_TO_COIN:
        kind = action - HONOUR
        if honour_place(s, box, kind) < 0:
            return HONOUR_CARD_PRICE
        reason = honour_obstacle(s, box, p, kind)
        return build_obstacle(s, box, p) if reason == ALLOWED and box.honour_build[kind] else reason
    if action == TORCH_TO_COIN:
        return forfeit_obstacle(s, p)
    return ONE_CARD if s.card < 0 else ALLOWED


@rule
def legal(s, box, out):
    """Writes the actions without obstacle, ascending, and returns how many there are."""
    p = s.seat
    if p < 0:
        return 0
    if s.phase == ACT:
        return legal_in_action_phase(s, box, p, out)
    count = 0
    if s.phase == PLACE_BUILDER:
        for quarter in range(QUARTERS):
            out[count] = PLACE + quarter
            count += 1
    elif s.phase == CHOOSE_SPOT:
        spots = open_spots(s, box, p)
        for spot in range(SPOTS):
            if (spots >> spot) & 1:
                out[count] = SPOT + spot
                count += 1
    elif s.phase == CHOOSE_ELEMENT:
        for spot in range(GATE, SPOTS):
            if element_obstacle(s, box, p, spot) == ALLOWED:
                out[count] = SPOT + spot
                count += 1
    elif s.phase == CHOOSE_HEIGHT:
        for height in range(HEIGHTS):
            if height_obstacle(s, box, p, height + LOWEST) == ALLOWED:
                out[count] = HEIGHT + height
                count += 1
    elif s.phase == SPLIT:
        for coins in range(to_split(s, box, p) + 1):
            out[count] = SPLIT_OFF + coins
            count += 1
    elif s.phase == APPOINT:
        for seat in range(s.players):
            out[count] = APPOINT_SEAT + seat
            count += 1
    return count


@rule
def legal_in_action_phase(s, box, p, out):
    """The same, for the choices of the action phase."""
    count = 0
    if s.card < 0:
        hand = cards_in_hand(s, p)
        for card in range(ACTION_CARDS):
            if (hand >> card) & 1:
                out[count] = CARD + card
                count += 1
    building = build_obstacle(s, box, p)
    if no_action_left(s, p) == ALLOWED:
        any_colour = any_colour_icons(s, box)
        for colour in range(COLOURS):
            if buy_obstacle(s, box, p, colour, any_colour) == ALLOWED:
                out[count] = BUY + colour
                count += 1
        if free_places(s, box, INFLUENCE) != 0:
            out[count] = TAKE_INFLUENCE
            count += 1
        if free_places(s, box, TORCH) != 0:
            out[count] = TAKE_TORCH
            count += 1
        if free_places(s, box, COINS) != 0:
            out[count] = TAKE_COINS
            count += 1
        if building == ALLOWED and free_places(s, box, BUILD) != 0:
            out[count] = BUILD_BY_ICON
            count += 1
    if s.influence[p] > 0:
        count = legal_influence_actions(s, box, p, building, out, count)
    if forfeit_obstacle(s, p) == ALLOWED:
        out[count] = TORCH_TO_COIN
        count += 1
    if s.card >= 0:
        out[count] = END_TURN
        count += 1
    return count


@rule
def legal_influence_actions(s, box, p, building, out, count):
    """The same, for what influence tokens pay for; `building` is why nothing can be built, if so."""
    if roman_obstacle(s, box, p) == ALLOWED:
        out[count] = INFLUENCE_ROMAN
        count += 1
    if building == ALLOWED and s.influence[p] >= box.build_influence:
        out[count] = INFLUENCE_BUILD
        count += 1
    if s.honour_bought:
        return count
    open_kinds = 0
    for place in range(HONOUR_DISPLAY):
        if s.honour_display[place] >= 0:
            open_kinds |= 1 << int(box.honour_kind[s.honour_display[place]])
    for kind in range(box.honour_kinds):
        if (open_kinds >> kind) & 1 and honour_obstacle(s, box, p, kind) == ALLOWED and (building == ALLOWED or not box.honour_build[kind]):
            out[count] = HONOUR + kind
            count += 1
    return count


# --- Playing --------------------------------------------------------------------------------------------------------


@rule
def play(s, box, action):
    """Carries out an action that has no obstacle."""
    p = s.seat
    if action < CARD:
        s.builder[p] = action - PLACE
        s.phase = ACT
    elif action < BUY:
        play_card(s, box, p, action - CARD)
    elif action < TAKE_INFLUENCE:
        buy_brick(s, box, p, action - BUY)
    elif action == TAKE_INFLUENCE:
        take_influence(s, box, p)
    elif action == TAKE_TORCH:
        take_torch(s, box, p)
    elif action == TAKE_COINS:
        take_coins(s, box, p)
    elif action == BUILD_BY_ICON:
        cover(s, p, lowest(free_places(s, box, BUILD)))
        s.phase = CHOOSE_SPOT
    elif action == INFLUENCE_ROMAN:
        buy_roman(s, box, p)
    elif action == INFLUENCE_BUILD:
        s.influence[p] -= box.build_influence
        s.phase = CHOOSE_SPOT
    elif action < TORCH_TO_COIN:
        buy_honour_card(s, box, p, action - HONOUR)
    elif action == TORCH_TO_COIN:
        forfeit(s, box, p)
    elif action == END_TURN:
        end_turn(s, box, p)
    elif action < HEIGHT:
        if s.phase == CHOOSE_ELEMENT:
            add_gate_brick(s, box, p, action - SPOT)
        else:
            choose_spot(s, box, p, action - SPOT)
    elif action < SPLIT_OFF:
        place_element(s, box, p, s.spot, action - HEIGHT + LOWEST)
    elif action < APPOINT_SEAT:
        split(s, box, p, action - SPLIT_OFF)
    else:
        start_round(s, box, action - APPOINT_SEAT)
