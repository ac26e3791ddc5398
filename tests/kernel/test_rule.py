"""Compiling, and where compiled code is kept."""

import sys
from concurrent.futures import ThreadPoolExecutor
from types import FunctionType

import pytest
from numba import config

from triumvir.kernel.rule import PLAIN, cache_folder, compiled

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
