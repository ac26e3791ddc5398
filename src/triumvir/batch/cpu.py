"""Matches in main memory, played on all cores."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import get_num_threads, set_num_threads

from triumvir.batch import loops
from triumvir.batch.view import View
from triumvir.kernel.game import Game
from triumvir.kernel.rule import bind, compiled, rule, shares, threads


class Loops(NamedTuple):
    start_all: Callable[..., Any]
    playout_all: Callable[..., Any]
    begin_all: Callable[..., Any]
    step_all: Callable[..., Any]


_loops: dict[str, Loops] = {}


def bound_rules(game: Game) -> dict[str, Any]:
    """What the loops do with one match, as rules of a game."""
    names = dict(game.engine.rules)
    for inner in (loops.playout, loops.show, loops.begin, loops.step):
        names[inner.__name__] = rule(bind([inner], game.engine.owner, names)[inner.__name__])
    return names


def loops_of(game: Game) -> Loops:
    """The loops bound to a game's rules, for one core or for many alike."""
    engine = game.engine
    if engine.owner not in _loops:
        inner = bound_rules(game)
        outer = bind([loops.start_all, loops.playout_all, loops.begin_all, loops.step_all], engine.owner, {**engine.rules, **inner})
        _loops[engine.owner] = Loops(**{name: compiled(loop, parallel=True) for name, loop in outer.items()})
    return _loops[engine.owner]


class OnProcessor:
    """Matches in main memory; `workers` threads play them, by default one a core."""

    def __init__(self, game: Game, size: int, workers: int | None) -> None:
        self._game = game
        self._loops = loops_of(game)
        self._workers = threads(workers)
        self._states = np.zeros(size, game.state)
        self._out = np.zeros((shares(workers), game.num_actions), np.int16)
        self._copies = np.zeros(shares(workers), game.state)

    def start(self, players: int, seed: int) -> None:
        with _Threads(self._workers):
            self._loops.start_all(self._states, self._game.tables, players, seed)

    def playout(self, seed: int) -> None:
        with _Threads(self._workers):
            self._loops.playout_all(self._states, self._game.tables, seed, self._out)

    def begin(self, players: int, seed: int, view: View) -> None:
        self._players = players
        with _Threads(self._workers):
            self._loops.begin_all(
                self._states, self._game.tables, players, seed, self._copies, self._out, view.observations, view.masks, view.seats, view.seeds
            )

    def step(self, actions: Any, kind: int, view: View) -> None:
        with _Threads(self._workers):
            self._loops.step_all(self._states, self._game.tables, self._players, np.asarray(actions), kind, self._copies, self._out, *view)

    def view(self) -> View:
        return View.made(self._game, len(self._states), np.zeros)

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
