"""Loops over many matches, written once and bound to each game's rules (see kernel/engine.py).

`playout` is the same function on the processor, on a GPU and in plain Python. Choices come from a generator of their
own, so that a match deals alike whatever is chosen.
"""

from numba import prange

from triumvir.kernel.chance import below, following, seeded

# ruff: noqa: F821  (the game's rules, put there by bind)
# mypy: disable-error-code="name-defined"


def playout(s, box, chooser, out):
    """Plays uniformly random legal actions until the match is over."""
    while s.seat >= 0:
        count = legal(s, box, out)
        chooser = following(chooser)
        s.moves += 1
        play(s, box, int(out[below(chooser, count)]))


def start_all(states, boxes, players, seed):
    """Sets every match up, with the seeds from `seed` on."""
    for i in prange(len(states)):
        set_up(states[i], boxes[0], players, seed + i)


def playout_all(states, boxes, seed, out):
    """Plays every match to its end at random; each row of `out` is one worker's list of actions."""
    workers = len(out)
    for worker in prange(workers):
        for i in range(worker * len(states) // workers, (worker + 1) * len(states) // workers):
            playout(states[i], boxes[0], seeded(seed + i), out[worker])
