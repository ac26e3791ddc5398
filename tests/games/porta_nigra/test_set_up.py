"""PN-S: what lies on the table before the first decision."""

import numpy as np
import pytest

import triumvir
from games.porta_nigra.position import GAME, given
from triumvir.kernel.state import EMPTY, HIDDEN


def begin(players: int, seed: int = 5):
    return GAME.new(players, seed).states[0]


@pytest.mark.rule("PN-S1")
@pytest.mark.parametrize(("players", "rounds"), [(2, 3), (3, 2), (4, 2)])
def test_rounds_depend_on_the_number_of_players(players, rounds):
    match = GAME.new(players, 3)
    seen = set()
    while not match.over:
        seen.add(int(match.states[0].round_no))
        match.play(match.legal()[len(match.history) % len(match.legal())])
    assert seen == set(range(1, rounds + 1))
    for wrong in (1, 5):
        with pytest.raises(triumvir.BadRequest):
            GAME.new(wrong, 1)


@pytest.mark.rule("PN-S2")
def test_ninety_bricks_in_reserve_and_tokens_without_end():
    s = begin(4)
    assert int(s.reserve) + int(s.shops.sum()) == 90
    # Far more than the 16 influence tokens, 18 torch tokens and 189 sesterces of the box can be held.
    table = given(card=7, coins=500, influence=40).play("take influence", "take coins")
    assert (table.s.influence[0], table.s.coins[0]) == (41, 505)
    assert given(card=6, torches=40).play("take torch").s.torches[0] == 41


@pytest.mark.rule("PN-S3")
def test_ten_supply_cards_shuffled_face_down():
    s = begin(2)
    assert sorted(s.supply) == list(range(10))
    orders = {tuple(begin(2, seed).supply) for seed in range(30)}
    assert len(orders) == 30


@pytest.mark.rule("PN-S4")
def test_displays_of_six_building_and_fourteen_honour_cards():
    s = begin(3)
    assert (s.building_display >= 0).sum() == 6
    assert s.building_left == 14
    assert sorted([*s.building_display, *s.building_pile[:14]]) == list(range(20))
    assert (s.honour_display >= 0).sum() == 14
    assert s.honour_left == 14
    assert sorted([*s.honour_display, *s.honour_pile[:14]]) == list(range(28))
    tables = [begin(3, seed) for seed in range(30)]
    assert len({tuple(s.building_display) for s in tables}) == 30  # both are shuffled
    assert len({tuple(s.honour_display) for s in tables}) == 30


@pytest.mark.rule("PN-S5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_with_the_same(players):
    s = begin(players)
    for p in range(players):
        assert (s.coins[p], s.torches[p], s.influence[p], s.romans[p], s.romans_in_reserve[p], s.score[p]) == (20, 1, 0, 5, 10, 0)
        assert s.builder[p] == EMPTY
        assert s.bricks[p].sum() == 0


@pytest.mark.rule("PN-S6")
@pytest.mark.parametrize(("players", "cards"), [(2, 8), (3, 8), (4, 7)])
def test_two_cards_in_hand_and_one_card_less_with_four_players(players, cards):
    s = begin(players)
    for p in range(players):
        own = [*s.hand[p], *s.deck[p, : s.deck_left[p]]]
        assert len(own) == cards
        assert s.deck_left[p] == cards - 2
        assert len(set(own)) == cards
        assert (7 in own) == (players < 4)  # the card that is for two or three players only


@pytest.mark.rule("PN-S6")
def test_decks_are_shuffled_for_each_player():
    hands = np.array([begin(3, seed).hand[:3] for seed in range(400)])
    counts = np.bincount(hands.ravel(), minlength=8)
    assert counts.min() > 240  # 2,400 cards, 300 of each expected
    assert counts.max() < 360
    assert (hands[:, 0] != hands[:, 1]).any()


@pytest.mark.rule("PN-S6")
def test_hands_are_hidden_from_the_others_and_the_order_of_decks_from_everyone():
    match = GAME.new(3, 4)
    assert match.seat is not None
    for seat in range(3):  # whoever is to decide
        redacted = GAME.redacted(match.states, seat)[0]
        assert [(redacted.hand[p] >= 0).all() for p in range(3)] == [p == seat for p in range(3)]
        assert (redacted.deck[:3, :6] == HIDDEN).all()
    assert (GAME.redacted(match.states, EMPTY)[0].hand[:3] == HIDDEN).all()


@pytest.mark.rule("PN-S7")
def test_the_starting_player_is_random_and_play_goes_clockwise():
    starters = [int(begin(4, seed).seat) for seed in range(400)]
    assert all(70 < starters.count(p) < 130 for p in range(4))
    table = given(players=3, seat=2, card=5)
    table.play("end turn")
    assert table.match.seat == 0


@pytest.mark.rule("PN-S8")
def test_hands_and_face_down_piles_are_hidden_and_all_else_is_open():
    match = GAME.new(3, 4)
    own = match.view(1)
    assert all(card is not None for card in own["seats"][1]["hand"])
    assert own["seats"][0]["hand"] == [None, None]
    assert match.view(None)["seats"][1]["hand"] == [None, None]
    redacted = GAME.redacted(match.states, 1)[0]
    assert (redacted.deck[1, :6] == HIDDEN).all()  # not even the owner knows the order of her deck
    assert (redacted.building_pile[:14] == HIDDEN).all()
    assert (redacted.honour_pile[:14] == HIDDEN).all()
    left = int(match.states[0].supply_left)
    assert (redacted.supply[:left] == HIDDEN).all()
    assert redacted.supply[left:].tolist() == match.states[0].supply[left:].tolist()  # used supply cards stay visible
    assert redacted.rng == 0
    while match.view(0)["seats"][0]["discards"] == [] or not match.view(0)["supply"]["used"]:
        match.play(match.legal()[0])
    assert match.view(1)["seats"][0]["discards"]  # played cards stay visible
