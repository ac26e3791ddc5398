"""What the tests of the doors share."""

import random
from collections.abc import Iterator

import numpy as np

import triumvir

TABLES = [(name, players) for name in triumvir.games() for players in triumvir.game(name).players]
GYMNASIUM_IDS = {name: f"triumvir/{triumvir.game(name).title.replace(' ', '')}-v0" for name in triumvir.games()}


def sampled(mask: np.ndarray, chooser: random.Random) -> int:
    """A legal action."""
    return int(chooser.choice(mask.nonzero()[0].tolist()))


def illegal(mask: np.ndarray) -> int:
    """An action of the game that is not legal."""
    return int((mask == 0).nonzero()[0][0])


def twins(game: triumvir.Game, states: np.ndarray, seat: int, count: int = 3) -> Iterator[np.ndarray]:
    """Records that look the same to a seat."""
    for seed in range(count):
        yield game.redealt(states, seat, seed)
