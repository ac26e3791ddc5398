"""The line protocol: whole matches through the command, every question, every error, and nothing hidden in what is said."""

import io
import json
import os
import random
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import triumvir
from triumvir import bots
from triumvir.agent.protocol import BYE, LONGEST, OVER, TURN, WORDS, JsonForm, TextForm, converse, requests, speak
from triumvir.agent.table import Table

ROOT = Path(__file__).resolve().parents[2]
SEED = 123456789012345


def table(name: str = "porta_nigra", players: int = 2, seat: int = 0, seed: int = SEED, lang: str = "en", bot: str = "random") -> Table:
    """A match whose adviser answers at once."""
    return Table(
        triumvir.game(name), players, seat, seed, lang, [bot], lambda named, game, s: bots.make(named.replace("search:1s", "greedy"), game, s)
    )


def said(at: Table, *lines: str | None, brief: bool = True) -> str:
    out = io.StringIO()
    converse(at, TextForm(at, out, brief), lines)
    return out.getvalue()


def answers(at: Table, *asked: Any, brief: bool = True) -> list[dict[str, Any]]:
    """The answers in JSON to requests, which are objects or raw lines; without hello, first position and bye."""
    out = io.StringIO()
    converse(at, JsonForm(at, out, brief), [line if isinstance(line, str) else json.dumps(line) for line in asked])
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["type"] for line in lines[:2]] == ["hello", "position"]
    assert lines[-1]["type"] in ("bye", "over")
    assert len(lines) == len(asked) + 3 or lines[-1]["type"] == "over"
    return lines[2:-1]


# --- Whole matches through the command


def started(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "triumvir", "agent", *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", env={**os.environ, "NO_COLOR": "1"})


@pytest.mark.parametrize(("name", "options"), [("porta_nigra", "--brief"), ("carpe_diem", "--lang=de"), ("via_appia", "--brief")])
def test_a_whole_match_in_text(name, options, tmp_path):
    chooser = random.Random(1)
    record = tmp_path / "match.txt"
    block: list[str] = []
    text = ""
    with started(name, "--players=3", "--seat=1", "--bot=random,greedy", f"--seed={SEED}", f"--record={record}", options) as agent:
        assert agent.stdin is not None
        assert agent.stdout is not None
        for line in agent.stdout:
            text += line
            block.append(line.rstrip("\n"))
            if line.startswith("== ") and block[-1] == TURN:
                assert not record.exists()
                agent.stdin.write(choice(block, chooser) + "\n")
                agent.stdin.flush()
                block = []
    assert agent.returncode == 0
    assert text.endswith(f"{OVER}\n")
    assert set(re.findall(r"^==.*$", text, re.MULTILINE)) == {TURN, OVER}
    assert "error" not in text
    assert str(SEED) not in text
    assert re.search(r"^(Winners: Player|Sieger: Spieler) \d", text, re.MULTILINE)
    again = triumvir.loads(record.read_text(encoding="utf-8"))
    assert again.over
    assert re.search(rf"^ +{' +'.join(map(str, again.scores()))}$", text, re.MULTILINE)


def choice(block: list[str], chooser: random.Random) -> str:
    """A legal move out of what was printed: by number, by notation, or out of a pattern."""
    assert all(not line.startswith("error") for line in block)
    start = max(place for place, line in enumerate(block) if line.startswith("Legal moves: "))
    found = [re.fullmatch(r" *(\d+)  (.*?)  +.*", line) for line in block[start:]]
    listed = [line for line in found if line]
    if listed:
        return chooser.choice(listed)[chooser.choice((1, 2))]
    pattern = next(line for line in block[start:] if "{" in line).strip()
    return re.sub(r"\{(.*?)\}", lambda braces: re.split(r" \| | to | ", braces[1])[0], pattern)


@pytest.mark.parametrize("name", triumvir.games())
def test_a_whole_match_in_json(name):
    chooser = random.Random(2)
    kinds = set()
    with started(name, "--bot=greedy", f"--seed={SEED}", "--format=json") as agent:
        assert agent.stdin is not None
        assert agent.stdout is not None
        for line in agent.stdout:
            assert str(SEED) not in line
            answer = json.loads(line)
            kinds.add(answer["type"])
            if answer["type"] == "position":
                assert answer["view"]["to_decide"] == 0
                assert answer["text"]
                move = chooser.choice(answer["legal"])
                key = chooser.choice(("move", "number", "action"))
                agent.stdin.write(json.dumps({key: move[key]}) + "\n")
                agent.stdin.flush()
    assert agent.returncode == 0
    assert kinds == {"hello", "position", "over"}
    assert [sum(row.values()) for row in answer["sheet"]] == answer["scores"]
    assert answer["won"] == (0 in answer["winners"])
    assert all(set(event) == {"seat", "move", "text"} for event in answer["news"])


def test_the_example_client_plays_a_match():
    client = [sys.executable, str(ROOT / "examples" / "agent_client.py"), "porta_nigra", "random", "--bot", "random"]
    text = subprocess.run(client, capture_output=True, text=True, check=True).stdout
    assert re.fullmatch(r"scores: \[\d+, \d+\], winners: \[[01, ]+\]\n", text)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"name": "chess"}, "no game 'chess'"),
        ({"players": 5}, "2 to 4 players, not 5"),
        ({"seat": 2}, "no seat 2: seats run from 0 to 1"),
        ({"seat": -1}, "no seat -1: seats run from 0 to 1"),
        ({"opponents": ["deep"]}, "no bot 'deep'"),
        ({"opponents": ["1", "2"]}, "2 bots for 1 other seats"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"lang": "la"}, "no language 'la'"),
        ({"form": "xml"}, "no format 'xml': there is text, json"),
    ],
)
def test_bad_options_are_refused_before_anything_is_said(options, message, capsys):
    with pytest.raises(triumvir.TriumvirError, match=re.escape(message)):
        speak(**{"name": "porta_nigra", **options})
    assert capsys.readouterr().out == ""


