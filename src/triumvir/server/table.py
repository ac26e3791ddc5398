"""A table: seats, options, the match and what happened. Decides who may do what; writes nothing itself.

Every request that changes something checks first, then changes the table in memory and says what is to be written. Where
writing fails, the table is thrown away and comes back from the log.
"""

import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import orjson

from triumvir.bots.roster import described
from triumvir.kernel.errors import BadRequest, CannotUndo
from triumvir.match import Game, Match
from triumvir.server import tokens
from triumvir.server.errors import Refused
from triumvir.server.messages import NewSeat, NewTable, Options
from triumvir.server.store import Change, Saved, now

MOST_CHAT = 2000  # lines a table
MOST_LINKS = 200  # links and browsers that open the same seat, or may take seats
MOST_ITERATIONS = 20_000
SEED_BITS = 62
TOUCH_EVERY = 30_000  # milliseconds: lists need not know it better
MOST_KNOWN = 200
FRESH = 16  # events that are still told to somebody: of older ones nothing rendered is kept
NO_SEAT = -1


class Access(NamedTuple):
    """What a secret opens at a table."""

    role: str  # seat, watch or join
    seat: int


@dataclass
class Seat:
    """Who sits there."""

    number: int
    kind: str  # open, person or bot
    name: str
    bot: str | None = None
    away: bool = False

    @property
    def driven_by(self) -> str | None:
        """The bot that decides for the seat now."""
        return self.bot if self.kind == "bot" or self.away else None

    def row(self) -> dict[str, Any]:
        return {"seat": self.number, "kind": self.kind, "name": self.name, "bot": self.bot, "away": self.away}


@dataclass
class Happening:
    """An event. A decision's keeps the record as it lay before, to tell each viewer what she saw of it."""

    number: int
    kind: str
    at: int
    data: dict[str, Any]
    action: int | None = None
    before: np.ndarray | None = None
    rendered: dict[Any, Any] = field(default_factory=dict)  # sentences by viewer and language, frames


@dataclass(frozen=True)
class Who:
    """What somebody may do at a table."""

    seats: tuple[int, ...]
    watch: bool
    join: bool


class Outcome(NamedTuple):
    """What came of a request: what is to be written, None if it was carried out before, and the event that tells of it."""

    change: Change | None
    event: int
    number: int


