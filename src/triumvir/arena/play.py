"""Plays one pairing and says what came of it, with every bot's use of time.

A bot that raises, answers with an illegal action or does not answer at all loses: the match is broken off, the bot has
the last place, and all others share the first, because nobody knows how they would have finished. Its scores are kept
as they stood, but they count for nothing.
"""

import faulthandler
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import c_int
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict

from triumvir.arena import entrants
from triumvir.arena.schedule import Pairing
from triumvir.bots.bot import Bot, Clock
from triumvir.kernel.errors import IllegalMove
from triumvir.match import Game, Match

LATE_SHARE, LATE_SECONDS = 0.1, 0.05  # a bot is late when it exceeds its clock by more than the larger of these two
PATIENCE = 60.0  # seconds beyond its clock after which a bot is taken not to answer
LOOK_EVERY = 0.1  # seconds between two looks at a bot that is deciding
LAST_RESORT = 2.0  # seconds after which a process ends in which nobody could look any more
LONGEST_TRACE = 4000
NOBODY = -1


class Part(BaseModel):
    """Something that a results file says. Unknown entries are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Crash(Part):
    """Why a match was broken off."""

    seat: int
    what: str  # one line
    trace: str


class Outcome(Part):
    """A match that was played. Lists are by seat."""

    number: int
    deal: int
    bots: list[str]
    scores: list[int]
    ranks: list[int]  # from 1; those who share a place have the best of their places
    moves: int
    decisions: list[int]  # the moves that a bot was asked for: forced ones are made for it
    mean_seconds: list[float]  # a decision
    longest_seconds: list[float]
    late: list[int]  # decisions that took longer than the bot's clock allows
    crash: Crash | None = None

    @property
    def winners(self) -> list[int]:
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]

    @property
    def result(self) -> tuple[Any, ...]:
        """All that does not depend on how fast the machine is."""
        return self.number, self.deal, tuple(self.bots), tuple(self.scores), tuple(self.ranks), self.moves, self.crash and self.crash.seat


class Watch:
    """Who is deciding, since when, and for how long at most; for somebody outside the match to look at."""

    def __init__(self, patience: float = PATIENCE, shared_seat: Any = None) -> None:
        self.patience = patience
        self._seat = shared_seat if shared_seat is not None else c_int(NOBODY)  # another process may look too
        self.until = float("inf")

    @property
    def seat(self) -> int:
        return int(self._seat.value)

    def asks(self, seat: int, clock: float = 0.0) -> None:
        self.until = time.perf_counter() + clock + self.patience
        self._seat.value = seat

    def answered(self) -> None:
        self.until = float("inf")
        self._seat.value = NOBODY

    @property
    def left(self) -> float:
        """Seconds that whoever is deciding, or may be by the time that somebody looks again, is waited for."""
        until = self.until  # which the bot's thread may set meanwhile
        return self.patience if until == float("inf") else until - time.perf_counter()


class Sitting:
    """A match while it is played: who asks which bot, and how long each has taken."""

    def __init__(self, game: Game, pairing: Pairing, watch: Watch | None = None) -> None:
        self.pairing = pairing
        self.watch = watch or Watch()
        self.match: Match = game.new(pairing.players, pairing.deal)
        self._bots: list[Bot] = []
        self._decisions = [0] * pairing.players
        self._seconds = [0.0] * pairing.players
        self._longest = [0.0] * pairing.players
        self._late = [0] * pairing.players

    def play(self) -> Outcome:
        """To the end, or until a bot fails. Bots are made anew for every match, so that it comes out the same wherever it is played."""
        try:
            for seat, (name, seed) in enumerate(zip(self.pairing.bots, self.pairing.seeds, strict=True)):
                self.watch.asks(seat)
                self._bots.append(entrants.make(name, self.match.game, seed))
                self.watch.answered()
            while self.match.seat is not None:
                legal = self.match.legal()
                self.match.play(legal[0] if len(legal) == 1 else self._ask(self.match.seat, legal))
        except BaseException as error:
            seat = self.watch.seat  # who was asked last and has not given a good answer
            if seat == NOBODY or isinstance(error, KeyboardInterrupt):
                raise
            outcome = self.broken_off(seat, worded(error), printable(traceback.format_exc()))
            self.watch.answered()
            return outcome
        return self._outcome(ranks(self.match))

    def broken_off(self, seat: int, what: str, trace: str) -> Outcome:
        """The outcome when a bot has failed."""
        places = [self.pairing.players if other == seat else 1 for other in range(self.pairing.players)]
        return self._outcome(places, Crash(seat=seat, what=what, trace=trace[-LONGEST_TRACE:]))

    def _ask(self, seat: int, legal: list[int]) -> int:
        bot = self._bots[seat]
        observation, choices = self.match.known()
        clock = seconds(bot)
        self.watch.asks(seat, clock or 0.0)
        begin = time.perf_counter()
        action = bot.choose(observation, choices)
        taken = time.perf_counter() - begin
        self._decisions[seat] += 1
        self._seconds[seat] += taken
        self._longest[seat] = max(self._longest[seat], taken)
        self._late[seat] += is_late(taken, clock)
        if isinstance(action, bool) or not isinstance(action, int | np.integer) or action not in legal:
            raise IllegalMove(f"{self.pairing.bots[seat]} answered {action!r}, which is not among the {len(legal)} legal actions")
        self.watch.answered()
        return int(action)

    def _outcome(self, places: Sequence[int], crash: Crash | None = None) -> Outcome:
        return Outcome(
            number=self.pairing.number,
            deal=self.pairing.deal,
            bots=list(self.pairing.bots),
            scores=self.match.scores(),
            ranks=list(places),
            moves=len(self.match.history),
            decisions=list(self._decisions),
            mean_seconds=[round(total / max(1, count), 6) for total, count in zip(self._seconds, self._decisions, strict=True)],
            longest_seconds=[round(longest, 6) for longest in self._longest],
            late=list(self._late),
            crash=crash,
        )


def worded(error: BaseException) -> str:
    """An error in a line, whatever its maker has made of it."""
    try:
        text = f"{type(error).__name__}: {error}"
    except Exception:
        text = f"{type(error).__name__}, which cannot say what it is about"
    return printable(text).splitlines()[0]


def printable(text: str) -> str:
    """A text that can be written to a file: parts of characters are shown by their numbers."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def play_pairing(game: Game, pairing: Pairing) -> Outcome:
    """Plays a pairing here and now. A bot that does not answer is waited for: see `play_watched`."""
    return Sitting(game, pairing).play()


