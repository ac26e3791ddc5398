"""A match in the terminal: the table as text, moves by number or by name, bots as opponents and as advisers."""

import secrets
from collections.abc import Sequence
from pathlib import Path

from triumvir import advice, bots
from triumvir.games import NAMES, title
from triumvir.kernel.errors import BadRequest, CannotUndo, IllegalMove, TriumvirError
from triumvir.kernel.view import who
from triumvir.match import Game, Match
from triumvir.match.seating import other_seats
from triumvir.processes import available_cores
from triumvir.words import spoken

LIST_AT_MOST = 40
AFTERWARDS = ("", "help", "board", "score", "rule", "rules", "undo", "save")  # what can be asked for when the match is over


def choose_game(lang: str) -> str | None:
    """Asks which game to play; None when the person leaves."""
    say = spoken(lang)
    for number, name in enumerate(NAMES, start=1):
        print(f"{number:4}  {title(name).title}")
    while True:
        try:
            line = input(say("terminal.which")).strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return None
        if line in NAMES:
            return line
        if line.isdecimal() and 1 <= int(line) <= len(NAMES):
            return NAMES[int(line) - 1]
        print(say("terminal.which_number", most=len(NAMES)))


class Terminal:
    """One person at a keyboard, and bots in the other seats."""

    def __init__(self, game: Game, players: int, seat: int, seed: int | None, lang: str, opponents: Sequence[str]) -> None:
        self.game = game
        self.lang = lang
        self.words = game.words(lang)
        self.say = spoken(lang)
        self.match: Match = game.new(players, secrets.randbits(62) if seed is None else seed)
        self.seat = seat
        cores = available_cores()
        named = other_seats(players, seat, opponents)
        self.bots = {other: bots.make(name, game, secrets.randbits(30), cores) for other, name in named.items()}
        self._adviser: bots.Bot | None = None

    def run(self) -> None:
        """Until the person leaves; when the match is over she may look back, keep the record or take a decision back."""
        say, name = self.say, self.words.seat
        others = ", ".join(say("terminal.opponent", bot=bot.name, seat=seat, name=name(seat)) for seat, bot in self.bots.items())
        print(say("terminal.begin", game=self.game.title, seat=self.seat, name=name(self.seat), others=others))
        print(say("terminal.help_hint"))
        going_on = True
        while going_on:
            self._opponents()
            self._table()
            if self.match.over:
                self._result()
            else:
                self._moves()
            going_on = self._asked()

    def _result(self) -> None:
        self._score()
        winners = self.match.winners()
        print(self.say("end.win") if winners == [self.seat] else self.say("end.winners", names=", ".join(map(self._name, winners))))
        print(self.say("terminal.afterwards"))

    def _opponents(self) -> None:
        while self.match.seat not in (None, self.seat):
            assert self.match.seat is not None
            self._play(self.bots[self.match.seat].choose(*self.match.known()))

    def _play(self, action: int) -> None:
        """Makes a move and says what it did."""
        told = self.match.announce(action, self.seat, self.lang)
        assert self.match.seat is not None
        print(f"{self._name(self.match.seat)}: {told}")
        self.match.play(action)

    def _name(self, seat: int) -> str:
        return who(seat, self.seat, self.words)

    def _table(self) -> None:
        print(f"\n{self.match.text(self.seat, self.lang)}\n")

    def _moves(self) -> None:
        legal = self.match.legal()
        shown = legal if len(legal) <= LIST_AT_MOST else [*legal[: LIST_AT_MOST // 2], *legal[-LIST_AT_MOST // 4 :]]
        for number, action in enumerate(legal, start=1):
            if action in shown:
                print(f"{number:4}  {self.match.notation(action):26} {self.match.describe(action, self.lang)}")
            elif action == legal[LIST_AT_MOST // 2]:
                print("        ...")

    def _asked(self) -> bool:
        """Asks until the position has changed; False when the person leaves."""
        while True:
            try:
                line = input("> ").strip()
            except (EOFError, KeyboardInterrupt):
                print()
                return False
            if line.lower() in ("quit", "exit"):
                return False
            try:
                if self._obey(line):
                    return True
            except TriumvirError as error:
                print(error)
            except KeyboardInterrupt:  # of a hint that takes too long
                print()

    def _obey(self, line: str) -> bool:
        """Carries one line out; True when the position has changed."""
        word, _, rest = line.partition(" ")
        if self.match.over and word.lower() not in AFTERWARDS:
            raise BadRequest(self.say("terminal.over"))
        match word.lower():
            case "":
                return False
            case "help":
                print(self.say("terminal.help"))
            case "moves":
                self._moves()
            case "board":
                self._table()
            case "score":
                self._score()
            case "hint":
                self._hint()
            case "rule" | "rules":
                self._rules(rest.strip())
            case "why":
                self._why(rest)
            case "undo":
                return self._undo()
            case "save":
                self._save(rest.strip())
            case _:
                self._play(self._chosen(line))
                return True
        return False

    def _chosen(self, line: str) -> int:
        if line.isdecimal():
            legal = self.match.legal()
            if not 1 <= int(line) <= len(legal):
                raise IllegalMove(self.say("terminal.no_number", number=line, most=len(legal)))
            return legal[int(line) - 1]
        action = self.game.notation.parse(line)
        if action is None:
            raise IllegalMove(self.say("terminal.no_move", text=line, game=self.game.title))
        return action

    def _hint(self) -> None:
        if self._adviser is None:
            self._adviser = bots.make(advice.ADVISER, self.game, cores=available_cores())
        print(*advice.lines(self.match, self._adviser.explain(*self.match.known()), self.lang), sep="\n")

    def _why(self, text: str) -> None:
        action = self._chosen(text.strip())
        print(self.match.refusal(action, self.lang) or self.say("terminal.allowed", move=self.match.notation(action)))

    def _rules(self, word: str) -> None:
        if not word:
            print(self.say("terminal.which_rule", rule=self.game.rule_ids[0]))
        elif found := self.game.rules_with(word, self.lang):
            print(*(f"{rule}: {sentence}" for rule, sentence in found.items()), sep="\n")
        else:
            print(self.say("terminal.no_rule", word=word))

    def _undo(self) -> bool:
        honest = self.match.can_undo
        try:
            self.match.take_back(self.seat)
        except CannotUndo:
            raise CannotUndo(self.say("terminal.nothing_to_undo")) from None
        if not honest:
            print(self.say("terminal.taken_back"))
        return True

    def _score(self) -> None:
        print(*self.match.sheet_lines(self.lang), sep="\n")

    def _save(self, name: str) -> None:
        if not name:
            raise BadRequest(self.say("terminal.save_where"))
        try:
            Path(name).write_text(self.match.dumps(), encoding="utf-8")
        except OSError as error:
            raise BadRequest(self.say("terminal.not_saved", file=name, why=error.strerror)) from None
        print(self.say("terminal.saved", file=name))
