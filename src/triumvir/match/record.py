"""The record of a match as a text file: a header, then a line for each decision. Reads and writes it, and knows no match."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from triumvir.kernel.errors import RecordError

FIRST_LINE = "Triumvir record 1"
FIELDS = ("game", "rules", "box", "players", "seed", "options", "take_backs", "result")


class Line(NamedTuple):
    """A decision in the file: where it stands, whose it is, and the move in notation."""

    number: int
    seat: int
    move: str


class Record(NamedTuple):
    """What a file says, not yet replayed."""

    header: dict[str, str]
    decisions: list[Line]

    def whole(self, field: str) -> int:
        """A header field that must be a whole number."""
        if not self.header[field].isdecimal():
            raise RecordError(f"{field}: {self.header[field]!r} is not a whole number")
        return int(self.header[field])


def write(header: Mapping[str, object], decisions: Iterable[tuple[int, str]]) -> str:
    """The text of a record; decisions are seat and notation."""
    lines = [FIRST_LINE, *(f"{name}: {header[name]}" for name in FIELDS), ""]
    lines += [f"{number} seat {seat}: {move}" for number, (seat, move) in enumerate(decisions, start=1)]
    return "\n".join(lines) + "\n"


def read(text: str) -> Record:
    """The record in a text, or a RecordError that names the line."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != FIRST_LINE:
        raise RecordError(f"not a match record: the first line must be {FIRST_LINE!r}")
    header: dict[str, str] = {}
    decisions: list[Line] = []
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
            decisions.append(_decision(number, line, len(decisions) + 1))
    missing = [name for name in FIELDS if name not in header]
    if missing:
        raise RecordError(f"the header has no {', '.join(missing)}")
    return Record(header, decisions)


def _decision(number: int, line: str, wanted: int) -> Line:
    """`12 seat 0: buy black`."""
    front, colon, move = line.partition(":")
    words = front.split()
    if not colon or len(words) != 3 or words[1] != "seat" or not words[0].isdecimal() or not words[2].isdecimal():
        raise RecordError(f"line {number}: {line!r} is no decision, such as '1 seat 0: end turn'")
    if int(words[0]) != wanted:
        raise RecordError(f"line {number}: decision {words[0]} stands where {wanted} should")
    return Line(number, int(words[2]), move.strip())
