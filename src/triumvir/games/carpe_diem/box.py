"""Checks a Carpe Diem box file and turns it into the `Tables` record that the rules read."""

from functools import cached_property
from typing import Annotated, Any, Literal, Self

import numpy as np
from pydantic import AfterValidator, Field, model_validator

from triumvir.games.carpe_diem.state import (
    BLUEPRINTS,
    BOARDS,
    CELLS,
    CHART,
    FIRST_DWELLING,
    FORUM_CARDS,
    FORUM_COLUMNS,
    FORUM_ROWS,
    FOUNTAIN_CARDS,
    FRAME_PARTS,
    GOALS_ON_PART,
    GOODS_NAMES,
    GRASS,
    LAST_DWELLING,
    LINES,
    ON_BLUEPRINT,
    OWNABLE_NAMES,
    ROW,
    SIDE_LETTERS,
    SIDES,
    SIZE,
    STORAGE,
    TABLES,
    THING_NAMES,
    TURNS,
    VILLA,
)
from triumvir.kernel.box import Part

Small = Annotated[int, Field(ge=0, le=9)]
Positive = Annotated[int, Field(ge=1, le=99)]
Amount = Annotated[int, Field(ge=1, le=9)]
Points = Annotated[int, Field(ge=0, le=500)]
Players = Literal["2", "3", "4"]  # as text, which is what TOML has for keys
PLAYER_COUNTS: tuple[Players, ...] = ("2", "3", "4")
Thing = Literal[
    "pond", "garden", "vineyard", "farmyard", "merchant", "craftsman", "granary", "administrator", "villa", "market", "bakery", "fountain"
]
Goal = Literal["pond", "garden", "vineyard", "farmyard", "merchant", "craftsman", "granary", "administrator", "villa"]
Single = Literal["market", "bakery", "fountain"]
Deck = Literal["A", "B", "C", "D"]
DECK_NAMES = ("A", "B", "C", "D")
RED_DECKS = ("A", "B")
SQUARE_ROOM = (SIZE, SIZE)
CELL_ROOM = (FORUM_ROWS, FORUM_COLUMNS)


def _sides(text: str) -> str:
    wrong = next((letter for letter in text if letter not in SIDE_LETTERS), None)
    if wrong:
        raise ValueError(f"{wrong!r} in {text!r} is no side: the sides are {', '.join(SIDE_LETTERS)}")
    if len(text) != SIDES:
        raise ValueError(f"{text!r} must be {SIDES} sides: north, east, south, west")
    return text


def _inside(room: tuple[int, int]) -> Any:
    def check(place: list[int]) -> list[int]:
        if len(place) != 2 or not all(1 <= number <= most for number, most in zip(place, room, strict=True)):
            raise ValueError(f"{place} is no place: row 1 to {room[0]}, column 1 to {room[1]}")
        return place

    return AfterValidator(check)


def _no_place_twice(places: list[list[int]]) -> list[list[int]]:
    double = next((place for place in places if places.count(place) > 1), None)
    if double:
        raise ValueError(f"{double} stands there twice")
    return places


def _every_player_count(value: dict[Players, Any]) -> dict[Players, Any]:
    missing = [players for players in PLAYER_COUNTS if players not in value]
    if missing:
        raise ValueError(f"{', '.join(missing)} missing: every number of players needs an entry")
    return value


ByPlayers = AfterValidator(_every_player_count)
Space = Annotated[list[int], _inside(SQUARE_ROOM)]
Cell = Annotated[list[int], _inside(CELL_ROOM)]


class PlayerCounts(Part):
    min: Annotated[int, Field(ge=2, le=2)]
    max: Annotated[int, Field(ge=4, le=4)]
    start_vp: Annotated[dict[Players, list[Points]], ByPlayers]

    @model_validator(mode="after")
    def _one_for_each(self) -> Self:
        for players, points in self.start_vp.items():
            if len(points) != int(players):
                raise ValueError(f"start_vp.{players}: must be {players} numbers, not {len(points)}")
        return self


class Prestige(Part):
    first: Annotated[int, Field(ge=0, le=98)]
    last: Positive

    @model_validator(mode="after")
    def _rising(self) -> Self:
        if self.first >= self.last:
            raise ValueError(f"first: {self.first} is not less than last, {self.last}")
        return self


