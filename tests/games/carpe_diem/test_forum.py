"""The forum phase: who goes when, what is paid, owned and won."""

import pytest

from games.carpe_diem.table import CELLS, PLACES, Table, random_match
from triumvir.games.carpe_diem.state import CHOOSE_BREAD, CHOOSE_CARD, CHOOSE_PLACE, CHOOSE_SETS, MOVE

FISH_3 = ("A", {"fish": 3}, {"vp": 7})
HERB_2 = ("A", {"herb": 2}, {"vp": 4})
ONE_OF_EACH = ("B", {"fish": 1, "herb": 1, "grape": 1, "chicken": 1}, {"vp": 8})
CHIMNEYS_2 = ("C", {"chimney": 2}, {"bread": 1})
CHIMNEYS_3 = ("C", {"chimney": 3}, {"coin": 1, "prestige": 1})
VILLA = ("C", {"villa": 1}, {"vp": 3})
VILLAS_2 = ("C", {"villa": 2}, {"coin": 1, "bread": 1, "prestige": 1})
MERCHANT = ("D", {"merchant": 1}, {"vp": 3})
POND_GARDEN = ("D", {"pond": 1, "garden": 1}, {"vp": 7})
LANDSCAPES_3 = ("D", {"any_landscape": 3}, {"coin": 1, "bread": 1})
DWELLINGS_2 = ("D", {"any_dwelling": 2}, {"vp": 3})
BAKERIES_2 = ("D", {"bakery": 2}, {"vp": 3})


def forum(first, second, players=2):
    """Seat 0 is in the forum; the cards lie on b2 and b3, and all other seats have gone."""
    t = Table(players)
    t.in_forum(t.card(*first), t.card(*second))
    return t


@pytest.mark.rule("CD-F1", "CD-X10")
def test_the_farthest_goes_first_and_of_two_on_one_space_the_upper():
    t = Table(4)
    t.s.round_no, t.s.seat = 7, 3
    t.only_blueprints()
    t.prestige(6, 9, 4, 6)  # seat 3 lies on seat 0
    t.lay("c3", "market", seat=3)
    t.hold("PGGG", seat=3)
    t.play("store")
    assert t.s.phase == CHOOSE_PLACE
    assert t.s.forum_order.tolist() == [1, 3, 0, 2]
    assert t.s.seat == 1


@pytest.mark.rule("CD-F1")
def test_the_order_stays_when_markers_move():
    t = Table(2)
    t.s.round_no, t.s.seat = 7, 1
    t.only_blueprints()
    t.prestige(4, 5)
    t.s.chimneys[:2] = 9
    t.s.forum[CELLS.index("b2")] = t.card(*CHIMNEYS_3)
    t.lay("c3", "market", seat=1)
    t.hold("PGGG", seat=1)
    t.play("store", "forum b2-b3", "first b2")
    while t.s.seat == 1:
        t.play(t.legal()[0])
    assert t.s.prestige[1] >= 8
    assert t.s.forum_order[:2].tolist() == [1, 0]
    assert (t.s.seat, t.s.phase) == (0, CHOOSE_PLACE)


@pytest.mark.rule("CD-F2")
@pytest.mark.parametrize(("players", "places"), [(2, 9), (3, 13), (4, 17)])
def test_there_is_one_place_more_than_markers(players, places):
    for states, action in random_match(players, 7):
        s = states[0]
        if s.phase == CHOOSE_PLACE:
            t = Table(players)
            t.states = states
            assert len(t.legal()) == places - (s.marker >= 0).sum()
        if action < 0:
            assert (s.marker >= 0).sum() == 4 * players == places - 1
            assert [(s.marker == seat).sum() for seat in range(players)] == [4] * players


@pytest.mark.rule("CD-F2")
def test_a_marker_goes_between_two_neighbouring_cards():
    t = forum(HERB_2, MERCHANT)
    assert t.legal() == [f"forum {place}" for place in ("a2-b2", "b2-c2", "a3-b3", "b3-c3", "b1-b2", "a2-a3", "b2-b3", "c2-c3", "b3-b4")]
    assert t.against("forum a1-b1") == "CD-F2"  # no card on a1 with two players
    t.play("forum b2-b3")
    assert t.s.marker[PLACES.index("b2-b3")] == 0


