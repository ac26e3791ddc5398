"""The quarry: what one push does to the stones. Whole numbers only, in a fixed order, so that every machine agrees.

The stones are flat discs in a tray that widens towards its edge. They have no momentum: they move only while something
pushes them, and then as little as possible. So a push is a row of small advances of the pusher, and in each advance the
stones make the least move that leaves no two of them overlapping, where a heavy stone's way counts for more than a light
one's. (That is what sliding friction does in the limit of a slow hand.)

An advance goes like this:

1. Every two stones that may touch are listed, with the direction from one to the other and the gap between them
   (`list_pairs`), and every stone that may touch a wall, the line or the pusher (`list_rims`). Directions are taken where
   the stones are, and advances are small: a direction guessed ahead, from how far the stones went before, goes wrong when
   a row of them buckles, and they would leap.
2. Each of these contacts has a press: how far it has forced its two stones apart, never less than nothing, for a stone
   can push another but not pull it. Sweep by sweep each press is set so that its own gap closes exactly, until hardly
   any changes (`solve`). The presses of the advance before are a good first guess.
3. The stones go where the presses send them, and those whose centre has passed the edge fall (`make_move`, `let_fall`).

A straightened contact never hides an overlap: the true distance is at least its projection. So what overlap remains comes
from sweeps not made, shows as a negative gap and is worked off in the next advance. When the pusher has stopped, `settle`
goes on until no overlap is larger than AIM_OVERLAP. Should it not come to an end, `lift` does for certain: the walls open
towards the edge, so a stone can always be moved forward until it is clear.

Lengths are micrometres in the quarry and parts of one during a push, see geometry.py.
"""

from triumvir.games.via_appia.geometry import FRACTION_BITS, ONE, PART_BITS, STEEPEST, sines
from triumvir.games.via_appia.state import DISCS, LARGE, PAIRS, PLACES, RIMS, SIDES
from triumvir.kernel.chance import roll
from triumvir.kernel.rule import rule
from triumvir.kernel.state import EMPTY

SINE = sines()

MOST_OVERLAP = 50  # what a finished push may leave, micrometres
AIM_OVERLAP = 40  # what it aims at
ADVANCE = 1000 << PART_BITS  # of the pusher, at most
SWEEPS = 16  # at most, in an advance
QUIET = 100 << PART_BITS  # sweeps stop when no press changes by more
SETTLE_ROUNDS = 40  # at most, then lift
SETTLE_SWEEPS = 24
SETTLE_QUIET = 8 << PART_BITS
SKIN = 1000 << PART_BITS  # stones nearer than this are contacts
RELAX = 5  # quarters: a press is corrected by a little more than its gap asks for, which settles chains sooner
LOAD_ROUNDS = 300  # at most, then the load is drawn anew
LOAD_SWEEPS = 24
LOAD_QUIET = 1 << PART_BITS

HALF = ONE >> 1
LEFT, RIGHT, BACK, FRONT = range(SIDES)  # what a stone can touch: the walls, the line or the pusher, the closed edge while loading
NOBODY = -1
UNIT_BITS = 30  # fractions in `list_pairs`
UNIT = 1 << UNIT_BITS
NEAREST = UNIT >> 4  # a sixteenth of the squared distance: nearer stones, only while loading, are treated as if so far


# --- Aiming ---------------------------------------------------------------------------------------------------------


@rule
def aimed_place(box, size, place):
    """Where the centre of a stone is laid for one of the places, which spread evenly over the mouth. VA-Q2."""
    most = int(box.half_back) - int(box.radius[size])
    return 2 * most * int(place) // (PLACES - 1) - most


@rule
def tremor(s, deviation):
    """A disturbance with this standard deviation: the sum of twelve equal chances, nearly normal. VA-Q4, VA-Q11."""
    if deviation <= 0:
        return 0
    total = -6 * (int(deviation) - 1)
    for _ in range(12):
        total += int(roll(s, deviation))
    return total


