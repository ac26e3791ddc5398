"""What a finished match is worth."""

import numpy as np
import pytest

import triumvir
from triumvir.batch import Batch
from triumvir.envs.rewards import REWARDS, bounds, rewards
from triumvir.kernel.errors import BadRequest


def finished(*points):
    game = triumvir.game("porta_nigra")
    records = np.zeros(1, game.state)
    records["players"], records["seat"] = len(points), -1
    records["score"][0, : len(points)] = points
    return game, len(points), records


@pytest.mark.parametrize(
    ("kind", "points", "wanted"),
    [
        ("rank", (50, 30), [1, -1]),
        ("rank", (50, 50), [0, 0]),
        ("rank", (10, 30, 20), [-1, 1, 0]),
        ("rank", (40, 20, 20, 10), [1, 0, 0, -1]),
        ("rank", (40, 40, 20, 10), [2 / 3, 2 / 3, -1 / 3, -1]),
        ("win", (50, 30), [0.5, -0.5]),
        ("win", (50, 50, 10), [1 / 6, 1 / 6, -1 / 3]),
        ("margin", (50, 30), [0.2, -0.2]),
        ("margin", (50, 30, 45), [0.05, -0.2, -0.05]),
        ("margin", (3000, 0), [10, -10]),
    ],
)
def test_each_kind_of_reward(kind, points, wanted):
    game, players, records = finished(*points)
    row = rewards(kind, game, players, records)[0]
    assert row == pytest.approx(wanted, abs=1e-6)
    least, most = bounds(kind, players)
    assert (row >= least - 1e-6).all()
    assert (row <= most + 1e-6).all()


@pytest.mark.parametrize("kind", ["rank", "win"])
def test_ranks_and_wins_sum_to_nothing(kind):
    chooser = np.random.default_rng(1)
    for players in (2, 3, 4):
        for _ in range(50):
            game, _, records = finished(*chooser.integers(0, 6, players).tolist())
            assert rewards(kind, game, players, records).sum() == pytest.approx(0, abs=1e-5)


def test_who_loses_a_tie_by_the_tie_break_is_not_first():
    game = triumvir.game("carpe_diem")
    records = np.zeros(1, game.state)
    records["players"], records["seat"] = 2, -1
    records["score"][0, :2] = 30
    records["writs"][0, 1] = 1
    assert rewards("rank", game, 2, records).tolist() == [[-1, 1]]


def test_tie_breaks_order_those_behind_the_winner_too():
    game = triumvir.game("carpe_diem")
    records = np.zeros(1, game.state)
    records["players"], records["seat"] = 3, -1
    records["score"][0, :3] = 50, 30, 30
    records["writs"][0, 2] = 1
    assert rewards("rank", game, 3, records).tolist() == [[1, -1, 0]]


@pytest.mark.parametrize("kind", REWARDS)
@pytest.mark.parametrize(("name", "players"), [("porta_nigra", 3), ("carpe_diem", 4), ("via_appia", 2)])
def test_a_batch_gives_the_same(kind, name, players):
    game, chance = triumvir.game(name), np.random.default_rng(players)
    batch, match = Batch(game, players, 1, reward=kind), game.new(players, 21)
    batch.reset(seed=21)
    while not match.over:
        action = int(chance.choice(match.legal()))
        batch.step([action])
        match.play(action)
    assert batch.dones[0]
    assert np.array_equal(rewards(kind, game, players, match.states)[0], batch.rewards[0, :players])
    assert not batch.rewards[0, players:].any()


@pytest.mark.parametrize("ahead", [-2500, 2500])
def test_a_batch_bounds_the_margin_too(ahead):
    game = triumvir.game("porta_nigra")
    batch = Batch(game, 2, 1, reward="margin")
    batch.reset(seed=3)
    while not batch.dones[0]:
        batch.records()["score"][0, 0] = ahead
        batch.step(batch.masks.argmax(axis=1))
    assert abs(int(batch.final_scores[0, 0]) - int(batch.final_scores[0, 1])) > 1000
    assert batch.rewards[0, :2].tolist() == ([10, -10] if ahead > 0 else [-10, 10])


def test_an_unknown_reward_is_refused():
    assert len(REWARDS) == 3
    for refused in (lambda: bounds("glory", 2), lambda: Batch(triumvir.game("porta_nigra"), 2, 1, reward="glory")):
        with pytest.raises(BadRequest, match="no reward 'glory': there is rank, win, margin"):
            refused()
