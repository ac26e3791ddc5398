"""The bot that searches: trees grown against the clock, one a core, their visits added up at the root."""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from triumvir.bots.bot import Clock, Opinion, Option
from triumvir.bots.mind import mind
from triumvir.bots.simple import GreedyBot, decision_seed
from triumvir.bots.tree import NONE, ROOT, Tree, clear, new_tree
from triumvir.kernel.game import Game
from triumvir.kernel.state import SEATS

NODES, EDGES = 60_000, 1_500_000
AT_ONCE, MOST_AT_ONCE = 64, 4096  # iterations between two looks at the clock, when they are counted and when not
FASTER = 4  # from one look to the next, so many times as many iterations at most: the next ones may be dearer
LOOK_EVERY = 0.002  # seconds between two looks at the clock
EACH_CORE = 1 << 32  # apart from each other, seeds of different cores never meet


def lead_at_root(tree: Tree) -> int:
    """By how many visits the most visited move is ahead of the next."""
    best, second = 0, 0
    edge = int(tree.first[ROOT])
    while edge != NONE:
        visits = int(tree.visits[edge])
        best, second = (visits, best) if visits > best else (best, max(second, visits))
        edge = int(tree.following[edge])
    return best - second


class SearchBot:
    """Thinks for some time about every decision, on copies in which all that it cannot know is dealt at random."""

    def __init__(
        self, game: Game, clock: Clock, seed: int = 0, character: str | None = None, cores: int = 1, name: str = "search", **thinking: float
    ) -> None:
        self.name = name
        self.clock = clock
        self._game = game
        self._seed = seed
        self._forced = GreedyBot(game, seed, character=character)  # a tree has no node where there is nothing to choose
        self._mind = mind(game)
        self._weights = self._mind.weights(character)
        self._thinking = {players: self._mind.thinking(players, **thinking) for players in range(SEATS + 1)}
        self._trees = [new_tree(game.state, game.num_actions, len(self._mind.categories), NODES, EDGES) for _ in range(cores)]
        self._pool = ThreadPoolExecutor(cores) if cores > 1 else None
        self._grow(self._trees[0], np.zeros(1, game.state), 0, 0)  # compiles, so that no decision waits for it

    def choose(self, observation: np.ndarray, legal: np.ndarray, clock: Clock | None = None) -> int:
        if len(legal) == 1:
            return int(legal[0])
        return self._opinion(observation, legal, clock, stop_when_settled=True).action

    def explain(self, observation: np.ndarray, legal: np.ndarray, clock: Clock | None = None) -> Opinion:
        if len(legal) == 1:
            return self._forced.explain(observation, legal)
        return self._opinion(observation, legal, clock, stop_when_settled=False)

    def _opinion(self, observation: np.ndarray, legal: np.ndarray, clock: Clock | None, stop_when_settled: bool) -> Opinion:
        begin = time.perf_counter()
        seed = decision_seed(self._seed, observation)
        budget = clock or self.clock
        seeds = [seed + core * EACH_CORE for core in range(len(self._trees))]
        if self._pool:
            done = list(
                self._pool.map(lambda tree, start: self._think(tree, observation, start, budget, begin, stop_when_settled), self._trees, seeds)
            )
        else:
            done = [self._think(self._trees[0], observation, seeds[0], budget, begin, stop_when_settled)]
        options = self._options(legal)
        return Opinion(options[0].action, "chance", options, sum(done), time.perf_counter() - begin)

    def _think(self, tree: Tree, observation: np.ndarray, seed: int, clock: Clock, begin: float, stop_when_settled: bool) -> int:
        """Grows a tree until the clock says stop, or until no other move can become the most visited; the number of iterations."""
        clear(tree)
        done, size = 0, 1
        while clock.iterations is None or done < clock.iterations:
            if clock.iterations is not None:
                size = min(AT_ONCE, clock.iterations - done)
            before = time.perf_counter()
            self._grow(tree, observation, seed + done, size)
            now = time.perf_counter()
            done += size
            pace = size / max(1e-9, now - before)  # iterations a second
            size = max(1, min(MOST_AT_ONCE, FASTER * size, int(pace * LOOK_EVERY)))
            if clock.seconds is None:
                left = clock.iterations - done if clock.iterations is not None else 0
            elif now - begin + (now - before) / 2 >= clock.seconds:
                break
            else:
                left = int((clock.seconds - (now - begin)) * pace) + 1
            if stop_when_settled and lead_at_root(tree) > left:
                break
        return done

    def _grow(self, tree: Tree, observation: np.ndarray, seed: int, iterations: int) -> None:
        thinking = self._thinking[observation["players"].item()]
        self._mind.grow(tree, observation, self._game.tables, self._weights, thinking, seed, iterations)

    def _options(self, legal: np.ndarray) -> tuple[Option, ...]:
        """The root's moves, most visited first, with what all trees say of them."""
        visits = dict.fromkeys(map(int, legal), 0)
        values = dict.fromkeys(visits, 0.0)
        points = {action: np.zeros(len(self._mind.categories)) for action in visits}
        for tree in self._trees:
            edge = int(tree.first[ROOT])
            while edge != NONE:
                action = int(tree.action[edge])
                visits[action] += int(tree.visits[edge])
                values[action] += float(tree.value[edge])
                edge = int(tree.following[edge])
            for action in visits:
                points[action] += tree.root_points[action]
        ranked = sorted(visits, key=lambda action: (-visits[action], -values[action], action))
        return tuple(
            Option(action, values[action] / n, n, dict(zip(self._mind.categories, map(float, points[action] / n), strict=True)))
            for action in ranked
            if (n := visits[action]) or action == ranked[0]
        )
