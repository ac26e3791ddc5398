"""What a seat can know, and that nothing else reaches it."""

import numpy as np
import pytest

from games.carpe_diem.table import GAME, Table, actions, random_match
from triumvir.games.carpe_diem.state import MOVE, OVER, PUT_BACK, THING_NAMES
from triumvir.kernel.state import EMPTY, HIDDEN


def fountains(t, seat, keep, give):
    """A seat places a fountain, draws two known cards, keeps one and puts the other under the pile."""
    t.s.seat = seat
    left = int(t.s.fountain_left)
    pile = t.s.fountain_pile
    for name, place in ((keep, left - 1), (give, left - 2)):
        kind = THING_NAMES.index(name)
        found = next(i for i in range(left) if pile[i] == kind and t.s.put_by[i] < 0 and i <= place)
        pile[found], pile[place] = pile[place], kind
    if t.s.built[seat] == 0:
        t.lay("c3", "market", seat=seat)
    t.hold("fountain", seat=seat)
    space = next(move for move in t.legal() if move.startswith("place"))
    t.play(space, f"put back {give}")


@pytest.mark.rule("CD-K1", "CD-C9")
def test_other_fountain_cards_are_hidden_but_their_number_is_open():
    t = Table(3)
    fountains(t, 0, "villa", "pond")
    own, other = GAME.view(t.states, 0), GAME.view(t.states, 1)
    assert own["seats"][0]["fountain_cards"] == {"count": 1, "cards": ["villa"], "put_under_the_pile": ["pond"]}
    assert other["seats"][0]["fountain_cards"] == {"count": 1, "cards": None, "put_under_the_pile": []}
    assert other["seats"][1]["fountain_cards"] == {"count": 0, "cards": [], "put_under_the_pile": []}
    assert GAME.view(t.states, EMPTY)["seats"][0]["fountain_cards"]["cards"] is None


@pytest.mark.rule("CD-K1")
def test_a_seat_knows_what_it_put_under_the_pile_and_where():
    t = Table(2)
    fountains(t, 0, "villa", "pond")
    fountains(t, 1, "market", "garden")
    mine, theirs = GAME.redacted(t.states, 0)[0], GAME.redacted(t.states, 1)[0]
    assert mine.fountain_pile[:2].tolist() == [HIDDEN, THING_NAMES.index("pond")]
    assert theirs.fountain_pile[:2].tolist() == [THING_NAMES.index("garden"), HIDDEN]
    assert GAME.redacted(t.states, EMPTY)[0].fountain_pile[:22].tolist() == [HIDDEN] * 22
    for seed in range(20):
        dealt = GAME.redealt(t.states, 0, seed)[0]
        assert dealt.fountain_pile[1] == THING_NAMES.index("pond")
        assert dealt.fountain_kinds[0, THING_NAMES.index("villa")] == 1


@pytest.mark.rule("CD-K1")
def test_a_redeal_changes_all_that_is_hidden_and_keeps_all_cards():
    t = Table(3)
    fountains(t, 0, "villa", "pond")
    fountains(t, 1, "market", "garden")
    hands, piles, whites = set(), set(), set()
    for seed in range(200):
        s = GAME.redealt(t.states, 0, seed)[0]
        cards = s.fountain_kinds[:3].sum(axis=0) + np.bincount(s.fountain_pile[: s.fountain_left], minlength=12)
        assert (cards == 2).all()
        assert sorted(s.white_pile[:56].tolist()) == sorted(t.s.white_pile[:56].tolist())
        assert sorted(s.black_pile[:28].tolist()) == sorted(t.s.black_pile[:28].tolist())
        hands.add(s.fountain_kinds[1].tobytes())
        piles.add(s.fountain_pile.tobytes())
        whites.add(s.white_pile.tobytes())
    assert len(hands) == 12  # every kind is possible: one villa and one pond are known, their twins are not
    assert len(piles) == len(whites) == 200


@pytest.mark.rule("CD-K1")
def test_stored_and_removed_tiles_are_open():
    t = Table(2)
    t.lay("c3", "market")
    t.blueprint(2, "PGGG", "VGGG", "RGGG2")
    t.play("move 2", "take PGGG", "store")
    view = GAME.view(t.states, 1)
    assert [tile["name"] for tile in view["seats"][0]["stored"]] == ["PGGG"]
    assert sorted(tile["name"] for tile in view["removed"]) == ["RGGG2", "VGGG"]


