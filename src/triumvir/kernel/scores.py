"""Points in any game: the marker and the sheet, and who is ahead of everybody else."""

import numpy as np

from triumvir.kernel.rule import rule
from triumvir.kernel.state import SEATS


@rule
def score(s, p, category, points):
    """Gives a player points, or takes them, and notes why."""
    s.score[p] += points
    s.sheet[p, category] += points


def leaders(states: np.ndarray, standings: np.ndarray) -> np.ndarray:
    """A bool for every match and seat: who takes part and has the highest standing of those who do, several if it is a tie."""
    takes_part = np.arange(SEATS) < states["players"][:, None]
    highest = np.where(takes_part, standings, np.int64(np.iinfo(np.int64).min)).max(axis=1, keepdims=True)
    leading: np.ndarray = takes_part & (standings == highest)
    return leading
