"""VA-Q3 against a physics engine: a short form of benchmarks/quarry_pymunk.py, with wider bounds."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from games.via_appia.position import GAME
from games.via_appia.tray import many_pushes

pytest.importorskip("pymunk")


def benchmark():
    path = Path(__file__).parents[3] / "benchmarks" / "quarry_pymunk.py"
    spec = importlib.util.spec_from_file_location("quarry_pymunk", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@many_pushes
@pytest.mark.rule("VA-Q3")
def test_stones_fall_as_in_a_physics_engine():
    compare = benchmark()
    cases = compare.cases(GAME, 120, seed=5)
    here = np.array([compare.falls_here(GAME, case) for case in cases])
    there = np.array([compare.falls_there(GAME, case) for case in cases])
    found = compare.Comparison.of(here, there)
    assert abs(found.mean_here - found.mean_there) < 0.25
    assert found.same > 0.58
    assert found.within_one > 0.88
