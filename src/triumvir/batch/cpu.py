"""Matches in main memory, played on all cores."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import get_num_threads, set_num_threads

from triumvir.batch import loops
from triumvir.kernel.game import Game
from triumvir.kernel.rule import PLAIN, bind, compiled, rule

CHUNKS_PER_CORE = 8  # matches differ in length: smaller shares keep all cores busy


class Loops(NamedTuple):
    start_all: Callable[..., Any]
    playout_all: Callable[..., Any]


_loops: dict[str, Loops] = {}


def loops_of(game: Game) -> Loops:
    """The loops bound to a game's rules, for one core or for many alike."""
    engine = game.engine
    if engine.owner not in _loops:
        inner = {name: rule(loop) for name, loop in bind([loops.playout], engine.owner, engine.rules).items()}
        outer = bind([loops.start_all, loops.playout_all], engine.owner, {**engine.rules, **inner})
        _loops[engine.owner] = Loops(**{name: compiled(loop, parallel=True) for name, loop in outer.items()})
    return _loops[engine.owner]


class OnProcessor:
    """Matches in main memory; `workers` threads play them, by default one a core."""

    def __init__(self, game: Game, size: int, workers: int | None) -> None:
        self._game = game
        self._loops = loops_of(game)
        self._workers = 1 if PLAIN else min(workers or get_num_threads(), get_num_threads())
        self._states = np.zeros(size, game.state)
        shares = 1 if self._workers == 1 else self._workers * CHUNKS_PER_CORE
        self._out = np.zeros((shares, game.num_actions), np.int16)

    def start(self, players: int, seed: int) -> None:
        with _Threads(self._workers):
            self._loops.start_all(self._states, self._game.tables, players, seed)

    def playout(self, seed: int) -> None:
        with _Threads(self._workers):
            self._loops.playout_all(self._states, self._game.tables, seed, self._out)

    def wait(self) -> None:
        """Calls return when the work is done."""

    def records(self) -> np.ndarray:
        return self._states


class _Threads:
    """Numba's number of threads, for a while."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __enter__(self) -> None:
        self._before = get_num_threads()
        set_num_threads(self._count)

    def __exit__(self, *_: object) -> None:
        set_num_threads(self._before)
