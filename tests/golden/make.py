"""Writes the golden matches anew: `python tests/golden/make.py`. Only when a change of the rules is meant; look at the diff."""

import random
from pathlib import Path

import triumvir

for name in triumvir.games():
    for players in triumvir.game(name).players:
        match = triumvir.game(name).new(players, seed=2026 + players)
        chooser = random.Random(players)
        while not match.over:
            match.play(chooser.choice(match.legal()))
        Path(__file__).with_name(f"{name}-{players}.txt").write_text(match.dumps(), encoding="utf-8")
