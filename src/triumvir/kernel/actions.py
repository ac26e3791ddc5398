"""Actions are integers out of one fixed range, divided into named spans: what is chosen, and which one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """A run of actions of one kind."""

    name: str
    start: int
    count: int

    @property
    def stop(self) -> int:
        return self.start + self.count


class Actions:
    """The whole range of a game, span after span, in the order given."""

    def __init__(self, **counts: int) -> None:
        self.spans: dict[str, Span] = {}
        start = 0
        for name, count in counts.items():
            self.spans[name] = Span(name, start, count)
            start += count
        self.count = start

    def __getitem__(self, name: str) -> Span:
        return self.spans[name]

    def __iter__(self) -> Iterator[Span]:
        return iter(self.spans.values())

    def find(self, action: int) -> tuple[Span, int]:
        """The span an action lies in, and its number there."""
        for span in self:
            if span.start <= action < span.stop:
                return span, action - span.start
        raise ValueError(f"no action {action}: actions run from 0 to {self.count - 1}")


class Notation:
    """Short, stable text for every action: the name of its span and, where there is a choice, a word for which one."""

    def __init__(self, actions: Actions, names: Mapping[str, Sequence[str]]) -> None:
        self._text: list[str] = []
        for span in actions:
            title = span.name.replace("_", " ")
            if span.count == 1:
                self._text.append(title)
                continue
            words = names[span.name]
            if len(words) != span.count:
                raise ValueError(f"{span.name}: {len(words)} names for {span.count} actions")
            self._text.extend(f"{title} {word}" for word in words)
        self._action = {text: action for action, text in enumerate(self._text)}
        if len(self._action) != len(self._text):
            raise ValueError("two actions share one notation")

    def __getitem__(self, action: int) -> str:
        return self._text[action]

    def parse(self, text: str) -> int | None:
        """The action a text means; case and spacing do not matter. None if there is none."""
        plain = " ".join(text.split())
        found = self._action.get(plain)
        if found is None:
            found = next((a for t, a in self._action.items() if t.lower() == plain.lower()), None)
        return found
