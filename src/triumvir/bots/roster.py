"""Bots by name: what the command line, the arena and the server ask for.

random, greedy, greedy:2 (a temperature of two points), search:0.2s (seconds a decision), search:400i (iterations),
1 to 5 (levels); with a character: search:0.2s+builder.
"""

import re
from dataclasses import dataclass

from triumvir.bots.bot import Bot, Clock
from triumvir.bots.evaluation import evaluation
from triumvir.bots.mind import mind
from triumvir.bots.search import SearchBot
from triumvir.bots.simple import GreedyBot, RandomBot
from triumvir.kernel.errors import BadRequest
from triumvir.kernel.game import Game
from triumvir.processes import available_cores

NAME = re.compile(r"(?P<kind>random|greedy|search)(?::(?P<amount>[0-9.]+)(?P<unit>s|i)?)?(?:\+(?P<character>[a-z_]+))?")
HOW = "random, greedy, greedy:2, search:0.2s, search:400i, a level from 1 to 5, or one of these with a character, as greedy+NAME"


@dataclass(frozen=True)
class Described:
    """A bot's name, taken apart."""

    kind: str
    amount: float | None
    unit: str | None
    character: str | None


def described(name: str, game: str) -> Described:
    """Takes a bot's name apart; levels stand for what they are made of in that game."""
    levels = evaluation(game).levels
    level, plus, character = name.strip().removeprefix("level").partition("+")
    if level.isdecimal() and 1 <= int(level) <= len(levels):
        name = levels[int(level) - 1] + plus + character
    found = NAME.fullmatch(name.strip())
    if not found:
        raise BadRequest(f"no bot {name!r}: there is {HOW}")
    kind, unit = found["kind"], found["unit"]
    try:
        amount = float(found["amount"]) if found["amount"] else None
    except ValueError:
        raise BadRequest(f"no bot {name!r}: {found['amount']!r} is not a number") from None
    if kind == "random" and (amount is not None or found["character"]):
        raise BadRequest(f"no bot {name!r}: random has no options")
    if kind == "greedy" and unit:
        raise BadRequest(f"no bot {name!r}: greedy takes a temperature in points, without a unit")
    if kind == "search" and (not amount or not unit):
        raise BadRequest(f"no bot {name!r}: say how long it searches, such as search:0.2s or search:400i")
    return Described(kind, amount, unit, found["character"])


def make(name: str, game: Game, seed: int = 0, cores: int = 1) -> Bot:
    """A bot by its name, for one game. One that counts its iterations takes one core, so that it is the same bot everywhere.

    One that goes by the clock takes no more cores than there are: more trees would wait for each other, and so would whoever looks at the clock.
    """
    asked = described(name, game.name)
    if asked.kind == "random":
        return RandomBot(seed, name)
    if asked.kind == "greedy":
        return GreedyBot(game, seed, asked.amount or 0.0, asked.character, name=name)
    assert asked.amount is not None
    clock = Clock(seconds=asked.amount) if asked.unit == "s" else Clock(iterations=max(1, int(asked.amount)))
    return SearchBot(game, clock, seed, asked.character, min(cores, available_cores()) if clock.seconds else 1, name)


def names(game: Game) -> list[str]:
    """The bots of a game that have plain names."""
    made = mind(game).evaluation
    levels = [f"level{number}" for number in range(1, len(made.levels) + 1)]
    return ["random", "greedy", *levels, *(f"greedy+{character}" for character in made.characters)]
