"""The record of a match as a text file: a header, then a line for each decision. Loading replays it."""

import json
from pathlib import Path
from typing import Any

from triumvir import games
from triumvir.kernel.errors import BadRequest, IllegalMove, RecordError
from triumvir.match.match import Game, Match

FIRST_LINE = "Triumvir record 1"
FIELDS = ("game", "rules", "box", "players", "seed", "options", "take_backs", "result")


def dumps(match: Match) -> str:
    """The record of a match."""
    header = {
        "game": match.game.name,
        "rules": match.rules_version,
        "box": match.game.box.digest,
        "players": match.players,
        "seed": match.seed,
        "options": json.dumps(match.options, sort_keys=True),
        "take_backs": match.take_backs,
        "result": _result(match),
    }
    lines = [FIRST_LINE, *(f"{name}: {value}" for name, value in header.items()), ""]
    lines += [f"{number} seat {decision.seat}: {match.game.notation[decision.action]}" for number, decision in enumerate(match.history, start=1)]
    return "\n".join(lines) + "\n"


def _result(match: Match) -> str:
    return " ".join(map(str, match.scores())) if match.over else "unfinished"


def loads(text: str, box: str | Path | None = None) -> Match:
    """The match of a record, replayed. A record of a changed box needs that box file. Raises RecordError."""
    header, moves = _split(text)
    match = _set_up(header, box)
    for number, (line, seat, move) in enumerate(moves, start=1):
        if match.over:
            raise RecordError(f"line {line}: the match is over after {number - 1} decisions, this one is too many")
        if seat != match.seat:
            raise RecordError(f"line {line}: decision {number} is seat {match.seat}'s, not seat {seat}'s")
        try:
            match.play(move)
        except IllegalMove as error:
            raise RecordError(f"line {line}: decision {number} does not replay: {error}") from None
    match.take_backs = _number(header, "take_backs")
    match.rules_version = _number(header, "rules")
    if header["result"] != _result(match):
        raise RecordError(f"the record says {header['result']!r}, but replaying it gives {_result(match)!r}{_other_rules(match)}")
    return match


def _other_rules(match: Match) -> str:
    if match.rules_version == match.game.rules_version:
        return ""
    return f" (it was played by rules version {match.rules_version}, this is version {match.game.rules_version})"


def _split(text: str) -> tuple[dict[str, str], list[tuple[int, int, str]]]:
    """Header and decisions, each with its line number."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != FIRST_LINE:
        raise RecordError(f"not a match record: the first line must be {FIRST_LINE!r}")
    header: dict[str, str] = {}
    moves: list[tuple[int, int, str]] = []
    in_header = True
    for number, line in enumerate(lines[1:], start=2):
        if in_header and line.strip():
            name, colon, value = line.partition(":")
            if not colon or name not in FIELDS or name in header:
                raise RecordError(f"line {number}: {line!r} is no header line: wanted once each are {', '.join(FIELDS)}")
            header[name] = value.strip()
        elif in_header:
            in_header = False
        elif line.strip():
            moves.append((number, *_decision(number, line, len(moves) + 1)))
    missing = [name for name in FIELDS if name not in header]
    if missing:
        raise RecordError(f"the header has no {', '.join(missing)}")
    return header, moves


def _decision(number: int, line: str, wanted: int) -> tuple[int, str]:
    """`12 seat 0: buy black` as seat and move."""
    front, colon, move = line.partition(":")
    words = front.split()
    if not colon or len(words) != 3 or words[1] != "seat" or not words[0].isdecimal() or not words[2].isdecimal():
        raise RecordError(f"line {number}: {line!r} is no decision, such as '1 seat 0: end turn'")
    if int(words[0]) != wanted:
        raise RecordError(f"line {number}: decision {words[0]} stands where {wanted} should")
    return int(words[2]), move.strip()


def _set_up(header: dict[str, str], box: str | Path | None) -> Match:
    game = Game(games.title(header["game"]), box)
    if header["box"] != game.box.digest:
        hint = "give the box file it was played with" if box is None else f"{box} is {game.box.digest}"
        raise RecordError(f"the match was played with the box {header['box']}: {hint}")
    try:
        options: Any = json.loads(header["options"])
    except json.JSONDecodeError:
        raise RecordError(f"options: {header['options']!r} is not JSON") from None
    if not isinstance(options, dict):
        raise RecordError(f"options: {header['options']!r} is not an object")
    try:
        return Match(game, _number(header, "players"), _number(header, "seed"), options)
    except BadRequest as error:
        raise RecordError(str(error)) from None


def _number(header: dict[str, str], name: str) -> int:
    if not header[name].isdecimal():
        raise RecordError(f"{name}: {header[name]!r} is not a whole number")
    return int(header[name])
