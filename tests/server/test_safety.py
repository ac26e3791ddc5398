"""Bad input, limits, headers: a 4xx with a stable name, nothing changed, nothing told."""

import json
import logging

import pytest

from server.clients import ME, Client, bot, key
from server.serving import Served
from triumvir.server.errors import STATUS
from triumvir.server.gate import Buckets
from triumvir.server.logs import Lines


@pytest.fixture(scope="module")
def table(lone: Served):
    with Client(lone.url) as client:
        made = client.open("carpe_diem", ME, ME)
        yield client, made["table"]


JSON = {"Content-Type": "application/json"}
CHAT = {"text": "x", "key": "k" * 8}
BAD = {
    "not said to be JSON": ("POST", "/tables/T/decisions", {"content": b"{}"}, "invalid"),
    "not JSON": ("POST", "/tables/T/decisions", {"content": b"{", "headers": JSON}, "malformed"),
    "not UTF-8": ("POST", "/tables/T/decisions", {"content": b'{"move": "\xff"}', "headers": JSON}, "malformed"),
    "an array": ("POST", "/tables/T/decisions", {"json": []}, "invalid"),
    "nothing": ("POST", "/tables/T/decisions", {}, "invalid"),
    "unknown entry": ("POST", "/tables/T/decisions", {"json": {"number": 0, "move": "x", "key": "k" * 8, "seat": 1}}, "invalid"),
    "no key": ("POST", "/tables/T/decisions", {"json": {"number": 0, "move": "x"}}, "invalid"),
    "short key": ("POST", "/tables/T/decisions", {"json": {"number": 0, "move": "x", "key": "k"}}, "invalid"),
    "key with markup": ("POST", "/tables/T/decisions", {"json": {"number": 0, "move": "x", "key": "<script></script>"}}, "invalid"),
    "number in words": ("POST", "/tables/T/decisions", {"json": {"number": "0", "move": "x", "key": "k" * 8}}, "invalid"),
    "negative number": ("POST", "/tables/T/decisions", {"json": {"number": -1, "move": "x", "key": "k" * 8}}, "invalid"),
    "huge number": ("POST", "/tables/T/decisions", {"json": {"number": 10**30, "move": "x", "key": "k" * 8}}, "invalid"),
    "half a letter": ("POST", "/tables/T/chat", {"content": b'{"text": "\\ud800", "key": "kkkkkkkk"}', "headers": JSON}, "invalid"),
    "too long": ("POST", "/tables/T/chat", {"json": {"text": "x" * 40_000, "key": "k" * 8}}, "too_large"),
    "too long, no length": ("POST", "/tables/T/chat", {"content": iter([b"x" * 20_000] * 3)}, "too_large"),
    "too long a box": ("POST", "/tables", {"content": b"x" * 600_000}, "too_large"),
    "no such table": ("GET", "/tables/nowhere", {}, "no_such_table"),
    "no table's name": ("GET", "/tables/..%2f..%2fetc", {}, "no_such_path"),
    "upper case": ("GET", "/tables/NOWHERE", {}, "invalid"),
    "no such path": ("GET", "/nowhere", {}, "no_such_path"),
    "wrong method": ("DELETE", "/tables/T", {}, "wrong_method"),
    "no such game": ("GET", "/games/chess/rules", {}, "unknown_game"),
    "no such language": ("GET", "/games/carpe_diem/rules?lang=xx", {}, "bad_request"),
    "a path as language": ("GET", "/games/carpe_diem/rules?lang=../../box", {}, "invalid"),
    "no such part": ("GET", "/tables/T?parts=seed", {}, "bad_request"),
    "no such seat": ("POST", "/tables/T/seats/3/leave", {}, "no_such_seat"),
    "seat 9": ("POST", "/tables/T/seats/9/leave", {}, "invalid"),
    "no such event": ("GET", "/tables/T/frames/99", {}, "no_such_event"),
    "bad token": ("POST", "/tables/T/session", {"json": {"token": "abc"}}, "bad_token"),
    "foreign page": (
        "POST",
        "/tables/T/chat",
        {"json": CHAT, "headers": {"Origin": "https://evil.example"}},
        "foreign_origin",
    ),
    "sandboxed page": ("POST", "/tables/T/chat", {"json": CHAT, "headers": {"Origin": "null"}}, "foreign_origin"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_by_name_and_changes_nothing(table, case: str):
    client, number = table
    before = client.state(number, parts="view")["event"]
    method, path, more, error = BAD[case]
    client.refused(method, path.replace("/T", f"/{number}"), error, **more)
    assert client.state(number, parts="view")["event"] == before


def test_a_foreign_token_opens_nothing(lone: Served, table):
    _, number = table
    with Client(lone.url) as stranger:
        foreign = stranger.open("carpe_diem", ME, bot())["seats"][0]["token"]
    with Client(lone.url, foreign) as stranger:
        body = {"number": 0, "move": "patrician 1", "key": key()}
        stranger.refused("POST", f"/tables/{number}/decisions", "private_table", json=body)
        stranger.refused("GET", f"/tables/{number}/record", "private_table")
    for nonsense in ("", "Bearer", "Basic abc", "Bearer " + "x" * 500, "Bearer ünïcode"):
        with Client(lone.url) as stranger:
            answer = stranger.get(f"/tables/{number}", headers={"Authorization": nonsense.encode("latin-1", "replace")})
            assert answer.json()["error"] == "private_table"


def test_every_error_name_has_a_status_and_refusals_look_alike():
    assert all(400 <= status < 600 for status in STATUS.values())


def test_headers_of_every_answer(lone: Served):
    with Client(lone.url) as client:
        made = client.post("/tables", json={"game": "carpe_diem", "seats": [ME, bot()]})
        cookie = made.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        for answer in (made, client.get("/games"), client.get("/nowhere"), client.get(f"{lone.url}/"), client.post("/tables", content=b"{")):
            policy = answer.headers["content-security-policy"]
            assert "script-src 'self'" in policy
            assert "unsafe" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["x-frame-options"] == "DENY"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert "server" not in answer.headers
        assert client.get("/games").headers["cache-control"] == "no-store"


def test_a_page_is_served_and_its_own_paths_lead_to_it(tmp_path):
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>page</title>")
    (page / "assets" / "a.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    with Served(f"sqlite:///{tmp_path / 'tables.db'}", page=page) as server, Client(server.url) as client:
        for path in ("/", "/t/abc", "/t/abc/12", "/rules/carpe_diem", "/index.html"):
            assert "<title>page" in client.get(server.url + path).text
        script = client.get(f"{server.url}/assets/a.js")
        assert "javascript" in script.headers["content-type"]
        assert "immutable" in script.headers["cache-control"]
        assert "secret" not in client.get(f"{server.url}/..%2fsecret.txt").text
        assert client.get(f"{server.url}/api").json()["error"] == "no_such_path"


def test_an_address_that_asks_too_much_is_slowed_down(tmp_path):
    limits = {"requests_a_second": 5.0, "burst": 20, "costly_a_minute": 6.0, "costly_burst": 3}
    with Served(f"sqlite:///{tmp_path / 'tables.db'}", **limits) as server, Client(server.url) as client:
        body = {"game": "carpe_diem", "seats": [ME, ME]}
        codes = [client.post("/tables", json=body).status_code for _ in range(4)]
        assert codes == [201, 201, 201, 429]
        codes = [client.get("/games").status_code for _ in range(40)]
        assert codes[0] == 200
        assert codes[-1] == 429
        refusal = client.get("/games")
        if refusal.status_code == 429:
            assert refusal.json()["error"] == "too_many_requests"
            assert refusal.json()["number"] >= 1
            assert "retry-after" in refusal.headers


def test_a_bucket_fills_steadily():
    bucket = Buckets(2.0, 3)
    assert [bucket.take("a", 0.0) for _ in range(3)] == [0, 0, 0]
    assert bucket.take("a", 0.0) == pytest.approx(0.5)
    assert bucket.take("b", 0.0) == 0
    assert bucket.take("a", 0.5) == 0
    assert bucket.take("a", 0.5) > 0
    assert Buckets(0, 1).take("a") == 0


def test_what_goes_wrong_inside_is_not_told(tmp_path, monkeypatch):
    with Served(f"sqlite:///{tmp_path / 'tables.db'}") as server, Client(server.url) as client:
        table = client.open("carpe_diem", ME, ME)["table"]

        def broken(*_):
            raise RuntimeError("a secret path: /home/somebody")

        monkeypatch.setattr(server.house.store, "listed", broken)
        answer = client.get("/tables")
        assert answer.status_code == 500
        assert answer.json()["error"] == "internal"
        assert "secret" not in answer.text
        assert client.state(table)["number"] == 0


def test_a_database_that_cannot_be_written_changes_nothing(tmp_path, monkeypatch):
    with Served(f"sqlite:///{tmp_path / 'tables.db'}") as server, Client(server.url) as client:
        from sqlalchemy.exc import OperationalError  # noqa: PLC0415

        from triumvir.server import store  # noqa: PLC0415

        table = client.open("carpe_diem", ME, ME)["table"]
        state = client.state(table)
        whole = store.write_all

        def full(*_):
            raise OperationalError("disk full", {}, Exception("disk full"))

        monkeypatch.setattr(server.house.store, "listed", full)
        assert client.get("/tables").json()["error"] == "storage"
        monkeypatch.setattr(store, "write_all", full)
        body = {"number": 0, "move": state["choices"][0]["move"], "key": key()}
        answer = client.post(f"/tables/{table}/decisions", json=body)
        assert (answer.status_code, answer.json()["error"]) == (503, "storage")
        monkeypatch.setattr(store, "write_all", whole)
        assert client.state(table)["number"] == 0
        assert client.post(f"/tables/{table}/decisions", json=body).status_code == 200
        assert client.state(table)["number"] == 1


def test_the_log_is_lines_of_json_without_secrets(tmp_path, capsys):
    handler_lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            handler_lines.append(Lines().format(record))

    logger = logging.getLogger("triumvir.server")
    keep = Keep()
    level = logger.level
    logger.addHandler(keep)
    logger.setLevel(logging.INFO)
    try:
        with Served(f"sqlite:///{tmp_path / 'tables.db'}", log_requests=True) as server, Client(server.url) as client:
            made = client.open("carpe_diem", ME, ME)
            token = made["seats"][0]["token"]
            client.ask("POST", f"/tables/{made['table']}/session", json={"token": token})
            cookie = client.cookies["triumvir"]
            seed = str(server.house.store.load(made["table"]).table.seed)
    finally:
        logger.removeHandler(keep)
        logger.setLevel(level)
    lines = [json.loads(line) for line in handler_lines]
    assert [line["status"] for line in lines if line["what"] == "request"] == [201, 200]
    for secret in (token, cookie, seed):
        assert not any(secret in line for line in handler_lines)
