"""The numbers the quarry's rules need, worked out once from a box: everything exact, so that every machine has the same.

Three kinds of numbers occur. Outside a push lengths are micrometres; inside it they are parts, 64 to a micrometre, so
that the small moves of one advance are not lost in rounding. Directions and shares are fractions of ONE.
"""

from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from triumvir.games.via_appia.state import SIZE_LETTERS

if TYPE_CHECKING:
    from triumvir.games.via_appia.box import Quarry

PART_BITS = 6  # a micrometre has 2 ** PART_BITS parts
FRACTION_BITS = 15
ONE = 1 << FRACTION_BITS
STEEPEST = 450  # no pusher is turned further, tenths of a degree
MOST_COVER = 76  # per cent of the quarry; denser loads take too many draws to come apart
PI = 3141592653589793238462643383279502884197  # times 10 ** 39


def sines() -> np.ndarray:
    """The sine of 0.0 to 90.0 degrees in steps of a tenth, by its power series in whole numbers of 39 digits."""
    unit = 10**39
    table = []
    for tenths in range(901):
        angle = PI * tenths // 1800
        term = total = angle
        power, sign = 1, -1
        while term:
            term = term * angle // unit * angle // unit // ((power + 1) * (power + 2))
            total += sign * term
            power, sign = power + 2, -sign
        table.append(rounded(total * ONE, unit))
    return np.array(table, np.int32)


def rounded(number: int, divisor: int) -> int:
    """A quotient to the nearest whole number."""
    return (2 * number + divisor) // (2 * divisor)


def micrometres(millimetres: float) -> int:
    return round(millimetres * 1000)


def cover(quarry: "Quarry") -> int:
    """Per cent of the quarry that its load covers."""
    stones = sum((quarry.load[letter] * quarry.radius[letter] ** 2 for letter in SIZE_LETTERS), 0.0)  # type: ignore[index]
    return round(314.16 * stones / ((quarry.back_width + quarry.front_width) / 2 * quarry.length))


def fill_quarry(box: Any, quarry: "Quarry") -> None:
    """The quarry's part of the `Tables` record."""
    for size, letter in enumerate(SIZE_LETTERS):
        box.load[size] = quarry.load[letter]  # type: ignore[index]
        box.radius[size] = micrometres(quarry.radius[letter])  # type: ignore[index]
    box.pushes = quarry.stones_per_action
    box.half_back = micrometres(quarry.back_width / 2)
    box.half_front = micrometres(quarry.front_width / 2)
    box.depth = micrometres(quarry.length)
    box.pusher_width = micrometres(quarry.pusher_width)
    box.angles[:] = [10 * angle for angle in quarry.aims.angles]
    box.tremor_place = quarry.tremor.place_um
    box.tremor_angle = quarry.tremor.tenths_of_a_degree
    fill_walls(box)
    fill_pairs(box)


def fill_walls(box: Any) -> None:
    """The direction a wall pushes in: the left one (wall_x, wall_y), the right one (-wall_x, wall_y)."""
    run, rise = int(box.depth), int(box.half_front) - int(box.half_back)
    slant = isqrt((run * run + rise * rise) << 20)  # ten more binary places than the sides
    box.wall_x = rounded(run << (FRACTION_BITS + 10), slant)
    box.wall_y = rounded(rise << (FRACTION_BITS + 10), slant)
    box.wall_distance = (int(box.wall_x) * int(box.half_back)) >> (FRACTION_BITS - PART_BITS)


def fill_pairs(box: Any) -> None:
    """For every two sizes: who yields how much, a stone resisting with its area, and the inverse of their distance."""
    for one in range(len(SIZE_LETTERS)):
        for two in range(len(SIZE_LETTERS)):
            area_one, area_two = int(box.radius[one]) ** 2, int(box.radius[two]) ** 2
            touching = (int(box.radius[one]) + int(box.radius[two])) << PART_BITS
            box.share[one, two] = rounded(ONE * area_two, area_one + area_two)
            box.inverse[one, two] = (1 << 46) // touching
            box.inverse_square[one, two] = (1 << 62) // (touching * touching)
