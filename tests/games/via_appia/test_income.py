"""VA-T and VA-I: choosing an action, and income."""

import pytest

from games.via_appia.position import given, letters, light_box


@pytest.mark.rule("VA-T1")
def test_a_turn_is_exactly_one_of_four_actions():
    table = given(stones="S", cart="S", road="A1", coins=5)
    kinds = {move.split()[0] for move in table.legal()}
    assert kinds == {"income", "push", "build", "travel"}
    table.play("travel A1")
    assert table.match.seat == 1
    table = given(stones="S", cart="SS", road="A1").play("build A3")
    assert table.match.seat == 1  # no other space for a small tile: the action is over


@pytest.mark.rule("VA-T1")
def test_an_action_once_begun_is_not_mixed_with_another():
    table = given(stones="SS", cart="SS", road="A1 A2", coins=5).play("build A3")
    assert table.match.seat == 0
    for move in ("push small", "travel A1", table.match.notation(0)):
        assert table.why_not(move) == "VA-T1"
    assert table.may("done")
    table = given(stones="S", cart="S").play("push small")
    assert table.why_not("build A1") == "VA-T1"


@pytest.mark.rule("VA-T1")
def test_there_is_no_passing_and_income_is_always_possible():
    table = given(coins=0)
    assert table.why_not("done") == "VA-T1"
    assert table.legal() == table.legal("income") != []


@pytest.mark.rule("VA-I1")
def test_a_card_gives_its_sesterces_or_its_stones_and_is_turned_over():
    table = given(coins=1).opened("4+SM", "3+SS#1", "2+L", "1+ML", "3+L")
    table.play("income coins 4+SM")
    assert (table.s.coins[0], table.s.stones[0].sum()) == (5, 0)
    table.s.stones[1] = 0
    table.play("income stones 1+ML")
    assert table.s.stones[1].tolist() == letters("ML")
    assert table.s.turned[:5].tolist() == [1, 0, 0, 1, 0]
    assert table.why_not("income both 4+SM") == "VA-I1"


@pytest.mark.rule("VA-I1")
def test_stones_come_from_the_storage():
    table = given().opened("1+SMM", "2+L", "3+L", "4+SS")
    before = table.s.storage.tolist()
    table.play("income stones 1+SMM")
    assert table.s.stones[0].tolist() == letters("SMM")
    assert table.s.storage.tolist() == [before[0] - 1, before[1] - 2, before[2]]
    assert table.s.coins[0] == 10


@pytest.mark.rule("VA-I1")
def test_a_card_in_the_pile_cannot_be_chosen():
    table = given().opened("4+SM", "3+SS#1", "2+L", "1+ML")
    assert table.why_not("income coins 3+SSS") == "VA-I1"


@pytest.mark.rule("VA-I2")
def test_with_four_open_cards_one_half_and_with_three_both():
    table = given().opened("4+SM", "3+SS#1", "2+L", "1+ML")
    assert table.why_not("income both 4+SM") == "VA-I2"
    table.play("income coins 1+ML")
    table.s.stones[1], table.s.coins[1] = 0, 0
    assert table.why_not("income coins 4+SM") == "VA-I2"
    assert table.why_not("income stones 4+SM") == "VA-I2"
    table.play("income both 4+SM")
    assert (table.s.stones[1].tolist(), table.s.coins[1]) == (letters("SM"), 4)


@pytest.mark.rule("VA-I3")
def test_the_last_card_brings_a_push_token_and_never_a_second():
    table = given().opened("4+SM", "2+L").play("income both 4+SM")
    assert table.s.push_token.tolist() == [0, 0, 0, 0]
    table.play("income both 2+L")
    assert table.s.push_token.tolist() == [0, 1, 0, 0]
    table = given(push_token=1).opened("4+SM").play("income both 4+SM")
    assert table.s.push_token[0] == 1


@pytest.mark.rule("VA-I6")
def test_whoever_has_a_push_token_still_gets_both_halves_of_the_last_card():
    table = given(push_token=1, coins=0).opened("4+SM").play("income both 4+SM")
    assert (table.s.coins[0], table.s.stones[0].tolist(), table.s.push_token[0]) == (4, letters("SM"), 1)


@pytest.mark.rule("VA-I4")
def test_after_the_last_card_seven_new_ones_and_a_new_pile(tmp_path):
    orders, box = set(), light_box(tmp_path)
    for seed in range(20):
        table = given(seed=seed, box=box).opened("4+SM")
        used, pile = set(table.s.display.tolist()), table.s.pile[:9].tolist()
        table.play("income both 4+SM")
        s = table.s
        assert set(s.display.tolist()) == set(pile[2:])  # the seven on top
        assert s.turned.sum() == 0
        assert s.pile_left == 9
        assert set(s.pile[:9].tolist()) == used | set(pile[:2])
        orders.add(tuple(s.pile[:9].tolist()))
    assert len(orders) == 20


@pytest.mark.rule("VA-I5")
def test_in_a_shortage_everybody_first_returns_half_of_that_size_rounded_down():
    table = given(players=3, stones="SSSSSMM").opened("3+SSS", "4+SM", "2+L", "3+L")
    table.s.stones[1], table.s.stones[2], table.s.storage[:] = letters("SSSM"), letters("SMMM"), [2, 5, 1]
    in_quarry = table.s.discs
    table.play("income stones 3+SSS")
    assert table.s.stones[:3].tolist() == [letters("SSSMM" + "SSS"), letters("SSM"), letters("SMMM")]
    assert table.s.storage.tolist() == [2 + 2 + 1 - 3, 5, 1]
    assert table.s.discs == in_quarry


@pytest.mark.rule("VA-I5")
def test_no_shortage_while_the_storage_has_enough():
    table = given(stones="SSSS").opened("3+SSS", "4+SM", "2+L", "3+L")
    table.s.storage[0] = 3
    table.play("income stones 3+SSS")
    assert table.s.stones[0, 0] == 7
    assert table.s.storage[0] == 0


@pytest.mark.rule("VA-I5")
def test_what_is_still_missing_after_the_return_is_lost():
    table = given(stones="S").opened("3+SSS", "4+SM", "2+L", "3+L")
    table.s.storage[0] = 0
    table.s.stones[1] = letters("SSS")
    table.play("income stones 3+SSS")
    assert table.s.stones[:2, 0].tolist() == [2, 2]
    assert table.s.storage[0] == 0


@pytest.mark.rule("VA-I5")
def test_each_size_of_a_card_has_its_own_shortage():
    table = given(stones="SSMM").opened("1+ML", "4+SM", "2+L", "3+L")
    table.s.storage[:] = [9, 0, 0]
    table.s.stones[1] = letters("LL")
    table.play("income stones 1+ML")
    assert table.s.stones[0].tolist() == letters("SSMML")
    assert table.s.stones[1].tolist() == letters("L")
    assert table.s.storage.tolist() == [9, 0, 0]


@pytest.mark.rule("VA-I5")
def test_sesterces_alone_cause_no_shortage():
    table = given(stones="SSSS").opened("3+SSS", "4+SM", "2+L", "3+L")
    table.s.storage[0] = 0
    table.play("income coins 3+SSS")
    assert table.s.stones[0, 0] == 4
