"""VA-S: how a match is laid out, and who may know what."""

import numpy as np
import pytest

import triumvir
from games.via_appia.position import GAME, NAMES, given, light_box
from games.via_appia.tray import worst_overlap
from triumvir.games.via_appia.preview import load
from triumvir.games.via_appia.state import ROME, STATE
from triumvir.kernel.rule import PLAIN
from triumvir.kernel.state import EMPTY, HIDDEN

every_table = pytest.mark.parametrize("players", [2, 3, 4])


@pytest.mark.rule("VA-S1")
@every_table
def test_anybody_may_start_and_the_turn_goes_clockwise(tmp_path, players):
    starters, game = set(), triumvir.game("via_appia", light_box(tmp_path))
    for seed in range(60):
        match = game.new(players, seed)
        starters.add(match.seat)
        assert match.states[0].starter == match.seat
        order = []
        for _ in range(players + 1):
            order.append(match.seat)
            match.play(match.legal()[0])
        assert order == [(order[0] + turn) % players for turn in range(players + 1)]
    assert starters == set(range(players))


@pytest.mark.rule("VA-S1")
@pytest.mark.parametrize("players", [1, 5])
def test_it_is_for_two_to_four(players):
    with pytest.raises(triumvir.BadRequest):
        GAME.new(players, seed=1)


@pytest.mark.rule("VA-S2")
@every_table
def test_gifts_follow_the_turn_order(tmp_path, players):
    game = triumvir.game("via_appia", light_box(tmp_path))
    gifts = [([2, 0, 0], 1), ([2, 0, 0], 2), ([1, 1, 0], 2), ([1, 1, 0], 3)]
    for seed in range(8):
        s = game.record(players, seed)[0]
        for turn in range(players):
            seat = (s.starter + turn) % players
            assert (s.stones[seat].tolist(), s.coins[seat]) == gifts[turn]
            assert NAMES[s.piece[seat]] == "Rome"
            assert s.score[seat] == 1
        for seat in range(players, 4):
            assert (s.piece[seat], s.score[seat], s.coins[seat], s.stones[seat].sum()) == (EMPTY, 0, 0, 0)


@pytest.mark.rule("VA-S3")
@pytest.mark.parametrize(("players", "tokens"), [(2, [6, 1]), (3, [6, 3, 1]), (4, [6, 3, 1])])
def test_city_tokens_lie_from_the_top(players, tokens):
    view = GAME.view(GAME.record(players, 1), 0)
    assert [city["tokens"] for city in view["cities"]] == [[], tokens, tokens, tokens]
    assert [city["markers"] for city in view["cities"]] == [0, 0, 0, 0]


@pytest.mark.rule("VA-S4")
def test_seven_income_cards_are_open_and_nine_are_the_pile(tmp_path):
    first, game = set(), triumvir.game("via_appia", light_box(tmp_path))
    for seed in range(40):
        s = game.record(3, seed)[0]
        assert sorted([*s.display, *s.pile[: s.pile_left]]) == list(range(16))
        assert (s.pile_left, s.turned.sum()) == (9, 0)
        assert (s.pile[9:] == EMPTY).all()
        first.add(int(s.display[0]))
    assert len(first) > 10


@pytest.mark.rule("VA-S5")
def test_the_quarry_is_loaded_at_random_without_overlap_and_behind_the_edge():
    box = GAME.tables[0]
    places, loads = set(), 4 if PLAIN else 300
    for seed in range(loads):
        states = np.zeros(1, STATE)
        load(states, 0, GAME.tables, seed)
        s = states[0]
        n = int(s.discs)
        assert np.bincount(s.disc_size[:n], minlength=3).tolist() == [12, 8, 4]
        assert worst_overlap(s, box) <= 50
        assert (s.disc_y[:n] + box.radius[s.disc_size[:n]]).max() <= box.depth + 50
        places.add(s.disc_x.tobytes())
    assert len(places) == loads


@pytest.mark.rule("VA-S6")
def test_sesterces_lie_behind_the_screen_but_everybody_has_kept_count():
    states = GAME.record(3, 1)
    assert [area["coins"] is None for area in GAME.view(states, 1)["seats"]] == [True, False, True]
    assert all(area["coins"] is None for area in GAME.view(states, EMPTY)["seats"])
    assert "hidden" in GAME.text(states, 0, "en")
    assert GAME.redacted(states, 0)[0].coins.tolist() == states[0].coins.tolist()
    whole, of_others = GAME.view(states, 0), GAME.view(states, 1)
    for shown in ("storage", "tiles", "income", "quarry", "spaces"):
        assert whole[shown] == of_others[shown]
    assert [area["stones"] for area in whole["seats"]] == [area["stones"] for area in of_others["seats"]]


@pytest.mark.rule("VA-S6")
def test_a_table_may_play_with_open_sesterces():
    match = GAME.new(2, 1, open_sesterces=True)
    assert all(area["coins"] is not None for area in match.view(0)["seats"])
    assert triumvir.loads(match.dumps()).view(0) == match.view(0)
    with pytest.raises(triumvir.BadRequest):
        GAME.new(2, 1, open_sesterces="yes")


@pytest.mark.rule("VA-S7")
def test_sesterces_tokens_and_markers_never_run_out():
    table = given(players=4, coins=30_000, push_token=1).opened("4+SS")
    table.s.push_token[:] = [0, 1, 1, 1]
    table.play("income both 4+SS")
    assert table.s.coins[0] == 30_004
    assert table.s.push_token.tolist() == [1, 1, 1, 1]
    for seat in range(3):
        table.at(seat, "Brundisium")
    assert [city["markers"] for city in table.match.view(0)["cities"]] == [0, 3, 3, 3]


@pytest.mark.rule("VA-S8")
@pytest.mark.parametrize(("players", "storage"), [(2, [18, 14, 4]), (3, [17, 13, 4]), (4, [16, 12, 4])])
def test_gifts_and_load_come_from_the_storage(players, storage):
    s = GAME.record(players, 1)[0]
    assert s.storage.tolist() == storage
    assert s.tiles.tolist() == [24, 13, 9]
    assert (s.storage + s.stones.sum(axis=0) + np.bincount(s.disc_size[: s.discs], minlength=3)).tolist() == [34, 22, 8]


@pytest.mark.rule("VA-S9")
def test_what_is_in_the_pile_is_known_but_not_its_order():
    states = GAME.record(2, 1)
    hidden = GAME.redacted(states, 0)[0]
    assert (hidden.pile[:9] == HIDDEN).all()
    assert hidden.rng == 0
    orders = set()
    for deal in range(12):
        pile = GAME.redealt(states, 0, deal)[0].pile[:9].tolist()
        assert sorted(pile) == sorted(states[0].pile[:9].tolist())
        orders.add(tuple(pile))
    assert len(orders) == 12
    states[0].turned[0] = 1  # a used card is not in the pile
    assert states[0].display[0] not in GAME.redealt(states, 0, 1)[0].pile


@pytest.mark.rule("VA-S2")
def test_all_pieces_begin_in_rome():
    assert NAMES[ROME] == "Rome"
    assert GAME.view(GAME.record(4, 1), 0)["cities"][0]["pieces"] == [0, 1, 2, 3]
