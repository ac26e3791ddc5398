"""What the evaluation of Carpe Diem says of positions that a player would have an opinion on."""

import numpy as np
import pytest
from numba import njit

import triumvir
from games.carpe_diem.table import CELLS, PLACE_CELLS, Table, actions
from triumvir import bots
from triumvir.bots.bot import Option
from triumvir.bots.bulk import GreedyTable
from triumvir.bots.evaluation import carpe_diem
from triumvir.bots.mind import mind
from triumvir.games.carpe_diem.state import ADMINISTRATOR, FOUNTAIN, LAST_DWELLING, MERCHANT, MOVE, POND, TAKE_TILE, THING_NAMES, VILLA
from triumvir.kernel.state import SEATS

GAME = triumvir.game("carpe_diem")
MIND = mind(GAME)


def options(table: Table) -> dict[str, Option]:
    """What a greedy bot thinks of every move, by its notation, the best first."""
    seen = GAME.redacted(table.states, int(table.s.seat))
    opinion = bots.make("greedy", GAME, seed=1).explain(seen, np.array(actions(GAME, table.states), np.int16))
    return {GAME.notation[option.action]: option for option in opinion.options}


def all_points(states: np.ndarray, action: int, trial: np.ndarray, deal: np.ndarray) -> np.ndarray:
    """The points of all seats after a move; the deal that was looked at and the record after the move are left behind."""
    points = np.zeros((SEATS, len(MIND.categories)), np.float32)
    leads, sums = np.zeros(1), np.zeros((1, len(MIND.categories)))
    MIND.judge_all(states, GAME.tables, MIND.weights(), deal, trial, np.array([action], np.int16), 1, 5, points, leads, sums)
    return points


def plain_forum(table: Table, card: int) -> Table:
    """A forum in which all cards are the same."""
    table.s.forum[table.s.forum >= 0] = card
    return table


@pytest.mark.parametrize("players", [2, 3, 4])
def test_when_the_match_ends_the_expected_points_are_the_sheet(players):
    greedy, match = bots.make("greedy", GAME, seed=1), GAME.new(players, seed=players)
    while not match.over:
        seat, legal = match.seat, np.array(match.legal(), np.int16)
        before, opinion = match.states.copy(), greedy.explain(GAME.redacted(match.states, seat), legal)
        match.play(opinion.action)
    trial, deal = np.zeros(1, GAME.state), np.zeros(1, GAME.state)
    points = all_points(before, opinion.action, trial, deal)
    hidden = GAME.categories.index("fountain_cards")  # the others' cards are shown only when all is over
    for p, sheet in enumerate(match.sheet()):
        known = [i for i in range(len(MIND.categories)) if p == seat or i != hidden]
        assert points[p][known].tolist() == np.array([*sheet.values(), 0.0])[known].tolist()


@pytest.mark.parametrize("players", [2, 4])
def test_looking_at_a_position_does_not_change_it(players):
    match, rng = GAME.new(players, seed=3), np.random.default_rng(3)
    trial, deal = np.zeros(1, GAME.state), np.zeros(1, GAME.state)
    while not match.over:
        action = int(rng.choice(match.legal()))
        all_points(match.states, action, trial, deal)
        deal[0].moves += 1
        GAME.engine.play_action(deal, 0, GAME.tables, action)
        deal[0].moves = trial[0].moves
        assert deal.tobytes() == trial.tobytes()
        match.play(action)


def test_seats_are_treated_alike():
    """With the districts, resources and markers of two players changed over, their points change over."""
    table = plain_forum(Table(), Table().card("A", {"fish": 2}, {"vp": 4}))
    for seat in range(2):
        table.s.frame[seat * 4 : seat * 4 + 4] = [1, 2, 3, 4]
        table.lay("c3", "RGGG1", "n", seat)
    table.s.sheet[:2, 0] = table.s.score[:2] = 8
    table.only_blueprints(1, 2)
    table.goods(0, fish=3)
    first = options(table)["move 2"].value
    table.goods(0, fish=0)
    table.goods(1, fish=3)
    second = options(table)["move 2"].value
    table.goods(0, fish=3)
    assert first > 3
    assert second < 0
    assert options(table)["move 2"].value == pytest.approx((first + second) / 2, abs=1.0)


