"""What an arena has found out: a header and the outcomes, in memory and as a file with one JSON line each.

The first line is the header, every further line a finished match. Lines are only ever appended, by one writer, so an
interrupted run has all but its last line; a last line that is torn is dropped, and that match is played again. A run that
is made longer appends its header anew, with more matches.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TypeVar

from pydantic import ValidationError

from triumvir.arena import entrants
from triumvir.arena.play import Outcome, Part
from triumvir.arena.schedule import Pairing
from triumvir.bots.learnt import EXPERIENCE
from triumvir.kernel.errors import BadRequest
from triumvir.kernel.rule import source_hash
from triumvir.match import Game

FORMAT = 1


class Header(Part):
    """What was asked for. Results of different headers must not be mixed; only more matches of the same may be asked for."""

    arena: int = FORMAT  # the version of this format
    game: str
    title: str
    rules: int
    box: str  # digest
    sources: str  # digest of the rules and bots: other ones play other matches
    players: int
    bots: list[str]
    seed: int
    games: int

    @classmethod
    def of(cls, game: Game, players: int, bots: Iterable[str], seed: int, games: int) -> "Header":
        return cls(
            game=game.name,
            title=game.title,
            rules=game.rules_version,
            box=game.box.digest,
            sources=sources(game, bots),
            players=players,
            bots=list(bots),
            seed=seed,
            games=games,
        )


def sources(game: Game, bots: Iterable[str]) -> str:
    """A digest of all that decides how the bots of a game play: their rules, what they have learnt, and the files of somebody's own bots."""
    digest = hashlib.sha256(source_hash(f"triumvir.bots.evaluation.{game.name}").encode())
    for path in sorted(EXPERIENCE.glob(f"{game.name}-*.npz")):
        digest.update(path.name.encode() + path.read_bytes())
    for name in bots:
        digest.update(entrants.source(name))
    return digest.hexdigest()[:16]


class Results:
    """A header and the outcomes by number. Each number counts once."""

    def __init__(self, header: Header, outcomes: Iterable[Outcome] = ()) -> None:
        self.header = header
        self._outcomes: dict[int, Outcome] = {}
        for outcome in outcomes:
            self.add(outcome)

    def add(self, outcome: Outcome) -> bool:
        """Counts an outcome in; False when that match is counted already."""
        if outcome.number in self._outcomes:
            return False
        self._outcomes[outcome.number] = outcome
        return True

    def __len__(self) -> int:
        return len(self._outcomes)

    def __contains__(self, number: object) -> bool:
        return number in self._outcomes

    def __iter__(self) -> Iterator[Outcome]:
        """In the order of the schedule, whatever the order in which they were played."""
        return iter([self._outcomes[number] for number in sorted(self._outcomes)])

    @property
    def bots(self) -> list[str]:
        """Every bot once, in the order in which they were named."""
        return list(dict.fromkeys(self.header.bots))

    def missing(self, pairings: Iterable[Pairing]) -> list[Pairing]:
        """The pairings that have no outcome yet."""
        return [pairing for pairing in pairings if pairing.number not in self]

    @classmethod
    def load(cls, path: str | Path) -> "Results":
        """The results in a file; changes nothing."""
        results = _parsed(Path(path), _read(Path(path)))
        if results is None:
            raise BadRequest(f"{path}: holds no results")
        return results


Line = TypeVar("Line", bound=Part)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadRequest(f"{path}: {error.strerror}") from None


def _parsed(path: Path, content: bytes) -> Results | None:
    """The whole lines of a file; None when there are none."""
    lines = content.split(b"\n")[:-1]
    if not lines:
        return None
    results = Results(_line(path, 1, lines[0], Header))
    for number, line in enumerate(lines[1:], start=2):
        if line.startswith(b'{"arena"'):
            longer = _line(path, number, line, Header)
            if difference(results.header, longer):
                raise BadRequest(f"{path} line {number}: a second header that differs in {difference(results.header, longer)}")
            results.header = longer
        elif not results.add(_line(path, number, line, Outcome)):
            raise BadRequest(f"{path} line {number}: this match is in the file already")
    return results


def _line(path: Path, number: int, line: bytes, kind: type[Line]) -> Line:
    try:
        return kind.model_validate_json(line)
    except ValidationError:
        what = "not the header of an arena's results" if kind is Header else "not the outcome of a match"
        raise BadRequest(f"{path} line {number}: {what}") from None


def difference(one: Header, other: Header) -> str:
    """In what two headers differ that must be the same: all but the number of matches."""
    names = [name for name in Header.model_fields if name != "games" and getattr(one, name) != getattr(other, name)]
    return ", ".join(f"{name} ({getattr(one, name)}, not {getattr(other, name)})" for name in names)


class Writer:
    """The one who appends to a results file."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self._path = path
        self._file = file

    def write(self, line: Part) -> None:
        try:
            self._file.write(line.model_dump_json().encode() + b"\n")
            self._file.flush()
        except OSError as error:
            raise BadRequest(f"{self._path}: {error.strerror}; what was written before is kept") from None


@contextmanager
def writing(path: Path, wanted: Header) -> Iterator[tuple[Results, Writer]]:
    """Opens a file to go on with: what it holds, and a writer. A file of something else is refused and left as it is."""
    try:
        file = open(path, "a+b")  # noqa: SIM115  (closed below)
    except OSError as error:
        raise BadRequest(f"{path}: {error.strerror}") from None
    with file:
        _lock(path, file)
        file.seek(0)
        content = file.read()
        whole = content[: content.rfind(b"\n") + 1]
        results = _parsed(path, whole)
        if results is None and not wanted.model_dump_json().encode().startswith(content):
            raise BadRequest(f"{path}: not a file of an arena's results")
        if results is not None:
            different = difference(results.header, wanted)
            if different:
                raise BadRequest(f"{path}: holds another contest, it differs in {different}")
            if results.header.games > wanted.games:
                raise BadRequest(f"{path}: is a contest of {results.header.games} matches, more than the {wanted.games} asked for")
        file.truncate(len(whole))
        writer = Writer(path, file)
        if results is None or results.header.games < wanted.games:
            writer.write(wanted)
        results = results or Results(wanted)
        results.header = wanted
        yield results, writer


def _lock(path: Path, file: IO[bytes]) -> None:
    """Two arenas must not write the same file."""
    if os.name != "posix":
        return
    import fcntl  # noqa: PLC0415  (not everywhere)

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BadRequest(f"{path}: another arena is writing to it") from None
    except OSError as error:
        raise BadRequest(f"{path}: cannot be kept from other arenas: {error.strerror}") from None
