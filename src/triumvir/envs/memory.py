"""What a seat has seen in a match, as a fingerprint of 128 bits: two matches that look alike to it have the same one.

After every decision, the redacted record of each seat is stirred into that seat's fingerprint, and an action into that
of the seat which chose it. That is perfect recall: the fingerprint stands for the whole sequence, not for the last look.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from triumvir.kernel.chance import MIX_1, MIX_2, SHIFT_27, SHIFT_30, mixed
from triumvir.kernel.game import Game
from triumvir.kernel.rule import bind, compiled, rule, wrapping

# ruff: noqa: F821  (the game's rules, put there by bind)
# mypy: disable-error-code="name-defined, no-untyped-def, no-untyped-call"

LANES = 2  # 64-bit numbers in a fingerprint


@rule
@wrapping
def stirred(lane, word):
    """A lane of a fingerprint with another 64 bits in it."""
    lane = (lane ^ word) * MIX_1
    return lane ^ (lane >> SHIFT_30)


@rule
@wrapping
def stirred_otherwise(lane, word):
    """The other lane: the same word, another way."""
    lane = (lane + word) * MIX_2
    return lane ^ (lane >> SHIFT_27)


def remember(states, boxes, looks, words, seen, actor, action):
    """Lets every seat look at the record, and the one that acted remember what it chose. `words` are the bytes of `looks`."""
    s = states[0]
    look = looks[0]
    for seat in range(s.players):
        looks[0] = s
        redact(look, boxes[0], seat)
        chosen = np.uint64(action + 1 if seat == actor else 0)
        one, two = stirred(seen[seat, 0], chosen), stirred_otherwise(seen[seat, 1], chosen)
        for i in range(len(words)):
            one, two = stirred(one, words[i]), stirred_otherwise(two, words[i])
        seen[seat, 0], seen[seat, 1] = mixed(one), mixed(two)


_bound: dict[str, Callable[..., Any]] = {}


def remember_of(game: Game) -> Callable[..., Any]:
    """`remember`, bound to a game's rules and compiled."""
    engine = game.engine
    if engine.owner not in _bound:
        _bound[engine.owner] = compiled(bind([remember], engine.owner, engine.rules)["remember"])
    return _bound[engine.owner]
