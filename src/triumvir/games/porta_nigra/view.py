"""Porta Nigra for eyes: a redacted record as plain data and as text, and what an action would do and did as a sentence."""

from typing import Any

import numpy as np

from triumvir.games.porta_nigra import rules, scoring
from triumvir.games.porta_nigra.actions import spot_names
from triumvir.games.porta_nigra.box import FOUR_DIFFERENT, Contents, Honour
from triumvir.games.porta_nigra.state import (
    ACTION_CARDS,
    ANY_COLOUR,
    BUILD,
    BUILDING_NAMES,
    CHOOSE_ELEMENT,
    COINS,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    COLOURS,
    GATE,
    ICONS,
    INFLUENCE,
    LOWEST,
    PART_ROWS,
    PORTA_NIGRA,
    SPOTS,
    SUPPLY_CARDS,
    TORCH,
    WHITE,
)
from triumvir.kernel.game import Game
from triumvir.kernel.rule import plain
from triumvir.kernel.state import EMPTY
from triumvir.kernel.view import named, own_first, seat_or_none, who
from triumvir.kernel.words import Words, sectioned

PHASES = ("place_builder", "act", "choose_spot", "choose_height", "choose_element", "split", "appoint", "over")
ICON_NAMES = {ANY_COLOUR: "any", BUILD: "build", INFLUENCE: "influence", TORCH: "torch", COINS: "coins"} | dict(enumerate(COLOUR_NAMES))
REWARDS = ("coins", "torches", "influence", "romans", "white_bricks")
SPOT_NAMES = spot_names()
Section = tuple[str, list[str]]

way, cards_of = plain(rules.way), plain(scoring.cards_of)


# --- Plain data -----------------------------------------------------------------------------------------------------


def view(game: Game, s: Any, seat: int) -> dict[str, Any]:
    """Everything a seat may see."""
    box = game.printed
    players = int(s.players)
    return {
        "game": game.name,
        "seat": seat_or_none(seat),
        "players": players,
        "phase": PHASES[s.phase],
        "to_decide": seat_or_none(s.seat),
        "round": int(s.round_no),
        "rounds": int(box.rounds[players]),
        "starter": int(s.starter),
        "early_end": None if s.ender < 0 else {"seat": int(s.ender), "final_turns": int(s.final_turns)},
        "turn": _turn(box, s),
        "market": named(COLOUR_NAMES, s.shops),
        "reserve": int(s.reserve),
        "supply": {"pile": int(s.supply_left), "used": [_shops(box, s.supply[place]) for place in range(s.supply_left, SUPPLY_CARDS)]},
        "building_cards": {"open": [_building_card(card) for card in s.building_display], "pile": int(s.building_left)},
        "honour_cards": {"open": [_honour_card(game, card) for card in s.honour_display], "pile": int(s.honour_left)},
        "quarters": [{"shop": COLOUR_NAMES[COLOUR_LETTERS.index(quarter.shop)], "building": quarter.building} for quarter in _contents(game).quarter],
        "board": [_spot(box, s, spot) for spot in range(SPOTS)],
        "seats": [_play_area(game, s, p) for p in range(players)],
        "scores": s.score[:players].tolist(),
        "sheet": [named(game.categories, s.sheet[p]) for p in range(players)],
    }


def _contents(game: Game) -> Contents:
    contents = game.box.contents
    assert isinstance(contents, Contents)
    return contents


def _shops(box: Any, card: int) -> list[str]:
    return [name for colour, name in enumerate(COLOUR_NAMES) if (int(box.supply_colours[card]) >> colour) & 1]


