"""Positions of Carpe Diem to test with: a record set up and edited, and moves in notation.

A test begins with `Table(players)`: every district is board A (shovel on c3) and every patrician stands on blue space 1.
Seat 0 is to move unless the test says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from laws import copied
from triumvir.games.carpe_diem import TITLE, district
from triumvir.games.carpe_diem.actions import PLACE_CELLS, cell_names, place_names, space_names, tile_names
from triumvir.games.carpe_diem.state import CHOOSE_PLACE, GOODS_NAMES, MOVE, OVER, PLACE_TILE, THING_NAMES
from triumvir.kernel.game import Game
from triumvir.kernel.rule import plain

GAME = Game(TITLE)
SPACES = space_names()
CELLS = cell_names()
PLACES = place_names()
lay_tile = plain(district.lay_tile)


class Table:
    """One match."""

    def __init__(self, players: int = 2, seed: int = 1, game: Game = GAME) -> None:
        self.game = game
        self.box = game.tables[0]
        self.tiles = tile_names(game.box.contents)
        self.states = game.record(players, seed)
        self.s.phase = MOVE
        self.s.seat = self.s.starter = 0
        self.s.patrician[:players] = 0
        for seat in range(players):
            self.s.under[seat] = seat
            self.take_board(seat, 0)

    @property
    def s(self) -> Any:
        return self.states[0]

    def take_board(self, seat: int, board: int) -> None:
        self.s.board[seat] = board
        self.s.writs[seat] = self.box.writs[board]
        self.s.fringe[seat] = 1 << int(self.box.shovel[board])

    # --- Given

    def kind(self, tile: str) -> int:
        return self.tiles.index(tile)

    def lay(self, space: str, tile: str, turn: str = "n", seat: int = 0) -> None:
        """A tile that lies there already: no writ, no reward, nothing counted as completed."""
        lay_tile(self.s, self.box, seat, self.kind(tile), SPACES.index(space), "nesw".index(turn))

    def hold(self, tile: str, seat: int = 0) -> None:
        """A seat has just taken this tile."""
        self.s.seat, self.s.phase, self.s.taken = seat, PLACE_TILE, self.kind(tile)

    def blueprint(self, number: int, *tiles: str) -> None:
        self.s.blueprints[number - 1] = [self.kind(tile) for tile in tiles] + [-1] * (4 - len(tiles))

    def only_blueprints(self, *numbers: int) -> None:
        """All other blueprints are empty."""
        for blueprint in range(7):
            if blueprint + 1 not in numbers:
                self.s.blueprints[blueprint] = -1

    def row(self, *tiles: str) -> None:
        self.s.row[:] = [self.kind(tile) for tile in tiles] + [-1] * (11 - len(tiles))

    def goods(self, seat: int = 0, **amounts: int) -> None:
        for name, amount in amounts.items():
            self.s.goods[seat, GOODS_NAMES.index(name)] = amount

    def has(self, seat: int = 0, **amounts: int) -> None:
        for name, amount in amounts.items():
            self.s.completed[seat, THING_NAMES.index(name)] = amount

    def prestige(self, *spaces: int) -> None:
        """The markers, seat by seat; on one space the later seat's on top."""
        for seat, space in enumerate(spaces):
            self.s.prestige[seat] = space
            self.s.under[seat] = spaces[:seat].count(space)

    def card(self, deck: str, needs: dict[str, int], gives: dict[str, int]) -> int:
        """The number of a forum card."""
        for number, card in enumerate(self.game.box.contents.forum_card):
            if (card.deck, dict(card.needs), dict(card.gives)) == (deck, needs, gives):
                return int(self.box.card_same[number])
        raise LookupError(f"no such card: {deck} {needs} {gives}")

    def in_forum(self, first: int, second: int, seat: int = 0) -> None:
        """It is a seat's turn in the forum, the last of the phase; the two cards lie on b2 and b3."""
        others = [p for p in range(self.s.players) if p != seat]
        self.s.forum_order[: self.s.players] = [*others, seat]
        self.s.forum_turn = self.s.players - 1
        self.s.seat, self.s.phase, self.s.round_no = seat, CHOOSE_PLACE, 7
        self.s.forum[CELLS.index("b2")], self.s.forum[CELLS.index("b3")] = first, second

    # --- When

    def play(self, *moves: str) -> Table:
        for move in moves:
            action = self.game.notation.parse(move)
            assert action is not None, f"no such move: {move}"
            against = self.game.rule_against(self.states, action)
            assert against is None, f"{move}: {against}"
            self.game.engine.play_action(self.states, 0, self.game.tables, action)
        return self

    # --- Then

    def legal(self) -> list[str]:
        return [self.game.notation[action] for action in actions(self.game, self.states)]

    def against(self, move: str) -> str | None:
        """The rule that forbids a move, None if it is legal."""
        action = self.game.notation.parse(move)
        assert action is not None, f"no such move: {move}"
        return self.game.rule_against(self.states, action)

    def held(self, seat: int = 0) -> dict[str, int]:
        """Goods, coins and bread, without what there is none of."""
        items = {name: int(self.s.goods[seat, good]) for good, name in enumerate(GOODS_NAMES)}
        items |= {"coin": int(self.s.coins[seat]), "bread": int(self.s.bread[seat])}
        return {name: amount for name, amount in items.items() if amount}

    def completed(self, seat: int = 0) -> dict[str, int]:
        return {name: int(self.s.completed[seat, thing]) for thing, name in enumerate(THING_NAMES) if self.s.completed[seat, thing]}

    def points(self, category: str, seat: int = 0) -> int:
        return int(self.s.sheet[seat, self.game.categories.index(category)])

    def bar(self, seat: int) -> tuple[int, int]:
        """The marker's space, and how many lie under it."""
        return int(self.s.prestige[seat]), int(self.s.under[seat])


