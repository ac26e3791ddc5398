"""Plays matches in bulk and sums up what happened."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from triumvir.batch import Batch
from triumvir.kernel.game import Game, apart

CHUNK = {"cpu": 10_000, "cuda": 1_000_000}


@dataclass
class Spread:
    """Mean, deviation and range of a number, gathered in pieces: one a match, or a row of as many for every match.

    A match is one sample, whatever it has to say: its players go for the same points, so their numbers are no independent ones.
    """

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    least: float = np.inf
    most: float = -np.inf
    samples: int = 0
    samples_squares: float = 0.0  # of the means of the rows

    def add(self, values: np.ndarray) -> None:
        if not values.size:
            return
        values = values.astype(np.float64)
        self.count += values.size
        self.total += float(values.sum())
        self.squares += float((values**2).sum())
        self.least = min(self.least, float(values.min()))
        self.most = max(self.most, float(values.max()))
        self.samples += len(values)
        self.samples_squares += float((values.reshape(len(values), -1).mean(axis=1) ** 2).sum())

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean; of a single match nothing can be said."""
        if self.samples < 2:
            return float("inf")
        return float(np.sqrt(max(0.0, self.samples_squares / self.samples - self.mean**2) / (self.samples - 1)))

    @property
    def deviation(self) -> float:
        return float(np.sqrt(max(0.0, self.squares / self.count - self.mean**2))) if self.count else 0.0


@dataclass
class Summary:
    """What many matches came to."""

    matches: int = 0
    moves: Spread = field(default_factory=Spread)
    scores: dict[int, Spread] = field(default_factory=dict)
    wins: dict[int, float] = field(default_factory=dict)  # a shared win counts as its part
    categories: dict[str, Spread] = field(default_factory=dict)
    winners_categories: dict[str, Spread] = field(default_factory=dict)
    losers_categories: dict[str, Spread] = field(default_factory=dict)
    facts: dict[str, Spread] = field(default_factory=dict)

    def add(self, game: Game, players: int, records: np.ndarray) -> None:
        """Counts finished matches in."""
        self.matches += len(records)
        self.moves.add(records["moves"])
        winners = game.winners(records)[:, :players]
        shares = winners / winners.sum(axis=1, keepdims=True)
        for seat in range(players):
            self.scores.setdefault(seat, Spread()).add(records["score"][:, seat])
            self.wins[seat] = self.wins.get(seat, 0.0) + float(shares[:, seat].sum())
        sheets = records["sheet"][:, :players]
        for number, category in enumerate(game.categories):
            self.categories.setdefault(category, Spread()).add(sheets[:, :, number])
            self.winners_categories.setdefault(category, Spread()).add(sheets[:, :, number][winners])
            self.losers_categories.setdefault(category, Spread()).add(sheets[:, :, number][~winners])
        for name, values in game.statistics(records).items():
            self.facts.setdefault(name, Spread()).add(values)


def random_matches(game: Game, players: int, matches: int, seed: int, device: str) -> Iterator[np.ndarray]:
    """Finished random matches, chunk by chunk. Match i has the seed `seed + i`."""
    done = 0
    batch = None
    while done < matches:
        size = min(CHUNK.get(device, matches), matches - done)
        if batch is None or batch.size != size:
            batch = Batch(game, players, size, device)
        batch.start(seed + done)
        batch.playout(apart(seed + done))
        yield batch.records()
        done += size
