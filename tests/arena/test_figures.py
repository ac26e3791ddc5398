"""The figures, against examples worked out by hand."""

from io import StringIO

import pytest
from rich.console import Console

from triumvir.arena import Crash, Header, Outcome, Results, duels, ratings, standings, wilson
from triumvir.arena.tables import duel_table, points_table, win_table

PRINTED = 5e-5  # published intervals have four decimals


def results(*outcomes, bots="ab"):
    players = len(outcomes[0].bots)
    header = Header(game="g", title="G", rules=1, box="b", sources="s", players=players, bots=list(bots), seed=0, games=len(outcomes))
    return Results(header, outcomes)


def outcome(number, bots, scores, ranks, crash=None, decisions=None, mean=None, longest=None, late=None):
    players = len(bots)
    return Outcome(
        number=number,
        deal=0,
        bots=list(bots),
        scores=scores,
        ranks=ranks,
        moves=10,
        decisions=decisions or [4] * players,
        mean_seconds=mean or [0.5] * players,
        longest_seconds=longest or [1.0] * players,
        late=late or [0] * players,
        crash=None if crash is None else Crash(seat=crash, what="broke", trace="Traceback"),
    )


def by_name(found):
    return {one.bot: one for one in found}


# Newcombe, Statistics in Medicine 17 (1998), table I, method 3
@pytest.mark.parametrize(
    ("wins", "tries", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_those_of_wilson(wins, tries, low, high):
    assert wilson(wins, tries) == (pytest.approx(low, abs=PRINTED), pytest.approx(high, abs=PRINTED))
    assert wilson(tries - wins, tries) == (pytest.approx(1 - high, abs=PRINTED), pytest.approx(1 - low, abs=PRINTED))


def test_nothing_tried_says_nothing():
    assert wilson(0, 0) == (0.0, 1.0)


def test_two_players():
    found = by_name(
        standings(
            results(
                outcome(0, "ab", [50, 40], [1, 2], decisions=[10, 5], mean=[0.2, 0.1], longest=[0.9, 0.3], late=[2, 0]),
                outcome(1, "ba", [30, 60], [2, 1], decisions=[5, 30], mean=[0.3, 0.4], longest=[0.7, 0.5], late=[0, 1]),
                outcome(2, "ab", [20, 20], [1, 1]),
                outcome(3, "ba", [45, 41], [1, 2]),
            )
        )
    )
    a, b = found["a"], found["b"]
    assert (a.wins.wins, a.wins.tries, a.wins.rate) == (2.5, 4, 0.625)
    assert b.wins.rate == 0.375
    assert a.wins.interval == wilson(2.5, 4)
    assert a.rank == (1 + 1 + 1 + 2) / 4
    assert a.margin == (10 + 30 + 0 - 4) / 4 == -b.margin
    assert a.points == (50 + 60 + 20 + 41) / 4
    assert a.decisions == 48
    assert a.mean_seconds == pytest.approx((10 * 0.2 + 30 * 0.4 + 8 * 0.5) / 48)
    assert (a.longest_seconds, b.longest_seconds) == (1.0, 1.0)
    assert (a.late, b.late) == (3, 0)
    assert (a.crashes, b.crashes) == (0, 0)


def test_a_bot_with_three_seats_counts_for_each_of_them():
    found = by_name(standings(results(outcome(0, "abbb", [9, 5, 12, 7], [2, 4, 1, 3]), outcome(1, "babb", [5, 9, 1, 2], [2, 1, 4, 3]), bots="abbb")))
    assert (found["a"].wins.wins, found["a"].wins.tries, found["a"].wins.rate) == (1, 2, 0.5)
    assert (found["b"].wins.wins, found["b"].wins.tries, found["b"].wins.rate) == (1, 2, 1 / 6)
    assert found["a"].wins.interval == wilson(1, 2)
    assert found["b"].wins.interval == tuple(end / 3 for end in wilson(1, 2))  # its seats are no independent tries: one of them at most can win
    assert found["a"].margin == ((9 - 12) + (9 - 5)) / 2
    assert found["b"].rank == (4 + 1 + 3 + 2 + 4 + 3) / 6


def test_a_match_that_was_broken_off_is_lost_but_its_points_do_not_count():
    found = by_name(standings(results(outcome(0, "abc", [9, 5, 7], [1, 3, 1], crash=1), outcome(1, "abc", [10, 8, 6], [1, 2, 3]), bots="abc")))
    assert found["a"].wins.wins == 1.5
    assert found["b"].wins.wins == 0
    assert found["c"].wins.wins == 0.5
    assert [found[bot].crashes for bot in "abc"] == [0, 1, 0]
    assert found["b"].points == 8
    assert found["b"].margin == -2
    only = by_name(standings(results(outcome(0, "ab", [9, 5], [2, 1], crash=0))))
    assert only["a"].points is None
    assert only["b"].margin is None


def test_duels_count_a_match_once_and_a_tie_as_half():
    found = duels(
        results(
            outcome(0, "abb", [9, 5, 12], [2, 3, 1]),  # ahead of one of the two: half
            outcome(1, "bab", [5, 9, 1], [2, 1, 3]),
            outcome(2, "bba", [5, 9, 9], [3, 1, 1]),  # ahead of one, level with the other: three quarters
            bots="abb",
        )
    )
    assert set(found) == {("a", "b"), ("b", "a")}
    assert (found["a", "b"].wins, found["a", "b"].tries) == (2.25, 3)
    assert (found["b", "a"].wins, found["b", "a"].tries) == (0.75, 3)


def test_bots_that_never_met_have_no_duel():
    found = duels(results(outcome(0, "ab", [1, 2], [2, 1]), outcome(1, "cb", [1, 2], [2, 1]), bots="abc"))
    assert ("a", "c") not in found
    assert found["b", "c"].wins == 1


def test_ratings_are_those_of_openskill():
    found = ratings(results(outcome(0, "ab", [2, 1], [1, 2])))
    assert found["a"].mu == pytest.approx(27.6352, abs=1e-3)  # from openskill's own documentation
    assert found["b"].mu == pytest.approx(22.3648, abs=1e-3)
    assert found["a"].sigma == pytest.approx(8.0655, abs=1e-3)
    level = ratings(results(outcome(0, "ab", [1, 1], [1, 1])))
    assert level["a"].mu == pytest.approx(25) == level["b"].mu


def test_ratings_do_not_depend_on_the_order_in_which_matches_finished():
    matches = [outcome(number, "ab", [1, 2], [2, 1] if number % 3 else [1, 2]) for number in range(10)]
    assert ratings(results(*matches)) == ratings(results(*reversed(matches)))


def test_the_best_rating_comes_first():
    assert [one.bot for one in standings(results(*(outcome(number, "ab", [1, 2], [2, 1]) for number in range(4))))] == ["b", "a"]


def test_tables_have_room_for_the_names_of_bots():
    long, longer = "search:0.05s+trader", "search:0.05s+gatekeeper"
    outcomes = [
        outcome(0, [long, longer], [250, 260], [2, 1], decisions=[100_000] * 2, longest=[2.0] * 2, late=[9999] * 2),
        outcome(1, [longer, long], [200, 260], [2, 1]),
    ]
    console = Console(width=80, record=True, file=StringIO())
    for table in (win_table, points_table, duel_table):
        console.print(table(results(*outcomes, bots=[long, longer])))
    text = console.export_text()
    assert "…" not in text
    assert text.count(long) == 4
    for cell in ("matches", "100,004", "2000.0", "9999", "crashes"):
        assert cell in text


def test_a_match_counts_once():
    found = results(outcome(0, "ab", [1, 2], [2, 1]))
    assert not found.add(outcome(0, "ab", [2, 1], [1, 2]))
    assert by_name(standings(found))["b"].wins.wins == 1
