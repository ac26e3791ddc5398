"""Turns and building phases, and the way of the patrician."""

from itertools import pairwise

import pytest

from games.carpe_diem.table import GAME, Table, random_match
from triumvir.games.carpe_diem.state import CHOOSE_PLACE, MOVE, OVER, PLACE_TILE, TAKE_TILE

COUNTS = pytest.mark.parametrize("players", [2, 3, 4])


def turns_of(players, seed):
    """Who moves when, phase by phase, and the records at the start of each forum phase."""
    turns, forums = {}, {}
    for states, _ in random_match(players, seed):
        s = states[0]
        if s.phase == MOVE:
            turns.setdefault(int(s.building_phase), []).append(int(s.seat))
        elif s.phase == CHOOSE_PLACE and s.forum_turn == 0:
            forums[int(s.building_phase)] = states.copy()[0]
    return turns, forums


@pytest.mark.rule("CD-P1")
@COUNTS
def test_seven_rounds_clockwise_empty_all_blueprints(players):
    turns, forums = turns_of(players, 2)
    assert list(turns) == [1, 2, 3, 4]
    for phase, seats in turns.items():
        assert len(seats) == 7 * players
        assert all(later == (seat + 1) % players for seat, later in pairwise(seats))
        assert (forums[phase].blueprints == -1).all()


@pytest.mark.rule("CD-P3")
@COUNTS
def test_the_starting_token_passes_to_the_left(players):
    turns, _ = turns_of(players, 3)
    starters = [seats[0] for seats in turns.values()]
    assert starters == [(starters[0] + phase) % players for phase in range(4)]


@pytest.mark.rule("CD-P2")
def test_with_two_players_the_second_tile_removes_the_other_two():
    t = Table(2)
    t.blueprint(2, "PGGG", "market", "VGGG", "RGGG2")
    t.play("move 2", "take market")
    assert t.s.removed_count == 0
    t = Table(2)
    t.blueprint(2, "PGGG", "VGGG", "RGGG2")
    t.play("move 2", "take VGGG")
    assert (t.s.blueprints[1] == -1).all()
    assert t.s.removed[:2].tolist() == sorted([t.kind("PGGG"), t.kind("RGGG2")])


@pytest.mark.rule("CD-P2")
def test_with_three_players_the_third_tile_removes_the_last():
    t = Table(3)
    t.blueprint(2, "PGGG", "VGGG", "RGGG2")
    t.play("move 2", "take PGGG")
    assert t.s.removed_count == 0
    t = Table(3)
    t.blueprint(2, "PGGG", "VGGG")
    t.play("move 2", "take PGGG")
    assert (t.s.blueprints[1] == -1).all()
    assert t.s.removed[0] == t.kind("VGGG")


@pytest.mark.rule("CD-P2")
def test_with_four_players_nothing_is_removed():
    for states, action in random_match(4, 1):
        if action < 0:
            assert states[0].removed_count == 0


@pytest.mark.rule("CD-P2", "CD-P5")
@pytest.mark.parametrize(("players", "removed"), [(2, 14), (3, 7)])
def test_tiles_are_removed_in_all_four_phases(players, removed):
    _, forums = turns_of(players, 6)
    assert [int(s.removed_count) for s in forums.values()] == [removed, 2 * removed, 3 * removed, 4 * removed]


@pytest.mark.rule("CD-P5", "CD-M4")
def test_a_turn_is_move_tile_removal_placing():
    t = Table(2)
    t.blueprint(2, "PGGG", "VGGG", "RGGG2")
    assert all(move.startswith("move") for move in t.legal())
    assert t.against("take PGGG") == "CD-P5"
    assert t.against("place c3-n") == "CD-P5"
    t.play("move 2")
    assert t.legal() == ["take PGGG", "take VGGG", "take RGGG2"]
    assert t.against("move 3") == "CD-P5"
    assert t.against("take market") == "CD-M4"
    t.play("take PGGG")
    assert t.s.removed_count == 2  # before the tile is placed
    assert all(move.startswith(("place", "store")) for move in t.legal())
    t.play("place c3-n")
    assert (t.s.seat, t.s.phase) == (1, MOVE)


@pytest.mark.rule("CD-P5", "CD-T6", "CD-C5")
def test_a_writ_and_an_administrator_are_three_steps():
    t = Table(2)
    t.prestige(19, 20)
    t.lay("c3", "AGGG", "n")  # its north side meets c2, which has a writ
    t.hold("AGGG")
    t.play("place c2-s")
    assert t.bar(0) == (20, 1)
    assert t.points("prestige_overflow") == 2


@pytest.mark.rule("CD-P4")
@COUNTS
def test_white_tiles_come_twice_more_and_then_the_black_ones(players):
    before, after = {}, {}
    for states, _ in random_match(players, 4):
        s = states.copy()[0]
        after.setdefault(int(s.building_phase), s)
        before[int(s.building_phase)] = s
    assert [(int(s.white_left), int(s.black_left)) for s in after.values()] == [(56, 28), (28, 28), (0, 28), (0, 0)]
    black = sorted(after[3].black_pile[:28].tolist())
    assert sorted(after[4].blueprints.ravel().tolist()) == black
    for phase in (2, 3, 4):
        assert (after[phase].blueprints >= 0).all()
        assert (after[phase].forum == before[phase - 1].forum).all()
        assert (after[phase].patrician == before[phase - 1].patrician).all()
        assert (after[phase].marker >= 0).sum() == (phase - 1) * players
        assert (after[phase].prestige >= before[phase - 1].prestige).all()


