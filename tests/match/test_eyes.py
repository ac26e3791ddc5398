"""Records opened for reading show the same, and cannot be written to."""

import random

import pytest

import triumvir
from laws import TABLES
from triumvir.kernel import game as kernel
from triumvir.match.eyes import Opened


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_views_and_texts_are_those_of_the_kernel(name: str, players: int):
    game = triumvir.game(name)
    match = game.new(players, 17)
    chooser = random.Random(players)
    while not match.over:
        if chooser.random() < 0.1:
            seat = chooser.randrange(-1, players)
            assert game.view(match.states, seat) == kernel.Game.view(game, match.states, seat)
            for lang in game.languages:
                assert game.text(match.states, seat, lang) == kernel.Game.text(game, match.states, seat, lang)
        match.play(chooser.choice(match.legal()))
    assert game.view(match.states, 0) == kernel.Game.view(game, match.states, 0)


def test_an_opened_record_is_for_reading():
    opened = Opened(triumvir.game("porta_nigra").new(2, 1).states)
    assert opened.players == 2
    with pytest.raises(TypeError):
        opened.players = 3
    with pytest.raises(AttributeError):
        _ = opened.nothing
