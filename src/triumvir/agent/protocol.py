"""The line protocol of `triumvir agent`: a request a line on standard input, answers as text or as a line of JSON. See docs/agents.md."""

import io
import json
import secrets
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TextIO

from triumvir import bots
from triumvir.agent.listing import in_full
from triumvir.agent.table import News, Table
from triumvir.kernel.errors import BadRequest, IllegalMove, TriumvirError
from triumvir.match import Game, game
from triumvir.processes import available_cores

VERSION = 1
FORMATS = ("text", "json")
TURN, OVER, BYE = "== your turn", "== over", "== bye"  # a line of its own: what was asked has been answered in full
LONGEST = 1000  # characters of a request
WORDS = ("state", "legal", "why", "rules", "score", "hint", "help", "quit")

HELP = """\
  MOVE or NUMBER   make a move, such as 'end turn' or 3
  state            the table as you see it
  legal [WORDS]    the legal moves; with words, those whose notation contains them, one by one
  why MOVE         why a move is not allowed now, and the rule
  rules [WORD]     the rules with this word or id; all of them without one
  score            points by category
  hint             the best moves, as a bot sees them that knows what you know
  help             this list
  quit             leave"""

JSON_HELP = [
    '{"move": "end turn"}, {"number": 3} or {"action": 17}',
    '{"ask": "state"}',
    '{"ask": "legal", "words": "aim 3"} (words may be left out)',
    '{"ask": "why", "move": "end turn"} (or number, or action)',
    '{"ask": "rules", "word": "torch"} (word may be left out)',
    '{"ask": "score"}',
    '{"ask": "hint"}',
    '{"ask": "help"}',
    '{"ask": "quit"}',
]


class Request(NamedTuple):
    """What was asked for: a word of the protocol, or "play"; its text; its action where a move belongs to it."""

    word: str
    text: str = ""
    action: int | None = None


class TextForm:
    """Answers to read. Each ends with a line that begins with `==`."""

    def __init__(self, table: Table, out: TextIO, brief: bool) -> None:
        self.table = table
        self.out = out
        self.brief = brief

    def read(self, line: str) -> Request | None:
        """None for an empty line, which is no request."""
        word, _, rest = line.strip().partition(" ")
        word, rest = word.lower(), rest.strip()
        if not word:
            return None
        if word in ("rule", "exit", "moves", "board"):
            word = {"rule": "rules", "exit": "quit", "moves": "legal", "board": "state"}[word]
        if word == "why" and not rest:
            raise BadRequest("why what? Give a move")
        if word == "why":
            return Request("why", rest, self.table.chosen(rest))
        return Request(word, rest) if word in WORDS else Request("play", line, self.table.chosen(line))

    def hello(self) -> None:
        table = self.table
        against = ", ".join(f"{bot.name} in seat {seat} ({table.words.seat(seat)})" for seat, bot in table.bots.items())
        self._say(
            f"Triumvir agent protocol {VERSION}: {table.game.title}, {table.match.players} players.",
            f"You have seat {table.seat} ({table.words.seat(table.seat)}), against {against}.",
            "Answer each turn with one line: a move (its notation or its number), or one of these questions:",
            f"{', '.join(WORDS)}. 'help' explains them.",
        )

    def position(self, played: str | None, news: News) -> None:
        if played is not None:
            self._say(f"{self.table.name(self.table.seat)}: {played}")
        self._say(*(f"{self.table.name(event['seat'])}: {event['text']}" for event in news))
        if self.table.match.over:
            self._say("", self.table.text(), "", *self.table.result_lines(), OVER)
            return
        if not self.brief:
            self._say("", self.table.text(), "")
        self._legal()
        self._say(TURN)

    def answer(self, request: Request) -> None:
        table = self.table
        match request.word:
            case "state":
                self._say(table.text())
            case "legal":
                self._legal(request.text)
            case "why":
                assert request.action is not None
                self._say(table.why_line(request.action))
            case "rules":
                self._say(*(f"{rule}: {sentence}" for rule, sentence in table.rules(request.text).items()))
            case "score":
                self._say(*table.score_lines())
            case "hint":
                self._say(*table.hint_lines(table.hint()))
            case "help":
                self._say(HELP)
        self._say(TURN)

    def error(self, error: TriumvirError) -> None:
        self._say(f"error: {error}", TURN)

    def bye(self) -> None:
        self._say(BYE)

    def _legal(self, words: str = "") -> None:
        if words:
            self._say(*in_full(self.table.moves(words)) or [f"No legal move contains {words!r}."])
            return
        self._say(f"Legal moves: {len(self.table.match.legal())}", *self.table.move_lines())

    def _say(self, *lines: str) -> None:
        for line in lines:
            self.out.write(line + "\n")
        self.out.flush()


