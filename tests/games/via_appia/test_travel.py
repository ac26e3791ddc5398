"""VA-M: travel."""

import pytest

from games.via_appia.position import ALL_SPACES, NAMES, given


def goals(table):
    """Where the piece may go."""
    return [move.removeprefix("travel ") for move in table.legal("travel")]


@pytest.mark.rule("VA-M1")
@pytest.mark.parametrize(("place", "cost"), [("A1", 1), ("A3", 3), ("A6", 6)])
def test_one_two_or_three_steps_for_one_three_or_six_sesterces(place, cost):
    table = given(road="A1 A3 A6 A8").play(f"travel {place}")
    assert table.s.coins[0] == 10 - cost
    assert NAMES[table.s.piece[0]] == place
    assert table.match.seat == 1


@pytest.mark.rule("VA-M1")
def test_no_further_than_three_steps_and_no_further_than_the_purse():
    assert goals(given(road="A1 A3 A6 A8")) == ["A1", "A3", "A6"]
    table = given(road="A1 A3 A6 A8", coins=3)
    assert goals(table) == ["A1", "A3"]
    assert table.why_not("travel A6") == "VA-M1"
    assert table.why_not("travel A8") == "VA-M1"
    assert goals(given(road="A1", coins=0)) == []


@pytest.mark.rule("VA-M1")
def test_a_city_is_a_step():
    table = given(road="A8").at(0, "A8").play("travel Tarracina")
    assert table.s.coins[0] == 9


@pytest.mark.rule("VA-M1")
def test_only_forward():
    table = given(road="A1 A3 A6").at(0, "A3")
    assert goals(table) == ["A6"]
    assert table.why_not("travel A1") == "VA-M1"
    assert table.why_not("travel Rome") == "VA-M1"
    assert goals(given(road=ALL_SPACES).at(0, "Brundisium")) == []


@pytest.mark.rule("VA-X5", "VA-M1")
def test_moving_where_no_line_is_is_refused():
    table = given(road="A1 A2 A3 A4")
    assert table.why_not("travel A4") is None  # over A2
    table.at(0, "A1")
    assert table.why_not("travel A4") == "VA-M1"
    assert table.why_not("travel A2") == "VA-M1"


@pytest.mark.rule("VA-X6", "VA-M2")
def test_moving_onto_a_space_without_a_tile_is_refused():
    table = given(road="A1")
    assert table.why_not("travel A3") == "VA-M2"
    assert table.why_not("travel A2") == "VA-M2"


@pytest.mark.rule("VA-M2")
def test_nor_over_one():
    table = given(road="A1 A6")  # A3 between them is empty
    assert goals(table) == ["A1"]
    assert table.why_not("travel A6") == "VA-M1"


@pytest.mark.rule("VA-M3")
def test_a_small_or_mid_sized_tile_holds_one_piece_and_a_large_one_two():
    table = given(players=3, road="A1 A2 A5").at(1, "A1").at(2, "A2")
    assert goals(table) == ["A5"]
    assert table.why_not("travel A1") == "VA-M3"
    assert table.why_not("travel A2") == "VA-M3"
    table = given(players=3, road="A1 A2 A5").at(1, "A5")
    assert "A5" in goals(table)
    table.at(2, "A5")
    assert table.why_not("travel A5") == "VA-M3"


@pytest.mark.rule("VA-M3")
def test_passing_is_free_and_cities_hold_everybody():
    table = given(players=4, road="A1 A3 A8").at(1, "A1")
    assert goals(table) == ["A3"]
    table.at(0, "A8")
    for seat in (1, 2, 3):
        table.at(seat, "Tarracina")
    assert goals(table) == ["Tarracina"]


@pytest.mark.rule("VA-M4")
def test_a_piece_stops_at_the_next_city():
    table = given(road="A8 B1 B2 B3").at(0, "A8")
    assert goals(table) == ["Tarracina"]
    assert table.why_not("travel B1") == "VA-M4"
    assert table.why_not("travel Beneventum") == "VA-M4"


