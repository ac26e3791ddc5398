"""Whole random matches: the quarry gives what it should, and equal positions are equal bytes."""

import random

import numpy as np
import pytest

from games.via_appia.position import GAME, given
from games.via_appia.test_conservation import check_components
from games.via_appia.tray import many_pushes
from triumvir.games.via_appia.state import AIM
from triumvir.kernel.state import EMPTY


def random_records(players, seed):
    """The record of a random match at every decision."""
    chooser = random.Random(seed)
    states, out = GAME.record(players, seed), np.zeros(GAME.num_actions, np.int16)
    count = GAME.engine.legal_actions(states, 0, GAME.tables, out)
    yield states[0]
    while count:
        count = GAME.engine.try_action(states, 0, GAME.tables, chooser.choice(out[:count].tolist()), out)
        yield states[0]


@many_pushes
@pytest.mark.rule("VA-Q3")
def test_in_the_long_run_about_one_stone_falls_for_each_one_pushed():
    falls, pushes, stones = 0, 0, [0, 0, 0]
    for seed in range(60):
        before, phase, size = 0, EMPTY, EMPTY
        for s in random_records(2 + seed % 3, seed):
            now = int(s.fallen.sum())
            if phase == AIM:
                falls += now - before
                pushes += 1
                stones[size] += 1
            before, phase, size = now, int(s.phase), int(s.stone)
    assert pushes > 5000
    assert 0.9 < falls / pushes < 1.05
    assert stones[0] > stones[1] > stones[2] > 0


def test_equal_positions_are_equal_bytes_whichever_way_they_came_about():
    one = given(cart="SM").play("build A1", "build A2")
    two = given(cart="SM").play("build A2", "build A1")
    assert one.match.states.tobytes() == two.match.states.tobytes()


def test_a_redealt_match_is_one_that_could_be():
    """A redealt match draws other cards and other tremors, and is as valid as the true one."""
    for s in random_records(3, 5):
        if s.moves == 40:
            states = np.zeros(1, GAME.state)
            states[0] = s
            twin = GAME.redealt(states, 1, seed=3)
            check_components(twin, players=3)
            assert twin[0].rng != s.rng