class Table:
    """One table in memory."""

    def __init__(self, table: str, match: Match, options: Options, listed: bool, box: str | None, origin: str | None) -> None:
        self.id = table
        self.match = match
        self.options = options
        self.listed = listed
        self.box = box
        self.origin = origin
        self.seats: list[Seat] = []
        self.access: dict[str, set[Access]] = {}
        self._known: dict[tuple[str, ...], Who] = {}  # what secrets that came open, until that changes
        self.events: list[Happening] = []
        self.keys: dict[str, tuple[str, Happening]] = {}
        self.state = "waiting"  # or playing, or over
        self.to_decide: int | None = None
        self.version = 0  # rises with every change of seats or of the position
        self.chat_lines = 0
        self.touched = 0  # as written down last, like:
        self._shown: tuple[str, int | None] | None = None

    # --- What it is

    @property
    def game(self) -> Game:
        return self.match.game

    def settle(self) -> None:
        """Sees where the table stands: after every change of seats or of the position."""
        if any(seat.kind == "open" for seat in self.seats):
            self.state = "waiting"
        else:
            self.state = "over" if self.match.over else "playing"
        self.to_decide = self.match.seat if self.state == "playing" else None
        self.version += 1
        names = tuple(seat.name if seat.name != _default_name("person", seat.number) else "" for seat in self.seats)  # else in each language
        if names != self.match.names:
            self.match.names = names
            for event in self.events:
                event.rendered.clear()

    @property
    def number(self) -> int:
        """How many decisions stand."""
        return len(self.match.history)

    @property
    def bot_to_decide(self) -> str | None:
        """The bot whose decision it is."""
        return None if self.to_decide is None else self.seats[self.to_decide].driven_by

    def seat(self, number: int) -> Seat:
        if not 0 <= number < len(self.seats):
            raise Refused("no_such_seat", f"there is no seat {number}: seats run from 0 to {len(self.seats) - 1}")
        return self.seats[number]

    # --- Who may what

    def who(self, hashes: Iterable[str]) -> Who:
        """What these secrets open."""
        secrets = tuple(hashes)
        if secrets not in self._known:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            held = set().union(*(self.access.get(one, ()) for one in secrets))
            seats = tuple(sorted(access.seat for access in held if access.role == "seat"))
            self._known[secrets] = Who(seats, self.listed or bool(held), self.listed or any(access.role == "join" for access in held))
        return self._known[secrets]

    def viewer(self, who: Who, wanted: int | None) -> int | None:
        """The seat whose view is sent: the wanted one, the own one that decides, the first own one, or None for spectators."""
        if wanted is not None:
            if wanted not in who.seats:
                raise Refused("not_your_seat", f"seat {wanted} is not yours")
            return wanted
        if self.to_decide in who.seats:
            return self.to_decide
        return who.seats[0] if who.seats else None

    def own(self, who: Who, number: int) -> Seat:
        """A seat that must be one's own."""
        seat = self.seat(number)
        if number not in who.seats:
            raise Refused("not_your_seat", f"seat {number} is not yours")
        return seat

    def deciding_seat(self, who: Who) -> int:
        """The seat to decide, if it is one's own and the match runs."""
        if not who.seats:
            raise Refused("not_your_seat", "you have no seat at this table", reason="no_seat")
        if self.state == "waiting":
            raise Refused("not_started", "seats are still open: the match has not begun")
        if self.match.over:
            raise Refused("match_over", "the match is over")
        seat = self.match.seat
        assert seat is not None
        if seat not in who.seats or self.seats[seat].driven_by:
            raise Refused("not_your_turn", f"seat {seat} is to decide")
        return seat

    @property
    def free_undo(self) -> bool:
        """Whether a person may take back anything: only bots sit opposite."""
        return self.options.undo == "free" and sum(seat.kind != "bot" for seat in self.seats) == 1

    def can_undo(self, who: Who) -> bool:
        if self.state != "playing" or self.options.undo == "none" or not who.seats:
            return False
        if self.free_undo:
            return any(decision.seat == who.seats[0] for decision in self.match.history)
        return bool(self.match.can_undo) and self.match.seat in who.seats

    # --- Requests that change something

    def decide(self, who: Who, number: int, move: str, key: str, lang: str = "en") -> Outcome:
        """A person's decision."""
        digest = tokens.digest("decide", number, " ".join(move.split()))
        if (done := self._repeated(who, key, digest)) is not None:
            return done
        seat = self.deciding_seat(who)
        self._right_number(number)
        return self._play(seat, self._legal(self.match.parse(move), lang), key, digest)

    def decide_for_bot(self, seat: int, action: int) -> Outcome:
        """A bot's decision, already known to be asked for in this position."""
        assert seat == self.to_decide
        return self._play(seat, self._legal(action), None, None)

    def _legal(self, action: int, lang: str = "en") -> int:
        if (refusal := self.match.refusal(action, lang)) is not None:
            raise refusal
        return action

    def _right_number(self, number: int) -> None:
        if number != self.number:
            raise Refused("wrong_number", f"decision {number} is not the one to be made: that is {self.number}", number=self.number)

    def _repeated(self, who: Who, key: str, digest: str) -> Outcome | None:
        """What came of a request that was carried out before."""
        if key not in self.keys:
            return None
        content, event = self.keys[key]
        if event.data["seat"] not in who.seats:
            raise Refused("not_your_seat", "another seat used this key")
        if content != digest:
            raise Refused("key_reused", "this key was used for another request")
        return Outcome(None, event.number, _number_after(event))

    def _play(self, seat: int, action: int, key: str | None, digest: str | None) -> Outcome:
        number = self.number
        self.match.play(action)
        self.settle()
        change = Change()
        event = self._tell(change, "decision", {"seat": seat, "number": number}, key, digest)
        event.action, event.before = action, self.match.history[-1].before
        row = {"table_id": self.id, "number": number, "seat": seat, "move": self.match.notation(action), "event": event.number, "undone": None}
        change.decisions.append(row)
        if self.match.over:
            self._tell(change, "over", {"scores": self.match.scores(), "winners": self.match.winners()})
        return Outcome(change, event.number, number + 1)

    def undo(self, who: Who, number: int, key: str) -> Outcome:
        """Takes back as far as the table's policy allows."""
        digest = tokens.digest("undo", number)
        if (done := self._repeated(who, key, digest)) is not None:
            return done
        if not who.seats:
            raise Refused("not_your_seat", "you have no seat at this table", reason="no_seat")
        if self.state == "waiting":
            raise Refused("not_started", "seats are still open: the match has not begun")
        if self.match.over:
            raise Refused("match_over", "the match is over")
        self._right_number(number)
        if self.options.undo == "none":
            raise Refused("cannot_undo", "this table plays without undo", reason="off")
        free = self.free_undo
        if not free and self.match.seat not in who.seats:
            raise Refused("cannot_undo", "the turn has passed to another player", reason="passed")
        seat = who.seats[0] if free else self.match.seat
        assert seat is not None
        try:
            self._take_back(seat, free)
        except CannotUndo as error:
            raise Refused("cannot_undo", str(error), reason=self._why_stands(seat, free)) from None
        self.settle()
        change = Change()
        event = self._tell(change, "undone", {"seat": seat, "number": self.number, "count": number - self.number, "free": free}, key, digest)
        change.undone.append((self.id, self.number, event.number))
        return Outcome(change, event.number, self.number)

    def _take_back(self, seat: int, free: bool) -> None:
        if free:
            self.match.take_back(seat)
        else:
            self.match.undo()

    def _why_stands(self, seat: int, free: bool) -> str:
        """Why the last decision cannot be taken back."""
        if free or not self.match.history:
            return "nothing"
        return "seen" if self.match.history[-1].seat == seat else "passed"

    def chat(self, who: Who, text: str, key: str) -> Outcome:
        digest = tokens.digest("chat", text)
        if (done := self._repeated(who, key, digest)) is not None:
            return done
        if not who.seats:
            raise Refused("not_your_seat", "only those who have a seat may chat", reason="no_seat")
        if self.chat_lines >= MOST_CHAT:
            raise Refused("full", f"a table takes {MOST_CHAT} lines of chat", number=MOST_CHAT, reason="chat")
        self.chat_lines += 1
        change = Change()
        seat = self.viewer(who, None)
        event = self._tell(change, "chat", {"seat": seat, "number": self.number, "text": text}, key, digest)
        return Outcome(change, event.number, self.number)

    def take(self, who: Who, number: int, name: str, browser: str) -> tuple[Outcome, str]:
        """Takes an open seat; the secret of the seat, which is shown this once."""
        seat = self.seat(number)
        if not who.join and not who.seats:
            raise Refused("private_table", "this table is private: open the invitation link to take a seat", reason="join")
        if seat.kind != "open":
            raise Refused("seat_taken", f"seat {number} is taken")
        seat.kind, seat.name = "person", name
        change = Change()
        token = self._give_seat(change, number, browser)
        outcome = self._reseat(change, seat)
        if self.state != "waiting":
            outcome = outcome._replace(event=self._tell(change, "started", {}).number)
        return outcome, token

    def link(self, who: Who, number: int) -> tuple[Change, str]:
        """One more secret for an own seat: the others go on opening it."""
        self.own(who, number)
        self._room_for(Access("seat", number))
        change = Change()
        return change, self._give_seat(change, number, None)

    def invite(self, who: Who) -> tuple[Change, str]:
        """One more invitation, from anybody who sits here: she could pass on the one that she came with."""
        if not who.seats:
            raise Refused("not_your_seat", "only those who have a seat may invite others", reason="no_seat")
        if self.state != "waiting":
            raise Refused("full", "all seats are taken: there is nobody to invite", reason="seats")
        self._room_for(Access("join", NO_SEAT))
        change, token = Change(), tokens.new_token()
        self._grant(change, tokens.hashed(token), Access("join", NO_SEAT))
        return change, token

    def _room_for(self, access: Access) -> None:
        if sum(access in held for held in self.access.values()) >= MOST_LINKS:
            raise Refused("full", f"{MOST_LINKS} links and browsers have this already", number=MOST_LINKS, reason="links")

    def hand_over(self, who: Who, number: int, browser: str | None) -> tuple[Outcome, str]:
        """A new secret for an own seat; the old ones open nothing any more. The browser that gives it away may watch."""
        seat = self.own(who, number)
        for held in self.access.values():
            held.discard(Access("seat", number))
        self._known.clear()
        change = Change(revoked=[(self.id, number)])
        token = self._give_seat(change, number, None)
        if browser is not None:
            self._grant(change, browser, Access("watch", NO_SEAT))
        return self._reseat(change, seat), token

    def rename(self, who: Who, number: int, name: str) -> Outcome:
        seat = self.own(who, number)
        seat.name = name
        return self._reseat(Change(), seat)

    def leave(self, who: Who, number: int, bot: str) -> Outcome:
        """A bot stands in for a person until she comes back."""
        return self._stand_in(self.own(who, number), bot)

    def replace(self, who: Who, number: int, bot: str, present: bool) -> Outcome:
        """Another player lets a bot stand in for somebody who is not there."""
        seat = self.seat(number)
        if not who.seats:
            raise Refused("not_your_seat", "only those who have a seat may do that", reason="no_seat")
        if seat.kind != "person":
            raise Refused("bad_request", f"no person sits in seat {number}")
        if present:
            raise Refused("seat_present", f"{seat.name} is there, or was a moment ago")
        return self._stand_in(seat, bot)

    def _stand_in(self, seat: Seat, bot: str) -> Outcome:
        check_bot(bot, self.match.game)
        seat.away, seat.bot = True, bot
        return self._reseat(Change(), seat)

    def come_back(self, who: Who, number: int) -> Outcome:
        seat = self.own(who, number)
        seat.away, seat.bot = False, None
        return self._reseat(Change(), seat)

    def remember(self, token: str, browser: str) -> Change:
        """Lets a browser do what the token of a link can."""
        found = self.access.get(tokens.hashed(token))
        if not found:
            raise Refused("bad_token", "this link opens nothing at this table any more")
        change = Change()
        for access in sorted(found):
            self._grant(change, browser, access)
        return change

    # --- Small steps of these

    def _give_seat(self, change: Change, number: int, browser: str | None) -> str:
        token = tokens.new_token()
        self._grant(change, tokens.hashed(token), Access("seat", number))
        if browser is not None:
            self._grant(change, browser, Access("seat", number))
        return token

    def _grant(self, change: Change, secret: str, access: Access) -> None:
        held = self.access.setdefault(secret, set())
        self._known.clear()
        if access not in held:
            held.add(access)
            change.access.append({"table_id": self.id, "hash": secret, "role": access.role, "seat": access.seat})

    def _reseat(self, change: Change, seat: Seat) -> Outcome:
        self.settle()
        change.reseated.append({"table_id": self.id, **seat.row()})
        event = self._tell(change, "seat", seat.row())
        return Outcome(change, event.number, self.number)

    def _tell(self, change: Change, kind: str, data: dict[str, Any], key: str | None = None, digest: str | None = None) -> Happening:
        """Notes what happened, here and in what is to be written."""
        event = Happening(len(self.events) + 1, kind, now(), data)
        self.events.append(event)
        if key is not None:
            assert digest is not None
            self.keys[key] = (digest, event)
        told = orjson.dumps(data).decode()
        change.events.append({"table_id": self.id, "number": event.number, "kind": kind, "at": event.at, "key": key, "digest": digest, "data": told})
        self._note(change, event.at)
        if len(self.events) > FRESH:
            self.events[-FRESH - 1].rendered.clear()
        return event

    def _note(self, change: Change, at: int) -> None:
        """What lists show of the table, where that has changed."""
        shown = (self.state, self.to_decide)
        if shown != self._shown or at - self.touched > TOUCH_EVERY:
            self._shown, self.touched = shown, at
            result = self.match.result if self.state == "over" else None
            change.states[self.id] = {"state": self.state, "to_decide": self.to_decide, "result": result, "touched": at}

    def tell_rematch(self, table: str) -> tuple[Change, int]:
        change = Change()
        return change, self._tell(change, "rematch", {"table": table}).number

    def rematch(self) -> str | None:
        """The table at which the same people play again, if they do."""
        return next((event.data["table"] for event in self.events if event.kind == "rematch"), None)


