"""Tables and seats: opening, taking, links, handing over, leaving, private and listed tables."""

import random
import time
from contextlib import ExitStack, suppress

import pytest
from websockets.exceptions import ConnectionClosed

from server.clients import ME, OPEN, Client, bot, key
from server.serving import Served
from triumvir.games.porta_nigra.state import APPOINT


def token_of(link: str) -> str:
    return link.partition("#key=")[2]


def test_friends_meet_by_an_invitation_and_the_match_begins_when_the_last_seat_is_taken(served: Served, client: Client):
    made = client.open("carpe_diem", ME, OPEN, bot())
    table = made["table"]
    assert client.state(table)["state"] == "waiting"
    client.refused("POST", f"/tables/{table}/decisions", "not_started", json={"number": 0, "move": "patrician 1", "key": key()})
    with Client(served.url) as friend:
        friend.refused("GET", f"/tables/{table}", "private_table")
        friend.refused("POST", f"/tables/{table}/seats/1/take", "private_table", json={"name": "Livia"})
        assert friend.ask("POST", f"/tables/{table}/session", json={"token": token_of(made["invitation"])})["you"] == []
        friend.refused("POST", f"/tables/{table}/seats/0/take", "seat_taken", json={"name": "Livia"})
        taken = friend.ask("POST", f"/tables/{table}/seats/1/take", 201, json={"name": "Livia"})
        state = friend.state(table)
        assert state["state"] == "playing"
        assert state["you"] == [1]
        assert [seat["name"] for seat in state["seats"]][1] == "Livia"
        assert [event["type"] for event in friend.ask("GET", f"/tables/{table}/events")["events"][:2]] == ["seat", "started"]
        mine = friend.ask("GET", "/tables/mine")
        assert [(row["table"], row["you"], row["state"]) for row in mine] == [(table, [1], "playing")]
    with Client(served.url, taken["token"]) as elsewhere:  # the link of the seat opens it on another device
        assert elsewhere.state(table)["you"] == [1]


def test_spectators_see_what_everybody_sees_and_can_do_nothing(served: Served, client: Client):
    made = client.open("porta_nigra", ME, bot())
    table = made["table"]
    with Client(served.url) as watcher:
        watcher.ask("POST", f"/tables/{table}/session", json={"token": token_of(made["spectators"])})
        state = watcher.state(table)
        assert (state["you"], state["viewer"], state["choices"], state["can_undo"]) == ([], None, [], False)
        move = {"number": state["number"], "move": "end turn", "key": key()}
        watcher.refused("POST", f"/tables/{table}/decisions", "not_your_seat", json=move)
        watcher.refused("POST", f"/tables/{table}/chat", "not_your_seat", json={"text": "hello", "key": key()})
        watcher.refused("POST", f"/tables/{table}/undo", "not_your_seat", json={"number": 0, "key": key()})
        watcher.refused("GET", f"/tables/{table}", "not_your_seat", params={"seat": 0})
        watcher.refused("POST", f"/tables/{table}/session", "bad_token", json={"token": "x" * 43})


def test_listed_tables_are_found_and_open_to_everybody(served: Served, client: Client):
    listed = client.open("via_appia", ME, OPEN, listed=True)["table"]
    private = client.open("via_appia", ME, OPEN)["table"]
    with Client(served.url) as stranger:
        found = {row["table"]: row for row in stranger.ask("GET", "/tables")}
        assert listed in found
        assert private not in found
        assert found[listed]["seats"][1]["kind"] == "open"
        stranger.ask("POST", f"/tables/{listed}/seats/1/take", 201, json={"name": "Gaius"})
        assert stranger.state(listed)["you"] == [1]
        assert stranger.ask("GET", "/tables/mine")[0]["table"] == listed


