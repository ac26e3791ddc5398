"""The observation vector of Porta Nigra, seen from one seat: the own seat comes first, the others clockwise.

It reads only what that seat may know, so it is the same for a record and its redacted copy. All numbers are whole;
seats that take no part are zeros.
"""

from triumvir.games.porta_nigra.knowledge import cards_held
from triumvir.games.porta_nigra.rules import cards_in_hand
from triumvir.games.porta_nigra.scoring import cards_of
from triumvir.games.porta_nigra.state import (
    ACTION_CARDS,
    BUILDING_CARDS,
    BUILDING_DISPLAY,
    BUILDINGS,
    COLOURS,
    FINAL_TIERS,
    HONOUR_CARDS,
    HONOUR_DISPLAY,
    ICON_KINDS,
    ICONS,
    OVER,
    QUARTERS,
    SPOTS,
    SUPPLY_CARDS,
)
from triumvir.kernel.features import Feature, Features, bits, distance_to, one_at
from triumvir.kernel.rule import rule
from triumvir.kernel.state import SEATS

PER_SEAT = (
    ("score", 1, 100, "victory points so far"),
    ("coins", 1, 20, "sesterces"),
    ("torches", 1, 4, "torch tokens"),
    ("influence", 1, 4, "influence tokens"),
    ("romans", 1, 5, "Romans in the play area"),
    ("romans_in_reserve", 1, 10, "Romans in reserve"),
    ("builder", QUARTERS, 1, "1 at the master builder's quarter"),
    ("bricks", COLOURS, 4, "bricks on the player board: black, blue, red, yellow, white"),
    ("hand", 1, 2, "action cards in hand"),
    ("deck", 1, 6, "action cards in the deck"),
    ("discards", ACTION_CARDS, 1, "1 for each action card played this round"),
    ("cards", BUILDINGS, 3, "building cards with substitutes: amphitheatre, basilica, city wall, Porta Nigra"),
    ("final_cards", FINAL_TIERS, 1, "final scoring cards by tier"),
    ("built", BUILDINGS, 10, "bricks in each building"),
    ("age", 1, 3, "how many players are younger"),
)
WHOSE = ("own", "next", "second_next", "third_next")

FEATURES = Features(
    [
        Feature("phase", OVER + 1, 1, "1 at: place the builder, act, choose a spot, a height, an own element, split, appoint, over"),
        Feature("decides", SEATS, 1, "1 at the seat to decide, own seat first"),
        Feature("players", 1, 4, "number of players"),
        Feature("round", 1, 3, "this round, from 1"),
        Feature("rounds_left", 1, 2, "rounds after this one"),
        Feature("starter", SEATS, 1, "1 at this round's starting player, own seat first"),
        Feature("ender", SEATS, 1, "1 at the seat that triggered the early end"),
        Feature("final_turns", 1, 3, "turns still to come after the early end"),
        Feature("hand_cards", ACTION_CARDS, 1, "1 for each action card in the own hand"),
        Feature("card", ACTION_CARDS, 1, "1 at the action card in play"),
        Feature("free_icons", ICON_KINDS, 1, "free icons on it: buy black, blue, red, yellow, white, any; build; influence; torch; coins"),
        Feature("actions_left", 1, 3, "its actions not yet used"),
        Feature("honour_bought", 1, 1, "1 if an honour card was bought this turn"),
        Feature("spot", SPOTS, 1, "1 at the spot whose height is being chosen"),
        Feature("shops", COLOURS, 4, "bricks in the shops: black, blue, red, yellow, white"),
        Feature("reserve", 1, 90, "bricks in the reserve"),
        Feature("supply_used", SUPPLY_CARDS, 1, "1 for each used supply card"),
        Feature("building_display", BUILDING_CARDS, 1, "1 for each open building card: building by building, colour by colour"),
        Feature("building_taken", BUILDING_CARDS, 1, "1 for each building card that has left the display"),
        Feature("building_left", 1, 14, "building cards in the pile"),
        Feature("honour_display", HONOUR_CARDS, 2, "open honour cards of each kind of the box"),
        Feature("honour_taken", HONOUR_CARDS, 2, "honour cards of each kind that have left the display"),
        Feature("honour_left", 1, 14, "honour cards in the pile"),
        *(Feature(f"{whose}_{name}", count, scale, meaning) for whose in WHOSE for name, count, scale, meaning in PER_SEAT),
        *(Feature(f"{whose}_elements", SPOTS, 4, "bricks of that seat's element on each spot") for whose in WHOSE),
    ]
)