def _number_after(event: Happening) -> int:
    """The number that the next decision after an event carries."""
    number: int = event.data["number"]
    return number + 1 if event.kind == "decision" else number


# --- Making tables ------------------------------------------------------------------------------------------------------------


def check_bot(name: str, game: Game, thinking_most: float = 5.0) -> None:
    """A bot that may sit at a table: one that exists and does not think for ages."""
    asked = described(name, game.name)
    if asked.kind == "search" and asked.amount is not None:
        if asked.unit == "s" and asked.amount > thinking_most:
            raise BadRequest(f"a bot may think for {thinking_most:g} seconds a decision, not {asked.amount:g}")
        if asked.unit == "i" and asked.amount > MOST_ITERATIONS:
            raise BadRequest(f"a bot may search {MOST_ITERATIONS} times a decision, not {asked.amount:g}")


def match_options(game: Game, options: Options) -> dict[str, Any]:
    """The table's options that are the match's."""
    chosen: dict[str, Any] = {}
    if options.visible_money:
        chosen["open_sesterces"] = True
    if options.youngest_first is not None:
        chosen["youngest_first"] = options.youngest_first
    return chosen


def _check_seats(game: Game, seats: Sequence[NewSeat], options: Options) -> None:
    for number, seat in enumerate(seats):
        if seat.kind == "bot":
            check_bot(seat.bot or "3", game)
        elif seat.bot is not None:
            raise BadRequest(f"seat {number} is no bot's: it takes no bot")
    people = sum(seat.kind != "bot" for seat in seats)
    if people == 0:
        raise BadRequest("a table needs a person: have a seat, or leave one open")
    if options.undo == "free" and people > 1:
        raise BadRequest("free undo is for one person against bots")


