"""PN-A: the master builder, the card, torches, the end of a turn."""

import pytest

import triumvir
from games.porta_nigra.position import GAME, given
from triumvir.kernel.state import EMPTY

# Action cards of the box: 1: ? ? build coins5 (3)   2: K R W build influence (3)   3: B Y build torch coins3 (3)
# 4: K Y build influence coins4 (3)   5: R build coins4 (2)   6: W build torch (2)   7: B influence influence coins5 (2)


@pytest.mark.rule("PN-A1")
def test_the_builder_is_placed_first_for_free_after_the_refill():
    match = GAME.new(2, 8)
    seat = match.seat
    assert [match.notation(a) for a in match.legal()] == ["place amphitheatre", "place basilica", "place porta-nigra", "place city-wall"]
    assert match.states[0].shops.sum() >= 14
    assert match.why_not("torch to coin") == "PN-A1"
    match.play("place porta-nigra")
    assert match.seat == seat
    assert match.states[0].coins[seat] == 20
    assert match.why_not("place basilica") == "PN-A1"
    assert match.states[0].builder[1 - seat] == EMPTY
    assert given(card=5).play("end turn").match.view(1)["phase"] == "act"  # on later turns he stands where he stood


@pytest.mark.rule("PN-A2")
def test_exactly_one_card_from_the_hand_is_played():
    table = given()
    table.s.hand[0] = (2, 4)
    table.refresh()
    assert [move for move in table.legal() if move.startswith("card")] == ["card 3", "card 5"]
    assert table.why_not("end turn") == "PN-A2"
    assert table.why_not("card 1") == "PN-A2"
    assert table.why_not("buy black") == "PN-A2"
    table.play("card 3")
    assert table.s.hand[0].tolist() == [4, EMPTY]
    assert table.why_not("card 5") == "PN-A2"
    assert table.may("end turn")


@pytest.mark.rule("PN-A3")
def test_as_many_actions_as_torches_only_icons_on_the_card_each_once_in_any_order():
    table = given(card=5)
    assert table.s.actions_left == 2
    assert table.why_not("take torch") == "PN-A3"
    assert table.why_not("take influence") == "PN-A3"
    table.play("take coins")
    assert table.s.coins[0] == 24
    assert table.why_not("take coins") == "PN-A3"
    table.play("buy red")
    assert table.s.actions_left == 0
    assert table.may("end turn")
    assert given(card=5).play("end turn").match.seat == 1  # all of it is optional


@pytest.mark.rule("PN-A4")
def test_a_torch_token_pays_for_one_more_action_after_those_of_the_card():
    table = given(card=3, torches=1, bricks="Y")
    table.play("take coins", "buy blue", "buy yellow")
    assert (table.s.actions_left, table.s.torches[0]) == (0, 1)
    assert table.may("build")
    table.play("build", "spot amphitheatre-C4")
    assert table.s.torches[0] == 0
    assert table.why_not("take torch") == "PN-A4"
    table = given(card=5, torches=3).play("take coins", "buy red")
    assert table.why_not("take coins") == "PN-A3"  # a token needs a free icon
    table = given(card=4, torches=2, bricks="K").play("take coins", "buy black", "buy yellow", "take influence")
    assert table.s.torches[0] == 1
    assert table.play("build", "spot amphitheatre-C1").s.torches[0] == 0  # as many as there are tokens


@pytest.mark.rule("PN-A5")
def test_influence_actions_before_the_card_and_after_it_but_one_honour_card_a_turn():
    table = given(influence=9).open_honours("coins-6", "vp-5", "torches-2")
    table.play("influence roman", "honour coins-6", "influence roman")
    assert table.why_not("honour vp-5") == "PN-A5"
    card = next(move for move in table.legal() if move.startswith("card"))
    table.play(card)
    table.s.actions_left = 0
    table.refresh().play("influence roman")
    assert table.s.romans[0] == 8
    assert table.why_not("honour vp-5") == "PN-A5"
    table = given(card=5, influence=1).open_honours("coins-6")
    assert table.may("honour coins-6")


@pytest.mark.rule("PN-A6")
def test_at_the_end_of_a_turn_the_card_is_discarded_and_one_is_drawn():
    table = given()
    table.s.hand[0], table.s.deck[0], table.s.deck_left[0] = (0, 4), [6, 2, *[EMPTY] * 6], 2
    table.refresh().play("card 1", "end turn")
    assert table.s.hand[0].tolist() == [2, 4]
    assert table.s.deck_left[0] == 1
    assert table.s.discards[0] == 1
    table = given()
    table.s.hand[0], table.s.deck[0], table.s.deck_left[0] = (0, 4), EMPTY, 0
    table.refresh().play("card 1", "end turn")
    assert table.s.hand[0].tolist() == [4, EMPTY]  # with an empty deck the hand shrinks
    table = given()
    table.s.hand[0], table.s.deck[0], table.s.deck_left[0] = (4, EMPTY), EMPTY, 0
    assert table.refresh().why_not("end turn") == "PN-A2"  # the last card must be played
    assert table.legal()[0] == "card 5"
    assert not table.may("end turn")
    table = given(card=5, torches=2, bricks="R").play("take coins", "buy red", "build", "spot amphitheatre-C3", "end turn")
    assert table.s.torches[0] == 1  # the token that was spent is gone


