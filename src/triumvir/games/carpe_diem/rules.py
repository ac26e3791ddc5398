"""The rules of Carpe Diem, in the order of the rulebook: set-up, building phase, rewards, forum phase, the end.

Four functions are the game's face: `set_up`, `legal`, `obstacle` and `play`. `obstacle` answers with the code of the
rule that forbids an action; `legal` lists the actions that have none. Both ask the same small functions, so there is
one answer to what is allowed. How many sets are paid is asked only when at least one can be paid.
"""

from triumvir.games.carpe_diem.actions import (
    BREAD,
    FIRST,
    FORUM,
    MOVE_TO,
    PATRICIAN_TO,
    PLACE,
    PLACE_CELLS,
    PUT_UNDER,
    REWARD,
    SETS,
    STORE,
    TAKE,
)
from triumvir.games.carpe_diem.catalogue import code
from triumvir.games.carpe_diem.district import (
    ALL_SPACES,
    ALLOWED,
    OPEN,
    UNTOUCHED,
    complete,
    how_many,
    lay_tile,
    next_placing,
    placing_obstacle,
    spread,
)
from triumvir.games.carpe_diem.scoring import final_scoring, goods_held, owned_sets
from triumvir.games.carpe_diem.state import (
    ADMINISTRATOR,
    BAKERY,
    BLACK_TILES,
    BLUEPRINTS,
    BOARDS,
    CELLS,
    CHOOSE_BREAD,
    CHOOSE_CARD,
    CHOOSE_PLACE,
    CHOOSE_REWARD,
    CHOOSE_SETS,
    CRAFTSMAN,
    DECKS,
    FORUM_POINTS,
    FOUNTAIN,
    FOUNTAIN_CARDS,
    FRAME_PARTS,
    GRANARY,
    LANDSCAPES,
    LEVELS,
    MARKET,
    MERCHANT,
    MOST_BREAD_SETS,
    MOST_SETS,
    MOVE,
    ON_BLUEPRINT,
    ORDERED,
    OVER,
    OVERFLOW_POINTS,
    PENALTY_POINTS,
    PLACE_PATRICIAN,
    PLACE_TILE,
    PLACES,
    PUT_BACK,
    REMOVED,
    ROW,
    SIDED,
    SIDES,
    SPACES,
    START_POINTS,
    STORAGE,
    TAKE_BLACK_TILE,
    TAKE_TILE,
    THINGS,
    TILES,
    TURNS,
    VILLA,
    WHITE_TILES,
)
from triumvir.kernel.chance import roll, shuffle, turn_up
from triumvir.kernel.rule import rule
from triumvir.kernel.scores import score
from triumvir.kernel.set_up import begin
from triumvir.kernel.state import EMPTY, SEATS

UNOCCUPIED_SPACE = code("CD-S7")
MUST_MOVE = code("CD-M1")
EMPTY_IS_PASSED = code("CD-M2")
NO_BREAD_TO_MOVE = code("CD-M3")
TILE_OF_THE_BLUEPRINT = code("CD-M4")
ORDER_OF_A_TURN = code("CD-P5")
FIRST_IS_PLACED = code("CD-T1")
TILE_OF_THE_ROW = code("CD-C6")
CARD_OF_ONES_OWN = code("CD-C9")
ORDER_OF_REWARDS = code("CD-C10")
FREE_PLACE = code("CD-F2")
ORDER_OF_CARDS = code("CD-F3")
GOODS_FOR_SETS = code("CD-F4")
BREAD_FOR_SETS = code("CD-F6")
GAME_IS_OVER = code("CD-E6")

ASKED = (1 << ORDERED) - 1  # rewards that may have to be put in order
TURNING_POINTS = (1 << MERCHANT) | (1 << CRAFTSMAN)  # those before or after which it matters to have goods
TO_DRAW = 2  # fountain cards


# --- Set-up ---------------------------------------------------------------------------------------------------------


