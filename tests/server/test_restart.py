"""What a restart leaves: everything. And how the server starts, stops and sleeps."""

import random
import time

import pytest
from sqlalchemy import create_engine, inspect

import triumvir
from server.clients import ME, Client, bot, key
from server.serving import Command, Served
from triumvir.server.store import Base, migrate


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_match_goes_on_after_a_restart_in_mid_match(kind: str, request: pytest.FixtureRequest, tmp_path):
    database = f"sqlite:///{tmp_path / 'tables.db'}" if kind == "sqlite" else request.getfixturevalue("postgres").new_database()
    chooser = random.Random(1)
    states = {}
    with Served(database) as server, Client(server.url) as client:
        jar = dict(client.cookies)
        for game in triumvir.games():
            table = client.open(game, ME, ME)["table"]
            for _ in range(20):
                client.decide_any(table, chooser)
                if client.state(table)["can_undo"] and chooser.random() < 0.3:
                    client.ask("POST", f"/tables/{table}/undo", json={"number": client.state(table)["number"], "key": key()})
            last = key()
            state = client.state(table, parts="choices")
            move = state["choices"][0]["move"]
            answer = client.decide(table, state["number"], move, last)
            client.ask("POST", f"/tables/{table}/chat", json={"text": "vale", "key": key()})
            events = client.ask("GET", f"/tables/{table}/events")["events"]
            states[table] = (client.state(table), events, {"number": state["number"], "move": move, "key": last}, answer)
        jar = dict(client.cookies)
    with Served(database) as server, Client(server.url) as client:
        client.cookies.update(jar)
        assert len(server.house.tables) == 0  # nothing is loaded before somebody comes
        for table, (state, events, body, answer) in states.items():
            seen = client.state(table)
            seen["seats"], state["seats"] = None, None  # who is there has changed
            assert seen == state
            assert client.ask("GET", f"/tables/{table}/events")["events"] == events
            assert client.ask("POST", f"/tables/{table}/decisions", json=body) == answer  # a retry across the restart
            client.decide_any(table, chooser)
            client.finish(table)
            assert triumvir.loads(client.get(f"/tables/{table}/record").text).over


def test_bots_go_on_by_themselves_after_a_restart(file_database: str):
    with Served(file_database, workers=1) as server, Client(server.url) as client:
        table = client.open("carpe_diem", ME, bot("search:0.5s"))["table"]
        state = client.state(table)
        if state["choices"]:
            client.decide_any(table, random.Random(1))
        jar = dict(client.cookies)
        before = client.state(table)["number"]
    with Served(file_database) as server, Client(server.url) as client:
        client.cookies.update(jar)
        for _ in range(200):
            if len(server.house.tables) == 1:
                break
            time.sleep(0.05)
        assert len(server.house.tables) == 1  # nobody has asked for it yet
        state = client.play_on(table, random.Random(1), until=before + 6)
        assert state["number"] >= before + 6


def test_a_table_that_nobody_watches_sleeps_and_wakes(file_database: str):
    with Served(file_database, keep_seconds=0.1) as server, Client(server.url) as client:
        table = client.open("via_appia", ME, ME)["table"]
        client.play_on(table, random.Random(2), until=30)
        state = client.state(table)
        with client.watch(table) as talk:
            talk.recv(timeout=10)
            time.sleep(0.5)
            assert len(server.house.tables) == 1
        for _ in range(100):
            if len(server.house.tables) == 0:
                break
            time.sleep(0.05)
        assert len(server.house.tables) == 0
        assert client.state(table)["view"] == state["view"]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_migrations_make_the_tables_that_the_code_uses(kind: str, request: pytest.FixtureRequest, tmp_path):
    from alembic.autogenerate import compare_metadata  # noqa: PLC0415
    from alembic.migration import MigrationContext  # noqa: PLC0415

    url = f"sqlite:///{tmp_path / 'tables.db'}" if kind == "sqlite" else request.getfixturevalue("postgres").new_database()
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    migrate(engine)
    migrate(engine)  # a second start finds nothing to do
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
        assert set(inspect(connection).get_table_names()) == {*Base.metadata.tables, "alembic_version"}
    engine.dispose()


def test_the_command_serves_says_where_and_ends_cleanly(file_database: str):
    command = Command(file_database)
    command.start()
    with Client(command.url) as client:
        assert client.ask("GET", "/health")["status"] == "ok"
        table = client.open("carpe_diem", ME, bot())["table"]
        client.play_on(table, random.Random(1), until=10)
    assert command.stop() == 0


def test_a_worker_that_dies_is_replaced_and_the_bot_decides_all_the_same(file_database: str):
    import os  # noqa: PLC0415
    import signal  # noqa: PLC0415

    with Served(file_database) as server, Client(server.url) as client:
        table = client.open("carpe_diem", ME, bot("search:1s"))["table"]
        chooser = random.Random(3)
        killed = set()
        while client.state(table, parts="")["number"] < 14:
            state = client.state(table, parts="choices")
            if state["choices"]:
                client.decide(table, state["number"], chooser.choice(state["choices"])["move"])
                continue
            for pid in server.house.workers.pids:
                if len(killed) < 2 and pid not in killed:
                    time.sleep(0.1)
                    os.kill(pid, signal.SIGKILL)
                    killed.add(pid)
            client.ask("GET", f"/tables/{table}/events", params={"after": state["event"], "wait": 20})
        assert len(killed) == 2
