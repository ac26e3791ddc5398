"""One match: what may be done, what was done, and taking it back as far as that is fair."""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from triumvir.games import title
from triumvir.kernel import game as kernel
from triumvir.kernel.errors import BadRequest, CannotUndo, IllegalMove
from triumvir.kernel.state import EMPTY
from triumvir.match import record
from triumvir.words import spoken


class Game(kernel.Game):
    """A game of which matches can be started."""

    def new(self, players: int, seed: int, **options: Any) -> "Match":
        """A new match. The seed decides everything that is left to chance."""
        return Match(self, players, seed, options)

    def rules_with(self, word: str, lang: str = "en") -> dict[str, str]:
        """The rule with this id, or those whose sentence has the word, all of them without one; id -> sentence."""
        plain = word.strip().lower()
        sentences = {rule: self.rule_sentence(rule, lang) for rule in self.rule_ids}
        named = {rule: sentence for rule, sentence in sentences.items() if rule.lower() == plain}
        return named or {rule: sentence for rule, sentence in sentences.items() if plain in sentence.lower()}


def game(name: str, box: str | Path | None = None) -> Game:
    """A game by name, with its own box or a changed one."""
    return _with_own_box(name) if box is None else Game(title(name), box)


@cache
def _with_own_box(name: str) -> Game:
    """Read and checked once: that takes longer than to replay a match."""
    return Game(title(name))


class Decision(NamedTuple):
    """A decision in the history: who made it, what it was, and the record as it lay before."""

    seat: int
    action: int
    before: np.ndarray


class Course(NamedTuple):
    """How a match went: the points of every seat at every position, and the positions at which its chapters began."""

    scores: list[list[int]]
    chapters: list[int]