def test_a_seat_that_is_handed_over_has_a_new_link_and_the_old_one_dies(served: Served, client: Client):
    made = client.open("carpe_diem", ME, bot())
    table, old = made["table"], made["seats"][0]["token"]
    with client.watch(table) as socket:
        socket.recv()
        new = client.ask("POST", f"/tables/{table}/seats/0/hand_over")["token"]
        closing = [message for message in iter_until_closed(socket) if '"problem"' in message]
        assert "not_your_seat" in closing[-1]
    with Client(served.url, old) as former:
        former.refused("POST", f"/tables/{table}/seats/0/name", "private_table", json={"name": "Nero"})
    client.refused("POST", f"/tables/{table}/seats/0/name", "not_your_seat", json={"name": "Nero"})
    with Client(served.url, new) as heir:
        assert heir.state(table)["you"] == [0]
        heir.ask("POST", f"/tables/{table}/seats/0/name", json={"name": "Trajan"})
        assert heir.state(table)["seats"][0]["name"] == "Trajan"


def test_whoever_hands_a_seat_over_watches_even_if_she_came_by_the_seats_link_alone(served: Served, client: Client):
    made = client.open("carpe_diem", ME, bot())
    table = made["table"]
    with Client(served.url) as heir:
        assert heir.ask("POST", f"/tables/{table}/session", json={"token": made["seats"][0]["token"]})["you"] == [0]
        heir.ask("POST", f"/tables/{table}/seats/0/hand_over")
        state = heir.state(table)
        assert (state["you"], state["viewer"], state["choices"]) == ([], None, [])
        heir.refused("POST", f"/tables/{table}/seats/0/take", "private_table", "join", json={"name": "Nero"})


def test_a_seat_is_taken_along_by_another_link_and_all_of_them_open_it(served: Served, client: Client):
    made = client.open("carpe_diem", ME, bot())
    table, first = made["table"], made["seats"][0]["token"]
    second = client.ask("POST", f"/tables/{table}/seats/0/link", 201)
    assert second["link"] == f"/t/{table}#key={second['token']}"
    with Client(served.url) as phone, ExitStack() as opened:
        assert phone.ask("POST", f"/tables/{table}/session", json={"token": second["token"]})["you"] == [0]
        third = phone.ask("POST", f"/tables/{table}/seats/0/link", 201)["token"]
        socket = opened.enter_context(phone.watch(table))
        socket.recv()
        for token in (first, second["token"], third):
            with Client(served.url, token) as elsewhere:
                assert elsewhere.state(table)["you"] == [0]
        assert client.state(table)["you"] == phone.state(table)["you"] == [0]
        phone.refused("POST", f"/tables/{table}/seats/1/link", "not_your_seat")
        client.ask("POST", f"/tables/{table}/seats/0/hand_over")
        assert '"handed_over"' in list(iter_until_closed(socket))[-1]  # rather than that the table is private
        phone.refused("GET", f"/tables/{table}", "private_table")
    for token in (first, second["token"], third):
        with Client(served.url, token) as former:
            former.refused("GET", f"/tables/{table}", "private_table")


