"""Why not, in Via Appia: by rule, the fact that it forbids an action for, with what is needed and what is there."""

from triumvir.games.via_appia import rules
from triumvir.games.via_appia.actions import EXCHANGES
from triumvir.games.via_appia.preview import way_to
from triumvir.games.via_appia.state import CHOOSE_ACTION, CONSOLE, EXCHANGE, ROME, SEGMENT_LETTERS, SIZE_NAMES, SMALL, STEPS
from triumvir.games.via_appia.view import PHASES, place_words
from triumvir.kernel.rule import plain
from triumvir.kernel.view import Asked

last_city = plain(rules.last_city)


def other_first(asked: Asked) -> str:
    return asked.say("other_first", phase=asked.words(f"phase.{PHASES[asked.s.phase]}"))


def one_of_four_actions(asked: Asked) -> str:
    return asked.say("no_passing") if asked.s.phase == CHOOSE_ACTION else other_first(asked)


def halves(asked: Asked) -> str:
    box = asked.game.printed
    still = int((asked.s.turned[: box.income_open] == 0).sum())
    return asked.say("one_half" if asked.kind == "income_both" else "both_halves", open=still, limit=box.income_both)


def own_stones(asked: Asked) -> str:
    if asked.s.stones[asked.s.seat, asked.number] == 0:
        return asked.say("no_stone", stone=asked.words(f"stone.{SIZE_NAMES[asked.number]}"))
    return asked.say("no_push", stones=asked.count("stones", asked.s.pushed))


def lay_then_push(asked: Asked) -> str:
    return asked.say("lay_first" if asked.kind == "aim" else "aim_first")


def fallen_stones(asked: Asked) -> str:
    if asked.kind == "done":
        return asked.say("exchange_first")
    if asked.s.phase != EXCHANGE:
        return asked.say("only_fallen")
    stone = EXCHANGES[asked.number][0] if asked.kind == "exchange" else asked.number
    if asked.s.fallen[stone] == 0:
        return asked.say("not_fallen", stone=asked.words.entry(f"stones.{SIZE_NAMES[stone]}")[0])
    return asked.say("no_tile", tile=_tile(asked, EXCHANGES[asked.number][1]))


def _tile(asked: Asked, size: int) -> str:
    return asked.words(f"tile.{SIZE_NAMES[size]}")


def consolation(asked: Asked) -> str:
    if asked.kind == "done":
        return other_first(asked)
    if asked.s.phase != CONSOLE:
        return asked.say("consolation", pushes=asked.game.printed.pushes)
    return asked.say("no_room" if asked.s.tiles[SMALL] else "no_tile", tile=_tile(asked, SMALL))


def from_the_cart(asked: Asked) -> str:
    if asked.s.laid[asked.number]:
        return asked.say("tile_there")
    return asked.say("not_on_cart", tile=_tile(asked, asked.game.printed.space_size[asked.number]))


def _city(asked: Asked, number: int) -> str:
    return place_words(asked.game.names["travel"][ROME + number], asked.words)


def _segment(asked: Asked) -> int:
    return int(asked.game.printed.space_segment[asked.number])


def second_tile(asked: Asked) -> str:
    segment = SEGMENT_LETTERS[asked.s.segment]
    return asked.say("other_segment" if _segment(asked) != asked.s.segment else "earlier_open", segment=segment)


def way(asked: Asked) -> str:
    steps, price = way_to(asked.game.tables, asked.s.copied(), asked.number)
    if steps == 0:
        return asked.say("no_way", steps=asked.words.count("count.steps_of", STEPS))
    return asked.say("too_dear", needed=asked.count("coins", price), have=asked.count("coins", asked.s.coins[asked.s.seat]))


def full(asked: Asked) -> str:
    return asked.say("full", names=asked.words.join(asked.words.seat(p) for p, at in enumerate(asked.s.piece.tolist()) if at == asked.number))


def city_first(asked: Asked) -> str:
    return asked.say("city_first", city=_city(asked, last_city(asked.s, asked.game.printed, asked.s.seat) + 1))


REASONS = {
    "VA-T1": one_of_four_actions,
    "VA-I1": lambda asked: asked.say("not_open"),
    "VA-I2": halves,
    "VA-Q1": own_stones,
    "VA-Q2": lay_then_push,
    "VA-Q6": fallen_stones,
    "VA-Q7": lambda asked: asked.say("no_room", tile=_tile(asked, EXCHANGES[asked.number][1])),
    "VA-Q8": consolation,
    "VA-Q9": other_first,
    "VA-R1": from_the_cart,
    "VA-R2": lambda asked: asked.say("not_visited", city=_city(asked, _segment(asked))),
    "VA-R3": lambda asked: asked.say("not_joined", city=_city(asked, _segment(asked))),
    "VA-R4": second_tile,
    "VA-R7": lambda asked: asked.say("only_ahead", city=_city(asked, _segment(asked) + 1)),
    "VA-M1": way,
    "VA-M2": lambda asked: asked.say("no_tile_there"),
    "VA-M3": full,
    "VA-M4": city_first,
    "VA-E1": lambda asked: asked.say("over"),
}