def actions(game: Game, states: np.ndarray) -> list[int]:
    out = np.zeros(game.num_actions, np.int16)
    count = game.engine.legal_actions(states, 0, game.tables, out)
    return [int(action) for action in out[:count]]


def random_match(players: int, seed: int, game: Game = GAME, *, store: float = 0.1) -> Iterator[tuple[np.ndarray, int]]:
    """A match of random moves: the record before each move with the move, and the finished one with -1.

    Tiles that fit are mostly placed, so that districts grow and much is completed.
    """
    rng = np.random.default_rng([seed, players])
    states = game.record(players, seed)
    storing = game.actions["store"].start
    while states[0].seat >= 0:
        choices = actions(game, states)
        if len(choices) > 1 and choices[-1] == storing and rng.random() > store:
            choices = choices[:-1]
        action = choices[rng.integers(len(choices))]
        yield states, action
        game.engine.play_action(states, 0, game.tables, action)
    assert states[0].phase == OVER
    yield states, -1


def keen_match(players: int, seed: int, game: Game = GAME, *, prestige: int = 0) -> Iterator[tuple[np.ndarray, int]]:
    """The same, but every move is one that leaves the player best off at once: much is completed, paid and won.

    Markers may begin farther on the prestige bar, because its end is hardly ever reached.
    """
    rng = np.random.default_rng([seed, players, 1])
    states = game.record(players, seed)
    states[0].prestige[:players] = prestige
    while states[0].seat >= 0:
        choices = actions(game, states)
        worth = [_worth(game, states, action) + rng.random() for action in choices]
        action = choices[int(np.argmax(worth))]
        yield states, action
        game.engine.play_action(states, 0, game.tables, action)
    yield states, -1


def _worth(game: Game, states: np.ndarray, action: int) -> float:
    seat = int(states[0].seat)
    after = copied(states)
    game.engine.play_action(after, 0, game.tables, action)
    s = after[0]
    sides, fringe = s.sides[seat].tolist(), int(s.fringe[seat])
    open_sides = sum((sides[space] ^ 0x9999).bit_count() for space in range(36) if (fringe >> space) & 1)
    things = 9 * int(s.completed[seat].sum()) + 3 * int(s.prestige[seat]) + 2 * int(s.goods[seat].sum() + s.coins[seat] + s.bread[seat])
    return things + 3 * int(s.score[seat]) - 4 * int(s.stored[seat]) - 0.01 * open_sides


def changed_box(folder: Path, *changes: tuple[str, str]) -> Path:
    """A copy of the box file in which some lines read differently."""
    text = GAME.original_box.read_text(encoding="utf-8")
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after)
    path = folder / "box.toml"
    path.write_text(text, encoding="utf-8")
    return path


__all__ = ["CELLS", "GAME", "PLACES", "PLACE_CELLS", "SPACES", "Table", "actions", "changed_box", "keen_match", "random_match"]
