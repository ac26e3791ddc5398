"""Every decision in Porta Nigra, as spans of integers, and the words that name them in notation."""

from triumvir.games.porta_nigra.box import Contents, Honour
from triumvir.games.porta_nigra.state import (
    ACTION_CARDS,
    BUILDING_NAMES,
    COLOUR_NAMES,
    COLOURS,
    HEIGHTS,
    HIGHEST,
    HONOUR_CARDS,
    LOWEST,
    MOST_TO_SPLIT,
    PART_BUILDINGS,
    PART_ROWS,
    PART_SIZES,
    QUARTERS,
    SPOTS,
)
from triumvir.kernel.actions import Actions
from triumvir.kernel.state import SEATS

ACTIONS = Actions(
    place=QUARTERS,  # put the master builder into this quarter
    card=ACTION_CARDS,  # play this action card
    buy=COLOURS,  # buy a brick of this colour
    take_influence=1,
    take_torch=1,
    take_coins=1,
    build=1,  # with the icon on the card; then a spot
    influence_roman=1,  # pay influence for a Roman
    influence_build=1,  # pay influence for a building action; then a spot
    honour=HONOUR_CARDS,  # buy an honour card of this kind
    torch_to_coin=1,  # forfeit an action of the card, or a torch token, for a sesterce
    end_turn=1,
    spot=SPOTS,  # build here; or put the honour card's brick here
    height=HEIGHTS,  # with so many bricks, in the Porta Nigra
    split=MOST_TO_SPLIT + 1,  # so many sesterces, the rest as points
    appoint=SEATS,  # the next starting player
)

PLACE = ACTIONS["place"].start
CARD = ACTIONS["card"].start
BUY = ACTIONS["buy"].start
TAKE_INFLUENCE = ACTIONS["take_influence"].start
TAKE_TORCH = ACTIONS["take_torch"].start
TAKE_COINS = ACTIONS["take_coins"].start
BUILD_BY_ICON = ACTIONS["build"].start
INFLUENCE_ROMAN = ACTIONS["influence_roman"].start
INFLUENCE_BUILD = ACTIONS["influence_build"].start
HONOUR = ACTIONS["honour"].start
TORCH_TO_COIN = ACTIONS["torch_to_coin"].start
END_TURN = ACTIONS["end_turn"].start
SPOT = ACTIONS["spot"].start
HEIGHT = ACTIONS["height"].start
SPLIT_OFF = ACTIONS["split"].start
APPOINT_SEAT = ACTIONS["appoint"].start
ALL = ACTIONS.count


def spot_names() -> list[str]:
    """`basilica-B4`, `porta-nigra-2`: building, row and place."""
    return [
        f"{BUILDING_NAMES[building].replace('_', '-')}-{row}{place}"
        for building, row, size in zip(PART_BUILDINGS, PART_ROWS, PART_SIZES, strict=True)
        for place in range(1, size + 1)
    ]


def honour_name(honour: Honour) -> str:
    """What a kind of honour card does, in one word."""
    effect = honour.effects[0]
    amount = getattr(honour, effect)
    if effect in ("build", "porta_nigra_brick"):
        return effect.replace("_", "-")
    return f"{effect.removesuffix('_vp')}-{str(amount).replace('_', '-')}"


def honour_names(contents: Contents) -> list[str]:
    """A word for each kind, with its price where two kinds do the same; numbers for kinds the box does not have."""
    plain = [honour_name(honour) for honour in contents.honour]
    names = [name if plain.count(name) == 1 else f"{name}-for-{honour.influence}" for name, honour in zip(plain, contents.honour, strict=True)]
    names = [name if names.count(name) == 1 else f"{name}-kind-{number}" for number, name in enumerate(names, start=1)]
    return names + [f"kind-{number}" for number in range(len(names) + 1, HONOUR_CARDS + 1)]


def notation_names(contents: Contents) -> dict[str, list[str]]:
    """The word for every action of every span that has a choice."""
    return {
        "place": [quarter.building.replace("_", "-") for quarter in contents.quarter],
        "card": [str(number) for number in range(1, ACTION_CARDS + 1)],
        "buy": list(COLOUR_NAMES),
        "honour": honour_names(contents),
        "spot": spot_names(),
        "height": [str(height) for height in range(LOWEST, HIGHEST + 1)],
        "split": [str(coins) for coins in range(MOST_TO_SPLIT + 1)],
        "appoint": [str(seat) for seat in range(SEATS)],
    }