def test_goods_are_worth_more_where_a_card_asks_for_them():
    def worth(good: str) -> float:
        table = plain_forum(Table(), Table().card("A", {"fish": 3}, {"vp": 7}))
        before = options(table)["move 2"].value
        table.goods(0, **{good: 3})
        return options(table)["move 2"].value - before

    assert worth("fish") > worth("grape") + 2
    assert worth("grape") > 1


def test_a_card_whose_places_are_taken_asks_for_nothing():
    def worth(good: str, *, taken: bool) -> float:
        table = plain_forum(Table(), Table().card("D", {"merchant": 1}, {"vp": 3}))
        cell = CELLS.index("b2")
        table.s.forum[cell] = table.card("A", {"fish": 3}, {"vp": 7})
        if taken:
            table.s.marker[(PLACE_CELLS == cell).any(axis=1)] = 1
        before = options(table)["move 2"].value
        table.goods(0, **{good: 3})
        return options(table)["move 2"].value - before

    assert worth("fish", taken=False) > worth("grape", taken=False) + 1
    assert worth("fish", taken=True) == pytest.approx(worth("grape", taken=True), abs=0.01)


@njit
def demand_now(states, tables, weights, kind):
    s = states[0]
    return carpe_diem.demand(s, tables[0], weights[0], kind, carpe_diem.free_places_by_card(carpe_diem.free_places(s)), 1)


def demand(table: Table, kind: int) -> float:
    """What one more completed thing of a kind may bring at the last visit to the forum."""
    return float(demand_now(table.states, GAME.tables, MIND.weights(), kind))


def test_cards_that_count_any_landscape_or_any_dwelling_want_each_of_them():
    any_landscape = plain_forum(Table(), Table().card("D", {"any_landscape": 2}, {"vp": 3}))
    assert demand(any_landscape, POND) > 0
    assert demand(any_landscape, MERCHANT) == 0
    any_dwelling = plain_forum(Table(), Table().card("D", {"any_dwelling": 2}, {"vp": 3}))
    assert demand(any_dwelling, MERCHANT) == demand(any_dwelling, LAST_DWELLING) > 0
    assert [demand(any_dwelling, kind) for kind in (POND, VILLA, FOUNTAIN)] == [0, 0, 0]
    one = plain_forum(Table(), Table().card("D", {"merchant": 1}, {"vp": 3}))
    assert demand(one, MERCHANT) == pytest.approx(2 * demand(any_dwelling, MERCHANT))
    assert demand(one, ADMINISTRATOR) == 0


def test_owning_what_the_forum_counts_is_worth_a_set_at_each_visit():
    table = plain_forum(Table(), Table().card("D", {"merchant": 1}, {"vp": 3}))
    before = options(table)["move 2"].points["forum"]
    table.has(0, merchant=1)
    assert options(table)["move 2"].points["forum"] > before + 10


def test_the_first_to_choose_expects_more_of_the_forum():
    """One place pays both players well, all others nothing: whoever chooses first will have it."""
    table = plain_forum(Table(), Table().card("D", {"merchant": 1}, {"vp": 3}))
    table.in_forum(*[table.card("C", {"villa": 1}, {"vp": 3})] * 2)
    table.s.phase = MOVE
    for seat in range(2):
        table.has(seat, villa=2)
    table.prestige(5, 4)
    ahead = options(table)["move 2"].points["forum"]
    table.prestige(4, 5)
    assert ahead > options(table)["move 2"].points["forum"] + 1


def test_a_half_dwelling_is_worth_something_and_the_whole_one_more():
    table = Table()
    table.lay("c3", "market")
    table.hold("AGGG")
    half = options(table)
    assert half["place d3-e"].value > half["store"].value
    table = Table()
    table.s.building_phase, table.s.round_no = 4, 3
    table.lay("c3", "AGGG", "e")
    table.hold("AGGG")
    whole = options(table)
    assert whole["place d3-w"].value > whole["place b3-n"].value > whole["store"].value - 0.5


