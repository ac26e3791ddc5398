"""Every decision in Via Appia, as spans of integers, and the words that name them in notation."""

from triumvir.games.via_appia.box import Card, Contents
from triumvir.games.via_appia.state import ANGLES, INCOME_CARDS, NODES, PLACES, SIZE_LETTERS, SIZE_NAMES, SIZES, SPACES
from triumvir.kernel.actions import Actions

# A fallen stone for a tile of its size or smaller: (stone, tile), in the order of the actions.
EXCHANGES = tuple((stone, tile) for stone in range(SIZES) for tile in range(stone + 1))

ACTIONS = Actions(
    income_coins=INCOME_CARDS,  # this card's sesterces
    income_stones=INCOME_CARDS,  # this card's stones
    income_both=INCOME_CARDS,  # both, when few cards are open
    push=SIZES,  # lay an own stone of this size behind the quarry; then aim
    aim=PLACES * ANGLES,  # push it here, at this angle
    exchange=len(EXCHANGES),  # a fallen stone for a tile
    sell=SIZES,  # a fallen stone
    take_tile=1,  # a small tile, because none fell
    take_coin=1,  # a sesterce instead
    build=SPACES,  # a tile on this space
    travel=NODES,  # to this space or city
    done=1,  # no further push, or no second tile
)

INCOME_COINS = ACTIONS["income_coins"].start
INCOME_STONES = ACTIONS["income_stones"].start
INCOME_BOTH = ACTIONS["income_both"].start
PUSH = ACTIONS["push"].start
AIM_AT = ACTIONS["aim"].start
EXCHANGE_STONE = ACTIONS["exchange"].start
SELL = ACTIONS["sell"].start
TAKE_TILE = ACTIONS["take_tile"].start
TAKE_COIN = ACTIONS["take_coin"].start
BUILD = ACTIONS["build"].start
TRAVEL = ACTIONS["travel"].start
DONE = ACTIONS["done"].start
ALL = ACTIONS.count


def card_name(card: Card) -> str:
    """`3+SM`: the sesterces and the stones of an income card."""
    return f"{card.coins}+" + "".join(letter * getattr(card, letter) for letter in SIZE_LETTERS)


def card_names(contents: Contents) -> list[str]:
    """A word for each income card; cards that show the same are numbered."""
    plain = [card_name(card) for card in contents.income.cards]
    return [name if plain.count(name) == 1 else f"{name}#{plain[:number].count(name) + 1}" for number, name in enumerate(plain)]


def aim_names(contents: Contents) -> list[str]:
    """`11 -8`: the place, from 1 on the left, and the angle in degrees, to the right if positive."""
    return [f"{place} {angle:+d}" if angle else f"{place} 0" for place in range(1, PLACES + 1) for angle in contents.quarry.aims.angles]


def notation_names(contents: Contents) -> dict[str, list[str]]:
    """The word for every action of every span that has a choice."""
    cards = card_names(contents)
    return {
        "income_coins": cards,
        "income_stones": cards,
        "income_both": cards,
        "push": list(SIZE_NAMES),
        "aim": aim_names(contents),
        "exchange": [f"{SIZE_NAMES[stone]} for {SIZE_NAMES[tile]}" for stone, tile in EXCHANGES],
        "sell": list(SIZE_NAMES),
        "build": [space.id for space in contents.road.space],
        "travel": contents.road.names,
    }
