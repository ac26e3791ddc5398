"""Playing: decisions, undo, chat, and what may be asked about the position."""

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Query

from triumvir import advice
from triumvir.server.errors import Refused
from triumvir.server.house import House, house
from triumvir.server.live import Live, known
from triumvir.server.messages import Accepted, Chances, Chat, Choice, Decide, Hint, Undo, WhyNot
from triumvir.server.routes.common import PROBLEMS, Json, Lang, Secrets, TableId, checked_lang
from triumvir.server.store import Change
from triumvir.server.table import Outcome, Who
from triumvir.server.window import choice

router = APIRouter(prefix="/api/tables", tags=["play"], responses=PROBLEMS)
Here = Annotated[House, Depends(house)]
MoveQuery = Annotated[str, Query(min_length=1, max_length=100, description="A move in notation")]


async def carried_out(here: House, table: str, secrets: tuple[str, ...], asked: Decide | Undo | Chat, lang: str = "en") -> dict[str, Any]:
    """A decision, an undo or a line of chat, from a request or from a socket."""

    def request(live: Live) -> tuple[Change | None, Outcome]:
        who = live.who(secrets)
        live.hear(who.seats)
        outcome = _outcome(live, who, asked, checked_lang(live.table.game, lang))
        return outcome.change, outcome

    _, outcome = await here.tables.change(table, request)
    return {"event": outcome.event, "number": outcome.number}


def _outcome(live: Live, who: Who, asked: Decide | Undo | Chat, lang: str) -> Outcome:
    if isinstance(asked, Decide):
        return live.table.decide(who, asked.number, asked.move, asked.key, lang)
    if isinstance(asked, Undo):
        return live.table.undo(who, asked.number, asked.key)
    return live.table.chat(who, asked.text, asked.key)


@router.post("/{table}/decisions", response_model=Accepted)
async def decide(table: TableId, asked: Decide, here: Here, secrets: Secrets, lang: Lang = "en") -> Json:
    """Makes a decision. The answer comes when it is written down; the same key again gives the same answer."""
    return Json(await carried_out(here, table, secrets, asked, lang))


@router.post("/{table}/undo", response_model=Accepted)
async def undo(table: TableId, asked: Undo, here: Here, secrets: Secrets) -> Json:
    """Takes the own last decision back, as far as the table's policy allows."""
    return Json(await carried_out(here, table, secrets, asked))


@router.post("/{table}/chat", response_model=Accepted)
async def chat(table: TableId, asked: Chat, here: Here, secrets: Secrets) -> Json:
    """Says something to the table."""
    return Json(await carried_out(here, table, secrets, asked))


# --- Questions ----------------------------------------------------------------------------------------------------------------
# About legal moves only the seat to decide may ask: to others the answers could tell what is in a hand.


@router.get("/{table}/why_not", response_model=WhyNot)
async def why_not(table: TableId, move: MoveQuery, here: Here, secrets: Secrets, lang: Lang = "en") -> Json:
    """Why a move is not allowed now, and the rule that forbids it, for the seat to decide."""
    live = await here.tables.get(table)
    async with live.lock:
        live.table.deciding_seat(live.who(secrets))
        match = live.table.match
        checked_lang(match.game, lang)
        rule = match.why_not(move)
        sentence = None if rule is None else match.game.rule_sentence(rule, lang)
        return Json({"why": match.reason(move, lang), "rule": rule, "sentence": sentence})


@router.get("/{table}/choices", response_model=list[Choice])
async def choices(table: TableId, here: Here, secrets: Secrets, lang: Lang = "en") -> Json:
    """The legal moves in words, for the seat to decide."""
    live = await here.tables.get(table)
    checked_lang(live.table.game, lang)
    async with live.lock:
        seat = live.table.deciding_seat(live.who(secrets))
        return Json(live.window.choices(seat, lang))


@router.get("/{table}/hint", response_model=Hint)
async def hint(table: TableId, here: Here, secrets: Secrets, lang: Lang = "en") -> Json:
    """The best moves, as a bot sees them that knows what you know. Takes about a second."""
    live = await here.tables.get(table)
    game = live.table.game
    checked_lang(game, lang)
    async with live.lock:
        seat = live.table.deciding_seat(live.who(secrets))
        if not live.table.options.hints:
            raise Refused("hints_off", "this table plays without hints")
        version, record, legal = live.table.version, known(live.table, seat), live.table.match.legal()
    opinion = await here.workers.explain(game.name, live.table.box, advice.ADVISER, record, legal)
    async with live.lock:
        if live.table.version != version:
            raise Refused("wrong_number", "the position has changed meanwhile", number=live.table.number)
        match = live.table.match
        moves = [
            {
                **choice(match, option.action, lang),
                "value": round(option.value, 4),
                "visits": option.visits,
                "points": {name: round(points, 2) for name, points in option.points.items()},
                "reasons": advice.reasons(game, opinion, option, lang),
            }
            for option in advice.best(opinion)
        ]
    return Json({"measure": opinion.measure, "iterations": opinion.iterations, "seconds": round(opinion.seconds, 2), "moves": moves})


@router.get("/{table}/chances", response_model=Chances)
async def chances(table: TableId, move: MoveQuery, here: Here, secrets: Secrets) -> Json:
    """Via Appia: how likely 0, 1, 2, ... stones fall for an aim, for the seat to decide."""
    live = await here.tables.get(table)
    async with live.lock:
        seat = live.table.deciding_seat(live.who(secrets))
        if not live.table.options.hints:
            raise Refused("hints_off", "this table plays without hints")
        action, record = live.table.match.parse(move), known(live.table, seat)
    return Json({"falls": await here.workers.chances(live.table.game.name, live.table.box, record, action)})


def as_json(content: Any) -> str:
    """A message for a socket."""
    return orjson.dumps(content).decode()
