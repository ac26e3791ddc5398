"""The words around the games: the same in every language."""

import re
from typing import Any

import pytest

from triumvir.kernel.errors import BadRequest
from triumvir.kernel.words import languages
from triumvir.words import FOLDER, number, spoken


def sentences(entry: Any, key: str = "") -> dict[str, str]:
    """Every sentence by its dotted key."""
    if isinstance(entry, dict):
        return {name: text for part, inner in entry.items() for name, text in sentences(inner, f"{key}.{part}".strip(".")).items()}
    return {key: entry}


def blanks(lang: str) -> dict[str, set[str]]:
    """What each sentence leaves open."""
    return {key: set(re.findall(r"\{(\w+)\}", text)) for key, text in sentences(spoken(lang)._data).items()}


def test_every_language_says_the_same():
    assert languages(FOLDER) == ["de", "en"]
    assert blanks("de") == blanks("en")


@pytest.mark.parametrize(
    ("value", "form", "english", "german"),
    [(1204.55, ",.1f", "1,204.5", "1.204,5"), (-0.25, "+.2f", "-0.25", "-0,25"), (31, ",", "31", "31"), (2.0, "+.1f", "+2.0", "+2,0")],
)
def test_numbers_are_written_as_the_language_does(value, form, english, german):
    assert number(value, form, "en") == english
    assert number(value, form, "de") == german


def test_a_language_that_nobody_wrote_is_refused():
    with pytest.raises(BadRequest, match="no language 'la': there is de, en"):
        spoken("la")
