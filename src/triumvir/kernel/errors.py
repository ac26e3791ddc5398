"""What can go wrong with what somebody hands us. Each message is one line that says what and why."""


class TriumvirError(Exception):
    """Bad input. Nothing has been changed."""


class UnknownGame(TriumvirError):
    """No game has that name."""


class BoxError(TriumvirError):
    """A box file that cannot be played with: names file, entry and reason."""


class RecordError(TriumvirError):
    """A match record that cannot be read or does not replay."""


class BadRequest(TriumvirError):
    """A number of players, seat, seed, option or language that does not exist."""


class IllegalMove(TriumvirError):
    """A move the rules do not allow now: `reason` says why, `rule` is the id of the rule that forbids it; None if the text names no move."""

    def __init__(self, message: str, rule: str | None = None, reason: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.reason = reason


class CannotUndo(TriumvirError):
    """Taking the last decision back would be unfair, or there is none."""
