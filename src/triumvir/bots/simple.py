"""The bots that hardly think: one chooses at random, one looks a single decision ahead."""

import time

import numpy as np

from triumvir.bots.bot import Clock, Opinion, Option
from triumvir.bots.mind import mind
from triumvir.kernel.game import Game
from triumvir.kernel.state import SEATS


def decision_seed(seed: int, observation: np.ndarray) -> int:
    """A seed for one decision: a bot needs no memory to go on as it would have."""
    return int(np.random.SeedSequence([seed, int(observation[0].moves), int(observation[0].seat)]).generate_state(1, np.uint64)[0] >> np.uint64(2))


class RandomBot:
    """Any legal action."""

    def __init__(self, seed: int = 0, name: str = "random") -> None:
        self.name = name
        self._seed = seed

    def choose(self, observation: np.ndarray, legal: np.ndarray, clock: Clock | None = None) -> int:
        return int(legal[decision_seed(self._seed, observation) % len(legal)])

    def explain(self, observation: np.ndarray, legal: np.ndarray, clock: Clock | None = None) -> Opinion:
        action = self.choose(observation, legal, clock)
        return Opinion(action, "lead", (Option(action, 0.0, 0),))


class GreedyBot:
    """The action after which the evaluation is best. A temperature, in points, makes near ones likely too."""

    def __init__(
        self, game: Game, seed: int = 0, temperature: float = 0.0, character: str | None = None, redeals: int = 2, name: str = "greedy"
    ) -> None:
        self.name = name
        self._seed = seed
        self._tables = game.tables
        self._temperature = temperature
        self._redeals = redeals
        self._mind = mind(game)
        self._weights = self._mind.weights(character)
        self._copies = np.zeros(2, game.state)
        self._points = np.zeros((SEATS, len(self._mind.categories)), np.float32)

    def choose(self, observation: np.ndarray, legal: np.ndarray, clock: Clock | None = None) -> int:
        if len(legal) == 1:
            return int(legal[0])
        leads, _ = self._judge(observation, legal)
        return int(legal[self._pick(observation, leads)])

    def explain(self, observation: np.ndarray, legal: np.ndarray, clock: Clock | None = None) -> Opinion:
        begin = time.perf_counter()
        leads, sums = self._judge(observation, legal)
        options = [
            Option(int(legal[i]), float(leads[i]), self._redeals, dict(zip(self._mind.categories, map(float, sums[i]), strict=True)))
            for i in np.argsort(-leads, kind="stable")
        ]
        return Opinion(int(legal[self._pick(observation, leads)]), "lead", tuple(options), self._redeals, time.perf_counter() - begin)

    def _judge(self, observation: np.ndarray, legal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        leads = np.zeros(len(legal))
        sums = np.zeros((len(legal), len(self._mind.categories)))
        seed = decision_seed(self._seed, observation)
        actions = np.asarray(legal, np.int16)
        self._mind.judge_all(
            observation, self._tables, self._weights, self._copies[:1], self._copies[1:], actions, self._redeals, seed, self._points, leads, sums
        )
        return leads, sums

    def _pick(self, observation: np.ndarray, leads: np.ndarray) -> int:
        if self._temperature <= 0:
            return int(np.argmax(leads))
        generator = np.random.default_rng(decision_seed(self._seed + 1, observation))
        return int(np.argmax(leads + self._temperature * generator.gumbel(size=len(leads))))
