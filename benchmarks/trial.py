"""Tries how a search goes about a game: settings of `Thinking` against others, or the ones that it has.

    python benchmarks/trial.py via_appia 500i:exploration=0.1 500i --deals 30
    python benchmarks/trial.py porta_nigra 0.2s:turns=2,sample=8 0.2s --at-once 1
    python benchmarks/trial.py carpe_diem 0.05s*8 0.05s --at-once 2

A bot is its time or its iterations, the cores that it thinks with, and, after a colon, what it does differently; with more than two players
the second has all other seats. Every deal is played once from every seat; wins and the lead in points are given with their standard errors, and
by the clock how well the first kept to its time. With iterations and the same seed it comes out the same again.
"""

import argparse
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np

import triumvir
from triumvir.arena.play import is_late
from triumvir.bots.bot import Clock
from triumvir.bots.evaluation import Thinking
from triumvir.bots.numbers import numbers
from triumvir.bots.search import SearchBot
from triumvir.kernel.errors import BadRequest
from triumvir.processes import settle_in

NAME = re.compile(r"(?P<amount>[0-9.]+)(?P<unit>s|i)(?:\*(?P<cores>[1-9][0-9]?))?(?::(?P<changes>[a-z_]+=[0-9.]+(?:,[a-z_]+=[0-9.]+)*))?")


@dataclass(frozen=True)
class Tried:
    """A search: how long it thinks, with how many cores, and what it does differently."""

    clock: Clock
    cores: int = 1
    changes: dict[str, float] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> "Tried":
        found = NAME.fullmatch(text)
        if not found:
            raise argparse.ArgumentTypeError(
                f"{text!r}: say how long it thinks and what it changes, such as 500i:exploration=0.1,trust=2, 0.2s or 0.2s*8"
            )
        changes = dict(change.split("=") for change in found["changes"].split(",")) if found["changes"] else {}
        try:
            amount = float(found["amount"])
            numbers(Thinking, parsed := {name: float(value) for name, value in changes.items()})
            if amount <= 0:
                raise ValueError("time or iterations above nought")
        except (ValueError, BadRequest) as error:
            raise argparse.ArgumentTypeError(f"{text!r}: {error}") from None
        clock = Clock(seconds=amount) if found["unit"] == "s" else Clock(iterations=int(amount) or 1)
        return cls(clock, int(found["cores"] or 1), parsed)


class Played(NamedTuple):
    """A match, as the one who is tried sees it."""

    won: float  # shared wins are parts
    lead: float  # over the mean of the others
    points: float
    decisions: int = 0  # at which there was a choice
    late: int = 0  # of these
    over: float = 0.0  # seconds over its time, at most


def played(name: str, players: int, tried: Tried, other: Tried, seed: int, number: int) -> Played:
    """Match so and so: each deal comes once for every seat of the one who is tried."""
    game = triumvir.game(name)
    deal, own = seed + number // players, number % players
    match = game.new(players, deal)
    seats = [tried if seat == own else other for seat in range(players)]
    sitting = [SearchBot(game, bot.clock, deal * players + seat, None, bot.cores, "search", **bot.changes) for seat, bot in enumerate(seats)]
    settle_in()
    taken: list[float] = []
    while match.seat is not None:
        seat, known = match.seat, match.known()
        begin = time.perf_counter()
        action = sitting[seat].choose(*known)
        if seat == own and len(known[1]) > 1:
            taken.append(time.perf_counter() - begin)
        match.play(action)
    winners, scores = match.winners(), match.scores()
    others = sum(score for seat, score in enumerate(scores) if seat != own) / (players - 1)
    limit = tried.clock.seconds
    late = sum(is_late(seconds, limit) for seconds in taken)
    over = max(taken, default=0.0) - limit if limit else 0.0
    return Played((own in winners) / len(winners), scores[own] - others, scores[own], len(taken), late, over)


def report(found: list[Played], players: int, timed: bool = False) -> str:
    """Wins and lead, with their standard errors: matches of the same deal are one sample, and of one sample nothing can be said."""
    deals = np.array([one[:3] for one in found]).reshape(-1, players, 3).mean(axis=1)
    wins, lead, points = deals.mean(axis=0)
    wins_error, lead_error, _ = deals.std(axis=0) / (len(deals) - 1) ** 0.5 if len(deals) > 1 else [np.inf] * 3
    said = f"{len(found)} matches: wins {100 * wins:.1f} ± {100 * wins_error:.1f} %, lead {lead:+.1f} ± {lead_error:.1f}, points {points:.1f}"
    if timed:
        late, decisions = sum(one.late for one in found), sum(one.decisions for one in found)
        said += f", late {late:,} of {decisions:,}, at most {1000 * max(one.over for one in found):.1f} ms over"
    return said


def reports(outcomes: Iterable[Played], players: int, every: int, timed: bool) -> Iterator[str]:
    """A report now and then, after whole deals, and one at the end."""
    found: list[Played] = []
    for outcome in outcomes:
        found.append(outcome)
        if len(found) % (every * players) == 0:
            yield report(found, players, timed)
    if len(found) % (every * players):
        yield report(found, players, timed)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game", choices=triumvir.games())
    asked.add_argument("tried", type=Tried.parse)
    asked.add_argument("other", type=Tried.parse)
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--deals", type=int, default=30, help="each is played from every seat")
    asked.add_argument("--seed", type=int, default=40_000)
    asked.add_argument("--at-once", type=int, help="matches; as many as there are cores by default")
    asked.add_argument("--every", type=int, default=10, help="deals between two reports")
    given = asked.parse_args()
    if min(given.deals, given.every) < 1:
        asked.error("deals, and deals between two reports, are whole numbers above nought")
    os.environ["NUMBA_NUM_THREADS"] = "1"  # of every process
    triumvir.game(given.game).check_players(given.players)
    one = partial(played, given.game, given.players, given.tried, given.other, given.seed)
    with ProcessPoolExecutor(given.at_once, mp_context=get_context("spawn")) as pool:
        outcomes = pool.map(one, range(given.deals * given.players))
        for line in reports(outcomes, given.players, given.every, timed=given.tried.clock.seconds is not None):
            print(line, flush=True)


if __name__ == "__main__":
    try:
        main()
    except BadRequest as error:
        sys.exit(str(error))
