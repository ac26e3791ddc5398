"""The examples run, briefly, and do what they say."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import triumvir
from triumvir import arena

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def run(name, *options, **environment):
    command = [sys.executable, str(EXAMPLES / name), *map(str, options)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **environment})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_tour_passes_through_every_door():
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    told = run("tour.py")
    for word in ("Porta Nigra: 2 to 4 players", "is not allowed", "random matches", "player_2: ", "VectorEnv: ", "returns [", "greedy: 100 % won"):
        assert word in told, told


def test_open_spiel_s_search_plays_a_match():
    pytest.importorskip("pyspiel")
    assert "2 simulations a decision" in run("open_spiel_mcts.py", "porta_nigra", "--matches", 1, "--simulations", 2)


@pytest.fixture(scope="module")
def ppo():
    """The example as a module; it needs PyTorch, which is an extra of its own."""
    pytest.importorskip("torch")
    pytest.importorskip("gymnasium")
    spec = importlib.util.spec_from_file_location("ppo", EXAMPLES / "ppo.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["ppo"] = module
    spec.loader.exec_module(module)
    return module


def small(ppo, **changes):
    return ppo.Settings(**{"both_seats": 4, "against_greedy": 4, "steps": 8, "minibatch": 32, "width": 16, **changes})


def test_ppo_learns_a_little_and_its_network_enters_an_arena(ppo, tmp_path, monkeypatch):
    sizes = ("--both-seats", 4, "--against-greedy", 4, "--steps", 8, "--minibatch", 32, "--width", 16, "--imitate", 1)
    told = run("ppo.py", "--updates", 2, "--looks", 1, "--matches", 4, "--out", tmp_path, *sizes)
    assert "examination, 4 matches against greedy" in told
    found = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert found["settings"]["width"] == 16
    assert found["tries"][-1]["decisions"] == 2 * 8 * 8
    assert set(found["examination"]) == {"random", "greedy"}
    assert found["examination"]["greedy"]["low"] <= found["examination"]["greedy"]["won"] <= found["examination"]["greedy"]["high"]
    monkeypatch.setenv("PPO_NETWORK", str(tmp_path / "network.pt"))
    game = triumvir.game("porta_nigra")
    outcome = arena.play_pairing(game, arena.schedule(2, ["ppo:Learnt", "random"], games=2, seed=1)[0])
    assert outcome.crash is None
    assert min(outcome.decisions) > 0


def test_ppo_draws_legal_moves_as_often_as_they_are_likely(ppo, monkeypatch):
    torch = ppo.torch
    torch.manual_seed(1)
    logs = torch.tensor([[ppo.FORBIDDEN, np.log(0.7), ppo.FORBIDDEN, np.log(0.3), ppo.FORBIDDEN]]).repeat(20_000, 1)
    counts = torch.bincount(ppo.drawn(logs), minlength=5)
    assert counts[[0, 2, 4]].tolist() == [0, 0, 0]
    assert abs(counts[1] / 20_000 - 0.7) < 0.02
    edges = torch.cat([torch.zeros(1, 1), torch.ones(1, 1)])
    monkeypatch.setattr(torch, "rand", lambda *size, **where: edges)
    assert set(ppo.drawn(logs[:2]).tolist()) <= {1, 3}


def test_ppo_counts_what_comes_after_a_change_of_turn_the_other_way(ppo):
    """By hand: two decisions of one seat, one of the other, then the end, worth 2 to the seat that decided last."""
    torch = ppo.torch
    learner = ppo.Learner(triumvir.game("porta_nigra"), small(ppo, both_seats=1, against_greedy=0, steps=3, trace=0.5), "cpu", 1)
    values, rewards, onward = [0.5, 0.25, 1.0], [0.0, 0.0, 2.0], [1.0, -1.0, 0.0]
    for name, numbers in (("values", values), ("rewards", rewards), ("onward", onward)):
        learner.kept[name][:] = torch.tensor(numbers)[:, None]
    third = 2.0 - 1.0
    second = (-1.0 - 0.25) - 0.5 * third
    first = (0.25 - 0.5) + 0.5 * second
    assert learner.advantages(torch.tensor([99.0])).flatten().tolist() == [first, second, third]


def test_ppo_s_tables_say_whose_turn_it_is_next(ppo):
    torch = ppo.torch
    tables = ppo.Tables(small(ppo), torch.device("cpu"), seed=1)
    chance, changes, ends = np.random.default_rng(1), set(), 0
    for _ in range(400):
        seats = np.concatenate([info["seat"] for _, info in tables._now])
        seen, masks = tables.look()
        assert seen.shape == (8, 534)
        rewards, onward = tables.step(torch.as_tensor((chance.random(masks.shape) * masks.numpy()).argmax(axis=1)))
        later = np.concatenate([info["seat"] for _, info in tables._now])
        goes_on = onward.numpy() != 0
        assert ((onward.numpy() == 1) == (seats == later))[goes_on].all()
        assert not rewards.numpy()[goes_on].any()
        changes |= set(onward[:4].tolist())
        assert (onward[4:] != -1).all(), "against a bot, it is always the learner's turn"
        ends += int((onward == 0).sum())
    assert changes == {-1.0, 0.0, 1.0}
    assert ends == tables.finished > 0


def test_the_examples_of_the_page_for_research_run():
    for package in ("pettingzoo", "gymnasium", "pyspiel"):
        pytest.importorskip(package)
    page = (EXAMPLES.parent / "docs" / "research.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(examples) >= 5
    for example in examples:
        exec(example, {})
