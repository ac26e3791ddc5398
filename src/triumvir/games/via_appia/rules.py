"""The rules of Via Appia, in the order of the rulebook: set-up, income, quarry, road construction, travel, the end.

Four functions are the game's face: `set_up`, `legal`, `obstacle` and `play`. `obstacle` answers with the code of the
rule that forbids an action; `legal` lists the actions that have none. Both ask the same small functions, so there is
one answer to what is allowed. What a push does to the stones is in quarry.py.
"""

from triumvir.games.via_appia.actions import (
    AIM_AT,
    BUILD,
    DONE,
    EXCHANGE_STONE,
    INCOME_BOTH,
    INCOME_COINS,
    INCOME_STONES,
    PUSH,
    SELL,
    TAKE_COIN,
    TAKE_TILE,
    TRAVEL,
)
from triumvir.games.via_appia.catalogue import code
from triumvir.games.via_appia.quarry import load_quarry, push_with_tremor
from triumvir.games.via_appia.scoring import final_scoring
from triumvir.games.via_appia.state import (
    AIM,
    ANGLES,
    BRUNDISIUM,
    BUILD_ON,
    CHOOSE_ACTION,
    CITIES,
    CITY_POINTS,
    CONSOLE,
    DISPLAY,
    EXCHANGE,
    FORWARD,
    INCOME_CARDS,
    JOINED,
    LARGE,
    MID,
    NODES,
    OVER,
    PLACES,
    PUSH_ON,
    ROME,
    SEGMENTS,
    SIZES,
    SMALL,
    SPACES,
    START_POINTS,
    STEPS,
    TILE_POINTS,
)
from triumvir.kernel.chance import roll, shuffle, turn_up
from triumvir.kernel.rule import rule
from triumvir.kernel.scores import score
from triumvir.kernel.set_up import begin
from triumvir.kernel.state import EMPTY, SEATS

ALLOWED = 0
ONE_OF_FOUR_ACTIONS = code("VA-T1")
AN_OPEN_CARD = code("VA-I1")
BOTH_HALVES = code("VA-I2")
OWN_STONES = code("VA-Q1")
LAY_THEN_PUSH = code("VA-Q2")
FALLEN_STONES = code("VA-Q6")
FITS_THE_CART = code("VA-Q7")
NONE_FELL = code("VA-Q8")
PUSHES_COME_FIRST = code("VA-Q9")
TILES_FROM_THE_CART = code("VA-R1")
SEGMENTS_VISITED = code("VA-R2")
JOINED_TO_A_TILE = code("VA-R3")
SECOND_TILE = code("VA-R4")
NOT_FROM_AHEAD = code("VA-R7")
STEPS_AND_COST = code("VA-M1")
ONLY_ON_TILES = code("VA-M2")
ROOM_FOR_PIECES = code("VA-M3")
STOP_AT_THE_CITY = code("VA-M4")
GAME_IS_OVER = code("VA-E1")

ON_SPACES = (1 << SPACES) - 1  # sets of spaces and cities are numbers with a bit for each


# --- Set-up ---------------------------------------------------------------------------------------------------------


@rule
def set_up(s, box, players, seed):
    """Lays a match out and begins its first turn. VA-S1 to VA-S8."""
    begin(s, players, seed)
    s.round_no = 1
    s.busy = 0
    s.quiet = 0
    s.ending = 0
    s.open_coins = 0
    lay_out_board(s, box)
    lay_out_income_cards(s, box)
    load_quarry(s, box)
    s.starter = roll(s, players)
    for p in range(SEATS):
        lay_out_play_area(s, box, p, (p - int(s.starter)) % players if p < players else EMPTY)
    start_turn(s, s.starter)


@rule
def lay_out_board(s, box):
    """Empty road, full storages; the quarry's load comes from the stones. VA-S3, VA-S8."""
    for size in range(SIZES):
        s.storage[size] = box.stones[size] - box.load[size]
        s.tiles[size] = box.tiles[size]
        s.fallen[size] = 0
    for space in range(SPACES):
        s.laid[space] = 0
    for city in range(CITIES):
        s.arrived[city] = 0


