"""Checks a Porta Nigra box file and turns it into the `Tables` record that the rules read."""

import re
from typing import Annotated, Any, Literal, Self

import numpy as np
from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from triumvir.games.porta_nigra.state import (
    ACTION_CARDS,
    ANY_COLOUR,
    BRICKS_ON_CARD,
    BUILD,
    BUILDING_DISPLAY,
    BUILDING_NAMES,
    COINS,
    COLOUR_LETTERS,
    FINAL_TIERS,
    GATE,
    HAND,
    HIGHEST,
    HONOUR_CARDS,
    HONOUR_DISPLAY,
    ICONS,
    INFLUENCE,
    LOWEST,
    MOST_TO_SPLIT,
    PART_BUILDINGS,
    PART_ROWS,
    PART_SIZES,
    PARTS,
    QUARTERS,
    SPOTS,
    SUPPLY_CARDS,
    TABLES,
    TORCH,
    WHITE,
)
from triumvir.kernel.box import Part
from triumvir.kernel.state import EMPTY

Small = Annotated[int, Field(ge=0, le=99)]
Positive = Annotated[int, Field(ge=1, le=99)]
Few = Annotated[int, Field(ge=0, le=30)]
Points = Annotated[int, Field(ge=0, le=500)]
Colour = Literal["K", "B", "R", "Y", "W"]
Building = Literal["amphitheatre", "basilica", "city_wall", "porta_nigra"]


def _numbered(value: Any) -> Any:
    """TOML keys are text; these mean numbers."""
    if isinstance(value, dict):
        return {int(key) if isinstance(key, str) and key.isdigit() else key: item for key, item in value.items()}
    return value


def _colour_letters(text: str) -> str:
    wrong = next((letter for letter in text if letter not in COLOUR_LETTERS), None)
    if wrong:
        raise ValueError(f"{wrong!r} in {text!r} is no colour: the colours are {', '.join(COLOUR_LETTERS)}")
    return text


def _spot(text: str) -> str:
    if not re.fullmatch(rf"[{COLOUR_LETTERS}] [1-8] \d{{1,3}}", text):
        raise ValueError(f"{text!r} is not COLOUR BRICKS VP, such as 'R 3 11'")
    return text


def _icon(text: str) -> str:
    if text not in ICON_CODES and not re.fullmatch(r"coins[1-9]\d?", text):
        raise ValueError(f"{text!r} is no icon: K, B, R, Y, W, ?, build, influence, torch or coinsN")
    return text


def _supply_card(text: str) -> str:
    _colour_letters(text)
    if not text or len(set(text)) != len(text):
        raise ValueError(f"{text!r} must name at least one shop, and none twice")
    return text


ICON_CODES = {letter: colour for colour, letter in enumerate(COLOUR_LETTERS)} | {
    "?": ANY_COLOUR,
    "build": BUILD,
    "influence": INFLUENCE,
    "torch": TORCH,
}

ByPlayers = Annotated[dict[Literal[2, 3, 4], Positive], BeforeValidator(_numbered), Field(min_length=3)]
ByColour = dict[Colour, Positive]
Places = Annotated[list[Points], Field(min_length=2, max_length=2)]
Letters = Annotated[str, AfterValidator(_colour_letters)]


def _all_colours(value: ByColour) -> ByColour:
    missing = [letter for letter in COLOUR_LETTERS if letter not in value]
    if missing:
        raise ValueError(f"{', '.join(missing)} missing")
    return value


EveryColour = Annotated[ByColour, AfterValidator(_all_colours)]


class Players(Part):
    min: Annotated[int, Field(ge=2, le=2)]
    max: Annotated[int, Field(ge=4, le=4)]
    rounds: Annotated[dict[Literal[2, 3, 4], Annotated[int, Field(ge=1, le=9)]], BeforeValidator(_numbered), Field(min_length=3)]


class Start(Part):
    coins: Small
    torches: Small
    influence: Small
    romans: Few
    romans_in_reserve: Few
    hand: Annotated[int, Field(ge=1, le=HAND)]


class Supply(Part):
    bricks: Positive
    refill_below: Small
    refill_to: Positive
    building_display: Annotated[int, Field(ge=1, le=BUILDING_DISPLAY)]
    honour_display: Annotated[int, Field(ge=1, le=HONOUR_DISPLAY)]


class Costs(Part):
    """What things cost; a file may leave this out, and then the rulebook's numbers hold."""

    brick: EveryColour = Field(default={"K": 1, "B": 2, "R": 3, "Y": 4, "W": 5})
    border: Small = 1
    roman: Positive = 2
    build: Positive = 2

    @model_validator(mode="after")
    def _rising(self) -> Self:
        prices = [self.brick[letter] for letter in COLOUR_LETTERS]  # type: ignore[index]
        if prices != sorted(set(prices)):
            raise ValueError("brick: prices must rise from K to W, because ties go to the more valuable colour")
        return self


