"""What the quarry's tests share: quarries after random pushes, and an independent look at how stones lie."""

import random
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import hypot
from typing import Any, NamedTuple

import numpy as np
import pytest

from games.via_appia.position import GAME
from triumvir.games.via_appia import preview
from triumvir.games.via_appia.state import ANGLES, DISCS, PLACES, SIZES, STATE
from triumvir.kernel.rule import PLAIN

SCRATCH = [name for name in STATE.names if name.startswith(("body_", "move_", "pusher_", "pair", "old_", "rim", "side_")) or name == "bodies"]

many_pushes = pytest.mark.skipif(PLAIN, reason="counts what happens in hundreds of pushes; in plain Python one takes a quarter of a second")


def worst_overlaps(states: np.ndarray, box: Any) -> np.ndarray:
    """The largest overlap of two stones, or of a stone and a wall or the line, in micrometres, record by record; floating point, on purpose."""
    there = np.arange(DISCS) < states["discs"][:, None]
    x, y, radius = states["disc_x"].astype(float), states["disc_y"].astype(float), box.radius[states["disc_size"]].astype(float)
    fixed = np.where(there, radius - np.minimum(y, to_wall(box, x, y)), 0)
    distance = np.hypot(x[:, :, None] - x[:, None, :], y[:, :, None] - y[:, None, :])
    two = there[:, :, None] & there[:, None, :] & ~np.eye(there.shape[1], dtype=bool)
    between = np.where(two, radius[:, :, None] + radius[:, None, :] - distance, 0)
    return np.maximum(fixed.max(axis=1, initial=0), between.max(axis=(1, 2), initial=0))


def worst_overlap(s: Any, box: Any) -> float:
    """The same of one record."""
    return float(worst_overlaps(np.array([s], s.dtype), box)[0])


def counts(s: Any) -> list[int]:
    """Stones in the quarry by size."""
    return np.bincount(s.disc_size[: s.discs], minlength=SIZES).tolist()


def loaded(seed: int) -> np.ndarray:
    """A record with nothing but a loaded quarry."""
    states = np.zeros(1, STATE)
    preview.load(states, 0, GAME.tables, seed)
    return states


def random_pushes(quarries: int, pushes: int, seed: int = 0) -> Iterator[tuple[np.ndarray, np.ndarray, int]]:
    """The record before and after each of many pushes with tremor, and the size pushed."""
    chooser = random.Random(seed)
    if PLAIN:
        quarries, pushes = 1, 8
    for number in range(quarries):
        states = loaded(1000 * seed + number)
        for _ in range(pushes):
            before = states.copy()
            size = chooser.choices(range(SIZES), weights=(50, 35, 15))[0]
            preview.push_as_aimed(states, 0, GAME.tables, size, chooser.randrange(PLACES), chooser.randrange(ANGLES))
            yield before, states.copy(), size
            states[0].fallen[:] = 0


class Moment(NamedTuple):
    """How the stones lie in one frame of a push, compared with the frame before; lengths in micrometres."""

    overlap: float  # the largest of two stones, or of a stone and a wall; the pushed stone and the line do not count, it comes from behind
    step: float  # the longest way a stone went
    fell_from: float  # how far before the edge a stone was that has fallen since


def moments(before: np.ndarray, size: int, place: int, angle: int) -> Iterator[Moment]:
    """The frames of the push that a record's generator makes next."""
    box = GAME.tables[0]
    film = preview.frames(before, GAME.tables, size, place, angle)
    radius = [int(box.radius[number]) for number in (size, *before[0].disc_size[: before[0].discs])]
    for earlier, later in pairwise(film):
        there = [(x, y, r) for (place, r) in zip(later.places, radius, strict=True) if place for x, y in [place]]
        both = [(one, two) for one, two in zip(earlier.places, later.places, strict=True) if one]
        in_stones = [a[2] + b[2] - hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(there, 2)]
        in_walls = [r - to_wall(box, x, y) for x, y, r in there if y > 0]
        yield Moment(
            overlap=max(in_stones + in_walls, default=0),
            step=max((hypot(two[0] - one[0], two[1] - one[1]) for one, two in both[1:] if two), default=0),
            fell_from=max((int(box.depth) - one[1] for one, two in both if not two), default=0),
        )


def to_wall(box: Any, x: Any, y: Any) -> Any:
    """How far points inside the line are from the nearer wall."""
    slope = (int(box.half_front) - int(box.half_back)) / int(box.depth)
    return (int(box.half_back) + slope * y - abs(x)) / hypot(1, slope)
