"""What the law tests share: random matches of every game."""

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import triumvir
from triumvir.kernel.rule import PLAIN
from triumvir.match import Match

GOLDEN = Path(__file__).parent / "golden"
TABLES = [(name, players) for name in triumvir.games() for players in triumvir.game(name).players]


def copied(states: np.ndarray) -> np.ndarray:
    """A hundred times faster than `states.copy()`, which goes field by field."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


def so_many(matches: int) -> int:
    """Of a large number of matches, those there is time for: plain Python is a hundred times slower than compiled rules."""
    return max(2, matches // 12) if PLAIN else matches


def random_match(name: str, players: int, seed: int, box: Path | None = None) -> Iterator[Match]:
    """A match played at random, at every decision and once more when it is over."""
    match = triumvir.game(name, box).new(players, seed)
    chooser = random.Random(seed)
    while not match.over:
        yield match
        match.play(chooser.choice(match.legal()))
    yield match


def sampled_records(name: str, players: int, matches: int, every: int, box: Path | None = None) -> Iterator[tuple[triumvir.Game, np.ndarray]]:
    """Records out of random matches, every so many decisions."""
    for seed in range(matches):
        for number, match in enumerate(random_match(name, players, seed, box)):
            if number % every == seed % every or match.over:
                yield match.game, copied(match.states)


def positions(name: str, players: int, matches: int) -> Iterator[tuple[triumvir.Game, np.ndarray]]:
    """One position out of each of many random matches, from the first decision to after the last."""
    game = triumvir.game(name)
    chooser = random.Random(players)
    out = np.zeros(game.num_actions, np.int16)
    length = 250
    for seed in range(matches):
        states = game.record(players, seed)
        count = game.engine.legal_actions(states, 0, game.tables, out)
        for _ in range(chooser.randrange(length + 20)):
            if count:
                count = game.engine.try_action(states, 0, game.tables, int(out[chooser.randrange(count)]), out)
        if not count:
            length = int(states[0].moves)
        yield game, states


def lockstep(name: str, players: int, matches: int, box: Path | None = None, unless_forced: int | None = None) -> Iterator[np.ndarray]:
    """Random matches played side by side: all their records after every decision.

    An action may be named that is taken only if there is no other.
    """
    game = triumvir.game(name, box)
    chooser = random.Random(players)
    out = np.zeros((matches, game.num_actions), np.int16)
    states = np.zeros(matches, game.state)
    for i in range(matches):
        states[i] = game.record(players, i)[0]
    counts = [game.engine.legal_actions(states, i, game.tables, out[i]) for i in range(matches)]
    yield states
    while any(counts):
        for i, count in enumerate(counts):
            if count:
                action = int(out[i, chooser.randrange(count)])
                while action == unless_forced and count > 1:
                    action = int(out[i, chooser.randrange(count)])
                counts[i] = game.engine.try_action(states, i, game.tables, action, out[i])
        yield states
