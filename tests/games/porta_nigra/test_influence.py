"""PN-I: influence actions and honour cards."""

import pytest

from games.porta_nigra.position import GAME, SPOTS, given, honour_card
from triumvir.games.porta_nigra.actions import honour_names
from triumvir.kernel.state import EMPTY


def honours(table) -> list[str]:
    return [move for move in table.legal() if move.startswith("honour")]


@pytest.mark.rule("PN-I1")
def test_one_open_card_for_its_price_takes_effect_and_leaves_the_game():
    table = given(influence=3).open_honours("coins-12", "vp-5")
    table.play("honour coins-12")
    assert (table.s.influence[0], table.s.coins[0]) == (1, 32)
    assert table.s.honour_display.tolist() == [EMPTY, honour_card(GAME, "vp-5"), *[EMPTY] * 12]
    assert (int(table.s.honours_taken) >> honour_card(GAME, "coins-12")) & 1
    assert table.why_not("honour vp-5") == "PN-A5"  # once a turn
    assert given(influence=3).open_honours("vp-5").why_not("honour coins-12") == "PN-I1"  # not open
    assert given(influence=1).open_honours("coins-12").why_not("honour coins-12") == "PN-I1"  # too dear


@pytest.mark.rule("PN-I1")
def test_all_twenty_eight_cards_are_in_the_box():
    names = honour_names(GAME.box.contents)
    kinds = GAME.tables[0].honour_kind.tolist()
    assert len(kinds) == 28
    assert [names[kind] for kind in kinds].count("final-30") == 3
    assert {names[kind] for kind in kinds} == {name for name in names if not name.startswith("kind-")}


@pytest.mark.rule("PN-I2")
def test_two_influence_tokens_for_a_roman_while_there_is_one():
    table = given(influence=3, romans_in_reserve=1).play("influence roman")
    assert (table.s.influence[0], table.s.romans[0], table.s.romans_in_reserve[0]) == (1, 6, 0)
    table.s.influence[0] = 2
    assert table.refresh().why_not("influence roman") == "PN-I2"
    assert given(influence=1).why_not("influence roman") == "PN-I2"


@pytest.mark.rule("PN-I3")
def test_two_influence_tokens_for_a_full_building_action_beside_the_card():
    table = given(influence=3, bricks="YYYY", card=7).open_buildings("basilica-yellow")  # no build icon on the card
    table.play("influence build")
    assert (table.s.influence[0], table.s.actions_left, table.s.icons_used) == (1, 2, 0)
    table.play("spot basilica-B4")
    assert (table.s.coins[0], table.s.romans[0], table.match.scores()[0]) == (19, 5, 19)  # way, Roman and reward, points
    assert table.s.building_cards[0] != 0
    assert given(influence=1, bricks="K").why_not("influence build") == "PN-I3"


@pytest.mark.rule("PN-I3")
def test_the_honour_card_that_builds_is_a_full_building_action_too():
    table = given(influence=1, bricks="KKK", romans=1, romans_in_reserve=0).open_honours("build")
    table.play("honour build", "spot amphitheatre-A1")
    assert table.s.ender == 0  # the fifteenth element
    assert (table.s.influence[0], table.s.coins[0], table.match.scores()[0]) == (0, 25, 10)


@pytest.mark.rule("PN-I4")
def test_substitutes_stay_and_are_building_cards_in_every_respect():
    table = given(influence=2).open_honours("substitute-basilica").play("honour substitute-basilica")
    assert table.s.substitutes[0].tolist() == [0, 1, 0, 0]
    assert table.match.view(0)["seats"][0]["building_cards"]["basilica"] == 1
    table = given(influence=2).open_honours("final-30").give_cards(0, "amphitheatre-red", "city-wall-red", "porta-nigra-red")
    assert table.why_not("honour final-30") == "PN-I5"
    table.s.substitutes[0, 1] = 1
    table.refresh().play("honour final-30")
    assert table.s.substitutes[0].sum() == 0
    assert table.s.building_cards[0] == 0


@pytest.mark.rule("PN-I5")
def test_final_scoring_cards_cost_cards_from_the_play_area():
    table = given(influence=2).open_honours("final-30")
    table.give_cards(0, "amphitheatre-red", "amphitheatre-blue", "basilica-red", "city-wall-red")
    assert table.why_not("honour final-30") == "PN-I5"  # of three buildings only
    table.give_cards(0, "porta-nigra-white").play("honour final-30")
    assert table.s.final_cards[0].tolist() == [1, 0, 0]
    assert int(table.s.building_cards[0]).bit_count() == 1  # one amphitheatre card is left
    for kind, before, after in (("final-42", [1, 0, 0], [0, 1, 0]), ("final-56", [0, 1, 0], [0, 0, 1])):
        table = given(influence=2).open_honours(kind)
        assert table.why_not(f"honour {kind}") == "PN-I5"
        table.s.final_cards[0] = [1 - held for held in before]
        assert table.refresh().why_not(f"honour {kind}") == "PN-I5"  # another final scoring card will not do
        table.s.final_cards[0] = before
        table.refresh().play(f"honour {kind}")
        assert table.s.final_cards[0].tolist() == after