@pytest.mark.rule("CD-F2", "CD-F10")
def test_markers_block_their_place_for_everybody():
    t = forum(HERB_2, MERCHANT)
    t.s.marker[PLACES.index("b2-b3")] = 0
    assert t.against("forum b2-b3") == "CD-F2"  # the own marker blocks too
    t.s.marker[PLACES.index("b2-b3")] = 1
    assert t.against("forum b2-b3") == "CD-F2"
    assert t.against("forum b1-b2") is None


@pytest.mark.rule("CD-F3")
def test_the_player_chooses_which_card_comes_first():
    t = forum(CHIMNEYS_3, HERB_2)
    t.play("forum b2-b3")
    assert t.s.phase == CHOOSE_CARD
    assert t.legal() == ["first b2", "first b3"]
    assert t.against("first b1") == "CD-F3"


@pytest.mark.rule("CD-F3", "CD-F11")
def test_the_first_card_pays_for_the_second():
    t = forum(CHIMNEYS_3, HERB_2)
    t.s.chimneys[0] = 6
    t.play("forum b2-b3", "first b2")
    assert t.held() == {"coin": 2}
    assert t.legal() == ["sets 0", "sets 1"]
    t.play("sets 1")
    assert (t.points("forum"), t.held()) == (4, {})
    t = forum(CHIMNEYS_3, HERB_2)
    t.s.chimneys[0] = 6
    t.play("forum b2-b3", "first b3")  # the other way round the herbs cannot be paid
    assert (t.points("penalties"), t.held()) == (-4, {"coin": 2})


@pytest.mark.rule("CD-F4")
def test_goods_are_paid_for_as_many_sets_as_wanted():
    for sets, left, points in ((0, {"fish": 7}, -4), (1, {"fish": 4}, 7), (2, {"fish": 1}, 14)):
        t = forum(FISH_3, VILLA)
        t.goods(fish=7)
        t.play("forum b2-b3", "first b2")
        assert t.legal() == ["sets 0", "sets 1", "sets 2"]
        assert t.against("sets 3") == "CD-F4"
        t.play(f"sets {sets}")
        assert t.held() == left
        assert t.points("forum") + (t.points("penalties") + 4) == points  # the villa card fails


@pytest.mark.rule("CD-F4", "CD-F12")
def test_coins_stand_in_for_goods_and_goods_go_first():
    t = forum(FISH_3, VILLA)
    t.goods(fish=4, herb=5)
    t.s.coins[0] = 3
    t.play("forum b2-b3", "first b2")
    assert t.legal() == ["sets 0", "sets 1", "sets 2"]
    t.play("sets 2")
    assert t.held() == {"herb": 5, "coin": 1}
    t = forum(FISH_3, VILLA)
    t.goods(fish=4)
    t.s.coins[0] = 3
    t.play("forum b2-b3", "first b2", "sets 1")
    assert t.held() == {"fish": 1, "coin": 3}


@pytest.mark.rule("CD-F4")
def test_coins_alone_will_do():
    t = forum(ONE_OF_EACH, VILLA)
    t.s.coins[0] = 9
    t.play("forum b2-b3", "first b2", "sets 2")
    assert (t.held(), t.points("forum")) == ({"coin": 1}, 16)


@pytest.mark.rule("CD-F5", "CD-F7")
def test_what_is_owned_counts_by_itself_and_is_kept():
    t = forum(MERCHANT, BAKERIES_2)
    t.has(merchant=2, bakery=5)
    t.play("forum b2-b3", "first b2")
    assert (t.points("forum"), t.points("penalties")) == (6 + 6, 0)
    assert t.completed() == {"merchant": 2, "bakery": 5}
    assert t.s.phase == MOVE  # nothing was asked, and the phase is over


