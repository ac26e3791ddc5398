"""Tables in memory: one lock each, those who watch, and the bots that are to decide.

Nobody is sent anything: each client asks for what is new when she is woken, at her own pace, so a slow one holds up nobody.
"""

import asyncio
import gc
import hashlib
import logging
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from triumvir.kernel.errors import TriumvirError
from triumvir.server.boxes import game_with
from triumvir.server.errors import Refused
from triumvir.server.settings import Settings
from triumvir.server.store import Change, Store, now
from triumvir.server.table import Made, Table, Who, restored
from triumvir.server.window import Window
from triumvir.server.workers import Workers

log = logging.getLogger("triumvir.server")
T = TypeVar("T")
POLL_SECONDS = 40.0  # somebody who polls counts as present for this long
RELOAD_SECONDS = 5.0  # and somebody whose socket is closed for this long: a page that is loaded again is back by then
MOST_RESUMED = 50
SWEEP_SECONDS = 15.0
QUIET_SECONDS, SEARCH_WHEN_QUIET, SEARCH_ANYWAY = 5.0, 60.0, 3600.0


class Watcher:
    """Somebody who wants to be woken when something happens."""

    def __init__(self, hashes: Iterable[str]) -> None:
        self.hashes = tuple(hashes)
        self.wake = asyncio.Event()


