"""VA-R: road construction."""

import pytest

from games.via_appia.position import ALL_SPACES, GAME, NAMES, SEGMENT, given, letters

A, B, C = (" ".join(SEGMENT[letter]) for letter in "ABC")


def built(table):
    """What may be built."""
    return [move.removeprefix("build ") for move in table.legal("build")]


@pytest.mark.rule("VA-R1")
def test_one_or_two_tiles_from_the_cart():
    table = given(cart="SMS").play("build A1")
    assert table.may("done")
    table.play("build A3")
    assert table.match.seat == 1
    assert table.s.cart[0].tolist() == letters("M")
    table = given(cart="SMS").play("build A1", "done")
    assert table.match.seat == 1
    assert table.s.laid.sum() == 1


@pytest.mark.rule("VA-R1")
def test_only_on_empty_spaces_of_the_tiles_size():
    assert built(given(cart="S")) == ["A1"]
    assert built(given(cart="M")) == ["A2"]
    assert built(given(cart="L")) == []
    table = given(cart="S", road="A1")
    assert table.why_not("build A1") == "VA-R1"
    assert table.why_not("build A2") == "VA-R1"


@pytest.mark.rule("VA-R2", "VA-R8")
@pytest.mark.parametrize(("place", "segments"), [("Rome", "A"), ("A8", "A"), ("Tarracina", "AB"), ("B9", "AB"), ("Beneventum", "ABC"), ("C4", "ABC")])
def test_only_in_segments_next_to_a_city_ever_visited(place, segments):
    table = given(cart="SM").at(0, place)
    assert {space[0] for space in built(table)} == set(segments)
    if segments != "ABC":
        assert table.why_not("build C1") == "VA-R2"


@pytest.mark.rule("VA-X1")
def test_who_visited_tarracina_may_build_in_a_and_in_b():
    table = given(cart="SM").at(0, "Tarracina")
    assert built(table) == ["A1", "A2", "B1", "B2"]
    assert table.why_not("build C1") == "VA-R2"


@pytest.mark.rule("VA-R3")
def test_only_on_a_space_joined_to_a_tile_or_to_the_city_behind():
    table = given(cart="S")
    assert table.why_not("build A3") == "VA-R3"
    assert built(given(cart="S", road="A1")) == ["A3"]
    assert built(given(cart="L", road="A1")) == ["A5"]


@pytest.mark.rule("VA-R3")
def test_lines_count_in_both_directions():
    assert built(given(cart="S", road="A5")) == ["A1", "A8"]  # A8 lies ahead of A5; A1 is at Rome anyway
    assert built(given(cart="M", road="A8")) == ["A2", "A6"]  # A6 leads to A8, so A8 joins it backwards
    table = given(cart="L", road="A8")
    assert built(table) == ["A5"]


@pytest.mark.rule("VA-R7")
def test_a_space_joined_only_to_the_city_ahead_may_not_be_built():
    table = given(cart="SML").at(0, "Tarracina")
    for space in ("A8", "A10", "A11"):
        assert table.why_not(f"build {space}") == "VA-R7"


@pytest.mark.rule("VA-R7")
def test_the_city_behind_counts_even_if_the_road_does_not_reach_it():
    table = given(cart="S").at(0, "Tarracina")  # nothing built in A
    assert "B2" in built(table)


@pytest.mark.rule("VA-R4")
def test_a_second_tile_only_in_the_segment_of_the_first():
    table = given(cart="SM", road=A).at(0, "Tarracina").play("build B2")
    assert built(table) == ["B1"]
    table = given(cart="SMS").at(0, "Tarracina").play("build A1")
    assert set(built(table)) == {"A2", "A3"}
    assert table.why_not("build B2") == "VA-R4"


@pytest.mark.rule("VA-X4", "VA-R4")
def test_a_second_tile_in_b_is_refused_while_a_is_incomplete():
    table = given(cart="SM").at(0, "Tarracina").play("build B2")
    assert table.match.seat == 1  # nothing else may be built, so the action is over
    almost = " ".join(SEGMENT["A"][:-1])
    assert given(cart="SM", road=almost).at(0, "Tarracina").play("build B2").match.seat == 1
    assert given(cart="SM", road=A).at(0, "Tarracina").play("build B2").match.seat == 0


@pytest.mark.rule("VA-R4")
def test_all_earlier_segments_must_be_complete():
    assert given(cart="SM", road=B).at(0, "Beneventum").play("build C1").match.seat == 1
    assert given(cart="SM", road=f"{A} {B}").at(0, "Beneventum").play("build C1").match.seat == 0


@pytest.mark.rule("VA-R4")
def test_the_second_tile_may_join_the_first():
    table = given(cart="SS").play("build A1")
    assert built(table) == ["A3"]


@pytest.mark.rule("VA-R5")
@pytest.mark.parametrize(("tile", "space", "points"), [("S", "A3", 1), ("M", "A2", 3), ("L", "A5", 5)])
def test_each_tile_brings_its_points_and_a_bonus_token(tile, space, points):
    table = given(cart=tile, road="A1").play(f"build {space}")
    assert table.s.score[0] == 1 + points
    assert table.s.bonus[0].tolist() == [1, 0, 0]
    assert table.match.sheet()[0]["tiles_a"] == points
    assert table.s.cart[0].sum() == 0


@pytest.mark.rule("VA-R5")
def test_the_bonus_token_is_of_that_segment():
    table = given(cart="S").at(0, "Beneventum").play("build C1")
    assert table.s.bonus[0].tolist() == [0, 0, 1]
    table = given(cart="MS", road=A).at(0, "Tarracina").play("build B1", "build B2")
    assert table.s.bonus[0].tolist() == [0, 2, 0]
    assert table.match.sheet()[0]["tiles_b"] == 4


@pytest.mark.rule("VA-R6")
def test_two_tiles_bring_a_sesterce():
    assert given(cart="SM", coins=0).play("build A1", "build A2").s.coins[0] == 1
    assert given(cart="SM", coins=0).play("build A1", "done").s.coins[0] == 0


@pytest.mark.rule("VA-R8")
def test_every_city_up_to_the_piece_is_visited():
    table = given(cart="S").at(0, "C1")
    assert {space[0] for space in built(table)} == {"A", "B", "C"}


def test_the_road_has_41_spaces_and_as_many_bonus_tokens():
    assert len(ALL_SPACES.split()) == 41 == sum(GAME.box.contents.stock.bonus_tokens.values())
    assert NAMES[41:] == ["Rome", "Tarracina", "Beneventum", "Brundisium"]
