"""What a position of Via Appia is worth.

Points come from tiles in the road, from arriving first in a city, and from having built most of a segment; stones,
sesterces and a loaded cart are the means. The worth of means falls as the end comes near: a tile on the cart counts for
nothing when the last round is over. What a push will make fall is guessed by a shove in a few coarse steps.
"""

import math

from triumvir.bots.evaluation import NOT_LOOKED_AT, Evaluation
from triumvir.games.via_appia.actions import AIM_AT
from triumvir.games.via_appia.geometry import ONE
from triumvir.games.via_appia.quarry import SINE, push_with_tremor
from triumvir.games.via_appia.rules import steps_to, stone_pushed, travel_cost
from triumvir.games.via_appia.state import (
    AIM,
    ANGLES,
    BUILD_ON,
    CHOOSE_ACTION,
    CITIES,
    CITY_POINTS,
    CONSOLE,
    DISCS,
    EXCHANGE,
    FORWARD,
    JOINED,
    LARGE,
    MAJORITY_POINTS,
    MID,
    MOST_SESTERCES_POINTS,
    NODES,
    PLACES,
    PUSH_ON,
    ROME,
    SEGMENTS,
    SIZES,
    SMALL,
    SPACES,
)
from triumvir.kernel.rule import rule
from triumvir.kernel.state import i1, i4, record

LAST_CITY = CITIES - 1
PROSPECTS = MAJORITY_POINTS + SEGMENTS  # the column after the sheet's

GRAIN = 256  # ways are kept in whole numbers, so many to a step
COUNT_BITS = 6  # room for a number of spaces in a packed set of counts
COUNT = (1 << COUNT_BITS) - 1

BUILDS_A_TURN = 2  # tiles

SHOVES = 4  # steps of a guessed push; a real one has about twenty
FELT = 2.2  # radii of the pushed stone from the edge within which stones may fall
PLACE_STRIDE, ANGLE_STRIDE = 2, 4  # every so many places and angles are looked at; the aims between are hardly better
YIELD = 0.3  # how much of its share a stone in motion yields to one that it meets
OUT_OF_ORDER = 4000.0  # micrometres by which the order of the stones may be wrong in the middle of a push
SOFT = 1.5  # millimetres from the edge within which a guess is unsure whether a stone falls
NEAR_EDGE = 8.0  # millimetres: stones farther from it do not fall


class Weights:
    """What things are worth, in points, if nothing else is said."""

    gap: float = 1.5  # steps that a space without a tile counts for on the way to a city
    purse: float = 0.15  # steps that a sesterce saves
    race: float = 3.0  # steps ahead that make an arrival before another seat likely
    reach: float = 4.0  # steps by which a city must be nearer than the end of the match to be reached likely
    progress: float = 0.25  # a step towards Brundisium
    access: float = 1.0  # a further segment in which she may build
    pace: float = 0.6  # rounds that the leader takes for a step

    labour: float = 1.6  # what it costs to build a tile from the cart: half a turn
    waiting: float = 0.7  # part of its worth that a tile keeps while there is no space for it
    token: float = 0.8  # a bonus token, beside what it does for the majorities
    stone_small: float = 0.42  # a stone in hand
    stone_mid: float = 0.84
    stone_large: float = 2.1
    ripe: float = 0.47  # what a stone about to be pushed brings, as part of the worth of all stones that lie near the edge
    dry: float = 0.5  # less so much, whatever lies there
    consolation: float = 0.6  # and no less than so much
    again: float = 0.7  # part of that for the stone after it
    ripe_next: float = 0.15  # the same part for the seat that has a whole turn before it
    hoard: float = 0.15  # part of its worth that a stone keeps when there are many already
    enough: float = 3.0  # stones in hand
    push_token: float = 1.0  # a "push +1" token
    coin: float = 0.4  # the first sesterce
    plenty: float = 5.0  # with so many sesterces a further one is worth a quarter of the first
    build_on: float = 1.0  # a second tile may be built
    rounds_to_use: float = 3.0  # rounds that it takes to make use of stones

    majority_spread: float = 0.6  # bonus tokens by which a lead in a segment may change, times the root of its empty spaces
    late: float = 1.0  # bonus tokens that a seat is behind while it may not build in the segment
    purse_spread: float = 4.0  # sesterces by which a lead may change, times the root of the rounds left

    standoff: float = 10.0  # rounds in a row without building or travelling after which nobody is expected to begin again

    least_doubt: float = 2.5  # points by which the end differs from what is expected, at the end
    doubt: float = 3.0  # and more, times the root of the rounds left