class Rates(Part):
    """What things are worth; a file may leave this out, and then the rulebook's numbers hold."""

    coins_per_torch: Small = 1
    reward_every: Positive = 3
    coins_per_point: Positive = 3
    per_brick: ByPlayers = Field(default={2: 1, 3: 2, 4: 2})


class EarlyEnd(Part):
    """When a match ends early; a file may leave this out, and then the rulebook's numbers hold."""

    elements: Positive = 15
    vp: Small = 5


class Quarter(Part):
    shop: Literal["K", "B", "R", "Y"]
    building: Building


class Reward(Part):
    coins: Small = 0
    torches: Small = 0
    influence: Small = 0
    romans: Small = 0
    white_bricks: Small = 0


class Row(Part):
    spots: list[Annotated[str, AfterValidator(_spot)]]
    majority: Places
    gives_building_cards: bool = True


class Site(Part):
    reward: Reward
    rows: dict[Literal["A", "B", "C"], Row]


class Gate(Part):
    reward: Reward
    heights: Annotated[list[Annotated[int, Field(ge=LOWEST, le=HIGHEST)]], Field(min_length=2, max_length=2)]
    spots: Annotated[list[Colour], Field(min_length=PART_SIZES[-1], max_length=PART_SIZES[-1])]
    vp_per_brick: EveryColour
    level_majority: Annotated[dict[Literal[3, 4, 5, 6, 7, 8], Places], BeforeValidator(_numbered)]

    @model_validator(mode="after")
    def _levels(self) -> Self:
        lowest, highest = self.heights
        if lowest > highest:
            raise ValueError(f"heights: {lowest} is more than {highest}")
        if sorted(self.level_majority) != list(range(lowest, highest + 1)):
            raise ValueError(f"level_majority: must name every height from {lowest} to {highest} and no other")
        return self


class Buildings(Part):
    amphitheatre: Site
    basilica: Site
    city_wall: Site
    porta_nigra: Gate

    @model_validator(mode="after")
    def _sizes(self) -> Self:
        for name in BUILDING_NAMES[:-1]:
            rows = getattr(self, name).rows
            wanted = {
                row: size for row, size, building in zip(PART_ROWS, PART_SIZES, PART_BUILDINGS, strict=True) if BUILDING_NAMES[building] == name
            }
            if sorted(rows) != sorted(wanted):
                raise ValueError(f"{name}.rows: must be {', '.join(sorted(wanted))}")
            for row, size in wanted.items():
                if len(rows[row].spots) != size:
                    raise ValueError(f"{name}.rows.{row}.spots: must be {size} spots, not {len(rows[row].spots)}")
        return self


class BuildingCards(Part):
    set_vp: Annotated[list[Points], Field(min_length=5, max_length=5)]

    @model_validator(mode="after")
    def _larger_is_better(self) -> Self:
        steps = [after - before for before, after in zip(self.set_vp, self.set_vp[1:], strict=False)]
        if self.set_vp[0] != 0 or steps != sorted(steps):
            raise ValueError(
                "set_vp: must begin with 0, and each card must add at least as much as the one before, so that the largest sets are the best"
            )
        return self


class SupplyCards(Part):
    cards: Annotated[list[Annotated[str, AfterValidator(_supply_card)]], Field(min_length=SUPPLY_CARDS, max_length=SUPPLY_CARDS)]


class ActionCard(Part):
    torches: Annotated[int, Field(ge=1, le=9)]
    icons: Annotated[list[Annotated[str, AfterValidator(_icon)]], Field(min_length=1, max_length=ICONS)]
    not_with_4_players: bool = False


class Honour(Part):
    copies: Annotated[int, Field(ge=1, le=HONOUR_CARDS)]
    influence: Positive
    discard: str | None = None
    final_vp: Points | None = None
    substitute: Building | None = None
    porta_nigra_brick: Literal[1] | None = None
    bricks: Annotated[Letters, Field(min_length=1, max_length=BRICKS_ON_CARD)] | None = None
    vp: Positive | None = None
    coins: Positive | None = None
    torches: Positive | None = None
    romans: Positive | None = None
    build: Literal[1] | None = None

    @property
    def effects(self) -> list[str]:
        names = ("final_vp", "substitute", "porta_nigra_brick", "build", "bricks", "vp", "coins", "torches", "romans")
        return [name for name in names if getattr(self, name) is not None]

    @model_validator(mode="after")
    def _one_effect(self) -> Self:
        if len(self.effects) != 1:
            raise ValueError(f"must have exactly one effect, not {', '.join(self.effects) or 'none'}")
        if (self.discard is not None) != (self.final_vp is not None):
            raise ValueError("discard: belongs to cards with final_vp, and only to them")
        return self


