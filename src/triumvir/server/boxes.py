"""Games with changed boxes, out of the text of a box file."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from triumvir.kernel.errors import BoxError
from triumvir.match import Game, game


@contextmanager
def box_file(box: str | None) -> Iterator[Path | None]:
    """A file with the text of a box, for as long as it is needed; none for a game's own."""
    if box is None:
        yield None
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / "box.toml"
        path.write_text(box, encoding="utf-8")
        yield path


@lru_cache(maxsize=64)
def game_with(name: str, box: str | None) -> Game:
    """A game with its own box, or with the one in a text; what is wrong with that is said without naming a file."""
    with box_file(box) as path:
        try:
            return game(name, path)
        except BoxError as error:
            raise BoxError(str(error).replace(str(path), "the box")) from None