@rule
def chance(x):
    """From 0 to 1."""
    return 1.0 / (1.0 + math.exp(-x))


# --- The way ----------------------------------------------------------------------------------------------------------


@rule
def measure_ways(s, box, w):
    """The way from every space and city to the next city, into the record's scratch: a space without a tile is a longer step."""
    again = True
    while again:
        again = False
        for number in range(NODES - 1):
            node = NODES - 2 - number if number < CITIES - 1 else SPACES - 1 - (number - CITIES + 1)
            if node >= SPACES:
                continue
            again |= measure_way(s, box, w, node)
    for city in range(ROME, NODES - 1):
        measure_way(s, box, w, city)


@rule
def measure_way(s, box, w, node):
    """One of them. True if a line leads on to a space that is not measured yet: then this one must wait."""
    shortest = 1 << 20
    for number in range(FORWARD):
        target = int(box.forward[node, number])
        if target < 0:
            continue
        way = GRAIN
        if target < SPACES:
            if s.body_x[target] == 0:
                return True
            way += int(s.body_x[target]) + (0 if s.laid[target] else int(w.gap * GRAIN))
        shortest = min(shortest, way)
    s.body_x[node] = shortest
    return False


@rule
def forget_ways(s):
    """The scratch is empty between decisions."""
    for node in range(NODES):
        s.body_x[node] = 0


@rule
def cities_visited(s, box, p):
    """The number of the last city; Rome is 0."""
    node = int(s.piece[p])
    return node - ROME if node >= SPACES else int(box.space_segment[node])


@rule
def useful_coins(s, w, p):
    """Sesterces: the first are worth most."""
    coins = float(s.coins[p])
    return coins / (1.0 + coins / w.plenty)


@rule
def way_to(s, box, w, p, city):
    """The steps to a city ahead; sesterces in hand make it shorter."""
    if s.piece[p] == NODES - 1:
        return 0.0
    way = float(s.body_x[s.piece[p]])
    for between in range(cities_visited(s, box, p) + 1, city):
        way += float(s.body_x[ROME + between])
    way /= GRAIN
    return max(0.5 * way, way - w.purse * useful_coins(s, w, p))


@rule
def way_to_the_end(s, box, w):
    """The steps to Brundisium of the seat that is nearest."""
    shortest = 1e9
    for p in range(s.players):
        shortest = min(shortest, way_to(s, box, w, p, LAST_CITY))
    return shortest


@rule
def turns_left(s, box, w, p, way):
    """The turns that a seat still has after this one: in the last round it is known."""
    if not s.ending:
        return 1.0 + w.pace * way
    if p == s.seat:
        return 1.0 if s.phase == CHOOSE_ACTION else 0.0
    return 1.0 if (p - int(s.starter)) % s.players > (int(s.seat) - int(s.starter)) % s.players else 0.0


# --- Categories of the sheet --------------------------------------------------------------------------------------------


@rule
def copy_sheet(s, out):
    """What has been scored."""
    for p in range(s.players):
        for category in range(PROSPECTS):
            out[p, category] = s.sheet[p, category]
        out[p, PROSPECTS] = 0.0


