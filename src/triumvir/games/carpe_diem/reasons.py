"""Why not, in Carpe Diem: by rule, the fact that it forbids an action for, with what is needed and what is there."""

from collections.abc import Callable, Iterator

from triumvir.games.carpe_diem import preview
from triumvir.games.carpe_diem.actions import PLACE_CELLS
from triumvir.games.carpe_diem.district import BESIDE
from triumvir.games.carpe_diem.state import (
    ANY,
    CHOOSE_BREAD,
    CHOOSE_CARD,
    CHOOSE_PLACE,
    CHOOSE_REWARD,
    CHOOSE_SETS,
    PLACE_PATRICIAN,
    PUT_BACK,
    SIDES,
    TURNS,
)
from triumvir.games.carpe_diem.view import CELL_NAMES, ON_SIDES, PHASES, SIDE_NAMES, SPACE_NAMES
from triumvir.kernel.view import Asked

Reason = Callable[[Asked], str]


def other_first(asked: Asked) -> str:
    return asked.say("other_first", phase=asked.words(f"phase.{PHASES[asked.s.phase]}"))


def in_phase(phase: int, fact: Reason) -> Reason:
    """A fact that counts when such a decision is to be made; else that another one is."""
    return lambda asked: fact(asked) if asked.s.phase == phase else other_first(asked)


def _bread(asked: Asked) -> dict[str, str]:
    return {"needed": asked.count("bread", asked.game.printed.move_bread), "have": asked.count("bread", asked.s.bread[asked.s.seat])}


def patrician_there(asked: Asked) -> str:
    return asked.say("patrician_there", who=asked.words.seat(asked.s.patrician.tolist().index(asked.number)))


def no_bread(asked: Asked) -> str:
    free = preview.free_spaces(asked.s.copied())[asked.s.seat]
    return asked.say("no_bread", **_bread(asked), spaces=asked.words.join(str(space + 1) for space in free))


def _shovel(asked: Asked) -> str:
    return SPACE_NAMES[int(asked.game.printed.shovel[asked.s.board[asked.s.seat]])]


def first_tile(asked: Asked) -> str:
    return asked.say("not_stored" if asked.kind == "store" else "first_on_shovel", space=_shovel(asked))


def not_beside(asked: Asked) -> str:
    return asked.say("tile_there" if (int(asked.s.built[asked.s.seat]) >> (asked.number // TURNS)) & 1 else "not_beside")


def _wrong_sides(asked: Asked) -> Iterator[tuple[int, dict[str, str]]]:
    """The sides on which the tile in hand does not match, with what would meet there."""
    space, turn = divmod(asked.number, TURNS)
    face, wanted = int(asked.game.printed.face[asked.s.taken, turn]), int(asked.s.sides[asked.s.seat, space])
    for side in range(SIDES):
        here, there = (face >> (4 * side)) & 15, (wanted >> (4 * side)) & 15
        if there not in (ANY, here):
            thing, other = (asked.words(f"thing.{ON_SIDES[one]}") for one in (here, there))
            yield side, {"side": asked.say(f"at_side.{SIDE_NAMES[side]}"), "thing": thing, "other": other}


def mismatch(asked: Asked) -> str:
    return asked.say("mismatch", **next(meeting for _, meeting in _wrong_sides(asked)))


def frame(asked: Asked) -> str:
    return asked.say("frame", **next(meeting for side, meeting in _wrong_sides(asked) if BESIDE[asked.number // TURNS, side] < 0))


def too_large(asked: Asked) -> str:
    space, turn = divmod(asked.number, TURNS)
    sizes = preview.grown(asked.s.copied(), space, int(asked.game.printed.face[asked.s.taken, turn]))
    kind = max(range(len(sizes)), key=sizes.__getitem__)
    return asked.say("too_large", thing=asked.words(f"thing.{ON_SIDES[kind]}"), tiles=sizes[kind], most=asked.game.printed.largest_landscape)


def marker_there(asked: Asked) -> str:
    marker = int(asked.s.marker[asked.number])
    return asked.say("no_cards") if marker < 0 else asked.say("marker_there", who=asked.words.seat(marker))


def other_cards(asked: Asked) -> str:
    return asked.say("other_cards", cards=asked.words.join(CELL_NAMES[cell] for cell in PLACE_CELLS[asked.s.visited]))


def most_sets(asked: Asked) -> str:
    sets = preview.sets(asked.s.copied(), asked.game.tables)[asked.s.seat, asked.s.cell]
    return asked.say("most_sets", sets=asked.count("sets", sets))


def most_bread(asked: Asked) -> str:
    each = int(asked.game.printed.bread_per_set)
    return asked.say("most_bread", sets=asked.count("sets", int(asked.s.bread[asked.s.seat]) // each), bread=asked.count("bread", each))


REASONS: dict[str, Reason] = {
    "CD-S7": in_phase(PLACE_PATRICIAN, patrician_there),
    "CD-P5": other_first,
    "CD-M1": lambda asked: asked.say("must_move", **_bread(asked)),
    "CD-M2": lambda asked: asked.say("no_tile_there"),
    "CD-M3": no_bread,
    "CD-M4": lambda asked: asked.say("not_on_blueprint", space=asked.s.patrician[asked.s.seat] + 1),
    "CD-T1": first_tile,
    "CD-T2": not_beside,
    "CD-T3": mismatch,
    "CD-T4": frame,
    "CD-T7": too_large,
    "CD-T10": lambda asked: asked.say("same_look"),
    "CD-C6": lambda asked: asked.say("not_in_row"),
    "CD-C9": in_phase(PUT_BACK, lambda asked: asked.say("no_such_card")),
    "CD-C10": in_phase(CHOOSE_REWARD, lambda asked: asked.say("no_such_reward")),
    "CD-F2": in_phase(CHOOSE_PLACE, marker_there),
    "CD-F3": in_phase(CHOOSE_CARD, other_cards),
    "CD-F4": in_phase(CHOOSE_SETS, most_sets),
    "CD-F6": in_phase(CHOOSE_BREAD, most_bread),
    "CD-E6": lambda asked: asked.say("over"),
}
