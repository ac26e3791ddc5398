"""`triumvir mcp`: matches for MCP clients over standard input and output. Tools run in worker threads, so a thinking bot holds up nobody else."""

import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Annotated, Any, ParamSpec

import numpy as np
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from triumvir import bots
from triumvir.agent import table as tables
from triumvir.agent.listing import Move, in_full
from triumvir.agent.table import News, Table
from triumvir.bots import Bot, Clock, Opinion
from triumvir.bots.roster import described
from triumvir.games import NAMES
from triumvir.kernel.errors import BadRequest, TriumvirError
from triumvir.kernel.game import MOST_SEED, check_seed
from triumvir.match import Game, game
from triumvir.processes import available_cores

MOST_MATCHES = 16
MOST_BOTS = 8  # searching bots kept ready: each holds a large tree
MOST_SECONDS, MOST_ITERATIONS = 10.0, 100_000  # a bot may think about one decision

INSTRUCTIONS = """\
Three Roman board games against bots. Start with new_match; it answers with what your seat sees and your legal moves. Then call play
with one legal move after another: the bots answer at once, and every result shows the new position until the match is over. A turn is
several small decisions. legal lists all moves, why_not says why one is not allowed, rules searches the rules, hint advises."""

P = ParamSpec("P")


class TakingTurns:
    """A bot that several matches share: it thinks about one decision at a time. Bots have no memory, so nothing passes between matches."""

    def __init__(self, bot: Bot) -> None:
        self.name = bot.name
        self._bot = bot
        self._thinking = threading.Lock()

    def choose(self, observation: np.ndarray, legal: np.ndarray, clock: Clock | None = None) -> int:
        with self._thinking:
            return self._bot.choose(observation, legal, clock)

    def explain(self, observation: np.ndarray, legal: np.ndarray, clock: Clock | None = None) -> Opinion:
        with self._thinking:
            return self._bot.explain(observation, legal, clock)


class Bench:
    """The bots that search, ready to play and shared by all matches; the one not asked for longest makes room."""

    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[str, str], Bot] = OrderedDict()

    def bot(self, name: str, game: Game, seed: int) -> Bot:
        asked = described(name, game.name)
        if asked.kind == "search" and (asked.amount or 0) > (MOST_SECONDS if asked.unit == "s" else MOST_ITERATIONS):
            raise BadRequest(f"no bot {name!r}: it may search for at most {MOST_SECONDS:.0f} seconds or {MOST_ITERATIONS:,} iterations here")
        if asked.kind != "search":
            return bots.make(name, game, seed)
        key = (game.name, name)
        if key not in self._bots:
            self._bots[key] = TakingTurns(bots.make(name, game, 0, available_cores()))
            if len(self._bots) > MOST_BOTS:
                self._bots.popitem(last=False)
        self._bots.move_to_end(key)
        return self._bots[key]