@pytest.mark.rule("CD-K1")
def test_the_order_of_the_piles_is_hidden():
    states = GAME.record(2, 8)
    other = states.copy()
    other[0].white_pile[:56] = other[0].white_pile[:56][::-1]
    other[0].black_pile[:28] = other[0].black_pile[:28][::-1]
    other[0].fountain_pile[:24] = other[0].fountain_pile[:24][::-1]
    other[0].rng += np.uint64(1)
    for seat in (0, 1, EMPTY):
        assert GAME.redacted(states, seat).tobytes() == GAME.redacted(other, seat).tobytes()


@pytest.mark.rule("CD-K1", "CD-E4")
def test_fountain_cards_are_shown_when_the_game_is_over():
    for seed in range(3):
        *_, (states, _) = random_match(3, seed)
        assert states[0].phase == OVER
        view = GAME.view(states, EMPTY)
        for seat in view["seats"]:
            assert len(seat["fountain_cards"]["cards"]) == seat["fountain_cards"]["count"]


@pytest.mark.rule("CD-K1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_twins_look_the_same(players):
    """Whatever a seat may not know, dealt anew: record, view, text, features and the own choices stay the same."""
    checked = 0
    for number, (states, _) in enumerate(random_match(players, 20 + players)):
        s = states[0]
        if number % 13 and s.phase != PUT_BACK:
            continue
        for seat in (*range(players), EMPTY):
            twin = GAME.redealt(states, seat, number)
            assert GAME.redacted(twin, seat).tobytes() == GAME.redacted(states, seat).tobytes()
            assert GAME.view(twin, seat) == GAME.view(states, seat)
            assert GAME.text(twin, seat, "en") == GAME.text(states, seat, "en")
            if seat >= 0:
                assert (GAME.observation(twin, seat) == GAME.observation(states, seat)).all()
            if seat == s.seat:
                assert actions(GAME, twin) == actions(GAME, states)
                checked += 1
    assert checked > 10


@pytest.mark.rule("CD-K1")
def test_the_observation_of_the_whole_record_is_that_of_the_redacted_one():
    for number, (states, _) in enumerate(random_match(3, 31)):
        if number % 31 == 0:
            for seat in range(3):
                out = np.zeros(GAME.features.count, np.int16)
                GAME.engine.observe_match(states.copy(), 0, GAME.tables, seat, out)
                assert (out == GAME.observation(states, seat)).all()


def field(observation, name):
    offsets = GAME.features.offsets()
    count = next(feature.count for feature in GAME.features.fields if feature.name == name)
    return observation[offsets[name] : offsets[name] + count].tolist()


@pytest.mark.rule("CD-K1")
def test_the_observation_says_what_lies_on_the_table():
    t = Table(3)
    fountains(t, 1, "villa", "pond")
    t.s.seat, t.s.phase = 1, MOVE
    t.s.coins[:3], t.s.bread[:3], t.s.chimneys[:3] = [1, 2, 3], [4, 5, 6], [7, 8, 9]
    t.goods(2, herb=2)
    t.prestige(3, 4, 4)
    seen = GAME.observation(t.states, 1)
    assert field(seen, "decides") == [1, 0, 0, 0]
    assert [field(seen, f"{whose}_coins") for whose in ("own", "next", "second_next", "third_next")] == [[2], [3], [1], [0]]
    assert field(seen, "own_fountain_cards") == [int(name == "villa") for name in THING_NAMES]
    assert field(seen, "own_put_back") == [int(name == "pond") for name in THING_NAMES]
    assert field(seen, "next_goods") == [0, 2, 0, 0]
    assert (field(seen, "own_under"), field(seen, "next_under")) == ([0], [1])
    assert field(seen, "own_tiles") == [2]
    assert field(seen, "third_next_built") == [0] * 36
    assert field(GAME.observation(t.states, 0), "own_fountain_cards") == [0] * 12
    assert field(GAME.observation(t.states, 0), "next_fountain_hand") == [1]
    assert len(GAME.features.scales()) == GAME.features.count