@pytest.mark.rule("PN-A7")
def test_torches_to_coins_takes_actions_of_the_card_first_and_covers_no_icon():
    table = given(card=5, torches=1)
    table.play("torch to coin", "torch to coin")
    assert (table.s.coins[0], table.s.actions_left, table.s.torches[0], table.s.icons_used) == (22, 0, 1, 0)
    table.play("torch to coin")
    assert (table.s.coins[0], table.s.torches[0]) == (23, 0)
    assert table.why_not("torch to coin") == "PN-A7"


@pytest.mark.rule("PN-A7")
def test_actions_left_over_become_sesterces_at_the_end_of_the_turn():
    table = given(card=1).play("take coins", "end turn")
    assert table.s.coins[0] == 20 + 5 + 2


@pytest.mark.rule("PN-A8")
def test_nothing_comes_between_the_parts_of_an_action():
    table = given(card=5, influence=4, torches=1, bricks="RRR")
    table.play("build")
    for move in ("torch to coin", "influence roman", "end turn", "take coins"):
        assert table.why_not(move) == "PN-A8"
    table.play("spot porta-nigra-5")  # nor between spot and height
    for move in ("torch to coin", "influence roman", "end turn", "spot amphitheatre-A3"):
        assert table.why_not(move) == "PN-A8"
    table = given(card=5, influence=4, torches=1).open_honours("porta-nigra-brick").element("porta-nigra-1", seat=0, bricks=3)
    table.play("honour porta-nigra-brick")  # nor inside an honour card
    for move in ("torch to coin", "influence roman", "end turn", "take coins"):
        assert table.why_not(move) == "PN-A8"
    table = given(torches=1, influence=2)  # but they come before the card too
    assert table.may("torch to coin")
    assert table.may("influence roman")


@pytest.mark.rule("PN-A9")
def test_tokens_won_in_a_turn_may_be_spent_in_it():
    table = given(card=6, bricks="WW")  # W build torch, two actions
    table.play("take torch", "buy white")
    assert (table.s.torches[0], table.s.actions_left) == (1, 0)
    table.play("build", "spot basilica-B5")
    assert table.s.torches[0] == 0
    table = given(card=7).open_honours("vp-5")
    assert table.why_not("honour vp-5") == "PN-I1"
    table.play("take influence", "honour vp-5")
    assert table.s.score[0] == 5


@pytest.mark.rule("PN-A10")
def test_an_action_is_offered_only_if_it_can_be_carried_out():
    assert given(card=5).why_not("build") == "PN-A10"  # no bricks
    assert given(card=5, bricks="K", coins=0, builder="basilica").why_not("build") == "PN-A10"  # a spot for one black is out of reach
    assert given(card=5, bricks="K", coins=0).may("build")
    assert given(influence=2).why_not("influence build") == "PN-A10"
    assert given(influence=1).open_honours("build").why_not("honour build") == "PN-A10"
    # what an action yields does not pay for it: the reward of 5 sesterces comes too late for the way
    table = given(card=5, bricks="RR", coins=0, builder="porta-nigra")
    table.s.built[0, 0] = 1
    assert table.why_not("build") == "PN-A10"
    # nor does the influence token that the sixth brick in the Porta Nigra brings pay for the card with that brick
    table = given(influence=0).open_honours("porta-nigra-brick").element("porta-nigra-1", seat=0, bricks=5)
    assert table.why_not("honour porta-nigra-brick") == "PN-I1"


@pytest.mark.rule("PN-A11")
def test_two_influence_icons_cost_two_actions():
    table = given(card=7)
    table.play("take influence")
    assert (table.s.influence[0], table.s.actions_left) == (1, 1)
    table.play("take influence")
    assert (table.s.influence[0], table.s.actions_left) == (2, 0)
    table.s.torches[0] = 1
    assert table.refresh().why_not("take influence") == "PN-A3"


def test_of_two_coin_icons_the_richer_is_used_first(tmp_path):
    box = tmp_path / "box.toml"
    box.write_text(GAME.original_box.read_text().replace('icons = ["R", "build", "coins4"]', 'icons = ["coins3", "build", "coins5"]'))
    table = given(card=5, box=box).play("take coins")
    assert table.s.coins[0] == 25
    table.play("take coins")
    assert table.s.coins[0] == 28
    assert triumvir.game("porta_nigra").box.digest != table.match.game.box.digest