@rule
def set_up(s, box, players, seed):
    """Lays a match out and asks the first player for the patrician. CD-S1 to CD-S10."""
    begin(s, players, seed)
    s.building_phase = 1
    s.round_no = 1
    s.taken = EMPTY
    s.level = 0
    for level in range(LEVELS):
        s.waiting[level] = 0
        s.waiting_at[level] = EMPTY
    clear_forum_phase(s)
    lay_out_tiles(s, box)
    lay_out_forum(s, box)
    lay_out_fountain_cards(s, box)
    lay_out_frames_and_boards(s)
    s.starter = roll(s, players)
    for p in range(SEATS):
        lay_out_resources(s, p)
        lay_out_district(s, box, p, p < players)
    for p in range(SEATS):
        lay_out_marker(s, box, p, p < players)
    s.seat = s.starter
    s.phase = PLACE_PATRICIAN


@rule
def lay_out_tiles(s, box):
    """White and black tiles, shuffled; the blueprints get white tiles, the bottom row black ones. CD-S4."""
    for place in range(WHITE_TILES):
        s.white_pile[place] = box.white[place] if place < box.white_tiles else EMPTY
    for place in range(BLACK_TILES):
        s.black_pile[place] = box.black[place] if place < box.black_tiles else EMPTY
    s.white_left = box.white_tiles
    s.black_left = box.black_tiles
    shuffle(s, s.white_pile, int(s.white_left))
    shuffle(s, s.black_pile, int(s.black_left))
    for place in range(ROW):
        s.row[place] = EMPTY
    for place in range(box.row):
        s.row[place] = turn_up(s, s.black_pile, s.black_left)
        s.black_left -= 1
    for place in range(REMOVED):
        s.removed[place] = EMPTY
    s.removed_count = 0
    fill_blueprints(s)


@rule
def fill_blueprints(s):
    """Four tiles on each blueprint: white ones while there are any, then the black ones. CD-S4, CD-P4, CD-P6."""
    for blueprint in range(BLUEPRINTS):
        for place in range(ON_BLUEPRINT):
            if s.white_left > 0:
                s.blueprints[blueprint, place] = turn_up(s, s.white_pile, s.white_left)
                s.white_left -= 1
            else:
                s.blueprints[blueprint, place] = turn_up(s, s.black_pile, s.black_left)
                s.black_left -= 1


@rule
def lay_out_forum(s, box):
    """So many cards of each deck, shuffled together, on the spaces in use. CD-S2."""
    count = 0
    for deck in range(DECKS):
        count = draw_from_deck(s, box, deck, count)
    shuffle(s, s.forum, count)
    for cell in range(CELLS - 1, -1, -1):
        if box.cell_used[s.players, cell]:
            count -= 1
            s.forum[cell] = s.forum[count]
        else:
            s.forum[cell] = EMPTY
    for place in range(PLACES):
        s.marker[place] = EMPTY


@rule
def draw_from_deck(s, box, deck, count):
    """Adds the cards of one deck: each has the same chance to be among those drawn. CD-S2."""
    needed = int(box.draw[s.players, deck])
    left = 0
    for card in range(box.cards):
        if box.card_deck[card] == deck:
            left += 1
    for card in range(box.cards):
        if box.card_deck[card] == deck:
            if roll(s, left) < needed:
                s.forum[count] = box.card_same[card]
                count += 1
                needed -= 1
            left -= 1
    return count


@rule
def lay_out_fountain_cards(s, box):
    """CD-S3."""
    count = 0
    for thing in range(THINGS):
        for _ in range(box.fountain_copies[thing]):
            s.fountain_pile[count] = thing
            count += 1
    shuffle(s, s.fountain_pile, count)
    s.fountain_left = count
    for place in range(FOUNTAIN_CARDS):
        s.put_by[place] = EMPTY
        if place >= count:
            s.fountain_pile[place] = EMPTY


@rule
def lay_out_frames_and_boards(s):
    """Random boards, random frame parts on random sides; those of nobody stay in the box. CD-S1, CD-S9."""
    for board in range(BOARDS):
        s.board[board] = board
    shuffle(s, s.board, BOARDS)
    for part in range(FRAME_PARTS):
        s.frame[part] = part
    shuffle(s, s.frame, FRAME_PARTS)
    for p in range(s.players, SEATS):
        s.board[p] = EMPTY
        for side in range(SIDES):
            s.frame[p * SIDES + side] = EMPTY


