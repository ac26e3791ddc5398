"""Reads and checks a box file: the components of a game as data.

A game gives a pydantic model of its box; a file that does not fit is answered with file, entry and reason.
"""

import hashlib
import tomllib
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from triumvir.kernel.errors import BoxError


class Part(BaseModel):
    """A table of a box file. Unknown entries are mistakes, and nothing is converted silently."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


Contents = TypeVar("Contents", bound=Part)


class Box(Generic[Contents]):
    """A checked box: its contents, and a digest that is the same for files that say the same."""

    def __init__(self, path: Path, contents: Contents) -> None:
        self.path = path
        self.contents = contents
        self.digest = hashlib.sha256(contents.model_dump_json().encode()).hexdigest()[:16]


def read(path: Path, model: type[Contents]) -> Box[Contents]:
    """The box in a file, or a BoxError."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BoxError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BoxError(f"{path}: is not a text file in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise BoxError(f"{path}: is not valid TOML: {error}") from None
    try:
        return Box(path, model.model_validate(data))
    except ValidationError as error:
        raise BoxError(f"{path}: {_first_reason(error, data)}") from None


def _first_reason(error: ValidationError, data: Any) -> str:
    details = error.errors()
    first = details[0]
    reason = _reason(first)
    more = f" (and {len(details) - 1} more)" if len(details) > 1 else ""
    return f"{_entry(first['loc'], data)}: {reason}{more}" if first["loc"] else reason + more


def _reason(detail: Any) -> str:
    if detail["type"] == "extra_forbidden":
        return "no such entry"
    if detail["type"] == "missing":
        return "is missing"
    message = detail["msg"].removeprefix("Value error, ").removeprefix("Input ")
    value = detail["input"]
    return f"{message}, not {value!r}" if isinstance(value, int | str) and not detail["msg"].startswith("Value error") else message


def _entry(location: tuple[int | str, ...], data: Any) -> str:
    """`honour[3].influence`, counted from 1 as a person would; `rounds.2` where the file has a table with numbers for keys."""
    text = ""
    for part in location:
        if isinstance(part, int) and not isinstance(data, dict):
            text += f"[{part + 1}]"
            data = data[part] if isinstance(data, list) and part < len(data) else None
        elif part != "[key]":
            text += f".{part}" if text else str(part)
            data = data.get(str(part)) if isinstance(data, dict) else None
    return text
