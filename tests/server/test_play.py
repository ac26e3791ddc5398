"""Decisions, keys, numbers, undo, questions and hints."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from server.clients import ME, OPEN, Client, bot, key
from server.serving import Served


def test_two_clicks_and_a_retry_are_one_move(served: Served, client: Client):
    made = client.open("carpe_diem", ME, ME)
    table = made["table"]
    state = client.state(table)
    move, once = state["choices"][0]["move"], key()
    body = {"number": 0, "move": move, "key": once}
    with ThreadPoolExecutor(8) as crowd:  # eight tabs at once
        answers = list(crowd.map(lambda _: client.post(f"/tables/{table}/decisions", json=body), range(8)))
    assert [answer.status_code for answer in answers] == [200] * 8
    assert len({answer.text for answer in answers}) == 1
    assert client.state(table)["number"] == 1
    client.refused("POST", f"/tables/{table}/decisions", "key_reused", json={**body, "move": state["choices"][1]["move"]})
    wrong = client.refused("POST", f"/tables/{table}/decisions", "wrong_number", json={**body, "key": key()})
    assert wrong["number"] == 1
    client.refused("POST", f"/tables/{table}/decisions", "wrong_number", json={**body, "number": 2, "key": key()})
    assert client.state(table)["number"] == 1


def test_two_tabs_that_decide_at_the_same_time_make_one_move(client: Client):
    table = client.open("carpe_diem", ME, ME)["table"]
    moves = [choice["move"] for choice in client.state(table)["choices"]]
    bodies = [{"number": 0, "move": moves[i % len(moves)], "key": key()} for i in range(6)]
    with ThreadPoolExecutor(6) as crowd:
        codes = list(crowd.map(lambda body: client.post(f"/tables/{table}/decisions", json=body).status_code, bodies))
    assert sorted(codes) == [200, 409, 409, 409, 409, 409]
    assert client.state(table)["number"] == 1


def test_a_move_that_a_rule_forbids_is_refused_with_the_rule(client: Client):
    table = client.open("porta_nigra", ME, ME)["table"]
    state = client.state(table)
    refusal = client.refused("POST", f"/tables/{table}/decisions", "illegal_move", json={"number": 0, "move": "end turn", "key": key()})
    assert refusal["rule"].startswith("PN-")
    assert refusal["why"] == "First put your master builder into a quarter."
    answer = client.ask("GET", f"/tables/{table}/why_not", params={"move": "end turn", "lang": "de"})
    assert (answer["rule"], answer["why"]) == (refusal["rule"], "Setze zuerst deinen Baumeister in ein Viertel.")
    path = f"/tables/{table}/decisions"
    again = client.refused("POST", path, "illegal_move", params={"lang": "de"}, json={"number": 0, "move": "end turn", "key": key()})
    assert again["why"] == answer["why"]
    client.refused("POST", path, "bad_request", params={"lang": "fr"}, json={"number": 0, "move": "end turn", "key": key()})
    assert answer["sentence"] != client.ask("GET", f"/tables/{table}/why_not", params={"move": "end turn"})["sentence"]
    legal = state["choices"][0]["move"]
    assert client.ask("GET", f"/tables/{table}/why_not", params={"move": legal}) == {"why": None, "rule": None, "sentence": None}
    client.refused("POST", f"/tables/{table}/decisions", "illegal_move", json={"number": 0, "move": "fly", "key": key()})
    after = client.state(table)
    assert (after["view"], after["number"], after["event"]) == (state["view"], 0, state["event"])


def test_only_the_seat_to_decide_decides_and_asks_about_moves(served: Served, client: Client):
    table = client.open("porta_nigra", ME, OPEN, listed=True)["table"]
    with Client(served.url) as other:
        other.ask("POST", f"/tables/{table}/seats/1/take", 201, json={"name": "Livia"})
        waiting = other if client.state(table)["to_decide"] == 0 else client
        assert waiting.state(table)["choices"] == []
        number = waiting.state(table)["number"]
        waiting.refused("POST", f"/tables/{table}/decisions", "not_your_turn", json={"number": number, "move": "end turn", "key": key()})
        for path in ("choices", "hint"):
            waiting.refused("GET", f"/tables/{table}/{path}", "not_your_turn")
        waiting.refused("GET", f"/tables/{table}/why_not", "not_your_turn", params={"move": "end turn"})
        waiting.refused("GET", f"/tables/{table}/chances", "not_your_turn", params={"move": "end turn"})


def test_choices_in_words_in_both_languages(client: Client):
    table = client.open("via_appia", ME, ME)["table"]
    english, german = (client.ask("GET", f"/tables/{table}/choices", params={"lang": lang}) for lang in ("en", "de"))
    assert [choice["move"] for choice in english] == [choice["move"] for choice in german]
    assert all(one["sentence"] != other["sentence"] for one, other in zip(english, german, strict=True))
    spans = {span["kind"]: span for span in client.ask("GET", "/games")[2]["actions"]}
    for choice in english:
        assert spans[choice["kind"]]["start"] + choice["index"] == choice["action"]
    client.refused("GET", f"/tables/{table}", "bad_request", params={"lang": "fr"})
    client.refused("GET", f"/tables/{table}", "invalid", params={"lang": "../box"})


def test_undo_as_far_as_it_is_honest(served: Served, client: Client):
    table = client.open("porta_nigra", ME, ME)["table"]
    chooser = random.Random(4)
    undone = refused = 0
    while undone < 3 or refused < 3:
        state = client.state(table)
        if state["can_undo"]:
            once = key()
            body = {"number": state["number"], "key": once}
            answer = client.ask("POST", f"/tables/{table}/undo", json=body)
            assert answer["number"] == state["number"] - 1
            assert client.ask("POST", f"/tables/{table}/undo", json=body) == answer  # the retry of a lost answer
            assert client.state(table)["number"] == state["number"] - 1
            client.refused("POST", f"/tables/{table}/undo", "wrong_number", json={**body, "key": key()})
            undone += 1
            client.decide_any(table, chooser)
        elif state["number"]:
            body = {"number": state["number"], "key": key()}
            assert client.refused("POST", f"/tables/{table}/undo", "cannot_undo", json=body)["reason"] in ("passed", "seen")
            refused += 1
        client.decide_any(table, chooser)
    events = client.ask("GET", f"/tables/{table}/events")["events"]
    assert sum(event["type"] == "undone" for event in events) == undone
    kept = served.house.store.load(table)
    assert sum(row.undone is not None for row in kept.decisions) == undone  # they stay in the log
    standing = [row.number for row in kept.decisions if row.undone is None]
    assert standing == list(range(client.state(table)["number"]))


def test_undo_is_free_against_bots_and_counted(client: Client):
    table = client.open("carpe_diem", ME, bot(), options={"undo": "free"})["table"]
    chooser = random.Random(5)
    state = client.play_on(table, chooser, until=25)
    while not client.state(table)["choices"]:
        client.ask("GET", f"/tables/{table}/events", params={"after": client.state(table)["event"], "wait": 5})
    state = client.state(table)
    for _ in range(4):
        before = state
        answer = client.ask("POST", f"/tables/{table}/undo", json={"number": before["number"], "key": key()})
        state = client.state(table)
        assert state["number"] == answer["number"] < before["number"]
        assert state["to_decide"] == 0
    over = client.play_on(table, chooser)
    assert over["state"] == "over"
    client.refused("POST", f"/tables/{table}/undo", "match_over", json={"number": over["number"], "key": key()})
    taken_back = [line for line in client.get(f"/tables/{table}/record").text.splitlines() if line.startswith("take_backs")]
    assert int(taken_back[0].partition(":")[2]) > 0


def test_a_table_without_undo_and_hints(client: Client):
    table = client.open("carpe_diem", ME, ME, options={"undo": "none", "hints": False})["table"]
    client.decide_any(table, random.Random(6))
    client.refused("POST", f"/tables/{table}/undo", "cannot_undo", "off", json={"number": 1, "key": key()})
    client.refused("GET", f"/tables/{table}/hint", "hints_off")


@pytest.mark.parametrize("game", ["porta_nigra", "carpe_diem", "via_appia"])
def test_a_hint_names_legal_moves_with_reasons(lone: Served, game: str):
    with Client(lone.url) as client:
        table = client.open(game, ME, ME)["table"]
        state = client.state(table)
        hint = client.ask("GET", f"/tables/{table}/hint")
        legal = {choice["move"] for choice in state["choices"]}
        assert 1 <= len(hint["moves"]) <= 3
        for move in hint["moves"]:
            assert move["move"] in legal
            assert "points expected" in move["reasons"]
        german = client.ask("GET", f"/tables/{table}/hint?lang=de")
        assert all("Punkte erwartet" in move["reasons"] and "looked" not in move["reasons"] for move in german["moves"])
        assert client.state(table)["number"] == 0


def test_the_chances_of_an_aim(lone: Served):
    with Client(lone.url) as client:
        table = client.open("via_appia", ME, ME)["table"]
        chooser = random.Random(7)
        while not (aims := [choice for choice in client.state(table)["choices"] if choice["kind"] == "aim"]):
            state = client.state(table)
            pushes = [choice for choice in state["choices"] if choice["kind"] == "push"]
            client.decide(table, state["number"], chooser.choice(pushes or state["choices"])["move"])
        falls = client.ask("GET", f"/tables/{table}/chances", params={"move": aims[0]["move"]})["falls"]
        assert sum(falls) == pytest.approx(1)
        client.refused("GET", f"/tables/{table}/chances", "bad_request", params={"move": "done"})


def test_chat_is_cleaned_and_said_once(client: Client):
    table = client.open("carpe_diem", ME, ME)["table"]
    body = {"text": " <script>alert(1)</script>\u0000\n salve ", "key": key()}
    first = client.ask("POST", f"/tables/{table}/chat", json=body)
    assert client.ask("POST", f"/tables/{table}/chat", json=body) == first
    said = [event for event in client.ask("GET", f"/tables/{table}/events")["events"] if event["type"] == "chat"]
    assert [event["text"] for event in said] == ["<script>alert(1)</script> salve"]
    client.refused("POST", f"/tables/{table}/chat", "invalid", "text", json={"text": "\u200b \n", "key": key()})
    client.refused("POST", f"/tables/{table}/chat", "invalid", json={"text": "x" * 501, "key": key()})
