"""Law 2: stones, tiles, cards, tokens, pieces and sesterces are all accounted for after every decision, and the quarry is in order."""

import numpy as np
import pytest

from games.via_appia.position import GAME
from games.via_appia.tray import SCRATCH, worst_overlaps
from laws import copied, lockstep
from triumvir.games.via_appia.quarry import MOST_OVERLAP
from triumvir.games.via_appia.state import (
    AIM,
    BUILD_ON,
    CHOOSE_ACTION,
    CITIES,
    CONSOLE,
    DISCS,
    EXCHANGE,
    INCOME_CARDS,
    OVER,
    ROME,
    SEGMENTS,
    SIZES,
    SPACES,
)
from triumvir.kernel.state import EMPTY

BOX = GAME.tables[0]
MATCHES = 250  # for each number of players
NO_SUM = -1000


def by_kind(numbers: np.ndarray, kinds: int) -> np.ndarray:
    """How many of each kind there are in a row of places, match by match."""
    return (numbers[:, :, None] == np.arange(kinds)).sum(axis=1)


def check_components(s: np.ndarray, players: int) -> None:
    held = s["storage"].astype(int) + s["stones"].sum(axis=1) + s["fallen"]
    assert (held + by_kind(s["disc_size"], SIZES) == BOX.stones).all()
    laid = np.where(s["laid"] == 1, BOX.space_size, EMPTY)
    assert (s["tiles"].astype(int) + s["cart"].sum(axis=1) + by_kind(laid, SIZES) == BOX.tiles).all()
    assert (by_kind(np.concatenate([s["display"], s["pile"]], axis=1), INCOME_CARDS) == 1).all()
    assert (s["bonus"].sum(axis=1) == by_kind(np.where(s["laid"] == 1, BOX.space_segment, EMPTY), SEGMENTS)).all()
    for name in ("storage", "stones", "fallen", "tiles", "cart", "coins", "bonus"):
        assert (s[name] >= 0).all(), name
    for name in ("laid", "turned", "push_token"):
        assert ((s[name] == 0) | (s[name] == 1)).all(), name
    for name in ("stones", "cart", "coins", "bonus", "push_token", "score"):
        assert not s[name][:, players:].any(), name
    assert (s["sheet"].sum(axis=2) == s["score"]).all()


def check_carts(s: np.ndarray) -> None:
    large = s["cart"][:, :, 2]
    assert (large <= 1).all()
    assert (s["cart"][:, :, 1] <= 2 - large).all()
    assert (s["cart"][:, :, 0] <= 3 - large).all()


def check_pieces(s: np.ndarray, players: int) -> None:
    """A piece stands in a city or on a tile with room for it, and has arrived in every city up to there."""
    pieces = s["piece"][:, :players]
    assert (s["piece"][:, players:] == EMPTY).all()
    standing = by_kind(pieces, SPACES)
    assert (standing <= BOX.pieces_on[BOX.space_size] * (s["laid"] == 1)).all()
    last_city = np.where(pieces >= ROME, pieces - ROME, BOX.space_segment[np.minimum(pieces, SPACES - 1)])
    assert ((last_city >= 0) & (last_city < CITIES)).all()
    for city in range(1, CITIES):
        assert ((last_city >= city).sum(axis=1) == s["arrived"][:, city]).all()


def check_tidy(s: np.ndarray) -> None:
    """Nothing is left behind in places that are not in use."""
    assert not any(s[name].any() for name in SCRATCH)
    assert ((s["pile"] == EMPTY) == (np.arange(INCOME_CARDS) >= s["pile_left"][:, None])).all()
    unused = np.arange(DISCS) >= s["discs"][:, None]
    assert ((s["disc_size"] == EMPTY) == unused).all()
    assert not s["disc_x"][unused].any()
    assert not s["disc_y"][unused].any()
    assert ((s["stone"] == EMPTY) == (s["phase"] != AIM)).all()
    assert ((s["segment"] == EMPTY) == (s["phase"] != BUILD_ON)).all()
    between = np.isin(s["phase"], (CHOOSE_ACTION, BUILD_ON, OVER))
    assert not s["pushed"][between].any()
    assert not s["fallen"][between].any()
    assert ((s["seat"] == EMPTY) == (s["phase"] == OVER)).all()


