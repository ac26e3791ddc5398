"""Every error a client can meet: a stable name, a status, and a plain sentence. Nothing else of what went wrong leaves the server."""

import re
from typing import Any

from triumvir.kernel.errors import BadRequest, BoxError, CannotUndo, IllegalMove, RecordError, TriumvirError, UnknownGame

# Stable names: programs compare them. A name is never reused for something else.
STATUS = {
    "malformed": 400,  # not JSON
    "foreign_origin": 403,  # a page of another site sends the request
    "private_table": 403,  # needs the link of a seat, the invitation or the spectators' link
    "not_your_seat": 403,  # the request needs a seat, and the token or cookie proves none, or another one
    "bad_token": 403,  # opens nothing at this table
    "no_such_path": 404,
    "no_such_table": 404,
    "no_such_seat": 404,
    "no_such_event": 404,
    "no_such_position": 404,
    "unknown_game": 404,
    "wrong_method": 405,
    "wrong_number": 409,  # the decision that was answered is not the one to be made now; `number` says which is
    "not_your_turn": 409,
    "not_started": 409,  # seats are still open
    "match_over": 409,
    "not_over": 409,  # only for finished matches
    "illegal_move": 409,  # `why` says it in a sentence, `rule` names the rule that forbids it
    "cannot_undo": 409,
    "key_reused": 409,  # the same idempotency key with another content
    "seat_taken": 409,
    "seat_present": 409,  # the person in the seat is there
    "hints_off": 409,
    "full": 409,  # the table has no place for more: chat lines, links, players
    "too_large": 413,
    "invalid": 422,  # JSON, but not what is wanted
    "bad_request": 422,
    "bad_box": 422,
    "bad_record": 422,
    "too_many_requests": 429,
    "internal": 500,
    "busy": 503,  # bots cannot be asked now
    "storage": 503,  # the database cannot be written; nothing was changed
}

# Where a name has several reasons that a person wants told apart: stable, too.
REASONS = {
    "private_table": ("join",),  # one may look, but a seat needs the invitation
    "not_your_seat": ("no_seat", "handed_over"),
    "cannot_undo": ("off", "passed", "seen", "nothing"),
    "full": ("chat", "links", "seats"),
    "invalid": ("name", "text"),  # the entry that is wrong
    "bad_record": ("no_record", "line", "box", "unfinished"),
}
IN_LINE = re.compile(r"line (\d+): ")


class Refused(Exception):
    """A request that is not carried out. Nothing has been changed.

    `rule`, `number` and `reason` are what the message names, for those who say it in other words or in another language; `why` is the
    fact against a move, in the language that was asked for.
    """

    def __init__(
        self,
        error: str,
        message: str,
        *,
        rule: str | None = None,
        why: str | None = None,
        number: int | None = None,
        reason: str | None = None,
    ) -> None:
        super().__init__(message)
        assert reason is None or reason in REASONS[error]
        self.error = error
        self.status = STATUS[error]
        self.message = message
        self.rule, self.why, self.number, self.reason = rule, why, number, reason

    def body(self) -> dict[str, Any]:
        told = {"rule": self.rule, "why": self.why, "number": self.number, "reason": self.reason}
        return {"error": self.error, "message": self.message, **told}


NAMES: dict[type[TriumvirError], str] = {
    IllegalMove: "illegal_move",
    CannotUndo: "cannot_undo",
    UnknownGame: "unknown_game",
    BoxError: "bad_box",
    RecordError: "bad_record",
    BadRequest: "bad_request",
}


def refused(error: TriumvirError) -> Refused:
    """What the rules refuse, in the words of the server."""
    name, message = NAMES.get(type(error), "bad_request"), str(error)
    if isinstance(error, IllegalMove):
        return Refused(name, message, rule=error.rule, why=error.reason)
    line = IN_LINE.match(message) if isinstance(error, RecordError) else None
    return Refused(name, message) if line is None else Refused(name, message, number=int(line[1]), reason="line")
