"""The one interface to many matches. Where they lie is a matter of the device."""

from typing import Any, Protocol

import numpy as np

from triumvir.batch.cpu import OnProcessor
from triumvir.batch.view import View
from triumvir.kernel.errors import BadRequest
from triumvir.kernel.game import Game, check_seed
from triumvir.kernel.rewards import REWARDS, check_reward

DEVICES = ("cpu", "cuda")


class Device(Protocol):
    """What a device can do with its matches."""

    def start(self, players: int, seed: int) -> None: ...

    def playout(self, seed: int) -> None: ...

    def begin(self, players: int, seed: int, view: View) -> None: ...

    def step(self, actions: Any, kind: int, view: View) -> None: ...

    def view(self) -> View: ...

    def records(self) -> np.ndarray: ...

    def wait(self) -> None: ...


class Batch:
    """`size` matches of one game. Match i has the seed `seed + i`.

    >>> batch = Batch(triumvir.game("porta_nigra"), players=3, size=10_000)
    >>> batch.start(seed=1)
    >>> batch.playout(seed=2)      # random moves to the end, chosen by generators of their own
    >>> batch.records()["score"]   # final records, the same bytes on every device

    To train on: one decision at a time in every match, and a new match begins where one has ended.

    >>> batch.reset(seed=1)
    >>> batch.step(actions)        # one for each match, chosen with batch.observations and batch.masks
    >>> batch.rewards, batch.dones

    The arrays are written in place and keep their address. On a GPU they are device arrays, which PyTorch, CuPy and JAX take
    without a copy (`torch.as_tensor(batch.masks, device="cuda")`). `reward` says what a seat gets at the end: "rank", "win" or
    "margin", see `triumvir.kernel.rewards`.
    """

    def __init__(self, game: Game, players: int, size: int, device: str = "cpu", workers: int | None = None, reward: str = "rank") -> None:
        game.check_players(players)
        if size < 1:
            raise BadRequest(f"a batch has at least one match, not {size!r}")
        if device not in DEVICES:
            raise BadRequest(f"no device {device!r}: there is {', '.join(DEVICES)}")
        self.game = game
        self.players = players
        self.size = size
        self.device = device
        check_reward(reward)
        self.reward = reward
        self._matches = self._lay_out(workers)
        self._view: View | None = None

    def _lay_out(self, workers: int | None) -> Device:
        if self.device == "cpu":
            return OnProcessor(self.game, self.size, workers)
        from triumvir.batch.cuda import OnGpu  # noqa: PLC0415  (numba-cuda is an extra)

        return OnGpu(self.game, self.size)

    def start(self, seed: int) -> None:
        """Sets all matches up."""
        check_seed(seed, self.size)
        self._matches.start(self.players, seed)

    def playout(self, seed: int) -> None:
        """Plays all matches to their end with random legal actions."""
        check_seed(seed, self.size)
        self._matches.playout(seed)

    def reset(self, seed: int) -> None:
        """Begins a match in every place, to be played step by step."""
        check_seed(seed, self.size)
        if self._view is None:
            self._view = self._matches.view()
        self._matches.begin(self.players, seed, self._view)

    def step(self, actions: Any) -> None:
        """Plays an action in every match: a whole number for each. One that is not legal changes nothing and is noted."""
        if np.shape(actions) != (self.size,):
            raise BadRequest(f"a step takes an action for each of {self.size} matches, not {np.shape(actions)}")
        self._matches.step(actions, REWARDS.index(self.reward), self.view)

    @property
    def view(self) -> View:
        """The arrays that a trainer looks at."""
        if self._view is None:
            raise BadRequest("begin with reset(seed)")
        return self._view

    @property
    def observations(self) -> Any:
        """int16: the vector of the seat to decide, for each match."""
        return self.view.observations

    @property
    def masks(self) -> Any:
        """int8: 1 for each legal action."""
        return self.view.masks

    @property
    def seats(self) -> Any:
        """int8: whose decision it is."""
        return self.view.seats

    @property
    def rewards(self) -> Any:
        """float32, by seat: for matches that the last step ended."""
        return self.view.rewards

    @property
    def dones(self) -> Any:
        """bool: the last step ended a match here; the next one has begun."""
        return self.view.dones

    @property
    def illegal(self) -> Any:
        """bool: the action was not legal, and nothing has changed."""
        return self.view.illegal

    @property
    def final_scores(self) -> Any:
        """int16, by seat: of the match that ended here last."""
        return self.view.final_scores

    def wait(self) -> None:
        """Returns when the device has done what it was told; for measuring."""
        self._matches.wait()

    def records(self) -> np.ndarray:
        """All records, on this machine."""
        return self._matches.records()
