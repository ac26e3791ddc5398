"""How a game documents its observation vector, field by field in the order in which they stand there, and rules that write it."""

from collections.abc import Iterable
from dataclasses import dataclass

from triumvir.kernel.rule import rule
from triumvir.kernel.state import EMPTY


@dataclass(frozen=True)
class Feature:
    """A run of numbers in the observation vector."""

    name: str
    count: int
    scale: int  # dividing by it gives roughly 0 to 1
    meaning: str


class Features:
    """The whole vector. All numbers are whole and fit into 16 bits."""

    def __init__(self, fields: Iterable[Feature]) -> None:
        self.fields = tuple(fields)
        self.count = sum(field.count for field in self.fields)
        if len({field.name for field in self.fields}) != len(self.fields):
            raise ValueError("two fields of the observation share one name")

    def scales(self) -> list[int]:
        return [field.scale for field in self.fields for _ in range(field.count)]

    def offsets(self) -> dict[str, int]:
        """Where each field begins."""
        offsets, start = {}, 0
        for field in self.fields:
            offsets[field.name] = start
            start += field.count
        return offsets

    def table(self) -> str:
        """The documentation, as a Markdown table."""
        lines = ["| from | count | field | scale | meaning |", "|---|---|---|---|---|"]
        offsets = self.offsets()
        for field in self.fields:
            lines.append(f"| {offsets[field.name]} | {field.count} | `{field.name}` | {field.scale} | {field.meaning} |")
        return "\n".join(lines)


@rule
def one_at(out, at, length, place):
    """A run of zeros with a one at a place, all zeros if the place is EMPTY."""
    for i in range(length):
        out[at + i] = 1 if i == place else 0
    return at + length


@rule
def bits(out, at, length, mask):
    """A number for each bit of a set."""
    for i in range(length):
        out[at + i] = (int(mask) >> i) & 1
    return at + length


@rule
def distance_to(s, seat, other):
    """How many seats clockwise another seat sits, EMPTY if there is none."""
    return EMPTY if other < 0 else (int(other) - int(seat)) % int(s.players)