@rule
def city_points(s, box, w, p, city, end):
    """The token that a seat may expect in a city that it has not reached, by the others who will be there before."""
    if s.ending:
        return token_points(s, box, int(s.arrived[city])) if can_still_arrive(s, box, w, p, city) else 0.0
    way = way_to(s, box, w, p, city)
    before = float(s.arrived[city])
    for q in range(s.players):
        if q != p and cities_visited(s, box, q) < city:
            before += chance((way - way_to(s, box, w, q, city)) / w.race)
    number = int(before)
    part = before - number
    return (token_points(s, box, number) * (1.0 - part) + token_points(s, box, number + 1) * part) * chance((end - way) / w.reach + 1.0)


@rule
def can_still_arrive(s, box, w, p, city):
    """In the last round: whether a seat can arrive in a city with the turn that it has left."""
    if turns_left(s, box, w, p, 0.0) < 1.0 or city != cities_visited(s, box, p) + 1:
        return False
    steps = steps_to(s, box, p, ROME + city)
    return steps > 0 and travel_cost(s, box, p, steps) <= s.coins[p]


@rule
def spaces_to_fill(s, box, w, left):
    """How many of the empty spaces of a segment may still be built on: in the last round no more than the turns that are left can fill."""
    if not s.ending:
        return left
    builds = 1 if s.phase == BUILD_ON else 0
    for p in range(s.players):
        builds += BUILDS_A_TURN * int(turns_left(s, box, w, p, 0.0))
    return min(left, builds)


@rule
def token_points(s, box, number):
    """The points of a city token, 0 when there is none left."""
    return float(box.city_token[s.players, number]) if number < box.city_tokens[s.players] else 0.0


@rule
def tokens_expected(s, box, w, p, segment):
    """Bonus tokens of a segment, less what a seat is behind that may not build there yet."""
    return float(s.bonus[p, segment]) - (w.late if cities_visited(s, box, p) < segment else 0.0)


@rule
def majority_points(s, box, w, p, segment, left):
    """First and second place in a segment, by the chance to stay ahead of each other seat while so many spaces are empty."""
    if left == 0 and s.bonus[p, segment] == 0:
        return 0.0
    spread = w.majority_spread * math.sqrt(left) + 0.1
    own = tokens_expected(s, box, w, p, segment)
    first, second = 1.0, 0.0
    for q in range(s.players):
        if q != p:
            ahead = chance((own - tokens_expected(s, box, w, q, segment)) / spread)
            second = second * ahead + first * (1.0 - ahead)
            first *= ahead
    return first * box.majority[0] + second * box.majority[1]


@rule
def most_sesterces_points(s, box, w, p, turns):
    """By the chance to have more than each other seat."""
    spread = w.purse_spread * math.sqrt(turns) + 0.3
    most = 1.0
    for q in range(s.players):
        if q != p:
            most *= chance((float(s.coins[p]) - float(s.coins[q]) + 0.3) / spread)
    return most * box.most_coins_points


@rule
def standstill(s, box, w):
    """From 0 to 1, how likely it is that nobody builds or travels any more: the match will end as it stands (VA-E6).

    Whoever builds the last space before a city may open it to the others. So all of them wait, and whoever is behind must
    know that waiting loses long before the search can see the end.
    """
    if s.ending or s.busy:
        return 0.0
    return min(1.0, s.quiet / min(w.standoff, float(box.quiet_rounds))) ** 2


# --- Prospects --------------------------------------------------------------------------------------------------------


@rule
def packed(segment, size):
    """One space of a segment and size, as a packed count."""
    return 1 << (COUNT_BITS * (SIZES * segment + size))


@rule
def unpacked(counts, segments, size):
    """The spaces of a size in the segments up to one."""
    number = 0
    for segment in range(segments + 1):
        number += (counts >> (COUNT_BITS * (SIZES * segment + size))) & COUNT
    return number


@rule
def joined(s, box, space):
    """Whether a tile may be laid here: a line leads to a tile or to the city behind."""
    if box.space_at_city[space]:
        return True
    for number in range(JOINED):
        other = box.joined[space, number]
        if other < 0:
            return False
        if s.laid[other]:
            return True
    return False