@rule
def clamp(number, most):
    return min(max(number, -most), most)


@rule
def push_with_tremor(s, box, size, place, angle):
    """Pushes a stone at one of the places and angles, as exactly as a hand can. VA-Q4, VA-Q11."""
    begin_push_with_tremor(s, box, size, place, angle)
    while advance_push(s, box):
        pass
    end_push(s, box)


@rule
def begin_push_with_tremor(s, box, size, place, angle):
    """The aim is disturbed, and cut off at the mouth and at 45 degrees. VA-Q4, VA-Q11."""
    most = int(box.half_back) - int(box.radius[size])
    x = clamp(aimed_place(box, size, place) + tremor(s, box.tremor_place), most)
    tenths = clamp(int(box.angles[angle]) + tremor(s, box.tremor_angle), STEEPEST)
    begin_push(s, box, size, x, tenths)


# --- A push ---------------------------------------------------------------------------------------------------------


@rule
def push(s, box, size, x, tenths):
    """Pushes a stone laid at x with the pusher turned by tenths of a degree; what falls is added to `fallen`. VA-Q2, VA-Q3.

    The three steps can be taken one by one, to look at the stones in between; the result is the same.
    """
    begin_push(s, box, size, x, tenths)
    while advance_push(s, box):
        pass
    end_push(s, box)


@rule
def begin_push(s, box, size, x, tenths):
    """The stone is laid behind the line, as the first body, and the pusher set to it. VA-Q2."""
    for i in range(s.discs):
        s.body_x[i + 1] = int(s.disc_x[i]) << PART_BITS
        s.body_y[i + 1] = int(s.disc_y[i]) << PART_BITS
        s.body_size[i + 1] = s.disc_size[i]
    radius = int(box.radius[size]) << PART_BITS
    s.body_x[0] = int(x) << PART_BITS
    s.body_y[0] = -radius
    s.body_size[0] = size
    s.bodies = s.discs + 1
    point_pusher(s, tenths)
    s.pusher_start = along_pusher(s, int(s.body_x[0]), int(s.body_y[0])) - radius
    s.pusher_way = 0
    s.pusher_end = (radius << FRACTION_BITS) // int(s.pusher_y) + radius  # where the touching point is on the line
    s.pusher_straight = 0


@rule
def point_pusher(s, tenths):
    """Turns the pusher; a positive angle pushes to the right."""
    sine = int(SINE[abs(tenths)])
    s.pusher_x = sine if tenths >= 0 else -sine
    s.pusher_y = SINE[900 - abs(tenths)]


@rule
def along_pusher(s, x, y):
    """How far a point lies in the direction of the pusher."""
    return (int(s.pusher_x) * x + int(s.pusher_y) * y) >> FRACTION_BITS


@rule
def glide(s, box):
    """As long as nothing is near, the stone goes ahead of the pusher in one go: nobody moves but itself. Whether it did."""
    glided = False
    while True:
        free = min(nearest_gap(s, box) - SKIN, int(s.pusher_end) - int(s.pusher_way))
        if free < SKIN:
            return glided
        s.body_x[0] += (int(s.pusher_x) * free) >> FRACTION_BITS
        s.body_y[0] += (int(s.pusher_y) * free) >> FRACTION_BITS
        s.pusher_way += free
        glided = True


@rule
def nearest_gap(s, box):
    """What lies between the pushed stone and the nearest other stone or wall."""
    x, y = int(s.body_x[0]), int(s.body_y[0])
    radius = int(box.radius[s.body_size[0]]) << PART_BITS
    nearest = min(wall_gap(box, x, y), wall_gap(box, -x, y)) - radius
    for i in range(1, s.bodies):
        apart = radius + (int(box.radius[s.body_size[i]]) << PART_BITS)
        dx, dy = int(s.body_x[i]) - x, int(s.body_y[i]) - y
        reach = nearest + apart
        if dx * dx + dy * dy < reach * reach:
            nearest = square_root(dx * dx + dy * dy) - apart
    return nearest


