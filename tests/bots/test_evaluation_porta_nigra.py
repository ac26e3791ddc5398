"""What the evaluation of Porta Nigra says of positions that a player would have an opinion on."""

import numpy as np
import pytest
from numba import njit

from games.porta_nigra.position import GAME, Position, given
from triumvir import bots
from triumvir.bots.bot import Option
from triumvir.bots.bulk import GreedyTable
from triumvir.bots.evaluation import porta_nigra
from triumvir.bots.mind import mind
from triumvir.games.porta_nigra.state import SPLIT

NO_CHOICE = 1e9  # a temperature at which every move is as good as another


def options(table: Position) -> dict[str, Option]:
    """What a greedy bot thinks of every move, by its notation."""
    match = table.match
    seen = GAME.redacted(match.states, match.seat)
    opinion = bots.make("greedy", GAME, seed=1).explain(seen, np.array(match.legal(), np.int16))
    return {match.notation(option.action): option for option in opinion.options}


def choice(table: Position) -> str:
    return next(iter(options(table)))


def last_turn(**position) -> Position:
    """The last turn of the match: nobody has a card left but the one in play."""
    table = given(round_no=3, **position)
    table.s.hand[:] = -1
    table.s.deck_left[:] = 0
    return table.refresh()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_when_the_match_ends_the_expected_points_are_the_sheet(players):
    bot = bots.make("random", GAME, seed=players)
    greedy = bots.make("greedy", GAME)
    match = GAME.new(players, seed=players)
    while not match.over:
        seat, seen, legal = match.seat, GAME.redacted(match.states, match.seat), np.array(match.legal(), np.int16)
        last = match.states[0].hand.max() < 0
        points = {option.action: option.points for option in greedy.explain(seen, legal).options} if last else {}
        action = bot.choose(seen, legal)
        match.play(action)
    assert points[action] == {**match.sheet()[seat], "prospects": 0.0}


def test_a_majority_in_reach_is_worth_points_and_the_rival_loses_them():
    table = given(card=2, bricks="WW").element("amphitheatre-A1", 1, 3)
    before = options(table)["end turn"].points["amphitheatre_majorities"]
    table.play("build")
    spots = options(table)
    assert spots["spot amphitheatre-B5"].points["amphitheatre_majorities"] > before + 2
    assert spots["spot city-wall-A5"].points["amphitheatre_majorities"] == pytest.approx(before, abs=0.5)


def test_a_settled_majority_is_counted_in_full():
    table = last_turn(card=2).element("basilica-A1", 0, 4)
    assert options(table)["end turn"].points["basilica_majorities"] == 12


def test_a_building_begun_is_worth_what_it_turns_into():
    table = given(card=2, bricks="WWWW")
    begun = options(table)["build"].value
    best = max(option.value for option in options(table.play("build")).values())
    assert begun == pytest.approx(best, abs=1.5)


def test_a_height_to_be_chosen_is_worth_what_it_turns_into():
    table = given(card=2, bricks="RRRRR", builder="porta-nigra").play("build")
    begun = options(table)["spot porta-nigra-5"].value
    best = max(option.value for option in options(table.play("spot porta-nigra-5")).values())
    assert begun == pytest.approx(best, abs=1.5)


def test_a_brick_for_an_element_is_worth_what_it_turns_into():
    table = given(card=2, influence=1).element("porta-nigra-5", 0, 3).element("porta-nigra-7", 1, 3).open_honours("porta-nigra-brick")
    begun = options(table)["honour porta-nigra-brick"].value
    best = max(option.value for option in options(table.play("honour porta-nigra-brick")).values())
    assert begun == pytest.approx(best, abs=1.5)


def test_whoever_has_no_card_left_in_the_last_round_expects_no_final_turn():
    usual = options(last_turn(card=2, bricks="YYYY"))
    ending = options(last_turn(card=2, bricks="YYYY", ender=0, final_turns=1))
    assert ending["build"].value == pytest.approx(usual["build"].value, abs=1e-3)


