"""Checks a Via Appia box file and turns it into the `Tables` record that the rules read."""

from typing import Annotated, Any, Literal, Self

import numpy as np
from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from triumvir.games.via_appia import geometry
from triumvir.games.via_appia.state import (
    ANGLES,
    CITIES,
    DISCS,
    DISPLAY,
    FORWARD,
    INCOME_CARDS,
    JOINED,
    PLACES,
    SEGMENT_LETTERS,
    SEGMENTS,
    SIZE_LETTERS,
    SIZES,
    SPACES,
    STEPS,
    TABLES,
)
from triumvir.kernel.box import Part
from triumvir.kernel.state import EMPTY, SEATS

Small = Annotated[int, Field(ge=0, le=99)]
Positive = Annotated[int, Field(ge=1, le=99)]
Points = Annotated[int, Field(ge=0, le=99)]
Size = Literal["S", "M", "L"]
Millimetres = Annotated[int | float, Field(gt=0, le=500)]
Word = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z'-]{0,15}$")]


def _numbered(value: Any) -> Any:
    """TOML keys are text; these mean numbers."""
    if isinstance(value, dict):
        return {int(key) if isinstance(key, str) and key.isdigit() else key: item for key, item in value.items()}
    return value


def _all_sizes(value: dict[str, Any]) -> dict[str, Any]:
    missing = [letter for letter in SIZE_LETTERS if letter not in value]
    if missing:
        raise ValueError(f"{', '.join(missing)} missing")
    return value


BySize = Annotated[dict[Size, Small], AfterValidator(_all_sizes)]


class Gift(Part):
    """What a player starts with."""

    S: Small = 0
    M: Small = 0
    L: Small = 0
    coins: Small = 0


class Players(Part):
    min: Annotated[int, Field(ge=2, le=2)]
    max: Annotated[int, Field(ge=4, le=4)]
    start: Annotated[list[Gift], Field(min_length=SEATS, max_length=SEATS)]
    start_vp: Points


class Stock(Part):
    stones: BySize
    tiles: BySize
    bonus_tokens: Annotated[dict[Literal["A", "B", "C"], Positive], Field(min_length=SEGMENTS)]
    tile_vp: BySize
    city_tokens: Annotated[
        dict[Literal[2, 3, 4], Annotated[list[Points], Field(min_length=1, max_length=SEATS)]],
        BeforeValidator(_numbered),
        Field(min_length=3),
    ]
    second_tile_coin: Small
    majority: Annotated[list[Points], Field(min_length=2, max_length=2)]
    most_coins_vp: Points
    sell: Small
    consolation: Small
    quiet_rounds: Positive

    @model_validator(mode="after")
    def _fits(self) -> Self:
        for players, tokens in self.city_tokens.items():
            if len(tokens) > players:
                raise ValueError(f"city_tokens.{players}: {len(tokens)} tokens for {players} players")
        total = sum(self.stones.values())
        if total > DISCS:
            raise ValueError(f"stones: at most {DISCS} in all, not {total}")
        if self.majority[0] < self.majority[1]:
            raise ValueError(f"majority: the second place, {self.majority[1]}, is worth more than the first, {self.majority[0]}")
        return self


class Travel(Part):
    cost: Annotated[dict[Literal[1, 2, 3], Small], BeforeValidator(_numbered), Field(min_length=STEPS)]
    pieces_on: Annotated[dict[Size, Positive], AfterValidator(_all_sizes)]

    @model_validator(mode="after")
    def _rising(self) -> Self:
        costs = [self.cost[steps] for steps in (1, 2, 3)]
        if costs != sorted(costs):
            raise ValueError("cost: must not fall with more steps, because a piece takes the shortest way")
        return self


class Card(Part):
    """An income card: sesterces on one half, stones on the other."""

    coins: Small
    S: Small = 0
    M: Small = 0
    L: Small = 0


class Income(Part):
    open: Annotated[int, Field(ge=1, le=DISPLAY)]
    both_from: Annotated[int, Field(ge=0, le=DISPLAY)]
    cards: Annotated[list[Card], Field(min_length=INCOME_CARDS, max_length=INCOME_CARDS)]


class Cart(Part):
    spaces: Annotated[list[Literal["shared", "S", "M", "L"]], Field(min_length=1, max_length=20)]


class Aims(Part):
    places: Annotated[int, Field(ge=PLACES, le=PLACES)]
    angles: Annotated[list[Annotated[int, Field(ge=-45, le=45)]], Field(min_length=ANGLES, max_length=ANGLES)]

    @model_validator(mode="after")
    def _rising(self) -> Self:
        if self.angles != sorted(set(self.angles)):
            raise ValueError("angles: must rise from left to right")
        return self


