"""PN-E and PN-G: the end of a round, the early end, the end of the game."""

import pytest

import triumvir
from games.porta_nigra.position import GAME, given
from triumvir.games.porta_nigra.state import ACTION_CARDS
from triumvir.kernel.state import EMPTY


def last_turn(players: int = 2, round_no: int = 1, seat: int | None = None, starter: int = 0, hands: dict[int, int] | None = None, **fields):
    """A seat on her last card of a round; `hands` gives other seats cards that they still have."""
    seat = (starter - 1) % players if seat is None else seat
    table = given(players=players, seat=seat, round_no=round_no, **fields)
    s = table.s
    s.starter = starter
    s.deck[:], s.deck_left[:], s.hand[:] = EMPTY, 0, EMPTY
    s.discards[:players] = (1 << ACTION_CARDS) - 1
    for p, count in {seat: 1, **(hands or {})}.items():
        s.hand[p, :count] = range(4, 4 + count)
        for card in range(4, 4 + count):
            s.discards[p] &= ~(1 << card)
    return table.refresh()


@pytest.mark.rule("PN-E1")
def test_a_round_ends_when_everybody_has_played_all_cards():
    table = last_turn(seat=0, hands={1: 1}).play("card 5", "end turn")
    assert table.match.seat == 1
    assert table.match.view(1)["phase"] == "act"
    table.play("card 5", "end turn")
    assert table.match.view(0)["phase"] == "split"


@pytest.mark.rule("PN-E2")
@pytest.mark.parametrize(("players", "times"), [(2, 1), (3, 2), (4, 2)])
def test_bricks_on_the_board_are_split_freely_in_turn_order(players, times):
    table = last_turn(players=players, starter=1).element("basilica-A3", seat=1, bricks=4).element("porta-nigra-1", seat=1, bricks=3)
    table.play("card 5", "end turn")
    assert table.match.seat == 1  # the round's starting player
    assert table.legal() == [f"split {coins}" for coins in range(7 * times + 1)]
    assert table.why_not(f"split {7 * times + 1}") == "PN-E2"
    coins = int(table.s.coins[1])
    table.play("split 2")
    assert table.s.coins[1] == coins + 2
    assert table.match.sheet()[1]["round_ends"] == 7 * times - 2
    assert table.match.seat == 2 % players
    assert table.legal() == ["split 0"]  # nothing built


@pytest.mark.rule("PN-E2")
def test_there_is_no_split_after_the_last_round():
    assert last_turn(players=2, round_no=3).play("card 5", "end turn").match.over
    assert not last_turn(players=2, round_no=2).play("card 5", "end turn").match.over
    assert last_turn(players=3, round_no=2).play("card 5", "end turn").match.over


@pytest.mark.rule("PN-E3")
def test_the_player_with_the_fewest_points_appoints_anybody():
    table = last_turn(players=3)
    table.s.score[:3], table.s.sheet[:3, 0] = (9, 4, 9), (9, 4, 9)
    table.play("card 5", "end turn", "split 0", "split 0", "split 0")
    assert table.match.seat == 1
    assert table.legal() == ["appoint 0", "appoint 1", "appoint 2"]
    assert table.why_not("appoint 3") == "PN-E3"
    hands = table.s.hand[:3].copy()
    assert (hands == EMPTY).all()  # before new hands are drawn
    table.play("appoint 2")
    assert (table.match.seat, table.s.starter, table.s.round_no) == (2, 2, 2)


@pytest.mark.rule("PN-E3")
def test_the_split_counts_and_of_equals_the_youngest_appoints():
    table = last_turn(players=2).element("basilica-A3", seat=0, bricks=4)
    table.play("card 5", "end turn", "split 0", "split 0")
    assert table.match.seat == 1  # seat 0 took four points
    table = last_turn(players=3)
    table.s.age[:3] = (2, 1, 0)
    table.play("card 5", "end turn", "split 0", "split 0", "split 0")
    assert table.match.seat == 2
    assert last_turn(players=3).play("card 5", "end turn", "split 0", "split 0", "split 0").match.seat == 0  # by default the first seat
    match = GAME.new(3, 1, youngest_first=[1, 2, 0])
    assert match.states[0].age[:3].tolist() == [2, 0, 1]
    for wrong in ([0, 1], [0, 1, 1], "012", [0, 1, 3], 5):
        with pytest.raises(triumvir.BadRequest, match="youngest_first"):
            GAME.new(3, 1, youngest_first=wrong)


@pytest.mark.rule("PN-E4")
def test_everybody_shuffles_and_draws_two():
    table = last_turn(players=4)
    table.play("card 5", "end turn", "split 0", "split 0", "split 0", "split 0", "appoint 3")
    for p in range(4):
        assert (table.s.hand[p] >= 0).all()
        assert table.s.deck_left[p] == 5
        assert table.s.discards[p] == 0
        assert sorted([*table.s.hand[p], *table.s.deck[p, :5]]) == list(range(7))
    assert len({tuple(table.s.deck[p]) for p in range(4)}) == 4  # shuffled, each on its own


@pytest.mark.rule("PN-G1")
def test_it_ends_after_the_last_round():
    table = last_turn(players=4, round_no=2).play("card 5", "end turn")
    assert table.match.over
    assert table.match.seat is None
    assert table.match.legal() == []
    assert table.why_not("end turn") == "PN-G1"


