"""Everything that is sent or received, as models: the OpenAPI schema is made of them.

What is received is checked against them. What is sent is built in `window.py` as plain data, because models would cost more
than the match itself; tests hold it against these models.
"""

import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from triumvir.server.errors import REASONS, STATUS

NAME_LENGTH = 40
CHAT_LENGTH = 500


def cleaned(text: str) -> str:
    """A line of text without control and formatting characters, its spaces collapsed. Escaping is the page's part."""
    plain = "".join(" " if c.isspace() else c for c in unicodedata.normalize("NFC", text) if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(plain.split())


def _said(text: str) -> str:
    plain = cleaned(text)
    if not plain:
        raise ValueError("must have a visible character")
    return plain


class Received(BaseModel):
    """A request. Unknown entries are mistakes."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Sent(BaseModel):
    """An answer."""

    model_config = ConfigDict(extra="forbid")


Name = Annotated[str, StringConstraints(max_length=NAME_LENGTH), AfterValidator(_said)]
Key = Annotated[str, StringConstraints(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Number = Annotated[int, Field(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, Field(ge=0, le=3)]
BotName = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Move = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Token = Annotated[str, StringConstraints(min_length=1, max_length=100)]

# --- Received -------------------------------------------------------------------------------------------------------------


class NewSeat(Received):
    """A seat of a new table: mine, open for somebody, or a bot's."""

    kind: Literal["me", "open", "bot"]
    name: Name | None = None
    bot: BotName | None = Field(default=None, description="A level from 1 to 5, or a bot by name such as greedy or search:0.2s")


class Options(Received):
    """How a table plays."""

    undo: Literal["honest", "free", "none"] = Field(default="honest", description="free: against bots only")
    hints: bool = True
    visible_money: bool = Field(default=False, description="Via Appia: everybody's sesterces lie open")
    youngest_first: list[SeatNumber] | None = Field(default=None, description="Porta Nigra: the seats in order of age, for ties")


class NewTable(Received):
    """A new table. The deal is the server's: nobody can ask for a seed."""

    game: Annotated[str, StringConstraints(max_length=64)]
    seats: list[NewSeat] = Field(min_length=2, max_length=4)
    options: Options = Options()
    listed: bool = False
    box: str | None = Field(default=None, description="The text of a changed box file")


class Take(Received):
    """Takes an open seat."""

    name: Name


class Rename(Received):
    """Another name for an own seat."""

    name: Name


class StandIn(Received):
    """The bot that stands in."""

    bot: BotName = "3"


class Session(Received):
    """A secret out of a link, for this browser to remember."""

    token: Token


class Decide(Received):
    """A decision: the number of the one that is answered, the move in notation, and a key of the client's own choice.

    The same key with the same content gives the same answer and one decision.
    """

    number: Number
    move: Move
    key: Key


class Undo(Received):
    """Takes back: `number` is how many decisions stand now."""

    number: Number
    key: Key


class Chat(Received):
    """A line of chat."""

    text: Annotated[str, StringConstraints(max_length=CHAT_LENGTH), AfterValidator(_said)]
    key: Key


class NewRecord(Received):
    """The record of a finished match, to look at."""

    text: str
    box: str | None = Field(default=None, description="The text of the box file it was played with, if that was changed")
    listed: bool = False


class Branch(Received):
    """A new table with bots, from a position of a finished match."""

    number: Number
    seats: list[NewSeat] = Field(min_length=2, max_length=4)
    options: Options = Options()


# --- Sent -----------------------------------------------------------------------------------------------------------------


class Problem(Sent):
    """Why a request was not carried out. `error` is a stable name; nothing was changed."""

    error: str = Field(json_schema_extra={"enum": list(STATUS)})
    message: str
    rule: str | None = Field(default=None, description="The rule that forbids a move")
    why: str | None = Field(default=None, description="Why a move is not allowed, as a sentence in your language")
    number: int | None = Field(
        default=None,
        description="The number that the message names. With wrong_number: the one that the next decision must carry; with bad_record: the line; "
        "with full and too_large: how much there may be; with too_many_requests: the seconds to wait",
    )
    reason: str | None = Field(
        default=None,
        description="Which of several reasons it is, by a stable name",
        json_schema_extra={"x-reasons": {name: list(reasons) for name, reasons in REASONS.items()}},
    )


class Span(Sent):
    """A run of actions of one kind."""

    kind: str
    start: int
    count: int


class Level(Sent):
    """A bot by level."""

    level: int
    bot: str


class GameInfo(Sent):
    """A game that can be played."""

    name: str
    title: str
    players: list[int]
    rules_version: int
    box: str
    options: list[str]
    categories: dict[str, str] = Field(description="Categories of points, by name: in words")
    languages: list[str]
    actions: list[Span]
    levels: list[Level]
    characters: list[str]


class RuleText(Sent):
    """A rule of the catalogue."""

    id: str
    section: str
    sentence: str


class OwnSeat(Sent):
    """A seat with its secret: shown once, kept by nobody but you."""

    seat: int
    token: str
    link: str


class TableMade(Sent):
    """A new table and the links to it."""

    table: str
    seats: list[OwnSeat]
    invitation: str
    spectators: str


class Invitation(Sent):
    """The link with which the open seats of a table can be taken."""

    invitation: str


class Joined(Sent):
    """What this browser or token has at a table."""

    table: str
    you: list[int]


class Sitting(Sent):
    """Who has a seat. `bot` names the bot in it, or the one that stands in while `away`."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    bot: str | None
    away: bool
    present: bool = False


class Summary(Sent):
    """A table in a list."""

    table: str
    game: str
    players: int
    state: Literal["waiting", "playing", "over"]
    listed: bool
    seats: list[Sitting]
    you: list[int] = Field(description="Your seats")
    to_decide: int | None
    options: Options
    created: int
    touched: int


class Choice(Sent):
    """A legal move: kind is its span of actions, index its number there."""

    move: str
    kind: str
    index: int
    action: int
    sentence: str


class TableState(Sent):
    """A table as one viewer sees it."""

    table: str
    game: str
    rules_version: int
    box: str
    state: Literal["waiting", "playing", "over"]
    options: Options
    listed: bool
    origin: str | None = Field(description="The table this is a rematch or a branch of")
    you: list[int] = Field(description="Your seats")
    viewer: int | None = Field(description="The seat whose view this is; null for a spectator")
    seats: list[Sitting]
    number: int = Field(description="Decisions that stand: the number the next one must carry")
    event: int = Field(description="The newest event, to resume from")
    to_decide: int | None
    thinking: bool = Field(description="A bot is deciding")
    view: dict[str, Any] | None = Field(description="What the viewer sees: see docs/interface")
    choices: list[Choice] | None = Field(description="For the seat to decide, when it is yours; empty for everybody else")
    moves: list[str] | None = Field(description="The same in notation only: for programs that need no words")
    can_undo: bool
    scores: list[int]
    sheet: list[dict[str, int]]
    winners: list[int]
    text: str | None = Field(description="The view, to read")


class Frames(Sent):
    """A push in Via Appia, moment by moment: the pushed stone first, then the others as they lay listed before.

    Places are in tenths of a millimetre, as the quarry's x and y; null once a stone has fallen.
    """

    sizes: list[str]
    places: list[list[tuple[int, int] | None]]


class Happened(Sent):
    """What every event has."""

    event: int
    at: int = Field(description="Milliseconds since 1970")


class DecisionEvent(Happened):
    """A decision was made."""

    type: Literal["decision"]
    number: int
    seat: int
    kind: str
    move: str | None = Field(description="Notation; null where it was chosen face down by somebody else")
    sentence: str | None = Field(description="What the viewer saw of it; null where you asked for no words")
    frames: Frames | None = Field(description="Of the newest pushes; older ones: GET .../frames/{event}")


class UndoneEvent(Happened):
    """Decisions were taken back: all from `number` on."""

    type: Literal["undone"]
    seat: int
    number: int
    count: int


class ChatEvent(Happened):
    """A line of chat."""

    type: Literal["chat"]
    seat: int
    text: str


class SeatEvent(Happened):
    """A seat has changed."""

    type: Literal["seat"]
    sitting: Sitting


class StartedEvent(Happened):
    """All seats are taken."""

    type: Literal["started"]


class OverEvent(Happened):
    """The match is over."""

    type: Literal["over"]
    scores: list[int]
    winners: list[int]


class RematchEvent(Happened):
    """The same people play again, at another table; their links and browsers have the same seats there."""

    type: Literal["rematch"]
    table: str


Event = Annotated[
    DecisionEvent | UndoneEvent | ChatEvent | SeatEvent | StartedEvent | OverEvent | RematchEvent,
    Field(discriminator="type"),
]


class News(Sent):
    """What happened after an event."""

    events: list[Event]
    event: int = Field(description="The last event of these: ask for what came after it")
    more: bool = Field(description="There are more already")
    state: TableState | None = Field(description="Where `parts` asks for it")


class Accepted(Sent):
    """A request was carried out; the event that tells of it."""

    event: int
    number: int = Field(description="The number that the next decision after it carries")


class WhyNot(Sent):
    """Why a move is not allowed now, and the rule that forbids it; null if it is allowed."""

    why: str | None = Field(description="The fact, to be told first: what is missing, what comes before")
    rule: str | None
    sentence: str | None = Field(description="The rule's")


class HintedMove(Sent):
    """A move as a bot sees it."""

    move: str
    kind: str
    index: int
    action: int
    sentence: str
    value: float
    visits: int
    points: dict[str, float]
    reasons: str


class Hint(Sent):
    """The best moves, as a bot sees them that knows what the seat knows."""

    measure: Literal["chance", "lead"]
    iterations: int
    seconds: float
    moves: list[HintedMove]


class Chances(Sent):
    """How likely 0, 1, 2, ... stones fall; the last number stands for all above."""

    falls: list[float]


class Position(Sent):
    """A position of a finished match."""

    table: str
    number: int
    decisions: int
    viewer: int | None
    to_decide: int | None
    view: dict[str, Any]
    scores: list[int]
    sheet: list[dict[str, int]]
    text: str
    next: DecisionEvent | None = Field(description="The decision that was made here")


class CourseTold(Sent):
    """How a finished match went."""

    table: str
    scores: list[list[int]] = Field(description="By position and seat: the points, from before the first decision to after the last")
    chapters: list[int] = Field(description="The positions at which rounds or phases began")


class RematchMade(Sent):
    """The table at which the same people play again."""

    table: str


class Health(Sent):
    """Whether the server works."""

    status: Literal["ok"]
    version: str
    live: int
    watchers: int
    workers: int


# --- Over a WebSocket -----------------------------------------------------------------------------------------------------


class LiveNews(News):
    """Events and, where `parts` asks for it, the state after them. The first message, too."""

    type: Literal["news"]


class LivePresence(Sent):
    """Who is there now, by seat."""

    type: Literal["presence"]
    present: list[bool]


class LiveAnswer(Sent):
    """A request over the socket was carried out."""

    type: Literal["answer"]
    key: str
    event: int
    number: int


class LiveProblem(Problem):
    """A request over the socket was not carried out."""

    type: Literal["problem"]
    key: str | None


class LiveDecide(Decide):
    """A decision over the socket."""

    type: Literal["decide"]


class LiveUndo(Undo):
    """Takes back over the socket."""

    type: Literal["undo"]


class LiveChat(Chat):
    """A line of chat over the socket."""

    type: Literal["chat"]


LiveMessage = Annotated[LiveNews | LivePresence | LiveAnswer | LiveProblem, Field(discriminator="type")]
LiveRequest = Annotated[LiveDecide | LiveUndo | LiveChat, Field(discriminator="type")]
