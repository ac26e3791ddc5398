"""Turns an annotated class into a record dtype: the box as it lies on the table, in small integers.

class State(Table):
    coins: i2[SEATS]           # sesterces in the play area
    bricks: i1[SEATS, COLOURS]

STATE = record(State)
"""

import inspect
from typing import Any, NamedTuple

import numpy as np

SEATS = 4  # the most players a record has room for

EMPTY = -1  # a place with nothing in it
HIDDEN = -2  # something lies there, and the seat that looks may not know what


class Field(NamedTuple):
    """One field of a record: an integer type and, for arrays, a shape."""

    code: str
    shape: tuple[int, ...] = ()


class Integer(NamedTuple):
    """An integer type that becomes an array type with `[...]`."""

    code: str

    def __getitem__(self, shape: Any) -> Any:  # a tuple by type, an array type by intent
        return Field(self.code, shape if isinstance(shape, tuple) else (shape,))


i1, i2, i4, i8 = Integer("i1"), Integer("i2"), Integer("i4"), Integer("i8")
u1, u2, u4, u8 = Integer("u1"), Integer("u2"), Integer("u4"), Integer("u8")


class Table:
    """The fields that every game's record begins with, for the kernel to read."""

    rng: u8  # the generator: all chance of the match
    reveals: u4  # how often something hidden was turned up or chance was asked
    moves: u2  # decisions made so far
    players: i1
    seat: i1  # whose decision it is, EMPTY when the match is over
    score: i2[SEATS]  # the markers on the victory point track


def record(cls: type) -> np.dtype:
    """The record dtype of an annotated class and its bases, large integers first, so that alignment leaves no holes."""
    fields: list[tuple[Any, ...]] = []
    for base in reversed(cls.__mro__):
        for name, kind in inspect.get_annotations(base).items():
            if hasattr(np.record, name):
                raise TypeError(f"{cls.__name__}.{name}: np.record has an attribute of that name, plain Python could not reach the field")
            if isinstance(kind, Integer):
                fields.append((name, kind.code))
            elif isinstance(kind, Field):
                fields.append((name, kind.code, kind.shape))
            else:
                raise TypeError(f"{cls.__name__}.{name}: {kind!r} is not an integer type of kernel.state")
    fields.sort(key=lambda field: np.dtype(field[1]).itemsize, reverse=True)
    return np.dtype((np.record, np.dtype(_without_gap(fields), align=True)))


def _without_gap(fields: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Names the bytes that alignment leaves at the end: copies then carry them too, and equal records are equal bytes."""
    used = sum(np.dtype(field[1:] if len(field) > 2 else field[1]).itemsize for field in fields)
    gap = np.dtype(fields, align=True).itemsize - used
    return [*fields, ("gap", "u1", (gap,))] if gap else fields
