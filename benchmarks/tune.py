"""Tunes a game's evaluation: greedy bots with changed weights against greedy bots with the ones so far.

    python benchmarks/tune.py porta_nigra --rounds 3 --matches 4000

Goes through the weights again and again; each is tried larger and smaller, and a change stays when it wins by more than
chance would. Prints the weights that were changed: to be read, thought about and written into bots/evaluation.
"""

import argparse
import math
import random

import numpy as np

import triumvir
from triumvir.bots.bulk import win_share
from triumvir.bots.mind import mind

SURE = 1.5  # standard deviations above one half


def tuned(game: triumvir.Game, players: int, rounds: int, matches: int, seed: int, only: list[str]) -> np.ndarray:
    best = mind(game).weights()
    chance = random.Random(seed)
    needed = 1 / players + SURE * math.sqrt((1 / players) * (1 - 1 / players) / matches)
    for number in range(rounds):
        names = only or list(best.dtype.names)
        chance.shuffle(names)
        for name in names:
            factor = math.exp(chance.uniform(0.2, 0.7))
            for changed in (factor, 1 / factor):
                tried = best.copy()
                tried[name] = best[name] * changed if best[name] else math.copysign(0.3, changed - 1)
                share = win_share(game, tried, best, players, matches, seed + number * matches, temperature=0.2)
                if share > needed:
                    print(f"{name}: {best[name][0]:.3f} -> {tried[name][0]:.3f}, wins {100 * share:.1f} %", flush=True)
                    best = tried
                    break
    return best


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game")
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--rounds", type=int, default=2)
    asked.add_argument("--matches", type=int, default=2000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--only", nargs="*", default=[])
    given = asked.parse_args()
    game = triumvir.game(given.game)
    first = mind(game).weights()
    best = tuned(game, given.players, given.rounds, given.matches, given.seed, given.only)
    share = win_share(game, best, first, given.players, 2 * given.matches, given.seed + 10**6, temperature=0.2)
    for name in best.dtype.names:
        if best[name] != first[name]:
            print(f"    {name}: {best[name][0]:.3g}  # was {first[name][0]:.3g}")
    print(f"against the weights so far: {100 * share:.1f} % of {2 * given.matches}")


if __name__ == "__main__":
    main()
