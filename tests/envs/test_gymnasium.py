"""Gymnasium's own checker, for every game and number of players, and what it leaves out."""

import random
import warnings

import numpy as np
import pytest

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.utils.env_checker import check_env, data_equivalence

import triumvir
import triumvir.envs
from envs.conformance import GYMNASIUM_IDS, TABLES, illegal, sampled, twins
from triumvir.envs.gymnasium import Env, VectorEnv, doors
from triumvir.envs.loops import room
from triumvir.kernel.errors import BadRequest

tables = pytest.mark.parametrize(("name", "players"), TABLES)
games = pytest.mark.parametrize("name", triumvir.games())


def whole_match(made, seed=1):
    """A random match; the sum of rewards and the last info."""
    chooser = random.Random(seed)
    seen, info = made.reset(seed=seed)
    assert not made.unwrapped._over
    earned, over = 0.0, False
    while not over:
        assert seen["action_mask"].tolist() == info["action_mask"].tolist()
        assert made.unwrapped.action_masks().tolist() == seen["action_mask"].astype(bool).tolist()
        assert seen["action_mask"].any()
        seen, reward, over, cut, info = made.step(sampled(seen["action_mask"], chooser))
        assert not cut
        assert over or reward == 0
        earned += reward
    return earned, info


@tables
def test_checker(name, players, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = gymnasium.make(GYMNASIUM_IDS[name], players=players, seat="random")
        check_env(made.unwrapped)


@tables
def test_a_whole_match(name, players):
    made = gymnasium.make(GYMNASIUM_IDS[name], players=players, seat=players - 1, reward="win")
    earned, info = whole_match(made)
    assert info["seat"] == players - 1
    assert len(info["scores"]) == players
    best = max(info["scores"])
    assert (earned > 0) <= (info["scores"][players - 1] == best)
    assert made.unwrapped.step(0)[1:4] == (0.0, True, False)  # nobody should, but nothing breaks


@games
def test_against_named_bots(name):
    made = Env(name, players=3, opponents=["greedy", "greedy:3"], seat="random")
    seats = set()
    chooser = random.Random(1)
    for seed in range(6):
        seen, info = made.reset(seed=seed)
        seats.add(info["seat"])
        for _ in range(4):
            seen, *_ = made.step(sampled(seen["action_mask"], chooser))
    assert len(seats) > 1


@games
def test_an_illegal_action_ends_the_match_with_a_penalty(name):
    made = Env(name, illegal_reward=-2.5)
    for wrong in (None, -1, made.game.num_actions, "basilica"):
        seen, _ = made.reset(seed=1)
        action = illegal(seen["action_mask"]) if wrong is None else wrong
        again, reward, over, cut, info = made.step(action)
        assert (reward, over, cut) == (-2.5, True, False)
        assert again["observation"].tolist() == seen["observation"].tolist()
        assert info["illegal"] in ({"no action"} if wrong is not None else set(made.game.rules))
        assert not again["action_mask"].any()
        assert made.step(0)[1:4] == (0.0, True, False)


@tables
def test_nothing_hidden_leaks(name, players):
    made = Env(name, players=players, render_mode="ansi")
    chooser = random.Random(2)
    seen, _ = made.reset(seed=2)
    for number in range(60):
        if number % 15 == 0:
            table, shown = made._table, made.render()
            before = table.states.tobytes()
            for twin in twins(made.game, table.states, made.seat):
                table.states[:] = twin
                assert table.observation(made.seat).tolist() == seen["observation"].tolist()
                assert table.mask(made.seat).tolist() == seen["action_mask"].tolist()
                assert made.render() == shown
            table.states[:] = np.frombuffer(before, table.states.dtype)
        seen, _, over, *_ = made.step(sampled(seen["action_mask"], chooser))
        if over:
            return


def test_settings_are_checked():
    for wrong in (
        {"players": 5},
        {"reward": "glory"},
        {"seat": 2},
        {"seat": "throne"},
        {"opponents": ["cheat"]},
        {"opponents": ["random", "random"]},
        {"render_mode": "hologram"},
        {"unknown_option": 1},
    ):
        with pytest.raises(BadRequest):
            Env("porta_nigra", **wrong)
    for wrong in ({"num_envs": 0}, {"opponents": "search:10i"}, {"seat": 7}, {"reward": "glory"}):
        with pytest.raises(BadRequest):
            VectorEnv("porta_nigra", **wrong)


def test_it_can_be_made_without_importing_anything_first():
    made = gymnasium.make("triumvir.envs:triumvir/PortaNigra-v0", opponents="greedy")
    assert made.reset(seed=1)[0]["observation"].shape == made.observation_space["observation"].shape


# --- Many at once


def random_actions(masks, generator):
    return (generator.random(masks.shape) * masks).argmax(axis=1)


def followed(made, steps, seed=1):
    """Random steps: everything that came back, with what was seen before."""
    generator = np.random.default_rng(seed)
    seen, _ = made.reset(seed=seed)
    for _ in range(steps):
        before = seen
        seen, reward, over, cut, infos = made.step(random_actions(seen["action_mask"], generator))
        yield before, seen, reward, over, cut, infos


@tables
def test_many_at_once(name, players):
    made = gymnasium.make_vec(GYMNASIUM_IDS[name], num_envs=5, players=players, seat="random", reward="win")
    assert isinstance(made.unwrapped, VectorEnv)
    ended = 0
    for _, seen, reward, over, cut, infos in followed(made, 600):
        assert made.observation_space.contains(seen)
        assert seen["action_mask"].any(axis=1).all()
        assert not cut.any()
        assert not reward[~over].any()
        assert ("final_obs" in infos) == over.any()
        for i in over.nonzero()[0]:
            ended += 1
            final = infos["final_info"]
            assert infos["_final_obs"][i]
            assert final["_scores"][i]
            assert not final["illegal"][i]
            assert reward[i] == final["rewards"][i, final["seat"][i]]
            assert final["rewards"][i].sum() == pytest.approx(0, abs=1e-6)
            assert made.single_observation_space.contains(infos["final_obs"][i])
            assert infos["final_obs"][i]["observation"].tolist() != seen["observation"][i].tolist()
    assert ended > 1


@games
def test_the_same_seed_gives_the_same_matches_and_others_do_not(name):
    one, two, other = (VectorEnv(name, num_envs=4, players=3, seat="random") for _ in range(3))
    differ = False
    for first, again, third in zip(followed(one, 30), followed(two, 30), followed(other, 30, seed=2), strict=True):
        assert data_equivalence(first, again, exact=True)
        differ |= not np.array_equal(first[1]["observation"], third[1]["observation"])
    assert differ


@games
def test_the_same_matches_however_the_work_is_shared(name):
    one, shared = (VectorEnv(name, num_envs=5, players=2, seat="random") for _ in range(2))
    shared._room = room(shared.game, 3, 1)
    for first, again in zip(followed(one, 30), followed(shared, 30), strict=True):
        assert data_equivalence(first, again, exact=True)


@games
def test_what_is_seen_is_what_the_record_says(name):
    made = VectorEnv(name, num_envs=3, players=3, seat=1)
    for _, seen, *_, infos in followed(made, 40):
        for i in range(3):
            assert infos["seat"][i] == 1
            record = made._states[i : i + 1].copy()
            assert seen["observation"][i].tolist() == made.game.observation(record, 1).tolist()
            out = np.zeros(made.game.num_actions, np.int16)
            count = made.game.engine.legal_actions(record, 0, made.game.tables, out)
            assert seen["action_mask"][i].nonzero()[0].tolist() == out[:count].tolist()


@games
def test_one_learner_in_every_seat(name):
    made = VectorEnv(name, num_envs=3, players=3, opponents=None)
    turns = set()
    for _, seen, reward, over, _, infos in followed(made, 60):
        turns |= set(infos["seat"].tolist())
        for i in range(3):
            assert seen["observation"][i].tolist() == made.game.observation(made._states[i : i + 1].copy(), int(infos["seat"][i])).tolist()
        assert not reward[~over].any()
    assert turns == {0, 1, 2}


@games
def test_greedy_opponents_do_better_than_a_random_learner(name):
    made = VectorEnv(name, num_envs=6, opponents=["greedy"], reward="win")
    rewards = np.concatenate([reward[over] for _, _, reward, over, _, _ in followed(made, 450)])
    assert len(rewards) >= 4
    assert rewards.mean() < 0


@games
def test_an_illegal_action_ends_only_its_own_match(name):
    made = VectorEnv(name, num_envs=4, illegal_reward=-3)
    seen, _ = made.reset(seed=1)
    actions = random_actions(seen["action_mask"], np.random.default_rng(1))
    actions[1], actions[2] = illegal(seen["action_mask"][1]), made.game.num_actions + 7
    again, reward, over, _, infos = made.step(actions)
    assert reward.tolist() == [0, -3, -3, 0]
    assert over.tolist() == [False, True, True, False]
    assert infos["final_info"]["illegal"].tolist() == over.tolist()
    assert infos["final_obs"][1]["observation"].tolist() == seen["observation"][1].tolist()
    assert again["action_mask"].any(axis=1).all()
    with pytest.raises(BadRequest):
        made.step(actions[:2])


def test_arrays_stay_in_place_if_asked():
    made = VectorEnv("porta_nigra", num_envs=2, copy=False)
    seen, _ = made.reset(seed=1)
    again, *_ = made.step(random_actions(seen["action_mask"], np.random.default_rng(1)))
    assert again["observation"] is seen["observation"]
    assert made.action_masks().tolist() == again["action_mask"].astype(bool).tolist()
    with pytest.raises(BadRequest, match="reset"):
        VectorEnv("porta_nigra").step(np.zeros(1, int))


def test_what_takes_long_to_compile_can_be_compiled_ahead():
    named = dict(doors(triumvir.game("porta_nigra")))
    assert len(named) == 2
    for call in named.values():
        call()
