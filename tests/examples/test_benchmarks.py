"""Programs that compare: they measure what is there and say what is not."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import triumvir
from triumvir.bots.learnt import made_for
from triumvir.bots.mind import mind

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


def run(name, *options, **environment):
    command = [sys.executable, str(BENCHMARKS / name), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **environment})


def test_peers_are_measured_or_named_with_the_reason():
    pytest.importorskip("gymnasium")
    done = run("peers.py", "gymnasium", "--seconds", "0.01", "--times", "1", "--markdown")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("| triumvir |") == 3, done.stdout
    there = find_spec("catanatron_gym") is not None
    assert ("| catanatron_gym | catanatron-v1 |" in done.stdout) == there
    assert ("Not measured: catanatron_gym" in done.stdout) == (not there)


def test_an_unknown_door_is_refused():
    done = run("peers.py", "trapdoor")
    assert done.returncode == 2
    assert "no door 'trapdoor': there is inside, own, openspiel" in done.stderr


def test_a_gpu_is_compared_step_by_step_and_a_failure_stops_nothing():
    pytest.importorskip("numba.cuda")
    simulated = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = run("gpu_arrays.py", "porta_nigra", "--places", "1", "--steps", "2", "--in-flight", "1", **simulated)
    assert done.stdout.count("equal after each of 2 steps") == 3, done.stdout + done.stderr
    assert done.stdout.count("good   speed, porta_nigra") == 2
    assert "FAILED no copy, jax" in done.stdout  # the simulator has no device arrays
    assert done.returncode == 1


def test_experience_is_learnt_from_matches(tmp_path):
    pytest.importorskip("sklearn")
    done = run("learn.py", "porta_nigra", "--matches", "2", "--epochs", "1", "--into", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "the evaluation is off by" in done.stdout
    with np.load(tmp_path / "porta_nigra-2.npz") as kept:
        assert str(kept["made_for"]) == made_for(triumvir.game("porta_nigra"), mind(triumvir.game("porta_nigra")).weights())
        assert kept["hidden_weights"].shape[1] == len(kept["output_weights"])


def test_foresight_is_measured_by_the_length_of_thought():
    done = run("foresight.py", "carpe_diem", "--positions", "3", "--iterations", "5,40")
    assert done.returncode == 0, done.stderr
    heading, short, long = done.stdout.splitlines()
    assert heading.startswith("3 positions; if one knew nothing 0.")
    assert short.startswith("     5 iterations 0.")
    assert ", +0.0000 ± 0.0000, slope " in short  # it is what the others are compared with
    assert long.startswith("    40 iterations 0.")


@pytest.mark.parametrize(("options", "why"), [(["--iterations", "60,0"], "whole numbers above nought"), (["--positions", "1"], "at least two")])
def test_foresight_needs_something_to_look_at(options, why):
    done = run("foresight.py", "porta_nigra", *options)
    assert done.returncode == 2
    assert why in done.stderr


def test_the_search_is_measured_by_game_and_cores():
    done = run("search.py", "--seconds", "0.01", "--players", "2", "--cores", "1")
    assert done.returncode == 0, done.stderr
    _, *rows = done.stdout.splitlines()
    assert [row.split()[:3] for row in rows] == [[name, "2", "1"] for name in triumvir.games()]
    for row in rows:
        assert all(float(cell.replace(",", "")) > 100 for cell in row.split()[4:6])  # iterations a second


def test_a_search_is_not_measured_with_cores_that_are_not_there():
    done = run("search.py", "--cores", "1", "1000")
    assert done.returncode == 2
    assert "not 1 1000" in done.stderr


def test_settings_of_the_search_are_tried():
    asked = ("trial.py", "porta_nigra", "12i:turns=0,further=0", "1i", "--deals", "2", "--every", "1", "--at-once", "2")
    done = run(*asked)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first.startswith("2 matches: wins ")
    assert second.startswith("4 matches: wins ")
    assert run(*asked).stdout == done.stdout
    with_itself = run("trial.py", "porta_nigra", "2i", "2i", "--deals", "2", "--every", "1")
    one, two = with_itself.stdout.splitlines()
    assert one.startswith("2 matches: wins 50.0 ± inf %, lead +0.0 ± inf")  # one deal from both seats, of which nothing can be said
    assert two.startswith("4 matches: wins 50.0 ± 0.0 %, lead +0.0 ± 0.0")


@pytest.mark.parametrize(
    ("options", "code", "why"),
    [
        (("trial.py", "porta_nigra", "1i", "1i", "--players", "7"), 1, "2 to 4 players, not 7"),
        (("trial.py", "porta_nigra", "1i", "1i", "--every", "0"), 2, "above nought"),
        (("search.py", "--players", "7"), 1, "2 to 4 players, not 7"),
        (("strength.py", "--games", "0"), 1, "at least one match"),
    ],
)
def test_programs_that_measure_say_what_is_wrong_in_a_line(options, code, why, tmp_path):
    done = subprocess.run([sys.executable, str(BENCHMARKS / options[0]), *options[1:]], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == code
    assert why in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_contests_go_on_where_they_stopped_and_say_what_was_wanted(tmp_path):
    asked = ("strength.py", "random", "--game", "porta_nigra", "--games", "4", "--cores", "1", "--folder", str(tmp_path))
    done = run(*asked)
    assert done.returncode == 0, done.stderr
    row = [cell.strip() for cell in done.stdout.splitlines()[-1].strip("|").split("|")]
    assert row[:7] == ["Porta Nigra", "2", "`greedy`", "`random`", "4", "100.0 % (51.0 to 100.0)", "97 %"]
    (file,) = tmp_path.iterdir()
    before = file.read_bytes()
    assert run(*asked).stdout == done.stdout
    assert file.read_bytes() == before


def test_turns_are_judged_from_their_end():
    asked = ("turns.py", "porta_nigra", "1i", "1i", "60i", "--positions", "6", "--deals", "4")
    done = run(*asked)
    assert done.returncode == 0, done.stderr
    heading, first, alike, other = done.stdout.splitlines()
    assert heading == "6 positions"
    assert first == alike == "  1i: +0.00 ± 0.00 points, 100 % alike"
    assert other.startswith("  60i: ")
    assert not other.endswith(" 100 % alike")
    assert run(*asked).stdout == done.stdout


def test_aims_are_judged_by_pushing():
    done = run("aims.py", "--positions", "3", "--pushes", "4")
    assert done.returncode == 0, done.stderr
    heading, *sizes = done.stdout.splitlines()
    assert heading.split()[:2] == ["stone", "positions"]
    assert sum(int(line.split()[1]) for line in sizes) == 3
    for line in sizes:
        any_aim, guessed, tried, best = map(float, line.split()[2:6])
        assert 0 <= any_aim <= best
        assert min(guessed, tried) >= 0


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("500", "say how long it thinks"),
        ("1.2.3s", "could not convert"),
        ("5i:courage=3", "no number courage: there is exploration"),
        ("0i", "above nought"),
    ],
)
def test_trials_say_what_is_wrong_with_a_bot(bot, why):
    for program in ("trial.py", "turns.py"):
        done = run(program, "porta_nigra", bot, "5i")
        assert done.returncode == 2
        assert why in done.stderr


def test_learning_needs_a_match_to_test_with(tmp_path):
    pytest.importorskip("sklearn")
    done = run("learn.py", "porta_nigra", "--matches", "1", "--into", str(tmp_path))
    assert done.returncode == 2
    assert "at least two" in done.stderr
    assert not list(tmp_path.iterdir())
