"""Long lists of moves are folded, and every move can be read out of the folds."""

import itertools
import random
import re

import pytest

import triumvir
from triumvir.agent.listing import FOLD_ABOVE, Move, listed, patterns, words_of


def unfolded(pattern: str) -> list[str]:
    """What a careful reader makes of a pattern."""
    parts = re.split(r"\{(.*?)\}", pattern)
    choices = [[part] if place % 2 == 0 else choice(part) for place, part in enumerate(parts)]
    return ["".join(chosen) for chosen in itertools.product(*choices)]


def choice(braces: str) -> list[str]:
    words: list[str] = []
    for word in braces.split(" | ") if " | " in braces or " to " in braces else braces.split():
        first, to, last = word.partition(" to ")
        words += [str(number) for number in range(int(first), int(last) + 1)] if to else [word]
    return words


def moves(game: triumvir.Game, actions: list[int]) -> list[Move]:
    return [Move(n, a, game.notation[a], "", game.actions.find(a)[0].name.replace("_", " ")) for n, a in enumerate(actions, start=1)]


@pytest.mark.parametrize("name", triumvir.games())
def test_every_move_can_be_read_out_of_the_patterns(name):
    game = triumvir.game(name)
    chooser = random.Random(1)
    for span in game.actions:
        actions = list(range(span.start, span.stop))
        for some in (actions, *(sorted(chooser.sample(actions, chooser.randint(1, span.count))) for _ in range(20))):
            if span.count > 1:
                written = [text for pattern in patterns(moves(game, some)) for text in unfolded(pattern)]
                assert sorted(written) == sorted(game.notation[action] for action in some)


def test_short_kinds_have_a_line_each_and_long_ones_a_pattern():
    game = triumvir.game("via_appia")
    aims = moves(game, list(range(game.actions["aim"].start, game.actions["aim"].stop)))
    lines = listed(aims)
    assert "    aim {1 to 21} {-32 -24 -16 -8 0 +8 +16 +24 +32}" in lines
    assert len(lines) < 10
    assert len(listed(aims[:FOLD_ABOVE])) == FOLD_ABOVE
    done = moves(game, [game.notation.parse("done")])
    assert listed([*aims, *done])[-1].split() == ["1", "done"]


def test_a_move_is_found_by_its_words():
    assert words_of("place d2-n") == {"place", "d2-n", "d2", "n"}
    assert words_of("aim 3 -8") == {"aim", "3", "-8"}