def play_watched(game: Game, pairing: Pairing, watch: Watch) -> tuple[Outcome, bool]:
    """Plays a pairing in a thread and stops waiting for a bot that does not answer. Then that thread is still busy, the second
    answer is True, and the process should be given up."""
    sitting = Sitting(game, pairing, watch)
    answer: list[Outcome | BaseException] = []

    def body() -> None:
        try:
            answer.append(sitting.play())
        except BaseException as error:
            answer.append(error)

    thread = threading.Thread(target=body, daemon=True)
    with _last_resort(watch) as still_here:
        thread.start()
        while thread.is_alive():
            thread.join(LOOK_EVERY)
            still_here()
            if thread.is_alive() and time.perf_counter() > watch.until:
                seat = watch.seat
                if seat == NOBODY:  # it has answered this very moment
                    continue
                frame = sys._current_frames().get(thread.ident or 0)
                trace = "".join(traceback.format_stack(frame)) if frame else ""
                return sitting.broken_off(seat, f"no answer {watch.patience:g} s after its time", trace), True
    if isinstance(answer[0], BaseException):
        raise answer[0]
    return answer[0], False


@contextmanager
def _last_resort(watch: Watch) -> Iterator[Callable[[], None]]:
    """Ends the process when nobody says for long enough that she is still here: a bot can hold Python itself, and then no thread gets a turn.

    Whoever has started the process sees it die, as she does with a bot that takes it down.
    """
    with open(os.devnull, "wb") as nowhere:

        def still_here() -> None:
            faulthandler.dump_traceback_later(max(0.0, watch.left) + LAST_RESORT, exit=True, file=nowhere)

        still_here()
        try:
            yield still_here
        finally:
            faulthandler.cancel_dump_traceback_later()


def warm_up(game: Game, players: int, bots: Sequence[str]) -> None:
    """Lets every bot of the roster decide once, so that no decision of a match has to wait for the compiler."""
    match = game.new(players, 0)
    while len(match.legal()) == 1:
        match.play(match.legal()[0])
    for name in dict.fromkeys(bots):
        if not entrants.is_own(name):
            bot = entrants.make(name, game, 0)
            bot.choose(*match.known(), Clock(iterations=1))


def ranks(match: Match) -> list[int]:
    """Places in a finished match: the winners first, all others by their points."""
    winners, scores = match.winners(), match.scores()
    standing = [(seat in winners, 0 if seat in winners else score) for seat, score in enumerate(scores)]
    return [1 + sum(other > own for other in standing) for own in standing]


def seconds(bot: Bot) -> float | None:
    """The seconds that a bot has for a decision, if it goes by a clock."""
    clock = getattr(bot, "clock", None)
    return clock.seconds if isinstance(clock, Clock) else None


def is_late(taken: float, clock: float | None) -> bool:
    """Whether a decision took longer than its clock, by more than is forgiven."""
    return clock is not None and taken > clock + max(LATE_SHARE * clock, LATE_SECONDS)