@pytest.mark.rule("VA-M4")
def test_the_topmost_token_goes_to_who_arrives_and_the_fourth_finds_none():
    table = given(players=4, road="A8 A10 A11", seat=0)
    for seat in range(4):
        table.s.piece[seat] = NAMES.index("A11")
    points, markers = [], []
    for seat in range(4):
        table.refresh().play("travel Tarracina")
        points.append(int(table.s.score[seat]) - 1)
        markers.append(table.match.view(0)["cities"][1]["markers"])
    assert points == [6, 3, 1, 0]
    assert markers == [1, 2, 3, 3]  # the last to arrive places none


@pytest.mark.rule("VA-M4")
def test_with_two_players_the_second_takes_one_point_and_places_no_marker():
    table = given(players=2, road="A8 A11").at(0, "A8").at(1, "A11").play("travel Tarracina", "travel Tarracina")
    assert table.s.score[:2].tolist() == [7, 2]
    assert table.match.view(0)["cities"][1]["markers"] == 1


@pytest.mark.rule("VA-M5")
def test_every_marker_at_the_city_ahead_makes_it_a_sesterce_cheaper():
    for others, cost in ((0, 6), (1, 5), (2, 4), (3, 3)):
        table = given(players=4, road="A1 A3 A6")
        for seat in range(1, others + 1):
            table.at(seat, "Tarracina")
        table.play("travel A6")
        assert table.s.coins[0] == 10 - cost


@pytest.mark.rule("VA-M5")
def test_markers_count_in_the_city_behind_too_and_the_own_one_after_paying():
    table = given(players=3, road="A8").at(1, "Tarracina").at(0, "A8").play("travel Tarracina")
    assert table.s.coins[0] == 10  # one marker lay there
    table = given(players=3, road="A8").at(0, "A8").play("travel Tarracina")
    assert table.s.coins[0] == 9  # her own came too late


@pytest.mark.rule("VA-M5")
def test_the_last_to_travel_profits_from_all_others():
    table = given(players=2, road="A1").at(1, "B1")
    assert table.play("travel A1").s.coins[0] == 10


@pytest.mark.rule("VA-X2", "VA-M5")
def test_one_marker_at_beneventum_makes_b_cheaper_and_not_a():
    road = "B2 B4 B7 A1"
    for place, cost in (("B2", 0), ("B4", 2), ("B7", 5)):
        table = given(players=3, road=road).at(1, "Beneventum").at(0, "Tarracina").play(f"travel {place}")
        assert table.s.coins[0] == 10 - cost
    table = given(players=3, road=road).at(1, "Beneventum")
    table.s.arrived[1] = 0  # only the marker at Beneventum
    assert table.play("travel A1").s.coins[0] == 9


@pytest.mark.rule("VA-X7", "VA-M5")
def test_a_free_move_pays_nothing_out():
    table = given(players=4, road="A1", coins=0)
    for seat in (1, 2, 3):
        table.at(seat, "Tarracina")
    assert table.play("travel A1").s.coins[0] == 0


@pytest.mark.rule("VA-M6")
def test_the_steps_are_those_of_the_shortest_built_way():
    table = given(road="A1 A3 A5 A6 A8")  # A8 over A3 and A6 is four steps, over A5 three
    assert table.play("travel A8").s.coins[0] == 4
    table = given(road="A1 A3 A6 A8")
    assert table.why_not("travel A8") == "VA-M1"
    table = given(road="A1 A3 A5 A6 A8").at(0, "A1")  # two steps over A5, three over A3 and A6
    assert table.play("travel A8").s.coins[0] == 7


@pytest.mark.rule("VA-M7")
def test_city_tokens_score_at_once_and_rome_has_none():
    table = given(road="A8").at(0, "A8").play("travel Tarracina")
    assert table.match.scores()[0] == 7
    assert table.match.sheet()[0]["tarracina"] == 6
    rome = table.match.view(0)["cities"][0]
    assert (rome["tokens"], rome["markers"]) == ([], 0)
