"""PN-C: building elements, cards and rewards."""

import pytest

import triumvir
from games.porta_nigra.position import GAME, SPOTS, building_card, given
from triumvir.kernel.state import EMPTY


@pytest.mark.rule("PN-C1")
def test_one_element_on_an_empty_spot_where_the_builder_stands_after_moving():
    table = given(card=5, bricks="KKKK", influence=2).element("amphitheatre-C1", seat=1, bricks=1)
    table.play("build")
    assert table.why_not("spot amphitheatre-C1") == "PN-C1"
    assert table.may("spot basilica-B1")
    table.play("spot basilica-B1")
    assert table.s.owner[SPOTS.index("basilica-B1")] == 0
    assert (table.s.builder[0], table.s.coins[0]) == (1, 19)
    assert table.why_not("spot amphitheatre-B1") == "PN-C1"  # no building action is under way any more
    assert table.play("influence build").why_not("spot basilica-B1") == "PN-C1"  # nor is it empty for its owner


@pytest.mark.rule("PN-C1")
def test_a_spot_beyond_the_purse_cannot_be_reached():
    table = given(card=5, bricks="KK", coins=1)
    table.play("build")
    assert table.may("spot basilica-B1")
    assert table.why_not("spot city-wall-A1") == "PN-B1"  # three borders


@pytest.mark.rule("PN-C2")
def test_number_and_colour_as_the_spot_shows():
    table = given(card=5, bricks="RR").play("build")
    assert table.may("spot amphitheatre-B3")
    assert table.why_not("spot amphitheatre-A3") == "PN-C2"  # three red
    assert table.why_not("spot amphitheatre-B2") == "PN-C2"  # two blue
    table.play("spot amphitheatre-B3")
    assert table.s.height[SPOTS.index("amphitheatre-B3")] == 2
    assert table.s.bricks[0].sum() == 0


@pytest.mark.rule("PN-C2")
def test_in_the_porta_nigra_the_player_chooses_three_to_eight_bricks():
    table = given(card=5, bricks="K" * 10, coins=9).play("build", "spot porta-nigra-1")
    assert table.legal() == [f"height {bricks}" for bricks in range(3, 9)]
    table = given(card=5, bricks="KKKK").play("build", "spot porta-nigra-2")
    assert table.legal() == ["height 3", "height 4"]
    assert table.why_not("height 5") == "PN-C2"
    table.play("height 4")
    assert table.s.height[SPOTS.index("porta-nigra-2")] == 4
    assert given(card=5, bricks="KK").play("build").why_not("spot porta-nigra-1") == "PN-C2"


@pytest.mark.rule("PN-C3")
def test_white_bricks_stand_in_for_any_colour_after_the_own_ones():
    table = given(card=5, bricks="RWW").play("build", "spot amphitheatre-B3")
    assert table.s.bricks[0].tolist() == [0, 0, 0, 0, 1]  # one red and one white were used
    table = given(card=5, bricks="WWW").play("build", "spot amphitheatre-A3")  # all of them white
    assert table.s.bricks[0].sum() == 0
    table = given(card=5, bricks="YYYY").play("build")
    assert table.why_not("spot amphitheatre-B5") == "PN-C2"  # yellow never stands in for white
    assert table.why_not("spot amphitheatre-B3") == "PN-C2"


@pytest.mark.rule("PN-C4")
def test_a_roman_from_the_play_area_goes_on_top():
    table = given(card=5, bricks="K", romans=1).play("build", "spot amphitheatre-C1")
    assert (table.s.romans[0], table.s.romans_in_reserve[0]) == (0, 10)
    table.s.bricks[0] = 5
    table.s.icons_used = 0
    table.s.influence[0] = 2
    table.refresh()
    assert table.why_not("build") == "PN-C4"
    assert table.why_not("influence build") == "PN-C4"


@pytest.mark.rule("PN-C5")
def test_points_at_once():
    table = given(card=5, bricks="BB").play("build", "spot amphitheatre-B2")
    assert table.match.scores() == [5, 0]
    assert table.match.sheet()[0]["amphitheatre"] == 5
    table = given(card=5, bricks="BWWW", coins=9).play("build", "spot porta-nigra-3", "height 4")
    assert table.match.scores() == [8, 0]  # four blue, the white ones count as blue


