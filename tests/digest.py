"""Prints digests of random matches: `python tests/digest.py DEVICE GAME`. Equal digests mean equal bytes, for comparing ways to run."""

import hashlib
import json
import random
import sys
import tempfile
from pathlib import Path

import numpy as np

import triumvir
from triumvir.batch import Batch

MATCHES = 2  # whole ones, for each number of players
SEED = 77
DECISIONS = 60  # looked at one by one
STEPS = 12  # of training
# A push is long work for plain Python, more so in the simulator. So whole matches of Via Appia have a small quarry and end soon; with these
# seeds somebody builds, travels and arrives in a city before.
CHANGES = {
    "via_appia": {
        "length = 120": "length = 40",
        "load = { L = 4, M = 8, S = 12 }": "load = { L = 0, M = 1, S = 3 }",
        "quiet_rounds = 20": "quiet_rounds = 4",
    }
}
ONE_MATCH = {"via_appia": {2: 187, 3: 601, 4: 1044}}


def changed(game: triumvir.Game) -> triumvir.Game:
    """The game with the changes that whole matches of it need."""
    text = game.original_box.read_text(encoding="utf-8")
    for old, new in CHANGES.get(game.name, {}).items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "box.toml"
        path.write_text(text, encoding="utf-8")
        return triumvir.game(game.name, path)


def whole_matches(game: triumvir.Game, players: int, device: str) -> str:
    """The records after set-up and at the end."""
    one = ONE_MATCH.get(game.name)
    batch = Batch(game, players, 1 if one else MATCHES, device)
    seed = one[players] if one else SEED
    batch.start(seed)
    digest = hashlib.sha256(batch.records().tobytes())
    batch.playout(seed + 1)
    digest.update(batch.records().tobytes())
    return digest.hexdigest()


def training(game: triumvir.Game, players: int, device: str) -> str:
    """What a trainer sees of the first steps, and the records after them."""
    batch = Batch(game, players, 2, device)
    batch.reset(SEED)
    digest = hashlib.sha256()
    for _ in range(STEPS):
        masks = np.asarray(batch.masks.copy_to_host() if device == "cuda" else batch.masks)
        batch.step(masks.argmax(axis=1))
        for array in batch.view:
            digest.update(np.asarray(array.copy_to_host() if device == "cuda" else array).tobytes())
    digest.update(batch.records().tobytes())
    return digest.hexdigest()


def step_by_step(game: triumvir.Game, players: int) -> str:
    """Records, choices, observations and redeals of the first decisions of a match."""
    chooser = random.Random(players)
    states, out = game.record(players, 1), np.zeros(game.num_actions, np.int16)
    digest = hashlib.sha256(states.tobytes())
    count = game.engine.legal_actions(states, 0, game.tables, out)
    for number in range(DECISIONS):
        digest.update(out[:count].tobytes())
        count = game.engine.try_action(states, 0, game.tables, chooser.choice(out[:count].tolist()), out)
        digest.update(states.tobytes())
        seat = number % players
        digest.update(game.observation(states, seat).tobytes())
        digest.update(game.redealt(states, seat, seed=number).tobytes())
    return digest.hexdigest()


def digests(device: str, name: str) -> dict[str, str]:
    """What was looked at -> its digest. A GPU is not asked for single decisions."""
    game = triumvir.game(name)
    smaller = changed(game)
    found = {f"{players} players": whole_matches(smaller, players, device) for players in game.players}
    found |= {f"{players} players, training": training(smaller, players, device) for players in game.players[:1]}
    if device == "cpu":
        found |= {f"{players} players, step by step": step_by_step(game, players) for players in game.players}
    return found


if __name__ == "__main__":
    print(json.dumps(digests(sys.argv[1], sys.argv[2])))
