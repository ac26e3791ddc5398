"""Whole random matches: nothing gets lost, everything stays tidy, and the quarry gives what it should."""

import random

import numpy as np
import pytest

from games.via_appia.position import GAME, given
from triumvir.games.via_appia.state import AIM, CHOOSE_ACTION, INCOME_CARDS, ROME, SPACES
from triumvir.kernel.state import EMPTY

BOX = GAME.tables[0]
SCRATCH = [name for name in GAME.state.names if name.startswith(("body_", "move_", "pusher_", "pair", "old_", "rim", "side_")) or name == "bodies"]


def random_records(players, seed):
    """The record of a random match at every decision."""
    chooser = random.Random(seed)
    states, out = GAME.record(players, seed), np.zeros(GAME.num_actions, np.int16)
    count = GAME.engine.legal_actions(states, 0, GAME.tables, out)
    yield states[0]
    while count:
        count = GAME.engine.try_action(states, 0, GAME.tables, chooser.choice(out[:count].tolist()), out)
        yield states[0]


def check_conserved(s):
    in_quarry = np.bincount(s.disc_size[: s.discs], minlength=3)
    assert (s.storage + s.stones.sum(axis=0) + s.fallen + in_quarry).tolist() == BOX.stones.tolist()
    laid = np.bincount(BOX.space_size[s.laid == 1], minlength=3)
    assert (s.tiles + s.cart.sum(axis=0) + laid).tolist() == BOX.tiles.tolist()
    assert sorted([*s.display, *s.pile[: s.pile_left]]) == list(range(INCOME_CARDS))
    assert s.bonus.sum(axis=0).tolist() == np.bincount(BOX.space_segment[s.laid == 1], minlength=3).tolist()
    pieces = s.piece[: s.players]
    cities = np.where(pieces >= SPACES, pieces - ROME, BOX.space_segment[np.minimum(pieces, SPACES - 1)])
    assert s.arrived.tolist()[1:] == [int((cities >= city).sum()) for city in (1, 2, 3)]
    for counts in (s.storage, s.stones, s.fallen, s.tiles, s.cart, s.coins, s.bonus):
        assert counts.min() >= 0
    assert s.push_token.max() <= 1
    assert (s.cart[:, 2] <= 1).all()


def check_tidy(s):
    assert all(not np.any(s[name]) for name in SCRATCH)
    assert (s.pile[s.pile_left :] == EMPTY).all()
    assert (s.disc_size[s.discs :] == EMPTY).all()
    if s.phase == CHOOSE_ACTION:
        assert (s.pushed, s.stone, s.segment, s.fallen.sum()) == (0, EMPTY, EMPTY, 0)
    if s.seat == EMPTY:
        assert (s.pushed, s.stone, s.segment, s.busy) == (0, EMPTY, EMPTY, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stones_tiles_cards_and_tokens_are_all_accounted_for(players):
    for seed in range(12):
        for s in random_records(players, seed):
            check_conserved(s)
            check_tidy(s)


@pytest.mark.rule("VA-Q3")
def test_in_the_long_run_about_one_stone_falls_for_each_one_pushed():
    falls, pushes, stones = 0, 0, [0, 0, 0]
    for seed in range(60):
        before, phase, size = 0, EMPTY, EMPTY
        for s in random_records(2 + seed % 3, seed):
            now = int(s.fallen.sum())
            if phase == AIM:
                falls += now - before
                pushes += 1
                stones[size] += 1
            before, phase, size = now, int(s.phase), int(s.stone)
    assert pushes > 5000
    assert 0.9 < falls / pushes < 1.05
    assert stones[0] > stones[1] > stones[2] > 0


def test_equal_positions_are_equal_bytes_whichever_way_they_came_about():
    one = given(cart="SM").play("build A1", "build A2")
    two = given(cart="SM").play("build A2", "build A1")
    assert one.match.states.tobytes() == two.match.states.tobytes()


def test_a_redealt_match_is_one_that_could_be():
    """A redealt match draws other cards and other tremors, and is as valid as the true one."""
    for s in random_records(3, 5):
        if s.moves == 40:
            states = np.zeros(1, GAME.state)
            states[0] = s
            twin = GAME.redealt(states, 1, seed=3)
            check_conserved(twin[0])
            assert twin[0].rng != s.rng
