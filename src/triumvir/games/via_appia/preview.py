"""What people and bots ask before they act: a push frame by frame, the chances of an aim, the way to a place.

Nothing here changes a match. A preview works on copies, with a generator of its own, so it gives away nothing of what
the match's generator will do.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from triumvir.games.via_appia.geometry import PART_BITS
from triumvir.games.via_appia.quarry import advance_push, begin_push_with_tremor, load_quarry, push, push_with_tremor, settle
from triumvir.games.via_appia.rules import steps_to, travel_cost
from triumvir.games.via_appia.state import ANGLES, PLACES, SIZES, STATE
from triumvir.kernel.chance import seeded
from triumvir.kernel.game import Door, Game
from triumvir.kernel.rule import compiled, rule

MOST_FALLS = 8  # more are counted with it


class Frame(NamedTuple):
    """The stones at one moment of a push: the pushed one, then the others as the record listed them before."""

    places: list[tuple[int, int] | None]  # micrometres; None once a stone has fallen
    fallen: int  # how many have


# --- Doors into the rules, as the kernel has them: an array of records and an index -------------------------------------


@compiled
def load(states, i, boxes, seed):
    """A quarry loaded from a seed, and nothing else in the record."""
    states[i].rng = seeded(seed)
    load_quarry(states[i], boxes[0])


@compiled
def push_exactly(states, i, boxes, size, x, tenths):
    """A push without tremor: the stone laid at x micrometres, the pusher turned by tenths of a degree."""
    push(states[i], boxes[0], size, x, tenths)


@compiled
def push_as_aimed(states, i, boxes, size, place, angle):
    """A push at one of the places and angles, with tremor."""
    push_with_tremor(states[i], boxes[0], size, place, angle)


@compiled
def begin(states, i, boxes, size, place, angle):
    begin_push_with_tremor(states[i], boxes[0], size, place, angle)


@compiled
def go_on(states, i, boxes):
    return advance_push(states[i], boxes[0])


@compiled
def come_to_rest(states, i, boxes):
    settle(states[i], boxes[0])


@rule
def copy_quarry(source, target):
    """What a push reads."""
    target.rng = source.rng
    target.discs = source.discs
    for i in range(len(source.disc_x)):
        target.disc_x[i] = source.disc_x[i]
        target.disc_y[i] = source.disc_y[i]
        target.disc_size[i] = source.disc_size[i]
    for size in range(SIZES):
        target.fallen[size] = 0


@compiled
def sample(states, boxes, size, place, angle, seed, counts):
    """Pushes copies of the first record, each with another tremor; the second is the copy. Counts the stones that fall."""
    states[0].rng = seeded(seed)
    for _ in range(counts[-1]):
        s = states[1]
        copy_quarry(states[0], s)
        push_with_tremor(s, boxes[0], size, place, angle)
        states[0].rng = s.rng
        number = 0
        for fallen_size in range(SIZES):
            number += int(s.fallen[fallen_size])
        counts[min(number, len(counts) - 2)] += 1


@compiled
def steps_and_cost(states, i, boxes, node):
    """The shortest built way for the seat to decide: steps, 0 if there is none, and what it costs."""
    s = states[i]
    steps = steps_to(s, boxes[0], s.seat, node)
    return steps, travel_cost(s, boxes[0], s.seat, steps) if steps > 0 else 0


# --- For Python -----------------------------------------------------------------------------------------------------------


def frames(states: np.ndarray, boxes: np.ndarray, size: int, place: int, angle: int) -> list[Frame]:
    """The push that the first record's generator makes next, frame by frame, from before it to after it.

    These are the very steps of a push, on a copy: the record stays as it is, and looking changes nothing.
    """
    copy = states[:1].copy()
    begin(copy, 0, boxes, size, place, angle)
    film = [_frame(copy[0])]
    while go_on(copy, 0, boxes):
        film.append(_frame(copy[0]))
    come_to_rest(copy, 0, boxes)
    film.append(_frame(copy[0]))
    return film


def _frame(s: Any) -> Frame:
    half = 1 << (PART_BITS - 1)
    places = [
        ((int(s.body_x[i]) + half) >> PART_BITS, (int(s.body_y[i]) + half) >> PART_BITS) if s.body_size[i] >= 0 else None for i in range(s.bodies)
    ]
    return Frame(places, places.count(None))


def chances(states: np.ndarray, boxes: np.ndarray, size: int, place: int, angle: int, samples: int = 200, seed: int = 0) -> list[float]:
    """The chance that 0, 1, 2, ... stones fall for an aim; the last number stands for all above."""
    pair = np.zeros(2, STATE)
    pair[0] = states[0]
    counts = np.zeros(MOST_FALLS + 2, np.int64)
    counts[-1] = samples
    sample(pair, boxes, size, place, angle, seed, counts)
    return [int(number) / samples for number in counts[:-1]]


def way_to(boxes: np.ndarray, states: np.ndarray, node: int) -> tuple[int, int]:
    """Steps and sesterces for the seat to decide to travel to a place; no steps if there is no way."""
    steps, cost = steps_and_cost(states, 0, boxes, node)
    return int(steps), int(cost)


def doors(game: Game) -> Iterator[Door]:
    """The compiled functions of this file, for `triumvir warm`."""
    states = game.record(game.players[0], 1)
    boxes = game.tables
    middle, straight = PLACES // 2, ANGLES // 2
    yield "loading", lambda: load(states, 0, boxes, 1)
    yield "pushing", lambda: push_as_aimed(states, 0, boxes, 0, middle, straight)
    yield "frames of a push", lambda: frames(states, boxes, 0, middle, straight)
    yield "chances of an aim", lambda: chances(states, boxes, 0, middle, straight, samples=1)
    yield "ways", lambda: way_to(boxes, states, 0)
