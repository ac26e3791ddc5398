"""A changed box is played as it says, and a wrong one is answered with entry and reason."""

import numpy as np
import pytest

import triumvir
from games.via_appia.position import GAME, changed_box, given
from triumvir.games.via_appia.preview import load
from triumvir.games.via_appia.state import STATE

WRONG = [
    ("S = 34, M = 22, L = 8", "S = 50, M = 22, L = 8", "stock: stones: at most 64 in all"),
    ("S = 34, M = 22, L = 8", "S = 14, M = 22, L = 8", "stock.stones.S: load and gifts need 18"),
    ("tiles = { S = 24, M = 13, L = 9 }", "tiles = { S = 24, M = 13, L = 7 }", "stock.tiles.L: the road has 8 spaces"),
    ("A = 11, B = 13, C = 17", "A = 12, B = 13, C = 17", "stock.bonus_tokens.A: one for each space"),
    ("2 = [6, 1]", "2 = [6, 3, 1]", "3 tokens for 2 players"),
    ("majority = [8, 4]", "majority = [4, 8]", "the second place, 8, is worth more"),
    ("cost = { 1 = 1, 2 = 3, 3 = 6 }", "cost = { 1 = 4, 2 = 3, 3 = 6 }", "must not fall with more steps"),
    ("open = 7", "open = 9", "income.open"),
    ("both_from = 3", "both_from = 8", "income.both_from"),
    ('spaces = ["shared", "M", "S", "S"]', 'spaces = ["shared", "X"]', "cart.spaces[2]"),
    ("radius = { S = 8, M = 11, L = 15 }", "radius = { S = 8, M = 7, L = 15 }", "must rise from S to M to L"),
    ("radius = { S = 8, M = 11, L = 15 }", "radius = { S = 8, M = 11 }", "L missing"),
    ("back_width = 70", "back_width = 25", "could not be pushed in"),
    ("front_width = 120", "front_width = 60", "must not narrow"),
    ("load = { L = 4, M = 8, S = 12 }", "load = { L = 4, M = 8, S = 16 }", "would cover"),
    ("length = 120", "length = 29", "would not lie in the quarry"),
    ("places = 21", "places = 20", "quarry.aims.places"),
    ("-32, -24, -16, -8, 0, 8, 16, 24, 32", "-50, -24, -16, -8, 0, 8, 16, 24, 32", "quarry.aims.angles[1]"),
    ("-32, -24, -16, -8, 0, 8, 16, 24, 32", "-8, -24, -16, -32, 0, 8, 16, 24, 32", "must rise from left to right"),
    ('forward = ["A3", "A5"]', 'forward = ["A3", "B5"]', "B5 is neither in segment A nor the city at its end"),
    ('forward = ["A3", "A5"]', 'forward = ["A3", "A12"]', "there is no 'A12'"),
    ('forward = ["A4", "A5"]', 'forward = ["A4", "A4"]', "stands there twice"),
    ('id = "A2"', 'id = "A1"', "A1 stands there twice"),
    ('Rome = ["A1", "A2"]', 'Rome = ["A1"]', "no lines lead here from Rome"),
    ('id = "A9"\nsize = "S"\nforward = ["A10"]', 'id = "A9"\nsize = "S"\nforward = ["A4"]', "or they run in a circle"),
    ("quiet_rounds = 20", "quiet_rounds = 0", "stock.quiet_rounds"),
    ("most_coins_vp = 2", "most_coins_vp = 2\nmost_stones_vp = 2", "stock.most_stones_vp: no such entry"),
]


@pytest.mark.parametrize(("old", "new", "reason"), WRONG, ids=[reason for _, _, reason in WRONG])
def test_a_box_that_cannot_be_played_with_is_refused(tmp_path, old, new, reason):
    with pytest.raises(triumvir.BoxError) as error:
        triumvir.game("via_appia", changed_box(tmp_path, (old, new)))
    assert reason in str(error.value)
    assert "box.toml" in str(error.value)


def test_numbers_of_the_box_are_the_numbers_of_the_rules(tmp_path):
    box = changed_box(
        tmp_path,
        ("tile_vp = { S = 1, M = 3, L = 5 }", "tile_vp = { S = 2, M = 4, L = 7 }"),
        ("second_tile_coin = 1", "second_tile_coin = 3"),
        ("cost = { 1 = 1, 2 = 3, 3 = 6 }", "cost = { 1 = 2, 2 = 3, 3 = 6 }"),
        ("start_vp = 1", "start_vp = 5"),
        ("open = 7", "open = 5"),
    )
    table = given(cart="SM", coins=0, box=box).play("build A1", "build A2")
    assert (table.s.score[0], table.s.coins[0]) == (5 + 2 + 4, 3)
    assert table.s.display.tolist()[5:] == [-1, -1]
    assert table.s.pile_left == 11
    table = given(road="A1", box=box).play("travel A1")
    assert table.s.coins[0] == 8
    chooser = np.random.default_rng(1)
    match = triumvir.game("via_appia", box).new(3, 4)
    while not match.over:
        match.play(int(chooser.choice(match.legal())))
    assert sorted([*match.states[0].display[:5], *match.states[0].pile[:11]]) == list(range(16))


def test_another_quarry_is_another_quarry(tmp_path):
    box = changed_box(tmp_path, ("radius = { S = 8, M = 11, L = 15 }", "radius = { S = 6.5, M = 9, L = 12.25 }"), ("length = 120", "length = 100"))
    game = triumvir.game("via_appia", box)
    assert game.tables[0].radius.tolist() == [6500, 9000, 12_250]
    states = np.zeros(1, STATE)
    load(states, 0, game.tables, 1)
    assert states[0].disc_y.max() <= 100_000
    assert game.box.digest != GAME.box.digest