def test_a_seat_has_links_enough(lone: Served, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("triumvir.server.table.MOST_LINKS", 3)
    with Client(lone.url) as client:
        table = client.open("carpe_diem", ME, OPEN)["table"]
        client.ask("POST", f"/tables/{table}/seats/0/link", 201)  # beside the first link and this browser
        assert client.refused("POST", f"/tables/{table}/seats/0/link", "full", "links")["number"] == 3
        client.ask("POST", f"/tables/{table}/invitation", 201)
        client.refused("POST", f"/tables/{table}/invitation", "full", "links")


def test_whoever_sits_at_a_private_table_may_invite_until_all_seats_are_taken(served: Served, client: Client):
    made = client.open("carpe_diem", ME, OPEN, OPEN)
    table = made["table"]
    with Client(served.url) as livia, Client(served.url) as gaius, Client(served.url) as watcher:
        watcher.ask("POST", f"/tables/{table}/session", json={"token": token_of(made["spectators"])})
        watcher.refused("POST", f"/tables/{table}/invitation", "not_your_seat", "no_seat")
        livia.ask("POST", f"/tables/{table}/session", json={"token": token_of(made["invitation"])})
        livia.refused("POST", f"/tables/{table}/invitation", "not_your_seat", "no_seat")
        livia.ask("POST", f"/tables/{table}/seats/1/take", 201, json={"name": "Livia"})
        invitation = livia.ask("POST", f"/tables/{table}/invitation", 201)["invitation"]
        gaius.refused("POST", f"/tables/{table}/invitation", "private_table")
        assert gaius.ask("POST", f"/tables/{table}/session", json={"token": token_of(invitation)})["you"] == []
        gaius.ask("POST", f"/tables/{table}/seats/2/take", 201, json={"name": "Gaius"})
        assert gaius.state(table)["state"] == "playing"
        livia.refused("POST", f"/tables/{table}/invitation", "full", "seats")


def iter_until_closed(socket):
    with suppress(ConnectionClosed):
        while True:
            yield socket.recv(timeout=20)


def test_several_seats_on_one_device(client: Client):
    table = client.open("porta_nigra", ME, ME, ME)["table"]
    assert client.state(table)["you"] == [0, 1, 2]
    chooser = random.Random(1)
    seen = set()
    for _ in range(30):
        state = client.decide_any(table, chooser)
        assert state["viewer"] == state["to_decide"]
        assert client.ask("GET", "/tables/mine")[0]["to_decide"] == client.state(table, parts="")["to_decide"]
        seen.add(state["to_decide"])
    assert len(seen) > 1
    assert client.state(table, seat=2)["viewer"] == 2


def test_a_bot_stands_in_for_somebody_who_leaves_until_she_comes_back(client: Client):
    table = client.open("carpe_diem", ME, ME)["table"]
    client.ask("POST", f"/tables/{table}/seats/1/leave", json={"bot": "greedy"})
    state = client.state(table)
    assert (state["seats"][1]["away"], state["seats"][1]["bot"]) == (True, "greedy")
    state = client.play_on(table, random.Random(2), until=20)
    events = client.ask("GET", f"/tables/{table}/events")["events"]
    assert {event["seat"] for event in events if event["type"] == "decision"} == {0, 1}
    client.ask("POST", f"/tables/{table}/seats/1/return")
    state = client.state(table)
    assert (state["seats"][1]["away"], state["seats"][1]["bot"]) == (False, None)
    client.ask("POST", f"/tables/{table}/seats/1/leave")
    client.refused("POST", f"/tables/{table}/seats/3/leave", "no_such_seat")
    client.refused("POST", f"/tables/{table}/seats/1/leave", "bad_request", json={"bot": "genius"})


def test_somebody_who_stays_away_can_be_replaced_by_the_others(tmp_path):
    with Served(f"sqlite:///{tmp_path / 'tables.db'}", absent_seconds=0.2) as server, Client(server.url) as one, Client(server.url) as other:
        table = one.open("carpe_diem", ME, OPEN, listed=True)["table"]
        other.ask("POST", f"/tables/{table}/seats/1/take", 201, json={"name": "Livia"})
        with other.watch(table) as socket:
            socket.recv()
            one.refused("POST", f"/tables/{table}/seats/1/replace", "seat_present")
        body = {"bot": "greedy"}
        end = time.monotonic() + 30
        while one.post(f"/tables/{table}/seats/1/replace", json=body).status_code != 200:
            assert time.monotonic() < end
        assert one.state(table)["seats"][1]["away"]
        other.ask("POST", f"/tables/{table}/seats/1/return")
        assert not one.state(table)["seats"][1]["away"]


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"game": "chess", "seats": [ME, bot()]}, "unknown_game"),
        ({"game": "carpe_diem", "seats": [ME]}, "invalid"),
        ({"game": "carpe_diem", "seats": [bot(), bot()]}, "bad_request"),
        ({"game": "carpe_diem", "seats": [ME, bot("genius")]}, "bad_request"),
        ({"game": "carpe_diem", "seats": [ME, bot("search:999s")]}, "bad_request"),
        ({"game": "carpe_diem", "seats": [ME, {"kind": "open", "bot": "3"}]}, "bad_request"),
        ({"game": "carpe_diem", "seats": [ME, OPEN], "options": {"undo": "free"}}, "bad_request"),
        ({"game": "carpe_diem", "seats": [ME, bot()], "options": {"visible_money": True}}, "bad_request"),
        ({"game": "carpe_diem", "seats": [ME, bot()], "box": "not toml ["}, "bad_box"),
        ({"game": "carpe_diem", "seats": [ME, bot()], "seed": 7}, "invalid"),
        ({"game": "carpe_diem", "seats": [{"kind": "me", "name": " \u200b\u0007 "}, bot()]}, "invalid"),
        ({"game": "carpe_diem", "seats": [{"kind": "me", "name": "x" * 41}, bot()]}, "invalid"),
        ({"game": "porta_nigra", "seats": [ME, bot()], "options": {"youngest_first": [0, 0]}}, "bad_request"),
    ],
)
def test_a_table_that_cannot_be_is_refused(lone: Served, asked: dict, error: str):
    with Client(lone.url) as client:
        before = len(client.ask("GET", "/tables/mine"))
        assert "/tmp" not in client.refused("POST", "/tables", error, json=asked)["message"]
        assert len(client.ask("GET", "/tables/mine")) == before


