"""Records opened for reading: views look at hundreds of fields, and NumPy takes a microsecond to find each in a record."""

import copy
from typing import Any

import numpy as np

from triumvir.kernel import game as kernel


class Opened:
    """A record whose fields are looked up once: numbers become plain integers, arrays stay arrays. It cannot be written to."""

    def __init__(self, states: np.ndarray) -> None:
        self.__dict__["_states"] = states

    def __getattr__(self, name: str) -> Any:
        if name not in (self._states.dtype.names or ()):
            raise AttributeError(name)
        field = self._states[name][0]
        found = field if isinstance(field, np.ndarray) else int(field)
        self.__dict__[name] = found
        return found

    def __setattr__(self, name: str, value: Any) -> None:
        raise TypeError("an opened record is for reading")


def reader(game: kernel.Game) -> kernel.Game:
    """The same game, its box opened for reading."""
    same = copy.copy(game)
    same.tables = [Opened(game.tables)]  # type: ignore[assignment]
    return same
