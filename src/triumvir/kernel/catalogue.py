"""Reads a game's rule catalogue: `rules.md`, one line a rule, `- ID sentence`."""

import re
from functools import cached_property
from pathlib import Path

_RULE = re.compile(r"^- ([A-Z]{2}-[A-Z]\d+) (.+)$")
_NOTE = re.compile(r"\s*\([RKM](?:\)|[,;: ][^()]*\))")  # (R), (R, K), (R; what the sources say and what is a ruling)
_RULING = re.compile(r"\s*\*\*Ruling\*\*\s*$")


class Catalogue:
    """Every rule of one game: its id, its whole line and a sentence to quote."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines: dict[str, str] = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            found = _RULE.match(line)
            if found:
                if found[1] in self.lines:
                    raise ValueError(f"{path.name}: rule {found[1]} stands there twice")
                self.lines[found[1]] = found[2]
        self.ids = tuple(self.lines)

    @cached_property
    def sentences(self) -> dict[str, str]:
        """Each rule as the app quotes it: without the notes on sources and rulings."""
        return {rule: quotable(line) for rule, line in self.lines.items()}

    @cached_property
    def codes(self) -> dict[str, int]:
        """A number for each id, for rules to answer with; 0 means that nothing forbids it."""
        return {rule: number for number, rule in enumerate(self.ids, start=1)}

    def rule(self, code: int) -> str | None:
        return self.ids[code - 1] if code else None


def quotable(line: str) -> str:
    """A catalogue line without its notes on sources."""
    text = _RULING.sub("", _NOTE.sub("", line)).replace("**", "")
    return re.sub(r"\s+([.,;:])", r"\1", text).strip()
