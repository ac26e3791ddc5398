"""The games, their rules and boxes, and whether the server is well."""

import asyncio
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path

import triumvir
from triumvir.bots.mind import mind
from triumvir.games import NAMES, title
from triumvir.match import game
from triumvir.server.house import House, house
from triumvir.server.messages import GameInfo, Health, RuleText
from triumvir.server.routes.common import PROBLEMS, Json, Lang, checked_lang

router = APIRouter(prefix="/api", tags=["games"], responses=PROBLEMS)
OPTIONS = {"open_sesterces": "visible_money"}  # the match's name of an option -> the table's
GameName = Annotated[str, Path(max_length=64)]


@lru_cache(maxsize=16)
def _info(name: str, lang: str) -> dict[str, Any]:
    known = game(name)
    words = known.words(checked_lang(known, lang))
    made = mind(known).evaluation
    return {
        "name": name,
        "title": known.title,
        "players": list(known.players),
        "rules_version": known.rules_version,
        "box": known.box.digest,
        "options": ["undo", "hints", *(OPTIONS.get(option, option) for option in title(name).options)],
        "categories": {category: words(f"category.{category}") for category in known.categories},
        "languages": known.languages,
        "actions": [{"kind": span.name, "start": span.start, "count": span.count} for span in known.actions],
        "levels": [{"level": level, "bot": bot} for level, bot in enumerate(made.levels, start=1)],
        "characters": list(made.characters),
    }


@lru_cache(maxsize=16)
def _rules(name: str, lang: str) -> list[dict[str, str]]:
    known = game(name)
    checked_lang(known, lang)
    section, found = "", []
    for line in known.catalogue_path.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ").strip()
        word = line.removeprefix("- ").partition(" ")[0]
        if line.startswith("- ") and word in known.rules:
            found.append({"id": word, "section": section, "sentence": known.rule_sentence(word, lang)})
    return found


@router.get("/games", response_model=list[GameInfo])
def games(lang: Lang = "en") -> Json:
    """All games."""
    return Json([_info(name, lang) for name in NAMES])


@router.get("/games/{name}/rules", response_model=list[RuleText])
def rules(name: GameName, lang: Lang = "en") -> Json:
    """The rules of a game, numbered: ids are those that refusals name."""
    return Json(_rules(name, lang))


@router.get("/games/{name}/box", response_model=dict[str, Any])
def box(name: GameName) -> Json:
    """What is printed on the components of a game."""
    return Json(game(name).box.contents.model_dump(mode="json"))


@router.get("/health", response_model=Health)
async def health(here: Annotated[House, Depends(house)]) -> Json:
    """Whether the server works and its database answers."""
    await asyncio.to_thread(here.store.check)
    return Json(
        {
            "status": "ok",
            "version": triumvir.__version__,
            "live": len(here.tables),
            "watchers": here.tables.watchers,
            "workers": here.workers.ready,
        }
    )
