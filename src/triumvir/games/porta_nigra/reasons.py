"""Why not, in Porta Nigra: by rule, the fact that it forbids an action for, with what is needed and what is there."""

from triumvir.games.porta_nigra.actions import BUILD_BY_ICON
from triumvir.games.porta_nigra.state import (
    APPOINT,
    BUILDINGS,
    CHOOSE_ELEMENT,
    CHOOSE_HEIGHT,
    COLOUR_NAMES,
    GATE,
    LOWEST,
    SPLIT,
    SPOTS,
    WHITE,
)
from triumvir.games.porta_nigra.view import PHASES, cards_of, way
from triumvir.kernel.view import Asked


def place_builder(asked: Asked) -> str:
    return asked.say("builder_placed" if asked.kind == "place" else "place_builder")


def one_card(asked: Asked) -> str:
    if asked.kind != "card":
        return asked.say("play_a_card")
    return asked.say("card_played" if asked.s.card >= 0 else "not_in_hand")


def finish_first(asked: Asked) -> str:
    return asked.say("finish_first", phase=asked.words(f"phase.{PHASES[asked.s.phase]}"))


def no_spot(asked: Asked) -> str:
    """Bricks for none of the free spots, or none of those within reach."""
    affordable = any((int(asked.s.free) >> spot) & 1 and _held(asked, spot) >= _needed(asked, spot) for spot in range(SPOTS))
    return asked.say("no_way" if affordable else "no_bricks")


def _needed(asked: Asked, spot: int) -> int:
    return int(asked.game.printed.spot_bricks[spot] if spot < GATE else asked.game.printed.gate_lowest)


def _held(asked: Asked, spot: int) -> int:
    """Own bricks that can be used there: white stands in for any colour. PN-C3."""
    return int(asked.s.bricks[asked.s.seat][sorted({int(asked.game.printed.spot_colour[spot]), WHITE})].sum())


def too_few_bricks(asked: Asked) -> str:
    box = asked.game.printed
    spot, needed = (asked.number, 0) if asked.kind == "spot" else (asked.s.spot, asked.number + LOWEST)
    if asked.kind == "height" and asked.s.phase != CHOOSE_HEIGHT:
        return asked.say("gate_spot_first")
    if needed and not box.gate_lowest <= needed <= box.gate_highest:
        return asked.say("heights", lowest=box.gate_lowest, highest=box.gate_highest)
    colour = int(box.spot_colour[spot])
    have = [_bricks(asked, one, int(asked.s.bricks[asked.s.seat, one])) for one in {colour: 0, WHITE: 0} if asked.s.bricks[asked.s.seat, one]]
    return asked.say("short", needed=_bricks(asked, colour, needed or _needed(asked, spot)), have=asked.words.join(have))


def _bricks(asked: Asked, colour: int, number: int) -> str:
    return asked.words.count("count.bricks_needed", number, colour=_colour(asked, colour))


def _colour(asked: Asked, colour: int) -> str:
    return asked.words(f"colour.{COLOUR_NAMES[colour]}")


def too_far(asked: Asked) -> str:
    box, s = asked.game.printed, asked.s
    price = int(way(s, box, s.seat, box.building_quarter[box.spot_building[asked.number]]))
    return asked.say("too_far", needed=asked.count("coins", price), have=asked.count("coins", s.coins[s.seat]))


def too_few_sesterces(asked: Asked) -> str:
    box, s = asked.game.printed, asked.s
    toll = int(way(s, box, s.seat, box.shop_quarter[asked.number]))
    needed, have = asked.count("coins", int(box.brick_price[asked.number]) + toll), asked.count("coins", s.coins[s.seat])
    return asked.say("short_with_way", needed=needed, way=toll, have=have) if toll else asked.say("short", needed=needed, have=have)


def spot_first(asked: Asked) -> str:
    """Somebody has built there; or the spot is fine, and what is missing is a building action."""
    owner = int(asked.s.owner[asked.number])
    if owner >= 0:
        return asked.say("built_on", who=asked.words.seat(owner))
    return asked.instead(BUILD_BY_ICON) or asked.say("build_first")


def influence(asked: Asked) -> str:
    box = asked.game.printed
    prices = {"influence_roman": box.roman_influence, "influence_build": box.build_influence}
    needed = prices[asked.kind] if asked.kind in prices else box.honour_influence[asked.number]
    return asked.say("short", needed=asked.count("influence", needed), have=asked.count("influence", asked.s.influence[asked.s.seat]))


def honour_price(asked: Asked) -> str:
    kinds = {int(asked.game.printed.honour_kind[card]) for card in asked.s.honour_display if card >= 0}
    return influence(asked) if asked.number in kinds else asked.say("no_such_honour")


def roman_price(asked: Asked) -> str:
    poor = asked.s.influence[asked.s.seat] < asked.game.printed.roman_influence
    return influence(asked) if poor else asked.say("reserve_of_romans")


def discard_price(asked: Asked) -> str:
    box, s = asked.game.printed, asked.s
    if box.honour_needs_set[asked.number]:
        return asked.say("four_buildings", have=sum(cards_of(s, s.seat, building) > 0 for building in range(BUILDINGS)))
    return asked.say("no_final_card", points=box.final_points[box.honour_needs_tier[asked.number]])


def porta_nigra_brick(asked: Asked) -> str:
    if asked.s.phase == CHOOSE_ELEMENT:
        return asked.say("not_this_element", highest=asked.game.printed.gate_highest)
    return asked.say("no_element" if asked.s.reserve > 0 else "reserve_of_bricks")


def split_at_round_end(asked: Asked) -> str:
    if asked.s.phase != SPLIT:
        return asked.say("not_yet_split")
    if asked.kind != "split":
        return asked.say("split_first")
    shares = int(asked.s.built[asked.s.seat].sum()) * int(asked.game.printed.per_brick[asked.s.players])
    return asked.say("less_to_split", shares=shares)


def appoint_at_round_end(asked: Asked) -> str:
    if asked.s.phase != APPOINT:
        return asked.say("not_yet_appointed")
    return asked.say("no_such_player" if asked.kind == "appoint" else "appoint_first")


REASONS = {
    "PN-A1": place_builder,
    "PN-A2": one_card,
    "PN-A3": lambda asked: asked.say(f"no_icon.{asked.kind}"),
    "PN-A4": lambda asked: asked.say("no_torch"),
    "PN-A5": lambda asked: asked.say("honour_bought"),
    "PN-A7": lambda asked: asked.say("nothing_to_forfeit"),
    "PN-A8": finish_first,
    "PN-A10": no_spot,
    "PN-B1": too_far,
    "PN-B4": lambda asked: asked.say("no_buying_icon", colour=_colour(asked, asked.number)),
    "PN-B6": too_few_sesterces,
    "PN-B8": lambda asked: asked.say("shop_empty", colour=_colour(asked, asked.number)),
    "PN-C1": spot_first,
    "PN-C2": too_few_bricks,
    "PN-C4": lambda asked: asked.say("no_roman"),
    "PN-I1": honour_price,
    "PN-I2": roman_price,
    "PN-I3": influence,
    "PN-I5": discard_price,
    "PN-I6": porta_nigra_brick,
    "PN-I7": lambda asked: asked.say("reserve_of_romans" if asked.game.printed.honour_romans[asked.number] else "reserve_of_bricks"),
    "PN-E2": split_at_round_end,
    "PN-E3": appoint_at_round_end,
    "PN-G1": lambda asked: asked.say("over"),
}
