"""Carpe Diem for eyes: a redacted record as plain data and as text, and what an action would do and did as a sentence."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from triumvir.games.carpe_diem import district, preview
from triumvir.games.carpe_diem.actions import MOVE_TO, PLACE, PLACE_CELLS, SETS, cell_names, place_names, space_names
from triumvir.games.carpe_diem.box import Contents, ForumCard
from triumvir.games.carpe_diem.state import (
    BLUEPRINTS,
    CELLS,
    FIRST_DWELLING,
    FORUM_POINTS,
    GOALS_ON_PART,
    GOODS_NAMES,
    LANDSCAPES,
    LAST_DWELLING,
    LINES,
    MOVE,
    OVERFLOW_POINTS,
    PENALTY_POINTS,
    PLACES,
    SIDE_LETTERS,
    SIDES,
    SIZE,
    SPACES,
    THING_NAMES,
    TURNS,
    VILLA,
)
from triumvir.kernel.game import Game
from triumvir.kernel.rule import plain
from triumvir.kernel.view import named, own_first, seat_or_none, who
from triumvir.kernel.words import Words, sectioned

PHASES = (
    "place_patrician",
    "move",
    "take_tile",
    "take_black_tile",
    "place_tile",
    "choose_reward",
    "put_back",
    "choose_place",
    "choose_card",
    "choose_sets",
    "choose_bread",
    "over",
)
SIDE_NAMES = ("north", "east", "south", "west")
ON_SIDES = (*THING_NAMES[: len(SIDE_LETTERS) - 1], "grass")
SPACE_NAMES, CELL_NAMES, PLACE_NAMES = space_names(), cell_names(), place_names()
GIVES = ("vp", "coin", "bread", "prestige")
DISTRICT_WIDTH = 38  # two districts side by side
Section = tuple[str, list[str]]

goal_line = plain(district.goal_line)


# --- Plain data -----------------------------------------------------------------------------------------------------


def view(game: Game, s: Any, seat: int) -> dict[str, Any]:
    """Everything a seat may see."""
    box = game.printed
    players = int(s.players)
    free = preview.free_spaces(s.copied())
    return {
        "game": game.name,
        "seat": seat_or_none(seat),
        "players": players,
        "phase": PHASES[s.phase],
        "to_decide": seat_or_none(s.seat),
        "building_phase": int(s.building_phase),
        "building_phases": int(box.phases),
        "round": int(s.round_no),
        "rounds": int(box.rounds),
        "starter": int(s.starter),
        "turn": {
            "tile": _tile(game, s.taken),
            "waiting": [{"space": SPACE_NAMES[s.waiting_at[level]], "rewards": _things(s.waiting[level])} for level in range(s.level - 1, -1, -1)],
        },
        "blueprints": [[_tile(game, tile) for tile in tiles] for tiles in s.blueprints.tolist()],
        "row": [_tile(game, tile) for tile in s.row.tolist()],
        "piles": {"white": int(s.white_left), "black": int(s.black_left), "fountain": int(s.fountain_left)},
        "removed": [_tile(game, tile) for tile in s.removed[: s.removed_count].tolist()],
        "forum": _forum(game, s),
        "prestige": {"first": int(box.first_prestige), "last": int(box.last_prestige), "bar": _bar(s)},
        "seats": [_resource_board(game, s, p, seat) | {"free_spaces": [space + 1 for space in free[p]]} for p in range(players)],
        "scores": s.score[:players].tolist(),
        "sheet": [named(game.categories, s.sheet[p]) for p in range(players)],
    }


def _contents(game: Game) -> Contents:
    contents = game.box.contents
    assert isinstance(contents, Contents)
    return contents


def _things(bits: int) -> list[str]:
    return [name for thing, name in enumerate(THING_NAMES) if (int(bits) >> thing) & 1]


def _tile(game: Game, tile: int, turn: int = 0) -> dict[str, Any] | None:
    """A tile as it lies, turned so many quarters clockwise."""
    if tile < 0:
        return None
    kind = _contents(game).tiles.kinds[tile]
    face = int(game.printed.face[tile, turn])
    return {
        "kind": tile,
        "name": _name(game, tile),
        "turn": turn,
        "sides": {name: ON_SIDES[(face >> (4 * side)) & 15] for side, name in enumerate(SIDE_NAMES)},
        "chimneys": kind.chimneys,
        "single": kind.single,
    }


def _card(game: Game, card: int) -> dict[str, Any] | None:
    if card < 0:
        return None
    text = _contents(game).forum_card[card]
    return {"deck": text.deck, "stripe": "red" if game.printed.card_red[card] else "green", "needs": dict(text.needs), "gives": dict(text.gives)}


def _forum(game: Game, s: Any) -> dict[str, Any]:
    places = [place for place in range(PLACES) if all(s.forum[cell] >= 0 for cell in PLACE_CELLS[place])]
    sets = preview.sets(s.copied(), game.tables)[: s.players].tolist()
    return {
        "cards": [
            {"cell": CELL_NAMES[cell], "card": _card(game, s.forum[cell]), "sets": [row[cell] for row in sets] if s.forum[cell] >= 0 else None}
            for cell in range(CELLS)
        ],
        "places": [
            {"place": PLACE_NAMES[place], "cells": [CELL_NAMES[cell] for cell in PLACE_CELLS[place]], "marker": seat_or_none(s.marker[place])}
            for place in places
        ],
        "order": [int(p) for p in s.forum_order if p >= 0],
        "visit": None
        if s.visited < 0
        else {
            "place": PLACE_NAMES[s.visited],
            "card": None if s.cell < 0 else CELL_NAMES[s.cell],
            "cards_done": int(s.cards_done),
            "sets": int(s.sets),
        },
    }


def _bar(s: Any) -> list[dict[str, Any]]:
    """The occupied spaces of the prestige bar, farthest first, the upper marker of each first."""
    spaces = sorted({int(s.prestige[p]) for p in range(s.players)}, reverse=True)
    markers = sorted(range(s.players), key=lambda p: -int(s.under[p]))
    return [{"space": space, "markers": [p for p in markers if s.prestige[p] == space]} for space in spaces]


def _resource_board(game: Game, s: Any, p: int, seat: int) -> dict[str, Any]:
    box = game.printed
    hidden = bool((s.fountain_kinds[p] < 0).any())
    known = [THING_NAMES[s.fountain_pile[place]] for place in range(s.fountain_left) if p == seat and s.put_by[place] == p]
    return {
        "seat": p,
        "goods": named(GOODS_NAMES, s.goods[p]),
        "coins": int(s.coins[p]),
        "bread": int(s.bread[p]),
        "stored": [_tile(game, tile) for tile in s.storage[p, : s.stored[p]].tolist()],
        "markers_left": int(box.phases) - int((s.marker == p).sum()),
        "prestige": int(s.prestige[p]),
        "patrician": None if s.patrician[p] < 0 else int(s.patrician[p]) + 1,
        "fountain_cards": {
            "count": int(s.fountain_hand[p]),
            "cards": None if hidden else [name for kind, name in enumerate(THING_NAMES) for _ in range(s.fountain_kinds[p, kind])],
            "put_under_the_pile": known,
        },
        "board": _contents(game).district.boards[s.board[p]].id,
        "district": _district_spaces(game, s, p),
        "frame": [_goal(box, s, p, side, goal) for side in range(SIDES) for goal in range(GOALS_ON_PART)],
        "completed": named(THING_NAMES, s.completed[p]),
        "chimneys": int(s.chimneys[p]),
        "villa_points": int(s.villa_points[p]),
    }


def _district_spaces(game: Game, s: Any, p: int) -> list[dict[str, Any]]:
    writs, shovel = int(s.writs[p]), int(game.printed.shovel[s.board[p]])
    return [
        {"space": SPACE_NAMES[space], "writ": bool((writs >> space) & 1), "shovel": shovel == space, "tile": _tile(game, tile, turn)}
        for space, (tile, turn) in enumerate(zip(s.tile[p].tolist(), s.turned[p].tolist(), strict=True))
    ]


def _goal(box: Any, s: Any, p: int, side: int, goal: int) -> dict[str, Any]:
    part = s.frame[p * SIDES + side]
    line = int(goal_line(side, int(box.goal_at[part, goal])))
    return {
        "side": SIDE_NAMES[side],
        "line": {"between": "columns" if line < LINES else "rows", "after": line % LINES + 1},
        "goal": THING_NAMES[box.goal_thing[part, goal]],
        "vp": int(box.goal_points[part, goal]),
        "met": bool((int(s.goals_met[p]) >> (side * GOALS_ON_PART + goal)) & 1),
    }


# --- Text -----------------------------------------------------------------------------------------------------------


def text(game: Game, s: Any, seat: int, words: Words) -> str:
    """The whole table: the own things first, what is open to all, then the others, and drawings last."""
    seats = {p: [_seat_section(game, s, p, seat, words), _district_section(game, s, p, seat, words)] for p in own_first(s.players, seat)}
    own = seats.pop(seat, [])
    others = [section for sections in seats.values() for section in sections]
    return sectioned([_head(game, s, seat, words), *own, *_board_sections(game, s, seat, words), *others, _drawing(game, s, words)])


def _head(game: Game, s: Any, seat: int, words: Words) -> Section:
    box = game.printed
    lines = [words("text.ended")]
    if s.seat >= 0:
        lines = [words("text.deciding", who=who(s.seat, seat, words), phase=words(f"phase.{PHASES[s.phase]}"))]
    if s.taken >= 0:
        lines.append(words("text.taken", tile=tile_words(game, s.taken, words)))
    if s.level > 0:
        rewards = ", ".join(words(f"thing.{name}") for level in range(s.level - 1, -1, -1) for name in _things(s.waiting[level]))
        lines.append(words("text.waiting", rewards=rewards))
    if s.forum_turn >= 0:
        order = ", ".join(who(p, seat, words) for p in s.forum_order if p >= 0)
        lines.append(words("text.forum_order", order=order))
    if s.cell >= 0:
        card, sets = card_words(game, s.forum[s.cell], words), words.count("count.sets", int(s.sets))
        lines.append(words("text.card", cell=CELL_NAMES[s.cell], card=card, sets=sets))
    return words("text.head", title=words("title"), phase=s.building_phase, phases=box.phases, round=s.round_no, rounds=box.rounds), lines


def _name(game: Game, tile: int) -> str:
    return game.names["take"][tile]


def tile_words(game: Game, tile: int, words: Words) -> str:
    """`villa top and right, pond bottom, 1 chimney`: what is on a tile, and where as long as it is not turned."""
    kind = _contents(game).tiles.kinds[tile]
    if kind.single:
        return words(f"thing.{kind.single}")
    sides = _sides_of(int(game.printed.face[tile, 0]))
    parts = [f"{words(f'thing.{thing}')} {words.join(words(f'side.{SIDE_NAMES[side]}') for side in at)}" for thing, at in sides.items()]
    if kind.chimneys:
        parts.append(words.count("count.chimney", kind.chimneys))
    return ", ".join(parts) or words("thing.grass")


def _sides_of(face: int) -> dict[str, list[int]]:
    """What is on the sides of a tile but grass, with the sides it is on."""
    sides: dict[str, list[int]] = {}
    for side in range(SIDES):
        sides.setdefault(ON_SIDES[(face >> (4 * side)) & 15], []).append(side)
    sides.pop("grass", None)
    return sides


def _the_tile(game: Game, tile: int, words: Words) -> str:
    """`the tile with villa and pond`, `the market tile`."""
    kind = _contents(game).tiles.kinds[tile]
    if kind.single:
        return words("describe.the_single", thing=words(f"thing.{kind.single}"))
    return words("describe.the_tile", parts=words.join(words(f"thing.{name}") for name in _things(game.printed.things[tile]) or ["grass"]))


def _board_sections(game: Game, s: Any, seat: int, words: Words) -> list[Section]:
    """Blueprints, the craftsman's row, the forum and the prestige bar."""

    def tiles(places: Any) -> str:
        return "; ".join(tile_words(game, tile, words) for tile in places.tolist() if tile >= 0) or words("none")

    blueprints = []
    for blueprint in range(BLUEPRINTS):
        here = ", ".join(who(p, seat, words) for p in range(s.players) if s.patrician[p] == blueprint)
        blueprints.append(f"{blueprint + 1}: {tiles(s.blueprints[blueprint])}." + (words("text.here", who=here) if here else ""))
    piles = words("text.piles", white=s.white_left, black=s.black_left, fountain=s.fountain_left, removed=s.removed_count)
    cards = [f"{CELL_NAMES[cell]}: {card_words(game, s.forum[cell], words)}." for cell in range(CELLS) if s.forum[cell] >= 0]
    places = [place for place in range(PLACES) if all(s.forum[cell] >= 0 for cell in PLACE_CELLS[place])]
    free = ", ".join(PLACE_NAMES[place] for place in places if s.marker[place] < 0) or words("none")
    taken = [words("text.marker", place=PLACE_NAMES[place], who=who(s.marker[place], seat, words)) for place in places if s.marker[place] >= 0]
    bar = [words("text.bar_space", space=space["space"], who=", ".join(who(p, seat, words) for p in space["markers"])) for space in _bar(s)]
    return [
        (words("text.blueprints"), blueprints),
        (words("text.row"), [f"{tiles(s.row)}.", piles]),
        (words("text.forum"), [*cards, words("text.free_places", places=free), *taken]),
        (words("text.bar"), bar),
    ]


