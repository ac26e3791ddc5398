"""The bot that searches: trees grown against the clock, one a core, and moves that drop out until one is left."""

import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np

from triumvir.bots.bot import Clock, Opinion, Option
from triumvir.bots.learnt import inputs, learnt
from triumvir.bots.memory import new_memory
from triumvir.bots.mind import mind
from triumvir.bots.simple import GreedyBot, decision_seed
from triumvir.bots.tree import NONE, ROOT, Tree, clear, new_tree
from triumvir.kernel.game import Game
from triumvir.kernel.state import SEATS

NODES, EDGES, SCENES = 60_000, 1_500_000, 30_000
AT_ONCE = 64  # iterations between two looks at whether it is settled, where they are counted,
LOOK_EVERY = 0.002  # and seconds, where it goes by the clock
FOREVER = 1 << 62  # iterations
EACH_CORE = 1 << 32  # apart from each other, seeds of different cores never meet
HOPELESS = 6.0  # a move that is so much less promising than the best, as a logarithm, does not compete
LOOKS = 4  # in every round of sequential halving: how often moves are dropped that are surely behind
SURE = 5.0  # standard errors by which a move must be behind to be so surely; what values may be wrongly apart counts as one more
LEAST_SPREAD = 0.03  # of a move's results: few that happen to be alike say little of others

Did = TypeVar("Did")


class Looks(NamedTuple):
    """What the trees say of a move: sums over the times that it was looked at, and the first look."""

    visits: int
    results: float
    squares: float
    outlook: float
    promise: float
    trust: float  # visits that the first look counts for

    @property
    def value(self) -> float:
        """The mean of its results, the first look counted in."""
        return (self.results + self.trust * self.outlook) / max(1e-9, self.visits + self.trust)

    @property
    def error(self) -> float:
        """The standard error of that."""
        visits = max(1, self.visits)
        return math.sqrt(max(LEAST_SPREAD**2, self.squares / visits - (self.results / visits) ** 2) / visits)


@dataclass(frozen=True)
class Thought:
    """One decision, as it is thought about."""

    observation: np.ndarray
    trust: float  # visits that the first look at a move counts for
    contenders: int  # moves that compete by sequential halving, if they do
    unsure: float  # by how much two moves' values may be wrongly apart however often they are looked at
    clock: Clock
    begin: float
    seed: int
    stop_when_settled: bool


def root_edges(tree: Tree) -> Iterator[int]:
    edge = int(tree.first[ROOT])
    while edge != NONE:
        yield edge
        edge = int(tree.following[edge])


def root_moves(tree: Tree) -> np.ndarray:
    """The places of the root's edges. All of them are there after the first iteration."""
    return np.fromiter(root_edges(tree), np.int64)


def surely_behind(best: Looks, other: Looks, unsure: float = 0.0) -> bool:
    """Whether further looks would hardly make a move better than the best so far."""
    return best.value - other.value > SURE * math.hypot(best.error, other.error, unsure)


def lead(visits: np.ndarray) -> int:
    """By how many visits the most visited of some moves is ahead of the next."""
    second, first = np.partition(visits, -2)[-2:]
    return int(first - second)


