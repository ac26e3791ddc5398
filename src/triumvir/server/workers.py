"""Bots think in processes of their own, so that the server never waits for them. Who dies or hangs over a question is replaced."""

import asyncio
import logging
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from triumvir.bots import Opinion
from triumvir.bots.roster import described
from triumvir.games import NAMES
from triumvir.processes import one_thread
from triumvir.server.errors import Refused
from triumvir.server.thinking import Job, work

log = logging.getLogger("triumvir.server")
T = TypeVar("T")
SPAWN = multiprocessing.get_context("spawn")
COLD_SECONDS = 600.0  # for a first question about a game: what is not compiled yet is compiled then
START_SECONDS = 120.0
TRIES = 2
LAST_RESORT = "greedy"
MOST_WAITING = 2000


class Died(Exception):
    """A process ended, or had to be ended, over a question."""


class Process:
    """A process that thinks, as seen from the server. Its methods block: they are called in a thread of its own."""

    def __init__(self) -> None:
        self.connection, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=work, args=(theirs,), daemon=True)
        with one_thread():
            self.process.start()
        theirs.close()
        self.cold = set(NAMES)  # games it was not asked about yet

    def wait_until_ready(self) -> None:
        self._receive(START_SECONDS)

    def ask(self, job: Job, seconds: float) -> Any:
        try:
            self.connection.send(job)
        except OSError:
            raise Died from None
        kind, answer = self._receive(COLD_SECONDS if job.game in self.cold else seconds)
        self.cold.discard(job.game)
        if kind == "refused":
            raise Refused(*answer)
        return answer

    def _receive(self, seconds: float) -> Any:
        try:
            if self.connection.poll(seconds):
                return self.connection.recv()
        except (EOFError, OSError):
            pass
        raise Died

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


class Workers:
    """The processes, and the questions that wait for one."""

    def __init__(self, count: int, grace_seconds: float) -> None:
        self._count = count
        self._grace = grace_seconds
        self._queue: asyncio.Queue[tuple[Job, asyncio.Future[Any]]] = asyncio.Queue(MOST_WAITING)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="worker")
        self._processes: list[Process] = []
        self._expected: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Returns at once: processes start when there is something to think about."""
        self._tasks = [asyncio.create_task(self._run()) for _ in range(self._count)]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        for process in list(self._processes):
            process.process.kill()  # wakes the thread that waits for it
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown(wait=True)
        for process in self._processes:
            process.end()
        while not self._queue.empty():
            _, answer = self._queue.get_nowait()
            answer.cancel()

    def expect(self, game: str) -> None:
        """A game is about to be played: idle processes load what is compiled for it, so that its first decision does not wait."""
        if game in self._expected:
            return
        self._expected.add(game)
        for _ in range(self._count):
            with suppress(asyncio.QueueFull):
                self._queue.put_nowait((Job("warm", game, None, "", 0, b"", ()), asyncio.get_running_loop().create_future()))

    @property
    def ready(self) -> int:
        return len(self._processes)

    @property
    def pids(self) -> list[int]:
        return [process.process.pid or 0 for process in self._processes]

    async def _run(self) -> None:
        """Looks after one process, which is started when it is needed: hands it questions, and replaces it when it dies."""
        process: Process | None = None
        while True:
            job, answer = await self._queue.get()
            if answer.cancelled():
                continue
            try:
                if process is None:
                    process = await self._in_thread(self._new)
                said = await self._in_thread(process.ask, job, _budget(job) + self._grace)
                if not answer.done():
                    answer.set_result(said)
            except Died as death:
                log.warning("worker_died", extra={"workers": self.ready})
                if process is not None:
                    self._processes.remove(process)
                    await self._in_thread(process.end)
                    process = None
                if not answer.done():
                    answer.set_exception(death)
                    answer.exception()  # of a question that nobody waits for
            except Exception as error:
                if not answer.done():
                    answer.set_exception(error)
                    answer.exception()

    async def _in_thread(self, call: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call, *arguments)

    def _new(self) -> Process:
        process = Process()
        try:
            process.wait_until_ready()
        except Died:
            process.end()
            raise
        self._processes.append(process)
        return process

    async def _ask(self, job: Job) -> Any:
        """Asks, and asks somebody else when that ends a process."""
        for _ in range(TRIES):
            answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            try:
                self._queue.put_nowait((job, answer))
            except asyncio.QueueFull:
                raise Refused("busy", "too many bots are thinking: try again in a moment") from None
            with suppress(Died):
                return await answer
        raise Died

    async def choose(self, game: str, box: str | None, bot: str, seed: int, record: bytes, legal: Sequence[int]) -> int:
        """A bot's decision; where it cannot be had, that of a simpler bot."""
        if len(legal) == 1:
            return legal[0]
        for name in (bot, LAST_RESORT):
            with suppress(Died):
                action: int = await self._ask(Job("choose", game, box, name, seed, record, tuple(legal)))
                return action
            log.error("bot_failed", extra={"game": game, "bot": name})
        raise Refused("busy", "the bot does not answer")

    async def explain(self, game: str, box: str | None, bot: str, record: bytes, legal: Sequence[int]) -> Opinion:
        """A bot's opinion of all moves."""
        with suppress(Died):
            opinion: Opinion = await self._ask(Job("explain", game, box, bot, 0, record, tuple(legal)))
            return opinion
        raise Refused("busy", "the adviser does not answer")

    async def chances(self, game: str, box: str | None, record: bytes, action: int) -> list[float]:
        with suppress(Died):
            chances: list[float] = await self._ask(Job("chances", game, box, "", 0, record, (), action))
            return chances
        raise Refused("busy", "the quarry does not answer")


def _budget(job: Job) -> float:
    """How long a question may take by itself."""
    asked = described(job.bot, job.game) if job.bot else None
    return asked.amount if asked is not None and asked.kind == "search" and asked.unit == "s" and asked.amount else 0.0