@rule
def lay_out_income_cards(s, box):
    """Shuffled; some lie open, the rest is the pile. VA-S4."""
    for card in range(INCOME_CARDS):
        s.pile[card] = card
    s.pile_left = INCOME_CARDS
    shuffle(s, s.pile, INCOME_CARDS)
    for place in range(DISPLAY):
        s.turned[place] = 0
        s.display[place] = EMPTY
    for place in range(box.income_open):
        s.display[place] = turn_up(s, s.pile, s.pile_left)
        s.pile_left -= 1


@rule
def lay_out_play_area(s, box, p, turn):
    """What a player starts with, by turn order; EMPTY for a seat that takes no part. VA-S2."""
    for size in range(SIZES):
        gift = box.start_stones[turn, size] if turn >= 0 else 0
        s.stones[p, size] = gift
        s.storage[size] -= gift
        s.cart[p, size] = 0
    for segment in range(SEGMENTS):
        s.bonus[p, segment] = 0
    s.push_token[p] = 0
    s.coins[p] = box.start_coins[turn] if turn >= 0 else 0
    s.piece[p] = ROME if turn >= 0 else EMPTY
    if turn >= 0:
        score(s, p, START_POINTS, box.start_points)


@rule
def start_turn(s, p):
    """A player chooses one of the four actions. VA-T1."""
    s.seat = p
    s.phase = CHOOSE_ACTION
    s.pushed = 0
    s.stone = EMPTY
    s.segment = EMPTY


# --- Income ---------------------------------------------------------------------------------------------------------


@rule
def place_of_card(s, box, card):
    """Where an income card lies open, EMPTY if it does not. VA-I1."""
    for place in range(box.income_open):
        if s.display[place] == card and not s.turned[place]:
            return place
    return EMPTY


@rule
def open_cards(s, box):
    """How many income cards are open."""
    count = 0
    for place in range(box.income_open):
        if not s.turned[place]:
            count += 1
    return count


@rule
def income_obstacle(s, box, card, both):
    """Only open cards; both halves with few of them, else one. VA-I1, VA-I2."""
    if s.phase != CHOOSE_ACTION:
        return ONE_OF_FOUR_ACTIONS
    if place_of_card(s, box, card) < 0:
        return AN_OPEN_CARD
    if both != (open_cards(s, box) <= box.income_both):
        return BOTH_HALVES
    return ALLOWED


@rule
def take_income(s, box, p, card, coins, stones):
    """A card's sesterces, its stones or both; the last card brings a token and new cards. VA-I1, VA-I2, VA-I3, VA-I6."""
    last = open_cards(s, box) == 1
    s.turned[place_of_card(s, box, card)] = 1
    if coins:
        s.coins[p] += box.card_coins[card]
    if stones:
        for size in range(SIZES):
            receive_stones(s, p, size, int(box.card_stones[card, size]))
    if last:
        s.push_token[p] = 1
        lay_out_new_cards(s, box)
    end_turn(s, box, p)


@rule
def receive_stones(s, p, size, count):
    """Stones from the storage; if they are too few, everybody returns half of hers first. VA-I5."""
    if s.storage[size] < count:
        for other in range(s.players):
            half = int(s.stones[other, size]) // 2
            s.stones[other, size] -= half
            s.storage[size] += half
    received = min(count, int(s.storage[size]))
    s.storage[size] -= received
    s.stones[p, size] += received


@rule
def lay_out_new_cards(s, box):
    """New cards are drawn, and each used card takes the place in the pile of the one drawn for it; then that is shuffled. VA-I4."""
    for place in range(box.income_open):
        at = int(s.pile_left) - 1 - place
        used = s.display[place]
        s.display[place] = turn_up(s, s.pile, at + 1)
        s.turned[place] = 0
        s.pile[at] = used
    shuffle(s, s.pile, s.pile_left)


# --- Quarry ---------------------------------------------------------------------------------------------------------


@rule
def push_obstacle(s, box, p, size):
    """An own stone; after the last regular push only with a token, and never a further one. VA-Q1, VA-Q9."""
    if s.phase in (EXCHANGE, CONSOLE):
        return PUSHES_COME_FIRST
    if s.phase == AIM:
        return LAY_THEN_PUSH
    if s.phase not in (CHOOSE_ACTION, PUSH_ON):
        return ONE_OF_FOUR_ACTIONS
    if s.stones[p, size] == 0 or s.pushed > box.pushes or (s.pushed == box.pushes and not s.push_token[p]):
        return OWN_STONES
    return ALLOWED