@pytest.mark.rule("CD-F6")
def test_three_bread_are_one_more_set_of_either_card_as_often_as_paid():
    t = forum(MERCHANT, HERB_2)
    t.has(merchant=1)
    t.s.bread[0] = 10
    t.play("forum b2-b3", "first b2")
    assert t.legal() == ["bread 0", "bread 1", "bread 2", "bread 3"]
    assert t.against("bread 4") == "CD-F6"
    t.play("bread 2")
    assert (t.points("forum"), t.held()) == (9, {"bread": 4})
    assert t.legal() == ["bread 0", "bread 1"]  # no herb, so sets are not asked
    t.play("bread 1")
    assert (t.points("forum"), t.held()) == (13, {"bread": 1})


@pytest.mark.rule("CD-F7")
def test_the_reward_comes_once_for_each_set():
    t = forum(VILLAS_2, VILLA)
    t.has(villa=5)
    t.prestige(3, 5)
    t.play("forum b2-b3", "first b2")
    assert t.held() == {"coin": 2, "bread": 2}
    assert t.bar(0) == (5, 1)
    assert t.points("forum") == 15


@pytest.mark.rule("CD-F7", "CD-B2")
def test_forum_steps_beyond_the_bar_are_points():
    t = forum(CHIMNEYS_3, VILLA)
    t.s.chimneys[0] = 15
    t.prestige(18, 0)
    t.play("forum b2-b3", "first b2")
    assert (t.points("prestige_overflow"), t.s.prestige[0]) == (3, 20)


@pytest.mark.rule("CD-F8", "CD-X6")
def test_two_fish_for_a_card_of_three_lose_four_points():
    t = forum(FISH_3, VILLA)
    t.has(villa=1)
    t.goods(fish=2)
    t.s.bread[0] = 2
    t.play("forum b2-b3", "first b2")
    assert (t.points("penalties"), t.points("forum")) == (-4, 3)
    assert t.held() == {"fish": 2, "bread": 2}


@pytest.mark.rule("CD-F8", "CD-F10")
def test_both_cards_fail_and_the_score_falls_below_zero():
    t = forum(FISH_3, VILLA)
    t.s.score[0] = t.s.sheet[0, 0] = 3
    t.play("forum b2-b3", "first b3")
    assert t.s.score[0] == -5
    assert t.points("penalties") == -8
    assert t.s.marker[PLACES.index("b2-b3")] == 0


@pytest.mark.rule("CD-F8")
def test_declining_to_pay_loses_points_too():
    t = forum(HERB_2, VILLA)
    t.has(villa=1)
    t.goods(herb=2)
    t.s.bread[0] = 3
    t.play("forum b2-b3", "first b2", "sets 0", "bread 0")
    assert t.points("penalties") == -4
    assert t.held() == {"herb": 2, "bread": 3}


@pytest.mark.rule("CD-F10")
def test_there_is_no_passing_in_the_forum():
    t = forum(FISH_3, VILLA)
    assert all(move.startswith("forum") for move in t.legal())


@pytest.mark.rule("CD-F11")
def test_a_cards_own_reward_buys_no_further_set_of_it():
    t = forum(CHIMNEYS_2, VILLA)
    t.s.chimneys[0] = 6
    t.play("forum b2-b3", "first b2")  # 3 bread: enough for a set, but not of this card
    assert t.s.cell == CELLS.index("b3")
    assert t.held() == {"bread": 3}
    assert t.legal() == ["bread 0", "bread 1"]
    t.play("bread 1")
    assert t.points("forum") == 3


@pytest.mark.rule("CD-F11")
def test_one_card_is_finished_before_the_other():
    t = forum(FISH_3, HERB_2)
    t.goods(fish=3, herb=2)
    t.s.bread[0] = 3
    t.play("forum b2-b3", "first b2")
    assert (t.s.phase, t.s.cell) == (CHOOSE_SETS, CELLS.index("b2"))
    t.play("sets 1")
    assert (t.s.phase, t.s.cell) == (CHOOSE_BREAD, CELLS.index("b2"))
    assert t.points("forum") == 0
    t.play("bread 0")
    assert t.points("forum") == 7
    assert (t.s.phase, t.s.cell) == (CHOOSE_SETS, CELLS.index("b3"))


