"""What happens in a worker process: bots think here. It is handed redacted records, never a state."""

import os
import signal
from collections import OrderedDict
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import numpy as np

from triumvir import bots
from triumvir.bots.roster import described
from triumvir.bots.search import SearchBot
from triumvir.kernel.errors import TriumvirError
from triumvir.match import Game
from triumvir.processes import end_with_parent, settle_in
from triumvir.server import pushes
from triumvir.server.boxes import game_with
from triumvir.server.errors import Refused

MOST_SEARCHERS = 4  # a search holds a tree of some size: only the last few are kept


class Job(NamedTuple):
    """A question to a bot."""

    what: str  # choose, explain, chances or warm
    game: str
    box: str | None
    bot: str
    seed: int
    record: bytes  # what the seat may know
    legal: tuple[int, ...]
    action: int = -1


class Thinker:
    """The bots of one process."""

    def __init__(self) -> None:
        self._searchers: OrderedDict[Any, SearchBot] = OrderedDict()

    def answer(self, job: Job) -> Any:
        game = game_with(job.game, job.box)
        if job.what == "warm":
            self._warm(game)
            return None
        record = np.frombuffer(bytearray(job.record), game.state)
        if job.what == "chances":
            return pushes.chances(game, record, job.action)
        legal = np.array(job.legal, np.int16)
        asked = described(job.bot, job.game)
        if asked.kind != "search":
            bot: bots.Bot = bots.make(job.bot, game, job.seed)
            return bot.choose(record, legal) if job.what == "choose" else bot.explain(record, legal)
        assert asked.amount is not None
        clock = bots.Clock(seconds=asked.amount) if asked.unit == "s" else bots.Clock(iterations=max(1, int(asked.amount)))
        searcher = self._searcher(game, asked.character)
        searcher.seed = job.seed
        return searcher.choose(record, legal, clock) if job.what == "choose" else searcher.explain(record, legal, clock)

    def _searcher(self, game: Game, character: str | None) -> SearchBot:
        key = (game.name, game.box.digest, character)
        if key not in self._searchers:
            while len(self._searchers) >= MOST_SEARCHERS:
                self._searchers.popitem(last=False)
            self._searchers[key] = SearchBot(game, bots.Clock(iterations=1), character=character)
        self._searchers.move_to_end(key)
        return self._searchers[key]

    def _warm(self, game: Game) -> None:
        """Loads what is compiled, so that no decision waits for it."""
        known = game.new(game.players[0], 1).known()
        bots.make("greedy", game).explain(*known)
        self._searcher(game, None).explain(*known, bots.Clock(iterations=1))
        settle_in()


def work(connection: Connection) -> None:
    """The life of a process: jobs in, answers out, until the server hangs up."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server hears it too, and decides
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.nice(5)  # people are served first
    thinker = Thinker()
    try:
        connection.send(("ready", None))
        while (job := connection.recv()) is not None:
            try:
                answer = ("ok", thinker.answer(job))
            except TriumvirError as error:
                answer = ("refused", ("bad_request", str(error)))
            except Refused as error:
                answer = ("refused", (error.error, error.message))
            connection.send(answer)
    except (EOFError, OSError):
        return
