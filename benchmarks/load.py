"""Load on one server over loopback: how many live tables it holds, and how fast it acknowledges decisions.

    python benchmarks/load.py                      # 500 tables, 1,000 decisions a second, programs at both seats
    python benchmarks/load.py --as page --rate 100 # the same with all that a page is sent
    python benchmarks/load.py --opening            # how long it takes to open a whole match that sleeps

Every table has two open sockets, one a seat. Decisions go out at a steady pace, whether or not earlier ones were answered,
and the time from when one was due to when it was acknowledged (written, committed, answered) is measured.
"""

import argparse
import asyncio
import gc
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import httpx
import orjson
import uvloop

import triumvir

GAMES = ("porta_nigra", "carpe_diem", "via_appia")
WANTED = {"program": "parts=moves&frames=false&words=false", "page": "parts=view,choices,text"}


@dataclass
class Seen:
    """What was measured."""

    acknowledged: list[float] = field(default_factory=list)  # seconds
    told: list[float] = field(default_factory=list)  # until the other seat heard of it
    late: int = 0  # decisions that were due while the one before was not answered yet
    bytes: int = 0


class Talk(asyncio.Protocol):
    """A bare WebSocket client: it must cost less than the server that it measures."""

    def __init__(self, request: str, hear: Callable[[bytes], None]) -> None:
        self._request, self._hear = request, hear
        self._buffer = b""
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request.encode())

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head.splitlines()[0], head
            self._open, self._buffer = True, rest
        while self._frame():
            pass

    def _frame(self) -> bool:
        """Takes one message off the buffer. The server sends each in a single frame, and masks none."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        kind, length, start = buffer[0] & 15, buffer[1] & 127, 2
        if length >= 126:
            start = 4 if length == 126 else 10
            if len(buffer) < start:
                return False
            length = int.from_bytes(buffer[2:start])
        if len(buffer) < start + length:
            return False
        content, self._buffer = buffer[start : start + length], buffer[start + length :]
        if kind == 1:
            self._hear(content)
        elif kind == 9:
            self._write(10, content)
        return True

    def send(self, content: bytes) -> None:
        self._write(1, content)

    def _write(self, kind: int, content: bytes) -> None:
        size = bytes([128 | len(content)]) if len(content) < 126 else bytes([254]) + len(content).to_bytes(2)
        self._transport.write(bytes([128 | kind]) + size + bytes(4) + content)  # a mask of zeros changes nothing

    def close(self) -> None:
        self._transport.close()


class Seat:
    """A socket of one seat."""

    def __init__(self, url: str, table: str, token: str, wanted: str, seen: Seen) -> None:
        self._seen = seen
        address = urlsplit(url)
        self._host, self._port = str(address.hostname), address.port
        head = [
            f"GET /api/tables/{table}/live?{wanted} HTTP/1.1",
            f"Host: {address.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
            f"Authorization: Bearer {token}",
        ]
        self.talk = Talk("\r\n".join([*head, "", ""]), self._hear)
        self.moves: list[str] = []
        self.number = 0
        self.over = False
        self.answered: asyncio.Future[float] | None = None
        self.heard: asyncio.Future[float] | None = None
        self.ready = asyncio.Event()

    async def open(self) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self.talk, self._host, self._port)
        await self.ready.wait()

    def _hear(self, text: bytes) -> None:
        self._seen.bytes += len(text)
        message: dict[str, Any] = orjson.loads(text)
        if message["type"] == "news" and message["state"] is not None:
            state = message["state"]
            self.number, self.over = state["number"], state["state"] == "over"
            self.moves = state["moves"] or [choice["move"] for choice in state["choices"] or []]
            self.ready.set()
            if message["events"] and self.heard is not None and not self.heard.done():
                self.heard.set_result(time.perf_counter())
        elif message["type"] == "answer" and self.answered is not None and not self.answered.done():
            self.answered.set_result(time.perf_counter())
        elif message["type"] == "problem":
            raise RuntimeError(message["message"])


class Table:
    """One table: two sockets, and decisions at a pace."""

    def __init__(self, seats: list[Seat], seen: Seen, chooser: random.Random) -> None:
        self._seats, self._seen, self._chooser = seats, seen, chooser

    async def play(self, first: float, every: float, end: float) -> None:
        due = first
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if not await self._decide(due):
                return
            due += every
            while due < time.perf_counter() - every:
                self._seen.late += 1
                due += every

    async def _decide(self, due: float) -> bool:
        mover = next((seat for seat in self._seats if seat.moves), None)
        if mover is None:
            return not self._seats[0].over
        other = self._seats[1 - self._seats.index(mover)]
        loop = asyncio.get_running_loop()
        mover.answered, other.heard, mine = loop.create_future(), loop.create_future(), loop.create_future()
        mover.heard = mine
        request = {"type": "decide", "number": mover.number, "move": self._chooser.choice(mover.moves), "key": f"k{self._chooser.getrandbits(60)}"}
        mover.talk.send(orjson.dumps(request))
        self._seen.acknowledged.append(await mover.answered - due)
        self._seen.told.append(await other.heard - due)
        await mine
        return True


def memory(pid: int) -> float:
    """Megabytes in use by a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def spent(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


async def measure(url: str, pid: int, tables: int, rate: float, seconds: float, wanted: str) -> None:
    seen, chooser = Seen(), random.Random(1)
    async with httpx.AsyncClient(base_url=f"{url}/api", timeout=60) as client:
        for game in GAMES:  # loads what is compiled, which is no part of a table's memory
            made = await _open(client, game)
            await client.get(f"/tables/{made['table']}", headers={"Authorization": f"Bearer {made['seats'][0]['token']}"})
        before = memory(pid)
        begin = time.perf_counter()
        opened = [await _open(client, GAMES[number % len(GAMES)]) for number in range(tables)]
        opening = time.perf_counter() - begin
    pairs = [[Seat(url, made["table"], own["token"], wanted, seen) for own in made["seats"]] for made in opened]
    for pair in pairs:
        for seat in pair:
            await seat.open()
    opened_memory = memory(pid)
    players = [Table(pair, seen, chooser) for pair in pairs]
    every = tables / rate
    gc.collect()
    gc.disable()  # pauses of this program are not the server's
    seen.bytes = 0
    start, used, own = time.perf_counter(), spent(pid), time.process_time()
    await asyncio.gather(*(player.play(start + every * number / tables, every, start + seconds) for number, player in enumerate(players)))
    took = time.perf_counter() - start
    used, own = spent(pid) - used, time.process_time() - own
    done = len(seen.acknowledged)
    print(f"{tables} tables, {2 * tables} sockets; opened at {tables / opening:.0f} tables/s")
    print(f"decisions: {done:,} in {took:.1f} s = {done / took:,.0f}/s of {rate:,.0f}/s asked for; {seen.late} were due before the last was answered")
    print(f"acknowledged after: p50 {quantile(seen.acknowledged, 0.5):.1f} ms, p99 {quantile(seen.acknowledged, 0.99):.1f} ms")
    print(f"heard of by the other seat after: p50 {quantile(seen.told, 0.5):.1f} ms, p99 {quantile(seen.told, 0.99):.1f} ms")
    print(f"the server used {100 * used / took:.0f} % of one core, {1e3 * used / max(1, done):.2f} ms each; sent {seen.bytes / took / 1e6:.1f} MB/s")
    each, later = 1024 * (opened_memory - before) / tables, 1024 * (memory(pid) - before) / tables
    print(
        f"memory: {before:.0f} MB before, {each:.0f} kB a table when opened with its sockets, {later:.0f} kB after {done / tables:.0f} decisions each"
    )
    for pair in pairs:
        for seat in pair:
            seat.talk.close()


async def _open(client: httpx.AsyncClient, game: str) -> Any:
    answer = await client.post("/tables", json={"game": game, "seats": [{"kind": "me"}, {"kind": "me"}]})
    answer.raise_for_status()
    return answer.json()


class Server:
    """`triumvir serve` in a process of its own."""

    def __init__(self, database: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}"
        self._database = database

    def __enter__(self) -> "Server":
        command = [sys.executable, "-m", "triumvir", "serve", "--port", str(self._port), "--database", self._database, "--no-limits"]
        self.process = subprocess.Popen([*command, "--log", "error", "--workers", "1"], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.process.stdout.readline()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()


def opening(database: str, matches: int) -> None:
    """Whole random matches of four players, the longest there are: how long until the state of a sleeping one is answered."""
    for game in GAMES:
        tables = []
        with Server(database) as server, httpx.Client(base_url=f"{server.url}/api", timeout=60) as client:
            for seed in range(matches):
                match = triumvir.game(game).new(4, seed)
                chooser = random.Random(seed)
                while not match.over:
                    match.play(chooser.choice(match.legal()))
                made = client.post("/records", json={"text": match.dumps(), "listed": True}).json()["table"]
                tables.append((made, len(match.history)))
        with Server(database) as server, httpx.Client(base_url=f"{server.url}/api", timeout=60) as client:
            client.get(f"/tables/{tables[0][0]}")  # loads what is compiled
            took = []
            for table, _ in tables[1:]:
                begin = time.perf_counter()
                client.get(f"/tables/{table}").raise_for_status()
                took.append(time.perf_counter() - begin)
        decisions = [number for _, number in tables[1:]]
        shape = f"{len(took)} matches of {min(decisions)} to {max(decisions)} decisions"
        print(f"{game}: {shape} opened after p50 {quantile(took, 0.5):.0f} ms, at most {1000 * max(took):.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=1000.0, help="decisions a second, over all tables")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--as", dest="kind", choices=WANTED, default="program")
    parser.add_argument("--opening", action="store_true")
    parser.add_argument("--database", help="by default a SQLite file in a temporary folder")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = asked.database or f"{folder}/tables.db"
        if asked.opening:
            opening(database, 30)
            return
        with Server(database) as server:
            uvloop.run(measure(server.url, server.process.pid, asked.tables, asked.rate, asked.seconds, WANTED[asked.kind]))


if __name__ == "__main__":
    main()
