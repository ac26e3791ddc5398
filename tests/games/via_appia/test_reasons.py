"""Why not: the fact before the rule, with what is needed and what is there."""

import pytest

from games.via_appia.position import ALL_SPACES, DRY, given
from triumvir.games.via_appia.state import BUILD_ON, CONSOLE, EXCHANGE, OVER

MANY = ("4+SM", "2+L", "3+L", "1+ML")


@pytest.mark.parametrize(
    ("table", "move", "english"),
    [
        (given(), "done", "You cannot pass: choose income, quarry, road construction or travel."),
        (given(stones="S").play("push small"), "income coins 4+SM", "Something else is to be decided now: aim the stone."),
        (given().opened(*MANY), "income coins 2+SL", "This income card does not lie open."),
        (
            given().opened(*MANY),
            "income both 4+SM",
            "4 income cards lie open: you get one half of a card. Both halves come when 3 or fewer lie open.",
        ),
        (given().opened("4+SM", "2+L"), "income coins 4+SM", "With 3 income cards open or fewer, as now, you get both halves of a card."),
        (given(stones="S"), "push large", "You have no large stone."),
        (given(stones="S"), "aim 11 0", "First lay a stone behind the quarry."),
        (given(stones="S").play("push small"), "done", "First aim the stone and push it."),
        (given(), "sell small", "Only stones that have just fallen can be exchanged or sold."),
        (given(phase=EXCHANGE, fallen=[1, 0, 0]), "sell large", "No large stone has fallen."),
        (given(phase=EXCHANGE, fallen=[1, 0, 0], tiles=[0, 9, 9]), "exchange small for small", "There is no small tile left in the storage."),
        (given(phase=EXCHANGE, fallen=[1, 0, 0], cart="SSS"), "exchange small for small", "Your cart has no room for another small tile."),
        (given(phase=EXCHANGE, fallen=[1, 0, 0]), "done", "First exchange or sell the fallen stones."),
        (given(phase=EXCHANGE, fallen=[1, 0, 0], stones="S"), "push small", "Something else is to be decided now: exchange or sell a fallen stone."),
        (
            given(stones="SS").quarry(*DRY).play("push small", "aim 1 0"),
            "sell small",
            "Something else is to be decided now: push another stone, or stop.",
        ),
        (given(), "take coin", "That is for whoever has pushed 2 stones without one falling."),
        (given(phase=CONSOLE, cart="SSS"), "take tile", "Your cart has no room for another small tile."),
        (given(phase=CONSOLE, tiles=[0, 9, 9]), "take tile", "There is no small tile left in the storage."),
        (given(phase=CONSOLE), "done", "Something else is to be decided now: none fell: take a small tile or a sesterce."),
        (given(cart="S", road="A1"), "build A1", "A tile lies there already."),
        (given(), "build A6", "You have no mid-sized tile on your cart."),
        (given(cart="SM"), "build B1", "Your piece has not been in Tarracina yet."),
        (given(cart="S"), "build A3", "No line joins this space to a tile or to Rome."),
        (
            given(cart="S"),
            "build A8",
            "Of the cities only Tarracina is joined to this space, and that lies ahead: a tile beside it comes first.",
        ),
        (given(cart="SSM").at(0, "Tarracina").play("build A1"), "build B2", "The second tile goes into segment A, like the first."),
        (
            given(cart="M", road="B2", phase=BUILD_ON, segment=1).at(0, "Tarracina"),
            "build B1",
            "A second tile goes into segment B only when the segments before it are complete.",
        ),
        (given(), "travel A6", "There is no tile on this space."),
        (given(road="A6"), "travel A6", "No built way of at most 3 steps leads forward to there."),
        (given(road="A1 A3", coins=2), "travel A3", "The way there costs 3 sesterces; you have 2 sesterces."),
        (given(road="A1").at(1, "A1"), "travel A1", "This tile is full: Player 2."),
        (given(road="B1"), "travel B1", "Your piece must stop in Tarracina first."),
        (given(seat=-1, phase=OVER), "done", "The game is over."),
    ],
)
def test_the_fact_is_told(table, move, english):
    assert table.match.reason(move) == english
    assert table.match.reason(move, "de") not in (None, english)


def test_german_names_of_sizes_and_places():
    assert given(stones="S").match.reason("push large", "de") == "Du hast keinen großen Stein."
    assert given(cart="S").match.reason("build A3", "de") == "Keine Linie verbindet dieses Feld mit einem Plättchen oder mit Rom."
    assert "[A1 K]" in given(road=ALL_SPACES).match.text(0, "de")
    assert "[A1 S]" in given(road=ALL_SPACES).match.text(0, "en")


def test_the_quarry_in_words():
    table = given().quarry(("S", 0, 40), ("L", -60, 100), ("M", 0, 105), ("S", 30, 110))
    depth = int(table.match.game.printed.depth) // 1000
    text = table.match.text(0)
    assert "In the quarry: 2 small stones, 1 mid-sized stone and 1 large stone." in text
    lines = text[text.index("Nearest to the edge") :].splitlines()[1:4]
    assert lines[0] == f"Large stone, {depth - 100} mm from falling, to the left of all places"
    assert lines[1] == f"Mid-sized stone, {depth - 105} mm from falling, in line with place 11"
    assert lines[2].startswith(f"Small stone, {depth - 110} mm from falling")
