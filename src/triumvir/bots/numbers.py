"""Named numbers for compiled code: a class of floats with defaults becomes a record that rules read by name.

class Weights:
    coin: float = 0.3  # points that a sesterce in hand is worth

w = numbers(Weights, coin=0.5)  # an array of one record; a rule reads w[0].coin
"""

import inspect
from collections.abc import Mapping

import numpy as np

from triumvir.kernel.errors import BadRequest


def names(cls: type) -> list[str]:
    """The names of a class's numbers."""
    return [name for base in reversed(cls.__mro__) for name in inspect.get_annotations(base)]


def numbers(cls: type, changes: Mapping[str, float] | None = None) -> np.ndarray:
    """The class's numbers with some of them changed, as an array of one record."""
    fields = names(cls)
    unknown = set(changes or {}) - set(fields)
    if unknown:
        raise BadRequest(f"no number {', '.join(sorted(unknown))}: there is {', '.join(fields)}")
    kind = np.dtype((np.record, np.dtype([(name, "f4") for name in fields])))
    made = np.zeros(1, kind)
    for name in fields:
        made[0][name] = (changes or {}).get(name, getattr(cls, name))
    return made
