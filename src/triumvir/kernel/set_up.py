"""How every match begins, before a game lays out its own."""

from triumvir.kernel.chance import seeded
from triumvir.kernel.rule import rule
from triumvir.kernel.state import SEATS


@rule
def begin(s, players, seed):
    """The generator, no decisions, no points."""
    s.rng = seeded(seed)
    s.reveals = 0
    s.moves = 0
    s.players = players
    for p in range(SEATS):
        s.score[p] = 0
        for category in range(len(s.sheet[p])):
            s.sheet[p, category] = 0
