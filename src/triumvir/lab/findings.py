"""Plays greedy bots against each other in bulk and gathers what winners did and had that losers did not."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from triumvir.bots.bulk import GreedyTable
from triumvir.bots.mind import mind
from triumvir.bots.roster import described
from triumvir.kernel.errors import BadRequest
from triumvir.kernel.game import Game
from triumvir.simulate import Spread, Summary

CHUNK = 2_000  # matches at once
FINEST = 130  # spans with more actions (placements, aims) say too little about each
RARE = 50  # takers or others fewer than this say nothing
SURE = 1.96  # standard errors of a 95 % interval


Figure = tuple[str, str | int | None]  # a kind of figure, and whose or of what


@dataclass(frozen=True)
class Take:
    """What a player can do or take, and how those fared who did."""

    name: str
    meaning: str  # where the name is a code
    share: float  # of all players of matches where it was there, who took it at least once
    wins: float  # the part of these matches that they won,
    wins_without: float  # and the others
    error: float  # standard error of the difference

    @property
    def lift(self) -> float:
        return self.wins - self.wins_without


class Taken:
    """Who took what and won, as sums over matches: the players of a match are no independent samples, because one of them wins."""

    def __init__(self, count: int) -> None:
        self.matches = np.zeros(count)  # in which it was there to be taken
        self.takers, self._takers_squares, self._wins, self._wins_squares, self._both = np.zeros((5, count))

    def add(self, shares: np.ndarray, took: np.ndarray, there: np.ndarray) -> None:
        """Counts matches in: shares of the win by seat, who took what, and what was there to be taken."""
        self.matches += there.sum(axis=0)
        takers, wins = took.sum(axis=1, dtype=float), np.einsum("mp,mpa->ma", shares, took)
        self.takers += takers.sum(axis=0)
        self._takers_squares += (takers**2).sum(axis=0)
        self._wins += wins.sum(axis=0)
        self._wins_squares += (wins**2).sum(axis=0)
        self._both += (takers * wins).sum(axis=0)

    def wins(self, number: int, players: int) -> tuple[float, float, float]:
        """The part of matches that takers won, that the others won, and the standard error of the difference."""
        takers, wins, matches = self.takers[number], self._wins[number], self.matches[number]
        others = matches * players - takers
        part, rest = wins / takers, (matches - wins) / others
        # By how much a match is off: won * its takers' wins - had * its takers + always
        won, had, always = 1 / takers + 1 / others, part / takers + rest / others, (rest * players - 1) / others
        squares = won**2 * self._wins_squares[number] + had**2 * self._takers_squares[number] + always**2 * matches
        mixed = won * always * wins - had * always * takers - won * had * self._both[number]
        return part, rest, math.sqrt(max(0.0, squares + 2 * mixed))


@dataclass
class Findings:
    """What many matches of one game and box showed."""

    game: Game
    players: int
    bot: str
    seed: int
    summary: Summary = field(default_factory=Summary)
    seat_wins: dict[int, Spread] = field(default_factory=dict)
    gaps: dict[str, Spread] = field(default_factory=dict)  # by category: the winners' points less the others', match by match
    taken: "Taken | None" = None
    figures: dict[Figure, list[np.ndarray]] = field(default_factory=dict)  # one number a match, in pieces

    def add(self, records: np.ndarray, taken: np.ndarray) -> None:
        """Counts finished matches in."""
        self.summary.add(self.game, self.players, records)
        winners = self.game.winners(records)[:, : self.players]
        shares = winners / winners.sum(axis=1, keepdims=True)
        for seat in range(self.players):
            self.seat_wins.setdefault(seat, Spread()).add(shares[:, seat])
        decided = ~winners.all(axis=1)
        for number, category in enumerate(self.game.categories):
            self.gaps.setdefault(category, Spread()).add(gaps(records["sheet"][decided, : self.players, number], winners[decided]))
        self.taken = self.taken or Taken(taken.shape[2])
        there = np.ones((len(records), taken.shape[2]), np.bool_)
        if self.game.dealt:
            there[:, self.game.num_actions :] = self.game.dealt.lay(records)
        self.taken.add(shares, taken[:, : self.players] > 0, there)
        for figure, values in self._figures(records, shares):
            self.figures.setdefault(figure, []).append(values.astype(np.float32))

    def _figures(self, records: np.ndarray, shares: np.ndarray) -> Iterator[tuple[Figure, np.ndarray]]:
        """What two boxes are compared by, one number a match."""
        yield from ((("wins", seat), shares[:, seat]) for seat in range(self.players))
        yield from ((("points", seat), records["score"][:, seat]) for seat in range(self.players))
        yield ("decisions", None), records["moves"]
        sheets = records["sheet"][:, : self.players].mean(axis=1)
        yield from ((("category", name), sheets[:, number]) for number, name in enumerate(self.game.categories))
        yield from ((("fact", name), values) for name, values in self.game.statistics(records).items())

    def figure(self, kind: str, which: str | int | None = None) -> np.ndarray:
        """A figure of every match."""
        return np.concatenate(self.figures[kind, which])

    @property
    def all_scores(self) -> np.ndarray:
        """By match and seat."""
        return np.stack([self.figure("points", seat) for seat in range(self.players)], axis=1).astype(int)

    @property
    def all_lengths(self) -> np.ndarray:
        return self.figure("decisions").astype(int)

    def takes(self, language: str = "en") -> list[Take]:
        """Every action and card that enough players took and enough did not, those that lift most first."""
        if self.taken is None:
            return []
        players = self.taken.matches * self.players
        enough = np.minimum(self.taken.takers, players - self.taken.takers) >= RARE
        found = [
            Take(*self._named(number, language), self.taken.takers[number] / players[number], *self.taken.wins(number, self.players))
            for number in self._telling()
            if enough[number]
        ]
        return sorted(found, key=lambda take: -take.lift)

    def _telling(self) -> Iterator[int]:
        """Actions and cards that mean the same in every match: not the places where cards lay this time."""
        dealt = self.game.dealt
        for span in self.game.actions:
            if span.count <= FINEST and not (dealt and span.name in dealt.spans):
                yield from range(span.start, span.stop)
        if dealt:
            yield from range(self.game.num_actions, self.game.num_actions + dealt.cards)

    def _named(self, number: int, language: str) -> tuple[str, str]:
        """An action by its notation, and in words where that is a code; a card by what it says."""
        words = self.game.words(language)
        if self.game.dealt and number >= self.game.num_actions:
            return self.game.dealt.name(self.game, number - self.game.num_actions, words), ""
        return self.game.notation[number], self.game.action_in_words(number, words)


def gaps(points: np.ndarray, winners: np.ndarray) -> np.ndarray:
    """For each match the mean of the winners' points less the mean of the others'. There must be both."""
    most, others = (np.average(points, axis=1, weights=who.astype(float)) for who in (winners, ~winners))
    return np.asarray(most - others)


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
