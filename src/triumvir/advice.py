"""Hints in words: the best moves as a bot sees them that knows what the seat knows. For the terminal, agents and the server."""

from collections.abc import Sequence
from typing import Any

from triumvir.bots import Opinion, Option
from triumvir.match import Game, Match
from triumvir.words import number, spoken

ADVISER = "search:1s"
HINTS = 3
PARTS = 4  # categories that are named as reasons


def best(opinion: Opinion) -> Sequence[Option]:
    """The moves worth telling of."""
    return opinion.options[:HINTS]


def worth(opinion: Opinion, option: Option, lang: str) -> str:
    """What a move is worth, and what that rests on."""
    say = spoken(lang)
    if opinion.measure == "chance":
        value = say("hint.chance", chance=number(100 * option.value, ".0f", lang))
    else:
        value = say("hint.lead", points=number(option.value, "+.1f", lang))
    return say("hint.worth", value=value, points=number(sum(option.points.values()), ".0f", lang))


def looked(option: Option, lang: str) -> str:
    say = spoken(lang)
    return say("hint.looked_once") if option.visits == 1 else say("hint.looked", times=number(option.visits, ",", lang))


def reasons(game: Game, opinion: Opinion, option: Option, lang: str) -> str:
    """What a move is worth, with the categories that count most."""
    words, say = game.words(lang), spoken(lang)
    parts = sorted(option.points.items(), key=lambda part: -abs(part[1]))[:PARTS]
    labels = (words(f"category.{name}") if name in game.categories else say(f"hint.{name}") for name, _ in parts)
    named = ", ".join(f"{label} {number(points, '.1f', lang)}" for label, (_, points) in zip(labels, parts, strict=True))
    return say("hint.reasons", worth=worth(opinion, option, lang), parts=named, looked=looked(option, lang))


def effort(opinion: Opinion, lang: str) -> str:
    return spoken(lang)("hint.effort", iterations=number(opinion.iterations, ",", lang), seconds=number(opinion.seconds, ".1f", lang))


def numbers(match: Match) -> dict[int, int]:
    """Legal actions -> their numbers in the list of moves, from 1."""
    return {action: place for place, action in enumerate(match.legal(), start=1)}


def lines(match: Match, opinion: Opinion, lang: str) -> list[str]:
    """A hint in plain text."""
    place = numbers(match)
    told = []
    for option in best(opinion):
        told.append(f"{place[option.action]:4}  {match.notation(option.action):26} {match.describe(option.action, lang)}")
        told.append(f"{'':6}{reasons(match.game, opinion, option, lang)}")
    return [*told, effort(opinion, lang)]


def data(match: Match, opinion: Opinion, lang: str) -> dict[str, Any]:
    """A hint as plain data."""
    place = numbers(match)
    options = [
        {
            "number": place[option.action],
            "action": option.action,
            "move": match.notation(option.action),
            "text": match.describe(option.action, lang),
            "value": round(option.value, 4),
            "visits": option.visits,
            "points": {name: round(points, 2) for name, points in option.points.items()},
        }
        for option in best(opinion)
    ]
    return {"measure": opinion.measure, "options": options, "iterations": opinion.iterations, "seconds": round(opinion.seconds, 2)}
