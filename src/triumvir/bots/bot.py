"""What a bot is: somebody who is shown what a seat may know and chooses among the legal actions.

A bot is handed the redacted record of its seat and nothing else. Its decision depends on that record, on its own seed
and, where it searches against the clock, on time: so it can be stopped, forgotten and set up again in mid-match.
"""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np


@dataclass(frozen=True)
class Clock:
    """How long to think about one decision: seconds, or a number of iterations, which makes a search repeatable."""

    seconds: float | None = None
    iterations: int | None = None

    def part(self, share: float) -> "Clock":
        """A clock that stops after a share of the time."""
        return Clock(
            None if self.seconds is None else self.seconds * share,
            None if self.iterations is None else round(self.iterations * share),
        )


@dataclass(frozen=True)
class Option:
    """One move as a bot sees it."""

    action: int
    value: float  # what the bot compares, in the words of `Opinion.measure`
    visits: int  # how often it was looked at
    points: dict[str, float] = field(default_factory=dict)  # expected points at the end, by category


@dataclass(frozen=True)
class Opinion:
    """A decision with its reasons: the options, best first."""

    action: int
    measure: str  # "chance": from 0 to 1, of doing better than the others; "lead": points ahead of the others
    options: tuple[Option, ...]
    iterations: int = 0
    seconds: float = 0.0


class Bot(Protocol):
    """Anybody who can take a seat."""

    name: str

    def choose(self, observation: np.ndarray, legal: np.ndarray, clock: Clock | None = None) -> int:
        """One of the legal actions. The observation is an array of one redacted record."""

    def explain(self, observation: np.ndarray, legal: np.ndarray, clock: Clock | None = None) -> Opinion:
        """The same decision, with its reasons."""


PROSPECTS = "prospects"  # what an evaluation expects of things that have no category of their own yet
