"""The words of a game in one language, from `words/LANG.toml`: names, sentences and rules."""

import tomllib
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from triumvir.kernel.errors import BadRequest


class Words:
    """Looks words up by a dotted key and fills in what the sentence leaves open."""

    def __init__(self, language: str, data: dict[str, Any]) -> None:
        self.language = language
        self._data = data

    def entry(self, key: str) -> Any:
        """Whatever stands under a dotted key."""
        found: Any = self._data
        for part in key.split("."):
            found = found[part]
        return found

    def __call__(self, key: str, /, **values: Any) -> str:
        text: str = self.entry(key)
        return text.format(**values) if values else text

    def count(self, key: str, number: int) -> str:
        """`1 sesterce`, `3 sesterces`: the entry holds the singular and the plural."""
        one, many = self.entry(key)
        return f"{number} {one if number == 1 else many}"

    @cached_property
    def told(self) -> "Words":
        """The same words for what has happened: a sentence under `report` takes the place of its namesake under `describe`."""
        return Words(self.language, {**self._data, "describe": self._data["describe"] | self._data["report"]})

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


def wrapped(line: str, indent: str = "  ", width: int = 80) -> list[str]:
    """A line of text broken at spaces, later lines indented."""
    lines, rest = [], line
    while len(rest) > width:
        cut = rest.rfind(" ", len(indent), width + 1)
        lines.append(rest[:cut])
        rest = indent + rest[cut + 1 :]
    return [*lines, rest]
