"""What the quarry of Via Appia gives over whole random matches, and how long a push takes there.

    python benchmarks/quarry_games.py [--matches 300] [--seed 1]

Counts every push of random matches with two, three and four players: the stones that fall, by the size pushed. Then every
push is made once more from the record before it, on one core, and timed. Ends with status 1 when a bound is missed.
"""

import argparse
import sys
import time
from typing import Any

import numpy as np

import triumvir
from triumvir.games.via_appia.preview import push_as_aimed
from triumvir.games.via_appia.state import AIM, ANGLES, SIZE_NAMES

FALLS = (0.9, 1.05)  # a push, over whole matches
MICROSECONDS = 200  # at most, for a push
TIMES = 3  # the best of several runs


def pushes_of_matches(game: triumvir.Game, matches: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The records before every push of random matches, the aims, and how many stones fell."""
    random = np.random.default_rng(seed)
    out = np.zeros(game.num_actions, np.int16)
    first_aim = game.actions["aim"].start
    befores, aims, falls = [], [], []
    for number in range(matches):
        states = game.record(2 + number % 3, seed * 1_000_003 + number)
        count = game.engine.legal_actions(states, 0, game.tables, out)
        while count:
            action = int(out[random.integers(count)])
            before = states.copy() if states[0].phase == AIM else None
            count = game.engine.try_action(states, 0, game.tables, action, out)
            if before is not None:
                falls.append(fallen(before, states))
                befores.append(before[0])
                aims.append(action - first_aim)
    return np.array(befores, game.state), np.array(aims), np.array(falls)


def fallen(before: np.ndarray, after: np.ndarray) -> int:
    """How many stones a push has dropped: one was added, and the rest is gone."""
    return int(before[0].discs) + 1 - int(after[0].discs)


def seconds(game: triumvir.Game, befores: np.ndarray, aims: np.ndarray) -> float:
    """What all the pushes take, one after the other."""
    copies: Any = befores.copy()
    sizes = copies["stone"].tolist()
    started = time.process_time()
    for i, (size, aim) in enumerate(zip(sizes, aims.tolist(), strict=True)):
        push_as_aimed(copies, i, game.tables, size, aim // ANGLES, aim % ANGLES)
    return time.process_time() - started


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = triumvir.game("via_appia")
    befores, aims, falls = pushes_of_matches(game, options.matches, options.seed)
    sizes = befores["stone"]

    print(f"{options.matches} random matches with 2, 3 and 4 players, seed {options.seed}: {len(falls):,} pushes")
    print(f"falls a push: {falls.mean():.3f}; {befores['discs'].mean():.1f} stones in the quarry")
    by_size = [float(falls[sizes == size].mean()) for size in range(len(SIZE_NAMES))]
    print("by the stone pushed: " + ", ".join(f"{name} {mean:.2f}" for name, mean in zip(SIZE_NAMES, by_size, strict=True)))
    print("share of pushes with 0, 1, 2, ... falls: " + ", ".join(f"{share:.1%}" for share in np.bincount(falls) / len(falls)))
    seconds(game, befores[:100], aims[:100])
    microseconds = 1e6 * min(seconds(game, befores, aims) for _ in range(TIMES)) / len(falls)
    print(f"a push takes {microseconds:.0f} microseconds")

    bounds = {
        f"from {FALLS[0]} to {FALLS[1]} falls a push": FALLS[0] <= falls.mean() <= FALLS[1],
        "the larger the stone, the more fall": by_size[0] < by_size[1] < by_size[2],
        f"at most {MICROSECONDS} microseconds a push": microseconds <= MICROSECONDS,
    }
    for bound, holds in bounds.items():
        print(f"{'ok  ' if holds else 'MISS'}  {bound}")
    return 0 if all(bounds.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
