"""Every decision in Carpe Diem, as spans of integers, and the words that name them in notation."""

import numpy as np

from triumvir.games.carpe_diem.box import Contents, Tile
from triumvir.games.carpe_diem.state import (
    BLUEPRINTS,
    CELLS,
    FORUM_COLUMNS,
    FORUM_ROWS,
    MOST_BREAD_SETS,
    MOST_SETS,
    ORDERED,
    PLACES,
    SIZE,
    SPACES,
    THING_NAMES,
    THINGS,
    TILES,
    TURNS,
)
from triumvir.kernel.actions import Actions

ACTIONS = Actions(
    patrician=BLUEPRINTS,  # put the patrician on this blue space, before the first turn
    move=BLUEPRINTS,  # move the patrician to this blue space
    take=TILES,  # take a tile of this kind, from the blueprint or from the craftsman's row
    place=SPACES * TURNS,  # place it on this space, turned so often
    store=1,  # or store it
    reward=ORDERED,  # take the reward for this thing next
    put_back=THINGS,  # put a fountain card of this kind under the pile
    forum=PLACES,  # put a marker between these two forum cards
    first=CELLS,  # carry out the card on this space of the forum first
    sets=MOST_SETS + 1,  # pay so many sets with goods and coins
    bread=MOST_BREAD_SETS + 1,  # pay so many sets with bread
)

PATRICIAN_TO = ACTIONS["patrician"].start
MOVE_TO = ACTIONS["move"].start
TAKE = ACTIONS["take"].start
PLACE = ACTIONS["place"].start
STORE = ACTIONS["store"].start
REWARD = ACTIONS["reward"].start
PUT_UNDER = ACTIONS["put_back"].start
FORUM = ACTIONS["forum"].start
FIRST = ACTIONS["first"].start
SETS = ACTIONS["sets"].start
BREAD = ACTIONS["bread"].start
ALL = ACTIONS.count

TURN_LETTERS = "nesw"  # where a turned tile's north side points

# The two cards at each place of the forum: side by side, row after row, then one above the other.
PLACE_CELLS = np.array(
    [(row * FORUM_COLUMNS + column, row * FORUM_COLUMNS + column + 1) for row in range(FORUM_ROWS) for column in range(FORUM_COLUMNS - 1)]
    + [(row * FORUM_COLUMNS + column, (row + 1) * FORUM_COLUMNS + column) for row in range(FORUM_ROWS - 1) for column in range(FORUM_COLUMNS)],
    np.int8,
)


def space_names() -> list[str]:
    """`c4`: the third column from the left, the fourth row from the top."""
    return [f"{'abcdef'[space % SIZE]}{space // SIZE + 1}" for space in range(SPACES)]


def cell_names() -> list[str]:
    """The spaces of the forum, in the same way."""
    return [f"{'abc'[cell % FORUM_COLUMNS]}{cell // FORUM_COLUMNS + 1}" for cell in range(CELLS)]


def place_names() -> list[str]:
    """`b2-c2`: the two cards."""
    cells = cell_names()
    return [f"{cells[first]}-{cells[second]}" for first, second in PLACE_CELLS]


def tile_name(tile: Tile) -> str:
    """`PGHG` by its sides, `RGGG2` with its chimneys, or what stands on it."""
    if tile.single:
        return tile.single
    return f"{tile.edges}{tile.chimneys or ''}"


def tile_names(contents: Contents) -> list[str]:
    """A word for each kind of tile; numbers for kinds the box does not have."""
    names = [tile_name(tile) for tile in contents.tiles.kinds]
    return names + [f"kind-{number}" for number in range(len(names) + 1, TILES + 1)]


def notation_names(contents: Contents) -> dict[str, list[str]]:
    """The word for every action of every span that has a choice."""
    blue_spaces = [str(number) for number in range(1, BLUEPRINTS + 1)]
    return {
        "patrician": blue_spaces,
        "move": blue_spaces,
        "take": tile_names(contents),
        "place": [f"{space}-{turn}" for space in space_names() for turn in TURN_LETTERS],
        "reward": list(THING_NAMES[:ORDERED]),
        "put_back": list(THING_NAMES),
        "forum": place_names(),
        "first": cell_names(),
        "sets": [str(number) for number in range(MOST_SETS + 1)],
        "bread": [str(number) for number in range(MOST_BREAD_SETS + 1)],
    }
