"""What happens at a table: by polling, and over a WebSocket. Both tell the same, and both resume by the number of an event."""

import asyncio
import logging
from contextlib import suppress
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Query, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from triumvir.kernel.errors import TriumvirError
from triumvir.server.errors import REASONS, Refused, refused
from triumvir.server.gate import Buckets
from triumvir.server.house import House, house
from triumvir.server.live import Live, Watcher
from triumvir.server.messages import Frames, LiveRequest, News
from triumvir.server.routes.common import (
    PROBLEMS,
    Json,
    Lang,
    Parts,
    SeatQuery,
    Secrets,
    TableId,
    checked_lang,
    chosen_parts,
    secrets_of,
)
from triumvir.server.routes.play import as_json, carried_out
from triumvir.server.table import Who

log = logging.getLogger("triumvir.server")
router = APIRouter(prefix="/api/tables", tags=["news"], responses=PROBLEMS)
Here = Annotated[House, Depends(house)]
After = Annotated[int, Query(ge=0, le=1_000_000_000, description="The last event you have seen")]
WantFrames = Annotated[bool, Query(description="Frames of the newest pushes in Via Appia")]
WantWords = Annotated[bool, Query(description="Sentences that say what was done; programs can go without")]
REQUEST: TypeAdapter[Any] = TypeAdapter(LiveRequest)
SEAT_LOST, TOO_SLOW = 4003, 4008


@router.get("/{table}/events", response_model=News)
async def events(
    table: TableId,
    here: Here,
    secrets: Secrets,
    after: After = 0,
    wait: Annotated[float, Query(ge=0, le=60, description="Seconds to wait for something to happen")] = 0,
    seat: SeatQuery = None,
    lang: Lang = "en",
    parts: Parts = "",
    frames: WantFrames = True,
    words: WantWords = True,
) -> Json:
    """What happened after an event. Waits for something to happen, if asked to."""
    live = await here.tables.get(table)
    checked_lang(live.table.game, lang)
    wanted = chosen_parts(parts)
    who = live.who(secrets)
    live.hear(who.seats)
    if wait and after >= len(live.table.events):
        live = await _something(here, live, secrets, after, min(wait, here.settings.longest_wait))
    async with live.lock:
        return Json(live.window.news(live.who(secrets), seat, after, lang, wanted, live.present(), frames, words))


async def _something(here: House, live: Live, secrets: tuple[str, ...], after: int, seconds: float) -> Live:
    """Waits until something has happened, but no longer than asked; the table, which may have been woken anew meanwhile."""
    watcher = Watcher(secrets)
    live.watchers.add(watcher)
    live.wake()
    try:
        async with asyncio.timeout(seconds):
            while after >= len(live.table.events) and not live.gone:
                watcher.wake.clear()
                await watcher.wake.wait()
    except TimeoutError:
        pass
    finally:
        live.watchers.discard(watcher)
    return await here.tables.get(live.table.id) if live.gone else live


@router.get("/{table}/frames/{event}", response_model=Frames)
async def frames_of(table: TableId, event: int, here: Here, secrets: Secrets) -> Json:
    """The frames of any push."""
    live = await here.tables.get(table)
    live.who(secrets)
    async with live.lock:
        happened = live.table.events[event - 1] if 1 <= event <= len(live.table.events) else None
        film = None if happened is None else live.window.frames(happened)
    if film is None:
        raise Refused("no_such_event", f"event {event} is no push")
    return Json(film)


