"""What the evaluation of Via Appia says of positions that a player would have an opinion on."""

import numpy as np
import pytest

import triumvir
from games.via_appia.position import GAME, ROW, SEGMENT, Position, given
from triumvir import bots
from triumvir.bots.bot import Option
from triumvir.bots.bulk import GreedyTable
from triumvir.bots.mind import mind
from triumvir.games.via_appia.state import EXCHANGE, SMALL

NO_CHOICE = 1e9  # a temperature at which every move is as good as another
RIPE = (("M", -40, 112), ("M", 15, 114), ("M", -15, 115), ("L", 45, 116))
ALL_OF_A = " ".join(SEGMENT["A"])


def options(table: Position) -> dict[str, Option]:
    """What a greedy bot thinks of every move, by its notation, the best first."""
    match = table.match
    opinion = bots.make("greedy", GAME, seed=1).explain(*match.known())
    return {match.notation(option.action): option for option in opinion.options}


def choice(table: Position) -> str:
    return next(iter(options(table)))


def income(table: Position) -> Option:
    """What is thought of the best income."""
    return next(option for move, option in options(table).items() if move.startswith("income"))


def last_turn(players: int = 2, **position) -> Position:
    """The last turn of the match."""
    return given(players=players, seat=players - 1, ending=1, **position)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_when_the_match_ends_the_expected_points_are_the_sheet(players):
    table = last_turn(players, road="A1 A2 A3")
    table.s.bonus[:players, 0] = range(1, players + 1)
    seat, action = table.match.seat, table.match.legal()[0]
    points = options(table)[table.match.notation(action)].points
    table.match.play(action)
    assert table.match.over
    assert points == {**table.match.sheet()[seat], "prospects": 0.0}


def test_a_settled_majority_is_counted_in_full():
    table = given(road=ALL_OF_A)
    table.s.bonus[:2, 0] = 6, 5
    assert income(table).points["majority_a"] == pytest.approx(8, abs=0.1)


def test_a_settled_tie_is_shared():
    table = given(road=ALL_OF_A)
    table.s.bonus[:2, 0] = 5, 5
    assert income(table).points["majority_a"] == pytest.approx(6, abs=0.1)


def test_a_token_more_makes_a_majority_likelier():
    table = given(road="A1 A2 A3", cart="S")
    table.s.bonus[:2, 0] = 1, 1
    assert options(table)["build A4"].points["majority_a"] > income(table).points["majority_a"] + 0.3


def test_who_is_nearer_to_a_city_is_likelier_to_be_first():
    near = given(road=ALL_OF_A).at(0, "A8")
    far = given(road=ALL_OF_A).at(1, "A8")
    assert income(near).points["tarracina"] > income(far).points["tarracina"] + 1


def test_the_next_city_is_entered_first():
    assert choice(given(road=ALL_OF_A, coins=3).at(0, "A8").at(1, "A10")) == "travel Tarracina"


def test_a_first_tile_is_worth_what_it_turns_into():
    table = given(cart="MS", road="A1")
    begun = options(table)["build A2"].value
    best = max(option.value for option in options(table.play("build A2")).values())
    assert begun == pytest.approx(best, abs=1.5)


def test_a_fallen_stone_is_worth_the_tile_it_turns_into():
    found = options(given(phase=EXCHANGE, pushed=1, fallen=[0, 0, 1]))
    assert next(iter(found)) == "exchange large for large"
    assert found["exchange large for large"].value > found["sell large"].value + 1


def test_a_ripe_quarry_is_pushed_and_a_dry_one_is_not():
    ripe, dry = given(stones="SS").quarry(*RIPE), given(stones="SS").quarry()
    assert choice(ripe).startswith("push")
    assert choice(dry).startswith("income")


def test_an_aim_at_the_row_is_better_than_one_beside_it():
    aims = options(given(stones="L").quarry(*ROW).play("push large"))
    assert aims["aim 11 0"].value > aims["aim 1 -32"].value
    assert next(iter(aims)) in {"aim 9 0", "aim 11 0", "aim 13 0"}


def test_on_the_last_turn_stones_are_worth_nothing_and_tiles_are_built():
    table = last_turn(cart="MS", stones="LL", road="A1")
    assert choice(table) == "build A2"
    assert choice(table.play("build A2")) in {"build A3", "build A4"}


def test_stones_and_sesterces_are_worth_less_when_there_are_many():
    def prospects(stones, coins):
        return income(given(stones=stones, coins=coins).opened("3+SSS", "2+SS", "2+L", "2+MM")).points["prospects"]

    assert prospects("S", 2) - prospects("", 2) > prospects("SSSSSSS", 2) - prospects("SSSSSS", 2)
    assert prospects("", 2) - prospects("", 1) > prospects("", 20) - prospects("", 19)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_seats_are_treated_alike(players):
    values = []
    for seat in range(players):
        table = given(players=players, seat=seat, starter=seat, stones="SM", cart="SM", coins=4, road="A1")
        for other in range(players):
            table.s.stones[other], table.s.coins[other] = table.s.stones[seat], 4
        values.append({move: option.value for move, option in options(table.refresh()).items()})
    for other_values in values[1:]:
        assert other_values == pytest.approx(values[0], abs=1e-3)


