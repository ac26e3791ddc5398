"""Matches on an NVIDIA GPU: one thread plays one match with the very functions that the processor runs.

Needs the extra `triumvir[cuda]`. Without a GPU, `NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1` plays a few matches in
Numba's simulator, for tests.
"""

from typing import Any

import numpy as np

from triumvir.batch.cpu import bound_rules
from triumvir.batch.view import View
from triumvir.kernel.chance import seeded
from triumvir.kernel.errors import BadRequest
from triumvir.kernel.game import Game
from triumvir.kernel.rule import bind

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


def begin_kernel(states, boxes, players, seed, copies, observations, masks, seats, seeds):
    """One thread begins one match."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        out = cuda.local.array(ACTIONS, np.int16)
        begin(states[i], boxes[0], players, seed + i, copies[i : i + 1], out, observations[i], masks[i])
        seats[i] = states[i].seat
        seeds[i] = seed + i


def step_kernel(states, boxes, players, actions, kind, copies, observations, masks, seats, seeds, rewards, dones, illegal, final_scores):
    """One thread plays one action."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        out = cuda.local.array(ACTIONS, np.int16)
        came = step(
            states[i],
            boxes[0],
            players,
            int(actions[i]),
            kind,
            seeds[i] + states.shape[0],
            copies[i : i + 1],
            out,
            observations[i],
            masks[i],
            rewards[i],
            final_scores[i],
        )
        seats[i] = states[i].seat
        dones[i] = came == 1
        illegal[i] = came == -1
        if came == 1:
            seeds[i] += states.shape[0]


def on_device(actions: Any) -> Any:
    """Actions as the kernels take them: arrays of a GPU library as they are, others are brought over."""
    return cuda.as_cuda_array(actions) if hasattr(actions, "__cuda_array_interface__") else cuda.to_device(np.asarray(actions))


_kernels: dict[str, dict[str, Any]] = {}


def kernels_of(game: Game) -> dict[str, Any]:
    """The kernels bound to a game's rules."""
    engine = game.engine
    if engine.owner not in _kernels:
        outer = bind([start_kernel, playout_kernel, begin_kernel, step_kernel], engine.owner, bound_rules(game))
        _kernels[engine.owner] = {name: cuda.jit(kernel) for name, kernel in outer.items()}
    return _kernels[engine.owner]


class OnGpu:
    """Matches in the GPU's memory."""

    def __init__(self, game: Game, size: int) -> None:
        if cuda is None or not cuda.is_available():
            raise BadRequest("there is no GPU that Numba can use: install triumvir[cuda] on a machine with an NVIDIA GPU")
        self._game = game
        self._size = size
        self._kernels = kernels_of(game)
        self._states = cuda.to_device(np.zeros(size, game.state))
        self._boxes = cuda.to_device(game.tables)
        self._copies: Any = None  # for what seats may not see, once somebody trains
        self._blocks = (size + THREADS - 1) // THREADS

    def start(self, players: int, seed: int) -> None:
        self._kernels["start_kernel"][self._blocks, THREADS](self._states, self._boxes, players, seed)

    def playout(self, seed: int) -> None:
        self._kernels["playout_kernel"][self._blocks, THREADS](self._states, self._boxes, seed)

    def begin(self, players: int, seed: int, view: View) -> None:
        self._players = players
        if self._copies is None:
            self._copies = cuda.device_array(self._size, self._game.state)
        self._kernels["begin_kernel"][self._blocks, THREADS](
            self._states, self._boxes, players, seed, self._copies, view.observations, view.masks, view.seats, view.seeds
        )

    def step(self, actions: Any, kind: int, view: View) -> None:
        self._kernels["step_kernel"][self._blocks, THREADS](self._states, self._boxes, self._players, on_device(actions), kind, self._copies, *view)

    def view(self) -> View:
        return View.made(self._game, self._size, lambda shape, kind: cuda.to_device(np.zeros(shape, kind)))

    def wait(self) -> None:
        cuda.synchronize()

    def records(self) -> np.ndarray:
        records: np.ndarray = self._states.copy_to_host()
        return records