def test_a_round_that_runs_out_before_the_final_turns_is_split():
    def round_end(cards_of_the_other: int) -> float:
        table = given(card=2, bricks="YYYY", round_no=2, ender=0, final_turns=1).element("basilica-A1", 0, 4)
        table.s.hand[:], table.s.deck_left[:] = -1, 0
        table.s.hand[1, :cards_of_the_other] = range(cards_of_the_other)
        return options(table.refresh())["build"].points["round_ends"]

    assert round_end(cards_of_the_other=0) == 4
    assert round_end(cards_of_the_other=1) == 0


@njit
def turns_to_come(states, tables, seat):
    return porta_nigra.whole_turns_left(states[0], tables[0], seat)


def test_while_a_round_is_split_final_turns_are_still_to_come():
    table = given(players=3, round_no=1, phase=SPLIT, ender=2, final_turns=2)
    table.s.hand[:], table.s.deck_left[:] = -1, 0
    for splitting in range(3):
        table.s.seat = splitting
        assert [turns_to_come(table.match.states, GAME.tables, seat) for seat in range(3)] == [1, 1, 0]


def test_no_turn_ends_with_actions_that_could_be_used():
    assert choice(given(card=2, bricks="WW")) != "end turn"
    assert choice(given(card=7)) != "end turn"


def test_on_the_last_turn_bricks_are_built_with_and_influence_is_spent():
    table = last_turn(card=2, bricks="YYYY", influence=3).open_honours("vp-14")
    moves = set()
    while not table.match.over:
        move = choice(table)
        moves.add(move)
        table.play(move)
    assert {"build", "honour vp-14"} <= moves
    assert table.s.bricks[0].sum() < 4


def test_more_turns_make_sesterces_and_romans_worth_more():
    early = options(given(card=2))["end turn"].points["prospects"]
    late = options(last_turn(card=2))["end turn"].points["prospects"]
    assert early > late + 10


def test_the_fourth_building_of_a_set_is_wanted():
    cards = ("amphitheatre-black", "basilica-black", "city-wall-black")
    table = given(card=2, bricks="RRR", builder="porta-nigra").give_cards(0, *cards).open_buildings("porta-nigra-red").play("build")
    spots = options(table)
    others = max(option.points["building_cards"] for move, option in spots.items() if "porta-nigra" not in move)
    built = options(table.play("spot porta-nigra-5"))["height 3"].points["building_cards"]
    assert built > others + 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_seats_are_treated_alike(players):
    values = []
    for seat in range(players):
        found = options(given(players=players, seat=seat, starter=seat, card=4, bricks="KYW", influence=2).open_honours("vp-5"))
        found.pop("end turn")  # what others draw then is different
        values.append({move: option.value for move, option in found.items()})
    for other in values[1:]:
        assert other == pytest.approx(values[0], abs=1e-3)


def test_greedy_beats_chance():
    weights = mind(GAME).weights()
    states, _ = GreedyTable(GAME, [weights, weights], [0.0, NO_CHOICE]).play(60, seed=5)
    assert (states["score"][:, 0] > states["score"][:, 1]).sum() >= 59


def points_by_category(character: str | None) -> dict[str, float]:
    """What a character makes its points with, against the usual bot."""
    weights = mind(GAME).weights(character)
    states, _ = GreedyTable(GAME, [weights, mind(GAME).weights()]).play(60, seed=9)
    return dict(zip(GAME.categories, states["sheet"][:, 0].mean(axis=0), strict=True))


def test_characters_play_each_in_their_own_way():
    usual = points_by_category(None)
    assert points_by_category("gatekeeper")["porta_nigra"] > usual["porta_nigra"] + 5
    assert points_by_category("collector")["building_cards"] > usual["building_cards"] + 10
    assert points_by_category("trader")["play_area"] > usual["play_area"] + 3


@pytest.mark.parametrize("character", ["gatekeeper", "collector", "trader"])
def test_every_character_beats_chance(character):
    weights = mind(GAME).weights(character)
    states, _ = GreedyTable(GAME, [weights, weights], [0.0, NO_CHOICE]).play(40, seed=6)
    assert (states["score"][:, 0] > states["score"][:, 1]).sum() >= 38
