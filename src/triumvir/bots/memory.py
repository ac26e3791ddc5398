"""What a search remembers of moves that take long to carry out, so that it need not carry them out again.

Such a move changes one part of the record, its scene, in a way that depends on nothing but the scene, the move and chance:
a push in a quarry. A search meets the same scene again and again, whatever else was done before it, and of each move there
it remembers a few outcomes, among which chance decides from then on.

The names that are nowhere defined here are the game's (see evaluation/__init__.py).
"""

from typing import NamedTuple

import numpy as np

from triumvir.kernel.chance import below, following
from triumvir.kernel.rule import rule

# ruff: noqa: F821  (the game's rules, put there by bind)
# mypy: disable-error-code="name-defined"

FIRST_SCENE = 0  # the one that the search begins with
UNKNOWN = -1  # a scene that is not remembered, because there is no room
FREE = -1  # a place of the table where nothing is


class Memory(NamedTuple):
    """Scenes, and a table from what led to them: a scene before, a move and a number."""

    used: np.ndarray  # scenes in use
    keys: np.ndarray  # by place in the table
    found: np.ndarray  # the scene of each
    scenes: np.ndarray  # records: what a move left behind


def new_memory(scene: np.dtype | None, scenes: int) -> Memory:
    """An empty memory; without room where a game has no scenes."""
    room = scenes if scene is not None else 0
    return Memory(
        used=np.zeros(1, np.int32),
        keys=np.zeros(2 * room, np.int64),  # a table that is half empty is searched fast
        found=np.zeros(2 * room, np.int32),
        scenes=np.zeros(room, scene if scene is not None else np.dtype([("unused", "i1")])),
    )


def forget(memory: Memory) -> None:
    """Only the scene that the search begins with."""
    memory.used[0] = FIRST_SCENE + 1
    memory.keys[:] = FREE


@rule
def place_of(memory, key):
    """Where a key is in the table, or would be."""
    place = below(np.uint64(key), len(memory.keys))
    while memory.keys[place] != key and memory.keys[place] != FREE:
        place = place + 1 if place + 1 < len(memory.keys) else 0
    return place


def play_by_heart(memory, s, box, action, scene, outcomes):
    """Carries out an action, with an outcome that is remembered where it would take long. The scene after it."""
    toil = toils(s)
    if toil == 0 or scene == UNKNOWN:
        play(s, box, action)
        return scene
    key = ((np.int64(scene) << 16 | toil) << 16 | action) << 8
    key |= below(following(s.rng ^ np.uint64(key)), outcomes)
    place = place_of(memory, key)
    if memory.keys[place] == key:
        play_as_kept(s, box, action, memory.scenes[memory.found[place]])
        return memory.found[place]
    after = memory.used[0]
    if after == len(memory.scenes):
        play(s, box, action)
        return UNKNOWN
    memory.used[0] += 1
    memory.keys[place] = key
    memory.found[place] = after
    play_and_keep(s, box, action, memory.scenes[after])
    return after
