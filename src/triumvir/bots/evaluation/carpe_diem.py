"""What a position of Carpe Diem is worth: the sheet so far, and what resources, districts and coming forum phases promise.

Most points are made in the forum, so each player is followed to the next visit, in the order of the prestige bar: which
place between two cards is best for her then, with what she owns, what she is about to complete and what a turn brings on
average. Later visits are judged by the mean of the places that are left. What is begun counts by its open ends.
"""

from triumvir.bots.evaluation import Evaluation
from triumvir.bots.judging import total
from triumvir.games.carpe_diem.actions import PLACE_CELLS
from triumvir.games.carpe_diem.district import (
    BEFORE_LINE,
    BESIDE,
    OPEN,
    SPACE_OF,
    chimneys_on,
    complete,
    goal_line,
    how_many,
    lay_tile,
    lies_across,
    open_sides,
    outgrows,
    spread,
    villa_worth,
    wrong_sides,
)
from triumvir.games.carpe_diem.scoring import goods_held, owned, owned_sets, points_for_fountain_cards, points_for_frame, points_for_items
from triumvir.games.carpe_diem.state import (
    ADMINISTRATOR,
    ANY,
    ANY_DWELLING,
    ANY_LANDSCAPE,
    BAKERY,
    CELLS,
    CHIMNEYS,
    CHOOSE_BREAD,
    CHOOSE_CARD,
    CHOOSE_PLACE,
    CRAFTSMAN,
    FIRST_DWELLING,
    FORUM_COLUMNS,
    FORUM_POINTS,
    FORUM_ROWS,
    FOUNTAIN,
    FOUNTAIN_POINTS,
    FRAME_POINTS,
    GOALS,
    GOALS_ON_PART,
    GRANARY,
    ITEM_POINTS,
    LANDSCAPES,
    LAST_DWELLING,
    MARKET,
    MERCHANT,
    MOVE,
    ON_BLUEPRINT,
    OVER,
    OVERFLOW_POINTS,
    OWNABLE,
    PLACE_PATRICIAN,
    PLACE_TILE,
    PLACES,
    PRESTIGE_POINTS,
    PUT_BACK,
    ROW,
    SIDED,
    SIDES,
    SIZE,
    SPACES,
    TAKE_BLACK_TILE,
    TAKE_TILE,
    THINGS,
    TURNS,
    VILLA,
    VILLA_POINTS,
)
from triumvir.kernel.rule import rule
from triumvir.kernel.state import EMPTY

HOPE_BITS = 7  # for what may soon be completed of one kind,
HOPE_UNIT = 32.0  # in parts of one
SETS_LOOKED_AT = 12  # of a red card
TO_DECIDE = (1 << CRAFTSMAN) | (1 << FOUNTAIN)  # rewards that ask the player something
MOST_HOPE = (1 << HOPE_BITS) - 1
PLACE_BITS = 3  # for the free places beside a card
MOST_PLACES = (1 << PLACE_BITS) - 1


class Weights:
    """Points, shares and chances; a turn is one tile taken and placed."""

    # Resources that are kept for later visits to the forum
    coin: float = 1.5  # points that a coin brings then
    good: float = 1.3  # a good that a card with a free place asks for
    other_good: float = 0.9  # a good that none asks for: for the merchant
    bread: float = 1.5
    step: float = 0.4  # what a step on the prestige bar is worth on top of its point: choosing first
    fountain_card: float = 4.0  # a card still to be drawn
    black_tile: float = 4.0  # a tile from the craftsman's row

    # What a turn brings on average
    landscapes: float = 0.04  # completed, of each kind
    dwellings: float = 0.04  # of each kind
    villas: float = 0.08
    singles: float = 0.04  # of each kind
    chimneys: float = 0.4
    supplies: float = 0.4  # goods and coins that suit a card
    loaves: float = 0.12
    turn_frame: float = 0.1  # points of each category
    turn_villas: float = 0.4
    turn_fountains: float = 0.15
    turn_items: float = 0.05
    turn_steps: float = 0.3
    turn_other: float = 0.3

    # Open ends: the chance that the right tile comes in time
    pace: float = 0.3  # how fast that chance rises with the turns left
    crowd: float = 1.5  # how much each further end that waits for a tile takes away from it
    one: float = 0.7  # the chance, given time, of a tile for a space that asks for one kind
    same: float = 0.5  # for a space that asks twice for one kind, compared with one that asks once
    two: float = 0.35  # that asks for two kinds
    more: float = 0.05  # that asks for three
    villa: float = 1.0  # what a villa that is begun counts, of the points that it would bring
    large_villa: float = 0.5  # chimneys that each further tile of a villa may bring

    # The forum
    spread: float = 0.4  # how much better than the mean the place is that a player finds later, in standard deviations
    later_red: float = 0.5  # sets of a red card that can be paid at a later visit, for each unit of supplies
    share: float = 2.0  # of what a card asks for that is worth building for it

    # The district
    waste: float = 0.0  # a tile in hand that seems to be worth less is stored
    dead_space: float = -0.8  # a space where hardly any tile can lie
    goal: float = 0.3  # chance, at the start, of an untouched goal of the frame

    # Doubt
    doubt_least: float = 3.0
    doubt_turn: float = 0.35  # for each turn that is left


# --- Where a player stands in the match -----------------------------------------------------------------------------


