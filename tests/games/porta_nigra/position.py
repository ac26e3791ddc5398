"""Builds Porta Nigra positions in a line, so that a test reads like the rule.

table = given(card=2, coins=5, bricks="YY")
table.play("build", "spot basilica-A4")
assert table.s.coins[0] == 4
"""

from pathlib import Path
from typing import Any

import triumvir
from triumvir.games.porta_nigra.actions import honour_names, spot_names
from triumvir.games.porta_nigra.state import ACT, BUILDING_NAMES, COLOUR_LETTERS, COLOUR_NAMES, COLOURS
from triumvir.kernel.state import EMPTY
from triumvir.match import Match

GAME = triumvir.game("porta_nigra")
SPOTS = spot_names()
QUARTERS = [quarter.building for quarter in GAME.box.contents.quarter]


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

    def legal(self) -> list[str]:
        return [self.match.notation(action) for action in self.match.legal()]

    def refresh(self) -> "Position":
        """After fields were changed by hand: what is legal now."""
        match = self.match
        match._count = match.game.engine.legal_actions(match.states, 0, match.game.tables, match._legal)
        return self

    def element(self, spot: str, seat: int, bricks: int) -> "Position":
        """Puts an element on the board, with a Roman from the reserve of its owner."""
        number = SPOTS.index(spot)
        self.s.owner[number], self.s.height[number] = seat, bricks
        self.s.free &= ~(1 << number)
        self.s.built[seat, self.match.game.tables[0].spot_building[number]] += bricks
        self.s.romans_in_reserve[seat] -= 1
        return self.refresh()

    def open_buildings(self, *cards: str) -> "Position":
        """The building display: `basilica-yellow` and so on, nothing else open."""
        self.s.building_display[:] = EMPTY
        for place, card in enumerate(cards):
            self.s.building_display[place] = building_card(card)
        return self.refresh()

    def open_honours(self, *names: str) -> "Position":
        """The honour display: one card of each kind named, nothing else open."""
        self.s.honour_display[:] = EMPTY
        for place, name in enumerate(names):
            self.s.honour_display[place] = honour_card(self.match.game, name)
        return self.refresh()

    def give_cards(self, seat: int, *cards: str) -> "Position":
        """Building cards into a play area."""
        for card in cards:
            self.s.building_cards[seat] |= 1 << building_card(card)
        return self.refresh()


def building_card(name: str) -> int:
    building, _, colour = name.rpartition("-")
    return BUILDING_NAMES.index(building.replace("-", "_")) * COLOURS + COLOUR_NAMES.index(colour)


def honour_card(game: triumvir.Game, name: str) -> int:
    kind = honour_names(game.box.contents).index(name)
    return game.tables[0].honour_kind.tolist().index(kind)


def letters(text: str) -> list[int]:
    """`KKW` as bricks by colour."""
    return [text.count(letter) for letter in COLOUR_LETTERS]


def given(
    players: int = 2,
    seat: int = 0,
    card: int | None = None,
    coins: int = 20,
    torches: int = 0,
    influence: int = 0,
    romans: int = 5,
    romans_in_reserve: int = 10,
    builder: str = "amphitheatre",
    bricks: str = "",
    shops: str = "KKBBRRYYWW",
    reserve: int = 60,
    box: Path | None = None,
    seed: int = 1,
    **fields: Any,
) -> Position:
    """A seat in its action phase; `card` is the number of the action card in play. The rest as a match begins."""
    game = triumvir.game("porta_nigra", box) if box else GAME
    match = game.new(players, seed)
    s = match.states[0]
    s.seat, s.phase, s.starter, s.turns = seat, ACT, 0, 1
    s.builder[:players] = 0
    s.builder[seat] = QUARTERS.index(builder.replace("-", "_"))
    s.shops[:], s.reserve = letters(shops), reserve
    s.coins[seat], s.torches[seat], s.influence[seat] = coins, torches, influence
    s.romans[seat], s.romans_in_reserve[seat] = romans, romans_in_reserve
    s.bricks[seat] = letters(bricks)
    s.building_display[:] = EMPTY
    for name, value in fields.items():
        s[name] = value
    position = Position(match)
    if card is not None:
        s.hand[seat] = sorted((card - 1, 0 if card > 1 else 1))
        s.deck[seat], s.deck_left[seat] = EMPTY, 0
        position.refresh().play(f"card {card}")
    return position.refresh()