class JsonForm:
    """Answers for programs: one object a line, one line for every request."""

    def __init__(self, table: Table, out: TextIO, brief: bool) -> None:
        self.table = table
        self.out = out
        self.brief = brief

    def read(self, line: str) -> Request | None:
        if not line.strip():
            return None
        try:
            asked = json.loads(line)
        except (ValueError, RecursionError):
            raise BadRequest("a request is one line with one JSON object, and this is no JSON") from None
        if not isinstance(asked, dict):
            raise BadRequest('a request is a JSON object, such as {"move": "end turn"} or {"ask": "help"}')
        word = asked.pop("ask", "play")
        if word in ("play", "why"):
            action = self._action(asked)
            self._nothing_more(asked)
            return Request(word, "", action)
        if word not in WORDS:
            raise BadRequest(f"no question {word!r}: there is {', '.join(WORDS)}")
        key = {"legal": "words", "rules": "word"}.get(word)
        text = asked.pop(key, "") if key else ""
        if not isinstance(text, str):
            raise BadRequest(f"{key!r} is a text, not {text!r}")
        self._nothing_more(asked)
        return Request(word, text)

    def _action(self, asked: dict[str, Any]) -> int:
        given = [key for key in ("move", "number", "action") if key in asked]
        if len(given) != 1:
            raise BadRequest("name a move with one of 'move' (its notation), 'number' (in the list) and 'action'")
        key = given[0]
        value = asked.pop(key)
        if key == "move" and isinstance(value, str):
            return self.table.match.parse(value)
        if key == "number" and type(value) is int:
            return self.table.numbered(value)
        if key == "action" and type(value) is int:
            if not 0 <= value < self.table.game.num_actions:
                raise IllegalMove(f"{value} is no move of {self.table.game.title}: actions run from 0 to {self.table.game.num_actions - 1}")
            return value
        raise BadRequest(f"{key!r} is a {'text' if key == 'move' else 'whole number'}, not {value!r}")

    def _nothing_more(self, asked: dict[str, Any]) -> None:
        if asked:
            raise BadRequest(f"this request has no {', '.join(repr(key) for key in asked)}")

    def hello(self) -> None:
        table = self.table
        self._send(
            "hello",
            protocol=VERSION,
            game=table.game.name,
            title=table.game.title,
            players=table.match.players,
            seat=table.seat,
            bots={str(seat): bot.name for seat, bot in table.bots.items()},
            actions=table.game.num_actions,
        )

    def position(self, played: str | None, news: News) -> None:
        table = self.table
        what: dict[str, Any] = {"played": played, "news": news}
        if table.match.over:
            self._send("over", **what, **table.result(), text=table.text(), view=table.view())
            return
        if not self.brief:
            what |= {"text": table.text(), "view": table.view()}
        self._send("position", **what, legal=self._legal())

    def answer(self, request: Request) -> None:
        table = self.table
        match request.word:
            case "state":
                self._send("state", text=table.text(), view=table.view())
            case "legal":
                self._send("legal", legal=self._legal(request.text))
            case "why":
                assert request.action is not None
                self._send("why", **table.why(request.action))
            case "rules":
                self._send("rules", rules=table.rules(request.text))
            case "score":
                self._send("score", **table.score())
            case "hint":
                self._send("hint", **table.hint_data(table.hint()))
            case "help":
                self._send("help", requests=JSON_HELP)

    def error(self, error: TriumvirError) -> None:
        rule, reason = (error.rule, error.reason) if isinstance(error, IllegalMove) else (None, None)
        self._send("error", rule=rule, reason=reason, message=str(error))

    def bye(self) -> None:
        self._send("bye")

    def _legal(self, words: str = "") -> list[dict[str, Any]]:
        return [{"number": move.number, "action": move.action, "move": move.notation, "text": move.text} for move in self.table.moves(words)]

    def _send(self, kind: str, **what: Any) -> None:
        self.out.write(json.dumps({"type": kind, **what}, ensure_ascii=False) + "\n")
        self.out.flush()


def converse(table: Table, form: TextForm | JsonForm, lines: Iterable[str | None]) -> None:
    """Until the match is over, the input ends or the other side leaves. A line that is None was too long."""
    form.hello()
    form.position(None, table.opponents())
    for line in lines if not table.match.over else ():
        try:
            if line is None:
                raise BadRequest(f"a request has at most {LONGEST} characters")
            request = form.read(line)
            if request is None:
                continue
            if request.word == "quit":
                break
            if request.word == "play":
                assert request.action is not None
                played = table.play(request.action)
                form.position(played, table.opponents())
            else:
                form.answer(request)
        except TriumvirError as error:
            form.error(error)
        if table.match.over:
            return
    if not table.match.over:
        form.bye()


def requests(source: BinaryIO) -> Iterator[str | None]:
    """The lines of an input, None for one that is too long; what is no UTF-8 is replaced."""
    while line := source.readline(LONGEST * 4):
        if len(line) == LONGEST * 4 and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = source.readline(LONGEST * 4)
            yield None
            continue
        text = line.decode("utf-8", errors="replace").rstrip("\r\n")
        yield text if len(text) <= LONGEST else None


def speak(
    name: str,
    players: int = 2,
    seat: int = 0,
    opponents: Sequence[str] = ("3",),
    seed: int | None = None,
    lang: str = "en",
    form: str = "text",
    brief: bool = False,
    record: Path | None = None,
    box: Path | None = None,
) -> None:
    """One match on standard input and output. With a seed, the same moves lead to the same match."""
    if form not in FORMATS:
        raise BadRequest(f"no format {form!r}: there is {', '.join(FORMATS)}")
    table = Table(game(name, box), players, seat, secrets.randbits(62) if seed is None else seed, lang, opponents, _bot)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        converse(table, (TextForm if form == "text" else JsonForm)(table, sys.stdout, brief), requests(sys.stdin.buffer))
    except KeyboardInterrupt:
        pass
    finally:
        if record:
            _write(record, table)


def _bot(name: str, game: Game, seed: int) -> bots.Bot:
    return bots.make(name, game, seed, available_cores())


def _write(path: Path, table: Table) -> None:
    """The record of the match, when it is over or left: it holds the seed."""
    try:
        path.write_text(table.match.dumps(), encoding="utf-8")
    except OSError as error:
        raise BadRequest(f"{path}: {error.strerror}") from None
