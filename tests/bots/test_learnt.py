"""What experience adds to an evaluation."""

import numpy as np
import pytest

import triumvir
from triumvir.bots.bot import PROSPECTS, Clock
from triumvir.bots.learnt import EXPERIENCE, NOTHING, STEPS, UNITS, Learnt, inputs, learnt
from triumvir.bots.mind import mind
from triumvir.bots.search import SearchBot

FILES = sorted(path.stem for path in EXPERIENCE.glob("*.npz"))


@pytest.mark.parametrize("name", FILES)
def test_what_is_kept_was_learnt_with_the_present_box_observation_and_weights(name):
    """If this fails: benchmarks/learn.py."""
    game, players = triumvir.game(name.split("-")[0]), int(name.split("-")[1])
    network = learnt(game, players, mind(game).weights())
    assert not network.is_nothing
    assert network.hidden_weights.shape == (inputs(game.features.count, len(mind(game).categories)), UNITS)
    assert all(part.dtype == np.float32 and np.isfinite(part).all() for part in network)


def test_there_is_experience():
    assert "porta_nigra-2" in FILES


def test_a_character_has_no_experience():
    game = triumvir.game("porta_nigra")
    assert learnt(game, 2, mind(game).weights("trader")).is_nothing


def test_nor_has_another_box(tmp_path):
    printed = triumvir.game("porta_nigra")
    box = tmp_path / "box.toml"
    box.write_text(printed.original_box.read_text(encoding="utf-8").replace("coins = 20", "coins = 21"), encoding="utf-8")
    changed = triumvir.game("porta_nigra", box)
    assert changed.box.digest != printed.box.digest
    assert learnt(changed, 2, mind(changed).weights()).is_nothing


def one_reader(size, at, points):
    """A network that looks at one input, and adds so many points for every one of it."""
    weights = np.zeros((size, UNITS), np.float32)
    weights[at, 5] = 1.0
    output = np.zeros(UNITS, np.float32)
    output[5] = points
    return Learnt(weights, np.zeros(UNITS, np.float32), output, np.zeros(1, np.float32))


@pytest.mark.parametrize("name", triumvir.games())
def test_search_adds_to_the_prospects_what_the_network_says(name):
    game = triumvir.game(name)
    match = game.new(3, 4)
    while len(match.legal()) < 2:
        match.play(match.legal()[0])
    observation, legal = game.redacted(match.states, match.seat), np.array(match.legal(), np.int16)

    def opinion(network):
        bot = SearchBot(game, Clock(iterations=1), seed=2)
        bot._learnt[3] = network
        return next(option.points for option in bot.explain(observation, legal).options if option.visits)

    before = opinion(NOTHING)
    categories = len(mind(game).categories)
    size = inputs(game.features.count, categories)
    after = opinion(one_reader(size, game.features.offsets()["players"], 10.0))
    assert after == pytest.approx({**before, PROSPECTS: before[PROSPECTS] + 30.0})
    own = list(before).index(max(before, key=lambda category: before[category]))
    after = opinion(one_reader(size, game.features.count + own, 1.0))
    largest = int(max(before.values()) * STEPS)
    assert after == pytest.approx({**before, PROSPECTS: before[PROSPECTS] + largest})
    bias = NOTHING._replace(hidden_weights=np.zeros((size, UNITS), np.float32), hidden_biases=np.full(UNITS, -1.0, np.float32))
    bias = bias._replace(output_weights=np.ones(UNITS, np.float32), output_bias=np.array([2.5], np.float32))
    assert opinion(bias) == pytest.approx({**before, PROSPECTS: before[PROSPECTS] + 2.5})  # units below nought are silent