class Tremor(Part):
    place_um: Annotated[int, Field(ge=0, le=20000)]
    tenths_of_a_degree: Annotated[int, Field(ge=0, le=300)]


class Quarry(Part):
    load: BySize
    radius: Annotated[dict[Size, Annotated[int | float, Field(ge=4, le=25)]], AfterValidator(_all_sizes)]
    back_width: Millimetres
    front_width: Millimetres
    length: Millimetres
    pusher_width: Millimetres
    stones_per_action: Annotated[int, Field(ge=1, le=9)]
    aims: Aims
    tremor: Tremor

    @model_validator(mode="after")
    def _loadable(self) -> Self:
        small, mid, large = (self.radius[letter] for letter in SIZE_LETTERS)  # type: ignore[index]
        if not small < mid < large:
            raise ValueError("radius: must rise from S to M to L")
        if 2 * large > self.back_width:
            raise ValueError(f"back_width: a large stone is {2 * large} wide and could not be pushed in")
        if self.front_width < self.back_width:
            raise ValueError("front_width: the quarry must not narrow towards the edge, or stones could jam")
        widest = max((2 * self.radius[letter] for letter in SIZE_LETTERS if self.load[letter]), default=0)  # type: ignore[index]
        if widest > self.length:
            raise ValueError(f"length: a stone of the load is {widest} wide and would not lie in the quarry")
        cover = geometry.cover(self)
        if cover > geometry.MOST_COVER:
            raise ValueError(f"load: the stones would cover {cover} % of the quarry, at most {geometry.MOST_COVER} % come apart")
        return self


class Space(Part):
    id: Annotated[str, Field(pattern=r"^[ABC][1-9][0-9]?$")]
    size: Size
    forward: Annotated[list[str], Field(min_length=1, max_length=FORWARD)]
    x: int | float
    y: int | float


class Road(Part):
    cities: Annotated[list[Word], Field(min_length=CITIES, max_length=CITIES)]
    forward: dict[str, Annotated[list[str], Field(min_length=1, max_length=FORWARD)]]
    space: Annotated[list[Space], Field(min_length=SPACES, max_length=SPACES)]

    @property
    def names(self) -> list[str]:
        """Every space and city, in the order of the record's nodes."""
        return [space.id for space in self.space] + list(self.cities)

    def lines(self) -> dict[str, list[str]]:
        """Where the lines from each space and city lead on to."""
        return {space.id: space.forward for space in self.space} | self.forward

    def segment(self, name: str) -> int:
        """The segment of a space; for a city the one ahead of it."""
        return self.cities.index(name) if name in self.cities else SEGMENT_LETTERS.index(name[0])

    @model_validator(mode="after")
    def _connected(self) -> Self:
        names = self.names
        double = next((name for name in names if names.count(name) > 1), None)
        if double:
            raise ValueError(f"{double} stands there twice")
        for city in self.cities[:-1]:
            if city not in self.forward:
                raise ValueError(f"forward.{city}: is missing")
        for name, onward in self.lines().items():
            self._check_lines(name, onward)
        self._check_ways()
        return self

    def _check_lines(self, name: str, onward: list[str]) -> None:
        if name not in self.names or name == self.cities[-1]:
            raise ValueError(f"forward.{name}: is no city that the road leads on from")
        segment = self.segment(name)
        for target in onward:
            if target not in self.names:
                raise ValueError(f"{name}.forward: there is no {target!r}")
            ahead = target == self.cities[segment + 1] and name not in self.cities
            if not ahead and (target in self.cities or self.segment(target) != segment):
                raise ValueError(f"{name}.forward: {target} is neither in segment {SEGMENT_LETTERS[segment]} nor the city at its end")
        if len(set(onward)) != len(onward):
            raise ValueError(f"{name}.forward: a line stands there twice")

    def _check_ways(self) -> None:
        """Every space can be reached, lines never lead back, and no space has too many."""
        lines = self.lines()
        behind: dict[str, list[str]] = {name: [] for name in self.names}
        for name, onward in lines.items():
            for target in onward:
                behind[target].append(name)
        reached = {self.cities[0]}
        waiting = set(self.names) - reached
        while ready := sorted(name for name in waiting if behind[name] and all(other in reached for other in behind[name])):
            reached.update(ready)
            waiting.difference_update(ready)
        if waiting:
            raise ValueError(f"{min(waiting)}: no lines lead here from {self.cities[0]}, or they run in a circle")
        for space in self.space:
            if len(behind[space.id]) + len(space.forward) > JOINED:
                raise ValueError(f"{space.id}: at most {JOINED} lines may meet at a space")