@pytest.mark.rule("PN-G2")
def test_the_fifteenth_element_ends_the_game_and_brings_five_points():
    table = given(players=3, seat=1, card=5, bricks="K", romans=1, romans_in_reserve=0, shops="KK").play("build", "spot amphitheatre-C1")
    assert table.match.sheet()[1]["early_end"] == 5
    assert table.match.scores()[1] == 1 + 5
    assert (table.s.ender, table.s.final_turns) == (1, 2)
    assert table.match.seat == 1
    table.play("take coins", "end turn")  # she finishes her turn
    assert table.s.shops.sum() >= 14  # and the others' turns begin with a refill
    turns = [table.match.seat]
    while not table.match.over:
        if table.match.seat != turns[-1]:
            turns.append(table.match.seat)
        move = next(m for m in ("end turn", "place basilica", *table.legal()) if table.may(m))
        table.play(move)
    assert turns == [2, 0]  # each other player has one more full turn, clockwise


@pytest.mark.rule("PN-G2")
def test_the_fourteenth_element_does_not():
    table = given(card=5, bricks="K", romans=2, romans_in_reserve=0).play("build", "spot amphitheatre-C1")
    assert table.s.ender == EMPTY


@pytest.mark.rule("PN-G2")
def test_emptying_market_and_reserve_ends_the_game_wherever_the_last_brick_goes():
    table = given(card=1, shops="KK", reserve=0).play("buy black")
    assert table.s.ender == EMPTY
    assert table.play("buy black").s.ender == 0  # bought
    assert given(card=1, shops="K", reserve=1).play("buy black").s.ender == EMPTY
    table = given(card=5, shops="", reserve=1, bricks="KKK", builder="city-wall").play("build", "spot city-wall-A6")
    assert table.s.ender == 0  # inside a reward
    table = given(influence=1, shops="", reserve=1).open_honours("bricks-KK").play("honour bricks-KK")
    assert table.s.ender == 0  # inside an honour card
    assert table.match.scores()[0] == 5
    assert table.why_not("end turn") == "PN-A2"  # she still plays her card
    table = given(influence=1, shops="", reserve=1).open_honours("porta-nigra-brick").element("porta-nigra-1", 0, 3)
    assert table.play("honour porta-nigra-brick", "spot porta-nigra-1").s.ender == 0


@pytest.mark.rule("PN-G2")
def test_in_the_last_round_too():
    table = last_turn(players=2, round_no=3, seat=0, hands={1: 1}, shops="R", reserve=0, coins=9).play("card 5", "buy red")
    assert table.match.scores()[0] == 5
    table.play("end turn")
    assert table.match.seat == 1
    table.play("card 5", "end turn")
    assert table.match.over


@pytest.mark.rule("PN-G3")
def test_only_the_first_trigger_counts():
    table = given(card=1, shops="K", reserve=0, bricks="K", romans=1, romans_in_reserve=0).play("buy black", "build", "spot amphitheatre-C1")
    assert table.match.sheet()[0]["early_end"] == 5
    table.play("end turn")
    table.s.romans[1], table.s.romans_in_reserve[1], table.s.bricks[1] = 1, 0, 5
    table.s.hand[1] = (4, EMPTY)
    table.refresh().play("card 5", "build", "spot basilica-B1")
    assert table.match.sheet()[1]["early_end"] == 0
    assert table.s.ender == 0


@pytest.mark.rule("PN-G3")
def test_a_round_that_runs_out_before_the_final_turns_is_closed_without_appointing():
    # Seat 1 of three triggers on the last card of seat 2's round: 2 still has a card, 0 has not.
    table = last_turn(players=3, round_no=1, seat=1, hands={2: 1}, card=None, shops="R", reserve=0, coins=9)
    table.element("basilica-A3", seat=0, bricks=4)
    table.play("card 5", "buy red", "end turn")
    assert table.match.seat == 2
    table.play("card 5", "end turn")
    assert table.match.view(0)["phase"] == "split"
    table.play("split 8", "split 0", "split 0")
    assert table.match.view(0)["phase"] == "act"  # nobody was appointed
    assert table.match.seat == 0  # the remaining final turn
    assert (table.s.hand[0] >= 0).all()
    card = next(move for move in table.legal() if move.startswith("card"))
    table.play(card, "end turn")
    assert table.match.over  # the triggering player has none
    assert table.s.round_no == 2


@pytest.mark.rule("PN-G3")
def test_the_last_player_of_a_round_can_trigger():
    table = last_turn(players=2, round_no=1, shops="R", reserve=0, coins=9).play("card 5", "buy red", "end turn", "split 0", "split 0")
    assert table.match.seat == 0
    card = next(move for move in table.legal() if move.startswith("card"))
    assert table.play(card, "end turn").match.over


@pytest.mark.rule("PN-G4")
def test_without_a_card_left_in_the_last_round_there_is_no_final_turn():
    table = last_turn(players=3, round_no=2, shops="R", reserve=0, coins=9).play("card 5", "buy red", "end turn")
    assert table.match.over
    table = last_turn(players=3, round_no=2, seat=1, hands={2: 1}, shops="R", reserve=0, coins=9).play("card 5", "buy red", "end turn")
    assert table.match.seat == 2  # she has a card, seat 0 has none
    assert table.play("card 5", "end turn").match.over


@pytest.mark.rule("PN-G5")
def test_final_turns_that_end_with_the_round_end_the_game_without_a_split():
    table = last_turn(players=2, round_no=1, seat=0, hands={1: 1}, shops="R", reserve=0, coins=9).element("basilica-A3", seat=1, bricks=4)
    table.play("card 5", "buy red", "end turn", "card 5", "end turn")
    assert table.match.over
    assert table.match.sheet()[1]["round_ends"] == 0


@pytest.mark.rule("PN-X6")
def test_example_ten_bricks_with_four_players():
    table = last_turn(players=4).element("basilica-A3", seat=0, bricks=4).element("basilica-A1", seat=0, bricks=4)
    table.element("amphitheatre-B1", seat=0, bricks=2).play("card 5", "end turn", "split 5")
    assert table.match.scores()[0] == 15
    assert table.s.coins[0] == 25