@pytest.mark.rule("CD-F12")
def test_bread_and_goods_do_not_mix_in_one_set():
    t = forum(FISH_3, VILLA)
    t.goods(fish=2)
    t.s.bread[0] = 2
    t.play("forum b2-b3", "first b2")
    assert t.points("penalties") == -8


@pytest.mark.rule("CD-F12", "CD-F5")
def test_a_green_card_asks_only_for_bread():
    t = forum(VILLA, MERCHANT)
    t.has(villa=2)
    t.goods(fish=5)
    t.s.coins[0], t.s.bread[0] = 5, 3
    t.play("forum b2-b3", "first b2")
    assert t.legal() == ["bread 0", "bread 1"]
    assert t.against("sets 1") == "CD-F4"


@pytest.mark.rule("CD-F9")
def test_chimneys_count_in_open_villas_but_villas_do_not():
    t = Table()
    t.lay("c3", "RRGR2")
    t.lay("c4", "RGGG1", "s")
    t.in_forum(t.card(*CHIMNEYS_3), t.card(*VILLA))
    t.play("forum b2-b3", "first b2")
    assert t.held() == {"coin": 1}
    assert t.points("penalties") == -4


@pytest.mark.rule("CD-F9")
def test_any_counts_all_kinds_together():
    t = forum(LANDSCAPES_3, DWELLINGS_2)
    t.has(pond=1, garden=1, vineyard=1, farmyard=3, merchant=1, craftsman=1, granary=1, administrator=2, villa=4, market=3)
    t.play("forum b2-b3", "first b2")
    assert t.held() == {"coin": 2, "bread": 2}
    assert t.points("forum") == 6  # five dwellings; villas are none


@pytest.mark.rule("CD-F9")
def test_the_scarcest_thing_decides():
    t = forum(POND_GARDEN, MERCHANT)
    t.has(pond=5, garden=2)
    t.play("forum b2-b3", "first b2")
    assert t.points("forum") == 14


@pytest.mark.rule("CD-F9", "CD-T5")
def test_stored_tiles_count_for_nothing_in_the_forum():
    t = Table()
    t.lay("c3", "market")
    t.hold("RGGG2")
    t.play("store")
    t.in_forum(t.card(*CHIMNEYS_2), t.card(*BAKERIES_2))
    t.play("forum b2-b3", "first b2")
    assert t.points("penalties") == -8


@pytest.mark.rule("CD-X3")
def test_four_chimneys_and_three_bread_are_three_sets():
    t = forum(CHIMNEYS_2, VILLA)
    t.s.chimneys[0], t.s.bread[0] = 4, 3
    t.play("forum b2-b3", "first b2", "bread 1")
    assert t.held() == {"bread": 3}  # three sets, three bread won


@pytest.mark.rule("CD-X4")
def test_seven_chimneys_on_both_chimney_cards():
    t = forum(CHIMNEYS_2, CHIMNEYS_3)
    t.s.chimneys[0] = 7
    t.play("forum b2-b3", "first b2")
    assert t.held() == {"bread": 3}
    t.play("bread 0")
    assert t.held() == {"bread": 3, "coin": 2}
    assert t.bar(0)[0] == 2


@pytest.mark.rule("CD-X5")
def test_bread_goods_and_coins_make_three_sets_of_one_of_each():
    t = forum(ONE_OF_EACH, VILLA)
    t.goods(fish=2, herb=2, chicken=1)
    t.s.coins[0], t.s.bread[0] = 3, 3
    t.play("forum b2-b3", "first b2")
    assert t.legal() == ["sets 0", "sets 1", "sets 2"]
    t.play("sets 2", "bread 1")
    assert (t.points("forum"), t.held()) == (24, {})


@pytest.mark.rule("CD-X7")
def test_seven_landscapes_with_two_ponds_and_a_garden():
    t = forum(POND_GARDEN, LANDSCAPES_3)
    t.has(pond=2, garden=1, vineyard=1, farmyard=3)
    t.play("forum b2-b3", "first b2")
    assert (t.points("forum"), t.held()) == (7, {"coin": 2, "bread": 2})
