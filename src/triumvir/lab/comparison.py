"""What a changed box does to the game: figure by figure, with intervals."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from triumvir.kernel.errors import BadRequest
from triumvir.kernel.game import Game
from triumvir.lab.findings import SURE, Figure, Findings
from triumvir.simulate import Spread
from triumvir.words import spoken


@dataclass(frozen=True)
class Difference:
    """A figure under the original box and under the changed one."""

    what: str
    original: float
    changed: float
    error: float  # standard error of the difference

    @property
    def difference(self) -> float:
        return self.changed - self.original

    @property
    def interval(self) -> tuple[float, float]:
        """95 % of the time the true difference lies in here."""
        return self.difference - SURE * self.error, self.difference + SURE * self.error

    @property
    def clear(self) -> bool:
        """Whether the interval leaves zero out."""
        low, high = self.interval
        return low > 0 or high < 0


def differences(original: Findings, changed: Findings, language: str = "en") -> Iterator[Difference]:
    """Seats, scores, length, categories and facts of two boxes of one game, compared match by match: whatever the deals do to both, goes out."""
    asked, other_asked = ((found.game.name, found.players, found.bot, found.seed, found.summary.matches) for found in (original, changed))
    if asked != other_asked:
        raise BadRequest("two boxes are compared by as many matches of one game, by as many players and bots of one kind, with the same seeds")
    for figure in original.figures:
        if figure not in changed.figures:  # the other box does not tell
            continue
        one, other = original.figure(*figure), changed.figure(*figure)
        more = Spread()
        more.add(other - one)
        before = float(one.mean(dtype=np.float64))
        yield Difference(_name(figure, original.game, language), before, before + more.mean, more.error)


def _name(figure: Figure, game: Game, language: str) -> str:
    """What a figure is, in words."""
    words, say = game.words(language), spoken(language)
    kind, which = figure
    if kind == "wins":
        return say("lab.box.wins_of", seat=which)
    if kind == "points":
        return say("lab.box.points_of", seat=which)
    if kind == "category":
        return say("lab.box.points_for", category=words(f"category.{which}"))
    if kind == "fact":
        return words(f"statistic.{which}")
    return say("lab.spread.decisions")
