"""Builds Via Appia positions in a line, so that a test reads like the rule.

table = given(cart="SM", road="A1", coins=3)
table.play("build A2", "done")
assert table.s.score[0] == 4
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

import triumvir
from triumvir.games import title
from triumvir.games.via_appia.actions import card_names
from triumvir.games.via_appia.state import CHOOSE_ACTION, ROME, SIZE_LETTERS, SPACES
from triumvir.kernel.state import EMPTY
from triumvir.match import Match


class Remembering(triumvir.Game):
    """Sets every match up once: in plain Python loading the quarry is most of the work of a test."""

    def __init__(self, box: Path | None = None) -> None:
        super().__init__(title("via_appia"), box)
        self._set_up: dict[tuple[int, int], np.ndarray] = {}

    def record(self, players: int, seed: int, options: Mapping[str, Any] | None = None) -> np.ndarray:
        if options:
            return super().record(players, seed, options)
        if (players, seed) not in self._set_up:
            self._set_up[players, seed] = super().record(players, seed)
        return self._set_up[players, seed].copy()


GAME = Remembering()
NAMES = GAME.box.contents.road.names
SEGMENT = {letter: [name for name in NAMES[:SPACES] if name[0] == letter] for letter in "ABC"}
ALL_SPACES = " ".join(NAMES[:SPACES])


class Position:
    """A match that was put into a position by hand."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.s: Any = match.states[0]

    def play(self, *moves: str) -> "Position":
        for move in moves:
            self.match.play(move)
        return self

    def may(self, move: str) -> bool:
        return self.match.parse(move) in self.match.legal()

    def why_not(self, move: str) -> str | None:
        return self.match.why_not(move)

    def legal(self, kind: str = "") -> list[str]:
        """The legal moves that begin with a word."""
        moves = [self.match.notation(action) for action in self.match.legal()]
        return [move for move in moves if move.startswith(kind)]

    def refresh(self) -> "Position":
        """After fields were changed by hand: what is legal now."""
        match = self.match
        match._count = match.game.engine.legal_actions(match.states, 0, match.game.tables, match._legal)
        return self

    def at(self, seat: int, place: str) -> "Position":
        """A piece moved by hand; it has arrived in every city up to there."""
        node = NAMES.index(place)
        city = node - ROME if node >= SPACES else "ABC".index(place[0])
        self.s.piece[seat] = node
        self.s.arrived[1 : city + 1] += 1
        return self.refresh()

    def opened(self, *cards: str) -> "Position":
        """Only these of the income cards beside the board are open; the others there are turned over."""
        numbers = [card_names(self.match.game.box.contents).index(card) for card in cards]
        rest = [card for card in range(16) if card not in numbers]
        self.s.display[:] = numbers + rest[: 7 - len(numbers)]
        self.s.turned[:] = [0] * len(numbers) + [1] * (7 - len(numbers))
        self.s.pile[:9] = rest[7 - len(numbers) :]
        return self.refresh()

    def quarry(self, *stones: tuple[str, int, int]) -> "Position":
        """Only these stones in the quarry, from the line to the edge: size, x and y in millimetres."""
        s = self.s
        s.disc_x[:], s.disc_y[:], s.disc_size[:] = 0, 0, EMPTY
        s.discs = len(stones)
        for i, (size, x, y) in enumerate(stones):
            s.disc_x[i], s.disc_y[i], s.disc_size[i] = 1000 * x, 1000 * y, SIZE_LETTERS.index(size)
        return self

    def pass_round(self) -> "Position":
        """Everybody takes income until the seat is to decide again."""
        seat = self.match.seat
        self.play(self.legal("income")[0])
        while self.match.seat not in (seat, None):
            self.play(self.legal("income")[0])
        return self


def letters(text: str) -> list[int]:
    """`SSM` as numbers by size."""
    return [text.count(letter) for letter in SIZE_LETTERS]


def changed_box(folder: Path, *changes: tuple[str, str]) -> Path:
    """The box with some of its text replaced."""
    text = GAME.original_box.read_text(encoding="utf-8")
    for old, new in changes:
        assert len(re.findall(re.escape(old), text)) == 1, old
        text = text.replace(old, new)
    path = folder / "box.toml"
    path.write_text(text, encoding="utf-8")
    return path


def steady_box(folder: Path, *changes: tuple[str, str]) -> Path:
    """A box in which no hand trembles."""
    return changed_box(
        folder, *changes, ("tremor = { place_um = 1500, tenths_of_a_degree = 30 }", "tremor = { place_um = 0, tenths_of_a_degree = 0 }")
    )


def light_box(folder: Path) -> Path:
    """A box with three stones in the quarry, for tests that set up many matches: loading is most of the work."""
    return changed_box(folder, ("load = { L = 4, M = 8, S = 12 }", "load = { L = 0, M = 1, S = 2 }"))


# A row of large stones from the line to the edge: the next one pushed straight ahead in the middle drops the last.
ROW = (("L", 0, 15), ("L", 0, 45), ("L", 0, 75), ("L", 0, 105))
# One small stone near the edge, out of the way: nothing falls.
DRY = (("S", 30, 100),)


def given(
    players: int = 2,
    seat: int = 0,
    stones: str = "",
    cart: str = "",
    coins: int = 10,
    road: str = "",
    push_token: int = 0,
    box: Path | None = None,
    seed: int = 1,
    **fields: Any,
) -> Position:
    """A seat about to choose its action; seat 0 is the starting player. The rest as a match begins."""
    game = triumvir.game("via_appia", box) if box else GAME
    match = game.new(players, seed)
    s = match.states[0]
    s.seat, s.phase, s.starter = seat, CHOOSE_ACTION, 0
    s.stones[seat], s.cart[seat] = letters(stones), letters(cart)
    s.coins[seat], s.push_token[seat] = coins, push_token
    for space in road.split():
        s.laid[NAMES.index(space)] = 1
    for name, value in fields.items():
        s[name] = value
    return Position(match).refresh()
