"""A match in which one seat is a program's and bots have the others. All that leaves it is what that seat may know."""

from collections.abc import Callable, Sequence
from typing import Any

from triumvir import advice
from triumvir.agent.listing import Move, listed, words_of
from triumvir.bots import Bot, Opinion
from triumvir.kernel.errors import BadRequest, IllegalMove
from triumvir.kernel.view import who
from triumvir.match import Game
from triumvir.match.seating import other_seats
from triumvir.words import spoken

Maker = Callable[[str, Game, int], Bot]  # a bot by name, for a game, with a seed
News = list[dict[str, Any]]


class Table:
    """The own seat, the bots in the others, and the questions that may be asked."""

    def __init__(self, game: Game, players: int, seat: int, seed: int, lang: str, opponents: Sequence[str], make: Maker) -> None:
        self.words = game.words(lang)
        self.game = game
        self.lang = lang
        self.match = game.new(players, seed)
        self.seat = seat
        self.bots = {other: make(name.strip(), game, seed + 1 + other) for other, name in other_seats(players, seat, opponents).items()}
        self._make = make
        self._adviser: Bot | None = None

    # --- Playing

    def opponents(self) -> News:
        """Lets the bots decide until it is the own seat's turn or the match is over; what was seen of it."""
        news: News = []
        while self.match.seat not in (None, self.seat):
            assert self.match.seat is not None
            action = self.bots[self.match.seat].choose(*self.match.known())
            news.append(self._seen(self.match.seat, action))
            self.match.play(action)
        return news

    def play(self, action: int) -> str:
        """Makes a move and says what it did; an illegal one is refused with its rule, and nothing changes."""
        self._own_turn()
        if (refusal := self.match.refusal(action, self.lang)) is not None:
            raise refusal
        text = self.match.announce(action, self.seat, self.lang)
        self.match.play(action)
        return text

    def chosen(self, text: str) -> int:
        """The action of a notation, or of a number in the list of legal moves."""
        self._own_turn()
        if text.strip().isdecimal():
            return self.numbered(int(text))
        return self.match.parse(text)

    def numbered(self, number: int) -> int:
        """The action of a number in the list of legal moves."""
        self._own_turn()
        legal = self.match.legal()
        if not 1 <= number <= len(legal):
            raise IllegalMove(f"there is no move {number}: they run from 1 to {len(legal)}")
        return legal[number - 1]

    def _own_turn(self) -> None:
        if self.match.over:
            raise BadRequest("the match is over: no more moves")

    def _seen(self, seat: int, action: int) -> dict[str, Any]:
        """What the own seat sees of another's move."""
        hidden = self.game.is_face_down(action)
        return {"seat": seat, "move": None if hidden else self.match.notation(action), "text": self.match.announce(action, self.seat, self.lang)}

    # --- What the seat sees

    def name(self, seat: int) -> str:
        """What a seat is called in sentences."""
        return who(seat, self.seat, self.words)

    def text(self) -> str:
        return self.match.text(self.seat, self.lang)

    def view(self) -> dict[str, Any]:
        return self.match.view(self.seat)

    def moves(self, words: str = "") -> list[Move]:
        """The legal moves, or those whose notation contains these words."""
        wanted = set(words.lower().split())
        found = []
        for number, action in enumerate(self.match.legal(), start=1):
            notation = self.match.notation(action)
            if not wanted <= words_of(notation):
                continue
            kind = self.game.actions.find(action)[0].name.replace("_", " ")
            found.append(Move(number, action, notation, self.match.describe(action, self.lang), kind))
        return found

    def move_lines(self) -> list[str]:
        return listed(self.moves())

    # --- Questions

    def why(self, action: int) -> dict[str, Any]:
        """Whether an action is allowed now; if not, why, and the rule that forbids it with its sentence."""
        rule = self.match.why_not(action)
        sentence = None if rule is None else self.game.rule_sentence(rule, self.lang)
        reason = self.match.reason(action, self.lang)
        return {"move": self.match.notation(action), "allowed": rule is None, "reason": reason, "rule": rule, "text": sentence}

    def why_line(self, action: int) -> str:
        refusal = self.match.refusal(action, self.lang)
        return spoken(self.lang)("terminal.allowed", move=self.match.notation(action)) if refusal is None else str(refusal)

    def rules(self, word: str = "") -> dict[str, str]:
        return rules(self.game, word, self.lang)

    def score(self) -> dict[str, Any]:
        return {"scores": self.match.scores(), "sheet": self.match.sheet()}

    def score_lines(self) -> list[str]:
        return self.match.sheet_lines(self.lang)

    def result(self) -> dict[str, Any]:
        return {**self.score(), "winners": self.match.winners(), "won": self.seat in self.match.winners()}

    def result_lines(self) -> list[str]:
        winners, say = self.match.winners(), spoken(self.lang)
        own = "win" if winners == [self.seat] else "shared" if self.seat in winners else "lost"
        return [*self.score_lines(), f"{say('end.winners', names=', '.join(map(self.name, winners)))} {say(f'end.{own}')}"]

    def hint(self) -> Opinion:
        """The best moves, as a bot sees them that knows what the seat knows."""
        self._own_turn()
        if self._adviser is None:
            self._adviser = self._make(advice.ADVISER, self.game, 0)
        return self._adviser.explain(*self.match.known())

    def hint_data(self, opinion: Opinion) -> dict[str, Any]:
        return advice.data(self.match, opinion, self.lang)

    def hint_lines(self, opinion: Opinion) -> list[str]:
        return advice.lines(self.match, opinion, self.lang)


def rules(game: Game, word: str, lang: str) -> dict[str, str]:
    """The rules with this id or word, all without one; id -> sentence."""
    if not (found := game.rules_with(word, lang)):
        raise BadRequest(f"no rule of {game.title} has the id or the word {word.strip()!r}")
    return found