def played(*characters: str | None) -> np.ndarray:
    """Matches between greedy bots with these characters."""
    states, _ = GreedyTable(GAME, [mind(GAME).weights(character) for character in characters]).play(24, seed=7)
    return states


def test_in_the_last_round_a_lead_that_cannot_be_built_away_is_counted_in_full():
    def majority(ending: int) -> float:
        table = given(starter=0, ending=ending, road="A1 A2 A3")
        table.s.bonus[:2, 0] = 5, 1
        return income(table).points["majority_a"]

    assert majority(ending=1) == pytest.approx(8, abs=0.1)
    assert majority(ending=0) < 7.8


def test_a_second_tile_may_still_turn_a_majority_in_the_last_turn():
    table = last_turn(cart="SS", road="A2")
    table.s.bonus[:2, 0] = 1, 0
    assert 0.5 < options(table)["build A1"].points["majority_a"] < 7.5


def test_in_the_last_round_only_who_can_still_travel_expects_a_city():
    def table(place: str, ending: int = 1) -> Position:
        return given(starter=0, ending=ending, road=ALL_OF_A).at(0, "A8").at(1, place)

    assert income(table("A10", ending=0)).points["tarracina"] > 1
    assert income(table("A10")).points["tarracina"] == 0
    assert income(table("A1")).value - income(table("A10")).value == pytest.approx(6, abs=0.5)
    assert income(table("A10")).points["beneventum"] == 0


def test_the_way_does_not_depend_on_the_order_in_which_a_box_lists_its_spaces(tmp_path):
    head, *spaces = GAME.original_box.read_text(encoding="utf-8").split("[[road.space]]\n")
    first = len(SEGMENT["A"])
    assert all(space.startswith('id = "A') for space in spaces[:first])
    turned_round = tmp_path / "box.toml"
    turned_round.write_text("[[road.space]]\n".join([head, *reversed(spaces[:first]), *spaces[first:]]), encoding="utf-8")

    def opinion(game: triumvir.Game) -> dict[str, Option]:
        match = game.new(2, seed=1)
        return {match.notation(option.action): option for option in bots.make("greedy", game, seed=1).explain(*match.known()).options}

    printed, other = opinion(GAME), opinion(triumvir.game("via_appia", turned_round))
    assert printed.keys() == other.keys()
    for move, option in printed.items():
        assert other[move].points == pytest.approx(option.points, abs=1e-3)


def test_characters_play_differently():
    builders, racers = played("builder", "builder"), played("racer", "racer")
    assert builders["laid"].sum(axis=1).mean() > racers["laid"].sum(axis=1).mean() + 3
    assert builders["round_no"].mean() > racers["round_no"].mean()


def test_greedy_beats_chance():
    weights = mind(GAME).weights()
    states, _ = GreedyTable(GAME, [weights, weights], [0.0, NO_CHOICE]).play(60, seed=5)
    assert (states["score"][:, 0] > states["score"][:, 1]).sum() >= 58
    assert states["cart"][:, 0, SMALL].mean() < 3


def standoff(seat: int, quiet: int) -> Position:
    """Whoever builds before Tarracina opens it to the other. The first player is ahead by a majority."""
    table = given(seat=seat, starter=0, quiet=quiet, cart="S", coins=9, road="A1 A2 A3 A4 A5 A6").at(0, "A5").at(1, "A5")
    table.s.bonus[:2, 0] = 4, 2
    table.s.cart[:2], table.s.coins[:2] = table.s.cart[seat], 9
    return table.refresh()


def test_when_nobody_begins_again_the_match_ends_as_it_stands():
    points = income(standoff(seat=1, quiet=18)).points
    assert points["majority_a"] == pytest.approx(4, abs=0.1)
    assert [points[name] for name in ("tarracina", "beneventum", "brundisium", "majority_b", "majority_c", "prospects")] == [0] * 6


def test_who_is_behind_ends_a_standoff_and_who_is_ahead_waits():
    assert choice(standoff(seat=1, quiet=9)).startswith("build")
    assert not choice(standoff(seat=0, quiet=9)).startswith("build")
    assert not choice(standoff(seat=1, quiet=0)).startswith("build")


def test_searching_bots_do_not_wait_for_each_other_until_the_match_ends():
    for seed in (6003, 6006):
        match = GAME.new(2, seed)
        players = [bots.make("search:100i", GAME, seed=number) for number in range(2)]
        while (seat := match.seat) is not None:
            match.play(players[seat].choose(*match.known()))
        assert match.states[0].ending
