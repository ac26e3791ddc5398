"""Law 2: tiles, cards, writs and markers are all accounted for after every decision, and nothing is left where nothing lies."""

import numpy as np
import pytest

from games.carpe_diem.table import GAME, Table
from laws import lockstep
from triumvir.games.carpe_diem.state import (
    BOARDS,
    FORUM_CARDS,
    FOUNTAIN_CARDS,
    FRAME_PARTS,
    LEVELS,
    OVER,
    SEATS,
    SIDES,
    SPACES,
    THINGS,
)
from triumvir.kernel.rule import PLAIN
from triumvir.kernel.state import EMPTY

BOX = GAME.tables[0]
MATCHES = 2 if PLAIN else 700  # for each number of players
TILE_PLACES = ("white_pile", "black_pile", "blueprints", "row", "tile", "storage", "removed", "taken")
STAY = ("board", "frame", "forum")  # what is dealt once and never moves


def counted(s: np.ndarray, fields: tuple[str, ...], kinds: int) -> np.ndarray:
    """How many of each kind lie in some fields, match by match."""
    everything = np.concatenate([s[name].reshape(len(s), -1).astype(np.intp) for name in fields], axis=1)
    everything += 1 + (kinds + 1) * np.arange(len(s))[:, None]  # EMPTY is counted as kind 0
    return np.bincount(everything.ravel(), minlength=len(s) * (kinds + 1)).reshape(len(s), kinds + 1)[:, 1:]


def used(count: np.ndarray, length: int) -> np.ndarray:
    """Which places of a list are in use, for each number of entries."""
    return np.arange(length) < count[..., None]


def check_tiles(s: np.ndarray, players: int) -> None:
    kinds = int(BOX.kinds)
    everything = np.bincount(BOX.white[: BOX.white_tiles], minlength=kinds) + np.bincount(BOX.black[: BOX.black_tiles], minlength=kinds)
    assert (counted(s, TILE_PLACES, kinds) == everything).all()
    for pile, left in (("white_pile", "white_left"), ("black_pile", "black_left"), ("removed", "removed_count"), ("storage", "stored")):
        assert ((s[pile] >= 0) == used(s[left], s[pile].shape[-1])).all(), pile
    for pile in ("storage", "removed"):  # in order of their numbers, the free places behind
        assert (np.diff(np.where(s[pile] < 0, 127, s[pile]).astype(int)) >= 0).all(), pile
    assert ((s["turned"] >= 0) == (s["tile"] >= 0)).all()
    assert (s["tile"][:, players:] == EMPTY).all()


def check_districts(s: np.ndarray, players: int) -> None:
    writs = BOX.writs[s["board"][:, :players]]
    built, left = s["built"][:, :players], s["writs"][:, :players]
    assert (left == writs & ~built).all()  # a writ is gone exactly where a tile lies
    assert (((s["built"][..., None] >> np.arange(SPACES)) & 1) == (s["tile"] >= 0)).all()
    assert ((BOX.chimneys[s["tile"]] * (s["tile"] >= 0)).sum(axis=2) == s["chimneys"]).all()


def check_cards(s: np.ndarray) -> None:
    assert (counted(s, ("fountain_pile",), THINGS) + s["fountain_kinds"].sum(axis=1) == BOX.fountain_copies).all()
    assert (s["fountain_kinds"].sum(axis=2) == s["fountain_hand"]).all()
    in_pile = used(s["fountain_left"], FOUNTAIN_CARDS)
    assert ((s["fountain_pile"] >= 0) == in_pile).all()
    assert (s["put_by"][~in_pile] == EMPTY).all()


def check_markers(s: np.ndarray, players: int) -> None:
    """Four markers of each for the forum, a fifth on the prestige bar; those on one of its spaces lie on each other."""
    placed = counted(s, ("marker",), SEATS)
    assert (placed <= BOX.phases).all()
    assert (placed[:, players:] == 0).all()
    assert (placed[s["phase"] == OVER, :players] == BOX.phases).all()
    prestige, under = s["prestige"][:, :players], s["under"][:, :players]
    assert ((prestige >= BOX.first_prestige) & (prestige <= BOX.last_prestige)).all()
    together = prestige[:, :, None] == prestige[:, None, :]
    assert ((under >= 0) & (under < together.sum(axis=2))).all()
    assert ((together & (under[:, :, None] == under[:, None, :])) == np.eye(players, dtype=bool)).all()


def check_tidy(s: np.ndarray, players: int) -> None:
    """Nothing is left behind in places that are not in use."""
    waiting = used(s["level"], LEVELS)
    assert ((s["waiting"] > 0) == waiting).all()
    assert ((s["waiting_at"] >= 0) == waiting).all()
    idle = s["visited"] < 0
    assert (s["cell"][idle] == EMPTY).all()
    assert not s["cards_done"][idle].any()
    assert not s["sets"][idle].any()
    assert (s["forum_order"][s["forum_turn"] < 0] == EMPTY).all()
    for name in ("board", "prestige", "under", "patrician"):
        assert (s[name][:, players:] == EMPTY).all(), name
    for name in ("goods", "coins", "bread", "stored", "fountain_hand", "fountain_kinds", "writs", "built", "score"):
        assert not s[name][:, players:].any(), name
    for name in ("goods", "coins", "bread", "stored", "fountain_kinds", "completed", "chimneys"):
        assert (s[name] >= 0).all(), name


def check_dealt(s: np.ndarray, players: int) -> None:
    """No board or frame part twice, and as many forum cards of each deck as it should be, none more often than it is there."""
    assert (counted(s, ("board",), BOARDS).sum(axis=1) == players).all()
    assert (counted(s, ("board",), BOARDS) <= 1).all()
    assert (counted(s, ("frame",), FRAME_PARTS).sum(axis=1) == players * SIDES).all()
    assert (counted(s, ("frame",), FRAME_PARTS) <= 1).all()
    cards = counted(s, ("forum",), FORUM_CARDS)
    assert (cards <= np.bincount(BOX.card_same[: BOX.cards], minlength=FORUM_CARDS)).all()
    for deck, number in enumerate(BOX.draw[players]):
        assert (cards[:, : BOX.cards][:, BOX.card_deck[: BOX.cards] == deck].sum(axis=1) == number).all()


def check(s: np.ndarray, players: int) -> None:
    check_tiles(s, players)
    check_districts(s, players)
    check_cards(s)
    check_markers(s, players)
    check_tidy(s, players)
    assert (s["sheet"].sum(axis=2) == s["score"]).all()


@pytest.mark.rule("CD-S1", "CD-S2", "CD-S3", "CD-S4", "CD-P5", "CD-T5", "CD-T6", "CD-C9", "CD-B1", "CD-F2")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("unless_forced", [None, GAME.actions["store"].start], ids=["any move", "stored only if it must be"])
def test_law_2_nothing_is_lost_and_nothing_comes_from_nowhere(players, unless_forced):
    dealt = None
    for states in lockstep("carpe_diem", players, MATCHES, unless_forced=unless_forced):
        if dealt is None:
            dealt = states.copy()
            check_dealt(dealt, players)
        check(states, players)
        assert all((states[name] == dealt[name]).all() for name in STAY)
    assert (states["phase"] == OVER).all()
    assert (states["blueprints"] == EMPTY).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_table_for_tests_is_a_sound_position(players):
    check_tiles(Table(players).states, players)
    check_districts(Table(players).states, players)