@pytest.mark.rule("CD-P6", "CD-C6")
def test_the_row_only_shrinks():
    for seed in range(3):
        row = None
        for states, _ in random_match(3, seed):
            now = states[0].row.copy()
            if row is not None:
                assert ((now == row) | (now == -1)).all()
                assert (now != row).sum() <= 1
            row = now


@pytest.mark.rule("CD-M1")
def test_the_patrician_must_move_to_a_neighbour():
    t = Table()
    assert t.legal() == ["move 2", "move 7"]
    assert t.against("move 1") == "CD-M1"
    assert t.against("move 3") == "CD-M3"
    t.s.patrician[0] = 3
    assert t.legal() == ["move 3", "move 5"]


@pytest.mark.rule("CD-M1")
def test_patricians_may_share_a_space():
    t = Table(2)
    t.s.patrician[:2] = [0, 1]
    t.play("move 2")
    assert t.s.patrician[:2].tolist() == [1, 1]


@pytest.mark.rule("CD-M2")
def test_empty_blueprints_are_passed_in_the_direction_chosen():
    t = Table()
    t.only_blueprints(1, 4, 7)
    assert t.legal() == ["move 4", "move 7"]  # 2 and 3 are passed though 7 is next door
    assert t.against("move 2") == "CD-M2"
    t.play("move 4")
    assert t.s.patrician[0] == 3


@pytest.mark.rule("CD-M2", "CD-M5")
def test_only_one_space_is_left_and_may_be_the_own():
    t = Table()
    t.only_blueprints(5)
    assert t.legal() == ["move 5"]
    t.s.patrician[0] = 4
    t.s.bread[0] = 2
    assert t.legal() == ["move 5"]
    t.play("move 5")
    assert t.s.bread[0] == 2  # all the way round is free


@pytest.mark.rule("CD-M3")
def test_bread_buys_staying_or_any_space_with_a_tile():
    t = Table()
    t.only_blueprints(1, 2, 4, 5)
    t.s.bread[0] = 2
    assert t.legal() == ["move 1", "move 2", "move 4", "move 5"]
    assert t.against("move 3") == "CD-M2"
    for target, left in ((1, 1), (4, 1), (2, 2), (5, 2)):
        u = Table()
        u.only_blueprints(1, 2, 4, 5)
        u.s.bread[0] = 2
        u.play(f"move {target}")
        assert (u.s.bread[0], u.s.patrician[0]) == (left, target - 1)


@pytest.mark.rule("CD-M3")
def test_another_players_bread_does_not_help():
    t = Table()
    t.s.bread[1] = 5
    assert t.legal() == ["move 2", "move 7"]


@pytest.mark.rule("CD-M4")
def test_a_tile_of_the_target_is_taken_and_must_be_placed_or_stored():
    t = Table(4)
    t.lay("c3", "market")
    t.blueprint(7, "market", "bakery", "market", "PGGG")
    t.play("move 7")
    assert t.s.phase == TAKE_TILE
    assert t.legal() == ["take PGGG", "take market", "take bakery"]  # two equal tiles are one choice
    t.play("take market")
    assert t.s.phase == PLACE_TILE
    assert t.s.blueprints[6].tolist() == [-1, t.kind("bakery"), t.kind("market"), t.kind("PGGG")]
    assert t.s.seat == 0
    assert "store" in t.legal()


@pytest.mark.rule("CD-M5")
def test_bread_is_not_taken_for_a_free_target():
    t = Table()
    t.s.bread[0] = 1
    t.play("move 7")
    assert t.s.bread[0] == 1


@pytest.mark.rule("CD-M5", "CD-M2")
def test_both_ways_lead_to_one_space():
    t = Table()
    t.only_blueprints(1, 4)
    assert t.legal() == ["move 4"]
    assert t.against("move 1") == "CD-M1"


@pytest.mark.rule("CD-M6", "CD-C8")
def test_bread_won_now_is_for_the_next_turn():
    t = Table(2)
    t.lay("c3", "market")
    t.hold("bakery")
    t.play("place c4-n")
    assert t.s.bread[0] == 1
    assert (t.s.seat, t.s.phase) == (1, MOVE)  # the turn is over
    t.lay("c3", "market", seat=1)
    t.blueprint(2, "bakery", "bakery")
    t.play("move 2", "take bakery", "store")
    assert t.legal() == [f"move {number}" for number in (1, 3, 4, 5, 6, 7)]


@pytest.mark.rule("CD-M6")
def test_a_patrician_stays_on_an_emptied_space():
    t = Table(2)
    t.blueprint(2, "PGGG", "VGGG", "RGGG2")
    t.blueprint(3, "market", "bakery", "market", "bakery")
    t.play("move 2", "take PGGG", "place c3-n")
    assert t.s.patrician[0] == 1
    t.s.patrician[1] = 3
    t.play("move 3", "take market", "place c3-n")
    assert (t.s.seat, t.s.patrician[0]) == (0, 1)
    assert t.legal() == ["move 1", "move 3"]


@pytest.mark.rule("CD-P1")
def test_nothing_can_be_played_when_the_game_is_over():
    *_, (states, _) = random_match(2, 9)
    assert states[0].phase == OVER
    assert {GAME.rule_against(states, action) for action in range(GAME.num_actions)} == {"CD-E6"}
