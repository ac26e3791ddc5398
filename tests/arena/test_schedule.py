"""The schedule: everybody in every seat, on the same deals."""

from collections import Counter

import pytest

from triumvir.arena import schedule
from triumvir.kernel.errors import BadRequest


def seats(pairings):
    """How often each bot has each seat on each deal."""
    return Counter((pairing.deal, bot, seat) for pairing in pairings for seat, bot in enumerate(pairing.bots))


@pytest.mark.parametrize(("players", "bots"), [(2, "ab"), (3, "abc"), (4, "abcd"), (2, "abcd"), (3, "abcde")])
def test_every_bot_has_every_seat_equally_often_on_every_deal(players, bots):
    found = seats(schedule(players, list(bots), 200, seed=5))
    deals = {deal for deal, _, _ in found}
    assert set(found) == {(deal, bot, seat) for deal in deals for bot in bots for seat in range(players)}
    assert len(set(found.values())) == 1


def test_with_more_bots_than_seats_all_meet_equally_often():
    met = Counter(frozenset(pairing.bots) for pairing in schedule(2, list("abcd"), 100))
    assert len(met) == 6
    assert set(met.values()) == {18}  # nine deals, twice each


def test_a_bot_that_is_named_three_times_has_three_seats():
    pairings = schedule(4, ["search", "greedy", "greedy", "greedy"], 8)
    assert len(pairings) == 8
    assert all(Counter(pairing.bots) == {"search": 1, "greedy": 3} for pairing in pairings)
    for deal in (0, 1):
        assert sorted(pairing.bots.index("search") for pairing in pairings if pairing.deal == deal) == [0, 1, 2, 3]


def test_neighbours_change():
    left = Counter(pairing.bots[(pairing.bots.index("a") + 1) % 4] for pairing in schedule(4, list("abcd"), 24))
    assert left == {"b": 8, "c": 8, "d": 8}


def test_numbers_are_keys_and_seeds_are_all_different():
    pairings = schedule(3, list("abc"), 60, seed=11)
    assert [pairing.number for pairing in pairings] == list(range(60))
    assert len({seed for pairing in pairings for seed in pairing.seeds}) == 180
    assert {pairing.deal for pairing in pairings} == set(range(11, 31))


def test_games_are_rounded_up_to_whole_rounds():
    assert len(schedule(2, list("abc"), 1)) == 6
    assert len(schedule(2, list("abc"), 6)) == 6
    assert len(schedule(2, list("abc"), 7)) == 12


def test_it_is_decided_by_its_arguments_and_a_longer_one_begins_the_same():
    short = schedule(3, list("abcd"), 24, seed=3)
    assert schedule(3, list("abcd"), 24, seed=3) == short
    assert schedule(3, list("abcd"), 96, seed=3)[: len(short)] == short
    assert schedule(3, list("abcd"), 24, seed=4) != short


@pytest.mark.parametrize(
    ("players", "bots", "games", "seed", "message"),
    [
        (4, ["a", "b"], 8, 0, "4 players need 4 bots, not 2"),
        (2, ["a", "b", "a"], 8, 0, "only once"),
        (2, ["a", "b"], 0, 0, "at least one match"),
        (2, ["a", "b"], 8, -1, "a seed is"),
        (2, ["a", "b"], 8, 2**63 - 2, "a seed is"),
    ],
)
def test_what_cannot_be_played_is_refused(players, bots, games, seed, message):
    with pytest.raises(BadRequest, match=message):
        schedule(players, bots, games, seed)