@rule
def at_rank(s, rank):
    """Who chooses at this rank: in the forum those who are still to come, else by the prestige bar. CD-F1."""
    players = int(s.players)
    if s.phase >= CHOOSE_PLACE:
        return int(s.forum_order[(int(s.forum_turn) + rank) % players])
    for p in range(players):
        ahead = 0
        for other in range(players):
            if s.prestige[other] > s.prestige[p] or (s.prestige[other] == s.prestige[p] and s.under[other] > s.under[p]):
                ahead += 1
        if ahead == rank:
            return p
    return 0


@rule
def visits_left(s, box, rank):
    """Visits to the forum that have not begun."""
    later = int(box.phases) - int(s.building_phase)
    if s.phase < CHOOSE_PLACE:
        return later + 1
    to_come = rank < int(s.players) - int(s.forum_turn) and not (rank == 0 and s.visited >= 0)
    return later + 1 if to_come else later


@rule
def turns_before_visit(s, box, p, visits):
    """Turns that have not begun, until the next visit to the forum."""
    if s.phase >= CHOOSE_PLACE:
        return int(box.rounds) if visits <= int(box.phases) - int(s.building_phase) and visits > 0 else 0
    turns = int(box.rounds) - int(s.round_no)
    if s.phase == PLACE_PATRICIAN:
        return turns + 1
    players, starter = int(s.players), int(s.starter)
    place, now = (p - starter) % players, (int(s.seat) - starter) % players
    return turns + 1 if place > now or (place == now and s.phase == MOVE) else turns


# --- Resources ------------------------------------------------------------------------------------------------------


@rule
def kept(box, worth, visits):
    """What a resource is worth that is not spent at the next visit: something later, or its share of a point in the end."""
    return float(worth) if visits > 1 else 1.0 / int(box.items_per_point)


@rule
def wanted_goods(s, box, free):
    """A bit for each good that a card at a free place asks for."""
    wanted, counts = 0, free_places_by_card(free)
    for cell in range(CELLS):
        card = int(s.forum[cell])
        if places_beside(counts, cell) > 0 and box.card_red[card]:
            for good in range(LANDSCAPES):
                if box.card_goods[card, good] > 0:
                    wanted |= 1 << good
    return wanted


@rule
def set_worth(box, w, card, visits):
    """What one set of a card pays. CD-F7."""
    return (
        int(box.card_points[card])
        + int(box.card_coins[card]) * kept(box, w.coin, visits)
        + int(box.card_bread[card]) * kept(box, w.bread, visits)
        + int(box.card_steps[card]) * step_worth(w, visits)
    )


@rule
def step_worth(w, visits):
    """A step on the prestige bar: a point, and a better choice of places while there are any to choose."""
    return 1.0 + (w.step if visits > 1 else 0.0)


# --- What is begun --------------------------------------------------------------------------------------------------


@rule
def in_time(w, turns, waiting):
    """The chance that a turn is left for an open end, where so many spaces wait for a tile."""
    return w.pace * turns / (1.0 + w.pace * (turns + w.crowd * waiting))


@rule
def asks(asked):
    """Whether a space asks for anything but grass."""
    for side in range(SIDES):
        if (asked >> (4 * side)) & 15 < SIDED:
            return True
    return False


@rule
def spaces_waiting(s, p):
    """How many spaces of a district wait for a tile that continues what is begun."""
    count = 0
    rest = int(s.fringe[p])
    while rest != 0:
        lowest = rest & -rest
        rest ^= lowest
        if asks(int(s.sides[p, int(SPACE_OF[lowest % (SPACES + 1)])])):
            count += 1
    return count


@rule
def ease(w, asked):
    """How likely a tile is found for a space, given time, by the kinds that its sides ask for."""
    kinds, twice, different = 0, False, 0
    for side in range(SIDES):
        kind = (asked >> (4 * side)) & 15
        if kind < SIDED:
            if (kinds >> kind) & 1:
                if FIRST_DWELLING <= kind <= LAST_DWELLING:
                    return 0.0
                twice = True
            else:
                different += 1
            kinds |= 1 << kind
    if different <= 1:
        return float(w.one) * (float(w.same) if twice else 1.0)
    return (float(w.two) if different == 2 else float(w.more)) * (float(w.same) if twice else 1.0)


@rule
def feature(s, p, kind, space):
    """The tiles that are joined with a part of a kind, and the empty spaces that its open sides face. CD-T8."""
    spaces = 1 << space
    rest, ends = spaces, 0
    while rest != 0:
        lowest = rest & -rest
        rest ^= lowest
        here = int(SPACE_OF[lowest % (SPACES + 1)])
        sides = int(s.sides[p, here])
        for side in range(SIDES):
            if (sides >> (4 * side)) & 15 == kind:
                other = 1 << int(BESIDE[here, side])
                if s.built[p] & other == 0:
                    ends |= other
                elif spaces & other == 0:
                    spaces |= other
                    rest |= other
    return spaces, ends


@rule
def chance_of_ends(s, w, p, ends):
    """The chance that tiles are found for all open ends, given time."""
    chance = 1.0
    while ends != 0:
        lowest = ends & -ends
        ends ^= lowest
        chance *= ease(w, int(s.sides[p, int(SPACE_OF[lowest % (SPACES + 1)])]))
    return chance