class Talk:
    """One open socket."""

    def __init__(
        self, socket: WebSocket, here: House, table: str, seat: int | None, lang: str, parts: tuple[str, ...], frames: bool, words: bool
    ) -> None:
        self._socket = socket
        self._here = here
        self._table = table
        self._seat, self._lang, self._parts, self._frames, self._words = seat, lang, parts, frames, words
        self.secrets = secrets_of(socket)
        self._watcher = Watcher(self.secrets)
        self._seats: tuple[int, ...] = ()
        self._limit = Buckets(here.settings.requests_a_second, here.settings.burst)

    async def send(self, message: dict[str, Any]) -> None:
        """A client that does not take it in time is dropped: it can resume where it was."""
        async with asyncio.timeout(self._here.settings.slow_seconds):
            await self._socket.send_text(as_json(message))

    async def tell(self, after: int | None) -> None:
        """Tells what is new, for as long as the socket is open."""
        first, present = True, None
        while True:
            live = await self._here.tables.get(self._table)
            live.watchers.add(self._watcher)
            live.wake()
            try:
                while not live.gone:
                    self._watcher.wake.clear()
                    async with live.lock:
                        if not set(self._seats) <= set(live.table.who(self.secrets).seats):
                            raise Refused("not_your_seat", "the seat was handed over", reason="handed_over")
                        who = live.who(self.secrets)
                        live.hear(who.seats)
                        if first:
                            checked_lang(live.table.game, self._lang)
                            after = len(live.table.events) if after is None else min(after, len(live.table.events))
                        self._seats = who.seats
                        assert after is not None
                        here_now = live.present()
                        new = first or after < len(live.table.events)
                        news = self._news(live, who, after, here_now) if new else None
                    if news is not None:
                        await self.send({"type": "news", **news})
                        after, first = news["event"], False
                        if news["state"] is not None:
                            present = here_now
                        if news["more"]:
                            continue
                    if here_now != present:
                        present = here_now
                        await self.send({"type": "presence", "present": here_now})
                    await self._watcher.wake.wait()
            finally:
                live.leave(self._watcher)

    def _news(self, live: Live, who: Who, after: int, present: list[bool]) -> dict[str, Any]:
        return live.window.news(who, self._seat, after, self._lang, self._parts, present, self._frames, self._words)

    async def listen(self) -> None:
        """Carries out what the client sends."""
        while True:
            text = await self._socket.receive_text()
            key = None
            try:
                if self._limit.take("") > 0:
                    raise Refused("too_many_requests", "too many requests over this socket")
                asked = REQUEST.validate_json(text)
                key = asked.key
                done = await carried_out(self._here, self._table, self.secrets, asked, self._lang)
                await self.send({"type": "answer", "key": key, **done})
            except ValidationError as error:
                await self.send({"type": "problem", "key": key, **invalid(error.errors()).body()})
            except TriumvirError as error:
                await self.send({"type": "problem", "key": key, **refused(error).body()})
            except Refused as error:
                await self.send({"type": "problem", "key": key, **error.body()})


def invalid(errors: Any) -> Refused:
    """The first thing that is wrong with a request, in a line."""
    first = errors[0]
    path = [str(part) for part in first["loc"] if part not in ("body", "query", "path")]
    message = f"{'.'.join(path)}: {first['msg']}" if path else str(first["msg"])
    if first["type"] == "json_invalid":
        return Refused("malformed", message)
    return Refused("invalid", message, reason=path[-1] if path and path[-1] in REASONS["invalid"] else None)


@router.websocket("/{table}/live")
async def live_socket(
    socket: WebSocket,
    table: TableId,
    after: Annotated[int | None, Query(ge=0, le=1_000_000_000)] = None,
    seat: SeatQuery = None,
    lang: Lang = "en",
    parts: Parts = "view,choices,text",
    frames: WantFrames = True,
    words: WantWords = True,
) -> None:
    """News as they happen, and requests in the other direction."""
    here = house(socket)
    try:
        talk = Talk(socket, here, table, seat, lang, chosen_parts(parts), frames, words)
        found = await here.tables.get(table)
        found.table.viewer(found.who(talk.secrets), seat)
    except Refused as error:
        await socket.accept()
        await _close(socket, error)
        return
    await socket.accept()
    tasks = [asyncio.create_task(talk.tell(after)), asyncio.create_task(talk.listen())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except Refused as error:
        await _close(socket, error)
    except TriumvirError as error:
        await _close(socket, refused(error))
    except TimeoutError:
        with suppress(RuntimeError):
            await socket.close(TOO_SLOW, "too slow")
    except (WebSocketDisconnect, RuntimeError):
        pass  # it has gone
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _close(socket: WebSocket, error: Refused) -> None:
    """Says why, then closes: browsers do not tell a page why a socket was refused."""
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(orjson.dumps({"type": "problem", "key": None, **error.body()}).decode())
        await socket.close(4000 + error.status % 1000, error.error)
