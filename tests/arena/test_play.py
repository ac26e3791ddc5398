"""One match in the arena: places, time, and bots that fail."""

import re
from types import SimpleNamespace

import pytest

import triumvir
from triumvir.arena import entrants, play_pairing, schedule
from triumvir.arena.play import Outcome, Watch, is_late, play_watched, ranks
from triumvir.kernel.errors import BadRequest


@pytest.fixture(scope="module")
def game():
    return triumvir.game("porta_nigra")


def stranger(name):
    return f"arena.strangers:{name}"


def pairing(*bots, number=0):
    return schedule(len(bots), list(bots), number + 1, seed=1)[number]


def test_a_match_is_what_the_rules_say(game):
    asked = pairing("random", "random", "random")
    outcome = play_pairing(game, asked)
    match = game.new(3, asked.deal)
    bots = [triumvir.bots.make("random", game, seed) for seed in asked.seeds]
    decisions = [0, 0, 0]
    while not match.over:
        legal = match.legal()
        decisions[match.seat] += len(legal) > 1
        match.play(bots[match.seat].choose(game.redacted(match.states, match.seat), match._legal[: len(legal)].copy()))
    assert outcome.scores == match.scores()
    assert outcome.winners == match.winners()
    assert outcome.moves == len(match.history)
    assert outcome.decisions == decisions
    assert all(0 < mean <= longest for mean, longest in zip(outcome.mean_seconds, outcome.longest_seconds, strict=True))
    assert outcome.late == [0, 0, 0]
    assert outcome.crash is None


def test_it_comes_out_the_same_every_time(game):
    asked = pairing("greedy", "search:3i")
    once = play_pairing(game, asked)
    assert play_pairing(game, asked).result == once.result
    assert play_pairing(game, asked._replace(seeds=(1, 2))).result != once.result


@pytest.mark.parametrize(
    ("scores", "winners", "places"),
    [
        ([10, 30, 20], [1], [3, 1, 2]),
        ([30, 30, 20], [0, 1], [1, 1, 3]),
        ([30, 30, 20], [1], [2, 1, 3]),  # a tie that a rule has broken
        ([10, 40, 20, 20], [1], [4, 1, 2, 2]),
    ],
)
def test_places(scores, winners, places):
    assert ranks(SimpleNamespace(scores=lambda: scores, winners=lambda: winners)) == places


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("Raises", "ZeroDivisionError: I never learnt to divide"),
        ("RaisesLater", "ZeroDivisionError: it went well"),
        ("CannotBeMade", "FileNotFoundError: no weights"),
        ("Exits", "SystemExit: 0"),
        ("Cancels", "CancelledError"),
        ("RaisesTheUnspeakable", "Unspeakable, which cannot say what it is about"),
        ("RaisesHalfACharacter", "OSError: no file \\udcff"),
        ("Illegal", "IllegalMove: arena.strangers:Illegal answered"),
        ("Outside", "answered -1, which is not among"),
        ("Speaks", "IllegalMove"),
        ("Forgets", "answered None"),
    ],
)
def test_a_bot_that_fails_loses_and_its_trace_is_kept(game, name, what):
    outcome = play_pairing(game, pairing("random", stranger(name)))
    assert outcome.ranks == [1, 2]
    assert outcome.crash.seat == 1
    assert what in outcome.crash.what
    assert "\n" not in outcome.crash.what
    assert outcome.crash.trace.startswith("Traceback")
    assert re.split("[:,]", what)[0] in outcome.crash.trace
    assert Outcome.model_validate_json(outcome.model_dump_json()) == outcome  # so it can be kept
    if name == "RaisesLater":
        assert outcome.moves > 30
        assert outcome.decisions[0] > 5


def test_with_more_players_the_others_share_the_win(game):
    outcome = play_pairing(game, pairing("random", "random", stranger("Raises"), "random"))
    assert outcome.ranks == [1, 1, 4, 1]
    assert outcome.crash.seat == 2


def test_a_bot_that_does_not_answer_loses(game):
    outcome, stuck = play_watched(game, pairing(stranger("Sleeps"), "random"), Watch(patience=0.2))
    assert stuck
    assert outcome.ranks == [2, 1]
    assert "no answer" in outcome.crash.what
    assert "in choose" in outcome.crash.trace  # where it hangs
    outcome, stuck = play_watched(game, pairing("greedy", "random"), Watch())
    assert not stuck
    assert outcome.result == play_pairing(game, pairing("greedy", "random")).result


def test_a_bot_cannot_change_what_it_is_shown(game):
    outcome = play_pairing(game, pairing("random", stranger("Vandal")))
    assert outcome.crash is None
    assert (
        outcome.scores == play_pairing(game, pairing("random", stranger("Harmless"))).scores == play_pairing(game, pairing("random", "random")).scores
    )


def test_late_is_beyond_a_tenth_and_50_ms():
    assert not is_late(100.0, None)
    assert not is_late(0.24, 0.2)
    assert is_late(0.26, 0.2)
    assert not is_late(2.19, 2.0)
    assert is_late(2.21, 2.0)


def test_late_decisions_are_counted(game):
    outcome = play_pairing(game, pairing(stranger("Late"), "random"))
    assert outcome.late == [outcome.decisions[0], 0]
    assert outcome.crash is None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("deep_blue", "no bot 'deep_blue'"),
        ("search:fast", "no bot 'search:fast'"),
        ("nowhere.at_all:Bot", "No module named"),
        ("arena.strangers:Nobody", "has no Nobody"),
        ("greedy+nobody", "no character 'nobody'"),
        ("", "no bot ''"),
    ],
)
def test_a_bot_that_does_not_exist_is_refused(game, name, message):
    with pytest.raises(BadRequest, match=message):
        entrants.check(name, game)
