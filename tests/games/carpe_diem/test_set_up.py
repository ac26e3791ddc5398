"""Setting up: what everybody gets, and what lies on the table."""

from collections import Counter

import pytest

from games.carpe_diem.table import CELLS, GAME, actions
from triumvir.games.carpe_diem.state import PLACE_PATRICIAN
from triumvir.kernel.errors import BadRequest
from triumvir.kernel.state import EMPTY

BOX = GAME.tables[0]
COUNTS = pytest.mark.parametrize("players", [2, 3, 4])


@pytest.mark.rule("CD-S1")
@COUNTS
def test_everybody_gets_a_board_with_nine_writs_and_four_frame_parts(players):
    s = GAME.record(players, 5)[0]
    boards, parts = s.board[:players].tolist(), s.frame[: 4 * players].tolist()
    assert len(set(boards)) == players
    assert set(boards) <= {0, 1, 2, 3}
    assert len(set(parts)) == 4 * players
    assert set(parts) <= set(range(16))
    for seat in range(players):
        assert s.writs[seat] == BOX.writs[boards[seat]]
        assert bin(s.writs[seat]).count("1") == 9
        view = GAME.view(GAME.record(players, 5), seat)["seats"][seat]
        assert view["markers_left"] == 4  # and the fifth is on the prestige bar
        assert view["patrician"] is None
    assert (s.board[players:] == EMPTY).all()
    assert (s.frame[4 * players :] == EMPTY).all()


@pytest.mark.rule("CD-S1")
@pytest.mark.parametrize("players", [1, 5])
def test_it_is_for_two_to_four(players):
    with pytest.raises(BadRequest):
        GAME.record(players, 1)


@pytest.mark.rule("CD-S2")
@pytest.mark.parametrize(
    ("players", "decks", "empty"),
    [(2, "AABBCCDD", ["a1", "c1", "a4", "c4"]), (3, "AABBBCCDDD", ["a1", "c4"]), (4, "AAABBBCCDDDD", [])],
)
def test_the_forum_is_laid_out_by_number_of_players(players, decks, empty):
    for seed in range(30):
        s = GAME.record(players, seed)[0]
        cards = [int(card) for card in s.forum if card >= 0]
        assert sorted(GAME.box.contents.forum_card[card].deck for card in cards) == list(decks)
        assert [name for cell, name in enumerate(CELLS) if s.forum[cell] < 0] == empty


@pytest.mark.rule("CD-S2")
def test_forum_cards_are_shuffled_together():
    seen = {(cell, GAME.box.contents.forum_card[s.forum[cell]].deck) for s in (GAME.record(4, seed)[0] for seed in range(60)) for cell in range(12)}
    assert len(seen) == 12 * 4
    drawn = {int(card) for seed in range(300) for card in GAME.record(4, seed)[0].forum}
    assert drawn == set(BOX.card_same.tolist())


@pytest.mark.rule("CD-S3", "CD-K1")
def test_fountain_cards_lie_face_down():
    piles = set()
    for seed in range(5):
        states = GAME.record(2, seed)
        s = states[0]
        assert s.fountain_left == 24
        assert Counter(s.fountain_pile.tolist()) == dict.fromkeys(range(12), 2)
        assert GAME.redacted(states, 0)[0].fountain_pile.max() < 0
        piles.add(s.fountain_pile.tobytes())
    assert len(piles) == 5


@pytest.mark.rule("CD-S4")
@COUNTS
def test_28_white_tiles_and_a_row_of_11_black_ones_lie_open(players):
    states = GAME.record(players, 3)
    s = states[0]
    white = Counter(s.blueprints.ravel().tolist()) + Counter(s.white_pile[:56].tolist())
    black = Counter(s.row.tolist()) + Counter(s.black_pile[:28].tolist())
    assert (s.white_left, s.black_left) == (56, 28)
    assert (s.blueprints >= 0).all()
    assert (s.row >= 0).all()
    assert white == Counter(BOX.white.tolist())
    assert black == Counter(BOX.black.tolist())
    assert (GAME.redacted(states, 0)[0].blueprints == s.blueprints).all()
    assert s.blueprints.tobytes() != GAME.record(players, 4)[0].blueprints.tobytes()


@pytest.mark.rule("CD-S5")
@COUNTS
def test_markers_are_stacked_on_prestige_0_in_turn_order(players):
    for seed in range(8):
        s = GAME.record(players, seed)[0]
        order = [(int(s.starter) + place) % players for place in range(players)]
        assert s.prestige[:players].tolist() == [0] * players
        assert [int(s.under[seat]) for seat in order] == list(range(players))


@pytest.mark.rule("CD-S6")
@pytest.mark.parametrize(("players", "points"), [(2, [8, 9]), (3, [8, 9, 13]), (4, [8, 9, 10, 11])])
def test_later_players_start_with_more_points(players, points):
    for seed in range(8):
        s = GAME.record(players, seed)[0]
        order = [(int(s.starter) + place) % players for place in range(players)]
        assert [int(s.score[seat]) for seat in order] == points
        assert [int(s.sheet[seat, 0]) for seat in order] == points


@pytest.mark.rule("CD-S7", "CD-S10")
@COUNTS
def test_patricians_go_on_free_spaces_in_turn_order_when_everything_lies_open(players):
    states = GAME.record(players, 11)
    s = states[0]
    assert (s.blueprints >= 0).all()
    assert (s.forum >= 0).sum() == {2: 8, 3: 10, 4: 12}[players]
    for place in range(players):
        assert s.phase == PLACE_PATRICIAN
        assert s.seat == (s.starter + place) % players
        assert [GAME.notation[action] for action in actions(GAME, states)] == [f"patrician {space}" for space in range(place + 1, 8)]
        if place:
            assert GAME.rule_against(states, GAME.notation.parse("patrician 1")) == "CD-S7"
        GAME.engine.play_action(states, 0, GAME.tables, GAME.notation.parse(f"patrician {place + 1}"))
    assert s.seat == s.starter
    assert GAME.rule_against(states, GAME.notation.parse("patrician 7")) == "CD-S7"
    assert all(GAME.notation[action].startswith("move") for action in actions(GAME, states))


@pytest.mark.rule("CD-S9")
def test_start_boards_and_frames_are_random():
    records = [GAME.record(4, seed)[0] for seed in range(100)]
    assert {int(s.starter) for s in records} == {0, 1, 2, 3}
    assert {(seat, int(s.board[seat])) for s in records for seat in range(4)} == {(seat, board) for seat in range(4) for board in range(4)}
    assert len({(place, int(s.frame[place])) for s in records for place in range(16)}) > 250
    for s in records:
        for seat in range(4):
            assert s.fringe[seat] == 1 << int(BOX.shovel[s.board[seat]])  # the board is not turned
