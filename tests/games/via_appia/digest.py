"""A random match as one number: equal numbers mean equal bytes at every decision. Also run in plain Python by test_plain.py."""

import hashlib
import random
import sys

import numpy as np

import triumvir


def digest(players: int, seed: int, decisions: int) -> str:
    """Records, choices and observations of the first decisions of a random match."""
    game = triumvir.game("via_appia")
    chooser = random.Random(seed)
    states, out = game.record(players, seed), np.zeros(game.num_actions, np.int16)
    found = hashlib.sha256(states.tobytes())
    count = game.engine.legal_actions(states, 0, game.tables, out)
    for _ in range(decisions):
        if count == 0:
            break
        found.update(out[:count].tobytes())
        count = game.engine.try_action(states, 0, game.tables, chooser.choice(out[:count].tolist()), out)
        found.update(states.tobytes())
        for seat in range(players):
            found.update(game.observation(states, seat).tobytes())
            found.update(game.redealt(states, seat, seed).tobytes())
    return found.hexdigest()


if __name__ == "__main__":
    print(digest(*map(int, sys.argv[1:])))
