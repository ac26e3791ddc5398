"""One match for the doors: the record and what is legal in it, without the history that a `Match` keeps."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numba import typeof

from triumvir.envs.rewards import check_reward, rewards
from triumvir.kernel.game import Game, check_seed
from triumvir.kernel.rule import PLAIN
from triumvir.kernel.state import EMPTY
from triumvir.match import game as find_game

MASK = np.int8  # gymnasium.spaces.Discrete.sample takes no other type


NO_ACTION = -1


def try_action_of(game: Game) -> Callable[[np.ndarray, int, np.ndarray, int, np.ndarray], int]:
    """The engine's `try_action`, for single decisions from Python.

    Numba would look for the compiled code by the types of the arguments at every call, a quarter of its time. Here they are always
    the same, so it is looked for once. Only for arrays of ours: nobody checks their types any more.
    """
    entry: Any = game.engine.try_action
    arguments = (np.zeros(1, game.state), 0, game.tables, NO_ACTION, np.zeros(game.num_actions, np.int16))
    entry(*arguments)  # compiled, or loaded
    return entry if PLAIN else entry.overloads[tuple(map(typeof, arguments))].entry_point  # type: ignore[no-any-return]


class Table:
    """A game with a number of players and a reward, and the match on it."""

    def __init__(
        self, name: str, players: int, reward: str = "rank", box: str | Path | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        game = find_game(name, box)
        check_reward(reward)
        self.game: Game = game
        self.players = players
        self.reward = reward
        self.options = dict(options or {})
        self.states = game.record(players, 0, self.options)  # which also finds wrong players and options at once
        self.legal_actions = np.zeros(game.num_actions, np.int16)  # the first `count` of them
        self.count = 0
        self._try_action = try_action_of(game)
        self._seat = self.states["seat"]  # a view: reading it costs less than looking the field up
        self._words = self.states.view(np.uint64)  # the same bytes, for copying: field by field, that takes fifty times as long
        self._look = np.zeros_like(self.states)
        self._look_words = self._look.view(np.uint64)

    def start(self, seed: int) -> None:
        """Deals a new match."""
        check_seed(seed)
        if self.options:
            self.states[:] = self.game.record(self.players, seed, self.options)
        else:
            self.game.engine.start_match(self.states, 0, self.game.tables, self.players, seed)
        self.count = self.game.engine.legal_actions(self.states, 0, self.game.tables, self.legal_actions)

    @property
    def seat(self) -> int:
        """Whose decision it is, EMPTY when the match is over."""
        seat: int = self._seat.item()
        return seat

    def play(self, action: int) -> bool:
        """Plays an action; False, and nothing has changed, if it is not legal."""
        count = self._try_action(self.states, 0, self.game.tables, action, self.legal_actions)
        if count < 0:
            return False
        self.count = count
        return True

    def legal(self) -> np.ndarray:
        """The legal actions, ascending; a view that the next decision overwrites."""
        return self.legal_actions[: self.count]

    def mask(self, seat: int) -> np.ndarray:
        """A 1 for every action that is legal for a seat: zeros for a seat that is not to decide."""
        mask = np.zeros(self.game.num_actions, MASK)
        if seat == self.seat and seat != EMPTY:
            mask[self.legal_actions[: self.count]] = 1
        return mask

    def observation(self, seat: int) -> np.ndarray:
        """The vector of docs/interface for a seat, out of what that seat may know."""
        out = np.zeros(self.game.features.count, np.int16)
        engine, tables = self.game.engine, self.game.tables
        self._look_words[:] = self._words
        engine.redact_match(self._look, 0, tables, seat)
        engine.observe_match(self._look, 0, tables, seat, out)
        return out

    def rewards(self) -> list[float]:
        """What the finished match is worth, by seat."""
        row: list[float] = rewards(self.reward, self.game, self.players, self.states)[0].tolist()
        return row

    def scores(self) -> list[int]:
        """Points, by seat."""
        points: list[int] = self.states["score"][0, : self.players].tolist()
        return points
