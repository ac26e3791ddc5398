"""Via Appia for eyes: a redacted record as plain data and as text, and what an action would do and did as a sentence."""

from typing import Any

import numpy as np

from triumvir.games.via_appia import rules
from triumvir.games.via_appia.actions import EXCHANGES
from triumvir.games.via_appia.box import Contents, Space
from triumvir.games.via_appia.preview import way_to
from triumvir.games.via_appia.quarry_picture import drawing, stones
from triumvir.games.via_appia.state import (
    ANGLES,
    BRUNDISIUM,
    BUILD_ON,
    CITIES,
    LARGE,
    MID,
    OVER,
    PLACES,
    PUSH_ON,
    ROME,
    SEGMENT_LETTERS,
    SIZE_LETTERS,
    SIZE_NAMES,
    SPACES,
)
from triumvir.kernel.game import Game
from triumvir.kernel.rule import plain
from triumvir.kernel.view import named, own_first, seat_or_none, who
from triumvir.kernel.words import Words, sectioned

PHASES = ("choose_action", "aim", "push_on", "exchange", "console", "build_on", "over")
COLUMN = 11  # characters for one step of x on the drawn road
Section = tuple[str, list[str]]

markers = plain(rules.markers)


# --- Plain data -----------------------------------------------------------------------------------------------------


def view(game: Game, s: Any, seat: int) -> dict[str, Any]:
    """Everything a seat may see."""
    players = int(s.players)
    return {
        "game": game.name,
        "seat": seat_or_none(seat),
        "players": players,
        "phase": PHASES[s.phase],
        "to_decide": seat_or_none(s.seat),
        "round": int(s.round_no),
        "starter": int(s.starter),
        "last_round": bool(s.ending),
        "quiet_rounds": int(s.quiet),
        "turn": {
            "pushed": int(s.pushed),
            "stone": None if s.stone < 0 else SIZE_NAMES[s.stone],
            "fallen": _by_size(s.fallen),
            "segment": None if s.segment < 0 else SEGMENT_LETTERS[s.segment],
        },
        "storage": _by_size(s.storage),
        "tiles": _by_size(s.tiles),
        "income": {"cards": _income_cards(game, s), "pile": int(s.pile_left)},
        "cities": [_city(game, s, city) for city in range(CITIES)],
        "spaces": [_space(game, s, number, space) for number, space in enumerate(_contents(game).road.space)],
        "quarry": _quarry(game, s),
        "seats": [_play_area(game, s, p, seat) for p in range(players)],
        "scores": s.score[:players].tolist(),
        "sheet": [named(game.categories, s.sheet[p]) for p in range(players)],
    }


def _contents(game: Game) -> Contents:
    contents = game.box.contents
    assert isinstance(contents, Contents)
    return contents


def _by_size(counts: Any) -> dict[str, int]:
    return named(SIZE_NAMES, counts)


def _income_cards(game: Game, s: Any) -> list[dict[str, Any]]:
    box = game.printed
    return [
        {
            "card": _card(game, card),
            "coins": int(box.card_coins[card]),
            "stones": _by_size(box.card_stones[card]),
            "turned": bool(s.turned[place]),
        }
        for place, card in enumerate(s.display[: box.income_open])
    ]


def _card(game: Game, card: int) -> str:
    return game.names["income_coins"][card]


def _pieces(s: Any, node: int) -> list[int]:
    return [p for p, at in enumerate(s.piece.tolist()) if at == node]


def _tokens(game: Game, s: Any, city: int) -> list[int]:
    """The points of the tokens left at a city, topmost first."""
    box = game.printed
    if city == 0:
        return []
    return [int(points) for points in box.city_token[s.players, s.arrived[city] : box.city_tokens[s.players]]]


def _city(game: Game, s: Any, city: int) -> dict[str, Any]:
    road = _contents(game).road
    return {
        "city": road.cities[city],
        "tokens": _tokens(game, s, city),
        "markers": int(markers(s, city)),
        "pieces": _pieces(s, ROME + city),
        "forward": road.forward.get(road.cities[city], []),
    }