@rule
def tile_worth(box, w, size, ready):
    """A tile on the cart, ready to be built or waiting for a space."""
    return (box.tile_points[size] + w.token - w.labour) * (1.0 if ready else w.waiting)


@rule
def fits(box, small, mid, large):
    """Whether a cart can carry so many tiles."""
    shared = int(box.cart_shared) - max(0, large - int(box.cart_spaces[LARGE]))
    return shared >= 0 and mid <= int(box.cart_spaces[MID]) + shared and small <= int(box.cart_spaces[SMALL]) + shared


@rule
def cart_worth(s, box, w, p, turns, ready, empty, small, mid, large):
    """The tiles on the cart: no more than two a turn are built, the large ones first."""
    builds = BUILDS_A_TURN * turns
    cities = min(cities_visited(s, box, p), SEGMENTS - 1)
    worth = 0.0
    for number in range(SIZES):
        size = SIZES - 1 - number
        tiles = small if size == SMALL else mid if size == MID else large
        fit = unpacked(ready, cities, size)
        later = unpacked(empty, SEGMENTS - 1, size)
        for tile in range(min(tiles, later)):
            worth += tile_worth(box, w, size, tile < fit) * min(1.0, builds)
            builds = max(0.0, builds - 1.0)
    return worth


@rule
def loaded_worth(s, box, w, p, turns, ready, empty):
    """The cart, and what fallen stones will load on it: each a tile of its size, or a smaller one, or a sesterce."""
    small, mid, large = int(s.cart[p, SMALL]), int(s.cart[p, MID]), int(s.cart[p, LARGE])
    sold = 0.0
    if p == s.seat and s.phase in (AIM, PUSH_ON, EXCHANGE):
        for _ in range(s.fallen[LARGE]):
            if s.tiles[LARGE] > 0 and fits(box, small, mid, large + 1):
                large += 1
            elif s.tiles[MID] > 0 and fits(box, small, mid + 1, large):
                mid += 1
            elif s.tiles[SMALL] > 0 and fits(box, small + 1, mid, large):
                small += 1
            else:
                sold += box.sell_coins
        for _ in range(s.fallen[MID]):
            if s.tiles[MID] > 0 and fits(box, small, mid + 1, large):
                mid += 1
            elif s.tiles[SMALL] > 0 and fits(box, small + 1, mid, large):
                small += 1
            else:
                sold += box.sell_coins
        for _ in range(s.fallen[SMALL]):
            if s.tiles[SMALL] > 0 and fits(box, small + 1, mid, large):
                small += 1
            else:
                sold += box.sell_coins
    elif p == s.seat and s.phase == CONSOLE:
        if s.tiles[SMALL] > 0 and fits(box, small + 1, mid, large):
            small += 1
        else:
            sold += box.consolation_coins
    return cart_worth(s, box, w, p, turns, ready, empty, small, mid, large) + sold * w.coin


@rule
def stone_worth(w, size):
    if size == SMALL:
        return w.stone_small
    return w.stone_mid if size == MID else w.stone_large


@rule
def ripeness(s, box, w, size):
    """The worth of the stones near the edge, each the more the nearer it lies, as a pushed stone of a size will feel it."""
    depth = float(box.depth)
    reach = FELT * float(box.radius[size])
    worth = 0.0
    for number in range(s.discs):
        i = int(s.discs) - 1 - number
        near = 1.0 - (depth - s.disc_y[i]) / reach
        if near <= 0.0:
            break
        worth += near * near * tile_worth(box, w, s.disc_size[i], True)
    return worth


@rule
def cart_room(s, box, p):
    """From 0 to 1: a nearly full cart cannot take what falls."""
    spaces, tiles = 2 * int(box.cart_shared), 0
    for size in range(SIZES):
        spaces += int(box.cart_spaces[size])
        tiles += int(s.cart[p, size]) + int(s.fallen[size])
    tiles += int(s.cart[p, LARGE])
    return min(1.0, max(0.0, (spaces - tiles) / 3.0))


