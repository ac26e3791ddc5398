"""How good the turns are that searches choose: each is judged by many matches between greedy bots from its end.

    python benchmarks/turns.py porta_nigra 2000i:turns=1,further=0,sample=6 0.2s 0.8s --positions 60

Takes the beginning of a turn out of matches between searches of few iterations and lets every search play that turn. Before its
last decision all that the seat cannot know is dealt anew, many times, and greedy bots play on to the end. Prints by how many points the mean lead is
better than with the first search, and in how many positions they end their turn alike.

That takes far less time than matches between the searches, because luck is evened out, but it counts as good what is good when
greedy bots go on: matches have the last word. For two players; searches as in trial.py.
"""

import argparse
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np
from trial import Tried

import triumvir
from triumvir import bots
from triumvir.bots.bot import Bot
from triumvir.bots.bulk import GreedyTable
from triumvir.bots.mind import mind
from triumvir.bots.search import SearchBot
from triumvir.kernel.game import Game

PLAYED_BY = "search:10i"
PLAYERS = 2


class Turn(NamedTuple):
    """A turn that was played: the record before its last action, and that action."""

    before: np.ndarray
    last: int


def ended(game: Game, turn: Turn, seat: int, deals: int, seed: int) -> np.ndarray:
    """Records of the turn's end, each with all that the seat cannot know dealt at random."""
    states = np.repeat(turn.before, deals)
    for i in range(deals):
        game.engine.redact_match(states, i, game.tables, seat)
        game.engine.redeal_match(states, i, game.tables, seat, seed + i)
        game.engine.play_action(states, i, game.tables, turn.last)
    return states


def lead_from(game: Game, turn: Turn, seat: int, deals: int, seed: int) -> float:
    """The mean lead of the seat when greedy bots have played on from the end of the turn."""
    states = ended(game, turn, seat, deals, seed)
    GreedyTable(game, [mind(game).weights()] * PLAYERS).finish(states, seed)
    return float((states["score"][:, seat].astype(int) - states["score"][:, 1 - seat]).mean())


def played(game: Game, states: np.ndarray, bot: Bot) -> Turn:
    """The turn as a bot plays it."""
    states, out, seat = states.copy(), np.zeros(game.num_actions, np.int16), int(states[0].seat)
    while True:
        legal = out[: game.engine.legal_actions(states, 0, game.tables, out)].copy()
        action = int(legal[0]) if len(legal) == 1 else bot.choose(game.redacted(states, seat), legal)
        turn = Turn(states.copy(), action)
        game.engine.play_action(states, 0, game.tables, action)
        if states[0].seat != seat:
            return turn


def beginning(game: Game, seed: int) -> np.ndarray:
    """The record of a match at the first choice of a turn, drawn at random."""
    match, bot, turns = game.new(PLAYERS, seed), bots.make(PLAYED_BY, game, seed), []
    while match.seat is not None:
        if match.states[0].seat != (turns[-1][0].seat if turns else None) and len(match.legal()) > 1:
            turns.append(match.states.copy())
        match.play(bot.choose(*match.known()))
    return turns[np.random.default_rng(seed).integers(len(turns))]


def compared(name: str, searches: Sequence[Tried], deals: int, seed: int) -> list[float]:
    """The lead after each search's turn from one position; turns that end alike have the same."""
    game = triumvir.game(name)
    states = beginning(game, seed)
    seat, leads = int(states[0].seat), []
    known: dict[bytes, float] = {}
    for search in searches:
        turn = played(game, states, SearchBot(game, search.clock, seed, **search.changes))
        end = ended(game, turn, seat, 1, seed)
        end["moves"] = 0  # the same things in another order are the same turn
        if (key := end.tobytes()) not in known:
            known[key] = lead_from(game, turn, seat, deals, seed * deals)
        leads.append(known[key])
    return leads


def report(names: Sequence[str], found: Sequence[Sequence[float]]) -> str:
    """A line for every search, compared with the first."""
    more = np.array(found) - np.array(found)[:, :1]
    lines = [f"{len(found)} positions"]
    for name, one in zip(names, more.T, strict=True):
        error = one.std() / max(1, len(found) - 1) ** 0.5
        lines.append(f"  {name}: {one.mean():+.2f} ± {error:.2f} points, {100 * np.mean(one == 0):.0f} % alike")
    return "\n".join(lines)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game", choices=triumvir.games())
    asked.add_argument("searches", nargs="+", metavar="search")
    asked.add_argument("--positions", type=int, default=60)
    asked.add_argument("--deals", type=int, default=150, help="matches from the end of every turn")
    asked.add_argument("--seed", type=int, default=60_000)
    asked.add_argument("--cores", type=int)
    given = asked.parse_args()
    try:
        searches = [Tried.parse(text) for text in given.searches]
    except argparse.ArgumentTypeError as error:
        asked.error(str(error))
    if given.positions < 1 or given.deals < 1:
        asked.error("--positions and --deals: at least one")
    os.environ["NUMBA_NUM_THREADS"] = "1"  # of every process
    seeds = range(given.seed, given.seed + given.positions)
    with ProcessPoolExecutor(given.cores, mp_context=get_context("spawn")) as pool:
        print(report(given.searches, list(pool.map(partial(compared, given.game, searches, given.deals), seeds))))


if __name__ == "__main__":
    main()