class Match:
    """A match of a game. All that is known of the position is one record."""

    def __init__(self, game: Game, players: int, seed: int, options: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.seed = seed
        self.options = dict(options or {})
        self.history: list[Decision] = []
        self.names: Sequence[str] = ()  # of the players, by seat, for sentences; who has none is `Player 1` and so on
        self.take_backs = 0  # decisions taken back beyond what honesty allows, see `take_back`
        self.rules_version = game.rules_version
        self.states = game.record(players, seed, self.options)
        self._legal = np.zeros(game.num_actions, np.int16)
        self._count = game.engine.legal_actions(self.states, 0, game.tables, self._legal)

    def __repr__(self) -> str:
        state = "over" if self.over else f"seat {self.seat} to decide"
        return f"<Match of {self.game.title}, {self.players} players, {len(self.history)} decisions, {state}>"

    @property
    def players(self) -> int:
        return int(self.states[0].players)

    @property
    def seat(self) -> int | None:
        """Whose decision it is, None when the match is over."""
        seat: int = self.states["seat"].item()
        return None if seat == EMPTY else seat

    @property
    def over(self) -> bool:
        return self.seat is None

    # --- What is allowed

    def legal(self) -> list[int]:
        """All legal actions, ascending."""
        legal: list[int] = self._legal[: self._count].tolist()
        return legal

    def known(self) -> tuple[np.ndarray, np.ndarray]:
        """What a bot is asked with: the record as the seat to decide may know it, and its legal actions."""
        assert self.seat is not None
        return self.game.redacted(self.states, self.seat), self._legal[: self._count].copy()

    def mask(self) -> np.ndarray:
        """A bool for every action of the game."""
        mask = np.zeros(self.game.num_actions, np.bool_)
        mask[self._legal[: self._count]] = True
        return mask

    def why_not(self, action: int | str) -> str | None:
        """The id of the rule that forbids an action now; None if it is legal."""
        return self.game.rule_against(self.states, self._action(action))

    def reason(self, action: int | str, lang: str = "en") -> str | None:
        """The fact that stands against an action now, as a sentence for the seat to decide; None if it is legal."""
        return self.game.reason(self.states, self._action(action), lang, self.names)

    def refusal(self, action: int | str, lang: str = "en") -> IllegalMove | None:
        """All that is to be said against an action now: the fact, and the rule with its sentence."""
        rule = self.why_not(action)
        if rule is None:
            return None
        move, reason, sentence = self.notation(self._action(action)), self.reason(action, lang), self.game.rule_sentence(rule, lang)
        return IllegalMove(spoken(lang)("refused", move=move, reason=reason, rule=rule, sentence=sentence), rule, reason)

    def notation(self, action: int) -> str:
        """The short text of an action."""
        return self.game.notation[self._action(action)]

    def parse(self, text: str) -> int:
        """The action of a text; whether it is legal is another question."""
        action = self.game.notation.parse(text)
        if action is None:
            raise IllegalMove(f"{text!r} is no move of {self.game.title}")
        return action

    def describe(self, action: int | str, lang: str = "en") -> str:
        """What an action would do now, as a sentence."""
        return self.game.describe(self.states, self._action(action), lang, self.names)

    def descriptions(self, actions: Iterable[int], lang: str = "en") -> list[str]:
        """The same of several actions."""
        return self.game.descriptions(self.states, actions, lang, self.names)

    def announce(self, action: int | str, viewer: int | None, lang: str = "en") -> str:
        """What a seat, or None for a spectator, sees happen when a legal action is made now, as a sentence."""
        number = self._action(action)
        if (refusal := self.refusal(number, lang)) is not None:
            raise refusal
        return self.game.announce(self.states, number, self._viewer(viewer), lang, self.names)

    def _action(self, action: int | str) -> int:
        if isinstance(action, str):
            return self.parse(action)
        if isinstance(action, bool) or not isinstance(action, int | np.integer) or not 0 <= action < self.game.num_actions:
            raise IllegalMove(f"{action!r} is no move of {self.game.title}: moves run from 0 to {self.game.num_actions - 1}")
        return int(action)

    # --- Playing

    def play(self, action: int | str) -> None:
        """Makes a decision for the seat whose turn it is, or raises IllegalMove and changes nothing."""
        number = self._action(action)
        before = kernel.copied(self.states)
        count = self.game.engine.try_action(self.states, 0, self.game.tables, number, self._legal)
        if count < 0:
            refusal = self.refusal(number)
            assert refusal is not None
            raise refusal
        self._count = count
        self.history.append(Decision(before["seat"].item(), number, before))

    @property
    def can_undo(self) -> bool:
        """Whether the last decision may be taken back: by the same seat, with nothing revealed since."""
        if not self.history or self.over:
            return False
        last = self.history[-1]
        return last.seat == self.seat and last.before[0].reveals == self.states[0].reveals

    def undo(self) -> None:
        """Takes the own last decision back, if that is honest."""
        if not self.history:
            raise CannotUndo("there is no decision to take back")
        if not self.can_undo:
            seen = self.history[-1].before[0].reveals != self.states[0].reveals
            raise CannotUndo("something hidden was turned up since the last decision" if seen else "the turn has passed to another player")
        self._step_back()

    def take_back(self, seat: int) -> None:
        """Goes back to the last decision of a seat, whatever was revealed since: for matches against bots. Counted in the record."""
        if not any(decision.seat == seat for decision in self.history):
            raise CannotUndo(f"seat {seat} has made no decision yet")
        honest = self.can_undo and self.seat == seat
        while self._step_back() != seat:
            pass
        self.take_backs += not honest

    def _step_back(self) -> int:
        last = self.history.pop()
        self.states[:] = last.before
        self._count = self.game.engine.legal_actions(self.states, 0, self.game.tables, self._legal)
        return last.seat

    # --- Points

    def scores(self) -> list[int]:
        """Points so far, by seat."""
        return [int(points) for points in self.states[0].score[: self.players]]

    def sheet(self) -> list[dict[str, int]]:
        """Points so far by category, for each seat; they sum to the score."""
        rows = self.states[0].sheet[: self.players]
        return [{name: int(points) for name, points in zip(self.game.categories, row, strict=True)} for row in rows]

    def sheet_lines(self, lang: str = "en") -> list[str]:
        """The sheet as a table in plain text: the categories that have brought points to somebody, and the sums."""
        words, sheet = self.game.words(lang), self.sheet()
        named = [(words(f"category.{name}"), [row[name] for row in sheet]) for name in self.game.categories if any(row[name] for row in sheet)]
        rows = [*named, ("", self.scores())]
        width = max(len(name) for name, _ in rows) + 2
        head = " " * width + "".join(f"{words.seat(seat):>12}" for seat in range(len(sheet)))
        return [head, *(f"{name:{width}}" + "".join(f"{points:>12}" for points in row) for name, row in rows)]

    def course(self) -> Course:
        """How it went so far, from the first position to this one."""
        lay = [decision.before for decision in self.history] + [self.states]
        chapters = [self.game.chapter(states) for states in lay]
        begins = [0] + [number for number in range(1, len(self.history)) if chapters[number] != chapters[number - 1]]
        return Course([states["score"][0, : self.players].tolist() for states in lay], begins)

    def winners(self) -> list[int]:
        """The seats that have won; none before the end."""
        return [seat for seat, wins in enumerate(self.game.winners(self.states)[0][: self.players]) if wins] if self.over else []

    # --- What a seat may see

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may see, None for a spectator, as plain data."""
        return self.game.view(self.states, self._viewer(seat))

    def text(self, seat: int | None = None, lang: str = "en") -> str:
        """The same, to read."""
        return self.game.text(self.states, self._viewer(seat), lang, self.names)

    def observation(self, seat: int) -> np.ndarray:
        """The observation vector of a seat."""
        if self._viewer(seat) == EMPTY:
            raise BadRequest("an observation is that of a seat")
        return self.game.observation(self.states, seat)

    def _viewer(self, seat: int | None) -> int:
        if seat is None:
            return EMPTY
        if type(seat) is not int or not 0 <= seat < self.players:
            raise BadRequest(f"no seat {seat!r}: seats run from 0 to {self.players - 1}")
        return seat

    # --- The record of a match

    @property
    def result(self) -> str:
        """The final scores as a record notes them."""
        return " ".join(map(str, self.scores())) if self.over else "unfinished"

    def dumps(self) -> str:
        """The record of the match as text. It holds the seed: keep it to yourself while the match runs."""
        header = {
            "game": self.game.name,
            "rules": self.rules_version,
            "box": self.game.box.digest,
            "players": self.players,
            "seed": self.seed,
            "options": json.dumps(self.options, sort_keys=True),
            "take_backs": self.take_backs,
            "result": self.result,
        }
        return record.write(header, ((decision.seat, self.game.notation[decision.action]) for decision in self.history))