@rule
def push_worth(s, box, w, p, size):
    """What a stone that is about to be pushed will bring."""
    worth = w.ripe * ripeness(s, box, w, size) - w.dry
    room = cart_room(s, box, p)
    return max(w.consolation, worth * room + w.coin * (1.0 - room))


@rule
def largest_stone(s, p, besides):
    """The largest stone in hand, one of a size not counted; -1 if there is none."""
    for number in range(SIZES):
        size = SIZES - 1 - number
        if s.stones[p, size] > (1 if size == besides else 0):
            return size
    return -1


@rule
def stones_worth(s, box, w, p, turns):
    """Stones in hand: each is pushed some day, the first ones soonest."""
    useful = min(1.0, max(0.0, turns - 1.0) / w.rounds_to_use)
    worth, count = 0.0, 0.0
    for number in range(SIZES):
        size = SIZES - 1 - number
        for _ in range(s.stones[p, size]):
            worth += stone_worth(w, size) * useful * (1.0 if count < w.enough else w.hoard)
            count += 1.0
    return worth


@rule
def quarry_worth(s, box, w, p, turns):
    """What the seat to decide will have of the quarry now, beyond what its stones are worth in the hand."""
    first = int(s.stone) if s.phase == AIM else largest_stone(s, p, -1)
    pushes = int(box.pushes) + int(s.push_token[p]) - int(s.pushed)
    if first < 0 or pushes <= 0:
        return 0.0
    kept = min(1.0, max(0.0, turns - 1.0) / w.rounds_to_use)
    if int(s.stones[p, SMALL]) + int(s.stones[p, MID]) + int(s.stones[p, LARGE]) > w.enough:
        kept *= w.hoard
    worth = push_worth(s, box, w, p, first) - stone_worth(w, first) * kept
    if s.phase == CHOOSE_ACTION:
        return w.ripe_next * max(0.0, worth)
    if s.phase == PUSH_ON:
        return max(0.0, worth)
    second = largest_stone(s, p, first)
    if second >= 0 and pushes > 1:
        worth += max(0.0, w.again * push_worth(s, box, w, p, second) - stone_worth(w, second) * kept)
    return worth


@rule
def prospects(s, box, w, p, end, ready, empty):
    """All that is not on the sheet yet and belongs to no category."""
    turns = turns_left(s, box, w, p, end)
    way = way_to(s, box, w, p, LAST_CITY)
    worth = loaded_worth(s, box, w, p, turns, ready, empty)
    worth += stones_worth(s, box, w, p, turns)
    worth += (w.coin * useful_coins(s, w, p) + w.push_token * s.push_token[p]) * min(1.0, turns / w.rounds_to_use)
    if not s.ending:
        worth -= w.progress * way
        worth += w.access * min(cities_visited(s, box, p), SEGMENTS - 1)
    if p == s.seat and s.phase == BUILD_ON:
        worth += w.build_on
    if p == s.seat and s.phase in (CHOOSE_ACTION, AIM, PUSH_ON):
        worth += quarry_worth(s, box, w, p, turns)
    return worth


