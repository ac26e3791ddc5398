"""PN-B: the way and the brick."""

import pytest

from games.porta_nigra.position import given

# Quarters clockwise: red (amphitheatre), yellow (basilica), black (Porta Nigra), blue (city wall).


@pytest.mark.rule("PN-B1")
@pytest.mark.parametrize(("colour", "way", "quarter"), [("red", 0, 0), ("yellow", 1, 1), ("black", 2, 2), ("blue", 3, 3)])
def test_the_builder_walks_clockwise_for_a_sesterce_a_border(colour, way, quarter):
    price = {"red": 3, "yellow": 4, "black": 1, "blue": 2}[colour]
    table = given(card=1).play(f"buy {colour}")
    assert table.s.coins[0] == 20 - way - price
    assert table.s.builder[0] == quarter


@pytest.mark.rule("PN-B1")
def test_one_step_back_is_three_steps_forward():
    table = given(card=1, builder="basilica").play("buy red")
    assert table.s.coins[0] == 20 - 3 - 3


@pytest.mark.rule("PN-B2")
def test_the_white_shop_needs_no_way():
    for builder in ("amphitheatre", "basilica", "porta-nigra", "city-wall"):
        table = given(card=1, builder=builder)
        before = int(table.s.builder[0])
        table.play("buy white")
        assert (table.s.coins[0], table.s.builder[0]) == (15, before)
        assert given(card=1, coins=5, builder=builder).may("buy white")  # and no sesterce for one


@pytest.mark.rule("PN-B3")
@pytest.mark.parametrize(("colour", "place", "price"), [("black", 0, 1), ("blue", 1, 2), ("red", 2, 3), ("yellow", 3, 4), ("white", 4, 5)])
def test_one_brick_from_its_shop_into_the_own_supply(colour, place, price):
    builder = {"black": "porta-nigra", "blue": "city-wall", "red": "amphitheatre", "yellow": "basilica", "white": "basilica"}[colour]
    table = given(card=1, builder=builder).play(f"buy {colour}")
    assert table.s.coins[0] == 20 - price
    assert table.s.shops[place] == 1
    assert table.s.bricks[0].tolist() == [int(colour_place == place) for colour_place in range(5)]
    assert table.s.reserve == 60


@pytest.mark.rule("PN-B4")
def test_a_coloured_icon_buys_its_colour_and_a_grey_one_any():
    table = given(card=5)  # R build coins4
    assert [move for move in table.legal() if move.startswith("buy")] == ["buy red"]
    assert table.why_not("buy black") == "PN-B4"
    table = given(card=1)
    assert len([move for move in table.legal() if move.startswith("buy")]) == 5


@pytest.mark.rule("PN-B5")
def test_while_its_shop_is_empty_a_coloured_icon_buys_any_colour_and_the_builder_must_walk():
    table = given(card=5, shops="KKBBYYWW")
    assert [move for move in table.legal() if move.startswith("buy")] == ["buy black", "buy blue", "buy yellow", "buy white"]
    table.play("buy black")
    assert table.s.coins[0] == 20 - 2 - 1
    assert table.why_not("buy yellow") == "PN-B4"  # the icon is used
    assert given(card=5, shops="KKR").why_not("buy black") == "PN-B4"  # one red brick is left


@pytest.mark.rule("PN-B6")
def test_way_and_brick_together_must_be_paid():
    assert given(card=1, coins=4).why_not("buy yellow") == "PN-B6"  # 1 + 4
    assert given(card=1, coins=5).may("buy yellow")
    table = given(card=1, coins=4)
    before = table.match.states.tobytes()
    with pytest.raises(Exception, match="PN-B6"):
        table.play("buy yellow")
    assert table.match.states.tobytes() == before


@pytest.mark.rule("PN-B7")
def test_the_exact_colour_is_used_first_then_an_empty_shops_icon_then_grey():
    table = given(card=8, torches=3, shops="KKRRYY")  # ? R build coins3
    table.play("buy red")  # with the red icon
    assert table.may("buy black")
    table = given(card=8, torches=3, shops="KKYY")  # the red shop is empty
    table.play("buy black")  # with the red icon, so the grey one is left
    assert table.s.icons_used == 0b10
    table.play("buy yellow")
    assert table.s.icons_used == 0b11
    table = given(card=2, torches=3, shops="KBW")  # K R W: red empty
    table.play("buy black")  # with the black icon: the red one still buys anything
    assert table.s.icons_used == 0b1
    assert table.may("buy blue")


@pytest.mark.rule("PN-B8")
def test_only_a_shop_with_a_brick_sells():
    table = given(card=1, shops="KKKKKKK")
    assert [move for move in table.legal() if move.startswith("buy")] == ["buy black"]
    assert table.why_not("buy white") == "PN-B8"
    table = given(card=1, shops="", reserve=5)
    assert not [move for move in table.legal() if move.startswith("buy")]


@pytest.mark.rule("PN-X2")
def test_example_from_the_red_quarter_to_the_black_shop():
    table = given(card=2).play("buy black")
    assert table.s.coins[0] == 20 - 2 - 1
    assert table.s.bricks[0].tolist() == [1, 0, 0, 0, 0]
    table = given(card=2).play("buy white")
    assert (table.s.coins[0], table.s.builder[0]) == (15, 0)