class Live:
    """A table that is awake."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.window = Window(table)
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.used = time.monotonic()
        self.seen: dict[int, float] = {}  # seat -> when its person was last heard of
        self.here_until: dict[int, float] = {}  # seat -> until when its person counts as present without a socket
        self.driver: asyncio.Task[None] | None = None
        self.gone = False  # thrown away: whoever holds it must ask again

    def who(self, hashes: Iterable[str]) -> Who:
        """What somebody may do here; refuses those who may not even look."""
        who = self.table.who(hashes)
        if not who.watch:
            raise Refused("private_table", "this table is private: open it with the link of a seat, the invitation or the spectators' link")
        return who

    def hear(self, seats: Iterable[int]) -> None:
        """The people of these seats are there."""
        self.used = time.monotonic()
        for seat in seats:
            self.seen[seat] = self.used
            self.here_until[seat] = self.used + POLL_SECONDS

    def leave(self, watcher: Watcher) -> None:
        """A socket is closed; who does not come back is soon seen to be away."""
        self.watchers.discard(watcher)
        for seat in self.table.who(watcher.hashes).seats:
            self.here_until[seat] = time.monotonic() + RELOAD_SECONDS
        asyncio.get_running_loop().call_later(RELOAD_SECONDS + 0.1, self.wake)
        self.wake()

    def present(self) -> list[bool]:
        """Who is there, by seat: a socket is open, was until just now, or somebody polled lately."""
        here = {seat for watcher in self.watchers for seat in self.table.who(watcher.hashes).seats}
        here.update(seat for seat, until in self.here_until.items() if until > time.monotonic())
        return [seat.kind == "person" and seat.number in here for seat in self.table.seats]

    def absent_for(self, seat: int, seconds: float) -> bool:
        watched = any(seat in self.table.who(watcher.hashes).seats for watcher in self.watchers)
        return not watched and time.monotonic() - self.seen.get(seat, -1e9) > seconds

    def wake(self) -> None:
        for watcher in self.watchers:
            watcher.wake.set()


class Tables:
    """All tables that are awake, and the way to wake others."""

    def __init__(self, store: Store, workers: Workers, settings: Settings) -> None:
        self._store = store
        self._workers = workers
        self._settings = settings
        self._live: dict[str, Live] = {}
        self._waking: dict[str, asyncio.Task[Live]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._live)

    @property
    def watchers(self) -> int:
        return sum(len(live.watchers) for live in self._live.values())

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        tasks = [task for task in (self._sweeper, *self._waking.values(), *(live.driver for live in self._live.values())) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def presence(self, table: str) -> list[bool]:
        """Who is at a table, by seat; nobody is at one that sleeps."""
        live = self._live.get(table)
        return live.present() if live else []

    # --- Finding

    async def get(self, table: str) -> Live:
        """A table by its id, woken if it sleeps."""
        live = self._live.get(table)
        if live is not None:
            live.used = time.monotonic()
            self.drive(live)
            return live
        if table not in self._waking:
            self._waking[table] = asyncio.create_task(self._wake(table))
        return await asyncio.shield(self._waking[table])

    async def _wake(self, table: str) -> Live:
        try:
            opened = await asyncio.to_thread(self._open, table)
            return self._add(opened)
        finally:
            del self._waking[table]

    def _open(self, table: str) -> Table:
        saved = self._store.load(table)
        if saved is None:
            raise Refused("no_such_table", "there is no such table")
        return restored(game_with(saved.table.game, saved.table.box), saved)

    def _add(self, table: Table) -> Live:
        live = Live(table)
        self._live[table.id] = live
        if table.state != "over" and any(seat.bot for seat in table.seats):
            self._workers.expect(table.game.name)
        self.drive(live)
        return live

    def drop(self, live: Live) -> None:
        """Forgets a table; the log still has it."""
        live.gone = True
        if self._live.get(live.table.id) is live:
            del self._live[live.table.id]
        live.wake()

    # --- Changing

    async def add(self, make: Callable[[], Made]) -> Made:
        """Makes and keeps a new table; to deal takes a moment, and the first time it loads what is compiled."""
        made = await asyncio.to_thread(make)
        await self._store.write(made.change)
        self._add(made.table)
        return made

    async def change(self, table: str, request: Callable[[Live], tuple[Change | None, T]]) -> tuple[Live, T]:
        """Carries a request out and has it written; nobody hears of it before it is."""
        while True:
            live = await self.get(table)
            async with live.lock:
                if live.gone:
                    continue
                change, done = request(live)
                await self._write(live, change)
            self.drive(live)
            return live, done

    async def _write(self, live: Live, change: Change | None) -> None:
        if change is None:  # it was carried out before
            return
        try:
            await asyncio.shield(self._store.write(change))
        except BaseException:
            self.drop(live)  # what memory says may not be what the log says
            raise
        live.wake()

    # --- Bots

    def drive(self, live: Live) -> None:
        """Sees to it that a bot that is to decide does so."""
        if live.table.bot_to_decide is not None and (live.driver is None or live.driver.done()) and not live.gone:
            live.driver = asyncio.create_task(self._drive(live))

    async def _drive(self, live: Live) -> None:
        table = live.table
        try:
            while (bot := table.bot_to_decide) is not None and not live.gone:
                async with live.lock:
                    version, seat = table.version, table.to_decide
                    assert seat is not None
                    record, legal = known(table, seat), table.match.legal()
                action = await self._workers.choose(table.game.name, table.box, bot, bot_seed(table, seat), record, legal)
                async with live.lock:
                    if table.version == version and table.bot_to_decide == bot and not live.gone:
                        await self._write(live, table.decide_for_bot(seat, action).change)
        except (Refused, TriumvirError) as error:
            log.error("bot_stopped", extra={"table": table.id, "reason": str(error)})

    async def resume(self) -> None:
        """After a start: tables played lately in which a bot may be to decide."""
        since = now() - int(self._settings.resume_seconds * 1000)
        for table in await asyncio.to_thread(self._store.lately_played, since, MOST_RESUMED):
            try:
                await self.get(table)
            except (Refused, TriumvirError) as error:
                log.error("not_resumed", extra={"table": table, "reason": str(error)})

    async def _sweep(self) -> None:
        """Puts tables to sleep that nobody watches, tells who stopped polling, and searches for garbage when that holds up nobody."""
        searched = swept = time.monotonic()
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self._settings.keep_seconds))
            quiet = time.monotonic() - max((live.used for live in self._live.values()), default=0.0) > QUIET_SECONDS
            if time.monotonic() - searched > (SEARCH_WHEN_QUIET if quiet else SEARCH_ANYWAY):
                gc.collect()
                searched = time.monotonic()
            last, swept = swept, time.monotonic()
            before = swept - self._settings.keep_seconds
            for live in list(self._live.values()):
                if any(last < until <= swept for until in live.here_until.values()):
                    live.wake()
                idle = live.driver is None or live.driver.done()
                if not live.watchers and live.used < before and idle and not live.lock.locked():
                    self.drop(live)


def known(table: Table, seat: int) -> bytes:
    """What a seat may know, as the bytes of a redacted record: all that a bot is ever given."""
    return table.game.redacted(table.match.states, seat).tobytes()


def bot_seed(table: Table, seat: int) -> int:
    """A seed for a bot's own chance, which nobody can guess. It tells nothing of the deal."""
    return int.from_bytes(hashlib.sha256(f"bot {table.match.seed} {seat}".encode()).digest()[:4])