class Contents(Part):
    """A whole box."""

    players: Players
    stock: Stock
    travel: Travel
    income: Income
    cart: Cart
    quarry: Quarry
    road: Road

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        for letter in SIZE_LETTERS:
            given = self.quarry.load[letter] + sum(getattr(gift, letter) for gift in self.players.start)  # type: ignore[index]
            if given > self.stock.stones[letter]:  # type: ignore[index]
                raise ValueError(f"stock.stones.{letter}: load and gifts need {given}, there are {self.stock.stones[letter]}")  # type: ignore[index]
            spaces = sum(space.size == letter for space in self.road.space)
            if spaces > self.stock.tiles[letter]:  # type: ignore[index]
                raise ValueError(f"stock.tiles.{letter}: the road has {spaces} spaces, there are {self.stock.tiles[letter]} tiles")  # type: ignore[index]
        for letter in SEGMENT_LETTERS:
            spaces = sum(space.id[0] == letter for space in self.road.space)
            if spaces != self.stock.bonus_tokens[letter]:  # type: ignore[index]
                raise ValueError(
                    f"stock.bonus_tokens.{letter}: one for each space of the segment, so {spaces}, not {self.stock.bonus_tokens[letter]}"  # type: ignore[index]
                )
        if 2 * self.income.open > INCOME_CARDS:
            raise ValueError(f"income.open: {self.income.open} open cards could not be replaced from a pile of {INCOME_CARDS - self.income.open}")
        if self.income.both_from > self.income.open:
            raise ValueError(f"income.both_from: {self.income.both_from} is more than lie open, {self.income.open}")
        return self


def tables(contents: Contents) -> np.ndarray:
    """The box as an array of one `Tables` record."""
    boxes = np.zeros(1, TABLES)
    box = boxes[0]
    _fill_numbers(box, contents)
    _fill_cards(box, contents)
    _fill_road(box, contents.road)
    geometry.fill_quarry(box, contents.quarry)
    return boxes


def _fill_numbers(box: Any, contents: Contents) -> None:
    stock = contents.stock
    for place, gift in enumerate(contents.players.start):
        box.start_stones[place] = [getattr(gift, letter) for letter in SIZE_LETTERS]
        box.start_coins[place] = gift.coins
    box.start_points = contents.players.start_vp
    for size, letter in enumerate(SIZE_LETTERS):
        box.stones[size] = stock.stones[letter]  # type: ignore[index]
        box.tiles[size] = stock.tiles[letter]  # type: ignore[index]
        box.tile_points[size] = stock.tile_vp[letter]  # type: ignore[index]
        box.pieces_on[size] = contents.travel.pieces_on[letter]  # type: ignore[index]
        box.cart_spaces[size] = contents.cart.spaces.count(letter)  # type: ignore[arg-type]
    box.cart_shared = contents.cart.spaces.count("shared")
    for players, tokens in stock.city_tokens.items():
        box.city_tokens[players] = len(tokens)
        box.city_token[players, : len(tokens)] = tokens
    for steps, cost in contents.travel.cost.items():
        box.travel_cost[steps] = cost
    box.second_tile_coins = stock.second_tile_coin
    box.majority[:] = stock.majority
    box.most_coins_points = stock.most_coins_vp
    box.sell_coins = stock.sell
    box.consolation_coins = stock.consolation
    box.quiet_rounds = stock.quiet_rounds


def _fill_cards(box: Any, contents: Contents) -> None:
    box.income_open = contents.income.open
    box.income_both = contents.income.both_from
    for number, card in enumerate(contents.income.cards):
        box.card_coins[number] = card.coins
        box.card_stones[number] = [getattr(card, letter) for letter in SIZE_LETTERS]


def _fill_road(box: Any, road: Road) -> None:
    nodes = {name: node for node, name in enumerate(road.names)}
    box.forward[:] = EMPTY
    box.joined[:] = EMPTY
    lines = road.lines()
    for name, onward in lines.items():
        box.forward[nodes[name], : len(onward)] = [nodes[target] for target in onward]
    for node, space in enumerate(road.space):
        segment = road.segment(space.id)
        box.space_size[node] = SIZE_LETTERS.index(space.size)
        box.space_segment[node] = segment
        box.segment_spaces[segment] += 1
        box.space_at_city[node] = space.id in lines[road.cities[segment]]
        behind = [nodes[name] for name, onward in lines.items() if space.id in onward]
        neighbours = [other for other in [nodes[name] for name in space.forward] + behind if other < SPACES]
        box.joined[node, : len(neighbours)] = neighbours


assert SIZES == len(SIZE_LETTERS)
