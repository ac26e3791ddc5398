"""What a decision takes: in the forum the cards, which lie in other places every match. For the laboratory."""

from triumvir.games.carpe_diem.actions import ALL, FIRST, FORUM, PLACE_CELLS
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
