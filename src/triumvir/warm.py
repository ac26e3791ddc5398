"""Compiles every function of the games once, so that nobody waits in front of a board. Later starts read the compiled code."""

import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from triumvir import bots
from triumvir.batch import Batch
from triumvir.bots.bulk import GreedyTable
from triumvir.bots.mind import mind
from triumvir.games import NAMES, title
from triumvir.kernel.game import Door, Game
from triumvir.kernel.rule import PLAIN, cache_folder
from triumvir.kernel.state import EMPTY, SEATS
from triumvir.match import game as game_by_name
from triumvir.processes import available_cores, end_with_parent
from triumvir.progress import progress


def steps(game: Game) -> Iterator[Door]:
    """What there is to compile to play: a name, and a call that does it. To be called in order."""
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
    yield "winners", lambda: game.winners(states)
    yield "many set-ups", lambda: batch.start(1)
    yield "many playouts", lambda: batch.playout(1)
    yield "greedy bots", lambda: bots.make("greedy", game).explain(game.redacted(game.record(game.players[0], 1), 0), out[:2] * 0)
    yield "searching bots", lambda: bots.make("search:1i", game)
    yield from game.more_doors()


def further_steps(game: Game) -> Iterator[Door]:
    """What laboratories and trainers need besides."""
    batch = Batch(game, game.players[0], 1)
    table = GreedyTable(game, [mind(game).weights()] * game.players[0])
    yield "beginnings to train on", lambda: batch.reset(1)
    yield "steps to train on", lambda: batch.step(batch.masks.argmax(axis=1))
    yield "rewards", lambda: game.engine.reward_all(batch.records(), 0, np.zeros((1, SEATS), np.float32))
    yield "many greedy matches", lambda: table.play(1, 1)
    if find_spec("gymnasium"):
        from triumvir.envs.gymnasium import doors  # noqa: PLC0415  (an extra)

        yield from doors(game)


def _marks(name: str) -> list[Path]:
    """Files beside a game's compiled code that say that all of it is there: one for its rules, one for its bots."""
    return [cache_folder(f"triumvir.{area}.{name}") / "warm" for area in ("games", "bots.evaluation")]


def cold() -> list[str]:
    """The titles of games that are not compiled yet: whoever opened a table would wait for minutes."""
    return [title(name).title for name in NAMES if not PLAIN and not all(mark.exists() for mark in _marks(name))]


def _warm(name: str, everything: bool) -> tuple[str, int]:
    game, done = game_by_name(name), 0
    for part in (steps, further_steps) if everything else (steps,):
        for _, call in part(game):
            call()
            done += 1
    for mark in _marks(name):
        mark.touch()
    return game.title, done


def _end_with_command() -> None:
    """For a process that compiles: Ctrl-C, which all of them hear, ends it at once instead of letting it take the next game."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def all_games(everything: bool) -> int:
    """Compiles for every game, on all cores, with a progress bar; the number of functions."""
    functions = 0
    workers = ProcessPoolExecutor(min(len(NAMES), available_cores()), multiprocessing.get_context("spawn"), _end_with_command)
    with progress() as bar, workers as pool:
        task = bar.add_task("compiling", total=len(NAMES))
        for finished in as_completed([pool.submit(_warm, name, everything) for name in NAMES]):
            ready, done = finished.result()
            functions += done
            bar.update(task, description=f"{ready} is ready", advance=1)
    return functions