@pytest.mark.rule("PN-I6")
def test_the_porta_nigra_brick_goes_on_an_own_element_below_eight():
    table = given(influence=1).open_honours("porta-nigra-brick")
    assert table.why_not("honour porta-nigra-brick") == "PN-I6"  # no element
    table.element("porta-nigra-1", seat=0, bricks=5).element("porta-nigra-2", seat=0, bricks=8).element("porta-nigra-3", seat=1, bricks=3)
    table.element("amphitheatre-A1", seat=0, bricks=3).open_buildings("porta-nigra-black")
    romans = int(table.s.romans[0])
    table.play("honour porta-nigra-brick")
    assert table.legal() == ["spot porta-nigra-1"]
    assert table.why_not("spot porta-nigra-3") == "PN-I6"
    assert table.why_not("spot amphitheatre-A1") == "PN-I6"
    built = int(table.s.built[0, 3])
    table.play("spot porta-nigra-1")
    assert table.s.height[SPOTS.index("porta-nigra-1")] == 6
    assert (table.s.reserve, table.match.scores()[0], table.s.coins[0], table.s.builder[0]) == (59, 0, 20, 0)  # no points, no way
    assert table.s.built[0, 3] == built + 1
    assert table.s.romans[0] == romans  # 13 to 14 bricks: no reward, and no Roman used
    assert table.s.building_cards[0] == 0


@pytest.mark.rule("PN-I6")
def test_the_porta_nigra_brick_brings_the_reward_if_it_is_due_and_needs_a_reserve_brick():
    table = given(influence=1).open_honours("porta-nigra-brick").element("porta-nigra-1", seat=0, bricks=5)
    table.play("honour porta-nigra-brick", "spot porta-nigra-1")
    assert (table.s.influence[0], table.s.romans[0]) == (1, 6)
    table = given(influence=1, romans=1, romans_in_reserve=1).open_honours("porta-nigra-brick").element("porta-nigra-1", seat=0, bricks=3)
    assert table.play("honour porta-nigra-brick", "spot porta-nigra-1").s.ender == EMPTY  # fourteen elements, and no fifteenth
    table = given(influence=1, reserve=0).open_honours("porta-nigra-brick").element("porta-nigra-1", seat=0, bricks=5)
    assert table.why_not("honour porta-nigra-brick") == "PN-I6"


@pytest.mark.rule("PN-I7")
@pytest.mark.parametrize(
    ("name", "field", "gain"),
    [
        ("coins-6", "coins", 6),
        ("coins-12", "coins", 12),
        ("torches-2", "torches", 2),
        ("torches-4", "torches", 4),
        ("romans-1", "romans", 1),
        ("romans-3", "romans", 3),
    ],
)
def test_cards_that_pay(name, field, gain):
    table = given(influence=3).open_honours(name)
    before = int(table.s[field][0])
    table.play(f"honour {name}")
    assert table.s[field][0] == before + gain


@pytest.mark.rule("PN-I7")
@pytest.mark.parametrize(("name", "points"), [("vp-5", 5), ("vp-9", 9), ("vp-14", 14)])
def test_cards_that_score(name, points):
    table = given(influence=3).open_honours(name).play(f"honour {name}")
    assert table.match.sheet()[0]["honour_cards"] == points


@pytest.mark.rule("PN-I7")
@pytest.mark.parametrize(
    ("name", "bricks"),
    [
        ("bricks-KK", [2, 0, 0, 0, 0]),
        ("bricks-B", [0, 1, 0, 0, 0]),
        ("bricks-R", [0, 0, 1, 0, 0]),
        ("bricks-YK", [1, 0, 0, 1, 0]),
        ("bricks-WB", [0, 1, 0, 0, 1]),
    ],
)
def test_cards_that_give_bricks_from_the_reserve(name, bricks):
    table = given(influence=3).open_honours(name).play(f"honour {name}")
    assert table.s.bricks[0].tolist() == bricks
    assert table.s.reserve == 60 - sum(bricks)


@pytest.mark.rule("PN-I7")
def test_the_card_that_builds_builds_now():
    table = given(influence=1, bricks="K").open_honours("build").play("honour build")
    assert table.legal() == ["spot amphitheatre-C1"]
    assert table.play("spot amphitheatre-C1").match.scores()[0] == 1


@pytest.mark.rule("PN-I7")
def test_with_too_few_bricks_the_printed_order_holds_and_without_any_effect_no_sale():
    table = given(influence=3, reserve=1).open_honours("bricks-WB").play("honour bricks-WB")
    assert table.s.bricks[0].tolist() == [0, 0, 0, 0, 1]
    table = given(influence=3, reserve=1).open_honours("bricks-YK").play("honour bricks-YK")
    assert table.s.bricks[0].tolist() == [0, 0, 0, 1, 0]
    assert given(influence=3, reserve=0).open_honours("bricks-B").why_not("honour bricks-B") == "PN-I7"
    assert given(influence=3, romans_in_reserve=0).open_honours("romans-3").why_not("honour romans-3") == "PN-I7"
    table = given(influence=3, romans_in_reserve=2).open_honours("romans-3").play("honour romans-3")
    assert table.s.romans[0] == 7
    assert honours(given(influence=3, romans_in_reserve=0, reserve=0).open_honours("vp-5", "romans-1")) == ["honour vp-5"]