class SearchBot:
    """Thinks for some time about every decision, on copies in which all that it cannot know is dealt at random.

    Which move is the best is found in one of two ways, whatever suits the game (`Thinking.contenders`):

    - Sequential halving: the moves in the running are looked at equally often, then the worse half drops out, and so on;
      whoever is surely behind drops out before. So moves are compared that were thought through equally far, where a tree
      left to itself would think ever further about the move that it liked first, and like it ever better.
    - The tree goes where it hopes for most, and the move that it looked at most often is the best.
    """

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
        self._learnt = {players: learnt(game, players, self._weights) for players in range(SEATS + 1)}
        self._thinking = {players: self._mind.thinking(players, **thinking) for players in range(SEATS + 1)}
        categories = len(self._mind.categories)
        seen = inputs(game.features.count, categories)
        self._trees = [
            new_tree(game.state, game.num_actions, categories, seen, NODES, EDGES, new_memory(self._mind.evaluation.scene, SCENES))
            for _ in range(cores)
        ]
        self._pool = ThreadPoolExecutor(cores)
        self._enough = np.zeros(1, np.bool_)  # trees that grow look at it: whether to stop
        self._grow(self._trees[0], np.zeros(1, game.state), 0, 0)  # compiles, so that no decision waits for it

    def choose(self, observation: np.ndarray, legal: np.ndarray, clock: Clock | None = None) -> int:
        if len(legal) == 1:
            return int(legal[0])
        ranked, _, _ = self._ranking(self._thought(observation, clock, stop_when_settled=True))
        return ranked[0]

    def explain(self, observation: np.ndarray, legal: np.ndarray, clock: Clock | None = None) -> Opinion:
        if len(legal) == 1:
            return self._forced.explain(observation, legal)
        thought = self._thought(observation, clock, stop_when_settled=False)
        ranked, looks, iterations = self._ranking(thought)
        return Opinion(ranked[0], "chance", self._options(ranked, looks), iterations, time.perf_counter() - thought.begin)

    def _thought(self, observation: np.ndarray, clock: Clock | None, stop_when_settled: bool) -> Thought:
        begin, thinking = time.perf_counter(), self._thinking[observation["players"].item()]
        seed = decision_seed(self._seed, observation)
        trust, contenders, unsure = thinking["trust"].item(), int(thinking["contenders"].item()), thinking["unsure"].item()
        return Thought(observation, trust, contenders, unsure, clock or self.clock, begin, seed, stop_when_settled)

    def _ranking(self, thought: Thought) -> tuple[list[int], dict[int, Looks], int]:
        """The moves that were thought about, the best first, what was seen of them, and the iterations it took."""

        def begin(core: int) -> None:
            clear(self._trees[core])
            self._grow(self._trees[core], thought.observation, thought.seed + core * EACH_CORE, 1)

        self._each_core(begin)
        return self._halve(thought) if thought.contenders else self._wander(thought)

    def _halve(self, thought: Thought) -> tuple[list[int], dict[int, Looks], int]:
        """The ranking of the moves that competed."""
        looks = self._looks(thought)
        running = sorted(looks, key=lambda action: -looks[action].promise)[: thought.contenders]
        running = [action for action in running if looks[action].promise >= looks[running[0]].promise - HOPELESS]
        dropped: list[int] = []
        done = [1] * len(self._trees)
        least = 1 if thought.stop_when_settled else 2  # two run to the end where all the time is to be used
        spent = 0.0  # of the clock
        while len(running) > 1 or (spent == 0.0 and not thought.stop_when_settled):
            fewer = (len(running) + 1) // 2
            rounds = max(1, math.ceil(math.log2(len(running))))
            look = (1.0 - spent) / (rounds * LOOKS)
            for _ in range(LOOKS):
                for tree in self._trees:
                    tree.contends[:] = False
                    tree.contends[running] = True
                spent += look
                done = self._think(thought, thought.clock.part(spent), done)
                looks = self._looks(thought)
                running.sort(key=lambda action: -looks[action].value)
                behind = [action for action in running[least:] if surely_behind(looks[running[0]], looks[action], thought.unsure)]
                running, dropped = [action for action in running if action not in behind], behind + dropped
                if behind and len(running) <= fewer:
                    break
            running, dropped = running[:fewer], running[fewer:] + dropped
        return running + dropped, looks, sum(done)

    def _wander(self, thought: Thought) -> tuple[list[int], dict[int, Looks], int]:
        """The ranking of all moves, the most visited first."""
        done = self._think(thought, thought.clock, [1] * len(self._trees), until_settled=thought.stop_when_settled)
        looks = self._looks(thought)
        ranked = sorted(looks, key=lambda action: (-looks[action].visits, -looks[action].value, action))
        return ranked, looks, sum(done)

    def _think(self, thought: Thought, stop: Clock, done: list[int], until_settled: bool = False) -> list[int]:
        """Grows all trees until the clock says stop or, if asked, no other move can become the most visited; the iterations each has made by then."""
        grow = self._grow_by_count if stop.seconds is None else self._grow_by_clock
        return grow(thought, stop, done, until_settled)

    def _grow_by_count(self, thought: Thought, stop: Clock, done: list[int], until_settled: bool) -> list[int]:
        """Every tree looks by itself whether it is settled, at the same iterations each time, so that a search can be repeated."""
        assert stop.iterations is not None
        most = stop.iterations

        def think(core: int) -> int:
            tree, seed, so_far = self._trees[core], thought.seed + core * EACH_CORE, done[core]
            moves = root_moves(tree)
            while so_far < most and not (until_settled and lead(tree.visits[moves]) > most - so_far):
                so_far += self._grow(tree, thought.observation, seed + so_far, min(AT_ONCE, most - so_far))
            return so_far

        return self._each_core(think)

    def _grow_by_clock(self, thought: Thought, stop: Clock, done: list[int], until_settled: bool) -> list[int]:
        """Trees grow undisturbed, each on its core, until whoever looks at the clock says that it is enough."""
        assert stop.seconds is not None
        end = thought.begin + stop.seconds
        growing = [
            self._pool.submit(self._grow, tree, thought.observation, thought.seed + core * EACH_CORE + so_far, FOREVER)
            for core, (tree, so_far) in enumerate(zip(self._trees, done, strict=True))
        ]
        try:
            if until_settled:
                self._sleep_until_settled(end)
            else:
                time.sleep(max(0.0, end - time.perf_counter()))
        finally:
            self._enough[0] = True
            wait(growing)
            self._enough[0] = False
        return [so_far + one.result() for so_far, one in zip(done, growing, strict=True)]

    def _sleep_until_settled(self, end: float) -> None:
        """Until no tree, at its pace so far, can make another move the most visited before the end."""
        moves, begin = [root_moves(tree) for tree in self._trees], time.perf_counter()
        before = [tree.visits[own].sum() for tree, own in zip(self._trees, moves, strict=True)]
        now = begin
        while now < end:
            time.sleep(min(LOOK_EVERY, end - now))
            now = time.perf_counter()
            to_come = (end - now) / (now - begin)  # as many times as much as has come
            visits = [tree.visits[own] for tree, own in zip(self._trees, moves, strict=True)]
            if all(lead(of) > 1 + to_come * (of.sum() - was) for of, was in zip(visits, before, strict=True)):
                return

    def _each_core(self, do: Callable[[int], Did]) -> list[Did]:
        """What comes of it on every core, all of them at once."""
        return list((self._pool.map if len(self._trees) > 1 else map)(do, range(len(self._trees))))

    def _grow(self, tree: Tree, observation: np.ndarray, seed: int, iterations: int) -> int:
        players = observation["players"].item()
        thinking, network = self._thinking[players], self._learnt[players]
        return int(self._mind.grow(tree, observation, self._game.tables, self._weights, thinking, network, seed, iterations, self._enough))

    def _looks(self, thought: Thought) -> dict[int, Looks]:
        """What all trees together say of the root's moves."""
        found: dict[int, Looks] = {}
        for tree in self._trees:
            for edge in root_edges(tree):
                action, promise = int(tree.action[edge]), float(tree.promise[edge]) / len(self._trees)
                so_far = found.get(action, Looks(0, 0.0, 0.0, float(tree.outlook[edge]), 0.0, thought.trust))
                found[action] = so_far._replace(
                    visits=so_far.visits + int(tree.visits[edge]),
                    results=so_far.results + float(tree.value[edge]),
                    squares=so_far.squares + float(tree.root_squares[action]),
                    promise=so_far.promise + promise,
                )
        return found

    def _options(self, ranked: list[int], looks: dict[int, Looks]) -> tuple[Option, ...]:
        """What is to be said of the moves that were looked at."""
        points = np.sum([tree.root_points for tree in self._trees], axis=0)
        return tuple(
            Option(action, looks[action].value, n, dict(zip(self._mind.categories, map(float, points[action] / max(1, n)), strict=True)))
            for action in ranked
            if (n := looks[action].visits) or action == ranked[0]
        )
