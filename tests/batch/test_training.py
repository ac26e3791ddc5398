"""The batch as a training environment: the same matches as played by hand, in arrays that keep their place."""

import numpy as np
import pytest

import triumvir
from triumvir.batch import Batch
from triumvir.kernel.errors import BadRequest
from triumvir.kernel.rewards import MARGIN, RANK, WIN

SIZE = 5


def any_legal(batch, chance):
    return (chance.random(batch.masks.shape) * batch.masks).argmax(axis=1)


@pytest.mark.parametrize(("name", "players"), [("porta_nigra", 2), ("porta_nigra", 4), ("carpe_diem", 3), ("via_appia", 2)])
def test_every_step_is_that_of_a_match_played_by_hand(name, players):
    game, chance = triumvir.game(name), np.random.default_rng(1)
    batch = Batch(game, players, SIZE)
    batch.reset(seed=40)
    matches = [game.new(players, 40 + place) for place in range(SIZE)]
    ended = 0
    while ended < SIZE + 2:
        for place, match in enumerate(matches):
            assert batch.seats[place] == match.seat
            assert np.array_equal(batch.masks[place], match.mask())
            if match.states[0].moves % 7 == 0:
                assert np.array_equal(batch.observations[place], match.observation(match.seat))
        actions = any_legal(batch, chance)
        batch.step(actions)
        for place, match in enumerate(matches):
            match.play(int(actions[place]))
            assert batch.dones[place] == match.over
            if not match.over:
                assert not batch.rewards[place].any()
                continue
            ended += 1
            assert batch.final_scores[place, :players].tolist() == match.scores()
            matches[place] = game.new(players, match.seed + SIZE)
            assert batch.view.seeds[place] == match.seed + SIZE
    assert not batch.illegal.any()


@pytest.mark.parametrize("reward", ["rank", "win", "margin"])
def test_rewards_come_at_the_end_and_are_what_they_say(reward):
    game, chance = triumvir.game("carpe_diem"), np.random.default_rng(2)
    batch = Batch(game, 3, 40, reward=reward)
    batch.reset(seed=7)
    seen = 0
    while seen < 20:
        batch.step(any_legal(batch, chance))
        for place in np.flatnonzero(batch.dones):
            points, given = batch.final_scores[place, :3].astype(int), batch.rewards[place]
            assert given[3] == 0
            if len(set(points)) < 3:
                continue  # ties are another test's
            seen += 1
            order = np.argsort(-points)
            if reward == "rank":
                assert given[order].tolist() == [1, 0, -1]
            elif reward == "win":
                assert given[order].tolist() == pytest.approx([2 / 3, -1 / 3, -1 / 3])
            else:
                best, second, third = points[order]
                assert given[order].tolist() == pytest.approx([(best - second) / 100, (second - best) / 100, (third - best) / 100])


def test_ties_share_and_tie_breaks_count():
    game = triumvir.game("carpe_diem")
    for reward, level, broken in ((RANK, [0, 0], [1, -1]), (WIN, [0, 0], [0.5, -0.5]), (MARGIN, [0, 0], [0, 0])):
        for prestige, expected in ((0, level), (1, broken)):
            given = np.zeros((1, 4), np.float32)
            states = np.zeros(1, game.state)
            states["players"], states["prestige"][:, 1] = 2, prestige  # the lower prestige wins a tie
            game.engine.reward_all(states, reward, given)
            assert given[0, :2].tolist() == expected, (reward, prestige)


def test_an_illegal_action_is_noted_and_changes_nothing():
    batch = Batch(triumvir.game("porta_nigra"), 2, 3)
    batch.reset(seed=1)
    before = batch.records().copy()
    seen = batch.observations.copy(), batch.masks.copy()
    wrong = int(np.flatnonzero(batch.masks[1] == 0)[0])
    right = int(np.flatnonzero(batch.masks[2])[0])
    batch.step([-1, wrong, right])
    assert batch.illegal.tolist() == [True, True, False]
    assert batch.records()[:2].tobytes() == before[:2].tobytes()
    assert batch.records()[2].tobytes() != before[2].tobytes()
    assert np.array_equal(batch.observations[:2], seen[0][:2])
    assert np.array_equal(batch.masks[:2], seen[1][:2])
    batch.step([10**6, right, wrong])
    assert batch.illegal[0]


def test_the_arrays_keep_their_place():
    batch = Batch(triumvir.game("porta_nigra"), 2, 4)
    batch.reset(seed=1)
    addresses = [array.ctypes.data for array in batch.view]
    for _ in range(5):
        batch.step(batch.masks.argmax(axis=1))
    batch.reset(seed=2)
    assert [array.ctypes.data for array in batch.view] == addresses


def test_workers_do_not_change_the_matches():
    one, two = (Batch(triumvir.game("porta_nigra"), 3, 9, workers=workers) for workers in (1, 2))
    for batch in (one, two):
        batch.reset(seed=3)
        for _ in range(60):
            batch.step(batch.masks.argmax(axis=1))
    assert one.records().tobytes() == two.records().tobytes()
    for mine, other in zip(one.view, two.view, strict=True):
        assert np.array_equal(mine, other)


def test_bad_requests_are_refused():
    with pytest.raises(BadRequest, match="no reward 'fame'"):
        Batch(triumvir.game("porta_nigra"), 2, 4, reward="fame")
    batch = Batch(triumvir.game("porta_nigra"), 2, 4)
    with pytest.raises(BadRequest, match="reset"):
        batch.step([0, 0, 0, 0])
    batch.reset(seed=1)
    with pytest.raises(BadRequest, match="4 matches"):
        batch.step([0, 0])
    with pytest.raises(BadRequest, match="seed"):
        batch.reset(seed=-1)
