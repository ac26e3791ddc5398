"""Finished matches: records, positions, going on from one, and playing again."""

import random

import pytest

import triumvir
from server.clients import ME, OPEN, Client, bot, key
from server.serving import Served

GAMES = triumvir.games()


@pytest.mark.parametrize("game", GAMES)
def test_a_record_can_be_downloaded_when_the_match_is_over_and_opened_again(served: Served, client: Client, game: str):
    made = client.open(game, ME, ME)
    table = made["table"]
    client.refused("GET", f"/tables/{table}/record", "not_over")
    client.refused("GET", f"/tables/{table}/positions/0", "not_over")
    client.refused("GET", f"/tables/{table}/course", "not_over")
    client.refused("POST", f"/tables/{table}/branch", "not_over", json={"number": 0, "seats": [ME, bot()]})
    client.refused("POST", f"/tables/{table}/rematch", "not_over")
    client.play_on(table, random.Random(1), until=10)
    over = client.finish(table)
    text = client.get(f"/tables/{table}/record").text
    match = triumvir.loads(text)
    assert match.over
    assert match.scores() == over["scores"]
    assert match.winners() == over["winners"]
    client.refused("POST", f"/tables/{table}/decisions", "match_over", json={"number": over["number"], "move": "done", "key": key()})
    with Client(served.url) as reader:
        opened = reader.ask("POST", "/records", 201, json={"text": text})["table"]
        assert reader.state(opened)["scores"] == over["scores"]
        assert reader.get(f"/tables/{opened}/record").text == text
        for number in (0, 7, over["number"]):
            for seat in (0, 1, None):
                params = {} if seat is None else {"seat": seat}
                shown = reader.ask("GET", f"/tables/{opened}/positions/{number}", params=params)
                assert shown == {**client.ask("GET", f"/tables/{table}/positions/{number}", params=params), "table": opened} | {"next": shown["next"]}
                assert shown["number"] == number
                assert shown["decisions"] == over["number"]
        course = reader.ask("GET", f"/tables/{opened}/course")
        assert course["scores"] == match.course().scores
        assert course["chapters"] == match.course().chapters
        reader.refused("GET", f"/tables/{opened}/positions/{over['number'] + 1}", "no_such_position")
        reader.refused("POST", f"/tables/{opened}/rematch", "not_your_seat")


def test_any_position_of_a_finished_match_becomes_a_table_with_bots(client: Client):
    table = client.open("carpe_diem", ME, ME)["table"]
    over = client.finish(table)
    middle = over["number"] // 2
    shown = client.ask("GET", f"/tables/{table}/positions/{middle}", params={"seat": 0})
    branch = client.ask("POST", f"/tables/{table}/branch", 201, json={"number": middle, "seats": [ME, bot()], "options": {"undo": "free"}})["table"]
    events = client.ask("GET", f"/tables/{branch}/events")["events"]
    assert [event["number"] for event in events[:middle]] == list(range(middle))
    state = client.state(branch, seat=0)
    assert state["origin"] == table
    if state["number"] == middle:
        assert state["view"] == shown["view"]
    assert client.finish(branch)["state"] == "over"
    client.refused("POST", f"/tables/{table}/branch", "bad_request", json={"number": 0, "seats": [ME, OPEN]})
    client.refused("POST", f"/tables/{table}/branch", "bad_request", json={"number": 0, "seats": [ME, bot(), bot()]})
    client.refused("POST", f"/tables/{table}/branch", "no_such_position", json={"number": over["number"], "seats": [ME, bot()]})


def test_a_rematch_seats_the_same_people_with_another_deal(served: Served, client: Client):
    table = client.open("carpe_diem", ME, OPEN, listed=True)["table"]
    with Client(served.url) as other:
        token = other.ask("POST", f"/tables/{table}/seats/1/take", 201, json={"name": "Livia"})["token"]
        other.ask("POST", f"/tables/{table}/seats/1/leave", json={"bot": "greedy"})
        over = client.finish(table)
        again = client.ask("POST", f"/tables/{table}/rematch")["table"]
        assert other.ask("POST", f"/tables/{table}/rematch")["table"] == again
        events = other.ask("GET", f"/tables/{table}/events", params={"after": over["event"]})["events"]
        assert [event["table"] for event in events if event["type"] == "rematch"] == [again]
        assert client.state(again)["you"] == [0]
        assert other.state(again)["you"] == [1]
        assert other.state(again)["state"] in ("playing", "over")  # bots still stand in for both
        with Client(served.url, token) as program:
            assert program.state(again)["you"] == [1]


@pytest.mark.parametrize(
    ("change", "error", "reason"),
    [
        (lambda text: "nonsense", "bad_record", "no_record"),
        (lambda text: text.replace("seed: ", "seed: 1"), "bad_record", "line"),
        (lambda text: "\n".join(text.splitlines()[:-3]), "bad_record", None),
        (lambda text: text.replace("game: porta_nigra", "game: chess"), "unknown_game", None),
        (lambda text: text.replace("box: ", "box: 0"), "bad_record", "box"),
        (lambda text: text + "\x00", "bad_record", "line"),
    ],
)
def test_a_record_that_does_not_replay_is_refused(lone: Served, change, error: str, reason: str | None):
    match = triumvir.game("porta_nigra").new(2, 3)
    while not match.over:
        match.play(match.legal()[-1])
    with Client(lone.url) as client:
        refusal = client.refused("POST", "/records", error, json={"text": change(match.dumps())})
        assert "/tmp" not in refusal["message"]
        assert refusal["reason"] == reason
        assert (refusal["number"] is not None) == (reason == "line")
        assert client.ask("GET", "/tables/mine") == []


def test_an_unfinished_record_would_show_a_deal_and_is_refused(lone: Served):
    with Client(lone.url) as client:
        client.refused("POST", "/records", "bad_record", "unfinished", json={"text": triumvir.game("carpe_diem").new(2, 3).dumps()})