def card_words(game: Game, card: int, words: Words) -> str:
    """`pay 2 fish, get 4 points`."""
    text: ForumCard = _contents(game).forum_card[card]
    return words("text.pay" if game.printed.card_red[card] else "text.own", needs=_amounts(text.needs, words), gives=_amounts(text.gives, words))


def marker_words(game: Game, card: int, words: Words) -> str:
    """`marker beside: pay 2 fish, get 4 points`: in the laboratory, which counts who went for a card."""
    return words("text.beside", card=card_words(game, card, words))


def _seat_section(game: Game, s: Any, p: int, seat: int, words: Words) -> Section:
    box, none = game.printed, words("none")
    stored = "; ".join(tile_words(game, tile, words) for tile in s.storage[p, : s.stored[p]].tolist()) or none
    things = _amounts({**named(THING_NAMES, s.completed[p]), "chimney": int(s.chimneys[p])}, words) or none
    hand = s.fountain_kinds[p]
    if (hand < 0).any():
        cards = words("text.hidden_cards", count=int(s.fountain_hand[p]))
    else:
        cards = ", ".join(words(f"thing.{name}") for kind, name in enumerate(THING_NAMES) for _ in range(hand[kind])) or none
    lines = [
        words("text.items", items=_amounts(_items(s, p), words) or none),
        words("text.stored", tiles=stored),
        words("text.completed", things=things),
        words("text.fountain_cards", cards=cards),
    ]
    known = ", ".join(words(f"thing.{THING_NAMES[s.fountain_pile[place]]}") for place in range(s.fountain_left) if p == seat and s.put_by[place] == p)
    if known:
        lines.append(words("text.put_back", cards=known))
    goals = [_goal_words(_goal(box, s, p, side, goal), words) for side in range(SIDES) for goal in range(GOALS_ON_PART)]
    lines.append(words("text.frame", goals="; ".join(goals)))
    heading = words("text.seat", who=who(p, seat, words), points=words.count("count.vp", int(s.score[p])))
    return heading, [*lines, *([words("text.starter")] if p == s.starter else [])]