@rule
def lay_out_resources(s, p):
    """An empty resource board. CD-S1."""
    s.coins[p] = 0
    s.bread[p] = 0
    for good in range(LANDSCAPES):
        s.goods[p, good] = 0
    s.stored[p] = 0
    for place in range(STORAGE):
        s.storage[p, place] = EMPTY
    s.fountain_hand[p] = 0
    for thing in range(THINGS):
        s.fountain_kinds[p, thing] = 0
    s.patrician[p] = EMPTY


@rule
def lay_out_district(s, box, p, takes_part):
    """An empty district with its writs; the first tile goes on the shovel space. CD-S1, CD-T1."""
    s.writs[p] = box.writs[s.board[p]] if takes_part else 0
    s.fringe[p] = 1 << int(box.shovel[s.board[p]]) if takes_part else 0
    s.built[p] = 0
    for space in range(SPACES):
        s.tile[p, space] = EMPTY
        s.turned[p, space] = EMPTY
        s.sides[p, space] = UNTOUCHED[space]
    for thing in range(THINGS):
        s.completed[p, thing] = 0
    s.chimneys[p] = 0
    s.villa_points[p] = 0
    s.goals_met[p] = 0


@rule
def lay_out_marker(s, box, p, takes_part):
    """The stack of markers on the bar, and the first points, in turn order. CD-S5, CD-S6."""
    s.prestige[p] = EMPTY
    s.under[p] = EMPTY
    if takes_part:
        place = (p - int(s.starter)) % int(s.players)
        s.prestige[p] = box.first_prestige
        s.under[p] = place
        score(s, p, START_POINTS, int(box.start_points[s.players, place]))


@rule
def clear_forum_phase(s):
    """Nobody is in the forum."""
    for place in range(SEATS):
        s.forum_order[place] = EMPTY
    s.forum_turn = EMPTY
    s.visited = EMPTY
    s.cell = EMPTY
    s.cards_done = 0
    s.sets = 0


# --- Moving the patrician -------------------------------------------------------------------------------------------


@rule
def patrician_obstacle(s, space):
    """CD-S7."""
    for p in range(s.players):
        if s.patrician[p] == space:
            return UNOCCUPIED_SPACE
    return ALLOWED


@rule
def place_patrician(s, p, space):
    """The next player's turn to do so, or the first turn of the game. CD-S7, CD-P1."""
    s.patrician[p] = space
    following = (p + 1) % int(s.players)
    if following == s.starter:
        start_turn(s, following)
    else:
        s.seat = following


@rule
def start_turn(s, p):
    s.seat = p
    s.phase = MOVE


@rule
def tiles_on(s, blueprint):
    count = 0
    for place in range(ON_BLUEPRINT):
        if s.blueprints[blueprint, place] >= 0:
            count += 1
    return count


@rule
def filled_blueprints(s):
    """A bit for each blueprint with a tile."""
    filled = 0
    for blueprint in range(BLUEPRINTS):
        if tiles_on(s, blueprint) > 0:
            filled |= 1 << blueprint
    return filled


@rule
def first_filled(filled, start, step):
    """The first blueprint with a tile in one direction, at the latest the own one. CD-M1, CD-M2."""
    blueprint = start
    for _ in range(BLUEPRINTS):
        blueprint = (blueprint + step) % BLUEPRINTS
        if (filled >> blueprint) & 1:
            return blueprint
    return EMPTY


@rule
def free_targets(s, p, filled):
    """A bit for each blueprint that can be gone to without bread. CD-M1, CD-M2, CD-M5."""
    start = int(s.patrician[p])
    return (1 << first_filled(filled, start, 1)) | (1 << first_filled(filled, start, BLUEPRINTS - 1))


@rule
def targets(s, box, p):
    """A bit for each blueprint that can be gone to. CD-M1, CD-M2, CD-M3, CD-M5."""
    filled = filled_blueprints(s)
    return filled if s.bread[p] >= box.move_bread else free_targets(s, p, filled)


@rule
def move_obstacle(s, box, p, target):
    """CD-M1, CD-M2, CD-M3."""
    if (targets(s, box, p) >> target) & 1:
        return ALLOWED
    if tiles_on(s, target) == 0:
        return EMPTY_IS_PASSED
    return MUST_MOVE if target == s.patrician[p] else NO_BREAD_TO_MOVE


