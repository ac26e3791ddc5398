"""The command line: what it prints, and one line with exit code 2 for bad input."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import triumvir
from triumvir.terminal import Terminal

GOLDEN = Path(__file__).parent / "golden" / "porta_nigra-3.txt"


def run(*arguments: str, stdin: str = "", code: int = 0, cwd: Path | None = None) -> str:
    command = [sys.executable, "-m", "triumvir", *arguments]
    environment = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1"}
    result = subprocess.run(command, input=stdin, capture_output=True, text=True, env=environment, cwd=cwd, check=False)
    assert result.returncode == code, (result.stdout, result.stderr)
    if code == 2:
        assert result.stdout == ""
        assert len(result.stderr.strip().splitlines()) == 1, result.stderr
        return result.stderr
    return result.stdout


def test_games():
    assert "porta_nigra: Porta Nigra, 2 to 4 players" in run("games")


def test_help_names_extras_whole():
    assert "(triumvir[cluster])" in run("arena", "play", "--help")


def test_simulate_prints_scores_wins_lengths_and_points_by_category():
    text = run("simulate", "porta_nigra", "--players", "3", "--games", "200", "--seed", "5")
    for word in ("200 random matches", "seat", "wins", "Porta Nigra majorities", "decisions", "share"):
        assert word in text
    assert max(map(len, text.splitlines()[1:])) <= 80
    again = run("simulate", "porta_nigra", "--players", "3", "--games", "200", "--seed", "5")
    assert text.splitlines()[1:] == again.splitlines()[1:]  # all but the seconds
    german = run("simulate", "porta_nigra", "--players", "3", "--games", "200", "--seed", "5", "--lang", "de")
    for word in ("200 zufällige Partien", "Platz", "Siege", "Mehrheiten", "Entscheidungen", "Anteil"):
        assert word in german
    assert sorted(re.findall(r"\d+,\d+", german)[1:]) == sorted(one.replace(".", ",") for one in re.findall(r"\d+\.\d+", text)[1:])


def test_play_a_whole_match_with_numbers_names_help_undo_and_rules(tmp_path):
    record = tmp_path / "match.txt"
    commands = [
        "help",
        "rule PN-B5",
        "rule torch",
        "why end turn",
        "fly",
        "999",
        "undo",
        "1",
        "undo",
        "1",
        "score",
        "board",
        "moves",
        f"save {record}",
        "save",
    ]
    whole, earlier = tmp_path / "whole.txt", tmp_path / "earlier.txt"
    afterwards = ["hint", f"save {whole}", "undo", f"save {earlier}", "quit"]
    text = run("play", "--terminal", "porta_nigra", "--seed", "3", stdin="\n".join([*commands, *["1"] * 2000, *afterwards]))
    assert "NUMBER or MOVE" in text
    assert "PN-B5: While its shop is empty" in text
    assert "PN-A1: At the start" in text
    assert "'fly' is no move" in text
    assert "There is no move 999: they run from 1 to 4." in text
    assert "You have made no decision yet." in text
    assert "Save where?" in text
    assert "Player 1 (you): Puts the master builder" in text  # what happened, of the own decisions and the others'
    assert "Player 2: Puts the master builder" in text
    assert "Winners" in text or "You win" in text
    assert triumvir.loads(record.read_text()).game.name == "porta_nigra"
    assert "The match is over." in text
    assert triumvir.loads(whole.read_text()).over
    assert not triumvir.loads(earlier.read_text()).over


def test_control_c_ends_a_hint_and_not_the_match(monkeypatch, capsys):
    asked = Terminal(triumvir.game("porta_nigra"), 2, 0, 3, "en", ["greedy"])
    lines = iter(["hint", "1"])
    monkeypatch.setattr("builtins.input", lambda _: next(lines))

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(asked, "_hint", interrupted)
    assert asked._asked()
    assert len(asked.match.history) == 1
    assert "Puts the master builder" in capsys.readouterr().out


GERMAN_LINES = [
    *("help", "why end turn", "why place amphitheatre", "fliege", "999", "undo", "rule", "rule Schach"),
    *("save", "save keiner/da.txt", "hint", "1", "score", "undo", "1"),
]
ENGLISH = re.compile(r"\b(the|you|your|is|are|not|points|with|of|and|looked|seat|rule of)\b", re.IGNORECASE)


def test_play_speaks_german_and_ends_with_the_input():
    text = run("play", "--terminal", "porta_nigra", "--seed", "3", "--lang", "de", stdin="\n".join(GERMAN_LINES))
    assert "Setze den Baumeister" in text
    assert "Spieler 1 (du): Setzt den Baumeister" in text
    assert "'end turn' ist nicht erlaubt: Setze zuerst deinen Baumeister in ein Viertel. PN-A1: " in text
    assert "Porta Nigra. Du hast Platz 0 (Spieler 1), gegen 3 auf Platz 1 (Spieler 2)." in text
    assert "'place amphitheatre' ist erlaubt." in text
    assert "'fliege' ist kein Zug von Porta Nigra." in text
    assert "Einen Zug 999 gibt es nicht: Sie gehen von 1 bis 4." in text
    assert "Du hast noch keine Entscheidung getroffen." in text
    assert "In keiner Regel steht das Wort 'Schach'." in text
    assert "'keiner/da.txt' lässt sich nicht schreiben: " in text
    assert re.search(r"zu \d+ % am Ende vorn, \d+ Punkte erwartet: .*Aussichten -?\d+,\d.*; [\d.]+-mal angesehen", text)
    assert re.search(r"[\d.]+ Fortsetzungen in \d,\d s angesehen\.", text)
    assert not ENGLISH.search(text.replace("board", "").replace("moves", ""))  # but for the names of the commands


@pytest.mark.parametrize("asked", [("--bot", "greedy"), ("--bot", "3"), ("--seed", "5"), ("--players", "2")])
def test_who_names_opponents_or_a_deal_plays_in_the_terminal(asked):
    assert "You have seat 0" in run("play", "porta_nigra", *asked, stdin="quit\n")


def test_play_asks_for_the_game_when_none_is_named():
    number = triumvir.games().index("porta_nigra") + 1
    text = run("play", "--terminal", stdin=f"0\n{number}\nquit\n")
    assert f"{number}  Porta Nigra" in text
    assert "A number from 1" in text
    assert "You have seat 0" in text
    assert "You have" not in run("play", "--terminal")


def test_replay_lists_decisions_or_shows_the_table():
    text = run("replay", str(GOLDEN))
    match = triumvir.loads(GOLDEN.read_text())
    names = [f"Player {seat + 1}" for seat in range(match.players)]
    points = ", ".join(f"{name} {score}" for name, score in zip(names, match.scores(), strict=True))
    assert text.splitlines()[-1] == f"Points: {points}. Winners: {', '.join(names[seat] for seat in match.winners())}."
    assert len(text.splitlines()) == len(match.history) + 1
    assert match.game.announce(match.history[0].before, match.history[0].action, match.history[0].seat, "en") in text.splitlines()[0]
    assert "To decide" in run("replay", str(GOLDEN), "--at", "20", "--seat", "1")
    assert "Am Zug" in run("replay", str(GOLDEN), "--at", "20", "--lang", "de")
    german = run("replay", str(GOLDEN), "--lang", "de").splitlines()
    assert german[0].startswith("   1 Spieler 1: Setzt den Baumeister")
    assert german[-1].startswith("Punkte: Spieler 1 ")


def test_replay_of_a_match_that_is_not_over_names_no_winners(tmp_path):
    match = triumvir.game("carpe_diem").new(2, 1)
    match.play(match.legal()[0])
    (tmp_path / "match.txt").write_text(match.dumps())
    assert run("replay", str(tmp_path / "match.txt")).splitlines()[-1] == "Points: Player 1 9, Player 2 8. The match is not over."


@pytest.mark.parametrize("name", triumvir.games())
def test_rules_lists_every_rule_with_its_tests(name):
    text = run("rules", name)
    assert f"{len(triumvir.game(name).rule_ids)} rules, 0 without a test" in text
    assert "::test_" in text


def test_rules_exits_with_1_when_a_rule_has_no_test(tmp_path):
    text = run("rules", "porta_nigra", "--tests", str(tmp_path), code=1)
    assert "PN-S1" in text.splitlines()[-1]


def test_check_box(tmp_path):
    original = triumvir.game("porta_nigra").original_box
    assert "the same as the original" in run("check-box", "porta_nigra", str(original))
    changed = tmp_path / "box.toml"
    changed.write_text(original.read_text().replace("coins = 20", "coins = 25"))
    assert "digest" in run("check-box", "porta_nigra", str(changed))


def test_quarry_draws_a_push_as_text_and_as_a_picture(tmp_path):
    picture = tmp_path / "push.svg"
    text = run("quarry", "--seed", "7", "--size", "L", "--svg", str(picture))
    assert "before" in text
    assert "fell" in text
    assert max(map(len, text.splitlines())) <= 80
    assert run("quarry", "--seed", "7", "--size", "L") == text
    assert picture.read_text().count("<circle") >= 40  # two quarries of 24 stones, less what fell


def test_bench_and_warm():
    text = run("bench", "porta_nigra", "--games", "60", "--players", "2")
    assert "moves/s" in text
    assert "every move from" in text
    assert "functions ready" in run("warm")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("simulate", "chess"), "no game 'chess'"),
        (("simulate", "porta_nigra", "--players", "7"), "2 to 4 players, not 7"),
        (("simulate", "porta_nigra", "--games", "0"), "at least one match"),
        (("simulate", "porta_nigra", "--device", "abacus"), "no device 'abacus'"),
        (("simulate", "porta_nigra", "--lang", "la"), "no language 'la'"),
        (("simulate", "porta_nigra", "--seed", "-1"), "seed"),
        (("play", "--terminal", "porta_nigra", "--seat", "5"), "no seat 5"),
        (("play", "chess"), "chess"),
        (("serve", "--database", "mysql://somewhere/db"), "SQLite or PostgreSQL"),
        (("serve", "--port", "99999"), "cannot listen"),
        (("replay", "nowhere.txt"), "nowhere.txt"),
        (("replay", str(GOLDEN), "--at", "100000"), "decisions"),
        (("replay", str(GOLDEN), "--at", "3", "--seat", "9"), "no seat 9"),
        (("replay", __file__), "not a match record"),
        (("check-box", "porta_nigra", __file__), "is not valid TOML"),
        (("check-box", "porta_nigra", "nowhere.toml"), "cannot be read"),
        (("rules", "porta_nigra", "--tests", "nowhere"), "no folder"),
        (("bench", "chess"), "no game 'chess'"),
        (("quarry", "--size", "X"), "no size 'X'"),
        (("quarry", "--place", "22"), "no place 22"),
        (("quarry", "--angle", "0"), "no angle 0"),
        (("quarry", "--seed", "-5"), "a seed is"),
        (("quarry", "--svg", "/nowhere/at/all.svg"), "No such file"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, message):
    assert message in run(*arguments, code=2)
