"""The two decorators that compile rules, and where compiled code is kept.

A rule reads and writes one record. It allocates nothing, raises nothing and uses no floating point, so that Numba
compiles the same source for the processor and for a GPU, and `NUMBA_DISABLE_JIT=1` runs it as plain Python.
"""

import hashlib
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import numpy as np
from numba import config, get_num_threads, njit

F = TypeVar("F", bound=Callable[..., Any])

PLAIN = bool(config.DISABLE_JIT)  # rules run as plain Python, for debugging and coverage

KEPT_UNUSED = 30 * 24 * 3600.0  # seconds that compiled code of other sources is kept after its last use

SHARES_PER_THREAD = 8  # matches differ in length: smaller shares keep all cores busy

PACKAGE = Path(__file__).resolve().parents[1]


def rule(function: F) -> F:
    """A rule: compiled into whatever calls it."""
    inner: F = njit(function, error_model="numpy", nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    return inner


def plain(function: F) -> F:
    """The Python function behind a rule, for views: calling the rule itself with a single record would compile it anew."""
    return getattr(function, "py_func", function)


def wrapping(function: F) -> F:
    """For arithmetic that wraps around on purpose: plain NumPy would warn of every overflow. Goes under `@rule`."""
    if not PLAIN:
        return function

    def quiet(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    return quiet  # type: ignore[return-value]


# What compiled code of an area may contain, besides what it is bound to.
COMPILED_FROM = {
    "games": ("kernel/**/*.py", "batch/**/*.py", "games/{game}/**/*.py"),
    "bots": ("kernel/**/*.py", "games/{game}/**/*.py", "bots/*.py", "bots/evaluation/__init__.py", "bots/evaluation/{game}.py"),
}


def _area_and_game(module: str) -> tuple[str, str]:
    """`triumvir.games.porta_nigra.rules` and `triumvir.bots.evaluation.porta_nigra` both belong to Porta Nigra."""
    area, *rest = module.split(".")[1:]
    return area, rest[0] if area == "games" else rest[-1]


def source_hash(module: str) -> str:
    """Changes with every source that compiled code of a module may contain. Numba itself looks only at the outermost function's file."""
    digest = hashlib.sha256()
    area, game = _area_and_game(module)
    for pattern in COMPILED_FROM[area]:
        for path in sorted(PACKAGE.glob(pattern.format(game=game))):
            digest.update(path.relative_to(PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled code is kept: `TRIUMVIR_CACHE`, or the user's cache folder."""
    chosen = os.environ.get("TRIUMVIR_CACHE")
    return Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "triumvir"


@cache
def cache_folder(module: str) -> Path:
    """The folder for a module's compiled code: another one for every state of the sources. Those that nobody uses any more go."""
    area, game = _area_and_game(module)
    folder = cache_root() / f"{game}-{area}-{source_hash(module)}"
    with suppress(OSError):  # where nothing may be written, nothing needs tidying
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in folder.parent.glob(f"{game}-{area}-*"):
            if other.stat().st_mtime < time.time() - KEPT_UNUSED:
                shutil.rmtree(other, ignore_errors=True)
    return folder


_decorating = threading.Lock()  # Numba has one folder for the whole process, and games may be opened by several threads


def compiled(function: F, *, parallel: bool = False) -> F:
    """An entry point: called from Python, compiled once per machine and kept."""
    if PLAIN:
        return function
    folder = str(cache_folder(function.__module__))
    with _decorating:
        before = config.CACHE_DIR
        config.CACHE_DIR = folder  # read while decorating only; other users of Numba keep their folder
        try:
            entry: F = njit(function, error_model="numpy", nogil=True, cache=True, parallel=parallel)
            return entry
        finally:
            config.CACHE_DIR = before


def threads(wanted: int | None = None) -> int:
    """How many threads work side by side: one a core, or fewer if that is wanted."""
    return 1 if PLAIN else min(wanted or get_num_threads(), get_num_threads())


def shares(wanted: int | None = None) -> int:
    """Into how many shares the work of many matches is divided for those threads."""
    count = threads(wanted)
    return 1 if count == 1 else count * SHARES_PER_THREAD


def bind(templates: Iterable[Callable[..., Any]], owner: str, names: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    """Copies of functions whose global names mean what one game says they mean.

    Loops over matches are written once and bound to each game's rules. Module-level names, unlike closures, can be
    cached by Numba; `owner` becomes the functions' module, so that each game has cache files of its own.
    """
    bound: dict[str, Any] = {}
    for template in templates:
        assert isinstance(template, FunctionType)
        scope = {**template.__globals__, **names, **bound}
        copy = FunctionType(template.__code__, scope, template.__name__, template.__defaults__)
        copy.__module__, copy.__doc__, copy.__qualname__ = owner, template.__doc__, template.__qualname__
        bound[template.__name__] = copy
    return bound
