"""Prints a digest of the records of a few random matches: `python tests/digest.py DEVICE MATCHES GAME...`. For comparing ways to run."""

import hashlib
import json
import sys

import triumvir
from triumvir.batch import Batch


def digests(device: str, matches: int, names: list[str]) -> dict[str, str]:
    """Game and player count -> digest of the records after set-up and at the end."""
    found = {}
    for name in names:
        game = triumvir.game(name)
        for players in game.players:
            batch = Batch(game, players, matches, device)
            batch.start(seed=77)
            digest = hashlib.sha256(batch.records().tobytes())
            batch.playout(seed=78)
            digest.update(batch.records().tobytes())
            found[f"{name} {players}"] = digest.hexdigest()
    return found


if __name__ == "__main__":
    print(json.dumps(digests(sys.argv[1], int(sys.argv[2]), sys.argv[3:])))