@rule
def goals_across(s, box, p, kind, spaces):
    """Points for goals of the frame that are not met yet and that a completed feature on these spaces would meet. CD-E3."""
    points = 0
    for goal in range(GOALS):
        if (s.goals_met[p] >> goal) & 1 == 0:
            side = goal // GOALS_ON_PART
            part = int(s.frame[p * SIDES + side])
            if box.goal_thing[part, goal % GOALS_ON_PART] == kind and lies_across(
                spaces, goal_line(side, int(box.goal_at[part, goal % GOALS_ON_PART]))
            ):
                points += int(box.goal_points[part, goal % GOALS_ON_PART])
    return points


@rule
def reward_worth(s, box, w, p, kind, tiles, visits):
    """What completing a thing pays at once, apart from what it counts for. CD-C1 to CD-C9."""
    if kind < LANDSCAPES:
        return (tiles - int(box.goods_less)) * kept(box, w.good, visits)
    if kind == MERCHANT:
        return int(box.merchant_coins) * kept(box, w.coin, visits) + goods_held(s, p) * (kept(box, w.coin, visits) - kept(box, w.good, visits))
    if kind == GRANARY:
        return int(box.granary_bread) * kept(box, w.bread, visits)
    if kind == ADMINISTRATOR:
        return int(box.administrator_steps) * step_worth(w, visits)
    if kind == CRAFTSMAN:
        return float(w.black_tile)
    if kind == MARKET:
        return int(box.market_coins) * kept(box, w.coin, visits)
    if kind == BAKERY:
        return int(box.bakery_bread) * kept(box, w.bread, visits)
    return float(w.fountain_card) if kind == FOUNTAIN else 0.0


@rule
def add_hope(hopes, kind, chance):
    """Adds a chance to one kind of a number with some bits for each."""
    before = (hopes >> (HOPE_BITS * kind)) & MOST_HOPE
    return hopes + (min(int(chance * HOPE_UNIT), MOST_HOPE - before) << (HOPE_BITS * kind))


@rule
def hope(hopes, kind):
    """What may soon be completed of a kind."""
    return ((hopes >> (HOPE_BITS * kind)) & MOST_HOPE) / HOPE_UNIT if kind < SIDED else 0.0


@rule
def with_feature(seen, kind, spaces):
    """Spaces that were looked at, landscape by landscape and last those of villas, with one more; a dwelling has one tile on each side."""
    return (
        seen[0] | (spaces if kind == 0 else 0),
        seen[1] | (spaces if kind == 1 else 0),
        seen[2] | (spaces if kind == 2 else 0),
        seen[3] | (spaces if kind == 3 else 0),
        seen[LANDSCAPES] | (spaces if kind == VILLA else 0),
    )


@rule
def begun(s, box, w, p, turns, visits):
    """Looks at all open ends of a district: hopes by kind; points of villas, of the frame and of rewards; dead spaces."""
    soon = in_time(w, turns, spaces_waiting(s, p))
    hopes, dead, seen = 0, 0, (0, 0, 0, 0, 0)
    villas, frame, rewards = 0.0, 0.0, 0.0
    rest = int(s.fringe[p])
    while rest != 0:
        lowest = rest & -rest
        rest ^= lowest
        space = int(SPACE_OF[lowest % (SPACES + 1)])
        asked = int(s.sides[p, space])
        if ease(w, asked) < 0.1:
            dead += 1
        for side in range(SIDES):
            kind = (asked >> (4 * side)) & 15
            if kind >= SIDED:
                continue
            tile = int(BESIDE[space, side])
            if not FIRST_DWELLING <= kind <= LAST_DWELLING and (seen[min(kind, LANDSCAPES)] >> tile) & 1:
                continue
            spaces, ends = feature(s, p, kind, tile)
            seen = with_feature(seen, kind, spaces)
            tiles = how_many(spaces) + how_many(ends)
            if kind < LANDSCAPES and tiles > box.largest_landscape:
                continue
            chance = soon * chance_of_ends(s, w, p, ends)
            hopes = add_hope(hopes, kind, chance)
            frame += chance * goals_across(s, box, p, kind, spaces | ends)
            if kind == VILLA:
                villas += chance * w.villa * villa_worth(box, chimneys_on(s, box, p, spaces) + int(how_many(ends) * w.large_villa + 0.5))
            else:
                rewards += chance * reward_worth(s, box, w, p, kind, tiles, visits)
    return hopes, villas, frame, rewards, dead


# --- The forum ------------------------------------------------------------------------------------------------------


@rule
def brings(w, what):
    """How many of something an average turn completes."""
    if what < LANDSCAPES:
        return float(w.landscapes)
    if what < VILLA:
        return float(w.dwellings)
    if what == VILLA:
        return float(w.villas)
    if what < THINGS:
        return float(w.singles)
    if what == CHIMNEYS:
        return float(w.chimneys)
    return float(w.landscapes) * LANDSCAPES if what == ANY_LANDSCAPE else float(w.dwellings) * (LAST_DWELLING - FIRST_DWELLING + 1)


@rule
def hoped_for(hopes, what):
    """Hope for what a green card asks for."""
    if what < THINGS:
        return hope(hopes, what)
    if what == CHIMNEYS:
        return 0.0
    total = 0.0
    first = 0 if what == ANY_LANDSCAPE else FIRST_DWELLING
    last = LANDSCAPES - 1 if what == ANY_LANDSCAPE else LAST_DWELLING
    for thing in range(first, last + 1):
        total += hope(hopes, thing)
    return total


@rule
def reached(coming, lacking):
    """The chance to get what is lacking where so much is expected to come."""
    part = coming / lacking
    return part * part / (part * part + 0.4 * part + 0.25)


