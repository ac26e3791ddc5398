"""Laws of Carpe Diem alone, after every move of random matches; those of all games are in tests/test_laws.py."""

import pytest

from games.carpe_diem.table import GAME, PLACE_CELLS, random_match
from laws import so_many
from triumvir.games.carpe_diem.state import OVER, STATE

COUNTS = pytest.mark.parametrize("players", [2, 3, 4])


@pytest.mark.rule("CD-P1", "CD-F2")
@COUNTS
def test_every_match_ends_and_nobody_is_stuck(players):
    for seed in range(so_many(40)):
        moves = 0
        for states, action in random_match(players, seed, store=0.5):
            s = states[0]
            assert (s.seat < 0) == (s.phase == OVER)
            assert action >= 0 or s.phase == OVER
            moves += 1
        assert moves < 1000
        assert s.moves == moves - 1
        assert s.building_phase == 4
        assert (s.blueprints == -1).all()


def test_turning_up_and_drawing_are_counted_as_reveals():
    """A player may take back what revealed nothing: only drawing fountain cards and filling the blueprints does."""
    before = None
    for states, action in random_match(3, 5):
        s = states[0]
        now = (int(s.reveals), int(s.fountain_left) + int(s.fountain_hand.sum()), int(s.fountain_hand.sum()), int(s.white_left) + int(s.black_left))
        if before is not None:
            drew = now[3] != before[3] or (now[2] > before[2])
            assert (now[0] > before[0]) == drew
        before = now
        assert action < GAME.num_actions


def test_equal_seeds_and_moves_give_equal_bytes():
    first = [states.tobytes() for states, _ in random_match(3, 6)]
    second = [states.tobytes() for states, _ in random_match(3, 6)]
    assert first == second
    assert STATE.itemsize <= 2048


@pytest.mark.rule("CD-F2")
def test_places_join_neighbouring_cards():
    for first, second in PLACE_CELLS.tolist():
        rows, columns = abs(first // 3 - second // 3), abs(first % 3 - second % 3)
        assert rows + columns == 1
    assert len({tuple(cells) for cells in PLACE_CELLS.tolist()}) == 17