def _items(s: Any, p: int) -> dict[str, int]:
    return {**named(GOODS_NAMES, s.goods[p]), "coin": int(s.coins[p]), "bread": int(s.bread[p])}


def _goal_words(goal: dict[str, Any], words: Words) -> str:
    """`pond across columns c and d, 3 points`."""
    after, between = goal["line"]["after"], goal["line"]["between"]
    one, two = ("abcdef"[after - 1], "abcdef"[after]) if between == "columns" else (after, after + 1)
    said = words(f"text.across_{between}", thing=words(f"thing.{goal['goal']}"), one=one, two=two, points=words.count("count.vp", goal["vp"]))
    return said + (words("text.met") if goal["met"] else "")


def _district_section(game: Game, s: Any, p: int, seat: int, words: Words) -> Section:
    """The tiles of a district, a line for each space, with the sides that are still open, and where writs lie."""
    lines = [f"{SPACE_NAMES[space]}: {_placed_words(game, s, p, space, words)}." for space in range(SPACES) if s.tile[p, space] >= 0]
    if not lines:
        lines = [words("text.empty_district", space=SPACE_NAMES[game.printed.shovel[s.board[p]]])]
    writs = ", ".join(SPACE_NAMES[space] for space in range(SPACES) if (int(s.writs[p]) >> space) & 1)
    return words("text.district", who=who(p, seat, words)), [*lines, words("text.writs", spaces=writs or words("none"))]


