"""Whole matches between greedy bots, played inside the compiled code: thousands a second, for laboratories and tuning."""

from collections.abc import Sequence

import numpy as np

from triumvir.bots.mind import mind
from triumvir.kernel.game import Game, apart, check_seed
from triumvir.kernel.rule import shares
from triumvir.kernel.state import SEATS


class GreedyTable:
    """Greedy bots at one table, each with weights and a temperature of its own."""

    def __init__(self, game: Game, weights: Sequence[np.ndarray], temperatures: Sequence[float] | None = None) -> None:
        self._game = game
        self._players = len(weights)
        game.check_players(self._players)
        self._mind = mind(game)
        self._weights = np.zeros(SEATS, weights[0].dtype)
        for seat, mine in enumerate(weights):
            self._weights[seat] = mine[0]
        self._temperatures = np.zeros(SEATS)
        self._temperatures[: self._players] = temperatures if temperatures is not None else 0.0
        self._copies = np.zeros((shares(), 2), game.state)
        self._points = np.zeros((shares(), SEATS, len(self._mind.categories)), np.float32)
        self._out = np.zeros((shares(), game.num_actions), np.int16)

    def play(self, matches: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """The records of finished matches, and how often each seat did each action and, after all actions, had each card that is dealt to a place.

        Match i has the seed `seed + i`; the bots' own chance has another that follows from it.
        """
        check_seed(seed, matches)
        states = np.zeros(matches, self._game.state)
        for i in range(matches):
            self._game.engine.start_match(states, i, self._game.tables, self._players, seed + i)
        return states, self.finish(states, apart(seed))

    def finish(self, states: np.ndarray, seed: int) -> np.ndarray:
        """Plays matches on to their end, from wherever they are; the same of what was done from there."""
        cards = self._game.dealt.cards if self._game.dealt else 0
        taken = np.zeros((len(states), SEATS, self._game.num_actions + cards), np.uint8)
        self._mind.greedy_matches(states, self._game.tables, self._weights, self._temperatures, seed, self._copies, self._points, self._out, taken)
        return taken


def win_share(game: Game, one: np.ndarray, others: np.ndarray, players: int, matches: int, seed: int, temperature: float = 0.0) -> float:
    """The share of wins of one set of weights against others: every seat in turn, each on the same deals."""
    share = 0.0
    for seat in range(players):
        table = GreedyTable(game, [one if p == seat else others for p in range(players)], [temperature] * players)
        wins = game.winners(table.play(matches // players, seed)[0])
        share += float((wins[:, seat] / wins.sum(axis=1)).mean()) / players
    return share
