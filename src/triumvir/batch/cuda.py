"""Matches on an NVIDIA GPU: one thread plays one match with the very functions that the processor runs.

Needs the extra `triumvir[cuda]`. Without a GPU, `NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1` plays a few matches in
Numba's simulator, for tests.
"""

from typing import Any

import numpy as np

from triumvir.batch import loops
from triumvir.kernel.chance import seeded
from triumvir.kernel.errors import BadRequest
from triumvir.kernel.game import Game
from triumvir.kernel.rule import bind, rule

for _name, _now in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _name):  # newer NumPy dropped names that numba-cuda still asks for when it is imported
        setattr(np, _name, getattr(np, _now))

try:
    from numba import cuda
except ImportError:  # pragma: no cover
    cuda = None

THREADS = 128

# ruff: noqa: F821  (the game's rules, put there by bind)
# mypy: disable-error-code="name-defined"


def start_kernel(states, boxes, players, seed):
    """One thread sets up one match."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        set_up(states[i], boxes[0], players, seed + i)


def playout_kernel(states, boxes, seed):
    """One thread plays one match to its end."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        out = cuda.local.array(ACTIONS, np.int16)
        playout(states[i], boxes[0], seeded(seed + i), out)


_kernels: dict[str, dict[str, Any]] = {}


def kernels_of(game: Game) -> dict[str, Any]:
    """The kernels bound to a game's rules."""
    engine = game.engine
    if engine.owner not in _kernels:
        inner = {name: rule(loop) for name, loop in bind([loops.playout], engine.owner, engine.rules).items()}
        outer = bind([start_kernel, playout_kernel], engine.owner, {**engine.rules, **inner})
        _kernels[engine.owner] = {name: cuda.jit(kernel) for name, kernel in outer.items()}
    return _kernels[engine.owner]


class OnGpu:
    """Matches in the GPU's memory."""

    def __init__(self, game: Game, size: int) -> None:
        if cuda is None or not cuda.is_available():
            raise BadRequest("there is no GPU that Numba can use: install triumvir[cuda] on a machine with an NVIDIA GPU")
        self._kernels = kernels_of(game)
        self._states = cuda.to_device(np.zeros(size, game.state))
        self._boxes = cuda.to_device(game.tables)
        self._blocks = (size + THREADS - 1) // THREADS

    def start(self, players: int, seed: int) -> None:
        self._kernels["start_kernel"][self._blocks, THREADS](self._states, self._boxes, players, seed)

    def playout(self, seed: int) -> None:
        self._kernels["playout_kernel"][self._blocks, THREADS](self._states, self._boxes, seed)

    def wait(self) -> None:
        cuda.synchronize()

    def records(self) -> np.ndarray:
        records: np.ndarray = self._states.copy_to_host()
        return records
