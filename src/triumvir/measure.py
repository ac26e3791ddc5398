"""Speeds of a game on this machine: what `triumvir bench` prints."""

import random
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from triumvir.batch import Batch
from triumvir.kernel.game import Game

TIMES = 3  # the best of several runs: machines are noisy, and noise only slows


class Speed(NamedTuple):
    """What was done, and how often in a second."""

    what: str
    moves: float
    matches: float


def best(run: Callable[[], tuple[int, int]]) -> tuple[float, float]:
    """Moves and matches a second of the fastest of several runs, after one to warm up."""
    run()
    fastest = (0.0, 0.0)
    for _ in range(TIMES):
        begin = time.perf_counter()
        moves, matches = run()
        seconds = time.perf_counter() - begin
        fastest = max(fastest, (moves / seconds, matches / seconds))
    return fastest


def playouts(game: Game, players: int, size: int, device: str, workers: int | None = None) -> Speed:
    """Random matches from set-up to final scoring, all inside the compiled loop."""
    batch = Batch(game, players, size, device, workers)
    batch.start(1)
    batch.playout(2)
    moves = int(batch.records()["moves"].astype(np.int64).sum())

    def run() -> tuple[int, int]:
        batch.start(1)
        batch.playout(2)
        batch.wait()
        return moves, size

    where = "GPU" if device == "cuda" else "one core" if workers == 1 else "all cores"
    return Speed(f"{players} players, {size:,} random matches, {where}", *best(run))


def moves_only(game: Game, players: int, size: int, device: str) -> Speed:
    """The same without the set-up: matches that lie ready are played to their end."""
    batch = Batch(game, players, size, device)
    fastest = (0.0, 0.0)
    for _ in range(TIMES + 1):
        batch.start(1)
        batch.wait()
        begin = time.perf_counter()
        batch.playout(2)
        batch.wait()
        seconds = time.perf_counter() - begin
        moves = int(batch.records()["moves"].astype(np.int64).sum())
        fastest = max(fastest, (moves / seconds, size / seconds))
    return Speed(f"{players} players, {size:,} random matches, {'GPU' if device == 'cuda' else 'all cores'}, without set-up", *fastest)


def from_python(game: Game, players: int, size: int) -> Speed:
    """Every move made from Python: choose out of the list of legal actions, play, get the next list."""
    states = np.zeros(1, game.state)
    legal = np.zeros(game.num_actions, np.int16)
    tables, start, first, attempt = game.tables, game.engine.start_match, game.engine.legal_actions, game.engine.try_action

    def run() -> tuple[int, int]:
        choose = random.Random(1).random
        total = 0
        for seed in range(size):
            start(states, 0, tables, players, seed)
            count = first(states, 0, tables, legal)
            while count:
                count = attempt(states, 0, tables, legal.item(int(choose() * count)), legal)
                total += 1
        return total, size

    return Speed(f"{players} players, {size:,} random matches, every move from Python", *best(run))
