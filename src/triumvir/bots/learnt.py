"""What experience adds to an evaluation: a small network for a game and a number of players.

An evaluation has reasons that can be read, and it is off in ways that nobody wrote down. How far it is off was learnt
from matches between greedy bots: from what a seat sees and what the evaluation expects, a network tells how many points
more or fewer the seat has in the end. The search adds them to the prospects of the positions that it judges.
`benchmarks/learn.py` makes the files in `experience/`.

A network knows one box and one set of weights. For a changed box or a character there is none, and the search judges by
the evaluation alone.

The names that are nowhere defined here are the game's (see judging.py).
"""

import hashlib
from pathlib import Path
from typing import NamedTuple

import numpy as np

from triumvir.bots.judging import total
from triumvir.kernel.game import Game
from triumvir.kernel.rule import rule
from triumvir.kernel.state import SEATS

# ruff: noqa: F821  (the game's rules, put there by bind)
# mypy: disable-error-code="name-defined"

EXPERIENCE = Path(__file__).parent / "experience"
UNITS = 32
STEPS = 8.0  # a point of the evaluation is so many steps of what the network sees


class Learnt(NamedTuple):
    """A network with one hidden layer of units that are silent below nought. Without units it adds nothing."""

    hidden_weights: np.ndarray  # by input and unit
    hidden_biases: np.ndarray  # by unit
    output_weights: np.ndarray  # by unit, in points
    output_bias: np.ndarray  # points, one number

    @property
    def is_nothing(self) -> bool:
        return len(self.hidden_biases) == 0


NOTHING = Learnt(np.zeros((0, 0), np.float32), np.zeros(0, np.float32), np.zeros(0, np.float32), np.zeros(1, np.float32))


def inputs(observed: int, categories: int) -> int:
    """How many numbers the network sees: an observation, the points expected by category, and the totals of the others."""
    return observed + categories + SEATS - 1


def made_for(game: Game, weights: np.ndarray) -> str:
    """Changes with everything that a network depends on."""
    known = (game.box.digest, game.features.table(), ",".join(game.categories), weights.tobytes().hex())
    return hashlib.sha256("\n".join(known).encode()).hexdigest()[:16]


def path_of(name: str, players: int) -> Path:
    return EXPERIENCE / f"{name}-{players}.npz"


def learnt(game: Game, players: int, weights: np.ndarray) -> Learnt:
    """What was learnt for so many players, or nothing where the box or the weights are not those that it was learnt with."""
    path = path_of(game.name, players)
    if not path.exists():
        return NOTHING
    with np.load(path) as kept:
        if str(kept["made_for"]) != made_for(game, weights):
            return NOTHING
        return Learnt(*(kept[name] for name in Learnt._fields))


def look_at(s, box, points, seat, out):
    """Writes what the network sees of a position."""
    observe(s, box, seat, out)
    at = len(out) - points.shape[1] - SEATS + 1
    for category in range(points.shape[1]):
        out[at + category] = int(points[seat, category] * STEPS)
    at += points.shape[1]
    for distance in range(1, SEATS):
        there = distance < s.players
        out[at + distance - 1] = int(total(points, (seat + distance) % int(s.players)) * STEPS) if there else 0


@rule
def answer(network, seen, units):
    """The points that a network adds to what the evaluation expects."""
    for unit in range(len(units)):
        units[unit] = network.hidden_biases[unit]
    for i in range(len(seen)):
        if seen[i] != 0:  # most are
            value = np.float32(seen[i])
            for unit in range(len(units)):
                units[unit] += value * network.hidden_weights[i, unit]
    result = network.output_bias[0]
    for unit in range(len(units)):
        if units[unit] > 0:
            result += units[unit] * network.output_weights[unit]
    return result


def add_learnt(s, box, network, points, seen, units, more):
    """Adds to every seat's prospects what experience says; `more` is scratch, a number a seat."""
    for p in range(s.players):
        look_at(s, box, points, p, seen)
        more[p] = answer(network, seen, units)
    for p in range(s.players):
        points[p, points.shape[1] - 1] += more[p]
