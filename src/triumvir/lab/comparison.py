"""What a changed box does to the game: figure by figure, with intervals."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from triumvir.lab.findings import SURE, Findings
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
    """Seats, scores, length, categories and facts of two boxes of one game."""
    words, say = original.game.words(language), spoken(language)
    for seat in original.seat_wins:
        yield _difference(say("lab.box.wins_of", seat=seat), original.seat_wins[seat], changed.seat_wins[seat])
    for seat in original.summary.scores:
        yield _difference(say("lab.box.points_of", seat=seat), original.summary.scores[seat], changed.summary.scores[seat])
    yield _difference(say("lab.spread.decisions"), original.summary.moves, changed.summary.moves)
    for category, spread in original.summary.categories.items():
        yield _difference(say("lab.box.points_for", category=words(f"category.{category}")), spread, changed.summary.categories[category])
    for fact, spread in original.summary.facts.items():
        yield _difference(words(f"statistic.{fact}"), spread, changed.summary.facts[fact])


def _difference(what: str, original: Spread, changed: Spread) -> Difference:
    return Difference(what, original.mean, changed.mean, math.hypot(original.error, changed.error))
