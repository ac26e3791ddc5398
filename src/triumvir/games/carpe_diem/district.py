"""A district of 6 x 6 spaces: where a tile may lie, what it joins, and what that completes.

A set of spaces is a whole number with a bit for each space, row by row from the top left. The four sides of a tile, or
of an empty space, are a number of four bits a side: north, east, south, west.
"""

import numpy as np

from triumvir.games.carpe_diem.catalogue import code
from triumvir.games.carpe_diem.state import (
    ANY,
    GOALS_ON_PART,
    GRASS,
    LANDSCAPES,
    SIDES,
    SIZE,
    SPACES,
    TURNS,
    VILLA,
)
from triumvir.kernel.rule import rule
from triumvir.kernel.state import EMPTY

ALLOWED = 0
ON_THE_SHOVEL = code("CD-T1")
NEXT_TO_A_TILE = code("CD-T2")
SIDES_MUST_MATCH = code("CD-T3")
FRAME_IS_GRASS = code("CD-T4")
LANDSCAPE_TOO_LARGE = code("CD-T7")
SAME_LOOK = code("CD-T10")

ALL_SPACES = (1 << SPACES) - 1
ANY_LANDSCAPE_BIT = (1 << LANDSCAPES) - 1
OPEN = 1 << SPACES  # beside a set of spaces: not complete

# The space on each side of a space, EMPTY where the frame is.
BESIDE = np.array(
    [
        [
            space - SIZE if space >= SIZE else EMPTY,
            space + 1 if space % SIZE < SIZE - 1 else EMPTY,
            space + SIZE if space < SPACES - SIZE else EMPTY,
            space - 1 if space % SIZE > 0 else EMPTY,
        ]
        for space in range(SPACES)
    ],
    np.int8,
)
# What an empty board asks of each space: grass towards the frame, anything elsewhere.
UNTOUCHED = np.array([sum((GRASS if beside < 0 else ANY) << (4 * side) for side, beside in enumerate(around)) for around in BESIDE], np.uint16)
# The powers of two below 2^36 all leave different remainders when divided by 37: this finds the space of a single bit.
SPACE_OF = np.full(SPACES + 1, EMPTY, np.int8)
for _space in range(SPACES):
    SPACE_OF[(1 << _space) % (SPACES + 1)] = _space
