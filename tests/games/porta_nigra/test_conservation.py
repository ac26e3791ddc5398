"""Law 2: bricks, Romans and cards are all accounted for after every decision. Law 1, 3 to 7 where the bricks run out."""

import random
from pathlib import Path

import numpy as np
import pytest

import triumvir
from games.porta_nigra.position import GAME
from laws import lockstep

BOXES = {
    "original": {},
    "few bricks": {"bricks = 90": "bricks = 34", "refill_to = 14": "refill_to = 9"},
    "few elements": {"elements = 15": "elements = 4", "romans_in_reserve = 10": "romans_in_reserve = 2"},
    "rich": {"coins = 20 ": "coins = 99 ", "influence = 0": "influence = 12", "torches = 1\n": "torches = 9\n", "romans = 5\n": "romans = 9\n"},
}


@pytest.fixture(params=BOXES)
def box(request, tmp_path) -> Path:
    text = GAME.original_box.read_text()
    for old, new in BOXES[request.param].items():
        assert text.count(old.strip()) >= 1, old
        text = text.replace(old.strip(), new.strip(), 1)
    path = tmp_path / "box.toml"
    path.write_text(text)
    return path


def bits(masks: np.ndarray, count: int) -> np.ndarray:
    """Which of `count` bits are set, for each mask."""
    return (masks[..., None] >> np.arange(count)) & 1


def check(s: np.ndarray, tables: np.ndarray, players: int) -> None:
    box, rows = tables[0], len(s)
    assert (s["reserve"].astype(int) + s["shops"].sum(1) + s["bricks"].sum((1, 2)) + s["height"].sum(1) == box.reserve).all()
    for name in ("reserve", "shops", "bricks", "height", "coins", "torches", "influence", "romans", "romans_in_reserve", "actions_left"):
        assert (s[name] >= 0).all(), name
    elements = np.stack([(s["owner"] == p).sum(1) for p in range(players)], axis=1)
    romans = int(box.start_romans) + int(box.start_romans_in_reserve)
    assert (s["romans"][:, :players] + s["romans_in_reserve"][:, :players] + elements == romans).all()
    assert ((s["owner"] >= 0) == (s["height"] > 0)).all()
    assert (bits(s["free"], 44) == (s["owner"] < 0)).all()
    for p in range(players):
        for building in range(4):
            here = (s["owner"] == p) & (box.spot_building == building)
            assert ((s["height"] * here).sum(1) == s["built"][:, p, building]).all()
    assert (np.sort(s["supply"], axis=1) == np.arange(10)).all()
    # Building cards: in the pile, in the display, or taken; those taken are held, or discarded for good.
    pile, display = bits_of(s["building_pile"], 20), bits_of(s["building_display"], 20)
    assert (pile + display + bits(s["buildings_taken"], 20) == 1).all()
    assert (pile.sum(1) == s["building_left"]).all()
    held = bits(s["building_cards"], 20).sum(1)
    assert (held <= bits(s["buildings_taken"], 20)).all()
    # Honour cards likewise.
    pile, display = bits_of(s["honour_pile"], 28), bits_of(s["honour_display"], 28)
    assert (pile + display + bits(s["honours_taken"], 28) == 1).all()
    kept = s["substitutes"].sum((1, 2)) + s["final_cards"].sum((1, 2))
    assert (kept <= bits(s["honours_taken"], 28).sum(1)).all()
    # Action cards: each of a player's cards in one place.
    everything = np.array([int(players < 4 or not box.card_not_with_4[card]) for card in range(8)])
    in_play = (s["card"][:, None] == np.arange(8)).astype(int)
    for p in range(players):
        places = bits_of(s["deck"][:, p], 8) + bits_of(s["hand"][:, p], 8) + bits(s["discards"][:, p], 8)
        places = places + in_play * (s["seat"] == p)[:, None]
        assert (places == everything).all()
    assert rows == len(s)


def bits_of(cards: np.ndarray, count: int) -> np.ndarray:
    """How often each card lies in a row of places."""
    return (cards[:, :, None] == np.arange(count)).sum(axis=1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_law_2_nothing_is_lost_and_nothing_comes_from_nowhere(box, players):
    game = triumvir.game("porta_nigra", box)
    early = 0
    for states in lockstep("porta_nigra", players, matches=1000, box=box):
        check(states, game.tables, players)
        assert (states["sheet"].sum(axis=2) == states["score"]).all()
        early = int((states["ender"] >= 0).sum())
    assert (states["seat"] == -1).all()
    if "= 34" in box.read_text() or "elements = 4" in box.read_text():
        assert early > 100  # these boxes are here for the early end


@pytest.mark.parametrize("players", [2, 3, 4])
def test_laws_3_and_5_hold_in_such_boxes_too(box, players):
    game = triumvir.game("porta_nigra", box)
    chooser = random.Random(1)
    out = np.zeros(game.num_actions, np.int16)
    for number, states in enumerate(lockstep("porta_nigra", players, matches=12, box=box)):
        if number % 11:
            continue
        for i in range(len(states)):
            one = states[i : i + 1].copy()
            legal = set(out[: game.engine.legal_actions(one, 0, game.tables, out)].tolist())
            for action in chooser.sample(range(game.num_actions), 60):
                assert (game.rule_against(one, action) is None) == (action in legal)
            seat = chooser.randrange(players)
            twin = game.redealt(one, seat, seed=number)
            assert game.redacted(twin, seat).tobytes() == game.redacted(one, seat).tobytes()
            assert game.view(twin, seat) == game.view(one, seat)