@rule
def green_sets(s, box, w, p, card, hopes, turns):
    """Sets of a green card that a player can expect to own after some turns, and the chance to own one. CD-F5, CD-F9."""
    sets = owned_sets(s, box, p, card)
    if turns == 0:
        return float(sets), 1.0 if sets > 0 else 0.0
    chance, further = 1.0, 1e9
    for what in range(OWNABLE):
        needed = int(box.card_owned[card, what])
        if needed > 0:
            coming = hoped_for(hopes, what) + brings(w, what) * turns
            lacking = needed * (sets + 1) - owned(s, p, what)
            if lacking > 0:
                chance *= reached(coming, lacking)
            further = min(further, max(0.0, coming - lacking) / needed)
    return sets + chance * (1.0 + further), 1.0 if sets > 0 else chance


@rule
def coins_missing(s, box, p, card, sets, spent_card, spent_sets):
    """Coins that stand in for missing goods after sets of another card were paid. CD-F4."""
    coins = 0
    for good in range(LANDSCAPES):
        has = int(s.goods[p, good])
        if spent_sets > 0:
            has = max(0, has - spent_sets * int(box.card_goods[spent_card, good]))
        coins += max(0, sets * int(box.card_goods[card, good]) - has)
    return coins


@rule
def goods_on(box, card):
    """Goods that one set of a red card asks for."""
    goods = 0
    for good in range(LANDSCAPES):
        goods += int(box.card_goods[card, good])
    return goods


@rule
def red_sets(s, box, w, p, card, hopes, turns):
    """Sets of a red card that a player can expect to pay after some turns, and the chance to pay one. CD-F4."""
    coins = int(s.coins[p])
    sets = 0
    missing = coins_missing(s, box, p, card, 1, card, 0)
    while missing <= coins and sets < SETS_LOOKED_AT:
        sets += 1
        missing = coins_missing(s, box, p, card, sets + 1, card, 0)
    if turns == 0:
        return float(sets), 1.0 if sets > 0 else 0.0
    coming = w.supplies * turns
    for good in range(LANDSCAPES):
        if box.card_goods[card, good] > 0:
            coming += hope(hopes, good)
    chance = reached(coming, max(1, missing - coins))
    return sets + chance, 1.0 if sets > 0 else chance


@rule
def card_next(s, box, w, p, card, hopes, turns, visits):
    """What a card is worth at the next visit, with what it costs to pay taken off."""
    worth = set_worth(box, w, card, visits)
    if box.card_red[card]:
        worth -= goods_on(box, card) * kept(box, w.good, visits)
        sets, chance = red_sets(s, box, w, p, card, hopes, turns)
        if worth < 0.0:
            sets = chance
    else:
        sets, chance = green_sets(s, box, w, p, card, hopes, turns)
    return sets * worth - (1.0 - chance) * int(box.penalty)


@rule
def card_later(s, box, w, p, card, hopes, turns, visits):
    """What a card is worth at the visits after the next one."""
    worth = set_worth(box, w, card, visits - 1)
    if box.card_red[card]:
        sets = w.later_red * w.supplies * int(box.rounds) / goods_on(box, card)
        return sets * worth - (1.0 - min(1.0, sets)) * int(box.penalty)
    sets, chance = green_sets(s, box, w, p, card, hopes, turns)
    return sets * worth - (1.0 - chance) * int(box.penalty)


@rule
def place_between(cell, down):
    """The place between a card and the one left of it or above it."""
    row, column = cell // FORUM_COLUMNS, cell % FORUM_COLUMNS
    return FORUM_ROWS * (FORUM_COLUMNS - 1) + (row - 1) * FORUM_COLUMNS + column if down else row * (FORUM_COLUMNS - 1) + column - 1


@rule
def free_places(s):
    """A bit for each place without a marker. CD-F2."""
    free = 0
    for place in range(PLACES):
        if s.marker[place] < 0 and s.forum[PLACE_CELLS[place, 0]] >= 0 and s.forum[PLACE_CELLS[place, 1]] >= 0:
            free |= 1 << place
    return free


@rule
def free_places_by_card(free):
    """How many free places there are beside each card, in one number: some bits for each cell."""
    counts = 0
    for place in range(PLACES):
        if (free >> place) & 1:
            counts += (1 << (PLACE_BITS * int(PLACE_CELLS[place, 0]))) + (1 << (PLACE_BITS * int(PLACE_CELLS[place, 1])))
    return counts


@rule
def places_beside(counts, cell):
    """The number of free places beside a card, of all these numbers."""
    return (counts >> (PLACE_BITS * cell)) & MOST_PLACES


