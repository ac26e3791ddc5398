"""Tries how a search goes about a game: settings of `Thinking` against others, or the ones that it has.

    python benchmarks/trial.py via_appia 500i:exploration=0.1 500i --deals 30
    python benchmarks/trial.py porta_nigra 0.2s:turns=2,sample=8 0.2s --cores 1

A bot is its time or its iterations and, after a colon, what it does differently; with more than two players the second has
all other seats. Every deal is played once from every seat; wins and the lead in points are given with their standard errors. With iterations
and the same seed it comes out the same again.
"""

import argparse
import os
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np

import triumvir
from triumvir.bots.bot import Clock
from triumvir.bots.evaluation import Thinking
from triumvir.bots.numbers import numbers
from triumvir.bots.search import SearchBot
from triumvir.kernel.errors import BadRequest

NAME = re.compile(r"(?P<amount>[0-9.]+)(?P<unit>s|i)(?::(?P<changes>[a-z_]+=[0-9.]+(?:,[a-z_]+=[0-9.]+)*))?")


@dataclass(frozen=True)
class Tried:
    """A search: how long it thinks, and what it does differently."""

    clock: Clock
    changes: dict[str, float] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> "Tried":
        found = NAME.fullmatch(text)
        if not found:
            raise argparse.ArgumentTypeError(f"{text!r}: say how long it thinks and what it changes, such as 500i:exploration=0.1,trust=2 or 0.2s")
        changes = dict(change.split("=") for change in found["changes"].split(",")) if found["changes"] else {}
        try:
            amount = float(found["amount"])
            numbers(Thinking, parsed := {name: float(value) for name, value in changes.items()})
            if amount <= 0:
                raise ValueError("time or iterations above nought")
        except (ValueError, BadRequest) as error:
            raise argparse.ArgumentTypeError(f"{text!r}: {error}") from None
        return cls(Clock(seconds=amount) if found["unit"] == "s" else Clock(iterations=int(amount) or 1), parsed)


class Played(NamedTuple):
    """A match, as the one who is tried sees it."""

    won: float  # shared wins are parts
    lead: float  # over the mean of the others
    points: float


def played(name: str, players: int, tried: Tried, other: Tried, seed: int, number: int) -> Played:
    """Match so and so: each deal comes once for every seat of the one who is tried."""
    game = triumvir.game(name)
    deal, own = seed + number // players, number % players
    match = game.new(players, deal)
    seats = [tried if seat == own else other for seat in range(players)]
    sitting = [SearchBot(game, bot.clock, deal * players + seat, None, 1, "search", **bot.changes) for seat, bot in enumerate(seats)]
    while match.seat is not None:
        match.play(sitting[match.seat].choose(*match.known()))
    winners, scores = match.winners(), match.scores()
    others = sum(score for seat, score in enumerate(scores) if seat != own) / (players - 1)
    return Played((own in winners) / len(winners), scores[own] - others, scores[own])


def report(found: list[Played], players: int) -> str:
    """Wins and lead, with their standard errors: matches of the same deal are one sample."""
    deals = np.array(found).reshape(-1, players, len(Played._fields)).mean(axis=1)
    wins, lead, points = deals.mean(axis=0)
    wins_error, lead_error, _ = deals.std(axis=0) / max(1, len(deals) - 1) ** 0.5
    return f"{len(found)} matches: wins {100 * wins:.1f} ± {100 * wins_error:.1f} %, lead {lead:+.1f} ± {lead_error:.1f}, points {points:.1f}"


def reports(outcomes: Iterable[Played], players: int, every: int) -> Iterator[str]:
    """A report now and then, after whole deals, and one at the end."""
    found: list[Played] = []
    for outcome in outcomes:
        found.append(outcome)
        if len(found) % (every * players) == 0:
            yield report(found, players)
    if len(found) % (every * players):
        yield report(found, players)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game", choices=triumvir.games())
    asked.add_argument("tried", type=Tried.parse)
    asked.add_argument("other", type=Tried.parse)
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--deals", type=int, default=30, help="each is played from every seat")
    asked.add_argument("--seed", type=int, default=40_000)
    asked.add_argument("--cores", type=int)
    asked.add_argument("--every", type=int, default=10, help="deals between two reports")
    given = asked.parse_args()
    os.environ["NUMBA_NUM_THREADS"] = "1"  # of every process
    triumvir.game(given.game).check_players(given.players)
    one = partial(played, given.game, given.players, given.tried, given.other, given.seed)
    with ProcessPoolExecutor(given.cores, mp_context=get_context("spawn")) as pool:
        for line in reports(pool.map(one, range(given.deals * given.players)), given.players, given.every):
            print(line, flush=True)


if __name__ == "__main__":
    main()