@rule
def expected(s, box, w, out):
    """The points that every seat will have in the end, by category."""
    copy_sheet(s, out)
    if s.seat < 0:
        return
    measure_ways(s, box, w)
    ready, empty = 0, 0
    for space in range(SPACES):
        if not s.laid[space]:
            one = packed(int(box.space_segment[space]), int(box.space_size[space]))
            empty += one
            if joined(s, box, space):
                ready += one
    end = way_to_the_end(s, box, w)
    over = standstill(s, box, w)
    going = 1.0 - over
    for p in range(s.players):
        for city in range(cities_visited(s, box, p) + 1, CITIES):
            out[p, CITY_POINTS + city] = going * city_points(s, box, w, p, city, end)
        for segment in range(SEGMENTS):
            left = 0
            for size in range(SIZES):
                left += (empty >> (COUNT_BITS * (SIZES * segment + size))) & COUNT
            left = spaces_to_fill(s, box, w, left)
            out[p, MAJORITY_POINTS + segment] = going * majority_points(s, box, w, p, segment, left)
            if over > 0.0:
                out[p, MAJORITY_POINTS + segment] += over * majority_points(s, box, w, p, segment, 0)
        out[p, MOST_SESTERCES_POINTS] = most_sesterces_points(s, box, w, p, going * turns_left(s, box, w, p, end))
        out[p, PROSPECTS] = going * prospects(s, box, w, p, end, ready, empty)
    forget_ways(s)


@rule
def doubt(s, box, w):
    """How far the end may differ from what is expected: more while there are many rounds to come."""
    if s.seat < 0 or s.ending:
        return w.least_doubt
    measure_ways(s, box, w)
    rounds = w.pace * way_to_the_end(s, box, w) * (1.0 - standstill(s, box, w))
    forget_ways(s)
    return w.least_doubt + w.doubt * math.sqrt(rounds)


# --- What a push may bring ------------------------------------------------------------------------------------------------


@rule
def aiming(s, box, w):
    """A push takes as long as a hundred other moves, and there are many aims."""
    return s.phase == AIM


@rule
def shove(s, box, size, place, angle):
    """Pushes a stone in a few coarse steps and leaves the others in the record's scratch, in micrometres: every stone that
    is reached is shoved on by those behind it, in the order from the line to the edge, and they yield a little. The pushed
    stone slips along the pusher's face."""
    xs, ys, moved, sizes = s.body_x, s.body_y, s.move_x, s.disc_size
    count = int(s.discs)
    for i in range(count):
        xs[i] = s.disc_x[i]
        ys[i] = s.disc_y[i]
    radius = float(box.radius[size])
    tenths = int(box.angles[angle])
    sine = float(SINE[abs(tenths)]) / ONE * (1.0 if tenths >= 0 else -1.0)
    cosine = float(SINE[900 - abs(tenths)]) / ONE
    half = float(box.half_back)
    slant = (float(box.half_front) - half) / float(box.depth)
    wall = float(box.wall_x) / ONE
    step_x, step_y = sine * (radius / cosine + radius) / SHOVES, (radius + radius * cosine) / SHOVES
    x = (half - radius) * (2.0 * place / (PLACES - 1) - 1.0)
    y = -radius
    widest = float(box.radius[LARGE])
    front = 0.0  # how far the stones in motion reach
    for step in range(SHOVES + 1):
        if step < SHOVES:
            x += step_x
            y += step_y
        else:
            y = max(y, radius)
        room = max(half - radius, half + slant * y - radius / wall)
        x = min(max(x, -room), room)
        front = max(front, y + radius)
        for j in range(count):
            own = float(box.radius[sizes[j]])
            jx, jy = float(xs[j]), float(ys[j])
            if jy - own > front + OUT_OF_ORDER:
                break
            touched = False
            for k in range(j):
                i = j - 1 - k
                dy = jy - ys[i]
                if dy > own + widest + OUT_OF_ORDER:
                    break
                if moved[i] == 0:
                    continue
                dx = jx - xs[i]
                other = float(box.radius[sizes[i]])
                square = dx * dx + dy * dy
                if square < (own + other) * (own + other):
                    force = (own + other) / math.sqrt(square + 1.0) - 1.0
                    back = YIELD * own * own / (own * own + other * other) * force
                    jx += dx * (force - back)
                    jy += dy * (force - back)
                    xs[i] -= int(dx * back)
                    ys[i] -= int(dy * back)
                    touched = True
            dx, dy = jx - x, jy - y
            square = dx * dx + dy * dy
            if square < (own + radius) * (own + radius):
                force = (own + radius) / math.sqrt(square + 1.0) - 1.0
                back = own * own / (own * own + radius * radius) * force
                slip = (dx * cosine - dy * sine) * back
                x -= slip * cosine
                y += slip * sine
                jx += dx * (force - back)
                jy += dy * (force - back)
                touched = True
            if touched:
                moved[j] = 1
                room = half + slant * jy - own / wall
                xs[j] = int(min(max(jx, -room), room))
                ys[j] = int(jy)
                front = max(front, jy + own)


