"""Laws of Carpe Diem alone, after every move of random matches; those of all games are in tests/test_laws.py."""

from collections import Counter

import numpy as np
import pytest

from games.carpe_diem.table import GAME, PLACE_CELLS, Table, random_match, so_many
from triumvir.games.carpe_diem.state import OVER, STATE

COUNTS = pytest.mark.parametrize("players", [2, 3, 4])
BOX = GAME.tables[0]
ALL_TILES = Counter(BOX.white.tolist()) + Counter(BOX.black.tolist())


def tiles_everywhere(s):
    piles = [s.white_pile[: s.white_left], s.black_pile[: s.black_left], s.blueprints.ravel(), s.row, s.tile.ravel(), s.storage.ravel(), s.removed]
    count = Counter(int(tile) for pile in piles for tile in pile if tile >= 0)
    return count + Counter([int(s.taken)] if s.taken >= 0 else [])


def check_conservation(s, players, writs):
    assert tiles_everywhere(s) == ALL_TILES
    assert (s.white_pile[s.white_left :] == -1).all()
    assert (s.black_pile[s.black_left :] == -1).all()
    cards = s.fountain_kinds.sum(axis=0) + np.bincount(s.fountain_pile[: s.fountain_left], minlength=12)
    assert (cards == 2).all()
    assert (s.fountain_pile[s.fountain_left :] == -1).all()
    assert (s.fountain_kinds.sum(axis=1) == s.fountain_hand).all()
    for seat in range(players):
        taken = writs[seat] & ~int(s.writs[seat])
        assert taken == writs[seat] & int(s.built[seat])  # a writ is gone exactly where a tile lies
        assert bin(s.built[seat]).count("1") == (s.tile[seat] >= 0).sum()
        assert (s.storage[seat] >= 0).sum() == s.stored[seat]
        assert sorted(s.storage[seat, : s.stored[seat]].tolist()) == s.storage[seat, : s.stored[seat]].tolist()
        assert (s.marker == seat).sum() <= 4
        assert 0 <= s.prestige[seat] <= 20
    assert (s.removed >= 0).sum() == s.removed_count
    for space in set(s.prestige[:players].tolist()):
        stack = sorted(int(s.under[seat]) for seat in range(players) if s.prestige[seat] == space)
        assert stack == list(range(len(stack)))
    assert min(s.coins.min(), s.bread.min(), s.goods.min()) >= 0


def check_canonical(s, players):
    """Nothing is left behind in places that are not in use."""
    assert (s.waiting[s.level :] == 0).all()
    assert (s.waiting[: s.level] > 0).all()
    assert (s.waiting_at[s.level :] == -1).all()
    assert (s.put_by[s.fountain_left :] == -1).all()
    if s.visited < 0:
        assert (int(s.cell), int(s.cards_done), int(s.sets)) == (-1, 0, 0)
    if s.forum_turn < 0:
        assert (s.forum_order == -1).all()
    for seat in range(players, 4):
        assert (int(s.board[seat]), int(s.prestige[seat]), int(s.patrician[seat])) == (-1, -1, -1)
        assert s.score[seat] == 0
        assert (s.tile[seat] == -1).all()


@pytest.mark.rule("CD-S1", "CD-S3", "CD-S4", "CD-P5", "CD-T5", "CD-T6", "CD-C9", "CD-B1", "CD-F2")
@COUNTS
def test_nothing_is_ever_lost_or_made(players):
    for seed in range(so_many(25)):
        writs = None
        for states, _ in random_match(players, seed, store=0.1 if seed % 2 else 0.6):
            s = states[0]
            writs = writs or [int(board) for board in s.writs]
            check_conservation(s, players, writs)
            check_canonical(s, players)
            assert (s.sheet.sum(axis=1) == s.score).all()


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


def test_a_table_for_tests_is_a_sound_position():
    for players in (2, 3, 4):
        t = Table(players)
        assert tiles_everywhere(t.s) == ALL_TILES
        assert (t.s.sheet.sum(axis=1) == t.s.score).all()
