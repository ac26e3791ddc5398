"""The contract of a match: playing, refusing, undo, points, views."""

import json
import random

import numpy as np
import pytest

import triumvir

GAME = triumvir.game("porta_nigra")


def test_the_contract_on_one_screen():
    assert "porta_nigra" in triumvir.games() == sorted(triumvir.games())
    assert (GAME.title, GAME.players) == ("Porta Nigra", (2, 3, 4))
    assert GAME.rules["PN-B6"].startswith("Not enough sesterces")
    match = GAME.new(players=3, seed=7)
    assert match.seat in range(3)
    assert match.mask().dtype == np.bool_
    assert np.flatnonzero(match.mask()).tolist() == match.legal()
    assert len(match.mask()) == GAME.num_actions
    match.play("PLACE  basilica")  # case and spacing do not matter
    assert match.history[-1].action == match.parse("place basilica")
    assert json.loads(json.dumps(match.view(0))) == match.view(0)
    assert "Porta Nigra" in match.text(None)
    assert "Runde" in match.text(0, "de")


@pytest.mark.parametrize("players", [0, 1, 5, "2", 2.0, None])
def test_a_wrong_number_of_players(players):
    with pytest.raises(triumvir.BadRequest, match="players"):
        GAME.new(players, 1)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "x", None])
def test_a_wrong_seed(seed):
    with pytest.raises(triumvir.BadRequest, match="seed"):
        GAME.new(2, seed)


def test_unknown_names():
    with pytest.raises(triumvir.UnknownGame, match="no game 'chess'"):
        triumvir.game("chess")
    with pytest.raises(triumvir.BadRequest, match="no option 'weather'"):
        GAME.new(2, 1, weather="fine")
    match = GAME.new(2, 1)
    for seat in (2, -1, "0"):
        with pytest.raises(triumvir.BadRequest, match="no seat"):
            match.view(seat)
    with pytest.raises(triumvir.BadRequest, match="no language"):
        match.text(0, "la")


@pytest.mark.parametrize("move", ["", "fly", "buy green", -1, 10_000, True, 1.0, None])
def test_what_is_no_move_at_all_changes_nothing(move):
    match = GAME.new(2, 1)
    before = match.states.tobytes()
    with pytest.raises(triumvir.IllegalMove):
        match.announce(move, None)
    with pytest.raises(triumvir.IllegalMove) as refused:
        match.play(move)
    assert refused.value.rule is None
    assert match.states.tobytes() == before
    assert match.history == []


def test_an_illegal_move_carries_its_rule_and_changes_nothing():
    match = GAME.new(2, 1)
    before, legal = match.states.tobytes(), match.legal()
    with pytest.raises(triumvir.IllegalMove) as refused:
        match.play("end turn")
    assert refused.value.rule == "PN-A1"
    assert "PN-A1" in str(refused.value)
    assert (match.states.tobytes(), match.legal()) == (before, legal)


def test_undo_goes_back_until_something_was_revealed():
    match = GAME.new(2, 5)
    assert not match.can_undo
    with pytest.raises(triumvir.CannotUndo, match="no decision"):
        match.undo()
    match.play("place basilica")
    card = match.notation(match.legal()[0])
    before = match.states.tobytes()
    match.play(card)
    match.play("torch to coin")
    assert match.can_undo
    match.undo()
    match.undo()
    assert match.states.tobytes() == before
    assert match.notation(match.legal()[0]) == card
    match.play(card)
    match.play("end turn")  # draws a card, and the turn passes
    assert not match.can_undo
    with pytest.raises(triumvir.CannotUndo, match="turned up"):
        match.undo()


def test_undo_is_for_the_own_decisions_only():
    match = GAME.new(2, 5)
    chooser = random.Random(2)
    while not match.over:
        seat, reveals = match.seat, int(match.states[0].reveals)
        match.play(chooser.choice(match.legal()))
        expected = match.seat == seat and int(match.states[0].reveals) == reveals
        assert match.can_undo == expected


def test_taking_back_without_limit_is_counted():
    match = GAME.new(2, 5)
    chooser = random.Random(1)
    seat = match.seat
    first = match.states.tobytes()
    match.play(match.legal()[0])
    match.take_back(seat)  # honest: nothing was revealed
    assert match.take_backs == 0
    assert match.states.tobytes() == first
    while match.seat == seat:
        match.play(chooser.choice(match.legal()))
    before = match.history[-1].before.tobytes()
    match.take_back(seat)
    assert (match.take_backs, match.seat, match.states.tobytes()) == (1, seat, before)
    assert triumvir.loads(match.dumps()).take_backs == 1
    with pytest.raises(triumvir.CannotUndo):
        match.take_back(1 - seat)


def test_the_same_seed_deals_the_same_match_whatever_is_chosen():
    """Chance does not depend on how many decisions were made: the building pile is shuffled once."""
    piles = {tuple(GAME.new(2, 9).states[0].building_pile) for _ in range(3)}
    assert len(piles) == 1
    assert GAME.new(2, 9).states.tobytes() != GAME.new(2, 10).states.tobytes()


def test_a_copy_of_a_record_is_never_changed_by_playing_on():
    match = GAME.new(3, 2)
    kept = []
    chooser = random.Random(3)
    while not match.over:
        kept.append((match.states.copy(), match.states.tobytes()))
        match.play(chooser.choice(match.legal()))
    assert all(copy.tobytes() == text for copy, text in kept)
    assert all(decision.before.tobytes() == text for decision, (_, text) in zip(match.history, kept, strict=True))


def test_the_seed_is_in_no_view():
    match = GAME.new(2, 123456789012345)
    for seat in (None, 0, 1):
        assert "123456789012345" not in json.dumps(match.view(seat))
        assert "123456789012345" not in match.text(seat)
    assert GAME.redacted(match.states, 0)[0].rng == 0


@pytest.mark.parametrize(("name", "chapters"), [("porta_nigra", 2), ("carpe_diem", 4), ("via_appia", None)])
def test_the_course_of_a_match(name, chapters):
    match = triumvir.game(name).new(3, 5)
    assert match.course() == ([match.scores()], [0])
    chooser, seen = random.Random(5), [match.scores()]
    begins, round_no = [0], match.view(None)
    part = "building_phase" if name == "carpe_diem" else "round"
    while not match.over:
        match.play(chooser.choice(match.legal()))
        seen.append(match.scores())
        if not match.over and match.view(None)[part] != round_no[part]:
            begins.append(len(match.history))
        round_no = match.view(None)
    assert match.course() == (seen, begins)
    assert chapters is None or len(begins) == chapters


def test_winners_only_when_it_is_over():
    match = GAME.new(2, 1)
    assert match.winners() == []
    chooser = random.Random(1)
    while not match.over:
        match.play(chooser.choice(match.legal()))
    scores = match.scores()
    assert match.winners() == [seat for seat, score in enumerate(scores) if score == max(scores)]
