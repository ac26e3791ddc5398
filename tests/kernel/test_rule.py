"""Compiling, and where compiled code is kept."""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from types import FunctionType

import pytest
from numba import config

from triumvir.kernel.rule import KEPT_UNUSED, PLAIN, cache_folder, compiled

GAMES = ("triumvir.games.porta_nigra", "triumvir.games.carpe_diem")


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_threads_that_open_games_at_once_keep_their_compiled_code_apart():
    def door(states):
        return states

    def kept_in(module):
        copy = FunctionType(door.__code__, door.__globals__, door.__name__)
        copy.__module__ = module
        return compiled(copy)._cache.cache_path

    before, pace = config.CACHE_DIR, sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            folders = list(threads.map(kept_in, GAMES * 100))
    finally:
        sys.setswitchinterval(pace)
    assert all(folder.startswith(str(cache_folder(module))) for module, folder in zip(GAMES * 100, folders, strict=True))
    assert before == config.CACHE_DIR


def test_compiled_code_that_nobody_uses_any_more_is_thrown_away(tmp_path, monkeypatch):
    monkeypatch.setenv("TRIUMVIR_CACHE", str(tmp_path))
    ages = {"porta_nigra-games-old": 2.0, "porta_nigra-games-recent": 0.5, "porta_nigra-bots-old": 2.0, "something": 2.0}
    for name, age in ages.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "code").write_text("")
        os.utime(tmp_path / name, (time.time() - age * KEPT_UNUSED,) * 2)
    folder = cache_folder.__wrapped__("triumvir.games.porta_nigra")
    assert sorted(tmp_path.iterdir()) == sorted([folder, *(tmp_path / name for name in ages if name != "porta_nigra-games-old")])


def test_a_folder_in_use_is_not_old(tmp_path, monkeypatch):
    monkeypatch.setenv("TRIUMVIR_CACHE", str(tmp_path))
    folder = cache_folder.__wrapped__("triumvir.games.porta_nigra")
    (folder / "code").write_text("")
    os.utime(folder, (0, 0))
    assert cache_folder.__wrapped__("triumvir.games.porta_nigra") == folder
    assert (folder / "code").exists()
