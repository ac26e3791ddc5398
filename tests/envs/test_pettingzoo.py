"""PettingZoo's own tests, for every game and number of players, and what they leave out."""

import pickle
import random
import re
import warnings
from xml.etree import ElementTree

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

import pettingzoo
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import test_state as check_state
from pettingzoo.test.state_test import test_state_space as check_state_space

import triumvir
from envs.conformance import TABLES, illegal, sampled, twins
from triumvir.envs.pettingzoo import env, raw_env
from triumvir.kernel.errors import BadRequest, IllegalMove

tables = pytest.mark.parametrize(("name", "players"), TABLES)
games = pytest.mark.parametrize("name", triumvir.games())

# api_test knows by name the few environments whose observations may be dicts with a mask; of all others it says this.
KNOWN = re.compile("Observation is not a NumPy array|Observation space for each agent probably should be|all zeros")


def random_play(made, chooser, most=10_000):
    """Plays at random; yields before every step what `last` says."""
    for agent in made.agent_iter(most):
        last = made.last()
        yield agent, last
        over = last[2] or last[3]
        made.step(None if over else sampled(last[0]["action_mask"], chooser))


@tables
def test_api(name, players, capsys):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        api_test(env(name, players=players), num_cycles=100)
    assert [str(one.message) for one in seen if not KNOWN.search(str(one.message))] == []


@tables
def test_seeds(name, players):
    seed_test(lambda: env(name, players=players), num_cycles=50)


@tables
def test_state(name, players):
    made = env(name, players=players)
    check_state_space(made)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PettingZoo warns of the illegal actions that its own test samples
        check_state(made, num_cycles=10)
    made.reset(seed=1)
    one = made.observe("player_0")["observation"]
    assert made.state().shape == (players * len(one),)
    assert made.state()[: len(one)].tolist() == one.tolist()


@games
def test_render(name, capsys):
    drawings = []
    render_test(
        lambda render_mode: env(name, players=3, render_mode=render_mode), custom_tests={"svg": lambda drawing: drawings.append(drawing) or True}
    )
    assert triumvir.game(name).title in capsys.readouterr().out
    for drawing in drawings:
        assert ElementTree.fromstring(drawing).tag == "{http://www.w3.org/2000/svg}svg"


@tables
def test_a_whole_match_ends_with_a_reward_for_everybody(name, players):
    made = env(name, players=players, reward="win")
    made.reset(seed=5)
    earned = dict.fromkeys(made.possible_agents, 0.0)
    finished = []
    for agent, (_, reward, over, _, info) in random_play(made, random.Random(5)):
        earned[agent] += reward
        if over:
            finished.append(agent)
            assert len(info["scores"]) == players
        else:
            assert reward == 0
    assert sorted(finished) == made.possible_agents
    assert sum(earned.values()) == pytest.approx(0, abs=1e-6)
    assert max(earned.values()) > 0
    assert made.agents == []


@tables
def test_only_the_agent_to_decide_has_a_mask_and_it_is_what_the_match_allows(name, players):
    made = env(name, players=players)
    made.reset(seed=3)
    table = made.unwrapped._table
    for agent, (seen, *_) in random_play(made, random.Random(3), most=60):
        assert seen["action_mask"].dtype == np.int8
        assert seen["action_mask"].nonzero()[0].tolist() == table.legal().tolist()
        for other in made.agents:
            if other != agent:
                assert not made.observe(other)["action_mask"].any()


@tables
def test_nothing_hidden_leaks(name, players):
    """Records that a seat cannot tell apart give it the same observation and mask; the vector needs no redacting."""
    made = env(name, players=players, render_mode="ansi")
    made.reset(seed=4)
    table = made.unwrapped._table
    for number, (agent, (seen, *_)) in enumerate(random_play(made, random.Random(4), most=120)):
        if number % 12:
            continue
        seat = made.possible_agents.index(agent)
        assert seen["observation"].tolist() == made.unwrapped.game.observation(table.states, seat).tolist()
        before, shown = table.states.tobytes(), made.render()
        for twin in twins(made.unwrapped.game, table.states, seat):
            table.states[:] = twin
            table.count = made.unwrapped.game.engine.legal_actions(table.states, 0, made.unwrapped.game.tables, table.legal_actions)
            again = made.observe(agent)
            assert again["observation"].tolist() == seen["observation"].tolist()
            assert again["action_mask"].tolist() == seen["action_mask"].tolist()
            assert made.render() == shown
        table.states[:] = np.frombuffer(before, table.states.dtype)


@games
def test_an_illegal_action_ends_the_match_for_everybody_and_costs_one(name):
    made = env(name, players=3)
    made.reset(seed=1)
    sinner = made.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made.step(illegal(made.last()[0]["action_mask"]))
    rewards = {}
    for agent in made.agent_iter():
        _, reward, over, _, _ = made.last()
        assert over
        rewards[agent] = reward
        made.step(None)
    assert rewards == {agent: -1 if agent == sinner else 0 for agent in made.possible_agents}


def test_what_is_no_action_at_all_is_refused():
    made = env("porta_nigra")
    made.reset(seed=1)
    for wrong in (made.unwrapped.game.num_actions, -1, None, "basilica"):
        with pytest.raises(AssertionError):
            made.step(wrong)
    made.step(sampled(made.last()[0]["action_mask"], random.Random(1)))


def test_without_wrappers_an_illegal_action_raises_and_changes_nothing():
    made = raw_env("porta_nigra")
    made.reset(seed=1)
    before = made._table.states.tobytes()
    with pytest.raises(IllegalMove):
        made.step(illegal(made.observe(made.agent_selection)["action_mask"]))
    assert made._table.states.tobytes() == before


def test_the_order_of_calls_is_enforced():
    made = env("porta_nigra")
    for ask in (lambda: made.agents, lambda: made.agent_selection, lambda: made.rewards, lambda: made.infos):
        with pytest.raises(AttributeError):
            ask()
    with pytest.raises(AttributeError):
        made.last()


def test_settings_are_checked_and_kept():
    for wrong in ({"players": 5}, {"reward": "glory"}, {"render_mode": "hologram"}, {"unknown_option": 1}):
        with pytest.raises(BadRequest):
            env("porta_nigra", **wrong)
    made = raw_env("porta_nigra", players=3, reward="margin", youngest_first=[2, 0, 1])
    made.reset(seed=1)
    assert made._table.states["age"][0, :3].tolist() == [1, 2, 0]
    again = pickle.loads(pickle.dumps(made))
    again.reset(seed=1)
    assert again._table.states.tobytes() == made._table.states.tobytes()
    wrapped = pickle.loads(pickle.dumps(env("porta_nigra", players=3)))
    wrapped.reset(seed=1)
    assert len(wrapped.agents) == 3


def test_registered():
    made = pettingzoo.make("aec", "triumvir/porta_nigra-v0", players=4)
    made.reset(seed=1)
    assert made.num_agents == 4
    assert str(made) == "porta_nigra_v0"
