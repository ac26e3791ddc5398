"""Plays pairings on the cores of this machine, a process each.

A match whose process dies is played again once. If it dies again, the bot that was deciding loses the match.
"""

import multiprocessing
import os
import signal
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from ctypes import c_int
from multiprocessing.connection import Connection, wait
from typing import Any

from triumvir.arena.play import NOBODY, Outcome, Sitting, Watch
from triumvir.arena.schedule import Pairing
from triumvir.arena.work import Setup, Worker
from triumvir.kernel.errors import TriumvirError
from triumvir.processes import end_with_parent, one_thread

TRIES = 2
LAST_WORD = 1.0  # seconds that a process has to end when it is told to
SPAWN = multiprocessing.get_context("spawn")


def play(setup: Setup, pairings: Sequence[Pairing], cores: int) -> Iterator[Outcome]:
    """Outcomes as they are finished. The first process compiles what is not compiled yet, then the others start.

    One that cannot start is done without, as where memory is short, unless it is the only one.
    """
    crew = _Crew(setup)
    waiting = deque(pairings)
    deaths: Counter[int] = Counter()
    try:
        crew.start()
        while waiting or crew.busy:
            for hand in crew.heard():
                outcome, pairing = hand.outcome(), hand.pairing
                if not hand.alive:
                    crew.bury(hand)
                    if not hand.ready:
                        cores = len(crew)
                if outcome is not None:
                    hand.pairing = None
                    yield outcome
                elif pairing is not None:  # it has died over it
                    deaths[pairing.number] += 1
                    if deaths[pairing.number] < TRIES:
                        waiting.appendleft(pairing)
                    else:
                        yield _lost(setup, pairing, hand)
            for hand in crew.idle:
                if waiting:
                    hand.give(waiting.popleft())
            for _ in range(min(cores - len(crew), len(waiting))):
                crew.start()
    finally:
        crew.stop()


def _lost(setup: Setup, pairing: Pairing, hand: "_Hand") -> Outcome:
    """The outcome of a match that has ended its process twice."""
    ended = f"the process ended with exit code {hand.process.exitcode}"
    if hand.deciding == NOBODY:
        raise TriumvirError(f"match {pairing.number} cannot be played: {ended} while no bot was deciding")
    return Sitting(setup.open(), pairing).broken_off(hand.deciding, ended, f"{ended} while {pairing.bots[hand.deciding]} was deciding")


class _Hand:
    """A process that plays, as seen from the parent."""

    def __init__(self, setup: Setup) -> None:
        self._seat = SPAWN.RawValue(c_int, NOBODY)
        self.connection, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=_work, args=(setup, theirs, self._seat), daemon=True)
        with one_thread():
            self.process.start()
        theirs.close()
        self.ready = False
        self.alive = True
        self.pairing: Pairing | None = None

    @property
    def deciding(self) -> int:
        return int(self._seat.value)

    def give(self, pairing: Pairing) -> None:
        self.pairing = pairing
        with suppress(OSError):  # it has died; then there will be no outcome either
            self.connection.send(pairing)

    def outcome(self) -> Outcome | None:
        """What it has to say: an outcome, or nothing when it is ready or has died."""
        outcome: Outcome | None = None
        try:
            outcome, self.alive = self.connection.recv()
            self.ready = True
        except (EOFError, OSError):
            self.alive = False
        if not self.alive:
            self.process.join()
        return outcome


class _Crew:
    """All processes of a contest."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._hands: list[_Hand] = []

    def __len__(self) -> int:
        return len(self._hands)

    @property
    def idle(self) -> list[_Hand]:
        return [hand for hand in self._hands if hand.ready and hand.pairing is None]

    @property
    def busy(self) -> bool:
        return any(hand.pairing is not None for hand in self._hands)

    def start(self) -> None:
        self._hands.append(_Hand(self._setup))

    def heard(self) -> list[_Hand]:
        """Waits until somebody has something to say."""
        said = wait([hand.connection for hand in self._hands])
        return [hand for hand in self._hands if hand.connection in said]

    def bury(self, hand: _Hand) -> None:
        """Somebody has died: in a match, because a bot was given up, or before being ready; then others must be there who play."""
        self._hands.remove(hand)
        hand.connection.close()
        if not hand.ready and not any(other.ready for other in self._hands):
            raise TriumvirError(f"a process to play in could not start: exit code {hand.process.exitcode}")

    def stop(self) -> None:
        for hand in self._hands:
            hand.process.terminate()
        for hand in self._hands:
            hand.process.join(LAST_WORD)
            if hand.process.is_alive():
                hand.process.kill()
                hand.process.join()
            hand.connection.close()


def _work(setup: Setup, connection: Connection, seat: Any) -> None:
    """The life of a process: pairings in, outcomes out, until the parent hangs up."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it too, and decides
    worker = Worker(setup, Watch(setup.patience, seat))
    try:
        connection.send((None, True))
        while True:
            outcome, stuck = worker.play(connection.recv())
            connection.send((outcome, not stuck))
            if stuck:
                os._exit(0)
    except (EOFError, OSError):
        return