class Board(Part):
    blueprints: Annotated[int, Field(ge=BLUEPRINTS, le=BLUEPRINTS)]
    tiles_per_blueprint: Annotated[int, Field(ge=ON_BLUEPRINT, le=ON_BLUEPRINT)]
    craftsman_row: Annotated[int, Field(ge=0, le=ROW)]
    phases: Annotated[int, Field(ge=2, le=4)]
    rounds_per_phase: Positive
    tiles_taken_per_blueprint: Annotated[dict[Players, Annotated[int, Field(ge=1, le=ON_BLUEPRINT)]], ByPlayers]
    prestige: Prestige

    @model_validator(mode="after")
    def _everything_is_taken(self) -> Self:
        for players, taken in self.tiles_taken_per_blueprint.items():
            turns = self.rounds_per_phase * int(players)
            if taken * self.blueprints != turns:
                raise ValueError(f"tiles_taken_per_blueprint.{players}: {self.blueprints} x {taken} tiles do not last for {turns} turns exactly")
        if self.rounds_per_phase * self.phases + self.craftsman_row > STORAGE:
            raise ValueError(f"rounds_per_phase: a player could store more than {STORAGE} tiles")
        return self


class DistrictBoard(Part):
    id: str
    shovel: Space
    writs: Annotated[list[Space], AfterValidator(_no_place_twice)]


class District(Part):
    size: Annotated[int, Field(ge=SIZE, le=SIZE)]
    boards: Annotated[list[DistrictBoard], Field(min_length=BOARDS, max_length=BOARDS)]

    @model_validator(mode="after")
    def _alike(self) -> Self:
        names = [board.id for board in self.boards]
        if len(set(names)) != len(names):
            raise ValueError("boards: two boards share one id")
        counts = sorted({len(board.writs) for board in self.boards})
        if len(counts) > 1:
            raise ValueError(f"boards: every board must have the same number of writs, not {' and '.join(map(str, counts))}")
        return self


class Forum(Part):
    rows: Annotated[int, Field(ge=FORUM_ROWS, le=FORUM_ROWS)]
    columns: Annotated[int, Field(ge=FORUM_COLUMNS, le=FORUM_COLUMNS)]
    empty: Annotated[dict[Players, Annotated[list[Cell], AfterValidator(_no_place_twice)]], ByPlayers]
    draw: Annotated[dict[Players, dict[Deck, Annotated[int, Field(ge=0, le=CELLS)]]], ByPlayers]
    penalty: Annotated[int, Field(ge=0, le=99)]
    bread_per_set: Positive

    @model_validator(mode="after")
    def _cards_fill_the_forum(self) -> Self:
        for players, empty in self.empty.items():
            drawn = sum(self.draw[players].values())
            if drawn != CELLS - len(empty):
                raise ValueError(f"draw.{players}: {drawn} cards do not fill the {CELLS - len(empty)} spaces of the forum")
        return self

    def places(self, players: Players) -> int:
        """How many pairs of neighbouring cards there are."""
        used = {
            (row, column) for row in range(1, FORUM_ROWS + 1) for column in range(1, FORUM_COLUMNS + 1) if [row, column] not in self.empty[players]
        }
        return sum(((row, column + 1) in used) + ((row + 1, column) in used) for row, column in used)


class Villa(Part):
    chimney_vp: Annotated[list[Points], Field(min_length=1, max_length=CHART)]
    further: Annotated[int, Field(ge=0, le=20)]


class Landscape(Part):
    """How large landscapes grow and what they pay; a file may leave this out, and then the rulebook's numbers hold."""

    most_tiles: Annotated[int, Field(ge=2, le=SIZE * SIZE)] = 4
    goods_less: Annotated[int, Field(ge=0, le=2)] = 1


class Reward(Part):
    """What completing pays; a file may leave this out, and then the rulebook's numbers hold."""

    merchant_coins: Small = 1
    granary_bread: Small = 2
    administrator_prestige: Small = 2
    market_coins: Small = 1
    bakery_bread: Small = 1
    writ_prestige: Small = 1


class Costs(Part):
    """What a free move costs; a file may leave this out, and then the rulebook's number holds."""

    move_bread: Amount = 1


class Scoring(Part):
    """What is left over is worth in the end; a file may leave this out, and then the rulebook's number holds."""

    items_per_vp: Amount = 2


class VpCards(Part):
    values: list[Positive]


class Tile(Part):
    copies: Positive
    edges: Annotated[str, AfterValidator(_sides)]
    chimneys: Annotated[int, Field(ge=0, le=3)] = 0
    single: Single | None = None

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        if self.single and self.edges != "G" * SIDES:
            raise ValueError(f"single: a {self.single} has grass on all sides, not {self.edges}")
        if self.chimneys and SIDE_LETTERS[VILLA] not in self.edges:
            raise ValueError(f"chimneys: {self.edges} has no villa to stand on")
        half = next((letter for letter in SIDE_LETTERS[FIRST_DWELLING : LAST_DWELLING + 1] if self.edges.count(letter) > 1), None)
        if half:
            raise ValueError(f"edges: {self.edges} has two halves of one dwelling, {half}; a tile has one at most")
        return self

    @property
    def look(self) -> tuple[str, int, str | None]:
        """The same for tiles that cannot be told apart when they lie open."""
        return min(self.edges[turn:] + self.edges[:turn] for turn in range(TURNS)), self.chimneys, self.single


