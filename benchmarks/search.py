"""Measures the search: iterations a second for each game and number of cores, and how well it keeps to its time.

    python benchmarks/search.py --seconds 0.2 --cores 1 2

Positions are taken from matches between greedy bots, from the first decision to the last. Near the end of a match an iteration costs
little, so the mean is far above what most positions have: the median says that.
"""

import argparse
import sys

import numpy as np

import triumvir
from triumvir import bots
from triumvir.arena.play import is_late
from triumvir.kernel.errors import BadRequest
from triumvir.processes import available_cores, settle_in

SAMPLES = 30


def positions(game: triumvir.Game, players: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """What seats know and may do at real choices of two matches."""
    bot, found = bots.make("greedy", game), []
    for seed in (1, 2):
        match = game.new(players, seed)
        while match.seat is not None:
            known = match.known()
            if len(known[1]) > 1:
                found.append(known)
            match.play(bot.choose(*known))
    return found[:: max(1, len(found) // SAMPLES)]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--seconds", type=float, default=0.2)
    asked.add_argument("--players", type=int, nargs="+", default=[2, 4])
    asked.add_argument("--cores", type=int, nargs="+", default=sorted({1, available_cores()}))
    given = asked.parse_args()
    if max(given.cores) > available_cores() or min(given.cores) < 1:
        asked.error(f"a search takes from 1 to {available_cores()} cores here, not {' '.join(map(str, given.cores))}")
    print(f"{'game':14}{'players':>8}{'cores':>7}{'positions':>11}{'iterations/s':>14}{'median':>10}{'longest over':>14}{'late':>6}")
    for name in triumvir.games():
        game = triumvir.game(name)
        for players in given.players:
            known = positions(game, players)
            for cores in given.cores:
                bot = bots.make(f"search:{given.seconds}s", game, cores=cores)
                settle_in()
                opinions = [bot.explain(*position) for position in known]
                pace = sum(opinion.iterations for opinion in opinions) / sum(opinion.seconds for opinion in opinions)
                middle = np.median([opinion.iterations / opinion.seconds for opinion in opinions])
                over = 1000 * max(opinion.seconds - given.seconds for opinion in opinions)
                late = sum(is_late(opinion.seconds, given.seconds) for opinion in opinions)
                print(f"{name:14}{players:8}{cores:7}{len(known):11}{pace:14,.0f}{middle:10,.0f}{over:11.1f} ms{late:6}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except BadRequest as error:
        sys.exit(str(error))