@dataclass
class Made:
    """A new table, the secrets of one's own seats, and what is to be written."""

    table: Table
    change: Change
    own: list[tuple[int, str]]
    invitation: str
    spectators: str


def new_table(game: Game, asked: NewTable, browser: str) -> Made:
    """A table as somebody asks for it."""
    match = game.new(len(asked.seats), secrets.randbits(SEED_BITS), **match_options(game, asked.options))
    return _set_up(match, asked.seats, asked.options, asked.listed, asked.box, None, browser)


def _set_up(
    match: Match,
    seats: Sequence[NewSeat],
    options: Options,
    listed: bool,
    box: str | None,
    origin: str | None,
    browser: str,
    prefix: Match | None = None,
) -> Made:
    _check_seats(match.game, seats, options)
    table = Table(tokens.new_id(), match, options, listed, box, origin)
    for number, seat in enumerate(seats):
        kind = "person" if seat.kind == "me" else seat.kind
        bot = (seat.bot or "3") if kind == "bot" else None
        table.seats.append(Seat(number, kind, seat.name or _default_name(kind, number), bot))
    table.settle()
    change = _new_rows(table)
    own = [(number, table._give_seat(change, number, browser)) for number, seat in enumerate(seats) if seat.kind == "me"]
    invitation, spectators = tokens.new_token(), tokens.new_token()
    table._grant(change, tokens.hashed(invitation), Access("join", NO_SEAT))
    table._grant(change, tokens.hashed(spectators), Access("watch", NO_SEAT))
    table._grant(change, browser, Access("join", NO_SEAT))
    if prefix is not None:
        _play_prefix(table, change, prefix)
    if table.state != "waiting":
        table._tell(change, "started", {})
    _keep_state(table, change)
    return Made(table, change, own, invitation, spectators)