class Tiles(Part):
    white: list[Tile]
    black: list[Tile]

    @cached_property
    def kinds(self) -> list[Tile]:
        """One tile of each look, in the order of the file."""
        first: dict[Any, Tile] = {}
        for tile in [*self.white, *self.black]:
            first.setdefault(tile.look, tile)
        return list(first.values())


class ForumCard(Part):
    deck: Deck
    needs: Annotated[dict[str, Amount], Field(min_length=1)]
    gives: Annotated[dict[Literal["vp", "coin", "bread", "prestige"], Annotated[int, Field(ge=1, le=25)]], Field(min_length=1)]
    source: Literal["fact", "reconstructed"] = "fact"

    @model_validator(mode="after")
    def _by_stripe(self) -> Self:
        known = GOODS_NAMES if self.deck in RED_DECKS else OWNABLE_NAMES
        wrong = next((name for name in self.needs if name not in known), None)
        if wrong:
            verb = "paid" if self.deck in RED_DECKS else "owned"
            raise ValueError(f"needs: {wrong!r} cannot be {verb} for a card of deck {self.deck}: {', '.join(known)}")
        much = next((name for name, amount in self.gives.items() if name != "vp" and amount > 9), None)
        if much:
            raise ValueError(f"gives: {self.gives[much]} {much} are more than 9")  # type: ignore[index]
        return self

    @property
    def says(self) -> tuple[Any, ...]:
        """The same for cards that cannot be told apart when they lie open."""
        return self.deck in RED_DECKS, sorted(self.needs.items()), sorted(self.gives.items())


class FountainCards(Part):
    copies: Positive
    vp: Annotated[dict[Thing, Annotated[int, Field(ge=0, le=20)]], Field(min_length=1)]

    @model_validator(mode="after")
    def _room(self) -> Self:
        total = self.copies * len(self.vp)
        if total > FOUNTAIN_CARDS:
            raise ValueError(f"vp: {len(self.vp)} kinds of {self.copies} are {total} cards, at most {FOUNTAIN_CARDS} have room")
        return self


class FrameGoal(Part):
    at: Annotated[int, Field(ge=1, le=LINES)]
    goal: Goal
    vp: Annotated[int, Field(ge=0, le=50)]


class Frame(Part):
    parts: Annotated[
        list[Annotated[list[FrameGoal], Field(min_length=GOALS_ON_PART, max_length=GOALS_ON_PART)]],
        Field(min_length=FRAME_PARTS, max_length=FRAME_PARTS),
    ]


class Contents(Part):
    """A whole box."""

    players: PlayerCounts
    board: Board
    district: District
    forum: Forum
    villa: Villa
    landscape: Landscape = Landscape()
    reward: Reward = Reward()
    costs: Costs = Costs()
    scoring: Scoring = Scoring()
    vp_cards: VpCards | None = None
    tiles: Tiles
    forum_card: Annotated[list[ForumCard], Field(max_length=FORUM_CARDS)]
    fountain_cards: FountainCards
    frame: Frame

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        filling = self.board.blueprints * self.board.tiles_per_blueprint
        wanted = {"white": filling * (self.board.phases - 1), "black": filling + self.board.craftsman_row}
        for colour, count in wanted.items():
            total = sum(tile.copies for tile in getattr(self.tiles, colour))
            if total != count:
                raise ValueError(f"tiles.{colour}: must be {count} tiles in all, not {total}")
        for players in PLAYER_COUNTS:
            for deck, count in self.forum.draw[players].items():
                cards = sum(card.deck == deck for card in self.forum_card)
                if cards < count:
                    raise ValueError(f"forum.draw.{players}.{deck}: {count} cards of a deck of {cards}")
            places, markers = self.forum.places(players), self.board.phases * int(players)
            if places < markers:
                raise ValueError(f"forum.empty.{players}: {places} places for {markers} markers")
        return self


def tables(contents: Contents) -> np.ndarray:
    """The box as an array of one `Tables` record."""
    boxes = np.zeros(1, TABLES)
    box = boxes[0]
    _fill_numbers(box, contents)
    _fill_tiles(box, contents)
    _fill_districts(box, contents)
    _fill_forum(box, contents)
    _fill_end(box, contents)
    return boxes