def test_the_command_answers_bad_options_with_one_line_and_exit_code_2():
    command = [sys.executable, "-m", "triumvir", "agent", "porta_nigra", "--format", "xml"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (2, "", "triumvir: no format 'xml': there is text, json\n")


# --- Questions


def test_a_transcript_of_the_manual_is_what_is_said_today():
    made = runpy.run_path(str(Path(__file__).parent / "transcript.py"))
    assert made["PAGE"].read_text(encoding="utf-8") == made["page"](), "run: python tests/agent/transcript.py"


def test_no_move_is_written_like_a_question():
    for name in triumvir.games():
        game = triumvir.game(name)
        assert not {game.notation[action].split()[0] for action in range(game.num_actions)} & {*WORDS, "rule", "exit", "moves", "board"}


def test_questions_in_text():
    at = table()
    text = said(
        at,
        "help",
        "STATE",
        "  legal  ",
        "legal basilica",
        "legal 99",
        "why end turn",
        "why 1",
        "rules torch",
        "rules",
        "score",
        "hint",
        "",
        "quit",
        "1",
    )
    for words in (
        "MOVE or NUMBER",
        "Porta Nigra, round 1 of 3",
        "Legal moves: 4",
        "No legal move contains '99'.",
        "'end turn' is not allowed: First put your master builder into a quarter. PN-A1: At the start",
        "'place amphitheatre' is allowed.",
        "PN-B5: While its shop is empty",
        "Player 1    Player 2",
        "points ahead",
    ):
        assert words in text
    assert text.count(TURN) == 12  # one for the position, one for each question; none for the empty line
    assert text.endswith(f"{BYE}\n")
    assert all(decision.seat == 1 for decision in at.match.history)  # what comes after quit is not played


def test_the_state_is_shown_every_time_unless_it_shall_be_brief():
    assert said(table(), "1", brief=False).count("Market\n") == 2
    assert "Market\n" not in said(table(), "1")
    assert said(table(), "state").count("Market\n") == 1


def test_german():
    text = said(table(lang="de"), "why end turn", "end turn", "why place amphitheatre", "state")
    assert "'place amphitheatre' ist erlaubt." in text
    assert "Runde 1" in text
    sentence = triumvir.game("porta_nigra").rule_sentence("PN-A1", "de")
    assert text.count(f"'end turn' ist nicht erlaubt: Setze zuerst deinen Baumeister in ein Viertel. PN-A1: {sentence}") == 2


def test_questions_in_json():
    found = answers(
        table(),
        {"ask": "help"},
        {"ask": "state"},
        {"ask": "legal"},
        {"ask": "legal", "words": "basilica"},
        {"ask": "why", "move": "end turn"},
        {"ask": "why", "number": 1},
        {"ask": "rules", "word": "PN-A1"},
        {"ask": "rules"},
        {"ask": "score"},
        {"ask": "hint"},
    )
    assert [answer["type"] for answer in found] == ["help", "state", "legal", "legal", "why", "why", "rules", "rules", "score", "hint"]
    requests, state, legal, some, forbidden, allowed, rule, rules, score, hint = found
    assert len(requests["requests"]) == 9
    assert state["view"]["seat"] == 0
    assert [move["move"] for move in legal["legal"]] == ["place amphitheatre", "place basilica", "place porta-nigra", "place city-wall"]
    assert [move["number"] for move in some["legal"]] == [2]
    assert (forbidden["allowed"], forbidden["rule"]) == (False, "PN-A1")
    assert (allowed["allowed"], allowed["rule"]) == (True, None)
    assert list(rule["rules"]) == ["PN-A1"]
    assert list(rules["rules"]) == list(triumvir.game("porta_nigra").rule_ids)
    assert score["scores"] == [0, 0]
    assert 1 <= len(hint["options"]) <= 3
    assert hint["options"][0]["move"].startswith("place ")


def test_a_long_list_is_complete_in_json_and_folded_in_text():
    at = table("via_appia", seed=7)
    push = next(move.notation for move in at.moves() if move.kind == "push")
    (position,) = answers(at, {"move": push})
    assert len(position["legal"]) == 189
    assert "aim {1 to 21}" in said(table("via_appia", seed=7), push)


# --- Errors


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("fly", "'fly' is no move of Porta Nigra"),
        ("0", "there is no move 0: they run from 1 to 4"),
        ("5", "there is no move 5: they run from 1 to 4"),
        ("-1", "'-1' is no move of Porta Nigra"),
        ("end turn", "'end turn' is not allowed: First put your master builder into a quarter. PN-A1: At the start"),
        ("why", "why what? Give a move"),
        ("why fly", "'fly' is no move of Porta Nigra"),
        ("why 99", "there is no move 99"),
        ("rules xyzzy", "no rule of Porta Nigra has the id or the word 'xyzzy'"),
        ('{"move": 1}', "is no move of Porta Nigra"),
        ("\x00\u2028", "is no move of Porta Nigra"),
        (None, f"a request has at most {LONGEST} characters"),
    ],
)
def test_errors_in_text_are_one_line_and_the_position_stays(line, message):
    at = table()
    at.opponents()
    before = at.match.states.tobytes()
    text = said(at, line)
    errors = [found for found in text.split("\n") if found.startswith("error: ")]
    assert len(errors) == 1
    assert message in errors[0]
    assert text.endswith(f"{errors[0]}\n{TURN}\n{BYE}\n")
    assert at.match.states.tobytes() == before