@rule
def move_patrician(s, box, p, target):
    """Bread is taken only for a target that is not free. CD-M3, CD-M5."""
    if (free_targets(s, p, filled_blueprints(s)) >> target) & 1 == 0:
        s.bread[p] -= box.move_bread
    s.patrician[p] = target
    s.phase = TAKE_TILE


# --- Taking a tile --------------------------------------------------------------------------------------------------


@rule
def find_tile(tiles, tile):
    """Where in a display a tile of a kind lies."""
    for place in range(len(tiles)):
        if tiles[place] == tile:
            return place
    return EMPTY


@rule
def take_tile(s, box, p, tile):
    """From the blueprint; what is too much for the number of players is removed at once. CD-M4, CD-P2, CD-P5."""
    blueprint = int(s.patrician[p])
    s.blueprints[blueprint, find_tile(s.blueprints[blueprint], tile)] = EMPTY
    if ON_BLUEPRINT - tiles_on(s, blueprint) >= box.taken_per_blueprint[s.players]:
        for place in range(ON_BLUEPRINT):
            if s.blueprints[blueprint, place] >= 0:
                put_in_order(s.removed, s.removed_count, int(s.blueprints[blueprint, place]))
                s.removed_count += 1
                s.blueprints[blueprint, place] = EMPTY
    offer_tile(s, box, p, tile)


@rule
def take_black_tile(s, box, p, tile):
    """From the bottom row, which is not refilled. CD-C6."""
    s.row[find_tile(s.row, tile)] = EMPTY
    offer_tile(s, box, p, tile)


@rule
def offer_tile(s, box, p, tile):
    """To be placed or stored; stored without asking if it fits nowhere. CD-M4, CD-T10."""
    if next_placing(s, box, p, tile, EMPTY) >= 0:
        s.taken = tile
        s.phase = PLACE_TILE
    else:
        store_tile(s, p, tile)
        go_on(s, box, p)


@rule
def store_tile(s, p, tile):
    """CD-T5."""
    put_in_order(s.storage[p], s.stored[p], tile)
    s.stored[p] += 1
    s.taken = EMPTY


@rule
def put_in_order(tiles, count, tile):
    """Adds a tile to a heap of `count`, which is kept in order because its history does not matter."""
    place = int(count)
    while place > 0 and tiles[place - 1] > tile:
        tiles[place] = tiles[place - 1]
        place -= 1
    tiles[place] = tile


# --- Placing and completing -----------------------------------------------------------------------------------------


@rule
def place_tile(s, box, p, space, turn):
    """The tile, the writ under it, and what it completes. CD-P5, CD-T6, CD-T8, CD-T11, CD-C1, CD-C2, CD-C7, CD-C8."""
    tile = int(s.taken)
    s.taken = EMPTY
    lay_tile(s, box, p, tile, space, turn)
    if (s.writs[p] >> space) & 1:
        s.writs[p] ^= 1 << int(space)
        advance(s, box, p, int(box.writ_steps))
    here = 1 << int(space)
    rewards = 0
    for thing in range(THINGS):
        if (box.things[tile] >> thing) & 1:
            spaces = spread(s, p, thing, here) if thing < SIDED else here
            if spaces & OPEN == 0:
                complete(s, box, p, thing, spaces)
                if thing != VILLA:
                    rewards |= 1 << thing
    if rewards != 0:
        s.waiting[s.level] = rewards
        s.waiting_at[s.level] = space
        s.level += 1
    go_on(s, box, p)


@rule
def go_on(s, box, p):
    """Gives waiting rewards until the player must be asked; then the turn is over. CD-C10, CD-C11."""
    while s.level > 0:
        rewards = int(s.waiting[s.level - 1])
        asked = rewards & ASKED
        if not row_has_tiles(s):
            asked &= ~(1 << CRAFTSMAN)  # he can do nothing, so it does not matter when
        thing = lowest_thing(rewards ^ asked)
        if thing < 0:
            if asked & TURNING_POINTS != 0 and asked & (asked - 1) != 0:
                s.phase = CHOOSE_REWARD
                return
            thing = lowest_thing(asked)
        if reward(s, box, p, thing):
            return
    end_turn(s, box, p)


