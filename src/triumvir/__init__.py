"""Triumvir: three Roman board games, complete and by the rulebook, for people, researchers and designers.

import triumvir
match = triumvir.game("porta_nigra").new(players=3, seed=7)
match.play(match.legal()[0])
"""

from triumvir.games import NAMES as _NAMES
from triumvir.kernel.errors import (
    BadRequest,
    BoxError,
    CannotUndo,
    IllegalMove,
    RecordError,
    TriumvirError,
    UnknownGame,
)
from triumvir.match import Game, Match, game, loads

__version__ = "0.1.0"

__all__ = [
    "BadRequest",
    "BoxError",
    "CannotUndo",
    "Game",
    "IllegalMove",
    "Match",
    "RecordError",
    "TriumvirError",
    "UnknownGame",
    "game",
    "games",
    "loads",
]


def games() -> list[str]:
    """The names of all games."""
    return list(_NAMES)
