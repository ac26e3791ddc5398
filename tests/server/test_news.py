"""What happens at a table, over a socket and by polling: nothing missed, nobody held up."""

import json
import random
import socket
import threading
import time

import pytest
from websockets.exceptions import ConnectionClosed

from server.clients import ME, OPEN, Client, bot, key
from server.serving import Served


def until(talk, wanted):
    """Messages up to the first that is wanted."""
    messages = []
    while True:
        messages.append(json.loads(talk.recv(timeout=30)))
        if wanted(messages[-1]):
            return messages


def test_a_socket_shows_the_state_then_every_event_with_the_state_after_it(served: Served, client: Client):
    table = client.open("carpe_diem", ME, ME)["table"]
    with client.watch(table) as talk:
        first = json.loads(talk.recv(timeout=30))
        assert (first["type"], first["events"]) == ("news", [])
        assert first["state"]["number"] == 0
        chooser = random.Random(1)
        for number in range(5):
            client.decide_any(table, chooser)
            news = until(talk, lambda message: message["type"] == "news")[-1]
            assert [event["number"] for event in news["events"]] == [number]
            assert news["state"]["number"] == number + 1
            assert news["state"] == client.state(table)


def test_a_lost_connection_resumes_with_nothing_missed(served: Served, client: Client):
    table = client.open("carpe_diem", ME, ME)["table"]
    chooser = random.Random(2)
    seen: list[int] = []
    after = 0
    for lost in range(4):
        with client.watch(table, after=after, parts="") as talk:
            for _ in range(3 if lost else 0):
                client.decide_any(table, chooser)
            newest = client.state(table)["event"]
            while after < newest:
                message = json.loads(talk.recv(timeout=30))
                if message["type"] == "news":
                    seen += [event["event"] for event in message["events"]]
                    after = message["event"]
        for _ in range(4):  # while nobody listens
            client.decide_any(table, chooser)
        client.ask("POST", f"/tables/{table}/chat", json={"text": f"line {lost}", "key": key()})
    rest = client.ask("GET", f"/tables/{table}/events", params={"after": after})
    seen += [event["event"] for event in rest["events"]]
    assert seen == list(range(1, len(seen) + 1))


def test_polling_tells_the_same_as_a_socket(client: Client):
    table = client.open("via_appia", ME, bot())["table"]
    with client.watch(table, after=0) as talk:
        client.play_on(table, random.Random(3), until=40)
        newest = client.state(table)["event"]
        over_socket: list[dict] = []
        while len(over_socket) < newest:
            message = json.loads(talk.recv(timeout=30))
            over_socket += message.get("events", [])
    polled = client.ask("GET", f"/tables/{table}/events")["events"]

    def plain(event):
        return {name: value for name, value in event.items() if name != "frames"}  # of old pushes they are asked for

    assert [plain(event) for event in over_socket[:newest]] == [plain(event) for event in polled[:newest]]


def test_programs_go_without_words(client: Client):
    table = client.open("carpe_diem", ME, ME)["table"]
    with client.watch(table, parts="moves", words="false") as talk:
        state = json.loads(talk.recv(timeout=30))["state"]
        assert (state["view"], state["choices"], state["text"]) == (None, None, None)
        assert state["moves"] == [choice["move"] for choice in client.state(table)["choices"]]
        client.decide(table, 0, state["moves"][0])
        event = until(talk, lambda message: message["type"] == "news")[-1]["events"][0]
        assert (event["move"], event["sentence"]) == (state["moves"][0], None)


def test_a_poll_waits_for_something_to_happen(client: Client):
    table = client.open("carpe_diem", ME, ME)["table"]
    event = client.state(table)["event"]
    assert client.ask("GET", f"/tables/{table}/events", params={"after": event})["events"] == []
    later = threading.Timer(0.2, lambda: client.post(f"/tables/{table}/chat", json={"text": "salve", "key": key()}))
    later.start()
    news = client.ask("GET", f"/tables/{table}/events", params={"after": event, "wait": 30, "parts": "view"})
    later.join()
    assert [one["type"] for one in news["events"]] == ["chat"]
    assert news["state"]["view"]["game"] == "carpe_diem"