def check_quarry(s: np.ndarray) -> None:
    """Stones lie between the walls, the line and the edge, from the line to the edge, and do not overlap."""
    assert (worst_overlaps(s, BOX) <= MOST_OVERLAP).all()
    assert (s["disc_y"] <= BOX.depth + 1).all()
    following = np.where(s["disc_size"] == EMPTY, 2**40, s["disc_y"].astype(np.int64) * 2**20 + s["disc_x"])
    assert (np.diff(following) >= 0).all()


def earned(before: np.ndarray, after: np.ndarray, players: int) -> np.ndarray:
    """What the decision between two records may have brought its seat in sesterces: up to three possible sums."""
    rows = np.arange(len(before))
    mover, phase = before["seat"], before["phase"]
    sums = np.full((len(before), 3), NO_SUM)
    loaded = (after["cart"][rows, mover] > before["cart"][rows, mover]).any(axis=1)
    built = after["laid"].sum(axis=1) > before["laid"].sum(axis=1)
    start, end = before["piece"][rows, mover].astype(int), after["piece"][rows, mover]
    travelled = start != end
    income = (phase == CHOOSE_ACTION) & (after["phase"] != AIM) & ~built & ~travelled
    sums[:, 0] = 0
    sums[built & (phase == BUILD_ON), 0] = BOX.second_tile_coins
    sums[(phase == EXCHANGE) & ~loaded, 0] = BOX.sell_coins
    sums[(phase == CONSOLE) & ~loaded, 0] = BOX.consolation_coins
    # Travel: by steps, less the markers at the city ahead.
    city = np.where(start >= ROME, start - ROME, BOX.space_segment[np.minimum(start, SPACES - 1)]) + 1
    markers = np.minimum(before["arrived"][rows, np.minimum(city, CITIES - 1)], players - 1)
    sums[travelled] = -np.maximum(0, BOX.travel_cost[1:] - markers[:, None])[travelled]
    # Income: the card that was turned over, or the only one still open; its sesterces, or nothing but its stones.
    few = (before["turned"] == 0).sum(axis=1) <= BOX.income_both
    card = before["display"][rows, ((before["turned"] == 0) & ((after["turned"] == 1) | (after["turned"].sum(axis=1) == 0)[:, None])).argmax(axis=1)]
    sums[income, 0] = np.where(few, BOX.card_coins[card], 0)[income]
    sums[income, 1] = BOX.card_coins[card][income]
    return sums


def check_sesterces(before: np.ndarray, after: np.ndarray, players: int) -> None:
    """Only the seat that decided has earned or paid, and just what its decision brings or costs."""
    rows, mover = np.arange(len(before)), before["seat"]
    change = after["coins"].astype(int) - before["coins"]
    own = change[rows, mover]
    assert (change.sum(axis=1) == own).all()
    assert ((change != 0).sum(axis=1) <= 1).all()
    assert (earned(before, after, players) == own[:, None]).any(axis=1).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_law_2_nothing_is_lost_and_nothing_comes_from_nowhere(players):
    before = None
    for states in lockstep("via_appia", players, MATCHES):
        check_components(states, players)
        check_carts(states)
        check_pieces(states, players)
        check_tidy(states)
        pushed = slice(None)
        if before is not None:
            went_on = before["seat"] >= 0
            check_sesterces(before[went_on], states[went_on], players)
            pushed = before["phase"] == AIM
            assert (states["phase"][pushed] != AIM).all()
        check_quarry(states[pushed])
        before = copied(states)
    assert (states["phase"] == OVER).all()
