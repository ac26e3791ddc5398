"""A game: what its folder says of it (`Title`), bound to a box (`Game`)."""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from triumvir.kernel import box as boxes
from triumvir.kernel.actions import Actions, Notation
from triumvir.kernel.catalogue import Catalogue
from triumvir.kernel.engine import Engine
from triumvir.kernel.errors import BadRequest
from triumvir.kernel.features import Features
from triumvir.kernel.scores import leaders
from triumvir.kernel.state import SEATS
from triumvir.kernel.view import Asked, Opened
from triumvir.kernel.words import Words, languages, words

MOST_SEED = 2**63 - 1
APART = 0x1E3779B97F4A7C15

Door = tuple[str, Callable[[], object]]  # a name, and a call that compiles what it needs


@dataclass(frozen=True)
class Dealt:
    """Cards that lie in other places every match, so that the number of an action says where a card lay and not which.

    A game that has such cards has a rule `tally(s, box, action, taken)`, too: it counts an action and, after all actions, the cards that go with it.
    """

    spans: tuple[str, ...]  # the actions that name a place
    cards: int
    lay: Callable[[np.ndarray], np.ndarray]  # finished matches -> by match and card, whether it lay on the table
    name: Callable[["Game", int, Words], str]  # what goes with a card


@dataclass(frozen=True)
class Title:
    """What a game folder says of its game. Every folder has one, and nothing else of it is known outside."""

    name: str
    title: str
    folder: Path
    players: tuple[int, ...]
    rules_version: int  # rises when the same moves can lead elsewhere
    catalogue: Catalogue
    box_model: type[boxes.Part]
    tables: Callable[[Any], np.ndarray]  # checked contents -> an array of one record, which the rules read
    state: np.dtype  # begins with kernel.state.Table and has `sheet`, points by seat and category
    actions: Actions
    notation_names: Callable[[Any], Mapping[str, Sequence[str]]]
    rules: Mapping[str, Callable[..., Any]]  # set_up, legal, play, obstacle, final_standing, redact, redeal, observe
    features: Features
    categories: tuple[str, ...]
    view: Callable[["Game", Opened, int], dict[str, Any]]  # a redacted record, as plain data
    text: Callable[["Game", Opened, int, Words], str]  # the same, to read
    describe: Callable[["Game", Opened, int, Words], str]  # what an action would do
    report: Callable[["Game", Opened, Opened, int, Words], str]  # what it did, from the record before to that after it
    reasons: Mapping[str, Callable[[Asked], str]]  # rule that forbids an action -> the fact that it does so for, as a sentence
    statistics: Callable[["Game", np.ndarray], dict[str, np.ndarray]]  # facts of finished matches, one number each
    chapter: str  # the field of the record that counts, from 1, the chapters of a match: rounds or phases
    options: Mapping[str, Callable[[Any, Any], None]] = field(default_factory=dict)  # checked and written into a new record
    giving_up: frozenset[int] = frozenset()  # actions that come last where people are shown them: they get nothing
    face_down: frozenset[str] = frozenset()  # spans of actions whose choice the others do not see
    dealt: Dealt | None = None  # and a rule `tally` among the rules
    in_words: Mapping[str, Callable[["Game", int, Words], str]] = field(
        default_factory=dict
    )  # of actions whose notation is a code: what they are about
    more_doors: Callable[["Game"], Iterable[Door]] = lambda game: ()  # compiled functions of its own, for `triumvir warm`


def check_seed(seed: int, matches: int = 1) -> None:
    """A seed, or the first of several that follow each other."""
    if type(seed) is not int or not 0 <= seed <= MOST_SEED - matches + 1:
        raise BadRequest(f"a seed is a whole number from 0 to 2^63 - 1, not {seed!r}")


def apart(seed: int) -> int:
    """A seed for choices in a match that was dealt with a seed: drawn with the same one, choices would go with the cards."""
    return (seed + APART) % (1 << 62)


