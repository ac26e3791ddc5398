"""A game somebody plays: history, undo, the record file and its replay."""

from triumvir.match.match import Game, Match, game
from triumvir.match.replay import loads

__all__ = ["Game", "Match", "game", "loads"]