@rule
def square_root(number):
    """The exact whole square root, by Newton's method from above."""
    if number <= 0:
        return 0
    root = 1
    while root * root < number:
        root <<= 1
    while True:
        better = (root + number // root) >> 1
        if better >= root:
            return root
        root = better


@rule
def wall_gap(box, x, y):
    """How far a point is from the right wall, which behind the line goes straight back; the left one is its mirror image."""
    slanted = int(box.wall_distance) + ((int(box.wall_y) * y - int(box.wall_x) * x) >> FRACTION_BITS)
    straight = (int(box.half_back) << PART_BITS) - x
    return max(slanted, straight)


@rule
def advance_push(s, box):
    """One advance of the pusher. False when the stone is wholly inside the line, or has fallen. VA-Q2.

    A turned pusher stops when the point where it touches the stone is on the line. That leaves the stone a little behind
    the line, so there the pusher is straightened and goes on.
    """
    if s.pusher_way == 0 and not s.pusher_straight and glide(s, box):
        return True
    if s.pusher_way >= s.pusher_end and not s.pusher_straight:
        straighten(s, box)
    if s.body_size[0] < 0 or s.pusher_way >= s.pusher_end:
        return False
    radius = int(box.radius[s.body_size[0]]) << PART_BITS
    s.pusher_way = min(int(s.pusher_way) + ADVANCE, int(s.pusher_end))
    advance(s, box, 0, False, SWEEPS, QUIET)
    if s.body_size[0] >= 0 and not s.pusher_straight and s.body_y[0] >= (radius * int(s.pusher_y)) >> FRACTION_BITS:
        s.pusher_way = s.pusher_end  # it slipped along the face, so the touching point is at the line already
    return True


@rule
def straighten(s, box):
    """The pusher is turned straight behind the stone, and pushes until that is inside the line. VA-Q2."""
    s.pusher_straight = 1
    point_pusher(s, 0)
    s.pusher_way = 0
    s.pusher_end = 0
    if s.body_size[0] >= 0:
        s.pusher_start = int(s.body_y[0]) - (int(box.radius[s.body_size[0]]) << PART_BITS)
        s.pusher_end = max(0, -int(s.pusher_start))


@rule
def end_push(s, box):
    """The pusher is taken away, overlaps are cleared, and the stones lie still again. VA-Q3."""
    settle(s, box)
    put_down(s)
    clear_scratch(s)


# --- An advance -----------------------------------------------------------------------------------------------------


@rule
def advance(s, box, pushed, closed, sweeps, quiet):
    """The least move without overlap. `pushed` is the body the pusher touches, `closed` bars the edge, for loading."""
    list_pairs(s, box)
    list_rims(s, box, pushed, closed)
    solve(s, sweeps, quiet)
    make_move(s)
    if not closed:
        let_fall(s, box)


@rule
def list_pairs(s, box):
    """Every two stones nearer than SKIN, in the order of the stones, with the press they had before."""
    s.pairs = 0
    old = 0
    for i in range(s.bodies):
        if s.body_size[i] < 0:
            continue
        radius = int(box.radius[s.body_size[i]]) << PART_BITS
        x, y = int(s.body_x[i]), int(s.body_y[i])
        for j in range(i + 1, s.bodies):
            if s.body_size[j] < 0:
                continue
            apart = radius + (int(box.radius[s.body_size[j]]) << PART_BITS)
            reach = apart + SKIN
            dy = int(s.body_y[j]) - y
            if dy >= reach or dy <= -reach:
                continue
            dx = int(s.body_x[j]) - x
            if dx * dx + dy * dy >= reach * reach or s.pairs == PAIRS:
                continue
            while old < s.old_pairs and s.old_pair[old] < i * DISCS + j:
                old += 1
            press = int(s.old_press[old]) if old < s.old_pairs and s.old_pair[old] == i * DISCS + j else 0
            add_pair(s, box, i, j, dx, dy, apart, press)


@rule
def add_pair(s, box, i, j, dx, dy, apart, press):
    """Notes a pair. Its distance and direction come from t, the square of distance / apart, without any division:
    q, the inverse root of t, begins with three terms of its series about 1 and doubles its digits twice (Newton)."""
    one, two = s.body_size[i], s.body_size[j]
    t = max((((dx * dx + dy * dy) >> 16) * int(box.inverse_square[one, two])) >> 16, NEAREST)
    excess = t - UNIT
    q = UNIT - (excess >> 1) + ((3 * ((excess * excess) >> UNIT_BITS)) >> 3)
    q = (q * (3 * UNIT // 2 - ((((q * q) >> UNIT_BITS) * t) >> (UNIT_BITS + 1)))) >> UNIT_BITS
    q = (q * (3 * UNIT // 2 - ((((q * q) >> UNIT_BITS) * t) >> (UNIT_BITS + 1)))) >> UNIT_BITS
    distance = (apart * ((t * q) >> UNIT_BITS)) >> UNIT_BITS
    inverse = (q * int(box.inverse[one, two])) >> UNIT_BITS
    nx = (dx * inverse) >> (46 - FRACTION_BITS)
    ny = (dy * inverse) >> (46 - FRACTION_BITS)
    share = int(box.share[one, two])
    k = s.pairs
    s.pair_one[k] = i
    s.pair_two[k] = j
    s.pair_x[k] = nx
    s.pair_y[k] = ny
    s.pair_part_x[k] = (nx * share + HALF) >> FRACTION_BITS
    s.pair_part_y[k] = (ny * share + HALF) >> FRACTION_BITS
    s.pair_gap[k] = distance - apart
    s.pair_press[k] = press
    s.pairs += 1


@rule
def list_rims(s, box, pushed, closed):
    """Every stone nearer than SKIN to a wall, the line, the pusher or, while loading, the edge."""
    s.rims = 0
    for i in range(s.bodies):
        if s.body_size[i] < 0:
            continue
        x, y = int(s.body_x[i]), int(s.body_y[i])
        radius = int(box.radius[s.body_size[i]]) << PART_BITS
        list_wall(s, box, i, LEFT, -x, y, radius)
        list_wall(s, box, i, RIGHT, x, y, radius)
        if i == pushed:
            face = int(s.pusher_start) + int(s.pusher_way)
            add_rim(s, i, BACK, int(s.pusher_x), int(s.pusher_y), along_pusher(s, x, y) - face - radius)
        else:
            add_rim(s, i, BACK, 0, ONE, y - radius)
        if closed:
            add_rim(s, i, FRONT, 0, -ONE, (int(box.depth) << PART_BITS) - y - radius)


@rule
def list_wall(s, box, i, side, x, y, radius):
    """A wall on one side; x is counted towards it. At the corner of the mouth the weaker of slant and straight counts."""
    gap = wall_gap(box, x, y)
    inward = 1 if side == LEFT else -1
    if gap == (int(box.half_back) << PART_BITS) - x:
        add_rim(s, i, side, inward * ONE, 0, gap - radius)
    else:
        add_rim(s, i, side, inward * int(box.wall_x), int(box.wall_y), gap - radius)


@rule
def add_rim(s, i, side, nx, ny, gap):
    """Notes a stone near something fixed, with the press it had before."""
    if gap < SKIN and s.rims < RIMS:
        k = s.rims
        s.rim_body[k] = i
        s.rim_side[k] = side
        s.rim_x[k] = nx
        s.rim_y[k] = ny
        s.rim_gap[k] = gap
        s.rim_press[k] = s.side_press[i, side]
        s.rims += 1
    s.side_press[i, side] = 0


@rule
def solve(s, sweeps, quiet):
    """Finds the presses, and with them the least move that leaves no gap negative.

    Most of the time of a push is spent here, so the fields are looked up once; each loop reads only its own.
    """
    move_x, move_y = s.move_x, s.move_y
    for i in range(s.bodies):
        move_x[i] = 0
        move_y[i] = 0
    start_from_old_presses(s)
    for sweep in range(sweeps):
        change = max(sweep_rims(s), sweep_pairs(s, sweep & 1))
        if change < quiet:
            return


@rule
def start_from_old_presses(s):
    """The move that the presses of the advance before would make."""
    move_x, move_y = s.move_x, s.move_y
    for k in range(s.pairs):
        press = int(s.pair_press[k])
        if press != 0:
            i, j = s.pair_one[k], s.pair_two[k]
            part_x, part_y = int(s.pair_part_x[k]), int(s.pair_part_y[k])
            move_x[i] -= (part_x * press + HALF) >> FRACTION_BITS
            move_y[i] -= (part_y * press + HALF) >> FRACTION_BITS
            move_x[j] += ((int(s.pair_x[k]) - part_x) * press + HALF) >> FRACTION_BITS
            move_y[j] += ((int(s.pair_y[k]) - part_y) * press + HALF) >> FRACTION_BITS
    for k in range(s.rims):
        press = int(s.rim_press[k])
        if press != 0:
            i = s.rim_body[k]
            move_x[i] += (int(s.rim_x[k]) * press + HALF) >> FRACTION_BITS
            move_y[i] += (int(s.rim_y[k]) * press + HALF) >> FRACTION_BITS


@rule
def sweep_rims(s):
    """Corrects the press of every stone against something fixed; the largest correction."""
    move_x, move_y = s.move_x, s.move_y
    body, nx, ny, gaps, presses = s.rim_body, s.rim_x, s.rim_y, s.rim_gap, s.rim_press
    change = 0
    for k in range(s.rims):
        i = body[k]
        x, y = int(nx[k]), int(ny[k])
        press = int(presses[k])
        gap = int(gaps[k]) + ((x * int(move_x[i]) + y * int(move_y[i])) >> FRACTION_BITS)
        more = max(-gap, -press)
        if more != 0:
            presses[k] = press + more
            move_x[i] += (x * more + HALF) >> FRACTION_BITS
            move_y[i] += (y * more + HALF) >> FRACTION_BITS
            change = max(change, abs(more))
    return change


@rule
def sweep_pairs(s, backwards):
    """Corrects the press of every pair, from the line to the edge or back; the largest correction."""
    move_x, move_y = s.move_x, s.move_y
    ones, twos, nx, ny = s.pair_one, s.pair_two, s.pair_x, s.pair_y
    parts_x, parts_y, gaps, presses = s.pair_part_x, s.pair_part_y, s.pair_gap, s.pair_press
    count = int(s.pairs)
    change = 0
    for number in range(count):
        k = count - 1 - number if backwards else number
        i, j = ones[k], twos[k]
        x, y = int(nx[k]), int(ny[k])
        press = int(presses[k])
        gap = int(gaps[k]) + ((x * (int(move_x[j]) - int(move_x[i])) + y * (int(move_y[j]) - int(move_y[i]))) >> FRACTION_BITS)
        more = max(-((gap * RELAX) >> 2), -press)
        if more != 0:
            presses[k] = press + more
            part_x, part_y = int(parts_x[k]), int(parts_y[k])
            move_x[i] -= (part_x * more + HALF) >> FRACTION_BITS
            move_y[i] -= (part_y * more + HALF) >> FRACTION_BITS
            move_x[j] += ((x - part_x) * more + HALF) >> FRACTION_BITS
            move_y[j] += ((y - part_y) * more + HALF) >> FRACTION_BITS
            change = max(change, abs(more))
    return change


@rule
def make_move(s):
    """The stones go, and the presses are kept for the next advance."""
    for i in range(s.bodies):
        s.body_x[i] += s.move_x[i]
        s.body_y[i] += s.move_y[i]
    for k in range(s.pairs):
        s.old_pair[k] = int(s.pair_one[k]) * DISCS + int(s.pair_two[k])
        s.old_press[k] = s.pair_press[k]
    s.old_pairs = s.pairs
    for k in range(s.rims):
        s.side_press[s.rim_body[k], s.rim_side[k]] = s.rim_press[k]


@rule
def let_fall(s, box):
    """A stone falls when its centre has passed the edge. VA-Q5."""
    edge = int(box.depth) << PART_BITS
    for i in range(s.bodies):
        if s.body_size[i] >= 0 and s.body_y[i] > edge:
            s.fallen[s.body_size[i]] += 1
            s.body_size[i] = EMPTY


# --- Coming to rest -------------------------------------------------------------------------------------------------


@rule
def settle(s, box):
    """Clears what overlap the sweeps have left, without the pusher. VA-Q3."""
    rounds = 0
    while overlapping(s, box, False):
        if rounds == SETTLE_ROUNDS:
            lift(s, box)
            let_fall(s, box)
            return
        forget_presses(s)
        advance(s, box, NOBODY, False, SETTLE_SWEEPS, SETTLE_QUIET)
        rounds += 1


@rule
def forget_presses(s):
    """No guess from the advance before."""
    s.old_pairs = 0
    for i in range(s.bodies):
        for side in range(SIDES):
            s.side_press[i, side] = 0


@rule
def overlapping(s, box, closed):
    """Whether any overlap is larger than it should be."""
    slack = AIM_OVERLAP << PART_BITS
    edge = int(box.depth) << PART_BITS
    for i in range(s.bodies):
        if s.body_size[i] < 0:
            continue
        radius = (int(box.radius[s.body_size[i]]) << PART_BITS) - slack
        x, y = int(s.body_x[i]), int(s.body_y[i])
        if y < radius or wall_gap(box, abs(x), y) < radius or (closed and edge - y < radius):
            return True
        for j in range(i + 1, s.bodies):
            if s.body_size[j] < 0:
                continue
            apart = radius + (int(box.radius[s.body_size[j]]) << PART_BITS)
            dx, dy = int(s.body_x[j]) - x, int(s.body_y[j]) - y
            if dy < apart and dy > -apart and dx * dx + dy * dy < apart * apart:
                return True
    return False


@rule
def lift(s, box):
    """The certain end: the stone farthest back goes forward until it is clear of all that are in order, and is then one of them.

    A stone in order is marked in move_x.
    """
    for i in range(s.bodies):
        s.move_x[i] = 0
    while True:
        k = rearmost(s)
        if k < 0:
            return
        y = clear_y(s, box, k)
        if y == s.body_y[k]:
            s.move_x[k] = 1
        s.body_y[k] = y


@rule
def rearmost(s):
    """The stone farthest back that is not in order yet."""
    found = NOBODY
    for i in range(s.bodies):
        if s.body_size[i] >= 0 and s.move_x[i] == 0 and (found < 0 or s.body_y[i] < s.body_y[found]):
            found = i
    return found


@rule
def clear_y(s, box, k):
    """How far forward a stone must go to be clear of the line, the walls and all stones in order."""
    radius = int(box.radius[s.body_size[k]]) << PART_BITS
    x = int(s.body_x[k])
    y = max(int(s.body_y[k]), radius)
    while wall_gap(box, abs(x), y) < radius:
        y += 1 << PART_BITS
    for j in range(s.bodies):
        if s.body_size[j] >= 0 and s.move_x[j] == 1:
            apart = radius + (int(box.radius[s.body_size[j]]) << PART_BITS)
            dx, other_y = int(s.body_x[j]) - x, int(s.body_y[j])
            while dx * dx + (y - other_y) * (y - other_y) < apart * apart:
                y += 1 << PART_BITS
    return y


@rule
def put_down(s):
    """Back to whole micrometres, sorted from the line to the edge, so that equal quarries are equal bytes."""
    before = s.discs
    s.discs = 0
    for i in range(s.bodies):
        if s.body_size[i] >= 0:
            x = (int(s.body_x[i]) + (1 << (PART_BITS - 1))) >> PART_BITS
            y = (int(s.body_y[i]) + (1 << (PART_BITS - 1))) >> PART_BITS
            insert_disc(s, x, y, s.body_size[i])
    for i in range(s.discs, before):
        s.disc_x[i] = 0
        s.disc_y[i] = 0
        s.disc_size[i] = EMPTY


@rule
def insert_disc(s, x, y, size):
    """Puts a stone into the sorted list."""
    at = int(s.discs)
    while at > 0 and (s.disc_y[at - 1] > y or (s.disc_y[at - 1] == y and s.disc_x[at - 1] > x)):
        s.disc_x[at] = s.disc_x[at - 1]
        s.disc_y[at] = s.disc_y[at - 1]
        s.disc_size[at] = s.disc_size[at - 1]
        at -= 1
    s.disc_x[at] = x
    s.disc_y[at] = y
    s.disc_size[at] = size
    s.discs += 1


@rule
def clear_scratch(s):
    """All that a push needed is 0 again."""
    s.bodies = 0
    s.pusher_x = 0
    s.pusher_y = 0
    s.pusher_start = 0
    s.pusher_way = 0
    s.pusher_end = 0
    s.pusher_straight = 0
    s.pairs = 0
    s.old_pairs = 0
    s.rims = 0
    for i in range(DISCS):
        s.body_x[i] = 0
        s.body_y[i] = 0
        s.body_size[i] = 0
        s.move_x[i] = 0
        s.move_y[i] = 0
        for side in range(SIDES):
            s.side_press[i, side] = 0
    for k in range(PAIRS):
        s.pair_one[k] = 0
        s.pair_two[k] = 0
        s.pair_x[k] = 0
        s.pair_y[k] = 0
        s.pair_part_x[k] = 0
        s.pair_part_y[k] = 0
        s.pair_gap[k] = 0
        s.pair_press[k] = 0
        s.old_pair[k] = 0
        s.old_press[k] = 0
    for k in range(RIMS):
        s.rim_body[k] = 0
        s.rim_side[k] = 0
        s.rim_x[k] = 0
        s.rim_y[k] = 0
        s.rim_gap[k] = 0
        s.rim_press[k] = 0


# --- Loading --------------------------------------------------------------------------------------------------------


@rule
def load_quarry(s, box):
    """Random places, pressed apart between walls, line and edge; a load that does not come apart is drawn anew. VA-S5."""
    s.discs = 0
    for i in range(DISCS):
        s.disc_x[i] = 0
        s.disc_y[i] = 0
        s.disc_size[i] = EMPTY
    clear_scratch(s)
    while not drawn_apart(s, box):
        pass
    put_down(s)
    clear_scratch(s)


@rule
def drawn_apart(s, box):
    """Draws a load and presses it apart; whether that came to an end."""
    s.bodies = 0
    for size in range(LARGE, -1, -1):
        for _ in range(box.load[size]):
            draw_body(s, box, size)
    for _ in range(LOAD_ROUNDS):
        if not overlapping(s, box, True):
            return True
        forget_presses(s)
        advance(s, box, NOBODY, True, LOAD_SWEEPS, LOAD_QUIET)
    return False


@rule
def draw_body(s, box, size):
    """A stone with its centre anywhere between the walls."""
    depth, half_back, half_front = int(box.depth), int(box.half_back), int(box.half_front)
    while True:
        y = int(roll(s, depth))
        x = int(roll(s, 2 * half_front)) - half_front
        if abs(x) * depth < half_back * depth + (half_front - half_back) * y:
            break
    s.body_x[s.bodies] = x << PART_BITS
    s.body_y[s.bodies] = y << PART_BITS
    s.body_size[s.bodies] = size
    s.bodies += 1