def _placed_words(game: Game, s: Any, p: int, space: int, words: Words) -> str:
    """`villa top and right (open), 1 chimney`."""
    kind = _contents(game).tiles.kinds[s.tile[p, space]]
    if kind.single:
        return words(f"thing.{kind.single}")

    def at(side: int) -> str:
        name = words(f"side.{SIDE_NAMES[side]}")
        return name if (int(s.built[p]) >> int(district.BESIDE[space, side])) & 1 else words("text.open_side", side=name)

    parts = [f"{words(f'thing.{thing}')} {words.join(at(side) for side in sides)}" for thing, sides in _sides_of(int(s.sides[p, space])).items()]
    if kind.chimneys:
        parts.append(words.count("count.chimney", kind.chimneys))
    return ", ".join(parts) or words("thing.grass")


def _drawing(game: Game, s: Any, words: Words) -> Section:
    """All districts, two side by side, with a key to their letters."""
    lines = []
    for first in range(0, s.players, 2):
        lines += _district_lines(game, s, [p for p in (first, first + 1) if p < s.players], words)
    letters = ", ".join(f"{letter} {words(f'thing.{name}')}" for letter, name in zip(SIDE_LETTERS, ON_SIDES[:-1], strict=False))
    return words("text.drawing"), [words("text.key", letters=letters), *lines]


