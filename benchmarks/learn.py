"""Learns what experience adds to a game's evaluation, from matches between greedy bots (see bots/learnt.py).

    pip install 'triumvir[learn]'
    python benchmarks/learn.py porta_nigra --players 2 --matches 60000

Plays on all cores, trains a network with scikit-learn, says how much of the evaluation's error it explains in matches
that it has not seen (one in twenty), and writes it where the search finds it.
"""

import argparse
import os
import warnings
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPRegressor

import triumvir
from triumvir.bots.learnt import EXPERIENCE, UNITS, Learnt, inputs, made_for, path_of
from triumvir.bots.mind import mind
from triumvir.kernel.state import SEATS

AT_ONCE = 250  # matches
ROWS = 24  # of a match and a seat, at most
TEMPERATURE = 0.7  # points: bots that now and then do the next best thing show more of a game
TESTED = 20  # one match in so many is kept to see how much was learnt


def watched(name: str, players: int, every: int, seeds: range) -> tuple[sparse.csr_matrix, np.ndarray]:
    """What was seen in some matches, and how many points more than expected there were in the end."""
    game = triumvir.game(name)
    thoughts = mind(game)
    categories = len(thoughts.categories)
    states = np.zeros(len(seeds), game.state)
    for i, seed in enumerate(seeds):
        game.engine.start_match(states, i, game.tables, players, seed)
    most = len(seeds) * ROWS * players
    seen = np.zeros((most, inputs(game.features.count, categories)), np.int16)
    more, whose = np.zeros(most, np.float32), np.zeros(most, np.int8)
    scratch = np.zeros(2, game.state), np.zeros((SEATS, categories), np.float32), np.zeros(game.num_actions, np.int16)
    rows = thoughts.watched_matches(states, game.tables, thoughts.weights(), TEMPERATURE, every, seeds[0], *scratch, seen, more, whose)
    return sparse.csr_matrix(seen[:rows], dtype=np.float32), more[:rows]


def gathered(name: str, players: int, every: int, seeds: range) -> tuple[sparse.csr_matrix, np.ndarray]:
    """What was seen in many matches, on all cores."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        parts = list(pool.map(partial(watched, name, players, every), [seeds[i : i + AT_ONCE] for i in range(0, len(seeds), AT_ONCE)]))
    return sparse.vstack([seen for seen, _ in parts], format="csr"), np.concatenate([more for _, more in parts])


def trained(seen: sparse.csr_matrix, more: np.ndarray, epochs: int, seed: int) -> Learnt:
    """A network that tells the one from the other."""
    scale = np.sqrt(np.asarray(seen.multiply(seen).mean(axis=0)).ravel())
    scale = np.where(scale > 0, np.maximum(scale, 0.05), 1.0).astype(np.float32)
    spread, middle = float(more.std()), float(more.mean())
    model = MLPRegressor(hidden_layer_sizes=(UNITS,), batch_size=1024, learning_rate_init=0.0005, max_iter=epochs, random_state=seed, verbose=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(seen.multiply(1 / scale).tocsr().astype(np.float32), ((more - middle) / spread).astype(np.float32))
    return Learnt(
        (model.coefs_[0] / scale[:, None]).astype(np.float32),
        model.intercepts_[0].astype(np.float32),
        (model.coefs_[1][:, 0] * spread).astype(np.float32),
        (model.intercepts_[1] * spread + middle).astype(np.float32),
    )


def answers(network: Learnt, seen: sparse.csr_matrix) -> np.ndarray:
    units = np.maximum(seen @ network.hidden_weights + network.hidden_biases, 0)
    return np.asarray(units @ network.output_weights + network.output_bias[0])


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game")
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--matches", type=int, default=60_000)
    asked.add_argument("--every", type=int, default=16, help="of so many decisions one is kept")
    asked.add_argument("--epochs", type=int, default=10)
    asked.add_argument("--seed", type=int, default=1_000_000)
    asked.add_argument("--into", type=Path, default=EXPERIENCE, help="the folder for the network")
    given = asked.parse_args()
    if given.matches < 2:
        asked.error("--matches: at least two, one to learn from and one to test with")
    os.environ["NUMBA_NUM_THREADS"] = "1"  # of every process
    game = triumvir.game(given.game)
    game.check_players(given.players)
    seeds = range(given.seed, given.seed + given.matches)
    tested = max(1, given.matches // TESTED)
    seen, more = gathered(given.game, given.players, given.every, seeds[:-tested])
    print(f"{len(more):,} rows of {seen.shape[1]} numbers, {seen.nnz / len(more):.0f} of them not nought", flush=True)
    network = trained(seen, more, given.epochs, given.seed)
    seen, more = gathered(given.game, given.players, given.every, seeds[-tested:])
    wrong = more - answers(network, seen)
    print(f"the evaluation is off by {more.mean():.1f} points, with a spread of {more.std():.1f};", end=" ")
    print(f"with experience by {wrong.mean():.1f} and {wrong.std():.1f}")
    path = given.into / path_of(given.game, given.players).name
    path.parent.mkdir(exist_ok=True)
    np.savez_compressed(path, made_for=made_for(game, mind(game).weights()), **network._asdict())
    print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
