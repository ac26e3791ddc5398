"""Records opened for reading."""

import numpy as np
import pytest

import triumvir
from triumvir.kernel.view import Opened


def test_an_opened_record_shows_what_the_record_holds():
    match = triumvir.game("porta_nigra").new(3, 1)
    opened = Opened(match.states)
    for name in match.states.dtype.names:
        assert np.array_equal(getattr(opened, name), match.states[name][0])


def test_an_opened_record_is_for_reading():
    match = triumvir.game("porta_nigra").new(2, 1)
    opened = Opened(match.states)
    with pytest.raises(TypeError):
        opened.players = 3
    with pytest.raises(AttributeError):
        _ = opened.nothing
    copy = opened.copied()
    copy[0].players = 3
    assert (opened.players, match.players) == (2, 2)