@rule
def coming_visits(s, box, w, p, free, contested, hopes, turns, visits):
    """The best contested place for the next visit, with what it brings, and what all later visits bring.

    Goes through the cards once and remembers the three before: those left of a card and above it.
    """
    loaves = (int(s.bread[p]) + w.loaves * turns) / int(box.bread_per_set)
    loaf_cost = int(box.bread_per_set) * kept(box, w.bread, visits)
    after = turns + int(box.rounds) * visits * 0.5
    next_1, next_2, next_3 = 0.0, 0.0, 0.0
    later_1, later_2, later_3 = 0.0, 0.0, 0.0
    worth_1, worth_2, worth_3 = 0.0, 0.0, 0.0
    best, best_place = -1e9, -1
    count, total, squares = 0, 0.0, 0.0
    counts = free_places_by_card(free)
    for cell in range(CELLS):
        soon, later, worth = 0.0, 0.0, 0.0
        if places_beside(counts, cell) > 0:
            card = int(s.forum[cell])
            soon = card_next(s, box, w, p, card, hopes, turns, visits)
            worth = set_worth(box, w, card, visits)
            if visits > 1:
                later = card_later(s, box, w, p, card, hopes, after, visits)
        for down in range(2):
            if (cell < FORUM_COLUMNS) if down else (cell % FORUM_COLUMNS == 0):
                continue
            place = place_between(cell, down == 1)
            if (free >> place) & 1:
                if (contested >> place) & 1:
                    value = soon + (next_3 if down else next_1) + loaves * max(0.0, max(worth, worth_3 if down else worth_1) - loaf_cost)
                    if value > best:
                        best, best_place = value, place
                both = later + (later_3 if down else later_1)
                count += 1
                total += both
                squares += both * both
        next_1, next_2, next_3 = soon, next_1, next_2
        later_1, later_2, later_3 = later, later_1, later_2
        worth_1, worth_2, worth_3 = worth, worth_1, worth_2
    if best_place < 0:
        return 0.0, best_place, 0.0
    mean = total / count
    deviation = max(0.0, squares / count - mean * mean) ** 0.5
    return best, best_place, (visits - 1) * (mean + w.spread * deviation)


@rule
def sets_worth(box, w, card, sets, visits):
    """What sets of a card bring, or the loss. CD-F7, CD-F8."""
    return sets * set_worth(box, w, card, visits) if sets > 0 else -float(int(box.penalty))


