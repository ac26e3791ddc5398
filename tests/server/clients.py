"""Clients of the server, as a page or a program would be one."""

import random
import uuid
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect


def key() -> str:
    return uuid.uuid4().hex


ME, OPEN = {"kind": "me"}, {"kind": "open"}


def bot(name: str = "greedy") -> dict[str, str]:
    return {"kind": "bot", "bot": name}


class Client(httpx.Client):
    """A browser: it keeps its cookie. Paths begin after /api."""

    def __init__(self, url: str, token: str | None = None) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        super().__init__(base_url=f"{url}/api", timeout=60, headers=headers)
        self.url = url

    def ask(self, method: str, path: str, status: int = 200, **more: Any) -> Any:
        """An answer that must have this status."""
        answer = self.request(method, path, **more)
        assert answer.status_code == status, (method, path, answer.status_code, answer.text)
        return answer.json()

    def refused(self, method: str, path: str, error: str, reason: str | None = None, **more: Any) -> Any:
        """A refusal that must have this name and, where one is given, this reason."""
        answer = self.request(method, path, **more)
        body = answer.json()
        assert 400 <= answer.status_code < 500, (answer.status_code, body)
        assert body["error"] == error, (answer.status_code, body)
        assert set(body) == {"error", "message", "rule", "why", "number", "reason"}
        assert reason is None or body["reason"] == reason, body
        return body

    def open(self, game: str, *seats: dict[str, str], **more: Any) -> Any:
        return self.ask("POST", "/tables", 201, json={"game": game, "seats": list(seats), **more})

    def state(self, table: str, **params: Any) -> Any:
        return self.ask("GET", f"/tables/{table}", params=params)

    def decide(self, table: str, number: int, move: str, with_key: str | None = None) -> Any:
        return self.ask("POST", f"/tables/{table}/decisions", json={"number": number, "move": move, "key": with_key or key()})

    def decide_any(self, table: str, chooser: random.Random) -> Any:
        """Any legal move of the own seat that is to decide; the state it was chosen in."""
        state = self.state(table, parts="choices")
        assert state["choices"], state
        self.decide(table, state["number"], chooser.choice(state["choices"])["move"])
        return state

    def play_on(self, table: str, chooser: random.Random, until: int = 10_000) -> Any:
        """Plays own seats until so many decisions stand or the match is over; the state then."""
        while True:
            state = self.state(table, parts="choices")
            if state["state"] == "over" or state["number"] >= until:
                return state
            if state["choices"]:
                self.decide(table, state["number"], chooser.choice(state["choices"])["move"])
            else:
                self.ask("GET", f"/tables/{table}/events", params={"after": state["event"], "wait": 20})

    def finish(self, table: str) -> Any:
        """Lets bots play the own seats to the end; the state then."""
        for seat in self.state(table, parts="")["you"]:
            self.ask("POST", f"/tables/{table}/seats/{seat}/leave", json={"bot": "greedy"})
        while (state := self.state(table, parts=""))["state"] != "over":
            self.ask("GET", f"/tables/{table}/events", params={"after": state["event"], "wait": 20, "frames": False})
        return state

    def watch(self, table: str, **params: Any) -> ClientConnection:
        """An open socket, with the same cookie and token."""
        headers = {name: value for name, value in (("Authorization", self.headers.get("Authorization")),) if value}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        query = "&".join(f"{name}={value}" for name, value in params.items())
        return connect(f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/live?{query}", additional_headers=headers)
