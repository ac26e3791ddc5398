"""What a search remembers of moves that take long: Via Appia's pushes."""

from collections.abc import Iterator

import numpy as np
from numba import njit

import triumvir
from triumvir.bots.bot import Clock
from triumvir.bots.evaluation import evaluation
from triumvir.bots.evaluation.via_appia import push_and_keep, push_as_kept
from triumvir.bots.memory import FIRST_SCENE, FREE, Memory
from triumvir.bots.search import SearchBot, root_edges
from triumvir.games.via_appia.actions import AIM_AT
from triumvir.games.via_appia.state import AIM

GAME = triumvir.game("via_appia")
PUSHES = 300


def before_pushes(count: int) -> Iterator[np.ndarray]:
    """Records of random matches, each when a stone is about to be pushed, some after other pushes of the same action."""
    for seed in range(count):
        match, generator = GAME.new(2, seed), np.random.default_rng(seed)
        pushes = generator.integers(20)
        while pushes or int(match.states[0].phase) != AIM:
            pushes -= int(match.states[0].phase) == AIM
            match.play(int(generator.choice(match.legal())))
        yield match.states.copy()


def legal_actions(states: np.ndarray) -> np.ndarray:
    out = np.zeros(GAME.num_actions, np.int16)
    return out[: GAME.engine.legal_actions(states, 0, GAME.tables, out)].copy()


def searched(states: np.ndarray, iterations: int, **thinking: float) -> SearchBot:
    """A search that has thought about a position."""
    bot = SearchBot(GAME, Clock(iterations=iterations), seed=3, **thinking)
    bot.explain(GAME.redacted(states, int(states[0].seat)), legal_actions(states))
    return bot


def remembered(memory: Memory) -> Iterator[tuple[int, int, int, np.record]]:
    """The scene before, the aim, the number of the outcome, and what the push left behind."""
    for key, found in zip(memory.keys, memory.found, strict=True):
        if key != FREE:
            yield int(key) >> 40, ((int(key) >> 8) & 0xFFFF) - AIM_AT, int(key) & 0xFF, memory.scenes[found]


@njit
def push_twice(states, boxes, action, kept):
    """In the first record by the rule and to keep it, in the second by heart."""
    push_and_keep(states[0], boxes[0], action, kept[0])
    push_as_kept(states[1], boxes[0], action, kept[0])


def test_a_push_by_heart_is_the_push_but_for_chance():
    fell = 0
    for number, states in enumerate(before_pushes(40)):
        played, kept = np.repeat(states, 2), np.zeros(1, evaluation(GAME.name).scene)
        action = int(np.random.default_rng(number).choice(legal_actions(states)))
        push_twice(played, GAME.tables, action, kept)
        GAME.engine.play_action(states, 0, GAME.tables, action)
        played["moves"] += 1
        assert played[0].tobytes() == states[0].tobytes()
        played["rng"] = played["reveals"] = 0  # by heart, nobody asks chance
        assert played[0].tobytes() == played[1].tobytes()
        fell += int(kept[0].fell.sum())
    assert fell > 10


def test_what_is_remembered_accounts_for_every_stone():
    for states in before_pushes(3):
        memory = searched(states, PUSHES)._trees[0].memory
        seen = list(remembered(memory))
        assert len(seen) == memory.used[0] - 1 > 50
        for before, _, number, left in seen:
            discs = states[0].discs if before == FIRST_SCENE else memory.scenes[before].discs
            assert left.discs + left.fell.sum() == discs + 1
            assert number < 4


def test_a_search_pushes_less_often_than_it_thinks_of_pushing():
    for states in before_pushes(3):
        tree = searched(states, 1000)._trees[0]
        thought_of = sum(int(tree.visits[edge]) for edge in range(tree.used[1]) if tree.action[edge] >= AIM_AT)
        assert tree.memory.used[0] < thought_of / 2


def test_without_outcomes_nothing_is_remembered():
    states = next(before_pushes(1))
    assert searched(states, PUSHES, outcomes=0.0)._trees[0].memory.used[0] == 1


def test_aims_that_are_liked_at_first_sight_make_stones_fall():
    """Guesses order the aims of a search that remembers nothing; one that remembers has tried them out."""

    def falls(states: np.ndarray, **thinking: float) -> float:
        tree = searched(states, 1, **thinking)._trees[0]
        first = int(tree.action[root_edges(tree)[0]])
        total = 0
        for seed in range(6):
            pushed = GAME.redealt(states, int(states[0].seat), seed)
            before = int(pushed[0].discs)
            GAME.engine.play_action(pushed, 0, GAME.tables, first)
            total += before + 1 - int(pushed[0].discs)
        return total / 6

    tables = list(before_pushes(24))
    assert sum(map(falls, tables)) > 1.1 * sum(falls(states, outcomes=0.0) for states in tables) > 0


def test_a_search_whose_memory_is_full_still_answers():
    for states in before_pushes(3):
        bot = SearchBot(GAME, Clock(iterations=PUSHES), seed=3)
        bot._trees = [tree._replace(memory=tree.memory._replace(scenes=tree.memory.scenes[:5])) for tree in bot._trees]
        assert bot.choose(GAME.redacted(states, int(states[0].seat)), legal_actions(states)) in legal_actions(states)
        assert bot._trees[0].memory.used[0] == 5
