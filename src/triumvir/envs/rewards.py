"""What a finished match is worth to each seat. All environments here share this; a batch computes the same inside its loop,
without the bound of the margin. Before the end of a match every reward is zero.

rank    1 for the first to -1 for the last, evenly spaced, by the final standing with its tie-breaks; equals share the mean of
        their places. The rewards of a match sum to 0.
win     1, shared equally by the winners, less the even share 1 / players, so from -1 / players to 1 - 1 / players. They
        sum to 0.
margin  own points less the best other seat's, divided by 100 and never beyond 10. They sum to 0 with two players, and to
        0 or less with more.
"""

import numpy as np

from triumvir.kernel.errors import BadRequest
from triumvir.kernel.game import Game
from triumvir.kernel.state import SEATS

REWARDS = ("rank", "win", "margin")
MOST_MARGIN = 10.0
POINTS = 100.0


def check_reward(kind: str) -> None:
    if kind not in REWARDS:
        raise BadRequest(f"no reward {kind!r}: there is {', '.join(REWARDS)}")


def bounds(kind: str, players: int) -> tuple[float, float]:
    """The least and the most that a seat can get."""
    check_reward(kind)
    if kind == "win":
        return -1 / players, 1 - 1 / players
    return (-1.0, 1.0) if kind == "rank" else (-MOST_MARGIN, MOST_MARGIN)


def rewards(kind: str, game: Game, players: int, records: np.ndarray) -> np.ndarray:
    """A row for each finished match, a number for each of the four seats; 0 for seats that take no part."""
    result, standings = np.zeros((len(records), SEATS), np.float32), np.zeros((len(records), SEATS), np.int64)
    if kind == "margin":
        points = records["score"][:, :players].astype(np.int64)
        others = np.where(np.eye(players, dtype=bool), np.iinfo(np.int64).min, points[:, None, :]).max(axis=2)
        result[:, :players] = np.clip((points - others) / POINTS, -MOST_MARGIN, MOST_MARGIN)
        return result
    game.engine.stand_all(records, standings)
    standing = standings[:, :players]
    if kind == "win":
        first = standing == standing.max(axis=1, keepdims=True)
        result[:, :players] = first / first.sum(axis=1, keepdims=True) - 1 / players
    else:
        ahead = (standing[:, :, None] > standing[:, None, :]).sum(axis=2)
        behind = (standing[:, :, None] < standing[:, None, :]).sum(axis=2)
        result[:, :players] = (ahead - behind) / (players - 1)
    return result