@pytest.mark.parametrize("landscape", ["pond", "garden"])
def test_both_landscapes_of_a_tile_are_hoped_for(landscape):
    def fountain_cards(tile: str) -> float:
        table = Table()
        table.lay("c3", tile)
        table.s.fountain_kinds[0, THING_NAMES.index(landscape)] = table.s.fountain_hand[0] = 1
        return options(table)["move 2"].points["fountain_cards"]

    assert fountain_cards("PGHG") > fountain_cards("market") + 0.2


def test_a_frame_goal_in_reach_draws_the_tile():
    table = Table()
    table.s.frame[:4] = [1, 2, 3, 4]  # the first part asks for a granary across the line right of column a
    table.lay("c3", "market")
    table.lay("b3", "BGGG", "w")
    table.hold("BGGG")
    placed = options(table)["place a3-e"]
    assert placed.points["frame"] >= 4
    assert next(iter(options(table))) == "place a3-e"


def test_a_tile_to_take_is_worth_what_it_turns_into():
    table = Table()
    table.lay("c3", "RGGG2", "e")
    table.blueprint(1, "RGGG2", "PGGG", "MAGG")
    table.s.phase = TAKE_TILE
    taken = options(table)
    assert next(iter(taken)) == "take RGGG2"
    table.play("take RGGG2")
    assert taken["take RGGG2"].value == pytest.approx(next(iter(options(table).values())).value, abs=0.5)


def test_steps_beyond_the_end_of_the_prestige_bar_count_for_a_tile_to_take():
    table = Table()
    table.s.building_phase, table.s.round_no = 4, 7
    table.lay("c3", "AGGG", "e")
    table.blueprint(1, "AGGG", "VGGG", "VGGG")
    table.prestige(20, 3)
    table.s.phase = TAKE_TILE
    found = options(table)
    assert found["take AGGG"].points["prestige_overflow"] == 2
    table.play("take AGGG", "place d3-w")
    assert table.points("prestige_overflow") == 2


def test_a_visit_that_has_begun_is_worth_what_it_brings():
    table = Table()
    table.in_forum(table.card("A", {"fish": 3}, {"vp": 7}), table.card("D", {"merchant": 1}, {"vp": 3}))
    table.goods(0, fish=6)
    table.has(0, merchant=2)
    table.s.building_phase = 4
    begun = options(table)["forum b2-b3"].points
    table.play("forum b2-b3", "first b2", "sets 2")
    assert table.points("forum") == 20
    assert sum(begun.values()) == pytest.approx(float(table.s.score[0]), abs=0.01)


def test_bread_saves_from_a_loss_in_the_last_visit():
    table = Table()
    table.in_forum(table.card("A", {"fish": 3}, {"vp": 7}), table.card("D", {"merchant": 1}, {"vp": 3}))
    table.has(0, merchant=1)
    table.s.building_phase, table.s.bread[0] = 4, 3
    table.play("forum b2-b3", "first b2")
    assert next(iter(options(table))) == "bread 1"


@pytest.mark.parametrize(("character", "measure"), [("racer", "prestige"), ("builder", "villas"), ("collector", "fountain_cards")])
def test_characters_differ_in_what_they_go_for(character, measure):
    category = GAME.categories.index(measure)
    states = GreedyTable(GAME, [MIND.weights(character), MIND.weights()]).play(400, seed=11)[0]
    sheet = states["sheet"][:, :2, category].mean(axis=0)
    assert sheet[0] > sheet[1] + 1


def test_looking_one_decision_ahead_beats_chance():
    temperatures = [0.0, 1e9]
    states = GreedyTable(GAME, [MIND.weights()] * 2, temperatures).play(60, seed=7)[0]
    assert GAME.winners(states)[:, 0].mean() > 0.97