def _district_lines(game: Game, s: Any, seats: list[int], words: Words) -> list[str]:
    drawn = [_district(game, s, p, words) for p in seats]
    return ["  ".join(f"{line:{DISTRICT_WIDTH}}" for line in row).rstrip() for row in zip(*drawn, strict=True)]


def _district(game: Game, s: Any, p: int, words: Words) -> list[str]:
    """Six spaces of three lines each: the letters of the sides, what stands on the tile in the middle."""
    lines = [words.seat(p)[:DISTRICT_WIDTH], "    " + "     ".join("abcdef")]
    for row in range(SIZE):
        cells = [_drawn_space(game, s, p, row * SIZE + column) for column in range(SIZE)]
        for part in range(3):
            label = str(row + 1) if part == 1 else " "
            lines.append(f"{label}|" + " ".join(cell[part] for cell in cells))
    return lines


def _drawn_space(game: Game, s: Any, p: int, space: int) -> tuple[str, str, str]:
    box = game.printed
    if s.tile[p, space] < 0:
        mark = "w" if (int(s.writs[p]) >> space) & 1 else "_"
        if s.built[p] == 0 and int(box.shovel[s.board[p]]) == space:
            mark = "o"
        return "     ", f"  {mark}  ", "     "
    face = int(s.sides[p, space])
    north, east, south, west = (SIDE_LETTERS[(face >> (4 * side)) & 15].replace("G", ".") for side in range(SIDES))
    kind = _contents(game).tiles.kinds[s.tile[p, space]]
    middle = kind.single[0] if kind.single else str(kind.chimneys or "+")
    return f"  {north}  ", f"{west} {middle} {east}", f"  {south}  "


# --- What an action would do ----------------------------------------------------------------------------------------