class Hall:
    """The matches of a server, by id."""

    def __init__(self, seed: int | None = None) -> None:
        if seed is not None:
            check_seed(seed)
        self._first_seed = seed
        self._bench = Bench()
        self._tables: dict[str, tuple[Table, threading.Lock]] = {}
        self._started = 0
        self._changing = threading.RLock()  # for the list of matches and for setting up: rules are bound and bots made by one thread at a time

    def open(self, name: str, players: int, seat: int, opponents: str, lang: str) -> str:
        """A new match; its id. A finished one makes room when there are too many."""
        with self._changing:
            finished = [label for label, (table, _) in self._tables.items() if table.match.over]
            if len(self._tables) >= MOST_MATCHES and not finished:
                raise BadRequest(f"{MOST_MATCHES} matches are open, and no more are allowed: finish one, or give one up with leave")
            table = Table(game(name), players, seat, self._seed(), lang, opponents.split(","), self._bot)
            if len(self._tables) >= MOST_MATCHES:
                del self._tables[finished[0]]
            self._started += 1
            label = f"{name}-{self._started}"
            self._tables[label] = (table, threading.Lock())
            return label

    def game(self, name: str) -> Game:
        with self._changing:
            return game(name)

    def _seed(self) -> int:
        return secrets.randbits(62) if self._first_seed is None else (self._first_seed + self._started) % MOST_SEED

    def _bot(self, name: str, game: Game, seed: int) -> Bot:
        with self._changing:
            return self._bench.bot(name, game, seed)

    @contextmanager
    def at(self, label: str) -> Iterator[Table]:
        """A match, for one caller at a time."""
        found = self._tables.get(label)
        if found is None:
            known = ", ".join(self._tables) or "none"
            raise BadRequest(f"no match {label!r}: there is {known}")
        table, busy = found
        with busy:
            yield table

    def leave(self, label: str) -> None:
        with self.at(label), self._changing:
            self._tables.pop(label, None)

    def matches(self) -> list[dict[str, Any]]:
        return [
            {"match": label, "game": table.game.name, "players": table.match.players, "seat": table.seat, "over": table.match.over}
            for label, (table, _) in list(self._tables.items())
        ]


def _answer(lines: Iterable[str], **data: Any) -> CallToolResult:
    """Text for a model to read, and the same as data for a program."""
    return CallToolResult(content=[TextContent(type="text", text="\n".join(lines))], structured_content=data)


def _moves(moves: Iterable[Move]) -> list[dict[str, Any]]:
    return [{"number": move.number, "action": move.action, "move": move.notation, "text": move.text} for move in moves]


def _position(label: str, table: Table, played: str | None, news: News) -> CallToolResult:
    """After a move: what happened since, what the seat sees now and what it may do; in the end the result."""
    told = [f"match: {label}, you have seat {table.seat}", *([f"{table.name(table.seat)}: {played}"] if played else [])]
    told += [f"{table.name(event['seat'])}: {event['text']}" for event in news]
    data: dict[str, Any] = {"match": label, "seat": table.seat, "played": played, "news": news, "over": table.match.over, "text": table.text()}
    if table.match.over:
        return _answer([*told, "", table.text(), "", *table.result_lines(), "The match is over."], **data, **table.result())
    legal = table.moves()
    return _answer([*told, "", table.text(), "", f"Legal moves: {len(legal)}", *table.move_lines()], **data, legal=_moves(legal))


def _told(tool: Callable[P, CallToolResult]) -> Callable[P, CallToolResult]:
    """Our errors are errors of the tool, with our sentence."""

    @wraps(tool)
    def careful(*args: P.args, **kwargs: P.kwargs) -> CallToolResult:
        try:
            return tool(*args, **kwargs)
        except TriumvirError as error:
            raise ToolError(str(error)) from None

    return careful


MatchId = Annotated[str, Field(description="The id that new_match gave.")]
Chosen = Annotated[str | int, Field(description="A move in notation, such as 'end turn', or its number in the list of legal moves.")]
GameName = Annotated[str, Field(description=f"One of {', '.join(NAMES)}.")]
Language = Annotated[str, Field(description="Of texts and rules: en or de.")]

LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
CHANGES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)


