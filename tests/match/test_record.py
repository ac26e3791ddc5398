"""The record file: readable, replayed on loading, every mistake reported with its line."""

import random

import pytest

import triumvir

GAME = triumvir.game("porta_nigra")


@pytest.fixture(scope="module")
def text() -> str:
    match = GAME.new(2, 4, youngest_first=[1, 0])
    chooser = random.Random(4)
    while not match.over:
        match.play(chooser.choice(match.legal()))
    return match.dumps()


def test_a_record_is_a_header_and_one_line_a_decision(text):
    lines = text.splitlines()
    assert lines[0] == "Triumvir record 1"
    assert "game: porta_nigra" in lines
    assert 'options: {"youngest_first": [1, 0]}' in lines
    assert lines[10].startswith("1 seat ")
    again = triumvir.loads(text)
    assert again.options == {"youngest_first": [1, 0]}
    assert again.states[0].age[:2].tolist() == [1, 0]


def test_an_unfinished_match_goes_on_where_it_was():
    match = GAME.new(3, 6)
    for _ in range(25):
        match.play(match.legal()[-1])
    again = triumvir.loads(match.dumps())
    assert again.states.tobytes() == match.states.tobytes()
    assert again.legal() == match.legal()
    again.play(again.legal()[0])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: "", "not a match record"),
        (lambda t: "hello\nworld", "not a match record"),
        (lambda t: t.replace("game: porta_nigra", "game: chess"), "no game 'chess'"),
        (lambda t: t.replace("players: 2", "players: 9"), "2 to 4 players, not 9"),
        (lambda t: t.replace("players: 2", "players: two"), "players: 'two' is not a whole number"),
        (lambda t: t.replace("seed: 4\n", ""), "the header has no seed"),
        (lambda t: t.replace("seed: 4\n", "seed: 4\nseed: 5\n"), "is no header line"),
        (lambda t: t.replace("seed: 4\n", "seed: 99999999999999999999\n"), "a seed is a whole number"),
        (lambda t: t.replace("box: ", "box: 0"), "was played with the box 0"),
        (lambda t: t.replace("options: {", "options: {{"), "is not JSON"),
        (lambda t: t.replace('options: {"youngest_first": [1, 0]}', "options: [1]"), "is not an object"),
        (lambda t: t.replace("youngest_first", "weather"), "no option 'weather'"),
        (lambda t: t.replace("\n2 seat", "\n3 seat", 1), "decision 3 stands where 2 should"),
        (lambda t: t.replace("seat 0:", "seat 7:", 1), "'s, not seat 7's"),
        (lambda t: t.replace(": end turn", ": fly", 1), "'fly' is no move"),
        (
            lambda t: t.replace(": end turn", ": height 3", 1),
            "does not replay: 'height 3' is not allowed: First choose a spot in the Porta Nigra. PN-",
        ),
        (lambda t: t.replace("\n1 seat", "\n1 chair", 1), "is no decision"),
        (lambda t: t + f"{t.count('seat') + 1} seat 0: end turn\n", "the match is over after"),
        (lambda t: t.rsplit("\n", 2)[0] + "\n", "but replaying it gives 'unfinished'"),
        (lambda t: t.replace("result: ", "result: 1"), "but replaying it gives"),
    ],
)
def test_what_does_not_replay_is_reported_in_one_line(text, change, message):
    with pytest.raises(triumvir.TriumvirError) as refused:
        triumvir.loads(change(text))
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_match_keeps_its_rules_version(text):
    old = triumvir.loads(text.replace("rules: 1", "rules: 0"))  # replays all the same
    assert old.rules_version == 0
    assert "rules: 0" in old.dumps()
    with pytest.raises(triumvir.RecordError, match="rules version 0, this is version 1"):
        triumvir.loads(text.replace("rules: 1", "rules: 0").replace("result: ", "result: 1"))


def test_a_record_of_a_changed_box_needs_that_box(tmp_path):
    box = tmp_path / "box.toml"
    box.write_text(GAME.original_box.read_text().replace("coins = 20", "coins = 25"))
    match = triumvir.game("porta_nigra", box).new(2, 1)
    match.play(match.legal()[0])
    with pytest.raises(triumvir.RecordError, match="give the box file"):
        triumvir.loads(match.dumps())
    assert triumvir.loads(match.dumps(), box).states.tobytes() == match.states.tobytes()
