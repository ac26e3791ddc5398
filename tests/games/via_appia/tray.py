"""What the quarry's tests share: quarries after random pushes, and an independent look at how stones lie."""

import random
from collections.abc import Iterator
from math import hypot
from typing import Any

import numpy as np

from games.via_appia.position import GAME
from triumvir.games.via_appia import preview
from triumvir.games.via_appia.state import ANGLES, PLACES, SIZES, STATE


def worst_overlap(s: Any, box: Any) -> float:
    """The largest overlap of two stones, or of a stone and a wall or the line, in micrometres; floating point, on purpose."""
    back, front, depth = int(box.half_back), int(box.half_front), int(box.depth)
    slope = (front - back) / depth
    stones = [(int(s.disc_x[i]), int(s.disc_y[i]), int(box.radius[s.disc_size[i]])) for i in range(s.discs)]
    worst = 0.0
    for number, (x, y, radius) in enumerate(stones):
        to_wall = (back + slope * y - abs(x)) / hypot(1, slope)
        worst = max(worst, radius - y, radius - to_wall)
        for other_x, other_y, other_radius in stones[:number]:
            worst = max(worst, radius + other_radius - hypot(x - other_x, y - other_y))
    return worst


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
    for number in range(quarries):
        states = loaded(1000 * seed + number)
        for _ in range(pushes):
            before = states.copy()
            size = chooser.choices(range(SIZES), weights=(50, 35, 15))[0]
            preview.push_as_aimed(states, 0, GAME.tables, size, chooser.randrange(PLACES), chooser.randrange(ANGLES))
            yield before, states.copy(), size
            states[0].fallen[:] = 0
