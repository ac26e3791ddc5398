"""The games there are. A game is a folder here with a `TITLE`; nothing else has to be told about it."""

from importlib import import_module
from pathlib import Path

from triumvir.kernel.errors import UnknownGame
from triumvir.kernel.game import Title

NAMES = tuple(sorted(path.parent.name for path in Path(__file__).parent.glob("*/box.toml") if (path.parent / "__init__.py").is_file()))


def title(name: str) -> Title:
    """The title of a name."""
    if name not in NAMES:
        raise UnknownGame(f"no game {name!r}: there is {', '.join(NAMES)}")
    found = import_module(f"triumvir.games.{name}").TITLE
    assert isinstance(found, Title)
    return found