def _default_name(kind: str, number: int) -> str:
    """What a seat is called until somebody chooses a name."""
    return f"Bot {number + 1}" if kind == "bot" else "" if kind == "open" else f"Player {number + 1}"


def _new_rows(table: Table) -> Change:
    match = table.match
    change = Change()
    change.tables.append(
        {
            "id": table.id,
            "game": match.game.name,
            "players": match.players,
            "seed": match.seed,
            "rules_version": match.rules_version,
            "box_digest": match.game.box.digest,
            "box": table.box,
            "match_options": json.dumps(match.options, sort_keys=True),
            "options": table.options.model_dump_json(),
            "listed": table.listed,
            "state": "waiting",
            "result": None,
            "to_decide": None,
            "take_backs": match.take_backs,
            "origin": table.origin,
            "created": now(),
            "touched": now(),
        }
    )
    change.seats += [{"table_id": table.id, **seat.row()} for seat in table.seats]
    return change


def _keep_state(table: Table, change: Change) -> None:
    """What lists need to know, in the new row itself."""
    change.states.pop(table.id, None)
    result = table.match.result if table.match.over else None
    change.tables[0] |= {"state": table.state, "to_decide": table.to_decide, "result": result}
    table._shown, table.touched = (table.state, table.to_decide), change.tables[0]["touched"]


