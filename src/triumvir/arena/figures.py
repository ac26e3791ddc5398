"""The figures of an arena: win rates with intervals, places, margins, ratings, time; and who beats whom.

A bot that has several seats at a table is counted once for each of them, but a match is one try: only one of its seats can win it.
"""

import math
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from triumvir.arena.play import Outcome
from triumvir.arena.results import Results

Z95 = 1.959963984540054  # the normal distribution has 95 % within so many deviations


@dataclass(frozen=True)
class Share:
    """A share of wins out of so many tries, with its 95 % interval after Wilson. Shared wins count as parts; of several seats it is that of one."""

    wins: float
    tries: int
    seats: int = 1

    @property
    def rate(self) -> float:
        return self.wins / (self.tries * self.seats) if self.tries else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        low, high = wilson(self.wins, self.tries)
        return low / self.seats, high / self.seats


def wilson(wins: float, tries: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson score interval of a share; everything is possible when nothing was tried."""
    if not tries:
        return 0.0, 1.0
    rate, extra = wins / tries, z * z / tries
    middle = (rate + extra / 2) / (1 + extra)
    half = z / (1 + extra) * math.sqrt(rate * (1 - rate) / tries + extra / (4 * tries))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Rating:
    """A rating after Plackett and Luce, as openskill has it: everybody begins at 25, 8.33."""

    mu: float
    sigma: float


@dataclass(frozen=True)
class Standing:
    """What one bot has achieved."""

    bot: str
    wins: Share  # of matches
    rank: float  # the mean; those who share a place have the best of their places
    margin: float | None  # points ahead of the best other; matches that were broken off do not count here
    points: float | None
    rating: Rating
    decisions: int
    mean_seconds: float | None
    longest_seconds: float
    late: int
    crashes: int


@dataclass
class _Seat:
    """A bot's part in one match."""

    outcome: Outcome
    seat: int

    @property
    def share(self) -> float:
        winners = self.outcome.winners
        return 1 / len(winners) if self.seat in winners else 0.0

    @property
    def margin(self) -> int:
        others = [score for seat, score in enumerate(self.outcome.scores) if seat != self.seat]
        return self.outcome.scores[self.seat] - max(others)


def standings(results: Results) -> list[Standing]:
    """Every bot that has played, the best rating first."""
    seats: dict[str, list[_Seat]] = {}
    for outcome in results:
        for seat, bot in enumerate(outcome.bots):
            seats.setdefault(bot, []).append(_Seat(outcome, seat))
    rated = ratings(results)
    found = [_standing(bot, seats[bot], rated[bot]) for bot in results.bots if bot in seats]
    return sorted(found, key=lambda standing: -standing.rating.mu)


def _standing(bot: str, seats: list[_Seat], rating: Rating) -> Standing:
    finished = [one for one in seats if one.outcome.crash is None]
    matches = len({one.outcome.number for one in seats})
    decisions = sum(one.outcome.decisions[one.seat] for one in seats)
    seconds = sum(one.outcome.decisions[one.seat] * one.outcome.mean_seconds[one.seat] for one in seats)
    return Standing(
        bot=bot,
        wins=Share(sum(one.share for one in seats), matches, len(seats) // matches),  # a bot has as many seats in every match
        rank=fmean(one.outcome.ranks[one.seat] for one in seats),
        margin=fmean(one.margin for one in finished) if finished else None,
        points=fmean(one.outcome.scores[one.seat] for one in finished) if finished else None,
        rating=rating,
        decisions=decisions,
        mean_seconds=seconds / decisions if decisions else None,
        longest_seconds=max(one.outcome.longest_seconds[one.seat] for one in seats),
        late=sum(one.outcome.late[one.seat] for one in seats),
        crashes=sum(one.outcome.crash is not None and one.outcome.crash.seat == one.seat for one in seats),
    )


def duels(results: Results) -> dict[tuple[str, str], Share]:
    """For every two bots that met, how often the first finished ahead of the second; a tie is half.

    A match is one try, also when a bot has several seats in it: what it does in one of them is no news about the other.
    """
    wins: dict[tuple[str, str], float] = {}
    tries: dict[tuple[str, str], int] = {}
    for outcome in results:
        met: dict[tuple[str, str], list[float]] = {}
        for one, other in combinations(range(len(outcome.bots)), 2):
            if outcome.bots[one] != outcome.bots[other]:
                ahead = _ahead(outcome.ranks[one], outcome.ranks[other])
                met.setdefault((outcome.bots[one], outcome.bots[other]), []).append(ahead)
                met.setdefault((outcome.bots[other], outcome.bots[one]), []).append(1 - ahead)
        for pair, parts in met.items():
            wins[pair] = wins.get(pair, 0.0) + fmean(parts)
            tries[pair] = tries.get(pair, 0) + 1
    return {pair: Share(wins[pair], tries[pair]) for pair in wins}


def _ahead(rank: int, other: int) -> float:
    return 0.5 if rank == other else float(rank < other)


def ratings(results: Results) -> dict[str, Rating]:
    """Ratings after all matches, in the order of the schedule. A bot with several seats moves by the mean of what they bring."""
    from openskill.models import PlackettLuce  # noqa: PLC0415  (only who asks for ratings waits for it)

    model = PlackettLuce()
    now = {bot: Rating(model.mu, model.sigma) for bot in results.bots}
    for outcome in results:
        teams = [[model.rating(mu=now[bot].mu, sigma=now[bot].sigma)] for bot in outcome.bots]
        rated = [team[0] for team in model.rate(teams, ranks=[float(rank) for rank in outcome.ranks])]
        for bot in set(outcome.bots):
            own = [rated[seat] for seat, other in enumerate(outcome.bots) if other == bot]
            now[bot] = Rating(fmean(one.mu for one in own), fmean(one.sigma for one in own))
    return now
