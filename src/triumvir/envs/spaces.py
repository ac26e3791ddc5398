"""The spaces of observations, for PettingZoo and Gymnasium alike."""

import numpy as np
from gymnasium import spaces

from triumvir.envs.table import MASK
from triumvir.kernel.game import Game


def whole_numbers(count: int) -> spaces.Box:
    """A vector of 16-bit numbers."""
    limits = np.iinfo(np.int16)
    return spaces.Box(limits.min, limits.max, (count,), np.int16)


def observation_space(game: Game) -> spaces.Dict:
    """The observation of a seat with its mask."""
    return spaces.Dict({"observation": whole_numbers(game.features.count), "action_mask": spaces.Box(0, 1, (game.num_actions,), MASK)})