def _play_prefix(table: Table, change: Change, played: Match) -> None:
    """Takes over the decisions of another match of the same deal."""
    for decision in played.history:
        outcome = table._play(decision.seat, decision.action, None, None)
        assert outcome.change is not None
        change.decisions += outcome.change.decisions
        change.events += outcome.change.events


def branched(source: Table, number: int, seats: Sequence[NewSeat], options: Options, browser: str) -> Made:
    """A table that goes on from a position of a finished match, with bots."""
    if not source.match.over:
        raise Refused("not_over", "only a finished match can be gone on with elsewhere")
    if not 0 <= number < source.number:
        raise Refused("no_such_position", f"there is no position {number} to go on from: they run from 0 to {source.number - 1}")
    if len(seats) != source.match.players:
        raise BadRequest(f"the match has {source.match.players} seats, not {len(seats)}")
    if any(seat.kind == "open" for seat in seats):
        raise BadRequest("everybody could know this deal: the other seats are for bots, not open")
    whole = source.match
    prefix = _begun(whole)
    for decision in whole.history[:number]:
        prefix.play(decision.action)
    return _set_up(_begun(whole), seats, options, False, source.box, source.id, browser, prefix)


def _begun(match: Match) -> Match:
    """The same deal again."""
    return match.game.new(match.players, match.seed, **match.options)


def from_record(match: Match, box: str | None, listed: bool, browser: str) -> Made:
    """A finished table out of a record."""
    table = Table(tokens.new_id(), _begun(match), Options(undo="none"), listed, box, None)
    table.seats = [Seat(number, "person", _default_name("person", number)) for number in range(match.players)]
    table.match.take_backs = match.take_backs
    table.settle()
    change = _new_rows(table)
    invitation, spectators = tokens.new_token(), tokens.new_token()
    table._grant(change, tokens.hashed(spectators), Access("watch", NO_SEAT))
    table._grant(change, browser, Access("watch", NO_SEAT))
    _play_prefix(table, change, match)
    _keep_state(table, change)
    return Made(table, change, [], invitation, spectators)


def rematch_of(source: Table) -> Made:
    """The same people, bots and options again, with another deal; every secret of a seat has the same seat here."""
    if not source.match.over:
        raise Refused("not_over", "the match is not over yet")
    match = source.game.new(source.match.players, secrets.randbits(SEED_BITS), **source.match.options)
    table = Table(tokens.new_id(), match, source.options, source.listed, source.box, source.id)
    table.seats = [Seat(seat.number, seat.kind, seat.name, seat.bot, seat.away) for seat in source.seats]
    table.settle()
    change = _new_rows(table)
    for secret, held in source.access.items():
        for access in sorted(held):
            table._grant(change, secret, access)
    table._tell(change, "started", {})
    _keep_state(table, change)
    return Made(table, change, [], "", "")


# --- Coming back from the log -----------------------------------------------------------------------------------------------


def restored(game: Game, saved: Saved) -> Table:
    """A table as its log has it: replayed event by event."""
    row = saved.table
    match = game.new(row.players, row.seed, **json.loads(row.match_options))
    match.rules_version, match.take_backs = row.rules_version, row.take_backs
    table = Table(row.id, match, Options.model_validate_json(row.options), row.listed, row.box, row.origin)
    table.seats = [Seat(seat.seat, seat.kind, seat.name, seat.bot, seat.away) for seat in saved.seats]
    for access in saved.access:
        table.access.setdefault(access.hash, set()).add(Access(access.role, access.seat))
    moves = {decision.event: decision.move for decision in saved.decisions}
    for kept in saved.events:
        event = Happening(kept.number, kept.kind, kept.at, json.loads(kept.data))
        table.events.append(event)
        if kept.key is not None:
            table.keys[kept.key] = (kept.digest, event)
        if kept.kind == "decision":
            event.action = match.parse(moves[kept.number])
            match.play(event.action)
            event.before = match.history[-1].before
        elif kept.kind == "undone":
            table._take_back(event.data["seat"], event.data["free"])
        elif kept.kind == "chat":
            table.chat_lines += 1
    table.settle()
    table._shown, table.touched = (table.state, table.to_decide), row.touched
    return table