def describe(game: Game, s: Any, action: int, words: Words) -> str:
    """A sentence for the seat to decide."""
    span, number = game.actions.find(action)
    return DESCRIBERS[span.name](game, s, number, words)


def _describe_move(game: Game, s: Any, number: int, words: Words) -> str:
    sentence = words("describe.move", space=number + 1)
    if s.phase != MOVE:
        return sentence
    states = s.copied()
    if game.engine.obstacle_code(states, 0, game.tables, MOVE_TO + number) != 0:
        return sentence
    game.engine.play_action(states, 0, game.tables, MOVE_TO + number)
    paid = int(s.bread[s.seat]) - int(states[0].bread[s.seat])
    return words("describe.move_for_bread", space=number + 1, bread=words.count("count.bread", paid)) if paid else sentence


def _describe_take(game: Game, s: Any, number: int, words: Words) -> str:
    if number >= len(_contents(game).tiles.kinds):
        return words("describe.no_tile")
    if _contents(game).tiles.kinds[number].single:
        return words("describe.take", tile=_the_tile(game, number, words))
    return words("describe.take", tile=words("describe.the_tile", parts=tile_words(game, number, words)))


def _describe_place(game: Game, s: Any, number: int, words: Words) -> str:
    turned = "" if s.taken >= 0 and game.printed.looks[s.taken] == 1 else words(f"describe.turned_{SIDE_NAMES[number % TURNS]}")
    extras = _consequences(game, s, number, words)
    return words("describe.place", tile=_tile_in_hand(game, s, words), space=SPACE_NAMES[number // TURNS], turned=turned, extras=extras)


def _consequences(game: Game, s: Any, number: int, words: Words) -> str:
    """What placing the tile would complete, and whether there is a writ."""
    states = s.copied()
    if game.engine.obstacle_code(states, 0, game.tables, PLACE + number) != 0:
        return ""
    p = int(s.seat)
    game.engine.play_action(states, 0, game.tables, PLACE + number)
    done = [name for thing, name in enumerate(THING_NAMES) if states[0].completed[p, thing] > s.completed[p, thing]]
    extras = words("describe.with_writ") if states[0].writs[p] != s.writs[p] else ""
    return extras + (words("describe.completing", things=", ".join(words(f"thing.{name}") for name in done)) if done else "")


def _describe_store(game: Game, s: Any, number: int, words: Words) -> str:
    return words("describe.store", tile=_tile_in_hand(game, s, words))


def _tile_in_hand(game: Game, s: Any, words: Words) -> str:
    return _the_tile(game, s.taken, words) if s.taken >= 0 else words("describe.a_tile")


def _describe_forum(game: Game, s: Any, number: int, words: Words) -> str:
    first, second = PLACE_CELLS[number]
    if s.forum[first] < 0 or s.forum[second] < 0:
        return words("describe.no_cards", place=PLACE_NAMES[number])
    sets = preview.sets(s.copied(), game.tables)[s.seat]
    cards = [_card_and_prospect(game, s, int(s.forum[cell]), int(sets[cell]), words) for cell in (first, second)]
    remark = ""
    if sets[first] > 0 and sets[second] > 0 and not _pays_for_both(game, s, [int(s.forum[first]), int(s.forum[second])]):
        remark = words("describe.bread_for_one" if s.bread[s.seat] >= game.printed.bread_per_set else "describe.one_of_both")
    return words("describe.forum", place=PLACE_NAMES[number], first=cards[0], second=cards[1], remark=remark)


def _pays_for_both(game: Game, s: Any, cards: list[int]) -> bool:
    """Whether goods and coins pay for a set of either card, in one order or the other; what the first brings helps. CD-F3, CD-F4."""
    for order in (cards, cards[::-1]):
        goods, coins = s.goods[s.seat].astype(int), int(s.coins[s.seat])
        for card in order:
            asked = game.printed.card_goods[card]
            coins -= int(np.maximum(asked - goods, 0).sum())
            if coins < 0:
                break
            goods = np.maximum(goods - asked, 0)
            coins += int(game.printed.card_coins[card])
        else:
            return True
    return False


def _card_and_prospect(game: Game, s: Any, card: int, sets: int, words: Words) -> str:
    """What a card says, and what it would come to now, by itself: its sets without bread, or what it costs to have none. CD-F8."""
    box = game.printed
    values = {"card": card_words(game, card, words), "points": words.count("count.vp", int(box.penalty))}
    if sets > 0:
        return words("describe.card_pays", **values, sets=words.count("count.sets", sets), gives=_reward_words(game, card, sets, words))
    return words("describe.card_wants_bread" if s.bread[s.seat] >= box.bread_per_set else "describe.card_fails", **values)


def _describe_first(game: Game, s: Any, number: int, words: Words) -> str:
    if s.forum[number] < 0:
        return words("describe.no_card", cell=CELL_NAMES[number])
    return words("describe.first", cell=CELL_NAMES[number], card=card_words(game, s.forum[number], words))


def _describe_sets(game: Game, s: Any, number: int, words: Words) -> str:
    sets = words.count("count.sets", number)
    if number == 0:
        bread_is_left = s.seat >= 0 and s.bread[s.seat] >= game.printed.bread_per_set
        return words("describe.no_sets_yet" if bread_is_left else "describe.no_sets", points=words.count("count.vp", int(game.printed.penalty)))
    states = s.copied()
    if game.engine.obstacle_code(states, 0, game.tables, SETS + number) != 0:
        return words("describe.sets_plain", sets=sets)
    gives = _reward_words(game, int(s.forum[s.cell]), number, words)
    return words("describe.sets", sets=sets, paid=_amounts(_price(game, s, number), words), gives=gives)


def _price(game: Game, s: Any, sets: int) -> dict[str, int]:
    """What so many sets of the card in play cost: goods, and coins for those that are missing. CD-F4, CD-F12."""
    asked, held = sets * game.printed.card_goods[s.forum[s.cell]].astype(int), s.goods[s.seat]
    goods = np.minimum(asked, held)
    return {**named(GOODS_NAMES, goods), "coin": int((asked - goods).sum())}


def _amounts(amounts: Mapping[Any, int], words: Words) -> str:
    """`3 fish, 1 coin`."""
    return ", ".join(words.count(f"count.{name}", amount) for name, amount in amounts.items() if amount)


def _describe_bread(game: Game, s: Any, number: int, words: Words) -> str:
    bread = words.count("count.bread", number * int(game.printed.bread_per_set))
    if s.cell < 0:
        return words("describe.bread_plain", sets=words.count("count.sets", number), bread=bread)
    card, total = int(s.forum[s.cell]), int(s.sets) + number
    if total == 0:
        return words("describe.no_set_at_all", points=words.count("count.vp", int(game.printed.penalty)))
    gives = _reward_words(game, card, total, words)
    if number == 0:
        return words("describe.no_bread", sets=words.count("count.sets", total), gives=gives)
    return words("describe.bread", sets=words.count("count.sets", number), bread=bread, total=total, gives=gives)


def _reward_words(game: Game, card: int, sets: int, words: Words) -> str:
    return _amounts({name: sets * amount for name, amount in _contents(game).forum_card[card].gives.items()}, words)


DESCRIBERS: dict[str, Callable[[Game, Any, int, Words], str]] = {
    "patrician": lambda game, s, number, words: words("describe.patrician", space=number + 1),
    "move": _describe_move,
    "take": _describe_take,
    "place": _describe_place,
    "store": _describe_store,
    "reward": lambda game, s, number, words: words("describe.reward", thing=words(f"thing.{THING_NAMES[number]}")),
    "put_back": lambda game, s, number, words: words("describe.put_back", thing=words(f"thing.{THING_NAMES[number]}")),
    "forum": _describe_forum,
    "first": _describe_first,
    "sets": _describe_sets,
    "bread": _describe_bread,
}


# --- What an action did ---------------------------------------------------------------------------------------------


def report(game: Game, before: Any, after: Any, action: int, words: Words) -> str:
    """The same sentence of what has happened, and what followed from it."""
    span, number = game.actions.find(action)
    p = before.seat
    paid: dict[str, int] = {}
    if span.name == "move":
        paid = {"bread": int(before.bread[p] - after.bread[p])}
    elif span.name == "sets":
        paid = _price(game, before, number)
    elif span.name == "bread":
        paid = {"bread": number * int(game.printed.bread_per_set)}
    sentence = describe(game, before, action, words)
    if span.name == "take" and after.stored[p] > before.stored[p]:
        sentence += words("report.stored")
    if after.removed_count > before.removed_count:
        sentence += f" {words.count('report.removed', after.removed_count - before.removed_count)}"
    sentence += _changes(before, after, p, paid, words)
    return sentence + (words("report.building_phase", phase=after.building_phase) if after.building_phase > before.building_phase else "")


def _changes(before: Any, after: Any, p: int, paid: dict[str, int], words: Words) -> str:
    """What a player has now, and had not, and the other way round, besides what the sentence says that she paid."""
    was, now = _held(before, p), _held(after, p)
    changes = {name: now[name] - was[name] + paid.get(name, 0) for name in now}
    lost = int(before.sheet[p, PENALTY_POINTS] - after.sheet[p, PENALTY_POINTS])
    gets = _amounts({name: amount for name, amount in changes.items() if amount > 0}, words)
    gives = _amounts({name: -amount for name, amount in changes.items() if amount < 0}, words)
    drawn = int(after.fountain_hand[p] - before.fountain_hand[p])
    return (
        (words("report.gives", things=gives) if gives else "")
        + (words("report.gets", things=gets) if gets else "")
        + (words("report.draws", cards=words.count("report.fountain_cards", drawn) + _drawn(before, after, p, words)) if drawn > 0 else "")
        + (words("report.loses", points=words.count("count.vp", lost)) if lost else "")
    )


def _held(s: Any, p: int) -> dict[str, int]:
    """What comes and goes before everybody's eyes. Points of the end of the game are not among it."""
    points = int(s.sheet[p, FORUM_POINTS]) + int(s.sheet[p, OVERFLOW_POINTS])
    return {**_items(s, p), "prestige": int(s.prestige[p]), "vp": points}


def _drawn(before: Any, after: Any, p: int, words: Words) -> str:
    """Which fountain cards, for the eyes of who drew them. CD-C9."""
    if (before.fountain_kinds[p] < 0).any() or (after.fountain_kinds[p] < 0).any():
        return ""
    drawn = (after.fountain_kinds[p] - before.fountain_kinds[p]).tolist()
    return f" ({', '.join(words(f'thing.{name}') for name, number in zip(THING_NAMES, drawn, strict=True) for _ in range(number))})"


# --- Facts for tables of many matches -------------------------------------------------------------------------------


def statistics(game: Game, states: np.ndarray) -> dict[str, np.ndarray]:
    """What happened in finished matches, one number a match: all players together."""
    completed = states["completed"].astype(np.int64).sum(axis=1)
    penalty = int(game.printed.penalty)
    penalties = states["sheet"][:, :, game.categories.index("penalties")].sum(axis=1)
    failed = {"failed_cards": -penalties // penalty} if penalty else {}  # who fails for nothing leaves no trace
    return {
        "tiles_placed": (states["tile"] >= 0).sum(axis=(1, 2)),
        "tiles_stored": states["stored"].sum(axis=1),
        "landscapes": completed[:, :LANDSCAPES].sum(axis=1),
        "dwellings": completed[:, FIRST_DWELLING : LAST_DWELLING + 1].sum(axis=1),
        "villas": completed[:, VILLA],
        "chimneys": states["chimneys"].sum(axis=1),
        **failed,
        "writs_taken": _writs_taken(game, states),
        "row_tiles_taken": int(game.printed.row) - (states["row"] >= 0).sum(axis=1),
    }


def _writs_taken(game: Game, states: np.ndarray) -> np.ndarray:
    left = ((states["writs"][:, :, None] >> np.arange(SPACES)) & 1).sum(axis=(1, 2))
    writs = len(_contents(game).district.boards[0].writs)
    taken: np.ndarray = writs * states["players"].astype(np.int64) - left
    return taken
