"""VA-E: the end and the final scoring."""

import numpy as np
import pytest

from games.via_appia.position import ALL_SPACES, GAME, SEGMENT, changed_box, given

LAST = "C17"
ALMOST = ALL_SPACES.removesuffix(f" {LAST}")


def ended(bonus, coins=(0, 0, 0, 0), players=4):
    """The sheet of a match that ends now with these bonus tokens, seat by seat, in segment A."""
    table = given(players=players, seat=players - 1, ending=1)
    table.s.bonus[:] = 0
    table.s.bonus[:players, 0] = bonus
    table.s.coins[:players] = coins[:players]
    card = table.match.legal()[0]
    table.s.coins[players - 1] -= table.match.game.tables[0].card_coins[card]  # the last income brings it to the wanted sum
    table.play(table.match.notation(card))
    assert table.match.over
    return table


def majorities(bonus):
    return [sheet["majority_a"] for sheet in ended(bonus, players=len(bonus)).match.sheet()]


@pytest.mark.rule("VA-E1")
def test_a_token_taken_in_brundisium_ends_the_game_with_the_round():
    table = given(players=3, road="C17").at(0, LAST).play("travel Brundisium")
    assert table.s.ending == 1
    assert table.match.seat == 1
    table.play(table.legal("income")[0])
    assert table.match.seat == 2
    table.play(table.legal("income")[0])
    assert table.match.over
    assert table.why_not("done") == "VA-E1"
    assert table.legal() == []


@pytest.mark.rule("VA-E1")
def test_the_complete_road_ends_it_too():
    table = given(players=2, road=ALMOST, cart="S", seat=0).at(0, "Beneventum").play(f"build {LAST}")
    assert (table.s.ending, table.match.seat) == (1, 1)
    table.play(table.legal("income")[0])
    assert table.match.over


@pytest.mark.rule("VA-E1")
def test_the_last_in_the_round_ends_it_at_once():
    table = given(players=2, seat=1, road="C17").at(1, LAST).play("travel Brundisium")
    assert table.match.over


@pytest.mark.rule("VA-E1")
def test_an_incomplete_road_and_no_brundisium_go_on():
    table = given(players=2, road=" ".join(SEGMENT["A"]), seat=1).at(1, "A11").play("travel Tarracina")
    assert (table.s.ending, table.match.seat) == (0, 0)
    two_segments = " ".join(SEGMENT["A"] + SEGMENT["B"])
    table = given(players=2, road=two_segments, cart="S").at(0, "Beneventum").play("build C1")
    assert (table.s.ending, table.match.seat) == (0, 1)


@pytest.mark.rule("VA-E2")
def test_most_sesterces_two_points_all_tied_players_too():
    points = [sheet["most_sesterces"] for sheet in ended([0, 0, 0, 0], coins=(5, 7, 6, 4)).match.sheet()]
    assert points == [0, 2, 0, 0]
    points = [sheet["most_sesterces"] for sheet in ended([0, 0, 0, 0], coins=(7, 7, 6, 7)).match.sheet()]
    assert points == [2, 2, 0, 2]


@pytest.mark.rule("VA-E7")
def test_if_nobody_has_a_sesterce_everybody_has_the_most():
    points = [sheet["most_sesterces"] for sheet in ended([0, 0, 0, 0]).match.sheet()]
    assert points == [2, 2, 2, 2]


@pytest.mark.rule("VA-E3")
def test_eight_for_the_most_bonus_tokens_of_a_segment_and_four_for_the_second():
    assert majorities([1, 5, 3, 2]) == [0, 8, 4, 0]
    assert majorities([4, 6]) == [4, 8]


@pytest.mark.rule("VA-E3")
def test_each_segment_has_its_own_majority():
    table = given(players=2, seat=1, ending=1)
    table.s.bonus[:2] = [[3, 1, 2], [1, 4, 0]]
    table.play(table.legal("income")[0])
    sheets = table.match.sheet()
    assert [[sheet[f"majority_{letter}"] for letter in "abc"] for sheet in sheets] == [[8, 4, 8], [4, 8, 0]]


@pytest.mark.rule("VA-E4")
def test_a_tie_for_the_most_shares_first_and_second_and_there_is_no_second():
    assert majorities([5, 5, 3, 0]) == [6, 6, 0, 0]
    assert majorities([5, 5, 5, 3]) == [4, 4, 4, 0]
    assert majorities([5, 5, 5, 5]) == [3, 3, 3, 3]


@pytest.mark.rule("VA-E4")
def test_a_tie_for_second_shares_four_rounded_down():
    assert majorities([5, 3, 3, 0]) == [8, 2, 2, 0]
    assert majorities([5, 3, 3, 3]) == [8, 1, 1, 1]


@pytest.mark.rule("VA-E4")
def test_nobody_scores_without_a_token():
    assert majorities([0, 0, 0, 0]) == [0, 0, 0, 0]
    assert majorities([2, 0, 0, 0]) == [8, 0, 0, 0]


@pytest.mark.rule("VA-E4")
def test_shares_are_rounded_down(tmp_path):
    box = changed_box(tmp_path, ("majority = [8, 4]", "majority = [9, 4]"))
    table = given(players=2, seat=1, ending=1, box=box)
    table.s.bonus[:2, 0] = 3
    table.play(table.legal("income")[0])
    assert [sheet["majority_a"] for sheet in table.match.sheet()] == [6, 6]


@pytest.mark.rule("VA-E5")
def test_most_points_win_and_a_tie_is_shared():
    table = ended([0, 0, 0], players=3)
    table.s.score[:3] = [20, 31, 31]
    assert table.match.winners() == [1, 2]
    table.s.score[:3] = [40, 31, 31]
    assert table.match.winners() == [0]


@pytest.mark.rule("VA-E6")
def test_twenty_rounds_without_building_or_travel_end_the_game():
    table = given(players=2)
    for _ in range(19):
        table.pass_round()
    assert not table.match.over
    table.pass_round()
    assert table.match.over
    assert sum(sheet["most_sesterces"] for sheet in table.match.sheet()) >= 2  # scored as usual


@pytest.mark.rule("VA-E6")
@pytest.mark.parametrize("move", ["build A1", "travel A2"])
def test_one_tile_or_one_step_begins_the_count_anew(move):
    table = given(players=2, quiet=19, cart="S", road="A2")
    table.play(move)
    table.play(table.legal("income")[0])
    assert not table.match.over
    assert table.s.quiet == 0
    table.s.quiet = 19
    assert table.pass_round().match.over


@pytest.mark.rule("VA-E7")
def test_the_starting_player_never_changes():
    table = given(players=3)
    for number in range(1, 6):
        assert (table.match.seat, table.s.round_no, table.s.starter) == (0, number, 0)
        table.pass_round()


@pytest.mark.rule("VA-E7")
def test_stones_tiles_and_push_tokens_score_nothing():
    plain, rich = (given(players=2, seat=1, ending=1, coins=3) for _ in range(2))
    rich.s.stones[:2], rich.s.cart[:2], rich.s.push_token[:2] = [5, 4, 1], [2, 1, 1], 1
    for table in (plain, rich):
        table.play(table.legal("income coins")[0])
    assert plain.match.scores() == rich.match.scores()


def test_every_score_is_on_the_sheet_at_any_time():
    random = np.random.default_rng(3)
    match = GAME.new(4, 12)
    while not match.over:
        assert match.states[0].sheet.sum(axis=1).tolist() == match.states[0].score.tolist()
        match.play(int(random.choice(match.legal())))
    assert match.states[0].sheet.sum(axis=1).tolist() == match.states[0].score.tolist()
