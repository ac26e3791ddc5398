"""What a decision takes: in the forum the cards, which lie in other places every match. For the laboratory."""

import numpy as np

from triumvir.games.carpe_diem.actions import ALL, FIRST, FORUM, PLACE_CELLS
from triumvir.games.carpe_diem.state import FORUM_CARDS
from triumvir.kernel.rule import rule


@rule
def tally(s, box, action, taken):
    """Counts an action and, after all actions, the two forum cards beside a marker."""
    taken[action] += 1
    if FORUM <= action < FIRST:
        for neighbour in range(2):
            card = s.forum[PLACE_CELLS[action - FORUM, neighbour]]
            if card >= 0:
                taken[ALL + card] += 1


def lay(states: np.ndarray) -> np.ndarray:
    """By match and card, whether it lay in the forum."""
    there = np.zeros((len(states), FORUM_CARDS), np.bool_)
    matches, cells = np.nonzero(states["forum"] >= 0)
    there[matches, states["forum"][matches, cells]] = True
    return there