class Contents(Part):
    """A whole box."""

    players: Players
    start: Start
    supply: Supply
    costs: Costs = Costs()
    rates: Rates = Rates()
    early_end: EarlyEnd = EarlyEnd()
    quarter: Annotated[list[Quarter], Field(min_length=QUARTERS, max_length=QUARTERS)]
    building: Buildings
    building_cards: BuildingCards
    supply_cards: SupplyCards
    action_card: Annotated[list[ActionCard], Field(min_length=ACTION_CARDS, max_length=ACTION_CARDS)]
    honour: Annotated[list[Honour], Field(min_length=1)]

    @property
    def finals(self) -> list[Honour]:
        """The final scoring cards, lowest tier first."""
        return [honour for honour in self.honour if honour.final_vp is not None]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        for entry in ("shop", "building"):
            seen = [getattr(quarter, entry) for quarter in self.quarter]
            double = next((item for item in seen if seen.count(item) > 1), None)
            if double:
                raise ValueError(f"quarter.{entry}: {double!r} stands in two quarters")
        if self.supply.refill_below > self.supply.refill_to:
            raise ValueError(f"supply.refill_below: {self.supply.refill_below} is more than refill_to, {self.supply.refill_to}")
        most = self.supply.bricks * max(self.rates.per_brick.values())
        if most > MOST_TO_SPLIT:
            raise ValueError(
                f"rates.per_brick: {self.supply.bricks} bricks could give {most} to split at the end of a round, at most {MOST_TO_SPLIT} can be split"
            )
        if sum(card.not_with_4_players for card in self.action_card) > ACTION_CARDS - self.start.hand:
            raise ValueError("action_card.not_with_4_players: too few cards are left with four players")
        total = sum(honour.copies for honour in self.honour)
        if total != HONOUR_CARDS:
            raise ValueError(f"honour: must be {HONOUR_CARDS} cards in all, not {total}")
        if len(self.finals) > FINAL_TIERS:
            raise ValueError(f"honour.final_vp: at most {FINAL_TIERS} kinds, not {len(self.finals)}")
        known = {f"final {honour.final_vp}" for honour in self.finals} | {FOUR_DIFFERENT}
        for number, honour in enumerate(self.honour, start=1):
            if honour.discard is not None and honour.discard not in known:
                raise ValueError(f"honour[{number}].discard: {honour.discard!r} is nothing to discard: there is {', '.join(sorted(known))}")
            if honour.discard == f"final {honour.final_vp}":
                raise ValueError(f"honour[{number}].discard: a card cannot be paid with a card of its own kind")
        values = [honour.final_vp for honour in self.finals]
        if len(set(values)) != len(values):
            raise ValueError("honour.final_vp: two kinds are worth the same; make them one kind with more copies")
        return self


FOUR_DIFFERENT = "four different building cards"


def tables(contents: Contents) -> np.ndarray:
    """The box as an array of one `Tables` record."""
    boxes = np.zeros(1, TABLES)
    box = boxes[0]
    _fill_numbers(box, contents)
    _fill_board(box, contents)
    _fill_cards(box, contents)
    _fill_honours(box, contents)
    return boxes


def _fill_numbers(box: Any, contents: Contents) -> None:
    for players in (2, 3, 4):
        box.rounds[players] = contents.players.rounds[players]  # type: ignore[index]
        box.per_brick[players] = contents.rates.per_brick[players]  # type: ignore[index]
    for name in ("coins", "torches", "influence", "romans", "romans_in_reserve", "hand"):
        setattr(box, f"start_{name}", getattr(contents.start, name))
    box.reserve = contents.supply.bricks
    for name in ("refill_below", "refill_to", "building_display", "honour_display"):
        setattr(box, name, getattr(contents.supply, name))
    for colour, letter in enumerate(COLOUR_LETTERS):
        box.brick_price[colour] = contents.costs.brick[letter]  # type: ignore[index]
    box.border_price = contents.costs.border
    box.roman_influence = contents.costs.roman
    box.build_influence = contents.costs.build
    for name in ("coins_per_torch", "reward_every", "coins_per_point"):
        setattr(box, name, getattr(contents.rates, name))
    box.early_end_elements = contents.early_end.elements
    box.early_end_points = contents.early_end.vp