@rule
def lowest_thing(things):
    for thing in range(THINGS):
        if (things >> thing) & 1:
            return thing
    return EMPTY


@rule
def reward(s, box, p, thing):
    """One waiting reward; True if the player has to decide something for it. CD-C1, CD-C3 to CD-C6, CD-C8, CD-C9."""
    level = int(s.level) - 1
    space = int(s.waiting_at[level])
    s.waiting[level] = int(s.waiting[level]) ^ (1 << thing)
    if s.waiting[level] == 0:
        s.waiting_at[level] = EMPTY
        s.level = level
    if thing < LANDSCAPES:
        s.goods[p, thing] += how_many(spread(s, p, thing, 1 << space) & ALL_SPACES) - int(box.goods_less)
    elif thing == MERCHANT:
        sell_goods(s, box, p)
    elif thing == GRANARY:
        s.bread[p] += box.granary_bread
    elif thing == ADMINISTRATOR:
        advance(s, box, p, int(box.administrator_steps))
    elif thing == MARKET:
        s.coins[p] += box.market_coins
    elif thing == BAKERY:
        s.bread[p] += box.bakery_bread
    elif thing == FOUNTAIN:
        return draw_fountain_cards(s, p)
    else:
        return call_craftsman(s)
    return False


@rule
def sell_goods(s, box, p):
    """All goods for as many coins, and some more. CD-C3."""
    s.coins[p] += goods_held(s, p) + int(box.merchant_coins)
    for good in range(LANDSCAPES):
        s.goods[p, good] = 0


@rule
def call_craftsman(s):
    """A tile of the bottom row, if there is one. CD-C6."""
    if row_has_tiles(s):
        s.phase = TAKE_BLACK_TILE
        return True
    return False


@rule
def row_has_tiles(s):
    for place in range(ROW):
        if s.row[place] >= 0:
            return True
    return False


@rule
def draw_fountain_cards(s, p):
    """Two cards, then one goes back; with fewer left, what there is, and none goes back. CD-C9."""
    drawn = 0
    while drawn < TO_DRAW and s.fountain_left > 0:
        kind = turn_up(s, s.fountain_pile, s.fountain_left)
        s.fountain_left -= 1
        s.put_by[s.fountain_left] = EMPTY
        s.fountain_kinds[p, kind] += 1
        s.fountain_hand[p] += 1
        drawn += 1
    if drawn < TO_DRAW:
        return False
    s.phase = PUT_BACK
    return True


@rule
def put_back(s, box, p, kind):
    """Under the pile; the player remembers it. CD-C9, CD-C12, CD-K1."""
    s.fountain_kinds[p, kind] -= 1
    s.fountain_hand[p] -= 1
    for place in range(s.fountain_left, 0, -1):
        s.fountain_pile[place] = s.fountain_pile[place - 1]
        s.put_by[place] = s.put_by[place - 1]
    s.fountain_pile[0] = kind
    s.put_by[0] = p
    s.fountain_left += 1
    go_on(s, box, p)


@rule
def reward_obstacle(s, thing):
    """CD-C10."""
    return ALLOWED if (s.waiting[s.level - 1] >> thing) & 1 else ORDER_OF_REWARDS


@rule
def choose_reward(s, box, p, thing):
    """CD-C10."""
    if not reward(s, box, p, thing):
        go_on(s, box, p)


# --- The prestige bar -----------------------------------------------------------------------------------------------


@rule
def advance(s, box, p, steps):
    """Forward on the bar, on top of whoever is there; a step beyond the end is a point. CD-B1, CD-B2."""
    if steps == 0:
        return
    target = int(s.prestige[p]) + steps
    if target > box.last_prestige:
        score(s, p, OVERFLOW_POINTS, target - int(box.last_prestige))
        target = int(box.last_prestige)
    for other in range(s.players):
        if s.prestige[other] == s.prestige[p] and s.under[other] > s.under[p]:
            s.under[other] -= 1
    below = 0
    for other in range(s.players):
        if other != p and s.prestige[other] == target:
            below += 1
    s.prestige[p] = target
    s.under[p] = below


# --- The end of a turn and of a phase -------------------------------------------------------------------------------


