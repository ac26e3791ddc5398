"""What a position is worth: one file a game, written to be read and tuned. `Evaluation()` alone judges by the score.

An evaluation estimates the points that every seat will have in the end, by category of the score sheet, with one more
column for prospects: what money, goods and a good position will bring in ways that cannot be told apart yet. It looks
at one record that holds no blanks; what a seat cannot know was dealt at random before (see kernel: `redeal`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np

from triumvir.kernel.rule import rule

NOT_LOOKED_AT = -40.0  # points: what is guessed of a move that is hardly better than others which are looked at


class Thinking:
    """How a search goes about a game. The defaults suit a game that nobody has tuned."""

    exploration: float = 1.5  # how much a move's promise counts against what is known of it
    sharpness: float = 4.0  # points of lead that make a move e times as promising as another
    contenders: float = 0.0  # moves that compete by sequential halving, the most promising ones; 0: the tree goes where it hopes for most
    unsure: float = 0.0  # by how much values may be wrongly apart however often moves are looked at: a move must be behind by far more to drop out
    trust: float = 1.0  # visits that the first look at a move counts for
    width: float = 6.0  # moves that are looked at from the start, the most promising ones
    widening: float = 1.0  # and further ones, with the square root of the visits
    patience: float = 1.0  # visits of a move before the moves after it are looked at one by one
    rivals: float = 0.0  # moves of the other seats that are looked at, the most promising ones; 0: as many as of one's own
    outcomes: float = 4.0  # outcomes that are remembered of a move that takes long, for chance to decide among; 0: none
    turns: float = 1.0  # a playout goes on until the turn has passed so often, then the position is judged;
    further: float = 0.0  # so much more often, times the root of the visits of the move that it began with,
    most_decisions: float = 12.0  # and no longer than so many decisions
    sample: float = 2.0  # the light policy looks at so many random moves and takes the best; 0: at all of them
    win: float = 0.6  # the parts of a result: beating the best of the others,
    rank: float = 0.3  # how many of the others are beaten; the rest is the margin


@rule
def no_guess(s, box, w):
    """Every move can be tried out."""
    return False


@rule
def nothing(s, box, w, action):
    """The guess of a game that makes none."""
    return 0.0


@rule
def no_toil(s):
    """No move takes long."""
    return 0


@rule
def not_kept(s, box, action, scene):
    """For a game where nothing is remembered."""


@rule
def ten_points(s, box, w):
    """How far the end may differ from what is expected."""
    return 10.0


@rule
def points_now(s, box, w, out):
    """The points on the sheet: all that can be said of any game."""
    for p in range(s.players):
        for category in range(s.sheet.shape[1]):
            out[p, category] = s.sheet[p, category]
        out[p, s.sheet.shape[1]] = 0.0


class NoWeights:
    """For an evaluation that weighs nothing."""

    unused: float = 0.0


@dataclass(frozen=True)
class Evaluation:
    """A game's evaluation, as its file in this folder gives it under the name `EVALUATION`."""

    weights: type = NoWeights  # named numbers with their defaults (see bots/numbers.py)
    expected: Callable[..., Any] = points_now  # rule (s, box, w, out): points in the end into out[seat, category]
    doubt: Callable[..., Any] = ten_points  # rule (s, box, w): how many points the end may differ from that
    guesses: Callable[..., Any] = no_guess  # rule (s, box, w): whether moves are guessed now, because trying them out is dear
    guess: Callable[..., Any] = nothing  # rule (s, box, w, action): the points of lead that a move may bring
    scene: np.dtype | None = None  # what is remembered of moves that take long (see bots/memory.py),
    toils: Callable[..., Any] = no_toil  # rule (s): 0, or another number where the next move takes long, from 1 on by what the move depends on,
    play_and_keep: Callable[..., Any] = not_kept  # rule (s, box, action, scene): carries out such a move and keeps what became of the scene,
    play_as_kept: Callable[..., Any] = not_kept  # and the same with an outcome that was kept
    thinking: Mapping[str, float] = field(default_factory=dict)  # changes to `Thinking`,
    thinking_of_many: Mapping[str, float] = field(default_factory=dict)  # and further ones with three or four players
    levels: tuple[str, ...] = ("greedy:8", "greedy:2", "greedy", "search:150i", "search:0.5s")  # each clearly better than the one before
    characters: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # changes to the weights, by name


def evaluation(game: str) -> Evaluation:
    """The evaluation of a game, by its name."""
    found: Evaluation = import_module(f"{__name__}.{game}").EVALUATION
    return found