def copied(states: np.ndarray) -> np.ndarray:
    """A copy of the first record, as bytes: NumPy's own goes field by field, which takes a hundred times as long."""
    copy = np.empty(1, states.dtype)
    copy.view(np.uint8)[:] = np.ascontiguousarray(states[:1]).view(np.uint8)
    return copy


_engines: dict[str, Engine] = {}
_making = threading.Lock()


def _engine(title: Title) -> Engine:
    """Compiled rules are shared by all boxes of a title, and by all threads."""
    with _making:
        if title.name not in _engines:
            rules = {**title.rules, "ACTIONS": title.actions.count}
            _engines[title.name] = Engine(f"triumvir.games.{title.name}", rules)
        return _engines[title.name]


class Game:
    """A title with a box: all that is needed to set up, play, look at and score matches."""

    def __init__(self, title: Title, box_path: str | Path | None = None) -> None:
        self._title = title
        self.name = title.name
        self.title = title.title
        self.players = title.players
        self.rules_version = title.rules_version
        self.num_actions = title.actions.count
        self.actions = title.actions
        self.categories = title.categories
        self.features = title.features
        self.dealt = title.dealt
        self.state = title.state
        self.engine = _engine(title)
        self.original_box = title.folder / "box.toml"
        self.box = boxes.read(Path(box_path) if box_path else self.original_box, title.box_model)
        self.tables = title.tables(self.box.contents)
        self.names = title.notation_names(self.box.contents)
        self.notation = Notation(title.actions, self.names)

    def __repr__(self) -> str:
        return f"<{self.title}, box {self.box.digest}>"

    @cached_property
    def printed(self) -> Opened:
        """The numbers of the box, for views; rules are handed `tables`."""
        return Opened(self.tables)

    @property
    def rules(self) -> dict[str, str]:
        """Every rule: id -> sentence."""
        return self._title.catalogue.sentences

    @property
    def rule_ids(self) -> tuple[str, ...]:
        return self._title.catalogue.ids

    @property
    def catalogue_path(self) -> Path:
        return self._title.catalogue.path

    @cached_property
    def languages(self) -> list[str]:
        return languages(self._title.folder / "words")

    def words(self, language: str, names: Sequence[str] = ()) -> Words:
        """The words of a language; `names` are those of the players, by seat."""
        return words(self._title.folder / "words", language).calling(names)

    def rule_sentence(self, rule: str, language: str = "en") -> str:
        """A rule's sentence in a language."""
        if language == "en":
            return self.rules[rule]
        return self.words(language)(f"rules.{rule}")

    def check_players(self, players: int) -> None:
        if type(players) is not int or players not in self.players:
            raise BadRequest(f"{self.title} is for {self.players[0]} to {self.players[-1]} players, not {players!r}")

    # A record is an array of one, because that is how the compiled rules take it.

    def record(self, players: int, seed: int, options: Mapping[str, Any] | None = None) -> np.ndarray:
        """A new match, as an array of one record."""
        self.check_players(players)
        check_seed(seed)
        states = np.zeros(1, self.state)
        self.engine.start_match(states, 0, self.tables, players, seed)
        for name, value in (options or {}).items():
            if name not in self._title.options:
                known = ", ".join(self._title.options) or "none"
                raise BadRequest(f"{self.title} has no option {name!r}: there is {known}")
            self._title.options[name](states[0], value)
        return states

    def rule_against(self, states: np.ndarray, action: int) -> str | None:
        """The id of the rule that forbids an action now, None if it is legal."""
        return self._title.catalogue.rule(self.engine.obstacle_code(states, 0, self.tables, action))

    def reason(self, states: np.ndarray, action: int, language: str, names: Sequence[str] = ()) -> str | None:
        """The fact that stands against an action now, as a sentence for the seat to decide; None if it is legal."""
        return self.reason_in(Opened(self.redacted(states, int(states[0].seat))), action, self.words(language, names))

    def reason_in(self, seen: Opened, action: int, words: Words) -> str | None:
        """The same of a record that is redacted and opened already."""
        rule = self.rule_against(seen.copied(), action)
        if rule is None:
            return None
        span, number = self.actions.find(action)
        return self._title.reasons[rule](Asked(self, seen, span.name, number, words))

    def redacted(self, states: np.ndarray, seat: int) -> np.ndarray:
        """A copy that holds only what a seat may know."""
        copy = copied(states)
        self.engine.redact_match(copy, 0, self.tables, seat)
        return copy

    def redealt(self, states: np.ndarray, seat: int, seed: int) -> np.ndarray:
        """A copy in which everything that a seat may not know is dealt anew."""
        copy = copied(states)
        self.engine.redact_match(copy, 0, self.tables, seat)
        self.engine.redeal_match(copy, 0, self.tables, seat, seed)
        return copy

    def observation(self, states: np.ndarray, seat: int) -> np.ndarray:
        """The observation vector of a seat."""
        out = np.zeros(self.features.count, np.int16)
        self.engine.observe_match(self.redacted(states, seat), 0, self.tables, seat, out)
        return out

    def view(self, states: np.ndarray, seat: int) -> dict[str, Any]:
        """What a seat may see, as plain data."""
        return self._title.view(self, Opened(self.redacted(states, seat)), seat)

    def text(self, states: np.ndarray, seat: int, language: str, names: Sequence[str] = ()) -> str:
        """What a seat may see, to read."""
        return self._title.text(self, Opened(self.redacted(states, seat)), seat, self.words(language, names))

    def describe(self, states: np.ndarray, action: int, language: str, names: Sequence[str] = ()) -> str:
        """What an action would do, as a sentence for the seat to decide."""
        return self.descriptions(states, [action], language, names)[0]

    def descriptions(self, states: np.ndarray, actions: Iterable[int], language: str, names: Sequence[str] = ()) -> list[str]:
        """The same of several actions."""
        seen, words = Opened(self.redacted(states, int(states[0].seat))), self.words(language, names)
        return [self._title.describe(self, seen, action, words) for action in actions]

    def for_people(self, actions: Iterable[int]) -> list[int]:
        """Actions in the order in which people are shown them: those last that give something up."""
        return sorted(actions, key=lambda action: action in self._title.giving_up)

    def is_face_down(self, action: int) -> bool:
        """Whether the others do not see which action of its kind was chosen."""
        return self.actions.find(action)[0].name in self._title.face_down

    def announce(self, states: np.ndarray, action: int, viewer: int, language: str, names: Sequence[str] = ()) -> str:
        """What a seat, or a spectator, sees happen when an action is made that is legal now, as a sentence."""
        after = copied(states)
        self.engine.play_action(after, 0, self.tables, action)
        return self.report(states, after, action, viewer, language, names)

    def report(self, before: np.ndarray, after: np.ndarray, action: int, viewer: int, language: str, names: Sequence[str] = ()) -> str:
        """The same, of the records before and after the action: out of what the viewer may know of them."""
        words = self.words(language, names)
        if self.is_face_down(action) and viewer != int(before[0].seat):
            return words(f"face_down.{self.actions.find(action)[0].name}")
        saw, sees = Opened(self.redacted(before, viewer)), Opened(self.redacted(after, viewer))
        return self._title.report(self, saw, sees, action, words.told)

    def chapter(self, states: np.ndarray) -> int:
        """In which round or phase of the match the first record is, from 1."""
        chapter: int = states[self._title.chapter][0].item()
        return chapter

    def winners(self, states: np.ndarray) -> np.ndarray:
        """A bool for every match and seat: who has won. Of finished matches."""
        standings = np.zeros((len(states), SEATS), np.int64)
        self.engine.stand_all(states, standings)
        return leaders(states, standings)

    def action_in_words(self, action: int, words: Words) -> str:
        """What an action is about whose notation is a code; of others nothing."""
        span, number = self.actions.find(action)
        return self._title.in_words[span.name](self, number, words) if span.name in self._title.in_words else ""

    def more_doors(self) -> Iterable[Door]:
        """Compiled functions that only this game has."""
        return self._title.more_doors(self)

    def statistics(self, states: np.ndarray) -> dict[str, np.ndarray]:
        """Facts of finished matches worth a line in a table."""
        return self._title.statistics(self, states)
