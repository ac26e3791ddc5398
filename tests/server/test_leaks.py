"""Nobody peeks: what a seat is sent depends on nothing that the seat may not know.

A twin of a position is dealt anew in everything that a seat cannot know. Whole matches of all games are played, and at every
decision everything the server would send to every seat and to spectators is built for the position and for its twin.
"""

import json
import random

import numpy as np
import orjson
import pytest

import triumvir
from laws import copied
from server.clients import ME, OPEN, Client, key
from server.serving import Served
from triumvir.kernel.state import EMPTY
from triumvir.server.messages import LiveMessage, NewTable, Options
from triumvir.server.table import Happening, Table, Who, new_table
from triumvir.server.window import Window

GAMES = triumvir.games()
PARTS = ("view", "choices", "text")
PLAYERS = 3


def made(game: str, **options) -> Table:
    asked = NewTable(game=game, seats=[{"kind": "me"}] * PLAYERS, options=Options(**options))
    return new_table(triumvir.game(game), asked, "browser").table


def sent(table: Table, viewer: int | None, happened: Happening, lang: str) -> tuple[bytes, bytes]:
    """The messages about the position and about the decision in it, as they go over the wire."""
    who = Who((), True, False) if viewer is None else Who((viewer,), True, False)
    window = Window(table)
    state = window.state(who, viewer, lang, PARTS, [True] * PLAYERS)
    return orjson.dumps(state), orjson.dumps(window.event(happened, viewer, lang, frames=True))


def seen_after(game: triumvir.Game, states: np.ndarray, action: int, seat: int) -> bytes:
    """What a seat can know when an action has been made."""
    after = copied(states)
    game.engine.play_action(after, 0, game.tables, action)
    return game.redacted(after, seat).tobytes()


@pytest.mark.parametrize("game", GAMES)
def test_all_messages_of_whole_matches_are_the_same_for_twin_deals(game: str):
    table = made(game, undo="honest")
    match = table.match
    chooser, twins, alike, number = random.Random(11), 0, 0, 0
    played = triumvir.game(game)
    viewers = [*range(PLAYERS), None]
    while not match.over:
        action = chooser.choice(match.legal())
        truth = copied(match.states)
        lang = ("en", "de")[number % 2]
        for viewer in viewers:
            happened = Happening(number + 1, "decision", 0, {"seat": match.seat, "number": number}, action, truth)
            expected = sent(table, viewer, happened, lang)
            seat = EMPTY if viewer is None else viewer
            twin = played.redealt(truth, seat, chooser.getrandbits(40))
            twin["rng"] = truth["rng"]  # what chance does next is seen by all when it happens
            twins += twin.tobytes() != truth.tobytes()
            match.states[:] = twin
            happened = Happening(number + 1, "decision", 0, {"seat": match.seat, "number": number}, action, twin)
            state, event = sent(table, viewer, happened, lang)
            assert state == expected[0], (number, viewer)
            if seen_after(played, twin, action, seat) == seen_after(played, truth, action, seat):  # else other cards are turned up
                assert event == expected[1], (number, viewer)
                alike += 1
            match.states[:] = truth
        match.play(action)
        table.settle()
        number += 1
    assert twins > number  # they do differ in what is hidden
    assert alike > 2 * number  # of four times as many


def others_money(message: dict, viewer: int | None) -> list:
    view = message["view"]
    return [seat["coins"] for seat in view["seats"] if seat["seat"] != viewer]


def test_money_behind_screens_is_sent_to_its_owner_only():
    hidden, shown = made("via_appia"), made("via_appia", visible_money=True)
    for viewer in (0, 1, None):
        who = Who((), True, False) if viewer is None else Who((viewer,), True, False)
        states = [json.loads(orjson.dumps(Window(table).state(who, viewer, "en", PARTS, [True] * PLAYERS))) for table in (hidden, shown)]
        assert set(others_money(states[0], viewer)) == {None}
        assert None not in others_money(states[1], viewer)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_goes_over_the_wire_names_the_seed_or_a_secret(lone: Served, game: str):
    """A whole match over sockets and requests: every message fits its model, and none holds the seed, the generator or a token."""
    with Client(lone.url) as one, Client(lone.url) as other, Client(lone.url) as watcher:
        own = one.open(game, ME, OPEN, listed=True)
        table = own["table"]
        taken = other.ask("POST", f"/tables/{table}/seats/1/take", 201, json={"name": "Livia"})
        live = lone.house.tables._live[table].table
        seed = live.match.seed
        secrets = {str(seed), f"{seed:x}", own["seats"][0]["token"], taken["token"], one.cookies["triumvir"], other.cookies["triumvir"]}
        chooser = random.Random(5)
        with one.watch(table, after=0) as first, other.watch(table, after=0, lang="de") as second, watcher.watch(table, after=0) as third:
            number = 0
            while number < 60 and live.to_decide is not None:
                (one if live.to_decide == 0 else other).decide_any(table, chooser)
                number += 1
                secrets.add(str(int(live.match.states[0].rng)))
            one.ask("POST", f"/tables/{table}/chat", json={"text": "vale", "key": key()})
            for talk in (first, second, third):
                heard = 0
                while heard < len(live.events):
                    text = talk.recv(timeout=30)
                    message = ADAPTER.validate_json(text)
                    heard = getattr(message, "event", heard)
                    assert not [secret for secret in secrets if secret in text]
        for client in (one, other, watcher):
            for path in ("", "/events", "/box"):
                text = client.get(f"/tables/{table}{path}").text
                assert not [secret for secret in secrets if secret in text]


def adapter():
    from pydantic import TypeAdapter  # noqa: PLC0415

    return TypeAdapter(LiveMessage)


ADAPTER = adapter()


@pytest.mark.parametrize("game", GAMES)
def test_what_the_wire_carries_is_what_the_window_shows(lone: Served, game: str):
    """The leak test above looks at the window: here is seen that nothing else is sent."""
    with Client(lone.url) as client:
        table = client.open(game, ME, ME)["table"]
        chooser = random.Random(6)
        live = lone.house.tables._live[table]
        for _ in range(25):
            client.decide_any(table, chooser)
            state = client.state(table, lang="de")
            viewer = state["viewer"]
            shown = Window(live.table).state(Who((0, 1), True, True), viewer, "de", PARTS, live.present())
            assert state == json.loads(orjson.dumps(shown))
            event = client.ask("GET", f"/tables/{table}/events", params={"after": len(live.table.events) - 1})["events"][0]
            assert event == json.loads(orjson.dumps(Window(live.table).event(live.table.events[-1], viewer, "en", frames=True)))
