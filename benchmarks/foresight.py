"""How much of a match's result a search foresees, and whether it foresees more when it thinks longer.

    python benchmarks/foresight.py porta_nigra --positions 700 --iterations 60,600,2400,8000

Plays matches between searches of few iterations, stops in each at one decision, drawn at random, and lets searches of
several lengths say what they expect of it. The mean square of the difference to the result that came tells how much they
know; the slope, whether they are too timid (above one: results differ by more than values do) or too bold. Deterministic
by seed, on all cores.
"""

import argparse
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np

import triumvir
from triumvir import bots
from triumvir.bots.mind import mind
from triumvir.kernel.game import Game
from triumvir.kernel.state import SEATS
from triumvir.match import Match

PLAYED_BY = "search:60i"
STRAYING, OFTEN = "greedy:2", 0.05  # now and then it decides: positions should not all be well played


class Foreseen(NamedTuple):
    """A decision in a match: the result that it came to for the seat to decide, and the values that searches gave it."""

    result: float
    values: tuple[float, ...]


def final_results(game: Game, states: np.ndarray, players: int) -> np.ndarray:
    """What each seat has of a finished match, as the search counts it."""
    thoughts, found = mind(game), np.zeros(SEATS)
    points = np.zeros((SEATS, len(thoughts.categories)), np.float32)
    thoughts.final_results(states, game.tables, thoughts.weights(), thoughts.thinking(players), points, found)
    return found


def played(game: Game, players: int, seed: int) -> tuple[Match, dict[int, tuple[np.ndarray, np.ndarray]]]:
    """A match between searches, and what was known at each decision that was not forced."""
    match, chance = game.new(players, seed), np.random.default_rng(seed)
    search, straying = bots.make(PLAYED_BY, game, seed), bots.make(STRAYING, game, seed)
    asked = {}
    while not match.over:
        known, bot = match.known(), search
        if len(known[1]) > 1:
            asked[len(match.history)] = known
            bot = straying if chance.random() < OFTEN else search
        match.play(bot.choose(*known))
    return match, asked


def foreseen(name: str, players: int, iterations: Sequence[int], numbered: tuple[int, int]) -> Foreseen | None:
    """What searches of several lengths foresee of one match; nothing where only forced decisions were left."""
    number, seed = numbered
    game = triumvir.game(name)
    match, asked = played(game, players, seed)
    drawn = np.random.default_rng(number).integers(len(match.history))
    at = next((at for at in asked if at >= drawn), None)
    if at is None:
        return None
    ends = final_results(game, match.states, players)
    opinions = (bots.make(f"search:{n}i", game, seed=1).explain(*asked[at]) for n in iterations)
    return Foreseen(float(ends[match.history[at].seat]), tuple(opinion.options[0].value for opinion in opinions))


def report(iterations: Sequence[int], found: Sequence[Foreseen]) -> str:
    """A line for every length of thought, each compared with the shortest."""
    came = np.array([one.result for one in found])
    values = np.array([one.values for one in found]).T
    squares = (came - values) ** 2
    lines = [f"{len(found):,} positions; if one knew nothing {came.var():.4f}"]
    for n, value, square in zip(iterations, values, squares, strict=True):
        change, slope = square - squares[0], np.polyfit(value, came, 1)[0]
        lines.append(f"{n:6,} iterations {square.mean():.4f}, {change.mean():+.4f} ± {change.std() / len(found) ** 0.5:.4f}, slope {slope:.2f}")
    return "\n".join(lines)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game")
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--positions", type=int, default=700)
    asked.add_argument("--iterations", default="60,600,2400,8000", help="lengths of thought, the shortest first")
    asked.add_argument("--seed", type=int, default=7_000_000)
    given = asked.parse_args()
    if not all(n.isdecimal() and int(n) > 0 for n in given.iterations.split(",")):
        asked.error(f"--iterations: whole numbers above nought, divided by commas, not {given.iterations!r}")
    if given.positions < 2:
        asked.error("--positions: at least two")
    os.environ["NUMBA_NUM_THREADS"] = "1"  # of every process
    triumvir.game(given.game).check_players(given.players)
    iterations = [int(n) for n in given.iterations.split(",")]
    seeds = enumerate(range(given.seed, given.seed + given.positions))
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        found = [one for one in pool.map(partial(foreseen, given.game, given.players, iterations), seeds) if one is not None]
    if len(found) < 2:
        asked.error("--positions: more, hardly any decision was there to look at")
    print(report(iterations, found))


if __name__ == "__main__":
    main()