def _building_card(card: int) -> dict[str, str] | None:
    if card < 0:
        return None
    return {"building": BUILDING_NAMES[card // COLOURS], "colour": COLOUR_NAMES[card % COLOURS]}


def _honour_card(game: Game, card: int) -> dict[str, Any] | None:
    if card < 0:
        return None
    kind = int(game.printed.honour_kind[card])
    honour = _contents(game).honour[kind]
    effect = honour.effects[0]
    return {
        "kind": kind,
        "name": game.names["honour"][kind],
        "influence": honour.influence,
        "discard": honour.discard,
        "effect": effect,
        "amount": getattr(honour, effect),
    }


def _action_card(box: Any, card: int) -> dict[str, Any]:
    icons = [
        f"coins{int(box.card_coins[card, place])}" if box.card_icons[card, place] == COINS else ICON_NAMES[int(box.card_icons[card, place])]
        for place in range(ICONS)
        if box.card_icons[card, place] >= 0
    ]
    return {"card": int(card) + 1, "torches": int(box.card_torches[card]), "icons": icons}


def _turn(box: Any, s: Any) -> dict[str, Any]:
    covered = [place for place in range(ICONS) if (int(s.icons_used) >> place) & 1]
    return {
        "card": None if s.card < 0 else _action_card(box, s.card) | {"covered": covered},
        "actions_left": int(s.actions_left),
        "honour_bought": bool(s.honour_bought),
        "spot": None if s.spot < 0 else SPOT_NAMES[s.spot],
    }


def _spot(box: Any, s: Any, spot: int) -> dict[str, Any]:
    return {
        "spot": SPOT_NAMES[spot],
        "building": BUILDING_NAMES[box.spot_building[spot]],
        "row": PART_ROWS[box.spot_part[spot]] or None,
        "colour": COLOUR_NAMES[box.spot_colour[spot]],
        "bricks": int(box.spot_bricks[spot]) or None,
        "points": int(box.spot_points[spot]) if spot < GATE else int(box.gate_points[box.spot_colour[spot]]),
        "owner": seat_or_none(s.owner[spot]),
        "height": int(s.height[spot]),
    }


def _play_area(game: Game, s: Any, p: int) -> dict[str, Any]:
    box, finals = game.printed, _contents(game).finals
    return {
        "seat": p,
        "coins": int(s.coins[p]),
        "torches": int(s.torches[p]),
        "influence": int(s.influence[p]),
        "romans": int(s.romans[p]),
        "romans_in_reserve": int(s.romans_in_reserve[p]),
        "builder": _quarter_name(game, s.builder[p]),
        "bricks": named(COLOUR_NAMES, s.bricks[p]),
        "hand": [_action_card(box, card) if card >= 0 else None for card in _hand(s, p)],
        "deck": int(s.deck_left[p]),
        "discards": [_action_card(box, card) for card in range(ACTION_CARDS) if (int(s.discards[p]) >> card) & 1],
        "building_cards": {name: int(cards_of(s, p, building)) for building, name in enumerate(BUILDING_NAMES)},
        "final_cards": [honour.final_vp for tier, honour in enumerate(finals) for _ in range(s.final_cards[p, tier])],
        "built": named(BUILDING_NAMES, s.built[p]),
        "age": int(s.age[p]),
    }


def _hand(s: Any, p: int) -> list[int]:
    return [card for card in s.hand[p].tolist() if card != EMPTY]


def _quarter_name(game: Game, quarter: int) -> str | None:
    return None if quarter < 0 else _contents(game).quarter[quarter].building


# --- Text -----------------------------------------------------------------------------------------------------------


def text(game: Game, s: Any, seat: int, words: Words) -> str:
    """The whole table: the own things first, what is open to all, then the others."""
    seats = {p: _seat_section(game, s, p, seat, words) for p in own_first(s.players, seat)}
    own = [seats.pop(seat)] if seat in seats else []
    sites = [_site_section(game.printed, s, building, words) for building in range(len(BUILDING_NAMES))]
    return sectioned(
        [_head(game, s, seat, words), *own, _market_section(game, s, words), *_display_sections(game, s, words), *sites, *seats.values()]
    )


def _head(game: Game, s: Any, seat: int, words: Words) -> Section:
    box = game.printed
    lines = [words("text.ended")]
    if s.seat >= 0:
        lines = [words("text.deciding", who=who(s.seat, seat, words), phase=words(f"phase.{PHASES[s.phase]}"))]
    if s.ender >= 0:
        lines.append(words("text.early", who=who(s.ender, seat, words), turns=words.count("count.final_turns", s.final_turns)))
    if s.card >= 0:
        icons = ", ".join(_icon_words(box, s.card, words, free=~int(s.icons_used)))
        number = int(s.card) + 1
        lines.append(words("text.turn", number=number, icons=icons or words("none"), actions=words.count("count.actions", s.actions_left)))
    return words("text.head", title=words("title"), round=s.round_no, rounds=box.rounds[s.players]), lines


def _market_section(game: Game, s: Any, words: Words) -> Section:
    box = game.printed
    shops = [
        words("text.shop", colour=_colour_words(colour, words), bricks=words.count("count.bricks", number)) for colour, number in enumerate(s.shops)
    ]
    used = [words.join(_colour_words(colour, words) for colour in _colours(box, s.supply[place])) for place in range(s.supply_left, SUPPLY_CARDS)]
    quarters = [
        words("text.quarter", building=words(f"building.{quarter.building}"), colour=_colour_words(COLOUR_LETTERS.index(quarter.shop), words))
        for quarter in _contents(game).quarter
    ]
    return words("text.market"), [
        words("text.shops", shops=", ".join(shops), reserve=words.count("count.bricks", s.reserve)),
        words("text.supply", left=s.supply_left, used="; ".join(used) or words("none")),
        words("text.ring", quarters=", ".join(quarters)),
    ]


def _colours(box: Any, card: int) -> list[int]:
    """The shops that a supply card delivers to."""
    return [colour for colour in range(COLOURS) if (int(box.supply_colours[card]) >> colour) & 1]


def _icon_words(box: Any, card: int, words: Words, free: int = 0xFF) -> list[str]:
    return [
        words(f"icon.{ICON_NAMES[int(box.card_icons[card, place])]}", coins=int(box.card_coins[card, place]))
        for place in range(ICONS)
        if box.card_icons[card, place] >= 0 and (free >> place) & 1
    ]


def _site_section(box: Any, s: Any, building: int, words: Words) -> Section:
    """A building, a line for each row: what the free spots ask and pay, and whose the others are."""
    spots = [spot for spot in range(SPOTS) if box.spot_building[spot] == building]
    lines = [words("text.site", every=box.reward_every, reward=_reward_words(box, building, words))]
    for part in sorted({int(box.spot_part[spot]) for spot in spots}):
        row = "; ".join(_spot_words(box, s, spot, words) for spot in spots if box.spot_part[spot] == part)
        if building == PORTA_NIGRA:
            lines.append(f"{row}.")
        else:
            first, second = box.part_majority[part].tolist()
            lines.append(words("text.row", row=PART_ROWS[part], first=first, second=second, spots=row))
    if building == PORTA_NIGRA:
        levels = [(height, *box.gate_majority[height - LOWEST].tolist()) for height in range(box.gate_lowest, box.gate_highest + 1)]
        named_levels = (words("text.level", height=height, first=first, second=second) for height, first, second in levels)
        lines.append(words("text.levels", levels=", ".join(named_levels)))
    name = _building_words(building, words)
    return name[0].upper() + name[1:], lines


def _spot_words(box: Any, s: Any, spot: int, words: Words) -> str:
    """`A1 black: 3 bricks, 5 points` while it is free, `A1 black: 3 bricks, Livia` when she has built there."""
    values = {"spot": SPOT_NAMES[spot].rsplit("-", 1)[1], "colour": _colour_words(box.spot_colour[spot], words)}
    if s.owner[spot] >= 0:
        return words("text.spot", **values, bricks=words.count("count.bricks", s.height[spot]), what=words.seat(s.owner[spot]))
    if spot >= GATE:
        points = words.count("count.points", int(box.gate_points[box.spot_colour[spot]]))
        return words("text.gate", **values, lowest=box.gate_lowest, highest=box.gate_highest, points=points)
    points = words.count("count.points", int(box.spot_points[spot]))
    return words("text.spot", **values, bricks=words.count("count.bricks", int(box.spot_bricks[spot])), what=points)


def _reward_words(box: Any, building: int, words: Words) -> str:
    return _amounts({kind: int(getattr(box, f"reward_{kind}")[building]) for kind in REWARDS}, words) or words("none")


def _amounts(amounts: dict[str, int], words: Words) -> str:
    return ", ".join(words.count(f"count.{kind}", amount) for kind, amount in amounts.items() if amount)


def _display_sections(game: Game, s: Any, words: Words) -> list[Section]:
    cards = [
        f"{_building_words(card // COLOURS, words)} {_colour_words(card % COLOURS, words)}"
        for card in sorted(s.building_display.tolist())
        if card >= 0
    ]
    kinds = sorted(int(game.printed.honour_kind[card]) for card in s.honour_display if card >= 0)
    return [
        (words("text.building_cards", left=s.building_left), [", ".join(cards) or words("none")]),
        (
            words("text.honour_cards", left=s.honour_left),
            [honour_words(game, kind, words, kinds.count(kind)) for kind in sorted(set(kinds))] or [words("none")],
        ),
    ]


def honour_words(game: Game, kind: int, words: Words, times: int = 1) -> str:
    """What a kind of honour card does, what it costs, and how many there are."""
    honour = _contents(game).honour[kind]
    price = words.count("count.influence", honour.influence)
    return words("text.honour", effect=_effect_words(honour, words), price=price) + (words("text.times", times=times) if times > 1 else "")


def _effect_words(honour: Honour, words: Words) -> str:
    effect = honour.effects[0]
    amount: Any = getattr(honour, effect)
    discard = None
    if effect == "bricks":
        amount = ", ".join(_colour_words(COLOUR_LETTERS.index(letter), words) for letter in amount)
    elif effect == "substitute":
        amount = words(f"building.{amount}")
    elif honour.discard:
        four = honour.discard == FOUR_DIFFERENT
        discard = words("honour.four") if four else words("honour.final", amount=honour.discard.removeprefix("final "))
    return words(f"honour.{effect}", amount=amount, discard=discard)


def _seat_section(game: Game, s: Any, p: int, seat: int, words: Words) -> Section:
    none = words("none")
    heading = words("text.seat", who=who(p, seat, words), points=words.count("count.points", int(s.score[p])))
    counts = {kind: words.count(f"count.{kind}", int(getattr(s, kind)[p])) for kind in ("coins", "torches", "influence")}
    where = words("text.not_placed") if s.builder[p] < 0 else words("text.at_site", building=words(f"building.{_quarter_name(game, s.builder[p])}"))
    bricks = ", ".join(f"{s.bricks[p, colour]} {_colour_words(colour, words)}" for colour in range(COLOURS) if s.bricks[p, colour])
    cards = ", ".join(f"{_building_words(b, words)} {cards_of(s, p, b)}" for b in range(len(BUILDING_NAMES)) if cards_of(s, p, b))
    finals = ", ".join(str(honour.final_vp) for tier, honour in enumerate(_contents(game).finals) for _ in range(s.final_cards[p, tier]))
    lines = [
        words("text.purse", **counts),
        words("text.romans", romans=s.romans[p], reserve=s.romans_in_reserve[p]),
        where,
        words("text.bricks", bricks=bricks or none),
        words("text.cards", cards=cards or none, finals=finals or none),
    ]
    hand = _hand(s, p)
    if any(card < 0 for card in hand):
        lines.append(words("text.hidden_hand", count=words.count("count.cards", len(hand))))
    else:
        lines += [words("text.hand", card=card_words(game, card, words)) for card in hand]
    played = ", ".join(str(card + 1) for card in range(ACTION_CARDS) if (int(s.discards[p]) >> card) & 1)
    lines.append(words("text.deck", deck=words.count("count.cards", s.deck_left[p]), played=played or none))
    return heading, [*lines, words("text.starter")] if p == s.starter else lines


def card_words(game: Game, card: int, words: Words) -> str:
    """The number, torches and icons of an action card."""
    box = game.printed
    torches = words.count("count.torch_symbols", int(box.card_torches[card]))
    return words("text.action_card", number=card + 1, torches=torches, icons=", ".join(_icon_words(box, card, words)))


# --- What an action would do ----------------------------------------------------------------------------------------


def describe(game: Game, s: Any, action: int, words: Words) -> str:
    """A sentence for the seat to decide."""
    span, number = game.actions.find(action)
    sentence: str = DESCRIBERS[span.name](game, s, number, words)
    takes_icon = span.name in ("buy", "take_influence", "take_torch", "take_coins", "build")
    return sentence + (words("describe.with_token") if takes_icon and s.card >= 0 and s.actions_left == 0 else "")


def _describe_place(game: Game, s: Any, number: int, words: Words) -> str:
    return words("describe.place", building=words(f"building_of.{_quarter_name(game, number)}"))


def _describe_card(game: Game, s: Any, number: int, words: Words) -> str:
    return words("describe.card", card=card_words(game, number, words))


def _describe_buy(game: Game, s: Any, number: int, words: Words) -> str:
    box = game.printed
    price = words.count("count.coins", int(box.brick_price[number]))
    colour = _colour_words(number, words)
    toll = _toll(box, s, box.shop_quarter[number])
    if toll == 0:
        return words("describe.buy", colour=colour, price=price)
    return words("describe.buy_with_way", colour=colour, price=price, way=toll)


def _toll(box: Any, s: Any, quarter: int) -> int:
    """The way's price; 0 before the master builder stands anywhere."""
    return int(way(s, box, s.seat, quarter)) if s.seat >= 0 and s.builder[s.seat] >= 0 else 0


def _describe_coins(game: Game, s: Any, number: int, words: Words) -> str:
    box = game.printed
    coins = [int(box.card_coins[s.card, place]) for place in range(ICONS) if s.card >= 0 and not (int(s.icons_used) >> place) & 1]
    return words("describe.take_coins", coins=words.count("count.coins", max(coins, default=0)))


def _describe_influence(name: str) -> Any:
    def sentence(game: Game, s: Any, number: int, words: Words) -> str:
        box = game.printed
        price = box.roman_influence if name == "influence_roman" else box.build_influence
        return words(f"describe.{name}", influence=words.count("count.influence", int(price)))

    return sentence


def _describe_honour(game: Game, s: Any, number: int, words: Words) -> str:
    honours = _contents(game).honour
    if number >= len(honours):
        return words("describe.no_honour")
    price = words.count("count.influence", honours[number].influence)
    return words("describe.honour", influence=price, effect=_effect_words(honours[number], words))


def _describe_torch(game: Game, s: Any, number: int, words: Words) -> str:
    key = "torch_to_coin_card" if s.actions_left > 0 else "torch_to_coin_token"
    return words(f"describe.{key}", coins=words.count("count.coins", int(game.printed.coins_per_torch)))


def _describe_end(game: Game, s: Any, number: int, words: Words) -> str:
    coins = int(s.actions_left) * int(game.printed.coins_per_torch)
    if coins == 0:
        return words("describe.end_turn")
    return words("describe.end_turn_with_coins", coins=words.count("count.coins", coins))


def _describe_spot(game: Game, s: Any, number: int, words: Words) -> str:
    box = game.printed
    building, colour = int(box.spot_building[number]), int(box.spot_colour[number])
    name = f"{_building_words(building, words)} {SPOT_NAMES[number].rsplit('-', 1)[1]}"
    if s.phase == CHOOSE_ELEMENT:
        return words("describe.element", spot=name, extras=_gains(box, s, building, 1, words))
    extras = ""
    toll = _toll(box, s, box.building_quarter[building])
    if toll:
        extras += words("describe.with_way", coins=words.count("count.coins", toll))
    if box.spot_gives_card[number] and building * COLOURS + colour in s.building_display:
        extras += words("describe.with_card")
    if number >= GATE:
        return words("describe.spot_gate", spot=name, colour=_colour_words(colour, words), extras=extras)
    bricks = int(box.spot_bricks[number])
    extras += _gains(box, s, building, bricks, words)
    points = words.count("count.points", int(box.spot_points[number]))
    return words("describe.spot", bricks=_bricks_words(s, colour, bricks, words), spot=name, points=points, extras=extras)


def _bricks_words(s: Any, colour: int, bricks: int, words: Words) -> str:
    """`2 red bricks and 1 white brick`: how many own ones of the colour would be used, and how many white ones."""
    own = min(bricks, int(s.bricks[s.seat, colour])) if s.seat >= 0 and colour != WHITE else bricks
    used = {colour: own, WHITE: bricks - own} if own < bricks else {colour: own}
    return words.join(words.count("count.bricks_with", number, colour=_colour_words(one, words)) for one, number in used.items() if number)


def _gains(box: Any, s: Any, building: int, bricks: int, words: Words) -> str:
    """The rewards that so many more bricks in a building bring: of Romans and bricks, as many as are there. PN-C7, PN-C8."""
    if s.seat < 0:
        return ""
    before, every = int(s.built[s.seat, building]), int(box.reward_every)
    times = (before + bricks) // every - before // every
    left = {"romans": int(s.romans_in_reserve[s.seat]), "white_bricks": int(s.reserve)}
    amounts = {kind: times * int(getattr(box, f"reward_{kind}")[building]) for kind in REWARDS}
    reward = _amounts({kind: min(amount, left.get(kind, amount)) for kind, amount in amounts.items()}, words)
    return words("describe.with_reward", reward=reward) if reward else ""


def _describe_height(game: Game, s: Any, number: int, words: Words) -> str:
    box, bricks = game.printed, number + LOWEST
    if s.spot < 0:
        return words("describe.height", bricks=words.count("count.bricks_plain", bricks), points=words.count("count.points", 0), extras="")
    colour = int(box.spot_colour[s.spot])
    points = words.count("count.points", int(box.gate_points[colour]) * bricks)
    extras = _gains(box, s, PORTA_NIGRA, bricks, words)
    return words("describe.height", bricks=_bricks_words(s, colour, bricks, words), points=points, extras=extras)


def _describe_split(game: Game, s: Any, number: int, words: Words) -> str:
    total = int(s.built[s.seat].sum()) * int(game.printed.per_brick[s.players]) if s.seat >= 0 else 0
    points = words.count("count.points", max(0, total - number))
    return words("describe.split", coins=words.count("count.coins", number), points=points)


def _describe_appoint(game: Game, s: Any, number: int, words: Words) -> str:
    return words("describe.appoint_self") if number == s.seat else words("describe.appoint", who=words.seat(number))


DESCRIBERS = {
    "place": _describe_place,
    "card": _describe_card,
    "buy": _describe_buy,
    "take_influence": lambda game, s, number, words: words("describe.take_influence"),
    "take_torch": lambda game, s, number, words: words("describe.take_torch"),
    "take_coins": _describe_coins,
    "build": lambda game, s, number, words: words("describe.build"),
    "influence_roman": _describe_influence("influence_roman"),
    "influence_build": _describe_influence("influence_build"),
    "honour": _describe_honour,
    "torch_to_coin": _describe_torch,
    "end_turn": _describe_end,
    "spot": _describe_spot,
    "height": _describe_height,
    "split": _describe_split,
    "appoint": _describe_appoint,
}


# --- What an action did ---------------------------------------------------------------------------------------------


def report(game: Game, before: Any, after: Any, action: int, words: Words) -> str:
    """The same sentence of what has happened, and what followed from it."""
    sentence = describe(game, before, action, words)
    if after.ender != before.ender:
        sentence += words("report.ender", points=words.count("count.points", int(game.printed.early_end_points)))
    if after.round_no != before.round_no:
        sentence += words("report.round", round=after.round_no)
    new = _turned_up(game, before, after, words)
    return sentence + (words("report.new", things=", ".join(new)) if new else "")


def _turned_up(game: Game, before: Any, after: Any, words: Words) -> list[str]:
    """What the refill phase of the next turn has brought: cards, and bricks in the market. PN-F1, PN-F5."""
    if after.turns == before.turns:
        return []
    things = []
    for card in sorted({*after.building_display.tolist()} - {*before.building_display.tolist(), EMPTY}):
        things.append(words("report.building_card", building=_building_words(card // COLOURS, words), colour=_colour_words(card % COLOURS, words)))
    for card in sorted({*after.honour_display.tolist()} - {*before.honour_display.tolist(), EMPTY}):
        honour = _contents(game).honour[game.printed.honour_kind[card]]
        things.append(words("report.honour_card", effect=_effect_words(honour, words)))
    bricks = (after.shops - before.shops).tolist()
    if any(bricks):
        amounts = ", ".join(f"{number} {_colour_words(colour, words)}" for colour, number in enumerate(bricks) if number)
        things.append(words("report.bricks", bricks=amounts))
    return things


def _building_words(building: int, words: Words) -> str:
    return words(f"building.{BUILDING_NAMES[building]}")


def _colour_words(colour: int, words: Words) -> str:
    return words(f"colour.{COLOUR_NAMES[colour]}")


# --- Facts for tables of many matches -------------------------------------------------------------------------------


def statistics(game: Game, states: np.ndarray) -> dict[str, np.ndarray]:
    """What happened in finished matches, one number a match."""
    return {
        "turns": states["turns"],
        "early_ends": states["ender"] >= 0,
        "elements": (states["owner"] >= 0).sum(axis=1),
        "bricks_built": states["height"].sum(axis=1),
        "bricks_left": states["reserve"],
        "honour_cards_bought": np.bitwise_count(states["honours_taken"]),
        "building_cards_taken": np.bitwise_count(states["buildings_taken"]),
    }
