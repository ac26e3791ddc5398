"""Loads the record of a match by replaying it. What does not replay is reported, never silently changed."""

import json
from pathlib import Path
from typing import Any

from triumvir.kernel.errors import BadRequest, IllegalMove, RecordError
from triumvir.match.match import Match, game
from triumvir.match.record import Record, read


def loads(text: str, box: str | Path | None = None) -> Match:
    """The match of a record. A record of a changed box needs that box file."""
    record = read(text)
    match = _set_up(record, box)
    for number, line in enumerate(record.decisions, start=1):
        if match.over:
            raise RecordError(f"line {line.number}: the match is over after {number - 1} decisions, this one is too many")
        if line.seat != match.seat:
            raise RecordError(f"line {line.number}: decision {number} is seat {match.seat}'s, not seat {line.seat}'s")
        try:
            match.play(line.move)
        except IllegalMove as error:
            raise RecordError(f"line {line.number}: decision {number} does not replay: {error}") from None
    match.take_backs = record.whole("take_backs")
    match.rules_version = record.whole("rules")
    if record.header["result"] != match.result:
        raise RecordError(f"the record says {record.header['result']!r}, but replaying it gives {match.result!r}{_other_rules(match)}")
    return match


def _other_rules(match: Match) -> str:
    if match.rules_version == match.game.rules_version:
        return ""
    return f" (it was played by rules version {match.rules_version}, this is version {match.game.rules_version})"


def _set_up(record: Record, box: str | Path | None) -> Match:
    header = record.header
    played = game(header["game"], box)
    if header["box"] != played.box.digest:
        hint = "give the box file it was played with" if box is None else f"{box} is {played.box.digest}"
        raise RecordError(f"the match was played with the box {header['box']}: {hint}")
    try:
        options: Any = json.loads(header["options"])
    except json.JSONDecodeError:
        raise RecordError(f"options: {header['options']!r} is not JSON") from None
    if not isinstance(options, dict):
        raise RecordError(f"options: {header['options']!r} is not an object")
    try:
        return Match(played, record.whole("players"), record.whole("seed"), options)
    except BadRequest as error:
        raise RecordError(str(error)) from None