@rule
def fallen_worth(box, w, size):
    """What a fallen stone is worth, roughly."""
    return tile_worth(box, w, size, True)


@rule
def guess(s, box, w, action):
    """The points that an aim may bring, more or less than a push is thought to bring."""
    aim = action - AIM_AT
    place, angle = aim // ANGLES, aim % ANGLES
    if place % PLACE_STRIDE != 0 or angle % ANGLE_STRIDE != 0:
        return NOT_LOOKED_AT
    shove(s, box, s.stone, place, angle)
    worth = 0.0
    for j in range(s.discs):
        beyond = (float(s.body_y[j]) - float(box.depth)) / 1000.0
        if beyond > -NEAR_EDGE:
            worth += chance(beyond / SOFT) * fallen_worth(box, w, s.disc_size[j])
        s.body_x[j] = 0
        s.body_y[j] = 0
        s.move_x[j] = 0
    return worth - push_worth(s, box, w, s.seat, s.stone)


# --- Pushes by heart --------------------------------------------------------------------------------------------------


class Quarry:
    """What a push leaves behind: the stones in the quarry, and those that it made fall."""

    discs: i1
    disc_x: i4[DISCS]
    disc_y: i4[DISCS]
    disc_size: i1[DISCS]
    fell: i1[SIZES]


@rule
def pushing(s):
    """A push takes long, and what it does depends on the size of the stone."""
    return 1 + int(s.stone) if s.phase == AIM else 0


@rule
def copy_stones(source, target):
    """The stones of a quarry, from a match to what is kept or back."""
    target.discs = source.discs
    for i in range(DISCS):
        target.disc_x[i] = source.disc_x[i]
        target.disc_y[i] = source.disc_y[i]
        target.disc_size[i] = source.disc_size[i]


@rule
def push_and_keep(s, box, action, quarry):
    """Pushes, and keeps what it leaves behind."""
    for size in range(SIZES):
        quarry.fell[size] = -s.fallen[size]
    push_with_tremor(s, box, s.stone, (action - AIM_AT) // ANGLES, (action - AIM_AT) % ANGLES)
    for size in range(SIZES):
        quarry.fell[size] += s.fallen[size]
    copy_stones(s, quarry)
    stone_pushed(s, box, s.seat)


@rule
def push_as_kept(s, box, action, quarry):
    """The same with what is known of it: the quarry becomes what it became then."""
    for size in range(SIZES):
        s.fallen[size] += quarry.fell[size]
    copy_stones(quarry, s)
    stone_pushed(s, box, s.seat)


CHARACTERS = {
    "builder": {"token": 1.5, "progress": 0.08, "access": 0.3, "race": 5.0},  # lays tiles and is in no hurry to travel
    "racer": {"progress": 0.8, "access": 2.5, "race": 2.0, "purse": 0.3},  # wants to be first in every city
    "trader": {"coin": 1.2, "plenty": 10.0},  # keeps sesterces together
}

EVALUATION = Evaluation(
    weights=Weights,
    expected=expected,
    doubt=doubt,
    guesses=aiming,
    guess=guess,
    scene=record(Quarry),
    toils=pushing,
    play_and_keep=push_and_keep,
    play_as_kept=push_as_kept,
    thinking={"turns": 0.0, "exploration": 0.15, "contenders": 8.0, "unsure": 0.03},
    thinking_of_many={"exploration": 1.5, "contenders": 0.0},
    characters=CHARACTERS,
)
