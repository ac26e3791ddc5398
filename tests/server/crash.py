"""The crash test: the server is killed (SIGKILL) again and again while scripted clients play and retry.

    python tests/server/crash.py --matches 200 --database FILE_OR_URL

Afterwards every decision that was acknowledged must be in the log, none twice, and every match must be finished and replay.
`make crash` plays 200 matches; the test suite plays some.
"""

import argparse
import random
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import httpx

import triumvir
from server.clients import Client, key
from server.serving import Command
from triumvir.server.store import Store

AT_ONCE = 40
PATIENCE = 120.0


@dataclass
class Told:
    """What the clients of a match were told."""

    table: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    decided: dict[int, tuple[int, str]] = field(default_factory=dict)  # event -> number and move that were acknowledged
    undone: dict[int, int] = field(default_factory=dict)  # event -> number of decisions that stood then
    retries: int = 0


class Stubborn(Client):
    """A client that asks again, with the same key, until it is answered."""

    told: Told

    def surely(self, method: str, path: str, **more: Any) -> httpx.Response:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self.request(method, path, **more)
                if answer.status_code < 500:
                    return answer
            except httpx.TransportError:
                pass
            assert time.monotonic() < end, f"{path}: no answer for {PATIENCE} s"
            self.told.retries += 1
            time.sleep(0.05)


def play_match(url: str, number: int) -> Told:
    """One match, played to its end by a client for all its seats; it undoes now and then."""
    chooser = random.Random(number)
    game = triumvir.games()[number % 3]
    told = Told()
    with Stubborn(url) as client:
        client.told = told
        body = {"game": game, "seats": [{"kind": "me"}, {"kind": "me"}]}
        told.table = client.surely("POST", "/tables", json=body).json()["table"]
        path = f"/tables/{told.table}"
        while True:
            state = client.surely("GET", path, params={"parts": "moves"}).json()
            if state["state"] == "over":
                break
            if state["can_undo"] and chooser.random() < 0.05:
                answer = client.surely("POST", f"{path}/undo", json={"number": state["number"], "key": key()})
                assert answer.status_code == 200, answer.text
                told.undone[answer.json()["event"]] = answer.json()["number"]
                continue
            move = preferred(state["moves"], chooser)
            request = {"number": state["number"], "move": move, "key": key()}
            answer = client.surely("POST", f"{path}/decisions", json=request)
            assert answer.status_code == 200, answer.text
            assert answer.json()["number"] == state["number"] + 1
            told.decided[answer.json()["event"]] = (state["number"], move)
    return told


def preferred(moves: list[str], chooser: random.Random) -> str:
    """Moves that bring a match to its end: random ones in Via Appia take long to build the road."""
    return chooser.choice([move for move in moves if move.startswith(("build", "travel"))] or moves)


class Killer(threading.Thread):
    """Kills the server and starts it again, until told to stop."""

    def __init__(self, command: Command, seed: int, longest: float) -> None:
        super().__init__(daemon=True)
        self._command = command
        self._longest = longest  # seconds that it lives, besides those that it takes to start
        self._chooser = random.Random(seed)
        self._enough = threading.Event()
        self.kills = 0

    def run(self) -> None:
        starting = 0.0
        while not self._enough.wait(starting + self._chooser.uniform(0.2, self._longest)):
            self._command.kill()
            begin = time.monotonic()
            self._command.start()
            starting = time.monotonic() - begin
            self.kills += 1

    def stop(self) -> None:
        self._enough.set()
        self.join()


@contextmanager
def killed_again_and_again(database: str, longest: float) -> Iterator[tuple[Command, Killer]]:
    command = Command(database, "--log", "error")
    command.start()
    killer = Killer(command, 1, longest)
    killer.start()
    try:
        yield command, killer
    finally:
        killer.stop()
        command.stop()


def check(database: str, matches: list[Told]) -> int:
    """Holds the log against what the clients were told; the number of decisions."""
    store = Store(database)
    decisions = 0
    try:
        for told in matches:
            saved = store.load(told.table)
            assert saved is not None, f"table {told.table} is lost"
            kept = {row.event: (row.number, row.move) for row in saved.decisions}
            assert len(kept) == len(saved.decisions), "an event stands twice"
            for event, decision in told.decided.items():
                assert kept.get(event) == decision, f"{told.table}: event {event} was {decision}, the log has {kept.get(event)}"
            assert len(kept) == len(told.decided), "the log has decisions that nobody made"
            undone = {row.number for row in saved.events if row.kind == "undone"}
            assert undone == set(told.undone)
            standing = [row.number for row in sorted(saved.decisions, key=lambda row: row.event) if row.undone is None]
            assert standing == list(range(len(standing))), f"{told.table}: numbers {standing}"
            assert [row.number for row in saved.events] == list(range(1, len(saved.events) + 1))
            match = triumvir.game(saved.table.game).new(saved.table.players, saved.table.seed)
            for row in sorted(saved.decisions, key=lambda row: row.event):
                if row.undone is None:
                    assert match.seat == row.seat
                    match.play(row.move)
            assert match.over
            assert saved.table.state == "over"
            assert saved.table.result == match.result
            assert triumvir.loads(match.dumps()).scores() == match.scores()
            decisions += len(kept)
    finally:
        store.stop()
    return decisions


def crash(database: str, matches: int, longest: float = 2.0) -> str:
    """Plays, kills and checks; what was seen."""
    begin = time.perf_counter()
    with killed_again_and_again(database, longest) as (command, killer), ThreadPoolExecutor(AT_ONCE) as crowd:
        told = list(crowd.map(lambda number: play_match(command.url, number), range(matches)))
    decisions = check(database, told)
    retries = sum(one.retries for one in told)
    undone = sum(len(one.undone) for one in told)
    assert killer.kills > 0
    return (
        f"{matches} matches, {decisions:,} decisions acknowledged and all in the log once, {undone} undone; "
        f"the server was killed {killer.kills} times, clients asked again {retries:,} times; {time.perf_counter() - begin:.0f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--database", help="by default a SQLite file in a temporary folder")
    parser.add_argument("--longest", type=float, default=12.0, help="seconds that the server lives at most before it is killed")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(crash(asked.database or f"sqlite:///{folder}/tables.db", asked.matches, asked.longest))


if __name__ == "__main__":
    main()
