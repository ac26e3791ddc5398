"""The rules and the referee, who shares no code with them, come to the same sheets.

These tests cover every rule at once and so carry the mark of none.
"""

import pytest

from games.carpe_diem.referee import Referee
from games.carpe_diem.table import CELLS, GAME, SPACES, actions, keen_match, random_match
from laws import so_many
from triumvir.games.carpe_diem.actions import tile_names
from triumvir.games.carpe_diem.state import PLACE_TILE, THING_NAMES
from triumvir.kernel.rule import PLAIN

TILES = tile_names(GAME.box.contents)
MATCHES = 700  # for each number of players


def laid_out(s):
    """How a match was laid out, in plain words."""
    players = int(s.players)
    return {
        "players": players,
        "starter": int(s.starter),
        "prestige": int(s.prestige[s.starter]),
        "boards": s.board[:players].tolist(),
        "frames": [s.frame[4 * seat : 4 * seat + 4].tolist() for seat in range(players)],
        "blueprints": [[TILES[tile] for tile in tiles] for tiles in s.blueprints],
        "row": [TILES[tile] for tile in s.row],
        "white": [TILES[tile] for tile in s.white_pile[: s.white_left]],
        "black": [TILES[tile] for tile in s.black_pile[: s.black_left]],
        "fountain": [THING_NAMES[kind] for kind in s.fountain_pile[: s.fountain_left]],
        "forum": {name: int(s.forum[cell]) for cell, name in enumerate(CELLS) if s.forum[cell] >= 0},
    }


def played(match):
    """The layout, the moves and the finished record of a match."""
    table, moves = None, []
    for states, action in match:
        if table is None:
            table = laid_out(states[0])
        if action >= 0:
            moves.append((int(states[0].seat), GAME.notation[action]))
    return table, moves, states


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_referee_agrees_with_every_sheet(players):
    for seed in range(so_many(MATCHES)):
        compare(players, random_match(players, 10_000 + seed, store=(0.02, 0.15, 0.5)[seed % 3]))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_referee_agrees_when_everybody_is_keen(players):
    seen = dict.fromkeys(GAME.categories, 0)
    for seed in range(so_many(40)):
        for sheet in compare(players, keen_match(players, seed, prestige=seed % 2 * 14)):
            for name in seen:
                seen[name] += sheet[name] != 0
    assert all(seen.values()) or PLAIN, seen


def compare(players, match):
    table, moves, states = played(match)
    referee = Referee(GAME.original_box, table)
    sheets = referee.follow(moves)
    for seat, sheet in enumerate(sheets):
        engine = dict(zip(GAME.categories, states[0].sheet[seat].tolist(), strict=True))
        assert engine == {name: sheet[name] for name in GAME.categories}, (players, table, seat)
    assert [seat for seat in range(players) if GAME.winners(states)[0, seat]] == referee.winners()
    return sheets


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_referee_would_place_tiles_exactly_where_the_rules_allow(players):
    for seed in range(so_many(15)):
        offered, moves, table = [], [], None
        for states, action in random_match(players, 90_000 + seed, store=0.05):
            s = states[0]
            if table is None:
                table = laid_out(s)
            if s.phase == PLACE_TILE:
                texts = [GAME.notation[choice] for choice in actions(GAME, states)]
                offered.append((int(s.seat), TILES[s.taken], {text.removeprefix("place ") for text in texts if text != "store"}))
            if action >= 0:
                moves.append((int(s.seat), GAME.notation[action]))
        referee = Referee(GAME.original_box, table, count_placings=True)
        referee.follow(moves)
        expected = [
            (seat, tile, {f"{SPACES[(row - 1) * 6 + column - 1]}-{'nesw'[turn]}" for (row, column), turn in choices})
            for seat, tile, choices in referee.placing_choices
            if choices
        ]
        assert offered == expected
