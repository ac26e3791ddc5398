"""PN-F: the refill phase."""

import pytest

import triumvir
from games.porta_nigra.position import given
from triumvir.kernel.state import EMPTY

BRYW, KBRY, KBR, KBW = 0, 4, 5, 9  # supply cards by their place in the box


def refill(shops: str, reserve: int = 60, pile: tuple[int, ...] | None = None, turns: int = 4, seed: int = 1):
    """Seat 0 ends her turn; seat 1's turn begins with a refill. The pile is drawn from its right end."""
    table = given(card=5, shops=shops, reserve=reserve, turns=turns, seed=seed)
    if pile is not None:
        rest = [card for card in range(10) if card not in pile]
        table.s.supply[:] = [*pile, *rest]
        table.s.supply_left = len(pile)
    return table.play("end turn")


@pytest.mark.rule("PN-F1")
def test_six_bricks_are_refilled_seven_are_not():
    assert refill("KBRYWK").s.shops.sum() >= 14
    assert refill("KBRYWKB").s.shops.sum() == 7


@pytest.mark.rule("PN-F1")
def test_fourteen_bricks_are_enough():
    table = refill("KKKKKK", pile=(KBW, BRYW, KBRY))  # 6 -> 10 -> 14
    assert table.s.shops.sum() == 14
    assert table.s.supply_left == 1


@pytest.mark.rule("PN-F1")
def test_each_shop_on_the_card_gets_one_brick():
    table = refill("KKKKKB", reserve=4, pile=(BRYW,))
    assert table.s.shops.tolist() == [5, 2, 1, 1, 1]
    assert table.s.reserve == 0


@pytest.mark.rule("PN-F2")
def test_the_last_card_is_carried_out_in_full():
    table = refill("KKKKKK", pile=(KBW, BRYW, KBR, KBRY))  # 6 -> 10 -> 13 -> 17
    assert table.s.shops.sum() == 17
    assert table.s.supply_left == 1


@pytest.mark.rule("PN-F3")
def test_the_market_is_filled_on_the_very_first_turn(tmp_path):
    box = tmp_path / "box.toml"
    original = triumvir.game("porta_nigra").original_box.read_text()
    box.write_text(original.replace("refill_below = 7", "refill_below = 0"))  # so that only the first-turn rule can fill it
    for seed in range(20):
        assert 14 <= triumvir.game("porta_nigra", box).new(2, seed).states[0].shops.sum() <= 17
    assert given(card=5, shops="KKK", turns=1, box=box).play("end turn").s.shops.sum() == 3  # but not on the second


@pytest.mark.rule("PN-F4")
def test_with_too_few_bricks_the_cheapest_shops_are_served():
    table = refill("KKKKKB", reserve=2, pile=(BRYW,))
    assert table.s.shops.tolist() == [5, 2, 1, 0, 0]
    assert table.s.reserve == 0


@pytest.mark.rule("PN-F5")
def test_displays_are_filled_while_their_piles_last():
    table = given(card=5)
    table.s.building_display[:] = [4, EMPTY, 6, EMPTY, 8, EMPTY]
    table.s.building_left, table.s.building_pile[:2] = 2, (1, 2)
    table.s.honour_display[3] = EMPTY
    table.s.honour_left = 0
    table.play("end turn")
    assert table.s.building_display.tolist() == [4, 2, 6, 1, 8, EMPTY]
    assert table.s.building_left == 0
    assert (table.s.honour_display >= 0).sum() == 13
    assert table.s.honour_left == 0
    table = given(card=5).open_honours("vp-5", "coins-6")
    table.s.honour_left, table.s.honour_pile[:3] = 3, (20, 21, 22)
    table.play("end turn")
    assert table.s.honour_display[2:6].tolist() == [22, 21, 20, EMPTY]


@pytest.mark.rule("PN-S3")
def test_the_used_supply_cards_are_reshuffled_when_the_pile_is_empty():
    tables = [refill("KKKKKK", pile=(), seed=seed) for seed in range(10)]
    assert all(table.s.shops.sum() >= 14 for table in tables)
    assert len({tuple(table.s.supply) for table in tables}) == 10


@pytest.mark.rule("PN-F6")
def test_used_supply_cards_are_shuffled_only_when_a_card_is_needed():
    table = refill("K" * 10, pile=())  # enough bricks: nothing is drawn, nothing shuffled
    assert table.s.supply_left == 0
    table = refill("KKKKKK", pile=())
    assert sorted(table.s.supply) == list(range(10))
    assert table.s.supply_left in (7, 8)  # two or three cards out of all ten
    table = refill("KKKKKK", pile=(KBR,))  # the last card is used first, then all ten are shuffled
    assert table.s.supply_left in (7, 8)
    assert refill("KKKKKK", pile=(BRYW, KBRY)).s.supply_left == 0  # 14 bricks with the last card: the shuffle can wait
    first = {int(refill("KKKKKK", pile=(), seed=seed).s.supply[9]) for seed in range(80)}
    assert first == set(range(10))  # any card can come first, the one used last too


@pytest.mark.rule("PN-F7")
def test_no_card_is_drawn_with_an_empty_reserve_and_a_part_counts_as_used():
    assert refill("KKKK", reserve=0, pile=(KBR, BRYW)).s.supply_left == 2
    assert refill("KKKK", reserve=1, pile=(KBR, BRYW)).s.supply_left == 1


@pytest.mark.rule("PN-X1")
def test_example_from_five_to_nine_to_twelve_to_sixteen():
    table = refill("KKKKK", pile=(KBW, KBRY, KBR, BRYW))
    assert table.s.shops.sum() == 16
    assert table.s.supply_left == 1