# The spaces left of the line right of column 1 to 5, then those above the line below row 1 to 5.
BEFORE_LINE = np.array(
    [sum(1 << space for space in range(SPACES) if space % SIZE < line) for line in range(1, SIZE)]
    + [sum(1 << space for space in range(SPACES) if space // SIZE < line) for line in range(1, SIZE)],
    np.int64,
)


# --- Where a tile may lie -------------------------------------------------------------------------------------------


@rule
def placing_obstacle(s, box, p, tile, space, turn):
    """Why a tile cannot lie on a space with so many turns, 0 if it can. CD-T1 to CD-T4, CD-T7, CD-T9, CD-T10."""
    if (s.fringe[p] >> space) & 1 == 0:
        return ON_THE_SHOVEL if s.built[p] == 0 else NEXT_TO_A_TILE
    if turn >= box.looks[tile]:
        return SAME_LOOK
    face = int(box.face[tile, turn])
    wrong = wrong_sides(face, int(s.sides[p, space]))
    if wrong != 0:
        return FRAME_IS_GRASS if touches_frame(space, wrong) else SIDES_MUST_MATCH
    return LANDSCAPE_TOO_LARGE if outgrows(s, box, p, tile, space, face) else ALLOWED


@rule
def wrong_sides(face, asked):
    """The bits of the sides of a tile that do not match what is asked; 0 if all match. CD-T3, CD-T9."""
    return (face ^ asked) & ~open_sides(asked)


@rule
def open_sides(asked):
    """All four bits of the sides of a space that face nothing yet."""
    return (asked & (asked >> 1) & (asked >> 2) & (asked >> 3) & 0x1111) * ANY


@rule
def touches_frame(space, wrong):
    """Whether one of the wrong sides lies at the frame. CD-T4."""
    for side in range(SIDES):
        if (wrong >> (4 * side)) & 15 != 0 and BESIDE[space, side] < 0:
            return True
    return False


@rule
def outgrows(s, box, p, tile, space, face):
    """Whether a landscape would become too large. CD-T7."""
    if int(box.things[tile]) & ANY_LANDSCAPE_BIT == 0:
        return False
    for kind in range(LANDSCAPES):
        if (box.things[tile] >> kind) & 1 and grown_size(s, p, space, face, kind) > box.largest_landscape:
            return True
    return False


@rule
def grown_size(s, p, space, face, kind):
    """How many tiles a landscape would have with this one, all that it would join counted. CD-T7."""
    joined = 0
    for side in range(SIDES):
        if (face >> (4 * side)) & 15 == kind and (s.built[p] >> int(BESIDE[space, side])) & 1:
            joined |= 1 << int(BESIDE[space, side])
    if joined == 0:
        return 1
    return 1 + how_many(spread(s, p, kind, joined) & ALL_SPACES)


@rule
def next_placing(s, box, p, tile, after):
    """The first legal placing, space by space and turn by turn, after a given one; EMPTY if there is none. CD-T1 to CD-T4, CD-T7."""
    space = (after + 1) // TURNS
    rest = (s.fringe[p] >> space) << space
    while rest != 0:
        lowest = rest & -rest
        rest ^= lowest
        space = int(SPACE_OF[lowest % (SPACES + 1)])
        asked = int(s.sides[p, space])
        for turn in range(box.looks[tile]):
            face = int(box.face[tile, turn])
            if wrong_sides(face, asked) == 0 and space * TURNS + turn > after and not outgrows(s, box, p, tile, space, face):
                return space * TURNS + turn
    return EMPTY


# --- Landscapes, dwellings and villas -------------------------------------------------------------------------------


@rule
def how_many(spaces):
    """The number of spaces in a set."""
    count = 0
    while spaces != 0:
        spaces &= spaces - 1
        count += 1
    return count


@rule
def spread(s, p, kind, spaces):
    """All tiles that the parts of a kind on these tiles are joined with; with OPEN if a side of them is open. CD-T8."""
    rest = spaces
    is_open = 0
    while rest != 0:
        lowest = rest & -rest
        rest ^= lowest
        space = int(SPACE_OF[lowest % (SPACES + 1)])
        sides = int(s.sides[p, space])
        for side in range(SIDES):
            if (sides >> (4 * side)) & 15 == kind:
                other = 1 << int(BESIDE[space, side])  # the frame is grass, so there is a space
                if s.built[p] & other == 0:
                    is_open = OPEN
                elif spaces & other == 0:
                    spaces |= other
                    rest |= other
    return spaces | is_open


@rule
def lay_tile(s, box, p, tile, space, turn):
    """The tile lies, and its open sides are asked of the spaces beside it. CD-T2, CD-T3."""
    face = int(box.face[tile, turn])
    s.tile[p, space] = tile
    s.turned[p, space] = turn
    s.sides[p, space] = face
    s.chimneys[p] += box.chimneys[tile]
    s.built[p] |= 1 << int(space)
    beside = 0
    for side in range(SIDES):
        other = int(BESIDE[space, side])
        if other >= 0:
            beside |= 1 << other
            if (s.built[p] >> other) & 1 == 0:
                shift = 4 * ((side + 2) % SIDES)
                s.sides[p, other] = (int(s.sides[p, other]) & ~(ANY << shift)) | (((face >> (4 * side)) & 15) << shift)
    if s.built[p] & (s.built[p] - 1) == 0:
        s.fringe[p] = 0  # the shovel space was the only choice for the first tile
    s.fringe[p] = (s.fringe[p] | beside) & ~s.built[p]


@rule
def chimneys_on(s, box, p, spaces):
    """Chimneys on a set of tiles."""
    chimneys = 0
    while spaces != 0:
        lowest = spaces & -spaces
        spaces ^= lowest
        chimneys += int(box.chimneys[s.tile[p, SPACE_OF[lowest % (SPACES + 1)]]])
    return chimneys


@rule
def villa_worth(box, chimneys):
    """Points of a completed villa. CD-E5."""
    last = int(box.chart_length) - 1
    if chimneys <= last:
        return int(box.chart[chimneys])
    return int(box.chart[last]) + (chimneys - last) * int(box.chart_further)


@rule
def goal_line(side, at):
    """The line an arrow of the frame points along: 0 to 4 between columns, 5 to 9 between rows. CD-E3."""
    along = at if side < 2 else SIZE - at
    return along - 1 if side % 2 == 0 else along - 1 + SIZE - 1


@rule
def lies_across(spaces, line):
    """Whether there are tiles on both sides of a line. CD-E3."""
    return spaces & BEFORE_LINE[line] != 0 and spaces & ~BEFORE_LINE[line] != 0


@rule
def complete(s, box, p, thing, spaces):
    """Counts a completed thing, and what it will be worth in the end. CD-C1, CD-C2, CD-C7, CD-C8, CD-E3, CD-E5."""
    s.completed[p, thing] += 1
    if thing == VILLA:
        s.villa_points[p] += villa_worth(box, chimneys_on(s, box, p, spaces))
    for side in range(SIDES):
        part = s.frame[p * SIDES + side]
        for goal in range(GOALS_ON_PART):
            if box.goal_thing[part, goal] == thing and lies_across(spaces, goal_line(side, box.goal_at[part, goal])):
                s.goals_met[p] |= 1 << (side * GOALS_ON_PART + goal)