@pytest.mark.rule("PN-C6")
def test_the_open_card_of_the_same_building_and_colour_is_taken():
    table = given(card=5, bricks="RWW").open_buildings("basilica-red", "amphitheatre-red", "amphitheatre-blue")
    table.play("build", "spot amphitheatre-A3")  # with white bricks too
    assert table.s.building_cards[0] == 1 << building_card("amphitheatre-red")
    assert table.s.building_display.tolist()[:3] == [building_card("basilica-red"), EMPTY, building_card("amphitheatre-blue")]


@pytest.mark.rule("PN-C6")
def test_row_C_of_the_amphitheatre_gives_no_card():
    table = given(card=5, bricks="R").open_buildings("amphitheatre-red").play("build", "spot amphitheatre-C3")
    assert table.s.building_cards[0] == 0
    assert table.s.building_display[0] == building_card("amphitheatre-red")


@pytest.mark.rule("PN-C7")
@pytest.mark.parametrize(
    ("spot", "bricks", "before", "gain"),
    [
        ("amphitheatre-B1", "KK", 1, {"coins": 5, "romans": 1}),
        ("basilica-B1", "KK", 1, {"torches": 1, "romans": 1}),
        ("city-wall-A1", "KK", 1, {"white": 1}),
        ("amphitheatre-B1", "KK", 0, {}),
        ("amphitheatre-A1", "KKK", 0, {"coins": 5, "romans": 1}),
        ("amphitheatre-B1", "KK", 3, {}),
    ],
)
def test_every_new_multiple_of_three_bricks_in_a_building_pays_its_reward(spot, bricks, before, gain):
    building = spot.rpartition("-")[0]
    table = given(card=5, bricks=bricks, builder=building)
    table.s.built[0, ("amphitheatre", "basilica", "city-wall").index(building)] = before
    table.play("build", f"spot {spot}")
    assert table.s.coins[0] == 20 + gain.get("coins", 0)
    assert table.s.torches[0] == gain.get("torches", 0)
    assert table.s.romans[0] == 5 - 1 + gain.get("romans", 0)
    assert table.s.bricks[0, 4] == gain.get("white", 0)


@pytest.mark.rule("PN-C7")
def test_one_element_can_bring_several_rewards():
    table = given(card=5, bricks="K" * 8, builder="porta-nigra").play("build", "spot porta-nigra-1", "height 8")
    assert (table.s.influence[0], table.s.romans[0]) == (2, 5 - 1 + 2)  # the third and the sixth brick


@pytest.mark.rule("PN-C7")
def test_bricks_of_others_and_of_other_buildings_do_not_count():
    table = given(card=5, bricks="KK").element("amphitheatre-A2", seat=1, bricks=3).element("basilica-B2", seat=0, bricks=4)
    table.play("build", "spot amphitheatre-B1")
    assert table.s.coins[0] == 20


@pytest.mark.rule("PN-C8")
def test_what_is_not_there_is_lost_and_the_rest_is_paid():
    table = given(card=5, bricks="KKK", romans=5, romans_in_reserve=0).play("build", "spot amphitheatre-A1")
    assert (table.s.coins[0], table.s.romans[0]) == (25, 4)
    table = given(card=5, bricks="KKK", builder="city-wall", reserve=0).play("build", "spot city-wall-A6")
    assert table.s.bricks[0].sum() == 0
    table = given(card=5, bricks="KKK", builder="city-wall", reserve=1).play("build", "spot city-wall-A6")
    assert (table.s.bricks[0, 4], table.s.reserve) == (1, 0)


