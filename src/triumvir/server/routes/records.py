"""Finished matches: records to download and to open, positions to look at and to go on from, and playing again."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Response
from fastapi.responses import PlainTextResponse

from triumvir.match import Match, loads
from triumvir.match.record import FIRST_LINE, read
from triumvir.server.boxes import box_file, game_with
from triumvir.server.errors import Refused
from triumvir.server.house import House, house
from triumvir.server.live import Live
from triumvir.server.messages import Branch, CourseTold, NewRecord, Position, RematchMade, TableMade
from triumvir.server.routes.common import PROBLEMS, Json, Lang, Secrets, TableId, ThisBrowser, checked_lang
from triumvir.server.routes.tables import made
from triumvir.server.store import Change
from triumvir.server.table import branched, from_record, rematch_of

router = APIRouter(prefix="/api", tags=["records"], responses=PROBLEMS)
Here = Annotated[House, Depends(house)]


async def _finished(here: House, table: str, secrets: tuple[str, ...]) -> Live:
    """A table whose match is over: then nothing about it is secret any more."""
    live = await here.tables.get(table)
    live.who(secrets)
    if not live.table.match.over:
        raise Refused("not_over", "the match is not over: its record holds the deal")
    return live


@router.get("/tables/{table}/record", response_class=Response, responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}})
async def record(table: TableId, here: Here, secrets: Secrets) -> Response:
    """The record of a finished match, as a text file."""
    live = await _finished(here, table, secrets)
    headers = {"Content-Disposition": f'attachment; filename="{live.table.game.name}-{table}.txt"'}
    return PlainTextResponse(live.table.match.dumps(), headers=headers)


def _replayed(asked: NewRecord) -> Match:
    """The match of a record; what does not replay is refused."""
    if asked.text.partition("\n")[0].strip() != FIRST_LINE:
        raise Refused("bad_record", f"not a match record: the first line must be {FIRST_LINE!r}", reason="no_record")
    header = read(asked.text).header
    game = game_with(header["game"], asked.box)  # checks the box, and says what is wrong with it
    if header["box"] != game.box.digest:
        raise Refused("bad_record", f"the match was played with the box {header['box']}: give that box", reason="box")
    with box_file(asked.box) as path:
        match = loads(asked.text, path)
    if not match.over:
        raise Refused("bad_record", "the match of this record is not over", reason="unfinished")
    return match


@router.post("/records", response_model=TableMade, status_code=201)
async def open_record(asked: NewRecord, here: Here, browser: ThisBrowser) -> Json:
    """A finished table out of a record, to look at and to go on from."""
    table = await here.tables.add(lambda: from_record(_replayed(asked), asked.box, asked.listed, browser.hash))
    answer = Json(made(table), status_code=201)
    browser.remembered(answer)
    return answer


@router.get("/tables/{table}/positions/{number}", response_model=Position)
async def position(
    table: TableId,
    number: Annotated[int, Path(ge=0, le=1_000_000)],
    here: Here,
    secrets: Secrets,
    seat: Annotated[int | None, Query(ge=0, le=3, description="As any seat saw it; without one as spectators did")] = None,
    lang: Lang = "en",
) -> Json:
    """Any position of a finished match, after so many decisions."""
    live = await _finished(here, table, secrets)
    checked_lang(live.table.game, lang)
    if number > live.table.number:
        raise Refused("no_such_position", f"there is no position {number}: the match has {live.table.number} decisions")
    if seat is not None:
        live.table.seat(seat)
    return Json(live.window.position(number, seat, lang))


@router.get("/tables/{table}/course", response_model=CourseTold)
async def course(table: TableId, here: Here, secrets: Secrets) -> Json:
    """How a finished match went: the points at every position, and where its rounds or phases began."""
    live = await _finished(here, table, secrets)
    return Json({"table": table, **live.table.match.course()._asdict()})


@router.post("/tables/{table}/branch", response_model=TableMade, status_code=201)
async def branch(table: TableId, asked: Branch, here: Here, secrets: Secrets, browser: ThisBrowser) -> Json:
    """A new table with bots that goes on from a position of a finished match. The deal is the same."""
    live = await _finished(here, table, secrets)
    new = await here.tables.add(lambda: branched(live.table, asked.number, asked.seats, asked.options, browser.hash))
    answer = Json(made(new), status_code=201)
    browser.remembered(answer)
    return answer


@router.post("/tables/{table}/rematch", response_model=RematchMade)
async def rematch(table: TableId, here: Here, secrets: Secrets) -> Json:
    """The same people play again, with another deal. Asked twice, it is one table."""
    live = await _finished(here, table, secrets)
    if not live.who(secrets).seats:
        raise Refused("not_your_seat", "only those who had a seat may ask for a rematch", reason="no_seat")

    new = rematch_of(live.table)

    def request(live: Live) -> tuple[Change | None, str]:
        known = live.table.rematch()
        if known is not None:
            return None, known
        change, _ = live.table.tell_rematch(new.table.id)
        new.change.events += change.events
        new.change.states |= change.states
        return new.change, new.table.id

    _, found = await here.tables.change(table, request)
    return Json({"table": found})
