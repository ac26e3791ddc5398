"""The bot that searches: trees grown against the clock, one a core, and moves that drop out until one is left."""

import math
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
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
NEVER = np.zeros(1, np.bool_)  # tells no tree that it is enough
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

    @property
    def over(self) -> bool:
        """Whether the clock's time is over."""
        return self.clock.seconds is not None and time.perf_counter() - self.begin >= self.clock.seconds


def root_edges(tree: Tree) -> np.ndarray:
    """The places of the root's edges, the most promising first. All of them are there after the first iteration."""
    edges, edge = [], int(tree.first[ROOT])
    while edge != NONE:
        edges.append(edge)
        edge = int(tree.following[edge])
    return np.array(edges, np.int64)


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
        self.cores = cores
        self._game = game
        self.seed = seed  # nothing is remembered, so another may be set at any time
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
        self._helpers: ThreadPoolExecutor | None = None
        self._process = 0  # whose threads the helpers are: they are lost in a process that was forked
        self._roots: list[np.ndarray] = []  # by tree
        self._grow(self._thought(np.zeros(1, game.state), None, stop_when_settled=True), 0, 0, 0)  # compiles, so that no decision waits for it

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
        seed = decision_seed(self.seed, observation)
        trust, contenders, unsure = thinking["trust"].item(), int(thinking["contenders"].item()), thinking["unsure"].item()
        return Thought(observation, trust, contenders, unsure, clock or self.clock, begin, seed, stop_when_settled)

    def _ranking(self, thought: Thought) -> tuple[list[int], dict[int, Looks], int]:
        """The moves that were thought about, the best first, what was seen of them, and the iterations it took."""

        def begin(core: int) -> None:
            clear(self._trees[core])
            self._grow(thought, core, 0, 1)

        self._each_core(begin)
        self._roots = [root_edges(tree) for tree in self._trees]
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
                if thought.over:
                    break
                done = self._think(thought, thought.clock.part(spent), done)
                looks |= self._looks(thought, running)
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
        """All trees make a few iterations, the same each time, so that a search can be repeated; then it is asked whether that settled it."""
        assert stop.iterations is not None
        while (left := stop.iterations - done[0]) > 0 and not (until_settled and lead(self._visits()) > left * len(done)):
            grow = partial(self._grow, thought, so_far=done[0], iterations=min(AT_ONCE, left))
            done = [so_far + made for so_far, made in zip(done, self._each_core(grow), strict=True)]
        return done

    def _grow_by_clock(self, thought: Thought, stop: Clock, done: list[int], until_settled: bool) -> list[int]:
        """Trees grow undisturbed, each on its core, until whoever looks at the clock says that it is enough."""
        assert stop.seconds is not None
        end = thought.begin + stop.seconds
        enough = np.zeros(1, np.bool_)
        growing = []
        try:
            for core, so_far in enumerate(done):
                growing.append(self._pool().submit(self._grow, thought, core, so_far, FOREVER, enough))
            if until_settled:
                self._sleep_until_settled(end)
            else:
                time.sleep(max(0.0, end - time.perf_counter()))
        finally:
            enough[0] = True
            wait(growing)
        return [so_far + one.result() for so_far, one in zip(done, growing, strict=True)]

    def _sleep_until_settled(self, end: float) -> None:
        """Until the trees, at their pace so far, cannot make another move the most visited before the end."""
        begin, before = time.perf_counter(), self._visits().sum()
        now = begin
        while now < end:
            time.sleep(min(LOOK_EVERY, end - now))
            now, visits = time.perf_counter(), self._visits()
            to_come = (visits.sum() - before) * (end - now) / (now - begin)
            if lead(visits) > to_come + len(self._trees):
                return

    def _pool(self) -> ThreadPoolExecutor:
        """Threads to grow trees in, one a core."""
        if self._helpers is None or self._process != os.getpid():
            self._helpers, self._process = ThreadPoolExecutor(len(self._trees)), os.getpid()
        return self._helpers

    def _each_core(self, do: Callable[[int], Did]) -> list[Did]:
        """What comes of it on every core, all of them at once."""
        return list((self._pool().map if len(self._trees) > 1 else map)(do, range(len(self._trees))))

    def _grow(self, thought: Thought, core: int, so_far: int, iterations: int, enough: np.ndarray = NEVER) -> int:
        """Grows a core's tree by so many iterations, or fewer when it is told that it is enough; how many."""
        observation, seed = thought.observation, thought.seed + core * EACH_CORE + so_far
        players = observation["players"].item()
        tables, thinking, network = self._game.tables, self._thinking[players], self._learnt[players]
        return int(self._mind.grow(self._trees[core], observation, tables, self._weights, thinking, network, seed, iterations, enough))

    def _visits(self) -> np.ndarray:
        """By action, how often all trees together have looked at it at the root."""
        visits = np.zeros(self._game.num_actions)
        for tree, edges in zip(self._trees, self._roots, strict=True):
            visits[tree.action[edges]] += tree.visits[edges]
        return visits

    def _looks(self, thought: Thought, actions: Sequence[int] | None = None) -> dict[int, Looks]:
        """What all trees together say of some of the root's moves, or of all, the most promising first."""
        results, squares, outlook, promise = np.zeros((4, self._game.num_actions))
        for tree, edges in zip(self._trees, self._roots, strict=True):
            at = tree.action[edges]
            results[at] += tree.value[edges]
            squares[at] += tree.root_squares[at]
            outlook[at] += tree.outlook[edges] / len(self._trees)
            promise[at] += tree.promise[edges] / len(self._trees)
        visits = self._visits()
        return {
            action: Looks(
                visits=int(visits[action]),
                results=float(results[action]),
                squares=float(squares[action]),
                outlook=float(outlook[action]),
                promise=float(promise[action]),
                trust=thought.trust,
            )
            for action in (self._trees[0].action[self._roots[0]].tolist() if actions is None else actions)
        }

    def _options(self, ranked: list[int], looks: dict[int, Looks]) -> tuple[Option, ...]:
        """What is to be said of the moves that were looked at."""
        points = np.sum([tree.root_points for tree in self._trees], axis=0)
        return tuple(
            Option(action, looks[action].value, n, dict(zip(self._mind.categories, map(float, points[action] / max(1, n)), strict=True)))
            for action in ranked
            if (n := looks[action].visits) or action == ranked[0]
        )