def test_names_are_cleaned_and_never_trusted(lone: Served):
    with Client(lone.url) as client:
        name = "  <b>Ju\u202elia\u0000</b>\n "
        table = client.open("carpe_diem", {"kind": "me", "name": name}, bot())["table"]
        answer = client.get(f"/tables/{table}")
        assert answer.json()["seats"][0]["name"] == "<b>Julia</b>"
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_sentences_call_people_by_the_names_of_their_seats(lone: Served):
    with Client(lone.url) as client:
        table = client.open("porta_nigra", {"kind": "me", "name": "Marta"}, {"kind": "me", "name": "Livia"})["table"]
        at = lone.house.tables._live[table].table
        at.match.states[0].phase, at.match.states[0].seat = APPOINT, 0  # the end of a round
        at.match._count = at.game.engine.legal_actions(at.match.states, 0, at.game.tables, at.match._legal)
        at.settle()
        sentences = [choice["sentence"] for choice in client.ask("GET", f"/tables/{table}/choices")]
        assert sentences == ["Begin the next round yourself.", "Let Livia begin the next round."]
        client.ask("POST", f"/tables/{table}/decisions", json={"number": 0, "move": "appoint 1", "key": key()})

        def told() -> str:
            return client.ask("GET", f"/tables/{table}/events", params={"lang": "de"})["events"][1]["sentence"]

        assert told().startswith("Lässt Livia die nächste Runde beginnen.")
        client.ask("POST", f"/tables/{table}/seats/1/name", json={"name": "Cornelia"})
        assert told().startswith("Lässt Cornelia die nächste Runde beginnen.")
        assert "\n\nCornelia, 0 points\n" in client.ask("GET", f"/tables/{table}", params={"parts": "text", "seat": 0})["text"]


def test_a_changed_box(lone: Served):
    import triumvir  # noqa: PLC0415

    text = triumvir.game("porta_nigra").original_box.read_text(encoding="utf-8")
    with Client(lone.url) as client:
        changed = text.replace("coins = 20", "coins = 21")
        assert changed != text
        table = client.open("porta_nigra", ME, bot(), box=changed)["table"]
        state = client.state(table)
        assert state["box"] != client.ask("GET", "/games")[1]["box"]
        assert client.ask("GET", f"/tables/{table}/box") != client.ask("GET", "/games/porta_nigra/box")
        client.play_on(table, random.Random(3), until=12)
