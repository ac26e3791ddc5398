"""How well aims are chosen in Via Appia's quarry: by the guess, and by trying them out.

    python benchmarks/aims.py --positions 120

Stops matches between searches of few iterations where a stone is about to be pushed. Every aim that the guess looks at is
pushed many times, half of them to choose by and half to tell what the choice brings, in points as the evaluation counts fallen stones.
Prints by the size of the stone what an aim brings on average, the one that is guessed to be the best, the one whose first
push was the best, and the best of all, how far two pushes at the same aim differ, and what a guess and a push take.
"""

import argparse
import time
from typing import NamedTuple

import numpy as np
from numba import njit

import triumvir
from triumvir import bots
from triumvir.bots.evaluation import NOT_LOOKED_AT
from triumvir.bots.evaluation.via_appia import fallen_worth, guess
from triumvir.bots.mind import mind
from triumvir.games.via_appia.actions import AIM_AT
from triumvir.games.via_appia.quarry import push_with_tremor
from triumvir.games.via_appia.state import AIM, ANGLES, PLACES, SIZES
from triumvir.kernel.chance import seeded
from triumvir.kernel.game import Game

PLAYED_BY = "search:60i"
NAMES = ("small", "mid-sized", "large")


@njit
def guess_all(states, boxes, weights, out):
    """What is guessed of every aim."""
    for aim in range(len(out)):
        out[aim] = guess(states[0], boxes[0], weights[0], AIM_AT + aim)


@njit
def push_all(states, boxes, weights, copies, looked_at, out):
    """What the pushes at every aim bring that is looked at."""
    for i in range(len(looked_at)):
        for number in range(out.shape[1]):
            copies[0] = states[0]
            s = copies[0]
            s.rng = seeded(i * out.shape[1] + number)
            push_with_tremor(s, boxes[0], s.stone, looked_at[i] // ANGLES, looked_at[i] % ANGLES)
            for size in range(SIZES):
                out[i, number] += (s.fallen[size] - states[0].fallen[size]) * fallen_worth(boxes[0], weights[0], size)


class Aims(NamedTuple):
    """A position before a push: points that the aims bring which are looked at."""

    size: int
    mean: float
    guessed: float
    tried: float
    best: float
    spread: float  # of the pushes at one aim
    guess_seconds: float  # one guess
    push_seconds: float  # one push


def before_a_push(game: Game, seed: int) -> np.ndarray:
    """The record of a match where a stone is about to be pushed, drawn at random."""
    match, bot, found = game.new(2, seed), bots.make(PLAYED_BY, game, seed), []
    while not match.over:
        if int(match.states[0].phase) == AIM:
            found.append(match.states.copy())
        match.play(bot.choose(*match.known()))
    return found[np.random.default_rng(seed).integers(len(found))]


def judged(game: Game, states: np.ndarray, pushes: int) -> Aims:
    """What the aims of a position bring."""
    weights, guessed = mind(game).weights(), np.zeros(PLACES * ANGLES)
    begin = time.perf_counter()
    guess_all(states.copy(), game.tables, weights, guessed)
    middle = time.perf_counter()
    looked_at = np.flatnonzero(guessed > NOT_LOOKED_AT)
    brought = np.zeros((len(looked_at), pushes))
    push_all(states, game.tables, weights, np.zeros(1, game.state), looked_at, brought)
    seconds = time.perf_counter() - middle
    choosing, telling = brought[:, : pushes // 2].mean(axis=1), brought[:, pushes // 2 :].mean(axis=1)
    tried = brought[:, 0] >= brought[:, 0].max()  # often several are as good
    return Aims(
        size=int(states[0].stone),
        mean=telling.mean(),
        guessed=telling[guessed[looked_at].argmax()],
        tried=telling[tried].mean(),
        best=telling[choosing.argmax()],
        spread=brought.std(axis=1).mean(),
        guess_seconds=(middle - begin) / len(looked_at),
        push_seconds=seconds / brought.size,
    )


def report(found: list[Aims]) -> str:
    """A line for every size of stone."""
    lines = [f"{'stone':12}{'positions':>10}{'any aim':>10}{'guessed':>10}{'tried once':>12}{'best':>8}{'spread':>8}{'guess':>11}{'push':>11}"]
    for size, name in enumerate(NAMES):
        if of_size := [one for one in found if one.size == size]:
            _, mean, guessed, tried, best, spread, _, _ = np.mean(of_size, axis=0)
            guess_time, push_time = 1e6 * np.median([one[-2:] for one in of_size], axis=0)
            times = f"{guess_time:8.1f} µs{push_time:8.1f} µs"
            lines.append(f"{name:12}{len(of_size):10}{mean:10.2f}{guessed:10.2f}{tried:12.2f}{best:8.2f}{spread:8.2f}{times}")
    return "\n".join(lines)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--positions", type=int, default=120)
    asked.add_argument("--pushes", type=int, default=24, help="at each aim")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    game = triumvir.game("via_appia")
    print(report([judged(game, before_a_push(game, given.seed + number), given.pushes) for number in range(given.positions)]))


if __name__ == "__main__":
    main()
