"""Legal moves to read: short lists move by move, long ones folded into patterns from which every move can still be written."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

FOLD_ABOVE = 48  # moves of one kind: up to here each has a line of its own
RUN = 4  # whole numbers in a row that are written as '1 to 4'


class Move(NamedTuple):
    """A legal move: its number in the list, its action, how it is written and what it does."""

    number: int
    action: int
    notation: str
    text: str
    kind: str  # the span of actions it belongs to


def listed(moves: Sequence[Move]) -> list[str]:
    """The lines of a list of moves, long kinds folded."""
    kinds: dict[str, list[Move]] = {}
    for move in moves:
        kinds.setdefault(move.kind, []).append(move)
    width = max((len(move.notation) for move in moves), default=0)
    lines: list[str] = []
    for same in kinds.values():
        lines += _line_each(same, width) if len(same) <= FOLD_ABOVE else _folded(same)
    return lines


def in_full(moves: Sequence[Move]) -> list[str]:
    """A line for every move, however many there are."""
    return _line_each(moves, max((len(move.notation) for move in moves), default=0))


def words_of(notation: str) -> set[str]:
    """The words of a notation in small letters: those of `place d2-n` are place, d2-n, d2 and n; the sign of a number stays."""
    words = notation.lower().split()
    return {*words, *(part for word in words if not word.startswith("-") for part in word.split("-"))}


def _line_each(moves: Iterable[Move], width: int) -> list[str]:
    return [f"{move.number:4}  {move.notation:{width}}  {move.text}" for move in moves]


def _folded(moves: Sequence[Move]) -> list[str]:
    first, last = moves[0], moves[-1]
    return [
        f"  {len(moves)} moves with '{first.kind}', numbers {first.number} to {last.number}. Write one with a choice from each pair of braces:",
        *(f"    {pattern}" for pattern in patterns(moves)),
        f"    such as '{first.notation}': {first.text}",
        f"         or '{last.notation}': {last.text}",
        f"    'legal {first.kind}' lists them one by one, 'legal WORDS' those that contain these words.",
    ]


def patterns(moves: Iterable[Move]) -> list[str]:
    """`aim {1 to 21} {-8 0 +8}`: notations taken apart, those with the same endings put together."""
    endings: dict[tuple[str, str], list[str]] = {}
    kind = ""
    for move in moves:
        kind = move.kind
        middle, joint, ending = _parts(move.notation.removeprefix(kind).strip())
        endings.setdefault((middle, joint), []).append(ending)
    middles: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (middle, joint), found in endings.items():
        middles.setdefault((joint, tuple(found)), []).append(middle)
    return [f"{kind} {_braces(starts)}{joint}{_braces(found)}" if joint else f"{kind} {_braces(found)}" for (joint, found), starts in middles.items()]


def _parts(word: str) -> tuple[str, str, str]:
    """`1 -32` is 1 and -32, `d2-n` is d2 and n, `17` is itself."""
    for joint in (" ", "-"):
        middle, found, ending = word.rpartition(joint)
        if found and middle:
            return middle, joint, ending
    return "", "", word


def _braces(words: Sequence[str]) -> str:
    """The words to choose from, whole numbers in a row as a range; a single one stands for itself."""
    if len(words) == 1:
        return words[0]
    shown: list[str] = []
    at = 0
    while at < len(words):
        stop = at + 1
        while stop < len(words) and words[stop].isdecimal() and words[stop - 1].isdecimal() and int(words[stop]) == int(words[stop - 1]) + 1:
            stop += 1
        shown += [f"{words[at]} to {words[stop - 1]}"] if stop - at >= RUN else words[at:stop]
        at = stop
    return "{" + (" | " if any(" " in word for word in shown) and len(shown) > 1 else " ").join(shown) + "}"