def _space(game: Game, s: Any, number: int, space: Space) -> dict[str, Any]:
    return {
        "space": space.id,
        "segment": space.id[0],
        "size": SIZE_NAMES[SIZE_LETTERS.index(space.size)],
        "tile": bool(s.laid[number]),
        "pieces": _pieces(s, number),
        "forward": list(space.forward),
        "x": space.x,
        "y": space.y,
    }


def _quarry(game: Game, s: Any) -> dict[str, Any]:
    """The quarry in micrometres, as quarry.py has it."""
    box = game.printed
    return {
        "back_width": 2 * int(box.half_back),
        "front_width": 2 * int(box.half_front),
        "length": int(box.depth),
        "pusher_width": int(box.pusher_width),
        "radius": _by_size(box.radius),
        "angles": [int(tenths) // 10 for tenths in box.angles],
        "discs": [
            {"size": SIZE_NAMES[size], "x": x, "y": y}
            for size, x, y in zip(*(field[: s.discs].tolist() for field in (s.disc_size, s.disc_x, s.disc_y)), strict=True)
        ],
    }


def _coins(s: Any, p: int, seat: int) -> int | None:
    """Sesterces lie behind the screen, unless the table plays without, until the game is over. VA-S6."""
    return int(s.coins[p]) if p == seat or s.open_coins or s.phase == OVER else None


def _play_area(game: Game, s: Any, p: int, seat: int) -> dict[str, Any]:
    return {
        "seat": p,
        "coins": _coins(s, p, seat),
        "stones": _by_size(s.stones[p]),
        "cart": _by_size(s.cart[p]),
        "push_token": bool(s.push_token[p]),
        "bonus": named(SEGMENT_LETTERS, s.bonus[p]),
        "piece": _contents(game).road.names[s.piece[p]],
    }


# --- Text -----------------------------------------------------------------------------------------------------------


def text(game: Game, s: Any, seat: int, words: Words) -> str:
    """The whole table: the own things first, what is open to all, then the others, and drawings last."""
    seats = {p: _seat_section(game, s, p, seat, words) for p in own_first(s.players, seat)}
    own = [seats.pop(seat)] if seat in seats else []
    road = [_segment_section(game, s, segment, words) for segment in range(len(SEGMENT_LETTERS))]
    open_to_all = [_stock_section(game, s, words), _quarry_section(game, s, words), _cities_section(game, s, words), *road]
    return sectioned([_head(game, s, seat, words), *own, *open_to_all, *seats.values(), _drawing(game, s, words)])


def _head(game: Game, s: Any, seat: int, words: Words) -> Section:
    lines = [words("text.ended")]
    if s.seat >= 0:
        lines = [words("text.deciding", who=who(s.seat, seat, words), phase=words(f"phase.{PHASES[s.phase]}"))]
    if s.ending and s.seat >= 0:
        lines.append(words("text.ending"))
    elif s.quiet:
        lines.append(words("text.quiet", rounds=words.count("count.rounds", int(s.quiet))))
    if s.fallen.sum():
        lines.append(words("text.fallen", stones=_sized(s.fallen, "stones", words)))
    return words("text.head", title=words("title"), round=s.round_no), lines


def _stock_section(game: Game, s: Any, words: Words) -> Section:
    cards: dict[bool, list[str]] = {False: [], True: []}
    for place, card in enumerate(s.display.tolist()):
        if card >= 0:
            cards[bool(s.turned[place])].append(card_words(game, card, words))
    unturned, turned = ("; ".join(cards[side]) or words("none") for side in (False, True))
    return words("text.stock"), [
        words("text.income", cards=unturned),
        words("text.turned", cards=turned, left=s.pile_left),
        words("text.storage", stones=_sized(s.storage, "stones", words), tiles=_sized(s.tiles, "tiles", words)),
    ]


def card_words(game: Game, card: int, words: Words) -> str:
    """`3 sesterces and 2 small stones`: an income card; of two that show the same, the second says so."""
    box = game.printed
    shown = [words.count(f"stones.{name}", int(box.card_stones[card, size])) for size, name in enumerate(SIZE_NAMES) if box.card_stones[card, size]]
    said = words.join([words.count("count.coins", int(box.card_coins[card])), *shown])
    number = int(_card(game, card).partition("#")[2] or 1)
    return words("text.again", card=said, number=number) if number > 1 else said


def place_words(name: str, words: Words) -> str:
    """A space or city; cities may have another name in another language."""
    return words(f"city.{name}") if words.has(f"city.{name}") else name


def _sized(counts: Any, kind: str, words: Words) -> str:
    """`2 small stones and 1 large stone`."""
    return words.join(words.count(f"{kind}.{name}", int(counts[size])) for size, name in enumerate(SIZE_NAMES) if counts[size])


def _quarry_section(game: Game, s: Any, words: Words) -> Section:
    """How many stones lie there, and those that the edge is nearest to, from left to right."""
    box = game.printed
    lying = stones(s, box)
    near = sorted(stone for stone in lying if box.depth - stone.y <= 2 * box.radius[LARGE])
    counts = [sum(stone.size == size for stone in lying) for size in range(len(SIZE_NAMES))]
    lines = [words("text.in_quarry", stones=_sized(counts, "stones", words)), words("text.near_edge" if near else "text.none_near")]
    for stone in near:
        name = words.entry(f"stones.{SIZE_NAMES[stone.size]}")[0]
        distance = round((box.depth - stone.y) / 1000)
        lines.append(words("text.near", stone=name[0].upper() + name[1:], distance=distance, place=_in_line_with(box, stone.x, words)))
    return words("text.quarry"), lines


def _in_line_with(box: Any, x: int, words: Words) -> str:
    """The place behind the quarry that a stone lies straight ahead of."""
    most = int(box.half_back) - int(box.radius[MID])
    place = round((x + most) * (PLACES - 1) / (2 * most)) + 1
    return words("text.left_of_all") if place < 1 else words("text.right_of_all") if place > PLACES else words("text.in_line", place=place)


def _cities_section(game: Game, s: Any, words: Words) -> Section:
    lines = []
    for city, name in enumerate(_contents(game).road.cities):
        tokens = words.join(str(points) for points in _tokens(game, s, city))
        said = (
            words("text.city", city=place_words(name, words), tokens=tokens, markers=int(markers(s, city))) if city > 0 else place_words(name, words)
        )
        lines.append(said + _pieces_words(s, ROME + city, words) + ".")
    return words("text.cities"), lines


def _pieces_words(s: Any, node: int, words: Words) -> str:
    pieces = [words.seat(p) for p in _pieces(s, node)]
    return words("text.pieces", names=words.join(pieces)) if pieces else ""


def _segment_section(game: Game, s: Any, segment: int, words: Words) -> Section:
    """A line for each space: what lies there, who stands there and where the lines lead on to."""
    road, letter = _contents(game).road, SEGMENT_LETTERS[segment]
    behind, ahead = (place_words(road.cities[city], words) for city in (segment, segment + 1))
    lines = [words("text.onward", place=behind, forward=words.join(road.forward[road.cities[segment]]))]
    for number, space in enumerate(road.space):
        if space.id[0] == letter:
            size = SIZE_NAMES[SIZE_LETTERS.index(space.size)]
            what = words(f"tile.{size}") if s.laid[number] else words("text.empty", size=words(f"size.{size}"))
            forward = words.join(place_words(name, words) for name in space.forward)
            lines.append(words("text.space", space=space.id, what=what, pieces=_pieces_words(s, number, words), forward=forward))
    return words("text.segment", segment=letter, behind=behind, ahead=ahead), lines


def _seat_section(game: Game, s: Any, p: int, seat: int, words: Words) -> Section:
    coins = _coins(s, p, seat)
    bonus = ", ".join(f"{letter} {s.bonus[p, segment]}" for segment, letter in enumerate(SEGMENT_LETTERS))
    lines = [
        words("text.purse", coins=words("text.hidden_coins") if coins is None else words.count("count.coins", coins)),
        words("text.piece", place=place_words(_contents(game).road.names[s.piece[p]], words)),
        words("text.holds", stones=_sized(s.stones[p], "stones", words)),
        words("text.cart", tiles=_sized(s.cart[p], "tiles", words)),
        words("text.bonus", bonus=bonus),
    ]
    lines += [words("text.has_push_token")] if s.push_token[p] else []
    lines += [words("text.starter")] if p == s.starter else []
    return words("text.seat", who=who(p, seat, words), points=words.count("count.points", int(s.score[p]))), lines


def _drawing(game: Game, s: Any, words: Words) -> Section:
    """The road and the quarry, with the letters that the language has for the sizes."""
    letters = "".join(words(f"letter.{name}") for name in SIZE_NAMES)
    road = [line for letter in SEGMENT_LETTERS for line in _drawn_segment(game, s, letter, letters)]
    quarry = [line.rstrip() for line in drawing(s, game.printed, letters=letters)]
    return words("text.drawing"), [words("text.drawn_road"), *road, words("text.drawn_quarry"), *quarry]


def _drawn_segment(game: Game, s: Any, segment: str, letters: str) -> list[str]:
    """The spaces where the map has them: `A3 S`, and `[A3 S]` with a tile."""
    rows: dict[float, list[tuple[float, str]]] = {}
    for number, space in enumerate(_contents(game).road.space):
        if space.id[0] == segment:
            name = f"{space.id} {letters[SIZE_LETTERS.index(space.size)]}"
            rows.setdefault(space.y, []).append((space.x, f"[{name}]" if s.laid[number] else f" {name} "))
    lines = []
    for _, row in sorted(rows.items()):
        line = ""
        for x, cell in sorted(row):
            line = line.ljust(max(len(line) + 1, round((x - 1) * COLUMN))) + cell
        lines.append(line.rstrip())
    return lines


# --- What an action would do ----------------------------------------------------------------------------------------


def describe(game: Game, s: Any, action: int, words: Words) -> str:
    """A sentence for the seat to decide."""
    span, number = game.actions.find(action)
    sentence: str = DESCRIBERS[span.name](game, s, number, words)
    return sentence


def _describe_income(kind: str) -> Any:
    def sentence(game: Game, s: Any, number: int, words: Words) -> str:
        box = game.printed
        coins = words.count("count.coins", int(box.card_coins[number]))
        taken = _sized(box.card_stones[number], "stones_taken", words)
        return words(f"describe.{kind}", card=card_words(game, number, words), coins=coins, stones=taken)

    return sentence


def _describe_push(game: Game, s: Any, number: int, words: Words) -> str:
    third = s.phase == PUSH_ON and s.pushed >= game.printed.pushes
    return words("describe.push", stone=words(f"stone.{SIZE_NAMES[number]}")) + (words("describe.with_push_token") if third else "")


def _describe_aim(game: Game, s: Any, number: int, words: Words) -> str:
    place, angle = number // ANGLES + 1, int(game.printed.angles[number % ANGLES]) // 10
    key = "aim_straight" if angle == 0 else "aim_right" if angle > 0 else "aim_left"
    return words(f"describe.{key}", stone=words(f"stone.{SIZE_NAMES[s.stone]}"), place=place, degrees=abs(angle))


def _describe_exchange(game: Game, s: Any, number: int, words: Words) -> str:
    stone, tile = EXCHANGES[number]
    return words("describe.exchange", stone=words(f"stone.{SIZE_NAMES[stone]}"), tile=words(f"tile.{SIZE_NAMES[tile]}"))


def _describe_sell(game: Game, s: Any, number: int, words: Words) -> str:
    coins = words.count("count.coins", int(game.printed.sell_coins))
    return words("describe.sell", stone=words(f"stone.{SIZE_NAMES[number]}"), coins=coins)


def _describe_build(game: Game, s: Any, number: int, words: Words) -> str:
    box, space = game.printed, _contents(game).road.space[number]
    size = int(box.space_size[number])
    extras = ""
    if s.phase == BUILD_ON:
        extras = words("describe.with_coins", coins=words.count("count.coins", int(box.second_tile_coins)))
    points = words.count("count.points", int(box.tile_points[size]))
    return words("describe.build", tile=words(f"tile.{SIZE_NAMES[size]}"), space=space.id, points=points, segment=space.id[0], extras=extras)


def _describe_travel(game: Game, s: Any, number: int, words: Words) -> str:
    """With steps and cost where there is a way."""
    place = place_words(_contents(game).road.names[number], words)
    steps, price = way_to(game.tables, s.copied(), number) if s.seat >= 0 else (0, 0)
    if steps == 0:
        return words("describe.travel_nowhere", place=place)
    cost = words.count("count.coins", price)
    extras = ""
    tokens = _tokens(game, s, number - ROME) if number >= SPACES else []
    if tokens:
        extras = words("describe.with_token", points=words.count("count.points", tokens[0]))
    return words("describe.travel", place=place, steps=words.count("count.steps", steps), cost=cost, extras=extras)


def _describe_done(game: Game, s: Any, number: int, words: Words) -> str:
    return words("describe.done_building" if s.phase == BUILD_ON else "describe.done_pushing")


DESCRIBERS = {
    "income_coins": _describe_income("income_coins"),
    "income_stones": _describe_income("income_stones"),
    "income_both": _describe_income("income_both"),
    "push": _describe_push,
    "aim": _describe_aim,
    "exchange": _describe_exchange,
    "sell": _describe_sell,
    "take_tile": lambda game, s, number, words: words("describe.take_tile", tile=words("tile.small")),
    "take_coin": lambda game, s, number, words: words("describe.take_coin", coins=words.count("count.coins", int(game.printed.consolation_coins))),
    "build": _describe_build,
    "travel": _describe_travel,
    "done": _describe_done,
}


# --- What an action did ---------------------------------------------------------------------------------------------


def report(game: Game, before: Any, after: Any, action: int, words: Words) -> str:
    """The same sentence of what has happened, and what followed from it."""
    span, number = game.actions.find(action)
    sentence = describe(game, before, action, words)
    if span.name in ("income_stones", "income_both"):
        sentence += _shortage(game, before, after, number, words)
    if span.name == "aim":
        fallen = after.fallen - before.fallen
        sentence += " " + (words("text.fallen", stones=_sized(fallen, "stones", words)) if fallen.any() else words("report.none_fell"))
    if after.push_token[before.seat] > before.push_token[before.seat]:
        sentence += words("report.push_token")
    if (after.display != before.display).any():
        sentence += words("report.new_cards", cards="; ".join(card_words(game, card, words) for card in after.display.tolist() if card >= 0))
    if after.ending > before.ending and after.seat >= 0:
        sentence += " " + words("text.ending")
    return sentence


def _shortage(game: Game, before: Any, after: Any, card: int, words: Words) -> str:
    """What everybody had to return because the storage had too few stones, and how many the card brought then. VA-I5."""
    shown, p = game.printed.card_stones[card], before.seat
    short = before.storage < shown
    if not short.any():
        return ""
    received = after.stones[p] - before.stones[p] + before.stones[p] // 2 * short
    sizes = ", ".join(words.entry(f"stones.{name}")[1] for name, is_short in zip(SIZE_NAMES, short, strict=True) if is_short)
    return words("report.shortage", sizes=sizes, stones=_sized(received, "stones_taken", words))


# --- Facts for tables of many matches -------------------------------------------------------------------------------


def statistics(game: Game, states: np.ndarray) -> dict[str, np.ndarray]:
    """What happened in finished matches, one number a match."""
    quiet = states["ending"] == 0
    return {
        "rounds": states["round_no"],
        "tiles_laid": states["laid"].sum(axis=1),
        "roads_complete": states["laid"].all(axis=1),
        "brundisium_reached": states["arrived"][:, BRUNDISIUM - ROME] > 0,
        "quiet_ends": quiet,
        "pieces_in_cities": states["arrived"].sum(axis=1),
        "stones_in_quarry": states["discs"],
        "sesterces_left": states["coins"].sum(axis=1),
    }
