"""Hints in words: the best moves as a bot sees them that knows what the seat knows. For the terminal, agents and the server."""

from collections.abc import Sequence
from typing import Any

from triumvir.bots import Opinion, Option
from triumvir.match import Game, Match

ADVISER = "search:1s"
HINTS = 3
PARTS = 4  # categories that are named as reasons


def best(opinion: Opinion) -> Sequence[Option]:
    """The moves worth telling of."""
    return opinion.options[:HINTS]


def worth(opinion: Opinion, option: Option) -> str:
    """What a move is worth, and what that rests on."""
    value = f"{100 * option.value:.0f} % to come out ahead" if opinion.measure == "chance" else f"{option.value:+.1f} points ahead"
    return f"{value}, {sum(option.points.values()):.0f} points expected"


def looked(option: Option) -> str:
    return f"looked at {option.visits:,} times"


def reasons(game: Game, opinion: Opinion, option: Option, lang: str) -> str:
    """What a move is worth, with the categories that count most."""
    words = game.words(lang)
    parts = sorted(option.points.items(), key=lambda part: -abs(part[1]))[:PARTS]
    named = ", ".join(f"{words(f'category.{name}') if name in game.categories else name} {points:.1f}" for name, points in parts)
    return f"{worth(opinion, option)}: {named}; {looked(option)}"


def effort(opinion: Opinion) -> str:
    return f"{opinion.iterations:,} ways to go on looked at in {opinion.seconds:.1f} s."


def numbers(match: Match) -> dict[int, int]:
    """Legal actions -> their numbers in the list of moves, from 1."""
    return {action: number for number, action in enumerate(match.legal(), start=1)}


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
