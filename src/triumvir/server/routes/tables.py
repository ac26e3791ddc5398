"""Tables and seats: opening, finding, taking, handing over, leaving and coming back."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends

from triumvir.server.boxes import game_with
from triumvir.server.house import House, house
from triumvir.server.live import Live
from triumvir.server.messages import (
    Invitation,
    Joined,
    NewTable,
    OwnSeat,
    Rename,
    Session,
    StandIn,
    Summary,
    TableMade,
    TableState,
    Take,
)
from triumvir.server.routes.common import (
    PROBLEMS,
    Json,
    Lang,
    Parts,
    SeatPath,
    SeatQuery,
    Secrets,
    TableId,
    ThisBrowser,
    checked_lang,
    chosen_parts,
    link,
)
from triumvir.server.store import Change, now
from triumvir.server.table import Made, Outcome, new_table

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=PROBLEMS)
Here = Annotated[House, Depends(house)]
MOST_IN_LIST = 100
LISTED_FOR = 7 * 24 * 3600 * 1000  # milliseconds without a move after which a table leaves the list


def made(table: Made) -> dict[str, Any]:
    """A new table with its links: the only time that its secrets are shown."""
    return {
        "table": table.table.id,
        "seats": [{"seat": seat, "token": token, "link": link(table.table.id, token)} for seat, token in table.own],
        "invitation": link(table.table.id, table.invitation),
        "spectators": link(table.table.id, table.spectators),
    }


@router.post("", response_model=TableMade, status_code=201)
async def create(asked: NewTable, here: Here, browser: ThisBrowser) -> Json:
    """Opens a table. The seats called `me` are yours: their secrets are in the answer, and this browser has them by its cookie."""
    table = await here.tables.add(lambda: new_table(game_with(asked.game, asked.box), asked, browser.hash))
    answer = Json(made(table), status_code=201)
    browser.remembered(answer)
    return answer


@router.get("", response_model=list[Summary])
async def listed(here: Here, secrets: Secrets) -> Json:
    """Listed tables that wait for players or are being played, newest first."""
    return Json(_with_presence(here, await asyncio.to_thread(here.store.listed, list(secrets), MOST_IN_LIST, now() - LISTED_FOR)))


@router.get("/mine", response_model=list[Summary])
async def mine(here: Here, secrets: Secrets) -> Json:
    """Tables at which this browser or token has a seat, newest first."""
    found = await asyncio.to_thread(here.store.of_secrets, list(secrets), MOST_IN_LIST) if secrets else []
    return Json(_with_presence(here, found))


def _with_presence(here: House, tables: list[dict[str, Any]]) -> list[dict[str, Any]]:
    for table in tables:
        present = here.tables.presence(table["table"])
        for seat in table["seats"]:
            seat["present"] = seat["seat"] < len(present) and present[seat["seat"]]
    return tables


@router.get("/{table}", response_model=TableState)
async def state(table: TableId, here: Here, secrets: Secrets, seat: SeatQuery = None, lang: Lang = "en", parts: Parts = "view,choices,text") -> Json:
    """A table as you see it."""
    live = await here.tables.get(table)
    checked_lang(live.table.game, lang)
    wanted = chosen_parts(parts)
    async with live.lock:
        who = live.who(secrets)
        return Json(live.window.state(who, seat, lang, wanted, live.present()))


@router.get("/{table}/box", response_model=dict[str, Any])
async def box(table: TableId, here: Here, secrets: Secrets) -> Json:
    """What is printed on the components that this table plays with."""
    live = await here.tables.get(table)
    live.who(secrets)
    return Json(live.table.game.box.contents.model_dump(mode="json"))


@router.post("/{table}/session", response_model=Joined)
async def session(table: TableId, asked: Session, here: Here, browser: ThisBrowser) -> Json:
    """Turns the secret out of a link into what this browser remembers by its cookie."""

    def request(live: Live) -> tuple[Change, list[int]]:
        change = live.table.remember(asked.token, browser.hash)
        return change, list(live.table.who([browser.hash]).seats)

    _, seats = await here.tables.change(table, request)
    answer = Json({"table": table, "you": seats})
    browser.remembered(answer)
    return answer


@router.post("/{table}/seats/{seat}/take", response_model=OwnSeat, status_code=201)
async def take(table: TableId, seat: SeatPath, asked: Take, here: Here, secrets: Secrets, browser: ThisBrowser) -> Json:
    """Takes an open seat. Private tables need the invitation: by cookie (`session`) or as bearer token."""

    def request(live: Live) -> tuple[Change | None, str]:
        outcome, token = live.table.take(live.who(secrets), seat, asked.name, browser.hash)
        return outcome.change, token

    _, token = await here.tables.change(table, request)
    answer = Json({"seat": seat, "token": token, "link": link(table, token)}, status_code=201)
    browser.remembered(answer)
    return answer


@router.post("/{table}/seats/{seat}/hand_over", response_model=OwnSeat)
async def hand_over(table: TableId, seat: SeatPath, here: Here, secrets: Secrets, browser: ThisBrowser) -> Json:
    """A new secret link for an own seat, to give to somebody else. The old link and your cookie have the seat no more: you may watch."""

    def request(live: Live) -> tuple[Change | None, str]:
        outcome, token = live.table.hand_over(live.who(secrets), seat, browser.known)
        return outcome.change, token

    _, token = await here.tables.change(table, request)
    return Json({"seat": seat, "token": token, "link": link(table, token)})


@router.post("/{table}/seats/{seat}/link", response_model=OwnSeat, status_code=201)
async def further_link(table: TableId, seat: SeatPath, here: Here, secrets: Secrets) -> Json:
    """One more secret link for an own seat, for another device of yours. All others go on opening it."""
    _, token = await here.tables.change(table, lambda live: live.table.link(live.who(secrets), seat))
    return Json({"seat": seat, "token": token, "link": link(table, token)}, status_code=201)


@router.post("/{table}/invitation", response_model=Invitation, status_code=201)
async def invitation(table: TableId, here: Here, secrets: Secrets) -> Json:
    """One more invitation to the open seats, for anybody who sits at the table."""
    _, token = await here.tables.change(table, lambda live: live.table.invite(live.who(secrets)))
    return Json({"invitation": link(table, token)}, status_code=201)


async def _reseated(here: House, table: str, secrets: tuple[str, ...], act: Any) -> Json:
    """Changes something about a seat, and says which seats the asker has."""

    def request(live: Live) -> tuple[Change | None, list[int]]:
        who = live.who(secrets)
        outcome: Outcome = act(live, who)
        return outcome.change, list(who.seats)

    _, seats = await here.tables.change(table, request)
    return Json({"table": table, "you": seats})


@router.post("/{table}/seats/{seat}/name", response_model=Joined)
async def rename(table: TableId, seat: SeatPath, asked: Rename, here: Here, secrets: Secrets) -> Json:
    """Another name for an own seat."""
    return await _reseated(here, table, secrets, lambda live, who: live.table.rename(who, seat, asked.name))


@router.post("/{table}/seats/{seat}/leave", response_model=Joined)
async def leave(table: TableId, seat: SeatPath, here: Here, secrets: Secrets, asked: StandIn | None = None) -> Json:
    """A bot stands in for you until you come back."""
    bot = (asked or StandIn()).bot
    return await _reseated(here, table, secrets, lambda live, who: live.table.leave(who, seat, bot))


@router.post("/{table}/seats/{seat}/return", response_model=Joined)
async def come_back(table: TableId, seat: SeatPath, here: Here, secrets: Secrets) -> Json:
    """You decide for your seat again."""
    return await _reseated(here, table, secrets, lambda live, who: live.table.come_back(who, seat))


@router.post("/{table}/seats/{seat}/replace", response_model=Joined)
async def replace(table: TableId, seat: SeatPath, here: Here, secrets: Secrets, asked: StandIn | None = None) -> Json:
    """A bot stands in for another person who has not been there for a while."""
    bot = (asked or StandIn()).bot
    most = here.settings.absent_seconds
    return await _reseated(here, table, secrets, lambda live, who: live.table.replace(who, seat, bot, not live.absent_for(seat, most)))