@rule
def end_turn(s, box, p):
    """Clockwise on; after the last round comes the forum phase. CD-P1."""
    following = (p + 1) % int(s.players)
    if following != s.starter:
        start_turn(s, following)
    elif s.round_no < box.rounds:
        s.round_no += 1
        start_turn(s, following)
    else:
        start_forum_phase(s)


@rule
def start_forum_phase(s):
    """The order is that on the prestige bar, and stays. CD-F1."""
    for p in range(s.players):
        ahead = 0
        for other in range(s.players):
            if s.prestige[other] > s.prestige[p] or (s.prestige[other] == s.prestige[p] and s.under[other] > s.under[p]):
                ahead += 1
        s.forum_order[ahead] = p
    s.forum_turn = 0
    s.seat = s.forum_order[0]
    s.phase = CHOOSE_PLACE


@rule
def end_forum_phase(s, box):
    """The token passes to the left and the next building phase begins, or the game ends. CD-P3, CD-P4."""
    clear_forum_phase(s)
    if s.building_phase == box.phases:
        final_scoring(s, box)
        s.phase = OVER
        s.seat = EMPTY
        return
    s.building_phase += 1
    s.round_no = 1
    s.starter = (int(s.starter) + 1) % int(s.players)
    fill_blueprints(s)
    start_turn(s, int(s.starter))


# --- The forum ------------------------------------------------------------------------------------------------------


@rule
def place_obstacle(s, place):
    """A free place between two cards; own markers block too. CD-F2, CD-F10."""
    if s.marker[place] >= 0 or s.forum[PLACE_CELLS[place, 0]] < 0 or s.forum[PLACE_CELLS[place, 1]] < 0:
        return FREE_PLACE
    return ALLOWED


@rule
def visit_forum(s, p, place):
    """CD-F2."""
    s.marker[place] = p
    s.visited = place
    s.cards_done = 0
    s.phase = CHOOSE_CARD


@rule
def card_obstacle(s, cell):
    """CD-F3."""
    return ALLOWED if PLACE_CELLS[s.visited, 0] == cell or PLACE_CELLS[s.visited, 1] == cell else ORDER_OF_CARDS


@rule
def coins_needed(s, box, p, card, sets):
    """The coins that stand in for missing goods. CD-F4, CD-F12."""
    coins = 0
    for good in range(LANDSCAPES):
        missing = sets * int(box.card_goods[card, good]) - int(s.goods[p, good])
        if missing > 0:
            coins += missing
    return coins


@rule
def payable_sets(s, box, p, card):
    """How many sets of a red card goods and coins pay for. CD-F4."""
    sets = 0
    while sets < MOST_SETS and coins_needed(s, box, p, card, sets + 1) <= s.coins[p]:
        sets += 1
    return sets