@rule
def with_bread(s, box, w, p, first, first_sets, second, second_sets, visits):
    """What both cards bring when bread pays further sets where that is worth more than the bread. CD-F6."""
    total = sets_worth(box, w, first, first_sets, visits)
    more_first = set_worth(box, w, first, visits)
    more_second = -1e9
    if second >= 0:
        total += sets_worth(box, w, second, second_sets, visits)
        more_second = set_worth(box, w, second, visits)
    cost = int(box.bread_per_set) * kept(box, w.bread, visits)
    for _ in range(int(s.bread[p]) // int(box.bread_per_set)):
        gain_first = more_first + (int(box.penalty) if first_sets == 0 else 0)
        gain_second = more_second + (int(box.penalty) if second_sets == 0 else 0)
        if max(gain_first, gain_second) <= cost:
            break
        if gain_first >= gain_second:
            first_sets += 1
            total += gain_first - cost
        else:
            second_sets += 1
            total += gain_second - cost
    return total


@rule
def paid(s, box, p, card, sets, spent_card, spent_sets, coins):
    """How many sets of a card can be paid or are owned, up to a number."""
    if not box.card_red[card]:
        return owned_sets(s, box, p, card)
    while sets > 0 and coins_missing(s, box, p, card, sets, spent_card, spent_sets) > coins:
        sets -= 1
    return sets


@rule
def visit_under_way(s, box, w, p, visits):
    """What the visit to the forum that has begun still brings, cards and bread used as well as possible."""
    cell = int(s.cell)
    other = -1
    if s.phase == CHOOSE_CARD:
        cell = int(PLACE_CELLS[s.visited, 0])
        other = int(PLACE_CELLS[s.visited, 1])
    elif s.cards_done == 0:
        other = int(PLACE_CELLS[s.visited, 0]) + int(PLACE_CELLS[s.visited, 1]) - cell
    first = int(s.forum[cell])
    second = int(s.forum[other]) if other >= 0 else -1
    good, coin = kept(box, w.good, visits), kept(box, w.coin, visits)
    coins = int(s.coins[p])
    fixed = s.phase == CHOOSE_BREAD
    most = int(s.sets) if fixed else paid(s, box, p, first, SETS_LOOKED_AT, first, 0, coins)
    best = -1e9
    for sets in range(most, (most if fixed or not box.card_red[first] else 0) - 1, -1):
        cost = 0.0
        left = coins
        used = 0
        if box.card_red[first] and not fixed:
            used = sets
            missing = coins_missing(s, box, p, first, sets, first, 0)
            left -= missing
            cost += missing * coin + (sets * goods_on(box, first) - missing) * good
        others = 0
        if second >= 0:
            others = paid(s, box, p, second, SETS_LOOKED_AT, first, used, left)
            if box.card_red[second]:
                missing = coins_missing(s, box, p, second, others, first, used)
                cost += missing * coin + (others * goods_on(box, second) - missing) * good
        best = max(best, with_bread(s, box, w, p, first, sets, second, others, visits) - cost)
    return best


# --- What is in hand ------------------------------------------------------------------------------------------------


@rule
def part_of_set(box, card, what):
    """The part of a green card's set that one of what it asks for is."""
    needed = int(box.card_owned[card, what])
    if needed == 0:
        return 0.0
    things = 0
    for other in range(OWNABLE):
        things += 1 if box.card_owned[card, other] > 0 else 0
    return 1.0 / (needed * things)


@rule
def demand(s, box, w, kind, counts, visits):
    """What one more completed thing of a kind may bring in the forum, by the free places beside its cards."""
    worth, places = 0.0, 0
    for cell in range(CELLS):
        free = places_beside(counts, cell)
        if free > 0:
            places += free
            card = int(s.forum[cell])
            part = part_of_set(box, card, kind)
            if kind < LANDSCAPES:
                part += part_of_set(box, card, ANY_LANDSCAPE)
            elif FIRST_DWELLING <= kind <= LAST_DWELLING:
                part += part_of_set(box, card, ANY_DWELLING)
            if part > 0.0:
                worth += free * part * set_worth(box, w, card, visits)
    return 2.0 * w.share * worth * visits / max(1, places)  # each place lies beside two cards


@rule
def completion_worth(s, box, w, p, kind, spaces, counts, visits):
    """What it is worth to complete a thing on these spaces now."""
    worth = reward_worth(s, box, w, p, kind, how_many(spaces), visits) + demand(s, box, w, kind, counts, visits)
    worth += int(s.fountain_kinds[p, kind]) * int(box.fountain_points[kind]) + goals_across(s, box, p, kind, spaces)
    return worth


@rule
def placing_worth(s, box, w, p, tile, space, turn, soon, counts, visits):
    """About what a tile is worth on a space: what it completes and begins, and the writ."""
    face, asked = int(box.face[tile, turn]), int(s.sides[p, space])
    things = int(box.things[tile])
    here = 1 << space
    unbuilt = open_sides(asked)
    worth = float(box.writ_steps) * step_worth(w, visits) if (s.writs[p] >> space) & 1 else 0.0
    for kind in range(THINGS):
        if (things >> kind) & 1 == 0:
            continue
        spaces, ends, before = here, 0, 0.0
        if kind < SIDED:
            for side in range(SIDES):
                if (face >> (4 * side)) & 15 == kind:
                    other = int(BESIDE[space, side])
                    if (unbuilt >> (4 * side)) & 1:
                        ends |= 1 << other
                    elif (spaces >> other) & 1 == 0:
                        joined, its_ends = feature(s, p, kind, other)
                        spaces |= joined
                        ends |= its_ends & ~here
                        if kind >= LANDSCAPES or how_many(joined) + how_many(its_ends) <= box.largest_landscape:
                            before += soon * chance_of_ends(s, w, p, its_ends)
        tiles = how_many(spaces) + how_many(ends)
        chance = 1.0
        if kind < LANDSCAPES and tiles > box.largest_landscape:
            chance = 0.0
        elif ends != 0:
            chance = soon * chance_of_ends(s, w, p, ends)
        worth += (chance - before) * completion_worth(s, box, w, p, kind, spaces | ends, counts, visits)
        if kind == VILLA:
            chimneys = chimneys_on(s, box, p, spaces & ~here)
            worth += w.villa * (chance * villa_worth(box, chimneys + int(box.chimneys[tile])) - before * villa_worth(box, chimneys))
    if int(box.chimneys[tile]) > 0:
        worth += int(box.chimneys[tile]) * demand(s, box, w, CHIMNEYS, counts, visits)
    return worth


@rule
def best_placing(s, box, w, p, tile, turns, free, visits):
    """The space and turn that seem best for a tile, as one number; EMPTY if it seems better to store it."""
    soon, counts = in_time(w, turns, spaces_waiting(s, p)), free_places_by_card(free)
    best, found = -1e9 if s.built[p] == 0 else float(w.waste), EMPTY
    rest = int(s.fringe[p])
    while rest != 0:
        lowest = rest & -rest
        rest ^= lowest
        space = int(SPACE_OF[lowest % (SPACES + 1)])
        asked = int(s.sides[p, space])
        for turn in range(box.looks[tile]):
            face = int(box.face[tile, turn])
            if wrong_sides(face, asked) == 0:
                worth = placing_worth(s, box, w, p, tile, space, turn, soon, counts, visits)
                if worth > best and not outgrows(s, box, p, tile, space, face):
                    best, found = worth, space * TURNS + turn
    return found


@rule
def remembered(s, p, space):
    """What trying a tile on a space can change, apart from what is counted back."""
    district = s.sides[p, space], s.fringe[p], s.writs[p], s.villa_points[p], s.goals_met[p]
    bar = s.prestige[p], s.sheet[p, OVERFLOW_POINTS]
    resources = s.coins[p], s.bread[p], s.goods[p, 0], s.goods[p, 1], s.goods[p, 2], s.goods[p, 3]
    return district, bar, resources


@rule
def try_tile(s, box, p, tile, space, turn):
    """Lays a tile to see what comes of it; a bit for each thing that it completes."""
    lay_tile(s, box, p, tile, space, turn)
    here = 1 << space
    if s.writs[p] & here:
        s.writs[p] ^= here
        try_steps(s, box, p, int(box.writ_steps))
    done = 0
    for kind in range(THINGS):
        if (box.things[tile] >> kind) & 1:
            spaces = spread(s, p, kind, here) if kind < SIDED else here
            if spaces & OPEN == 0:
                complete(s, box, p, kind, spaces)
                try_reward(s, box, p, kind, how_many(spaces))
                done |= 1 << kind
    return done


@rule
def try_steps(s, box, p, steps):
    """Forward on the prestige bar; a step beyond its end is a point. CD-B2."""
    target = int(s.prestige[p]) + steps
    s.prestige[p] = min(target, int(box.last_prestige))
    s.sheet[p, OVERFLOW_POINTS] += max(0, target - int(box.last_prestige))


@rule
def try_reward(s, box, p, kind, tiles):
    """The reward for a completed thing, where nothing has to be decided. CD-C1, CD-C3 to CD-C5, CD-C8."""
    if kind < LANDSCAPES:
        s.goods[p, kind] += tiles - int(box.goods_less)
    elif kind == MERCHANT:
        s.coins[p] += goods_held(s, p) + int(box.merchant_coins)
        for good in range(LANDSCAPES):
            s.goods[p, good] = 0
    elif kind == GRANARY:
        s.bread[p] += box.granary_bread
    elif kind == ADMINISTRATOR:
        try_steps(s, box, p, int(box.administrator_steps))
    elif kind == MARKET:
        s.coins[p] += box.market_coins
    elif kind == BAKERY:
        s.bread[p] += box.bakery_bread


@rule
def take_up(s, box, p, tile, space, done, before):
    """Takes a tile up again that was only tried: the record is as it was."""
    district, bar, resources = before
    s.sides[p, space], s.fringe[p], s.writs[p], s.villa_points[p], s.goals_met[p] = district
    s.prestige[p], s.sheet[p, OVERFLOW_POINTS] = bar
    s.coins[p], s.bread[p], s.goods[p, 0], s.goods[p, 1], s.goods[p, 2], s.goods[p, 3] = resources
    s.tile[p, space] = EMPTY
    s.turned[p, space] = EMPTY
    s.chimneys[p] -= box.chimneys[tile]
    s.built[p] ^= 1 << space
    for kind in range(THINGS):
        if (done >> kind) & 1:
            s.completed[p, kind] -= 1
    for side in range(SIDES):
        other = int(BESIDE[space, side])
        if other >= 0 and (s.built[p] >> other) & 1 == 0:
            s.sides[p, other] = int(s.sides[p, other]) | (ANY << (4 * ((side + 2) % SIDES)))


@rule
def rewards_for(s, box, w, p, done, space, visits):
    """What the rewards for completed things are worth."""
    worth = 0.0
    for kind in range(THINGS):
        if (done >> kind) & 1:
            tiles = 1
            if kind < LANDSCAPES:
                spaces, _ = feature(s, p, kind, space)
                tiles = how_many(spaces)
            worth += reward_worth(s, box, w, p, kind, tiles, visits)
    return worth


@rule
def waiting_rewards(s, box, w, p, visits):
    """Rewards that wait because the player is asked something else first. CD-C10."""
    worth = 0.0
    for level in range(s.level):
        worth += rewards_for(s, box, w, p, int(s.waiting[level]), int(s.waiting_at[level]), visits)
    return worth


@rule
def offered(s, p, number):
    """One of the tiles that the player may take or place now; EMPTY if there is none."""
    if s.phase == TAKE_TILE:
        return int(s.blueprints[s.patrician[p], number]) if number < ON_BLUEPRINT else EMPTY
    if s.phase == TAKE_BLACK_TILE:
        return int(s.row[number])
    return int(s.taken) if number == 0 else EMPTY


@rule
def offered_before(s, p, number):
    """Whether the same tile was offered under a smaller number."""
    for earlier in range(number):
        if offered(s, p, earlier) == offered(s, p, number):
            return True
    return False


# --- All together ---------------------------------------------------------------------------------------------------


@rule
def fountain_points(s, box, w, p, hopes, turns):
    """Points of fountain cards held: for what is completed, hoped for and built on average; one more goes back if two were drawn."""
    points, least = 0.0, 1e9
    for kind in range(THINGS):
        held = int(s.fountain_kinds[p, kind])
        if held > 0:
            each = int(box.fountain_points[kind]) * (int(s.completed[p, kind]) + hope(hopes, kind) + brings(w, kind) * turns)
            points += held * each
            least = min(least, each)
    if s.phase == PUT_BACK and s.seat == p:
        points -= least
    return points


@rule
def frame_prospects(s, box, w, p, turns):
    """Goals of the frame across whose line two spaces are still free, by the turns that are left."""
    points = 0.0
    free = ~int(s.built[p])
    for goal in range(GOALS):
        if (s.goals_met[p] >> goal) & 1 == 0:
            side = goal // GOALS_ON_PART
            part = int(s.frame[p * SIDES + side])
            line = goal_line(side, int(box.goal_at[part, goal % GOALS_ON_PART]))
            before = int(BEFORE_LINE[line])
            pairs = free & (free >> 1) & before & ~(before >> 1) if line < SIZE - 1 else free & (free >> SIZE) & before & ~(before >> SIZE)
            if pairs != 0:
                points += int(box.goal_points[part, goal % GOALS_ON_PART])
    return points * w.goal * turns / (int(box.rounds) * int(box.phases))


@rule
def write_end(s, box, p, out):
    """The points of a player for whom nothing can change any more but the others' visits."""
    out[p, ITEM_POINTS] = points_for_items(s, box, p)
    out[p, PRESTIGE_POINTS] = int(s.prestige[p])
    out[p, FRAME_POINTS] = points_for_frame(s, box, p)
    out[p, FOUNTAIN_POINTS] = points_for_fountain_cards(s, box, p)
    out[p, VILLA_POINTS] = int(s.villa_points[p])


@rule
def write_player(s, box, w, p, rank, free, contested, wanted, out):
    """One player's expected points; the place she would take at the next visit is returned.

    Where she has a tile to take or to place, every one is tried where it seems best, and the best once more at last.
    """
    visits = visits_left(s, box, rank)
    turns = turns_before_visit(s, box, p, visits)
    unsettled = s.seat == p and s.phase in (TAKE_TILE, TAKE_BLACK_TILE, PLACE_TILE)
    best, best_tile, best_at, place = -1e9, EMPTY, EMPTY, EMPTY
    for number in range(0 if unsettled else ROW, ROW + 1):
        tile, placing = best_tile, best_at
        if number < ROW:
            tile = offered(s, p, number)
            if tile < 0 or offered_before(s, p, number):
                continue
            placing = best_placing(s, box, w, p, tile, turns + int(box.rounds) * (visits - 1), free, visits)
        place = write_tried(s, box, w, p, tile, placing, turns, visits, free, contested, wanted, out)
        if number < ROW and total(out, p) > best:
            best, best_tile, best_at = total(out, p), tile, placing
    return place


@rule
def write_tried(s, box, w, p, tile, placing, turns, visits, free, contested, wanted, out):
    """A player's expected points after a tile is placed, or stored if there is no placing, or just so if there is no tile."""
    space, done = placing // TURNS, 0
    before = remembered(s, p, max(0, space))
    if placing >= 0:
        done = try_tile(s, box, p, tile, space, placing % TURNS)
    place = write_settled(s, box, w, p, turns, visits, free, contested, wanted, out)
    if placing >= 0:
        out[p, s.sheet.shape[1]] += rewards_for(s, box, w, p, done & TO_DECIDE, space, visits)
        take_up(s, box, p, tile, space, done, before)
    elif tile >= 0:
        out[p, ITEM_POINTS] += 1.0 / int(box.items_per_point)
    return place


@rule
def write_settled(s, box, w, p, turns, visits, free, contested, wanted, out):
    """One player's expected points, a tile in hand left out; the place she would take at the next visit is returned."""
    prospects = s.sheet.shape[1]
    for category in range(prospects):
        out[p, category] = s.sheet[p, category]
    out[p, prospects] = 0.0
    acting = s.seat == p and s.phase >= CHOOSE_CARD
    if visits == 0 and not acting:
        write_end(s, box, p, out)
        return -1
    all_turns = turns + int(box.rounds) * max(0, visits - 1)
    hopes, villas, frame, rewards, dead = begun(s, box, w, p, all_turns, visits)
    items = 1.0 / int(box.items_per_point)
    goods = 0.0
    for good in range(LANDSCAPES):
        goods += int(s.goods[p, good]) * (kept(box, w.good if (wanted >> good) & 1 else w.other_good, visits) - items)
    held = goods_held(s, p) + int(s.coins[p]) + int(s.bread[p]) + int(s.stored[p])
    out[p, ITEM_POINTS] = held * items + w.turn_items * all_turns
    goods += int(s.coins[p]) * (kept(box, w.coin, visits) - items) + int(s.bread[p]) * (kept(box, w.bread, visits) - items)
    out[p, PRESTIGE_POINTS] = int(s.prestige[p]) + w.turn_steps * all_turns
    out[p, FRAME_POINTS] = points_for_frame(s, box, p) + frame + frame_prospects(s, box, w, p, all_turns) + w.turn_frame * all_turns
    out[p, FOUNTAIN_POINTS] = fountain_points(s, box, w, p, hopes, all_turns) + w.turn_fountains * all_turns
    out[p, VILLA_POINTS] = int(s.villa_points[p]) + villas + w.turn_villas * all_turns
    out[p, prospects] = goods + rewards + dead * w.dead_space * min(1.0, 0.1 * all_turns) + w.turn_other * all_turns
    if s.seat == p and s.level > 0:
        out[p, prospects] += waiting_rewards(s, box, w, p, visits)
    if acting:
        out[p, FORUM_POINTS] += visit_under_way(s, box, w, p, visits + 1)
    place = -1
    if visits > 0:
        soon, place, later = coming_visits(s, box, w, p, free, contested, hopes, turns, visits)
        out[p, FORUM_POINTS] += soon + later
    return place


@rule
def expected(s, box, w, out):
    """The points that every player can expect in the end, by category."""
    if s.phase == OVER:
        for p in range(s.players):
            for category in range(s.sheet.shape[1]):
                out[p, category] = s.sheet[p, category]
            out[p, s.sheet.shape[1]] = 0.0
        return
    free = free_places(s)
    contested = free
    wanted = wanted_goods(s, box, free)
    for rank in range(s.players):
        place = write_player(s, box, w, at_rank(s, rank), rank, free, contested, wanted, out)
        if place >= 0:
            contested &= ~(1 << place)


@rule
def doubt(s, box, w):
    """Points that the final lead may differ from the expected one: less with every turn."""
    turns = int(box.rounds) * (int(box.phases) - int(s.building_phase) + 1) - int(s.round_no)
    if s.phase >= CHOOSE_PLACE:
        turns = int(box.rounds) * (int(box.phases) - int(s.building_phase))
    return w.doubt_least + w.doubt_turn * max(0, turns)


EVALUATION = Evaluation(
    weights=Weights,
    expected=expected,
    doubt=doubt,
    thinking={"turns": 0.0, "exploration": 0.4, "sharpness": 2.0, "width": 4.0, "widening": 0.4, "contenders": 8.0},
    thinking_of_many={"rivals": 1.0},
    characters={
        "racer": {"step": 2.0},  # wants to be first on the prestige bar
        "builder": {"villa": 2.0, "large_villa": 1.0},  # wants large villas
        "collector": {"fountain_card": 8.0},  # wants fountain cards
    },
)
