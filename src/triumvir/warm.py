"""Compiles every function of a game once, so that nobody waits in front of a board. Later starts read the compiled code."""

from collections.abc import Iterator

import numpy as np

from triumvir import bots
from triumvir.batch import Batch
from triumvir.kernel.game import Door, Game
from triumvir.kernel.state import EMPTY


def steps(game: Game) -> Iterator[Door]:
    """What there is to compile: a name, and a call that does it. To be called in order."""
    engine, tables = game.engine, game.tables
    states = np.zeros(1, game.state)
    out = np.zeros(game.num_actions, np.int16)
    observation = np.zeros(game.features.count, np.int16)
    batch = Batch(game, game.players[0], 1)
    yield "set-up", lambda: engine.start_match(states, 0, tables, game.players[0], 1)
    yield "legal actions", lambda: engine.legal_actions(states, 0, tables, out)
    yield "obstacles", lambda: engine.obstacle_code(states, 0, tables, 0)
    yield "playing", lambda: engine.play_action(states, 0, tables, int(out[0]))
    yield "checked playing", lambda: engine.try_action(states, 0, tables, game.num_actions, out)
    yield "knowledge", lambda: engine.redact_match(states, 0, tables, EMPTY)
    yield "redealing", lambda: engine.redeal_match(states, 0, tables, EMPTY, 1)
    yield "observation", lambda: engine.observe_match(states, 0, tables, 0, observation)
    yield "many set-ups", lambda: batch.start(1)
    yield "many playouts", lambda: batch.playout(1)
    yield "greedy bots", lambda: bots.make("greedy", game).explain(game.redacted(game.record(game.players[0], 1), 0), out[:2] * 0)
    yield "searching bots", lambda: bots.make("search:1i", game)
    yield from game.more_doors()
