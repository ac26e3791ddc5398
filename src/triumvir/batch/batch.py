"""The one interface to many matches. Where they lie is a matter of the device."""

from typing import Protocol

import numpy as np

from triumvir.batch.cpu import OnProcessor
from triumvir.kernel.errors import BadRequest
from triumvir.kernel.game import Game, check_seed

DEVICES = ("cpu", "cuda")


class Device(Protocol):
    """What a device can do with its matches."""

    def start(self, players: int, seed: int) -> None: ...

    def playout(self, seed: int) -> None: ...

    def records(self) -> np.ndarray: ...

    def wait(self) -> None: ...


class Batch:
    """`size` matches of one game. Match i has the seed `seed + i`.

    >>> batch = Batch(triumvir.game("porta_nigra"), players=3, size=10_000)
    >>> batch.start(seed=1)
    >>> batch.playout(seed=2)      # random moves to the end, chosen by generators of their own
    >>> batch.records()["score"]   # final records, the same bytes on every device
    """

    def __init__(self, game: Game, players: int, size: int, device: str = "cpu", workers: int | None = None) -> None:
        game.check_players(players)
        if size < 1:
            raise BadRequest(f"a batch has at least one match, not {size!r}")
        if device not in DEVICES:
            raise BadRequest(f"no device {device!r}: there is {', '.join(DEVICES)}")
        self.game = game
        self.players = players
        self.size = size
        self.device = device
        self._matches = self._lay_out(workers)

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

    def wait(self) -> None:
        """Returns when the device has done what it was told; for measuring."""
        self._matches.wait()

    def records(self) -> np.ndarray:
        """All records, on this machine."""
        return self._matches.records()
