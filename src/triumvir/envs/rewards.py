"""What a finished match is worth to each seat, for all environments: `triumvir.kernel.rewards` says what the kinds are."""

import numpy as np

from triumvir.kernel.game import Game
from triumvir.kernel.rewards import MOST_MARGIN, REWARDS, check_reward

__all__ = ["REWARDS", "bounds", "check_reward", "rewards"]


def bounds(kind: str, players: int) -> tuple[float, float]:
    """The least and the most that a seat can get."""
    check_reward(kind)
    if kind == "win":
        return -1 / players, 1 - 1 / players
    return (-1.0, 1.0) if kind == "rank" else (-float(MOST_MARGIN), float(MOST_MARGIN))


def rewards(kind: str, game: Game, players: int, records: np.ndarray) -> np.ndarray:
    """A row for each finished match, a number for each player."""
    out = np.zeros((len(records), players), np.float32)
    game.engine.reward_all(records, REWARDS.index(kind), out)
    return out
