"""What the views of all games have in common: records opened for reading, seats as plain data and in a sentence, questions to answer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from triumvir.kernel.words import Words


def seat_or_none(seat: int) -> int | None:
    """A seat out of a record, where nobody is a negative number."""
    return None if seat < 0 else int(seat)


def named(names: Iterable[str], numbers: np.ndarray) -> dict[str, int]:
    """A row of numbers out of a record, each under its name."""
    return dict(zip(names, numbers.tolist(), strict=True))


def who(p: int, seat: int, words: Words) -> str:
    """A seat's name, for the seat that looks."""
    name = words.seat(int(p))
    return f"{name} ({words('you')})" if p == seat else name


def own_first(players: int, seat: int) -> Sequence[int]:
    """All seats in the order in which they are told of: the one that looks, then clockwise."""
    return [(max(seat, 0) + number) % players for number in range(players)]


class Opened:
    """A record opened for reading: numbers are plain integers, arrays stay arrays, and each field is looked up once.

    Views look at hundreds of fields, and NumPy takes a microsecond to find one in a record.
    """

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

    def copied(self) -> np.ndarray:
        """The record as an array of one, as the rules take it, to try things on."""
        return np.frombuffer(bytearray(self._states.tobytes()), self._states.dtype)


@dataclass(frozen=True)
class Asked:
    """Why is this not allowed? An action that a rule forbids, and what the seat to decide may know of the position."""

    game: Any
    s: Opened
    kind: str  # the action's span
    number: int  # in it
    words: Words

    def say(self, key: str, **values: Any) -> str:
        return self.words(f"why.{key}", **values)

    def count(self, kind: str, number: int) -> str:
        return self.words.count(f"count.{kind}", int(number))

    def instead(self, action: int) -> str | None:
        """Why another action is not allowed, for which the same question is asked."""
        reason: str | None = self.game.reason_in(self.s, action, self.words)
        return reason