@rule
def may_push(s, box, p):
    """Whether any own stone may be pushed. VA-Q1."""
    for size in range(SIZES):
        if push_obstacle(s, box, p, size) == ALLOWED:
            return True
    return False


@rule
def aim_obstacle(s):
    """A stone is laid behind the line first. VA-Q2."""
    return ALLOWED if s.phase == AIM else LAY_THEN_PUSH


@rule
def aim_and_push(s, box, p, aim):
    """The stone is pushed. VA-Q2."""
    push_with_tremor(s, box, s.stone, aim // ANGLES, aim % ANGLES)
    stone_pushed(s, box, p)


@rule
def stone_pushed(s, box, p):
    """The stone is out of the hand; the third one costs the token. Then she may push on, if she can. VA-Q1."""
    s.stones[p, s.stone] -= 1
    if s.pushed == box.pushes:
        s.push_token[p] = 0
    s.pushed += 1
    s.stone = EMPTY
    s.phase = PUSH_ON
    if not may_push(s, box, p):
        stop_pushing(s, box, p)


@rule
def stop_pushing(s, box, p):
    """Fallen stones are exchanged; if there are none, two pushes bring a consolation. VA-Q8, VA-Q9."""
    if fallen_stones(s) > 0:
        s.phase = EXCHANGE
    elif s.pushed >= box.pushes:
        s.phase = CONSOLE
    else:
        end_turn(s, box, p)


@rule
def fallen_stones(s):
    count = 0
    for size in range(SIZES):
        count += int(s.fallen[size])
    return count


@rule
def fits_cart(s, box, p, size):
    """Whether one more tile fits: a large tile fills a shared space, which else takes a mid-sized and a small one. VA-Q7, VA-Q10."""
    small, mid, large = int(s.cart[p, SMALL]), int(s.cart[p, MID]), int(s.cart[p, LARGE])
    if size == SMALL:
        small += 1
    elif size == MID:
        mid += 1
    else:
        large += 1
    shared = int(box.cart_shared) - max(0, large - int(box.cart_spaces[LARGE]))
    return shared >= 0 and mid <= int(box.cart_spaces[MID]) + shared and small <= int(box.cart_spaces[SMALL]) + shared


@rule
def tile_obstacle(s, box, p, size):
    """A tile must be there and fit the cart. VA-Q6, VA-Q7."""
    if s.tiles[size] == 0:
        return FALLEN_STONES
    return ALLOWED if fits_cart(s, box, p, size) else FITS_THE_CART


@rule
def exchanged_stone(number):
    """The size of the stone in the exchange of this number: one exchange for small, two for mid-sized, three for large. VA-Q6."""
    if number < 1:
        return SMALL
    return MID if number < 3 else LARGE


@rule
def exchanged_tile(number):
    """The size of the tile in it. VA-Q6."""
    stone = exchanged_stone(number)
    return number - stone * (stone + 1) // 2


@rule
def fallen_obstacle(s, size):
    """Only a stone that fell in this action. VA-Q6, VA-Q9."""
    if s.phase in (AIM, PUSH_ON):
        return PUSHES_COME_FIRST
    return ALLOWED if s.phase == EXCHANGE and s.fallen[size] > 0 else FALLEN_STONES


@rule
def exchange_obstacle(s, box, p, number):
    """VA-Q6, VA-Q7."""
    reason = fallen_obstacle(s, exchanged_stone(number))
    if reason == ALLOWED:
        return tile_obstacle(s, box, p, exchanged_tile(number))
    return reason


@rule
def load_tile(s, p, size):
    """A tile goes from the storage on the cart. VA-Q7."""
    s.tiles[size] -= 1
    s.cart[p, size] += 1


@rule
def return_stone(s, box, p, size):
    """A fallen stone goes to the storage; after the last one the turn is over. VA-Q6, VA-Q9."""
    s.fallen[size] -= 1
    s.storage[size] += 1
    if fallen_stones(s) == 0:
        end_turn(s, box, p)


@rule
def consolation_obstacle(s, box, p, tile):
    """VA-Q8."""
    if s.phase != CONSOLE:
        return NONE_FELL
    if tile and tile_obstacle(s, box, p, SMALL) != ALLOWED:
        return NONE_FELL
    return ALLOWED


# --- Road construction ----------------------------------------------------------------------------------------------


@rule
def last_city(s, box, p):
    """The city a player has visited last: every city up to her piece is visited. VA-R8."""
    node = s.piece[p]
    return int(node) - ROME if node >= SPACES else int(box.space_segment[node])


@rule
def earlier_complete(s, box, segment):
    """Whether all segments before this one are complete. VA-R4."""
    for space in range(SPACES):
        if box.space_segment[space] < segment and not s.laid[space]:
            return False
    return True


@rule
def joined_obstacle(s, box, space):
    """A line must join the space to a tile, or to the city behind. VA-R3, VA-R7."""
    if box.space_at_city[space]:
        return ALLOWED
    for number in range(JOINED):
        other = box.joined[space, number]
        if other >= 0 and s.laid[other]:
            return ALLOWED
    for number in range(FORWARD):
        if box.forward[space, number] >= SPACES:
            return NOT_FROM_AHEAD
    return JOINED_TO_A_TILE


@rule
def build_obstacle(s, box, p, space):
    """VA-R1, VA-R2, VA-R3, VA-R4, VA-R7."""
    if s.phase not in (CHOOSE_ACTION, BUILD_ON):
        return ONE_OF_FOUR_ACTIONS
    if s.laid[space] or s.cart[p, box.space_size[space]] == 0:
        return TILES_FROM_THE_CART
    segment = box.space_segment[space]
    if segment > last_city(s, box, p):
        return SEGMENTS_VISITED
    if s.phase == BUILD_ON and (segment != s.segment or not earlier_complete(s, box, segment)):
        return SECOND_TILE
    return joined_obstacle(s, box, space)


@rule
def may_build(s, box, p):
    """Whether any tile may be built."""
    for space in range(SPACES):
        if build_obstacle(s, box, p, space) == ALLOWED:
            return True
    return False


@rule
def build_tile(s, box, p, space):
    """A tile from the cart: points and a bonus token; the second brings a sesterce. VA-R1, VA-R4, VA-R5, VA-R6, VA-E1."""
    size = box.space_size[space]
    segment = box.space_segment[space]
    s.cart[p, size] -= 1
    s.laid[space] = 1
    s.bonus[p, segment] += 1
    s.busy = 1
    score(s, p, TILE_POINTS + segment, box.tile_points[size])
    if earlier_complete(s, box, SEGMENTS):
        s.ending = 1
    if s.phase == BUILD_ON:
        s.coins[p] += box.second_tile_coins
        end_turn(s, box, p)
        return
    s.phase = BUILD_ON
    s.segment = segment
    if not may_build(s, box, p):
        end_turn(s, box, p)


# --- Travel ---------------------------------------------------------------------------------------------------------


@rule
def onward(s, box, places):
    """The spaces with a tile and the cities that lie one line forward of some places. VA-M1, VA-M2."""
    found = 0
    for node in range(NODES):
        if (places >> node) & 1:
            for number in range(FORWARD):
                target = int(box.forward[node, number])
                if target >= SPACES or (target >= 0 and s.laid[target]):
                    found |= 1 << target
    return found


@rule
def reached(s, box, p, steps):
    """Where a piece can be after exactly so many steps; it goes no further than the next city. VA-M1, VA-M4."""
    places = onward(s, box, 1 << int(s.piece[p]))
    for _ in range(steps - 1):
        places = onward(s, box, places & ON_SPACES)
    return places


@rule
def steps_to(s, box, p, node):
    """The steps of the shortest built way, 0 if there is none. VA-M6."""
    for steps in range(1, STEPS + 1):
        if (reached(s, box, p, steps) >> node) & 1:
            return steps
    return 0


@rule
def markers(s, city):
    """City markers: one from everybody who has arrived but the last to do so. VA-M4."""
    return min(int(s.arrived[city]), int(s.players) - 1)


@rule
def travel_cost(s, box, p, steps):
    """Every marker at the city ahead makes it cheaper, but travelling never earns. VA-M1, VA-M5."""
    return max(0, int(box.travel_cost[steps]) - markers(s, last_city(s, box, p) + 1))


@rule
def has_room(s, box, node):
    """Whether one more piece may stop at a place. VA-M3."""
    if node >= SPACES:
        return True
    pieces = 0
    for p in range(s.players):
        if s.piece[p] == node:
            pieces += 1
    return pieces < box.pieces_on[box.space_size[node]]


@rule
def stop_obstacle(s, box, p, node, steps):
    """Room for the piece, and sesterces for the way. VA-M1, VA-M3."""
    if not has_room(s, box, node):
        return ROOM_FOR_PIECES
    return ALLOWED if s.coins[p] >= travel_cost(s, box, p, steps) else STEPS_AND_COST


@rule
def travel_obstacle(s, box, p, node):
    """VA-M1, VA-M2, VA-M3, VA-M4."""
    if s.phase != CHOOSE_ACTION:
        return ONE_OF_FOUR_ACTIONS
    if node < SPACES and not s.laid[node]:
        return ONLY_ON_TILES
    behind = last_city(s, box, p)
    if (node >= SPACES and node - ROME > behind + 1) or (node < SPACES and box.space_segment[node] > behind):
        return STOP_AT_THE_CITY
    steps = steps_to(s, box, p, node)
    return stop_obstacle(s, box, p, node, steps) if steps > 0 else STEPS_AND_COST


@rule
def travel(s, box, p, node):
    """The piece goes, and stops at a city. VA-M1, VA-M4, VA-M5."""
    s.coins[p] -= travel_cost(s, box, p, steps_to(s, box, p, node))
    s.piece[p] = node
    s.busy = 1
    if node >= SPACES:
        arrive(s, box, p, node - ROME)
    end_turn(s, box, p)


@rule
def arrive(s, box, p, city):
    """The topmost token scores at once; one taken in Brundisium ends the game. VA-M4, VA-M7, VA-E1."""
    if s.arrived[city] < box.city_tokens[s.players]:
        score(s, p, CITY_POINTS + city, box.city_token[s.players, s.arrived[city]])
        if city == BRUNDISIUM - ROME:
            s.ending = 1
    s.arrived[city] += 1


# --- End of a turn, of a round, of the game -------------------------------------------------------------------------


@rule
def end_turn(s, box, p):
    """Clockwise on; the round is over before the starting player. VA-S1, VA-E1, VA-E7."""
    following = (p + 1) % s.players
    if following == s.starter:
        end_round(s, box)
    if s.phase != OVER:
        start_turn(s, following)


@rule
def end_round(s, box):
    """The game ends with the round in which the end was reached, or after many rounds in which nothing was built or travelled. VA-E1, VA-E6."""
    s.quiet = 0 if s.busy else s.quiet + 1
    s.busy = 0
    if s.ending or s.quiet >= box.quiet_rounds:
        end_game(s, box)
    else:
        s.round_no += 1


@rule
def end_game(s, box):
    """VA-E1 to VA-E7."""
    final_scoring(s, box)
    s.phase = OVER
    s.seat = EMPTY
    s.pushed = 0
    s.segment = EMPTY


# --- What is allowed ------------------------------------------------------------------------------------------------


@rule
def done_obstacle(s):
    """She may stop after a push or a tile; there is no passing. VA-T1, VA-Q1, VA-R1."""
    if s.phase in (PUSH_ON, BUILD_ON):
        return ALLOWED
    if s.phase == AIM:
        return LAY_THEN_PUSH
    if s.phase == EXCHANGE:
        return FALLEN_STONES
    return NONE_FELL if s.phase == CONSOLE else ONE_OF_FOUR_ACTIONS


@rule
def obstacle(s, box, action):
    """0 if the seat to decide may do this now, else the code of the rule that forbids it."""
    p = s.seat
    if p < 0:
        return GAME_IS_OVER
    if action < INCOME_STONES:
        return income_obstacle(s, box, action - INCOME_COINS, False)
    if action < INCOME_BOTH:
        return income_obstacle(s, box, action - INCOME_STONES, False)
    if action < PUSH:
        return income_obstacle(s, box, action - INCOME_BOTH, True)
    if action < AIM_AT:
        return push_obstacle(s, box, p, action - PUSH)
    if action < EXCHANGE_STONE:
        return aim_obstacle(s)
    if action < SELL:
        return exchange_obstacle(s, box, p, action - EXCHANGE_STONE)
    if action < TAKE_TILE:
        return fallen_obstacle(s, action - SELL)
    if action in (TAKE_TILE, TAKE_COIN):
        return consolation_obstacle(s, box, p, action == TAKE_TILE)
    if action < TRAVEL:
        return build_obstacle(s, box, p, action - BUILD)
    if action < DONE:
        return travel_obstacle(s, box, p, action - TRAVEL)
    return done_obstacle(s)


@rule
def legal(s, box, out):
    """Writes the actions without obstacle, ascending, and returns how many there are."""
    p = s.seat
    if p < 0:
        return 0
    if s.phase == AIM:
        for aim in range(PLACES * ANGLES):
            out[aim] = AIM_AT + aim
        return PLACES * ANGLES
    count = 0
    if s.phase == CHOOSE_ACTION:
        count = legal_income(s, box, out, count)
    if s.phase in (CHOOSE_ACTION, PUSH_ON):
        for size in range(SIZES):
            if push_obstacle(s, box, p, size) == ALLOWED:
                out[count] = PUSH + size
                count += 1
    if s.phase in (EXCHANGE, CONSOLE):
        for action in range(EXCHANGE_STONE, BUILD):
            if obstacle(s, box, action) == ALLOWED:
                out[count] = action
                count += 1
    if s.phase in (CHOOSE_ACTION, BUILD_ON):
        for space in range(SPACES):
            if build_obstacle(s, box, p, space) == ALLOWED:
                out[count] = BUILD + space
                count += 1
    if s.phase == CHOOSE_ACTION:
        count = legal_travel(s, box, p, out, count)
    if done_obstacle(s) == ALLOWED:
        out[count] = DONE
        count += 1
    return count


@rule
def legal_income(s, box, out, count):
    """The same, for income: either half of every open card, or both."""
    both = open_cards(s, box) <= box.income_both
    for first in range(INCOME_BOTH if both else INCOME_COINS, PUSH if both else INCOME_BOTH, INCOME_CARDS):
        for card in range(INCOME_CARDS):
            if place_of_card(s, box, card) >= 0:
                out[count] = first + card
                count += 1
    return count


@rule
def legal_travel(s, box, p, out, count):
    """The same, for travel. The ways are looked for once, not for every place."""
    one, two, three = reached(s, box, p, 1), reached(s, box, p, 2), reached(s, box, p, 3)
    if one == 0:
        return count
    for node in range(NODES):
        if ((one | two | three) >> node) & 1:
            steps = 1 if (one >> node) & 1 else (2 if (two >> node) & 1 else 3)
            if stop_obstacle(s, box, p, node, steps) == ALLOWED:
                out[count] = TRAVEL + node
                count += 1
    return count


# --- Playing --------------------------------------------------------------------------------------------------------


@rule
def play(s, box, action):
    """Carries out an action that has no obstacle."""
    p = s.seat
    if action < INCOME_STONES:
        take_income(s, box, p, action - INCOME_COINS, True, False)
    elif action < INCOME_BOTH:
        take_income(s, box, p, action - INCOME_STONES, False, True)
    elif action < PUSH:
        take_income(s, box, p, action - INCOME_BOTH, True, True)
    elif action < AIM_AT:
        s.stone = action - PUSH
        s.phase = AIM
    elif action < EXCHANGE_STONE:
        aim_and_push(s, box, p, action - AIM_AT)
    elif action < SELL:
        load_tile(s, p, exchanged_tile(action - EXCHANGE_STONE))
        return_stone(s, box, p, exchanged_stone(action - EXCHANGE_STONE))
    elif action < TAKE_TILE:
        s.coins[p] += box.sell_coins
        return_stone(s, box, p, action - SELL)
    elif action == TAKE_TILE:
        load_tile(s, p, SMALL)
        end_turn(s, box, p)
    elif action == TAKE_COIN:
        s.coins[p] += box.consolation_coins
        end_turn(s, box, p)
    elif action < TRAVEL:
        build_tile(s, box, p, action - BUILD)
    elif action < DONE:
        travel(s, box, p, action - TRAVEL)
    elif s.phase == PUSH_ON:
        stop_pushing(s, box, p)
    else:
        end_turn(s, box, p)
