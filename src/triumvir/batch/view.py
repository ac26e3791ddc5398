"""What a trainer sees of a batch: arrays that every step writes in place."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from triumvir.kernel.game import Game
from triumvir.kernel.state import SEATS


class View(NamedTuple):
    """The arrays, a row for each match. On a GPU they are device arrays."""

    observations: Any  # int16: the vector of the seat to decide
    masks: Any  # int8: 1 for each legal action
    seats: Any  # int8: whose decision it is
    seeds: Any  # int64: of the match in this place
    rewards: Any  # float32, by seat: for a match that the last step ended
    dones: Any  # bool: the last step ended a match here; the next one has begun
    illegal: Any  # bool: the action was not legal, and nothing has changed
    final_scores: Any  # int16, by seat: of the match that ended here last

    @classmethod
    def made(cls, game: Game, size: int, zeros: Callable[..., Any]) -> "View":
        """New arrays; `zeros` makes them where they are to lie."""
        return cls(
            observations=zeros((size, game.features.count), np.int16),
            masks=zeros((size, game.num_actions), np.int8),
            seats=zeros(size, np.int8),
            seeds=zeros(size, np.int64),
            rewards=zeros((size, SEATS), np.float32),
            dones=zeros(size, np.bool_),
            illegal=zeros(size, np.bool_),
            final_scores=zeros((size, SEATS), np.int16),
        )