def server(seed: int | None = None) -> MCPServer:
    """The server with its tools. A seed is that of the first match, the next one has the next: for runs that can be repeated."""
    hall = Hall(seed)
    app = MCPServer("triumvir", title="Triumvir", instructions=INSTRUCTIONS, log_level="WARNING")

    @app.tool(annotations=CHANGES)
    @_told
    def new_match(
        game: GameName,
        players: Annotated[int, Field(description="How many players, with you: 2 to 4.")] = 2,
        seat: Annotated[int, Field(description="Your seat, from 0.")] = 0,
        bot: Annotated[str, Field(description="Your opponents: a level from 1 to 5, or bots by name, such as greedy or search:0.2s,random.")] = "3",
        lang: Language = "en",
    ) -> CallToolResult:
        """Starts a match against bots. Answers with its id, the position as your seat sees it and your legal moves."""
        label = hall.open(game, players, seat, bot, lang)
        with hall.at(label) as table:
            return _position(label, table, None, table.opponents())

    @app.tool(annotations=CHANGES)
    @_told
    def play(match: MatchId, move: Chosen) -> CallToolResult:
        """Makes a move; then the bots make theirs. Answers with the new position and your legal moves, or with the result."""
        with hall.at(match) as table:
            played = table.play(table.chosen(str(move)))
            return _position(match, table, played, table.opponents())

    @app.tool(annotations=LOOKS)
    @_told
    def view(match: MatchId) -> CallToolResult:
        """The position as your seat sees it, as text and as data."""
        with hall.at(match) as table:
            return _answer([table.text()], match=match, over=table.match.over, text=table.text(), view=table.view())

    @app.tool(annotations=LOOKS)
    @_told
    def legal(
        match: MatchId,
        words: Annotated[str, Field(description="Only moves whose notation contains these words, such as 'aim 3'; each with its sentence.")] = "",
    ) -> CallToolResult:
        """Your legal moves. As text a long list is folded into patterns; as data it is always complete."""
        with hall.at(match) as table:
            moves = table.moves(words)
            lines = in_full(moves) if words else table.move_lines()
            return _answer([f"Legal moves: {len(moves)}", *lines], match=match, legal=_moves(moves))

    @app.tool(annotations=LOOKS)
    @_told
    def why_not(match: MatchId, move: Chosen) -> CallToolResult:
        """Whether a move is allowed now, and if not, why, and the rule that forbids it."""
        with hall.at(match) as table:
            action = table.chosen(str(move))
            return _answer([table.why_line(action)], match=match, **table.why(action))

    @app.tool(annotations=LOOKS)
    @_told
    def hint(match: MatchId) -> CallToolResult:
        """The best moves, as a bot sees them that knows what you know. It thinks for a second."""
        with hall.at(match) as table:
            opinion = table.hint()
            return _answer(table.hint_lines(opinion), match=match, **table.hint_data(opinion))

    @app.tool(annotations=LOOKS)
    @_told
    def score(match: MatchId) -> CallToolResult:
        """Points so far by category and seat; in the end who has won."""
        with hall.at(match) as table:
            if table.match.over:
                return _answer(table.result_lines(), match=match, over=True, **table.result())
            return _answer(table.score_lines(), match=match, over=False, **table.score())

    @app.tool(annotations=LOOKS)
    @_told
    def rules(
        game: GameName,
        word: Annotated[str, Field(description="A word or the id of a rule; without one you get all rules.")] = "",
        lang: Language = "en",
    ) -> CallToolResult:
        """The rules of a game that contain a word."""
        found = tables.rules(hall.game(game), word, lang)
        return _answer([f"{rule}: {sentence}" for rule, sentence in found.items()], game=game, rules=found)

    @app.tool(annotations=LOOKS)
    @_told
    def matches() -> CallToolResult:
        """Your matches."""
        found = hall.matches()
        return _answer([json.dumps(one) for one in found] or ["No match is open."], matches=found)

    @app.tool(annotations=LOOKS)
    @_told
    def record(match: MatchId) -> CallToolResult:
        """The record of a finished match, one line a decision, to keep and to replay with 'triumvir replay'."""
        with hall.at(match) as table:
            if not table.match.over:
                raise BadRequest("a record tells how everything was dealt: it can be had when the match is over")
            return _answer([table.match.dumps()], match=match, record=table.match.dumps())

    @app.tool(annotations=ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False))
    @_told
    def leave(match: MatchId) -> CallToolResult:
        """Gives a match up, or clears a finished one away."""
        hall.leave(match)
        return _answer([f"{match} is closed."], match=match)

    return app


def serve(seed: int | None = None) -> None:
    """Until the client hangs up."""
    server(seed).run("stdio")