@pytest.mark.rule("PN-C9")
def test_points_card_placing_and_reward_come_in_this_order():
    # The last element ends the game before its reward could: the bonus is for the element, and the reward still comes.
    table = given(card=5, bricks="KKK", romans=1, romans_in_reserve=0).open_buildings("amphitheatre-black")
    table.play("build", "spot amphitheatre-A1")
    assert table.match.scores()[0] == 5 + 5
    assert table.s.building_cards[0] == 1 << building_card("amphitheatre-black")
    assert table.s.romans[0] == 0  # the reserve is empty
    assert table.s.coins[0] == 25
    # The Roman is placed before the reward brings one: five in the play area are enough, none is borrowed.
    table = given(card=5, bricks="KKK", romans=0).why_not("build")
    assert table == "PN-C4"


@pytest.mark.rule("PN-C10")
def test_nothing_is_refilled_before_the_next_turn():
    table = given(card=5, bricks="RR", shops="RKKKKKK").open_buildings("amphitheatre-red")
    honours = int((table.s.honour_display >= 0).sum())
    table.s.influence[0] = 1
    table.open_honours("vp-5")
    table.play("build", "spot amphitheatre-B3", "buy red", "honour vp-5")
    assert table.s.shops.sum() == 6
    assert (table.s.building_display >= 0).sum() == 0
    assert (table.s.honour_display >= 0).sum() == 0
    table.play("end turn")
    assert table.s.shops.sum() >= 14
    assert (table.s.building_display >= 0).sum() == 6
    assert (table.s.honour_display >= 0).sum() == honours


@pytest.mark.rule("PN-C11")
def test_card_and_reward_are_not_optional():
    table = given(card=5, bricks="KKK").open_buildings("amphitheatre-black").give_cards(0, "amphitheatre-blue")
    table.play("build", "spot amphitheatre-A1")
    assert int(table.s.building_cards[0]).bit_count() == 2  # though she has a card of that building
    assert (table.s.coins[0], table.s.romans[0]) == (25, 5)  # though she has Romans enough
    assert table.legal()[-1] == "end turn"  # nothing is asked
    table = given(card=5, bricks="KKK", shops="", reserve=1, romans=1, romans_in_reserve=0).play("build", "spot amphitheatre-A1")
    assert table.s.coins[0] == 25  # though she has ended the game


@pytest.mark.rule("PN-X3")
def test_example_two_yellow_in_the_basilica():
    table = given(card=5, bricks="YY").element("basilica-B3", seat=0, bricks=2).open_buildings("basilica-yellow")
    table.play("build", "spot basilica-A4")
    assert table.s.coins[0] == 19
    assert table.match.scores()[0] == 9
    assert table.s.building_cards[0] == 1 << building_card("basilica-yellow")
    assert (table.s.torches[0], table.s.romans[0]) == (1, 5)


@pytest.mark.rule("PN-X4")
def test_example_two_blue_then_two_red():
    table = given(card=5, bricks="BBRR", builder="basilica", influence=2)
    table.play("build", "spot basilica-A2")
    assert table.s.torches[0] == 0
    table.play("influence build", "spot basilica-B3")
    assert (table.s.torches[0], table.s.romans[0]) == (1, 5 - 2 + 1)


@pytest.mark.rule("PN-X5")
def test_example_seven_yellow_in_the_porta_nigra():
    table = given(card=5, bricks="YYYYYYW", builder="porta-nigra").element("porta-nigra-1", seat=0, bricks=3)
    table.play("build", "spot porta-nigra-7", "height 7")
    assert table.match.scores()[0] == 28
    assert (table.s.influence[0], table.s.romans[0]) == (2, 5 - 1 + 2)
    assert sorted(table.s.height[-9:].tolist())[-2:] == [3, 7]


@pytest.mark.rule("PN-X10")
def test_example_eleven_and_fifteen_points():
    assert given(card=5, bricks="RRR").play("build", "spot amphitheatre-A3").match.scores()[0] == 11
    assert given(card=5, bricks="RRRRR").play("build", "spot porta-nigra-5", "height 5").match.scores()[0] == 15


def test_a_refused_spot_changes_nothing():
    table = given(card=5, bricks="RR").play("build")
    before = table.match.states.tobytes()
    with pytest.raises(triumvir.IllegalMove) as refused:
        table.play("spot amphitheatre-A5")
    assert refused.value.rule == "PN-C2"
    assert table.match.states.tobytes() == before
    assert GAME.rules["PN-C2"] in str(refused.value)