@rule
def observe(s, box, seat, out):
    """Writes the vector for a seat."""
    at = observe_match(s, box, seat, out, 0)
    at = observe_turn(s, box, seat, out, at)
    at = observe_market(s, box, out, at)
    for distance in range(SEATS):
        at = observe_play_area(s, (seat + distance) % s.players, distance < s.players, out, at)
    for distance in range(SEATS):
        p = (seat + distance) % s.players
        for spot in range(SPOTS):
            out[at + spot] = s.height[spot] if s.owner[spot] == p and distance < s.players else 0
        at += SPOTS
    return at


@rule
def observe_match(s, box, seat, out, at):
    at = one_at(out, at, OVER + 1, s.phase)
    at = one_at(out, at, SEATS, distance_to(s, seat, s.seat))
    out[at] = s.players
    out[at + 1] = s.round_no
    out[at + 2] = box.rounds[s.players] - s.round_no
    at = one_at(out, at + 3, SEATS, distance_to(s, seat, s.starter))
    at = one_at(out, at, SEATS, distance_to(s, seat, s.ender))
    out[at] = s.final_turns
    return at + 1


@rule
def observe_turn(s, box, seat, out, at):
    at = bits(out, at, ACTION_CARDS, cards_in_hand(s, seat))
    at = one_at(out, at, ACTION_CARDS, s.card)
    for kind in range(ICON_KINDS):
        out[at + kind] = 0
    if s.card >= 0:
        for place in range(ICONS):
            icon = box.card_icons[s.card, place]
            if icon >= 0 and not (s.icons_used >> place) & 1:
                out[at + icon] += 1
    at += ICON_KINDS
    out[at] = s.actions_left
    out[at + 1] = s.honour_bought
    return one_at(out, at + 2, SPOTS, s.spot)


@rule
def observe_market(s, box, out, at):
    for colour in range(COLOURS):
        out[at + colour] = s.shops[colour]
    out[at + COLOURS] = s.reserve
    used = 0
    for place in range(s.supply_left, SUPPLY_CARDS):
        used |= 1 << int(s.supply[place])
    at = bits(out, at + COLOURS + 1, SUPPLY_CARDS, used)
    shown = 0
    for place in range(BUILDING_DISPLAY):
        if s.building_display[place] >= 0:
            shown |= 1 << int(s.building_display[place])
    at = bits(out, at, BUILDING_CARDS, shown)
    at = bits(out, at, BUILDING_CARDS, s.buildings_taken)
    out[at] = s.building_left
    at += 1
    for kind in range(2 * HONOUR_CARDS):
        out[at + kind] = 0
    for place in range(HONOUR_DISPLAY):
        if s.honour_display[place] >= 0:
            out[at + int(box.honour_kind[s.honour_display[place]])] += 1
    for card in range(HONOUR_CARDS):
        if (int(s.honours_taken) >> card) & 1:
            out[at + HONOUR_CARDS + int(box.honour_kind[card])] += 1
    at += 2 * HONOUR_CARDS
    out[at] = s.honour_left
    return at + 1


@rule
def observe_play_area(s, p, takes_part, out, at):
    start = at
    out[at] = s.score[p]
    out[at + 1] = s.coins[p]
    out[at + 2] = s.torches[p]
    out[at + 3] = s.influence[p]
    out[at + 4] = s.romans[p]
    out[at + 5] = s.romans_in_reserve[p]
    at = one_at(out, at + 6, QUARTERS, s.builder[p])
    for colour in range(COLOURS):
        out[at + colour] = s.bricks[p, colour]
    at += COLOURS
    out[at] = cards_held(s, p)
    out[at + 1] = s.deck_left[p]
    at = bits(out, at + 2, ACTION_CARDS, s.discards[p])
    for building in range(BUILDINGS):
        out[at + building] = cards_of(s, p, building)
    at += BUILDINGS
    for tier in range(FINAL_TIERS):
        out[at + tier] = s.final_cards[p, tier]
    at += FINAL_TIERS
    for building in range(BUILDINGS):
        out[at + building] = s.built[p, building]
    out[at + BUILDINGS] = s.age[p]
    at += BUILDINGS + 1
    if not takes_part:
        for i in range(start, at):
            out[i] = 0
    return at