def _fill_numbers(box: Any, contents: Contents) -> None:
    board, reward = contents.board, contents.reward
    for players, points in contents.players.start_vp.items():
        box.start_points[int(players), : int(players)] = points
        box.taken_per_blueprint[int(players)] = board.tiles_taken_per_blueprint[players]
    box.phases, box.rounds, box.row = board.phases, board.rounds_per_phase, board.craftsman_row
    box.first_prestige, box.last_prestige = board.prestige.first, board.prestige.last
    box.largest_landscape, box.goods_less = contents.landscape.most_tiles, contents.landscape.goods_less
    box.merchant_coins, box.granary_bread, box.administrator_steps = reward.merchant_coins, reward.granary_bread, reward.administrator_prestige
    box.market_coins, box.bakery_bread, box.writ_steps = reward.market_coins, reward.bakery_bread, reward.writ_prestige
    box.move_bread, box.items_per_point = contents.costs.move_bread, contents.scoring.items_per_vp
    box.penalty, box.bread_per_set = contents.forum.penalty, contents.forum.bread_per_set


def _fill_tiles(box: Any, contents: Contents) -> None:
    kinds = contents.tiles.kinds
    box.kinds = len(kinds)
    for kind, tile in enumerate(kinds):
        sides = [SIDE_LETTERS.index(letter) for letter in tile.edges]
        for turn in range(TURNS):
            # A clockwise turn brings the side before to where a side was.
            box.face[kind, turn] = sum(sides[(side - turn) % SIDES] << (4 * side) for side in range(SIDES))
        box.looks[kind] = len(set(box.face[kind].tolist()))
        box.things[kind] = sum(1 << side for side in set(sides) if side != GRASS)
        if tile.single:
            box.things[kind] = 1 << THING_NAMES.index(tile.single)
        box.chimneys[kind] = tile.chimneys
    number = {tile.look: kind for kind, tile in enumerate(kinds)}
    white = [number[tile.look] for tile in contents.tiles.white for _ in range(tile.copies)]
    black = [number[tile.look] for tile in contents.tiles.black for _ in range(tile.copies)]
    box.white_tiles, box.black_tiles = len(white), len(black)
    box.white[: len(white)], box.black[: len(black)] = white, black


def _fill_districts(box: Any, contents: Contents) -> None:
    for number, board in enumerate(contents.district.boards):
        box.shovel[number] = _space(board.shovel)
        box.writs[number] = sum(1 << _space(place) for place in board.writs)
    for number, part in enumerate(contents.frame.parts):
        for place, goal in enumerate(part):
            box.goal_thing[number, place] = THING_NAMES.index(goal.goal)
            box.goal_at[number, place] = goal.at
            box.goal_points[number, place] = goal.vp


def _space(place: list[int]) -> int:
    return (place[0] - 1) * SIZE + place[1] - 1


def _fill_forum(box: Any, contents: Contents) -> None:
    for players, empty in contents.forum.empty.items():
        box.cell_used[int(players)] = 1
        for row, column in empty:
            box.cell_used[int(players), (row - 1) * FORUM_COLUMNS + column - 1] = 0
        for deck, count in contents.forum.draw[players].items():
            box.draw[int(players), DECK_NAMES.index(deck)] = count
    box.cards = len(contents.forum_card)
    said = [card.says for card in contents.forum_card]
    for number, card in enumerate(contents.forum_card):
        box.card_deck[number] = DECK_NAMES.index(card.deck)
        box.card_same[number] = said.index(card.says)
        box.card_red[number] = card.deck in RED_DECKS
        for name, amount in card.needs.items():
            if card.deck in RED_DECKS:
                box.card_goods[number, GOODS_NAMES.index(name)] = amount
            else:
                box.card_owned[number, OWNABLE_NAMES.index(name)] = amount
        box.card_points[number] = card.gives.get("vp", 0)
        box.card_coins[number] = card.gives.get("coin", 0)
        box.card_bread[number] = card.gives.get("bread", 0)
        box.card_steps[number] = card.gives.get("prestige", 0)


def _fill_end(box: Any, contents: Contents) -> None:
    for name, points in contents.fountain_cards.vp.items():
        box.fountain_copies[THING_NAMES.index(name)] = contents.fountain_cards.copies
        box.fountain_points[THING_NAMES.index(name)] = points
    chart = contents.villa.chimney_vp
    box.chart[: len(chart)] = chart
    box.chart_length, box.chart_further = len(chart), contents.villa.further
