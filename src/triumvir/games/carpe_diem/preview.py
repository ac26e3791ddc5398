"""What can be counted on the table before anybody decides: ways without bread, sets of the forum cards, landscapes with a tile more."""

from collections.abc import Iterator

import numpy as np

from triumvir.games.carpe_diem.district import grown_size
from triumvir.games.carpe_diem.rules import filled_blueprints, free_targets, payable_sets
from triumvir.games.carpe_diem.scoring import owned_sets
from triumvir.games.carpe_diem.state import BLUEPRINTS, CELLS, LANDSCAPES
from triumvir.kernel.game import Door, Game
from triumvir.kernel.rule import compiled
from triumvir.kernel.state import EMPTY, SEATS


@compiled
def count_sets(states, i, boxes, out):
    """Sets of every forum card that a seat has, by seat and cell; EMPTY where no card lies. CD-F4, CD-F5."""
    s, box = states[i], boxes[0]
    for p in range(s.players):
        for cell in range(CELLS):
            card = int(s.forum[cell])
            if card < 0:
                out[p, cell] = EMPTY
            elif box.card_red[card]:
                out[p, cell] = payable_sets(s, box, p, card)
            else:
                out[p, cell] = owned_sets(s, box, p, card)


@compiled
def find_free_ways(states, i, out):
    """A bit for each blueprint that a seat's patrician can go to without bread. CD-M1, CD-M2."""
    s = states[i]
    filled = filled_blueprints(s)
    for p in range(s.players):
        out[p] = free_targets(s, p, filled) if filled != 0 and s.patrician[p] >= 0 else 0


@compiled
def count_grown(states, i, space, face, out):
    """Tiles that each landscape around a space would have, with a tile of the seat to decide there. CD-T7."""
    s = states[i]
    for kind in range(LANDSCAPES):
        out[kind] = grown_size(s, int(s.seat), space, face, kind)


def sets(states: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """How many sets of each forum card a seat has now, by seat and cell, each card by itself and without bread."""
    out = np.full((SEATS, CELLS), EMPTY, np.int64)
    count_sets(states, 0, boxes, out)
    return out


def free_spaces(states: np.ndarray) -> list[list[int]]:
    """The blue spaces, from 0, that each seat's patrician reaches without bread."""
    out = np.zeros(SEATS, np.int64)
    find_free_ways(states, 0, out)
    return [[space for space in range(BLUEPRINTS) if (int(bits) >> space) & 1] for bits in out]


def grown(states: np.ndarray, space: int, face: int) -> list[int]:
    """How many tiles each kind of landscape would have if the seat to decide laid a tile with this face on a space."""
    out = np.zeros(LANDSCAPES, np.int64)
    count_grown(states, 0, space, face, out)
    return out.tolist()


def doors(game: Game) -> Iterator[Door]:
    """The compiled functions of this file, for `triumvir warm`."""
    states = game.record(game.players[0], 1)
    yield "sets of forum cards", lambda: sets(states, game.tables)
    yield "ways without bread", lambda: free_spaces(states)
    yield "landscapes with a tile more", lambda: grown(states, 0, 0)