def test_decisions_over_the_socket(client: Client):
    table = client.open("porta_nigra", ME, ME)["table"]
    with client.watch(table, parts="choices") as talk:
        state = json.loads(talk.recv(timeout=30))["state"]
        body = {"type": "decide", "number": 0, "move": state["choices"][0]["move"], "key": key()}
        for _ in range(2):
            talk.send(json.dumps(body))
            answer = until(talk, lambda message: message["type"] == "answer")[-1]
            assert (answer["key"], answer["number"]) == (body["key"], 1)
        talk.send(json.dumps({**body, "key": key()}))
        problem = until(talk, lambda message: message["type"] == "problem")[-1]
        assert (problem["error"], problem["number"]) == ("wrong_number", 1)
        wrong = {"{": "malformed", "[]": "invalid", '{"type": "fly"}': "invalid", json.dumps({**body, "number": "x"}): "invalid"}
        for nonsense, error in wrong.items():
            talk.send(nonsense)
            assert until(talk, lambda message: message["type"] == "problem")[-1]["error"] == error
    assert client.state(table)["number"] == 1


def test_presence(served: Served, client: Client):
    table = client.open("carpe_diem", ME, OPEN, listed=True)["table"]
    with Client(served.url) as other, client.watch(table) as talk:
        other.ask("POST", f"/tables/{table}/seats/1/take", 201, json={"name": "Livia"})
        with other.watch(table):
            until(talk, lambda message: message["type"] == "presence" and message["present"] == [True, True])
        assert served.house.tables.watchers >= 1
        assert client.state(table)["seats"][0]["present"]
        until(talk, lambda message: message["type"] == "presence" and message["present"] == [True, False])  # without anything else happening


def test_a_socket_to_nowhere_is_told_why(served: Served, client: Client):
    table = client.open("carpe_diem", ME, bot())["table"]
    with Client(served.url) as stranger:
        for path, error in ((table, "private_table"), ("nowhere", "no_such_table")):
            with stranger.watch(path) as talk:
                assert json.loads(talk.recv(timeout=30))["error"] == error
                with pytest.raises(ConnectionClosed):
                    talk.recv(timeout=30)
    with client.watch(table, seat=1) as talk:
        assert json.loads(talk.recv(timeout=30))["error"] == "not_your_seat"


def test_a_client_that_reads_nothing_holds_up_nobody(tmp_path):
    served = Served(f"sqlite:///{tmp_path / 'tables.db'}", slow_seconds=0.5)
    served.hold_little()
    with served as server, Client(server.url) as client:
        table = client.open("carpe_diem", ME, ME)["table"]
        stuck = socket.socket()
        stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stuck.connect(("127.0.0.1", int(server.url.rpartition(":")[2])))
        head = [
            f"GET /api/tables/{table}/live HTTP/1.1",
            "Host: 127.0.0.1",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
            f"Cookie: triumvir={client.cookies['triumvir']}",
        ]
        stuck.sendall("\r\n".join([*head, "", ""]).encode())
        assert b" 101 " in stuck.recv(20)  # and nothing more
        chooser = random.Random(4)
        while client.state(table)["state"] == "playing":
            client.decide_any(table, chooser)  # the match goes on
        patience = time.monotonic() + 30
        while server.house.tables.watchers and time.monotonic() < patience:
            time.sleep(0.05)
        assert server.house.tables.watchers == 0  # it was dropped
        stuck.close()


def test_frames_of_a_push_are_what_lies_there_before_and_after(client: Client):
    table = client.open("via_appia", ME, ME)["table"]
    chooser = random.Random(8)
    pushes = 0
    while pushes < 3:
        state = client.state(table)
        wanted = [choice for choice in state["choices"] if choice["kind"] in ("push", "aim")]
        choice = chooser.choice(wanted or state["choices"])
        answer = client.decide(table, state["number"], choice["move"])
        event = client.ask("GET", f"/tables/{table}/events", params={"after": answer["event"] - 1})["events"][0]
        if choice["kind"] != "aim":
            assert event["frames"] is None
            client.refused("GET", f"/tables/{table}/frames/{answer['event']}", "no_such_event")
            continue
        pushes += 1
        frames = event["frames"]
        assert frames == client.ask("GET", f"/tables/{table}/frames/{answer['event']}")
        before, after = state["view"]["quarry"]["discs"], client.state(table)["view"]["quarry"]["discs"]
        assert frames["sizes"][1:] == [disc["size"] for disc in before]
        shown = sorted((x, y) for x, y in (place for place in frames["places"][-1] if place))
        lying = sorted(((disc["x"] + 50) // 100, (disc["y"] + 50) // 100) for disc in after)
        assert len(shown) == len(lying)
        assert all(abs(x - u) <= 1 and abs(y - v) <= 1 for (x, y), (u, v) in zip(shown, lying, strict=True))
        assert len(frames["places"]) <= 50