def _fill_board(box: Any, contents: Contents) -> None:
    box.shop_quarter[WHITE] = EMPTY
    for number, quarter in enumerate(contents.quarter):
        box.shop_quarter[COLOUR_LETTERS.index(quarter.shop)] = number
        box.building_quarter[BUILDING_NAMES.index(quarter.building)] = number
    spot = 0
    for part, (building, letter, size) in enumerate(zip(PART_BUILDINGS, PART_ROWS, PART_SIZES, strict=True)):
        site = getattr(contents.building, BUILDING_NAMES[building])
        row = site.rows[letter] if part < PARTS else None
        if row:
            box.part_first[part], box.part_first[part + 1] = spot, spot + size
            box.part_building[part] = building
            box.part_majority[part] = row.majority
        for text in row.spots if row else site.spots:
            colour, bricks, points = text.split() if row else (text, 0, 0)
            box.spot_building[spot], box.spot_part[spot] = building, part
            box.spot_colour[spot] = COLOUR_LETTERS.index(colour)
            box.spot_bricks[spot], box.spot_points[spot] = int(bricks), int(points)
            box.spot_gives_card[spot] = row.gives_building_cards if row else True
            spot += 1
    for building, name in enumerate(BUILDING_NAMES):
        for kind, amount in getattr(contents.building, name).reward:
            getattr(box, f"reward_{kind}")[building] = amount
    gate = contents.building.porta_nigra
    box.gate_lowest, box.gate_highest = gate.heights
    for colour, letter in enumerate(COLOUR_LETTERS):
        box.gate_points[colour] = gate.vp_per_brick[letter]  # type: ignore[index]
    for height, places in gate.level_majority.items():
        box.gate_majority[height - LOWEST] = places
    _fill_spot_sets(box)


def _fill_spot_sets(box: Any) -> None:
    """The sets of spots from which the rules put together where somebody can build."""
    for spot in range(SPOTS):
        fewest = int(box.spot_bricks[spot] if spot < GATE else box.gate_lowest)
        for bricks in range(fewest, HIGHEST + 1):
            box.spots_for[box.spot_colour[spot], bricks] |= 1 << spot
        quarter = int(box.building_quarter[box.spot_building[spot]])
        for start in range(QUARTERS):
            for borders in range((quarter - start) % QUARTERS, QUARTERS):
                box.spots_within[start, borders] |= 1 << spot


def _fill_cards(box: Any, contents: Contents) -> None:
    box.set_points[:] = contents.building_cards.set_vp
    for number, letters in enumerate(contents.supply_cards.cards):
        box.supply_colours[number] = sum(1 << COLOUR_LETTERS.index(letter) for letter in letters)
    box.card_icons[:] = EMPTY
    for number, card in enumerate(contents.action_card):
        box.card_torches[number] = card.torches
        box.card_not_with_4[number] = card.not_with_4_players
        for place, icon in enumerate(card.icons):
            coins = icon.removeprefix("coins") if icon.startswith("coins") else None
            box.card_icons[number, place] = COINS if coins else ICON_CODES[icon]
            box.card_coins[number, place] = int(coins or 0)
            box.card_places[number, box.card_icons[number, place]] |= 1 << place


def _fill_honours(box: Any, contents: Contents) -> None:
    finals = [honour.final_vp for honour in contents.finals]
    for tier, points in enumerate(finals):
        box.final_points[tier] = points
    for name in ("final_tier", "needs_tier", "substitute", "bricks"):
        getattr(box, f"honour_{name}")[:] = EMPTY
    box.honour_kinds = len(contents.honour)
    card = 0
    for kind, honour in enumerate(contents.honour):
        box.honour_kind[card : card + honour.copies] = kind
        card += honour.copies
        box.honour_influence[kind] = honour.influence
        if honour.final_vp is not None:
            box.honour_final_tier[kind] = finals.index(honour.final_vp)
            box.honour_needs_set[kind] = honour.discard == FOUR_DIFFERENT
            if honour.discard != FOUR_DIFFERENT:
                box.honour_needs_tier[kind] = finals.index(int(str(honour.discard).removeprefix("final ")))
        if honour.substitute:
            box.honour_substitute[kind] = BUILDING_NAMES.index(honour.substitute)
        for place, letter in enumerate(honour.bricks or ""):
            box.honour_bricks[kind, place] = COLOUR_LETTERS.index(letter)
        box.honour_gate_brick[kind] = honour.porta_nigra_brick or 0
        box.honour_build[kind] = honour.build or 0
        box.honour_points[kind] = honour.vp or 0
        box.honour_coins[kind] = honour.coins or 0
        box.honour_torches[kind] = honour.torches or 0
        box.honour_romans[kind] = honour.romans or 0
