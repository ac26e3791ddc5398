"""Prints digests of the records of a few random matches: `python tests/digest.py DEVICE GAME`. For comparing ways to run."""

import hashlib
import json
import sys

import triumvir
from triumvir.batch import Batch

MATCHES = {"via_appia": {2: 1}}  # a push is long work for plain Python


def digests(device: str, name: str) -> dict[str, str]:
    """Player count -> digest of the records after set-up and at the end."""
    game = triumvir.game(name)
    found = {}
    for players, matches in MATCHES.get(name, dict.fromkeys(game.players, 2)).items():
        batch = Batch(game, players, matches, device)
        batch.start(seed=77)
        digest = hashlib.sha256(batch.records().tobytes())
        batch.playout(seed=78)
        digest.update(batch.records().tobytes())
        found[str(players)] = digest.hexdigest()
    return found


if __name__ == "__main__":
    print(json.dumps(digests(sys.argv[1], sys.argv[2])))
