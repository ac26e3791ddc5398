"""The only place that turns a table into what somebody is sent.

Everything about a match comes through `view`, `text`, `describe`, `announce` and `reason`, which know only the redacted record of the
seat that looks. Messages are built from named parts; nothing is copied whole and pruned.
"""

from collections.abc import Sequence
from typing import Any

import orjson

from triumvir.kernel.state import EMPTY
from triumvir.match import Match
from triumvir.server import pushes
from triumvir.server.table import Happening, Seat, Table, Who

SPECTATOR = EMPTY
PARTS = ("view", "choices", "moves", "text")
FRAMES_OF_LAST = 4  # events: older pushes are asked for one by one
MOST_EVENTS = 200  # in one message


def sitting(seat: Seat, present: bool) -> dict[str, Any]:
    return {**seat.row(), "present": present}


class Window:
    """What is seen of one table. Parts that cost something are kept until the position changes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._fixed = {
            "table": table.id,
            "game": table.game.name,
            "rules_version": table.match.rules_version,
            "box": table.game.box.digest,
            "options": table.options.model_dump(),
            "listed": table.listed,
            "origin": table.origin,
        }
        self._kept: dict[Any, Any] = {}
        self._version = -1  # of what is kept

    def _keep(self, key: Any, make: Any) -> Any:
        if self._version != self.table.version:
            self._kept.clear()
            self._version = self.table.version
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    # --- The table

    def state(self, who: Who, wanted: int | None, lang: str, parts: Sequence[str], present: Sequence[bool]) -> dict[str, Any]:
        """The table as somebody sees it; values that are `orjson.Fragment` are JSON already."""
        table = self.table
        viewer = table.viewer(who, wanted)
        scores, sheet = self._points()
        return {
            **self._fixed,
            "state": table.state,
            "you": who.seats,
            "viewer": viewer,
            "seats": [sitting(seat, here) for seat, here in zip(table.seats, present, strict=True)],
            "number": table.number,
            "event": len(table.events),
            "to_decide": table.to_decide,
            "thinking": table.bot_to_decide is not None,
            "view": self._view(viewer) if "view" in parts else None,
            "choices": self.choices(viewer, lang) if "choices" in parts else None,
            "moves": self.moves(viewer) if "moves" in parts else None,
            "can_undo": table.can_undo(who),
            "scores": scores,
            "sheet": sheet,
            "winners": table.match.winners(),
            "text": self._text(viewer, lang) if "text" in parts else None,
        }

    def _view(self, viewer: int | None) -> orjson.Fragment:
        made: orjson.Fragment = self._keep(("view", viewer), lambda: orjson.Fragment(orjson.dumps(self.table.match.view(viewer))))
        return made

    def _points(self) -> tuple[list[int], list[dict[str, int]]]:
        """Scores and points by category: what spectators know of them, and so everybody."""

        def make() -> tuple[list[int], list[dict[str, int]]]:
            game, players = self.table.game, len(self.table.seats)
            record = game.redacted(self.table.match.states, SPECTATOR)
            sheet = record["sheet"][0][:players].tolist()
            return record["score"][0][:players].tolist(), [dict(zip(game.categories, row, strict=True)) for row in sheet]

        made: tuple[list[int], list[dict[str, int]]] = self._keep("points", make)
        return made

    def _text(self, viewer: int | None, lang: str) -> str:
        text: str = self._keep(("text", viewer, lang), lambda: self.table.match.text(viewer, lang))
        return text

    def choices(self, viewer: int | None, lang: str) -> orjson.Fragment | list[Any]:
        """The legal moves in words, for the seat to decide; nothing for anybody else."""
        table = self.table
        if not self._decides(viewer):
            return []
        made: orjson.Fragment = self._keep(("choices", lang), lambda: orjson.Fragment(orjson.dumps(_choices(table.match, lang))))
        return made

    def moves(self, viewer: int | None) -> list[str]:
        """The legal moves in notation, for programs: as `choices`, and much cheaper."""
        match = self.table.match
        return [match.game.notation[action] for action in match.legal()] if self._decides(viewer) else []

    def _decides(self, viewer: int | None) -> bool:
        return viewer is not None and viewer == self.table.to_decide and self.table.bot_to_decide is None

    # --- What happened

    def events(self, viewer: int | None, after: int, lang: str | None, frames: bool = True) -> list[dict[str, Any]]:
        """The events after one, as a viewer saw them; without a language, without sentences."""
        events = self.table.events
        newest = len(events)
        return [
            self.event(event, viewer, lang, frames and event.number > newest - FRAMES_OF_LAST)
            for event in events[max(0, after) : max(0, after) + MOST_EVENTS]
        ]

    def event(self, event: Happening, viewer: int | None, lang: str | None, frames: bool) -> dict[str, Any]:
        told: dict[str, Any] = {"type": event.kind, "event": event.number, "at": event.at}
        data = event.data
        match event.kind:
            case "decision":
                return {**told, **self._decision(event, viewer, lang, frames)}
            case "undone":
                return {**told, "seat": data["seat"], "number": data["number"], "count": data["count"]}
            case "chat":
                return {**told, "seat": data["seat"], "text": data["text"]}
            case "seat":
                names = ("seat", "kind", "name", "bot", "away")
                return {**told, "sitting": {name: data[name] for name in names} | {"present": False}}
            case "over":
                return {**told, "scores": data["scores"], "winners": data["winners"]}
            case "rematch":
                return {**told, "table": data["table"]}
            case "started":
                return told
        raise ValueError(f"nothing is known of the event {event.kind!r}")

    def _decision(self, event: Happening, viewer: int | None, lang: str | None, frames: bool) -> dict[str, Any]:
        game, action, before = self.table.game, event.action, event.before
        assert action is not None
        assert before is not None
        seat = event.data["seat"]
        hidden = game.is_face_down(action) and viewer != seat
        if lang is not None and (viewer, lang) not in event.rendered:
            event.rendered[viewer, lang] = game.announce(before, action, SPECTATOR if viewer is None else viewer, lang, self.table.match.names)
        return {
            "number": event.data["number"],
            "seat": seat,
            "kind": game.actions.find(action)[0].name,
            "move": None if hidden else game.notation[action],
            "sentence": None if lang is None else event.rendered[viewer, lang],
            "frames": self.frames(event) if frames else None,
        }

    def frames(self, event: Happening) -> orjson.Fragment | None:
        """The frames of a push, None of anything else."""
        if event.action is None or event.before is None:
            return None
        if "frames" not in event.rendered:
            film = pushes.frames(self.table.game, event.before, event.action)
            event.rendered["frames"] = film if film is None else orjson.Fragment(orjson.dumps(film))
        made: orjson.Fragment | None = event.rendered["frames"]
        return made

    def news(
        self,
        who: Who,
        wanted: int | None,
        after: int,
        lang: str,
        parts: Sequence[str],
        present: Sequence[bool],
        frames: bool = True,
        words: bool = True,
    ) -> dict[str, Any]:
        """What a client is told that has seen all events up to one: for sockets and for polling."""
        newest = len(self.table.events)
        after = min(after, newest)
        events = self.events(self.table.viewer(who, wanted), after, lang if words else None, frames)
        last = after + len(events)
        whole = last == newest
        state = self.state(who, wanted, lang, parts, present) if parts and whole else None
        return {"events": events, "event": last, "more": not whole, "state": state}

    # --- Finished matches

    def position(self, number: int, viewer: int | None, lang: str) -> dict[str, Any]:
        """A position of a finished match, as any seat saw it."""
        table = self.table
        match, history = table.match, table.match.history
        record = history[number].before if number < len(history) else match.states
        view = table.game.view(record, SPECTATOR if viewer is None else viewer)
        event = next((e for e in reversed(table.events) if e.kind == "decision" and e.data["number"] == number), None)
        return {
            "table": table.id,
            "number": number,
            "decisions": len(history),
            "viewer": viewer,
            "to_decide": view["to_decide"],
            "view": view,
            "scores": view["scores"],
            "sheet": view["sheet"],
            "text": table.game.text(record, SPECTATOR if viewer is None else viewer, lang, match.names),
            "next": None if event is None else self.event(event, viewer, lang, frames=True),
        }


def _choices(match: Match, lang: str) -> list[dict[str, Any]]:
    """The legal moves of the seat to decide, in the order for people."""
    actions = match.game.for_people(match.legal())
    return [_choice(match, action, sentence) for action, sentence in zip(actions, match.descriptions(actions, lang), strict=True)]


def choice(match: Match, action: int, lang: str) -> dict[str, Any]:
    """One of them."""
    return _choice(match, action, match.describe(action, lang))


def _choice(match: Match, action: int, sentence: str) -> dict[str, Any]:
    span, index = match.game.actions.find(action)
    return {"move": match.notation(action), "kind": span.name, "index": index, "action": action, "sentence": sentence}
