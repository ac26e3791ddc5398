"""The MCP server, through the official client: whole matches, errors with their rule, limits, and other matches while a bot thinks."""

import json
import os
import random
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent

import triumvir
from triumvir.agent import mcp_server
from triumvir.agent.mcp_server import MOST_MATCHES, server

SEED = 123456789012345
TOOLS = {"new_match", "play", "view", "legal", "why_not", "hint", "score", "rules", "matches", "record", "leave"}


class Caller:
    """Calls tools and keeps everything that was answered."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.heard: list[str] = []

    async def _call(self, tool: str, arguments: dict[str, Any]) -> tuple[str, CallToolResult]:
        result = await self.client.call_tool(tool, arguments)
        assert isinstance(result, CallToolResult)
        (content,) = result.content
        assert isinstance(content, TextContent)
        self.heard.append(content.text + json.dumps(result.structured_content))
        return content.text, result

    async def ask(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """What a tool answers, as data."""
        text, result = await self._call(tool, arguments)
        assert not result.is_error, text
        assert result.structured_content is not None
        return {**result.structured_content, "said": text}

    async def refused(self, tool: str, **arguments: Any) -> str:
        """The sentence with which a tool refuses."""
        text, result = await self._call(tool, arguments)
        assert result.is_error, text
        return text


def session(talk: Callable[[Caller], Awaitable[None]], over: Any = None) -> None:
    """A session with a server in this process, or over a transport."""

    async def run() -> None:
        with anyio.fail_after(900):
            async with Client(over or server(SEED)) as client:
                await talk(Caller(client))

    anyio.run(run)


def test_a_session_over_standard_input_and_output():
    """A whole match of Porta Nigra, some moves of the others, hints, an illegal move; and the seed is not told before the end."""
    chooser = random.Random(1)

    async def talk(caller: Caller) -> None:
        tools = await caller.client.list_tools()
        assert {tool.name for tool in tools.tools} == TOOLS
        assert all(tool.description for tool in tools.tools)
        now = await caller.ask("new_match", game="porta_nigra", bot="greedy")
        match = now["match"]
        refusal = await caller.refused("play", match=match, move="end turn")
        assert "'end turn' is not allowed: First put your master builder into a quarter. PN-A1: At the start" in refusal
        hint = await caller.ask("hint", match=match)
        assert hint["options"][0]["move"] in [move["move"] for move in now["legal"]]
        assert "ways to go on" in hint["said"]
        for name in ("carpe_diem", "via_appia"):
            other = await caller.ask("new_match", game=name, players=3, seat=1, bot="1")
            for _ in range(12):
                other = await caller.ask("play", match=other["match"], move=chooser.choice(other["legal"])["move"])
            assert (await caller.ask("view", match=other["match"]))["view"]["seat"] == 1
        assert "can be had when the match is over" in await caller.refused("record", match=match)
        while not now["over"]:
            move = chooser.choice(now["legal"])
            now = await caller.ask("play", match=match, move=move[chooser.choice(("move", "number"))])
        assert "The match is over." in now["said"]
        assert not any(str(SEED + number) in text for text in caller.heard for number in range(3))
        score = await caller.ask("score", match=match)
        assert (score["scores"], score["winners"]) == (now["scores"], now["winners"])
        assert "the match is over" in await caller.refused("play", match=match, move=1)
        record = triumvir.loads((await caller.ask("record", match=match))["record"])
        assert (record.scores(), record.seed) == (now["scores"], SEED)

    command = StdioServerParameters(command=sys.executable, args=["-m", "triumvir", "mcp", "--seed", str(SEED)], env=dict(os.environ))
    session(talk, command)


def test_the_questions():
    async def talk(caller: Caller) -> None:
        match = (await caller.ask("new_match", game="via_appia", bot="random", lang="de"))["match"]
        legal = (await caller.ask("legal", match=match))["legal"]
        push = next(move for move in legal if move["move"].startswith("push"))
        aims = await caller.ask("play", match=match, move=push["number"])
        assert len(aims["legal"]) == 189
        assert "aim {1 to 21}" in aims["said"]
        some = await caller.ask("legal", match=match, words="aim 3")
        assert len(some["legal"]) == 9
        assert "aim 3 +32" in some["said"]
        why = await caller.ask("why_not", match=match, move="done")
        assert f"{why['reason']} {why['rule']}: {why['text']}" in why["said"]
        assert why["reason"] == "Ziele zuerst mit dem Stein und schiebe ihn."
        assert (await caller.ask("why_not", match=match, move="aim 3 0"))["allowed"]
        assert (await caller.ask("score", match=match))["over"] is False
        assert "sheet" in await caller.ask("score", match=match)
        assert "VA-I1" in (await caller.ask("rules", game="via_appia", word="VA-I1"))["rules"]
        assert (await caller.ask("matches"))["matches"] == [{"match": match, "game": "via_appia", "players": 2, "seat": 0, "over": False}]

    session(talk)


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("new_match", {"game": "chess"}, "no game 'chess': there is carpe_diem"),
        ("new_match", {"game": "porta_nigra", "players": 7}, "2 to 4 players, not 7"),
        ("new_match", {"game": "porta_nigra", "seat": 2}, "no seat 2"),
        ("new_match", {"game": "porta_nigra", "bot": "deep"}, "no bot 'deep'"),
        ("new_match", {"game": "porta_nigra", "bot": "search:60s"}, "at most 10 seconds or 100,000 iterations"),
        ("new_match", {"game": "porta_nigra", "bot": "random,random"}, "2 bots for 1 other seats"),
        ("new_match", {"game": "porta_nigra", "lang": "la"}, "no language 'la'"),
        ("new_match", {}, "Field required"),
        ("play", {"match": "x", "move": 1}, "no match 'x': there is none"),
        ("view", {"match": "x"}, "no match 'x'"),
        ("legal", {"match": "x"}, "no match 'x'"),
        ("hint", {"match": "x"}, "no match 'x'"),
        ("score", {"match": "x"}, "no match 'x'"),
        ("why_not", {"match": "x", "move": "y"}, "no match 'x'"),
        ("leave", {"match": "x"}, "no match 'x'"),
        ("rules", {"game": "chess"}, "no game 'chess'"),
        ("rules", {"game": "porta_nigra", "word": "xyzzy"}, "no rule of Porta Nigra has the id or the word 'xyzzy'"),
    ],
)
def test_errors_are_errors_of_the_tool_with_our_sentence(tool, arguments, message):
    async def talk(caller: Caller) -> None:
        assert message in await caller.refused(tool, **arguments)

    session(talk)


def test_moves_that_are_none_change_nothing():
    async def talk(caller: Caller) -> None:
        match = (await caller.ask("new_match", game="porta_nigra", bot="random"))["match"]
        before = await caller.ask("view", match=match)
        for move, message in (("fly", "is no move"), (0, "no move 0"), ("99", "no move 99"), (-1, "is no move"), ("", "is no move")):
            assert message in await caller.refused("play", match=match, move=move)
            assert message in await caller.refused("why_not", match=match, move=move)
        assert await caller.ask("view", match=match) == before

    session(talk)


def test_only_so_many_matches_are_open_and_one_that_is_left_makes_room():
    async def talk(caller: Caller) -> None:
        for _ in range(MOST_MATCHES):
            match = (await caller.ask("new_match", game="porta_nigra", bot="random"))["match"]
        assert f"{MOST_MATCHES} matches are open" in await caller.refused("new_match", game="porta_nigra")
        await caller.ask("leave", match=match)
        again = (await caller.ask("new_match", game="porta_nigra", bot="random"))["match"]
        assert again != match
        assert f"no match '{match}'" in await caller.refused("view", match=match)
        assert len((await caller.ask("matches"))["matches"]) == MOST_MATCHES

    session(talk)


def test_a_finished_match_makes_room(monkeypatch):
    monkeypatch.setattr(mcp_server, "MOST_MATCHES", 1)

    async def talk(caller: Caller) -> None:
        now = await caller.ask("new_match", game="carpe_diem", bot="random")
        first = now["match"]
        assert "1 matches are open" in await caller.refused("new_match", game="carpe_diem")
        while not now["over"]:
            now = await caller.ask("play", match=first, move=1)
        assert "no game" in await caller.refused("new_match", game="chess")
        assert (await caller.ask("view", match=first))["over"]
        second = (await caller.ask("new_match", game="carpe_diem", bot="random"))["match"]
        assert [match["match"] for match in (await caller.ask("matches"))["matches"]] == [second]

    session(talk)


def test_while_a_bot_thinks_other_matches_go_on(monkeypatch):
    """The bot thinks until another match was looked at: if it held up the server, that would never happen."""
    thinking, looked = threading.Event(), threading.Event()

    class Thinker:
        name = "thinker"

        def choose(self, observation: Any, legal: Any, clock: Any = None) -> int:
            thinking.set()
            assert looked.wait(60)
            return int(legal[0])

    ordinary = mcp_server.Bench.bot
    monkeypatch.setattr(mcp_server.Bench, "bot", lambda bench, name, *rest: Thinker() if name == "thinker" else ordinary(bench, name, *rest))

    async def talk(caller: Caller) -> None:
        quick = (await caller.ask("new_match", game="porta_nigra", bot="random"))["match"]
        async with anyio.create_task_group() as group:
            group.start_soon(lambda: caller.ask("new_match", game="porta_nigra", players=4, bot="thinker", seat=0))
            await anyio.to_thread.run_sync(thinking.wait, 60)
            now = await caller.ask("view", match=quick)
            await caller.ask("play", match=quick, move=(await caller.ask("legal", match=quick))["legal"][0]["move"])
            assert not now["over"]
            looked.set()

    session(talk)


def test_searching_bots_are_shared_and_the_oldest_makes_room(monkeypatch):
    monkeypatch.setattr(mcp_server, "MOST_BOTS", 2)
    bench, game = mcp_server.Bench(), triumvir.game("porta_nigra")
    first = bench.bot("search:1i", game, 1)
    second = bench.bot("search:2i", game, 1)
    assert bench.bot("search:1i", game, 2) is first
    bench.bot("search:3i", game, 1)
    assert bench.bot("search:1i", game, 3) is first
    assert bench.bot("search:2i", game, 3) is not second