@pytest.mark.parametrize(
    ("line", "message", "rule"),
    [
        ("fly", "this is no JSON", None),
        ("[" * 900, "this is no JSON", None),
        ("[]", "a request is a JSON object", None),
        ("3", "a request is a JSON object", None),
        ({}, "name a move with one of", None),
        ({"move": "fly"}, "'fly' is no move", None),
        ({"move": "\ud800"}, "is no move", None),
        ({"move": 1}, "'move' is a text, not 1", None),
        ({"number": "1"}, "'number' is a whole number, not '1'", None),
        ({"number": True}, "'number' is a whole number, not True", None),
        ({"number": 5}, "there is no move 5", None),
        ({"action": 1.0}, "'action' is a whole number, not 1.0", None),
        ({"action": -1}, "actions run from 0 to 287", None),
        ({"action": 288}, "actions run from 0 to 287", None),
        ({"move": "end turn", "number": 1}, "name a move with one of", None),
        ({"move": "end turn"}, "'end turn' is not allowed: First put your master builder into a quarter. PN-A1", "PN-A1"),
        ({"move": "place basilica", "twice": True}, "this request has no 'twice'", None),
        ({"ask": "dance"}, "no question 'dance': there is state, legal", None),
        ({"ask": ["state"]}, "no question ['state']", None),
        ({"ask": "state", "word": "x"}, "this request has no 'word'", None),
        ({"ask": "why"}, "name a move with one of", None),
        ({"ask": "legal", "words": 3}, "'words' is a text, not 3", None),
        ({"ask": "rules", "word": "xyzzy"}, "no rule of Porta Nigra", None),
    ],
)
def test_errors_in_json_name_the_rule_and_the_position_stays(line, message, rule):
    at = table()
    at.opponents()
    before = at.match.states.tobytes()
    (error,) = answers(at, line)
    assert error["type"] == "error"
    assert message in error["message"]
    assert error["rule"] == rule
    assert at.match.states.tobytes() == before


