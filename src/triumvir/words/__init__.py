"""The words around the games: what the terminal, hints, refusals and summaries say. What a game itself says stands in its own folder."""

from pathlib import Path

from triumvir.kernel.words import Words, words

FOLDER = Path(__file__).parent


def spoken(lang: str) -> Words:
    """The words for a language."""
    return words(FOLDER, lang)


def number(value: float, form: str, lang: str) -> str:
    """A number as a language writes it: `1,204.5` is `1.204,5` in German."""
    marks = spoken(lang).entry("number")
    return f"{value:{form}}".translate(str.maketrans({",": marks["thousands"], ".": marks["point"]}))
