"""The words of a game in one language, from `words/LANG.toml`: names, sentences and rules."""

import textwrap
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from triumvir.kernel.errors import BadRequest


class Words:
    """Looks words up by a dotted key and fills in what the sentence leaves open; knows what the players are called, by seat."""

    def __init__(self, language: str, data: dict[str, Any], names: Sequence[str] = ()) -> None:
        self.language = language
        self._data = data
        self._names = names

    def calling(self, names: Sequence[str]) -> "Words":
        """The same words for players with these names."""
        return Words(self.language, self._data, names) if names else self

    def seat(self, seat: int) -> str:
        """The name of whoever has a seat; without one `Player 1`, counted from one."""
        return (self._names[seat] if seat < len(self._names) else "") or self("seat", number=seat + 1)

    def entry(self, key: str) -> Any:
        """Whatever stands under a dotted key."""
        found: Any = self._data
        for part in key.split("."):
            found = found[part]
        return found

    def __call__(self, key: str, /, **values: Any) -> str:
        text: str = self.entry(key)
        return text.format(**values) if values else text

    def count(self, key: str, number: int, /, **values: Any) -> str:
        """`1 sesterce`, `3 sesterces`: the entry holds the singular and the plural."""
        one, many = self.entry(key)
        text = f"{number} {one if number == 1 else many}"
        return text.format(**values) if values else text

    def join(self, parts: Iterable[str]) -> str:
        """`fish, herbs and 1 coin`."""
        *front, last = [*parts] or [self("none")]
        return f"{', '.join(front)} {self('and')} {last}" if front else last

    @cached_property
    def told(self) -> "Words":
        """The same words for what has happened: a sentence under `report` takes the place of its namesake under `describe`."""
        return Words(self.language, {**self._data, "describe": self._data["describe"] | self._data["report"]}, self._names)

    def has(self, key: str) -> bool:
        try:
            self.entry(key)
        except (KeyError, TypeError):
            return False
        return True


@cache
def words(folder: Path, language: str) -> Words:
    """The words in a game's folder for one language."""
    path = folder / f"{language}.toml"
    if not path.is_file():
        known = ", ".join(languages(folder))
        raise BadRequest(f"no language {language!r}: there is {known}")
    return Words(language, tomllib.loads(path.read_text(encoding="utf-8")))


def languages(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.toml"))


def wrapped(line: str, width: int = 80) -> list[str]:
    """A line of text broken at spaces; what goes on is indented."""
    return [line] if len(line) <= width else textwrap.wrap(line, width, subsequent_indent="  ", break_on_hyphens=False)


def sectioned(sections: Iterable[tuple[str, Iterable[str]]]) -> str:
    """Text for eyes and ears: every section is a heading and its lines, with an empty line after it. Only what goes on begins with a space."""
    parts = ([piece for line in (heading, *lines) for piece in wrapped(line)] for heading, lines in sections)
    return "\n\n".join("\n".join(part) for part in parts)