def test_what_is_too_long_or_no_utf_8_is_no_disaster():
    long = b"x" * (LONGEST * 4)
    assert list(requests(io.BytesIO(b"a\r\n" + long + long + b"y\nb\n" + b"x" * (LONGEST + 1) + b"\n\xff\n\nlast"))) == [
        "a",
        None,
        "b",
        None,
        "\ufffd",
        "",
        "last",
    ]
    assert list(requests(io.BytesIO(long))) == [None]


# --- Nothing hidden


@pytest.mark.parametrize("name", triumvir.games())
def test_twin_deals_are_told_alike(name):
    """Whatever the seat cannot know is dealt anew, and not a word changes."""
    game = triumvir.game(name)
    chooser = random.Random(4)
    looked = 0
    at = table(name, players=3, seat=1)
    at.opponents()
    while not at.match.over:
        if chooser.random() < 0.12:
            twin = table(name, players=3, seat=1)
            twin.match.states[:] = game.redealt(at.match.states, 1, seed=looked)
            twin.match._count = game.engine.legal_actions(twin.match.states, 0, game.tables, twin.match._legal)
            assert twin.match.states.tobytes() != at.match.states.tobytes()
            assert everything(twin) == everything(at)
            looked += 1
        at.play(chooser.choice(at.match.legal()))
        at.opponents()
    assert looked >= 5


def everything(at: Table) -> str:
    """All that can be asked for at a position."""
    out = io.StringIO()
    text, data = TextForm(at, out, False), JsonForm(at, out, False)
    for form in (text, data):
        form.hello()
        form.position(None, [])
        for question in ("state", "legal", "score", "rules"):
            request = form.read(question if form is text else json.dumps({"ask": question}))
            assert request is not None
            form.answer(request)
    whys = [at.why(action) for action in range(at.game.num_actions)]
    hint = at.hint_data(at.hint())
    del hint["seconds"]
    return f"{out.getvalue()}{whys}{hint}"


@pytest.mark.parametrize("name", triumvir.games())
def test_moves_of_others_are_told_as_far_as_everybody_sees_them(name):
    """A kind of move is face down where another seat cannot tell two moves apart that their player can; others are told in full."""
    game = triumvir.game(name)
    chooser = random.Random(3)
    face_down = set()
    for seed in range(3):
        match = game.new(3, seed)
        while not match.over:
            mover, action = match.seat, chooser.choice(match.legal())
            assert mover is not None
            kind = game.actions.find(action)[0].name
            at = table(name, players=3, seat=(mover + 1) % 3)
            at.match = match
            seen = at._seen(mover, action)
            if game.is_face_down(action):
                assert match.notation(action) not in f"{seen}"
                assert seen["move"] is None
            else:
                assert seen == {"seat": mover, "move": match.notation(action), "text": match.announce(action, at.seat)}
            for other in alternatives(game, match, action, chooser):
                if looks_the_same(game, match, action, other, at.seat) and not looks_the_same(game, match, action, other, mover):
                    face_down.add(kind)
            match.play(action)
    assert face_down == {span.name for span in game.actions if game.is_face_down(span.start)}


def alternatives(game: triumvir.Game, match: triumvir.Match, action: int, chooser: random.Random) -> list[int]:
    span, _ = game.actions.find(action)
    others = [other for other in match.legal() if span.start <= other < span.stop and other != action]
    return chooser.sample(others, min(3, len(others)))


def looks_the_same(game: triumvir.Game, match: triumvir.Match, one: int, other: int, seat: int) -> bool:
    after = []
    for action in (one, other):
        states = match.states.copy()
        game.engine.try_action(states, 0, game.tables, action, match._legal.copy())
        after.append(game.redacted(states, seat).tobytes())
    return after[0] == after[1]