@rule
def bread_sets(s, box, p):
    """How many sets bread pays for. CD-F6."""
    return min(int(s.bread[p]) // int(box.bread_per_set), MOST_BREAD_SETS)


@rule
def carry_out_cards(s, box, p):
    """Goes on with the card in play until the player must be asked. CD-F3, CD-F5, CD-F11."""
    while s.visited >= 0:
        card = int(s.forum[s.cell])
        if s.phase == CHOOSE_SETS:
            if not box.card_red[card]:
                s.sets = owned_sets(s, box, p, card)
            elif payable_sets(s, box, p, card) > 0:
                return
            s.phase = CHOOSE_BREAD
        if bread_sets(s, box, p) > 0:
            return
        finish_card(s, box, p, 0)


@rule
def start_card(s, box, p, cell):
    """CD-F3."""
    s.cell = cell
    s.sets = 0
    s.phase = CHOOSE_SETS
    carry_out_cards(s, box, p)


@rule
def pay_sets(s, box, p, sets):
    """Goods before coins, which is never worse. CD-F4, CD-F12."""
    card = int(s.forum[s.cell])
    s.coins[p] -= coins_needed(s, box, p, card, sets)
    for good in range(LANDSCAPES):
        s.goods[p, good] -= min(sets * int(box.card_goods[card, good]), int(s.goods[p, good]))
    s.sets = sets
    s.phase = CHOOSE_BREAD
    carry_out_cards(s, box, p)


@rule
def finish_card(s, box, p, more_sets):
    """The bread, the reward for each set or the loss, then the other card or the next player. CD-F6, CD-F7, CD-F8, CD-F11."""
    s.bread[p] -= more_sets * int(box.bread_per_set)
    sets = int(s.sets) + more_sets
    card = int(s.forum[s.cell])
    if sets == 0:
        score(s, p, PENALTY_POINTS, -int(box.penalty))
    else:
        score(s, p, FORUM_POINTS, sets * int(box.card_points[card]))
        s.coins[p] += sets * int(box.card_coins[card])
        s.bread[p] += sets * int(box.card_bread[card])
        advance(s, box, p, sets * int(box.card_steps[card]))
    s.sets = 0
    if s.cards_done == 0:
        s.cards_done = 1
        s.cell = int(PLACE_CELLS[s.visited, 0]) + int(PLACE_CELLS[s.visited, 1]) - int(s.cell)
        s.phase = CHOOSE_SETS
    else:
        leave_forum(s, box)


@rule
def leave_forum(s, box):
    """CD-F1."""
    s.visited = EMPTY
    s.cell = EMPTY
    s.cards_done = 0
    s.forum_turn += 1
    if s.forum_turn == s.players:
        end_forum_phase(s, box)
    else:
        s.seat = s.forum_order[s.forum_turn]
        s.phase = CHOOSE_PLACE


@rule
def pay_bread(s, box, p, sets):
    """CD-F6."""
    finish_card(s, box, p, sets)
    carry_out_cards(s, box, p)


# --- What is allowed ------------------------------------------------------------------------------------------------


@rule
def obstacle(s, box, action):
    """0 if the seat to decide may do this now, else the code of the rule that forbids it."""
    p = int(s.seat)
    if p < 0:
        return GAME_IS_OVER
    if action < MOVE_TO:
        return patrician_obstacle(s, action - PATRICIAN_TO) if s.phase == PLACE_PATRICIAN else UNOCCUPIED_SPACE
    if action < TAKE:
        return move_obstacle(s, box, p, action - MOVE_TO) if s.phase == MOVE else ORDER_OF_A_TURN
    if action < PLACE:
        return take_obstacle(s, p, action - TAKE)
    if action < REWARD:
        return placing_or_storing_obstacle(s, box, p, action)
    if action < PUT_UNDER:
        return reward_obstacle(s, action - REWARD) if s.phase == CHOOSE_REWARD else ORDER_OF_REWARDS
    if action < FORUM:
        return ALLOWED if s.phase == PUT_BACK and s.fountain_kinds[p, action - PUT_UNDER] > 0 else CARD_OF_ONES_OWN
    if action < FIRST:
        return place_obstacle(s, action - FORUM) if s.phase == CHOOSE_PLACE else FREE_PLACE
    if action < SETS:
        return card_obstacle(s, action - FIRST) if s.phase == CHOOSE_CARD else ORDER_OF_CARDS
    if action < BREAD:
        return ALLOWED if s.phase == CHOOSE_SETS and action - SETS <= payable_sets(s, box, p, int(s.forum[s.cell])) else GOODS_FOR_SETS
    return ALLOWED if s.phase == CHOOSE_BREAD and action - BREAD <= bread_sets(s, box, p) else BREAD_FOR_SETS


@rule
def take_obstacle(s, p, tile):
    """CD-M4, CD-C6, CD-P5."""
    if s.phase == TAKE_TILE:
        return ALLOWED if find_tile(s.blueprints[s.patrician[p]], tile) >= 0 else TILE_OF_THE_BLUEPRINT
    if s.phase == TAKE_BLACK_TILE:
        return ALLOWED if find_tile(s.row, tile) >= 0 else TILE_OF_THE_ROW
    return ORDER_OF_A_TURN


@rule
def placing_or_storing_obstacle(s, box, p, action):
    """CD-T1 to CD-T5, CD-P5."""
    if s.phase != PLACE_TILE:
        return ORDER_OF_A_TURN
    if action == STORE:
        return FIRST_IS_PLACED if s.built[p] == 0 else ALLOWED
    return placing_obstacle(s, box, p, int(s.taken), (action - PLACE) // TURNS, (action - PLACE) % TURNS)


@rule
def legal(s, box, out):
    """Writes the actions without obstacle, ascending, and returns how many there are."""
    p = int(s.seat)
    if p < 0:
        return 0
    if s.phase == PLACE_TILE:
        return legal_placings(s, box, p, out)
    if s.phase >= CHOOSE_PLACE:
        return legal_in_forum(s, box, p, out)
    count = 0
    if s.phase == PLACE_PATRICIAN:
        for space in range(BLUEPRINTS):
            if patrician_obstacle(s, space) == ALLOWED:
                out[count] = PATRICIAN_TO + space
                count += 1
    elif s.phase == MOVE:
        reachable = targets(s, box, p)
        for target in range(BLUEPRINTS):
            if (reachable >> target) & 1:
                out[count] = MOVE_TO + target
                count += 1
    elif s.phase == TAKE_TILE:
        count = legal_tiles(s.blueprints[s.patrician[p]], out)
    elif s.phase == TAKE_BLACK_TILE:
        count = legal_tiles(s.row, out)
    elif s.phase == CHOOSE_REWARD:
        for thing in range(ORDERED):
            if reward_obstacle(s, thing) == ALLOWED:
                out[count] = REWARD + thing
                count += 1
    else:
        for kind in range(THINGS):
            if s.fountain_kinds[p, kind] > 0:
                out[count] = PUT_UNDER + kind
                count += 1
    return count


@rule
def legal_tiles(tiles, out):
    """The kinds in a display, ascending and each once."""
    count = 0
    last = EMPTY
    while True:
        lowest = TILES
        for place in range(len(tiles)):
            if tiles[place] > last and tiles[place] < lowest:
                lowest = int(tiles[place])
        if lowest == TILES:
            return count
        out[count] = TAKE + lowest
        count += 1
        last = lowest


@rule
def legal_placings(s, box, p, out):
    """CD-T1 to CD-T5."""
    count = 0
    placing = next_placing(s, box, p, int(s.taken), EMPTY)
    while placing >= 0:
        out[count] = PLACE + placing
        count += 1
        placing = next_placing(s, box, p, int(s.taken), placing)
    if s.built[p] != 0:
        out[count] = STORE
        count += 1
    return count


@rule
def legal_in_forum(s, box, p, out):
    """The same, for the choices of the forum phase."""
    count = 0
    if s.phase == CHOOSE_PLACE:
        for place in range(PLACES):
            if place_obstacle(s, place) == ALLOWED:
                out[count] = FORUM + place
                count += 1
    elif s.phase == CHOOSE_CARD:
        for cell in range(CELLS):
            if card_obstacle(s, cell) == ALLOWED:
                out[count] = FIRST + cell
                count += 1
    elif s.phase == CHOOSE_SETS:
        for sets in range(payable_sets(s, box, p, int(s.forum[s.cell])) + 1):
            out[count] = SETS + sets
            count += 1
    else:
        for sets in range(bread_sets(s, box, p) + 1):
            out[count] = BREAD + sets
            count += 1
    return count


# --- Playing --------------------------------------------------------------------------------------------------------


@rule
def play(s, box, action):
    """Carries out an action that has no obstacle."""
    p = int(s.seat)
    if action < MOVE_TO:
        place_patrician(s, p, action - PATRICIAN_TO)
    elif action < TAKE:
        move_patrician(s, box, p, action - MOVE_TO)
    elif action < PLACE:
        if s.phase == TAKE_TILE:
            take_tile(s, box, p, action - TAKE)
        else:
            take_black_tile(s, box, p, action - TAKE)
    elif action < STORE:
        place_tile(s, box, p, (action - PLACE) // TURNS, (action - PLACE) % TURNS)
    elif action == STORE:
        store_tile(s, p, int(s.taken))
        go_on(s, box, p)
    elif action < PUT_UNDER:
        choose_reward(s, box, p, action - REWARD)
    elif action < FORUM:
        put_back(s, box, p, action - PUT_UNDER)
    elif action < FIRST:
        visit_forum(s, p, action - FORUM)
    elif action < SETS:
        start_card(s, box, p, action - FIRST)
    elif action < BREAD:
        pay_sets(s, box, p, action - SETS)
    else:
        pay_bread(s, box, p, action - BREAD)
