"""What the tests of local contests and of those on a cluster have in common."""

import subprocess
import sys

from triumvir.arena import play_pairing

STRANGER = "arena.strangers:"


def results(contest):
    return [outcome.result for outcome in contest.results]


def assert_all_played_once(game, contest, outcomes, note):
    """Kills the process that has left a note as soon as there is one, and looks at what comes of it."""
    killer = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import os, pathlib, signal, sys, time\nnote = pathlib.Path(sys.argv[1])\n"
            "while not note.exists(): time.sleep(0.01)\nos.kill(int(note.read_text()), signal.SIGKILL)",
            str(note),
        ]
    )
    try:
        played = list(outcomes)
        assert killer.wait(10) == 0
    finally:
        killer.kill()
        killer.wait()
    assert sorted(outcome.number for outcome in played) == [pairing.number for pairing in contest.pairings]
    assert results(contest) == [play_pairing(game, pairing).result for pairing in contest.pairings]
    assert all(outcome.crash is None for outcome in played)
