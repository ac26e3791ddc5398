"""Plays greedy bots against each other in bulk and gathers what winners did and had that losers did not."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from triumvir.bots.bulk import GreedyTable
from triumvir.bots.mind import mind
from triumvir.bots.roster import described
from triumvir.kernel.errors import BadRequest
from triumvir.kernel.game import Game
from triumvir.simulate import Spread, Summary

CHUNK = 2_000  # matches at once
FINEST = 150  # spans with more actions than this (placements, aims) say too little about each
RARE = 50  # takers or others fewer than this say nothing
SURE = 1.96  # standard errors of a 95 % interval


@dataclass(frozen=True)
class Take:
    """An action that a player can take, and how those fared who did."""

    span: str
    notation: str
    share: float  # of all players, who took it at least once
    wins: float  # the part of matches that they won,
    wins_without: float  # and the others
    error: float  # standard error of the difference

    @property
    def lift(self) -> float:
        return self.wins - self.wins_without


@dataclass
class Findings:
    """What many matches of one game and box showed."""

    game: Game
    players: int
    bot: str
    seed: int
    summary: Summary = field(default_factory=Summary)
    seat_wins: dict[int, Spread] = field(default_factory=dict)
    scores: list[np.ndarray] = field(default_factory=list)  # by match and seat
    lengths: list[np.ndarray] = field(default_factory=list)
    takers: np.ndarray = field(default_factory=lambda: np.zeros(0))
    takers_wins: np.ndarray = field(default_factory=lambda: np.zeros(0))

    def add(self, records: np.ndarray, taken: np.ndarray) -> None:
        """Counts finished matches in."""
        self.summary.add(self.game, self.players, records)
        winners = self.game.winners(records)[:, : self.players]
        shares = winners / winners.sum(axis=1, keepdims=True)
        for seat in range(self.players):
            self.seat_wins.setdefault(seat, Spread()).add(shares[:, seat])
        self.scores.append(records["score"][:, : self.players].copy())
        self.lengths.append(records["moves"].copy())
        took = taken[:, : self.players] > 0
        if not self.takers.size:
            self.takers, self.takers_wins = np.zeros(took.shape[2]), np.zeros(took.shape[2])
        self.takers += took.sum(axis=(0, 1))
        self.takers_wins += np.einsum("mp,mpa->a", shares, took)

    @property
    def all_scores(self) -> np.ndarray:
        return np.concatenate(self.scores)

    @property
    def all_lengths(self) -> np.ndarray:
        return np.concatenate(self.lengths)

    def takes(self) -> list[Take]:
        """Every action that enough players took and enough did not, those that lift most first."""
        found = []
        everybody = self.summary.matches * self.players
        wins = everybody / self.players
        for span in self.game.actions:
            for action in range(span.start, span.stop) if span.count <= FINEST else ():
                with_it = self.takers[action]
                without = everybody - with_it
                if with_it < RARE or without < RARE:
                    continue
                part, rest = self.takers_wins[action] / with_it, (wins - self.takers_wins[action]) / without
                error = math.sqrt(part * (1 - part) / with_it + rest * (1 - rest) / without)
                found.append(Take(span.name, self.game.notation[action], with_it / everybody, part, rest, error))
        return sorted(found, key=lambda take: -take.lift)


def findings(
    game: Game, players: int, matches: int, seed: int = 0, bot: str = "greedy:1", progress: Callable[[int], None] = lambda done: None
) -> Findings:
    """Plays matches between equal bots. Only greedy ones are fast enough to play them in bulk."""
    asked = described(bot, game.name)
    if asked.kind != "greedy":
        raise BadRequest(f"the laboratory plays greedy bots, such as greedy, greedy:2 or greedy+NAME, not {bot!r}")
    if matches < 1:
        raise BadRequest(f"at least one match must be played, not {matches}")
    game.check_players(players)
    weights = mind(game).weights(asked.character)
    table = GreedyTable(game, [weights] * players, [asked.amount or 0.0] * players)
    found = Findings(game, players, bot, seed)
    for first in range(0, matches, CHUNK):
        count = min(CHUNK, matches - first)
        found.add(*table.play(count, seed + first))
        progress(count)
    return found
