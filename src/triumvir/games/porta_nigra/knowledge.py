"""What a seat can know in Porta Nigra: everything but other hands, the order of decks and the face-down piles. PN-S8.

`redact` blanks the rest, `redeal` fills the blanks with one way the hidden cards could lie. A spectator is seat EMPTY.
"""

from triumvir.games.porta_nigra.rules import add_to_hand
from triumvir.games.porta_nigra.state import ACTION_CARDS, BUILDING_CARDS, BUILDING_DISPLAY, HAND, HONOUR_CARDS, HONOUR_DISPLAY, SUPPLY_CARDS
from triumvir.kernel.chance import seeded, shuffle
from triumvir.kernel.rule import rule
from triumvir.kernel.state import EMPTY, HIDDEN


@rule
def redact(s, box, seat):
    """Blanks what a seat may not know."""
    s.rng = 0
    for place in range(s.supply_left):
        s.supply[place] = HIDDEN
    for place in range(s.building_left):
        s.building_pile[place] = HIDDEN
    for place in range(s.honour_left):
        s.honour_pile[place] = HIDDEN
    for p in range(s.players):
        for place in range(s.deck_left[p]):
            s.deck[p, place] = HIDDEN
        if p != seat:
            for place in range(HAND):
                if s.hand[p, place] >= 0:
                    s.hand[p, place] = HIDDEN


@rule
def redeal(s, box, seat, seed):
    """Fills what a seat may not know at random, and gives the match another generator."""
    reveals = s.reveals
    s.rng = seeded(seed)
    redeal_supply(s)
    redeal_building_pile(s)
    redeal_honour_pile(s)
    for p in range(s.players):
        redeal_action_cards(s, box, p, p == seat)
    s.reveals = reveals


@rule
def redeal_supply(s):
    """The supply cards not seen since the last shuffle, in any order."""
    used = 0
    for place in range(s.supply_left, SUPPLY_CARDS):
        used |= 1 << int(s.supply[place])
    count = 0
    for card in range(SUPPLY_CARDS):
        if not (used >> card) & 1:
            s.supply[count] = card
            count += 1
    shuffle(s, s.supply, count)


@rule
def redeal_building_pile(s):
    """The building cards that were never open, in any order."""
    seen = int(s.buildings_taken)
    for place in range(BUILDING_DISPLAY):
        if s.building_display[place] >= 0:
            seen |= 1 << int(s.building_display[place])
    count = 0
    for card in range(BUILDING_CARDS):
        if not (seen >> card) & 1:
            s.building_pile[count] = card
            count += 1
    shuffle(s, s.building_pile, count)


@rule
def redeal_honour_pile(s):
    """The honour cards that were never open, in any order."""
    seen = int(s.honours_taken)
    for place in range(HONOUR_DISPLAY):
        if s.honour_display[place] >= 0:
            seen |= 1 << int(s.honour_display[place])
    count = 0
    for card in range(HONOUR_CARDS):
        if not (seen >> card) & 1:
            s.honour_pile[count] = card
            count += 1
    shuffle(s, s.honour_pile, count)


@rule
def redeal_action_cards(s, box, p, keeps_hand):
    """A player's action cards that were not played this round, into hand and deck; her own hand is known to her."""
    seen = int(s.discards[p])
    if s.card >= 0 and s.seat == p:
        seen |= 1 << int(s.card)
    if keeps_hand:
        for place in range(HAND):
            if s.hand[p, place] >= 0:
                seen |= 1 << int(s.hand[p, place])
    count = 0
    for card in range(ACTION_CARDS):
        taken_out = s.players == 4 and box.card_not_with_4[card] != 0
        if not taken_out and not (seen >> card) & 1:
            s.deck[p, count] = card
            count += 1
    shuffle(s, s.deck[p], count)
    if not keeps_hand:
        held = cards_held(s, p)
        for place in range(HAND):
            s.hand[p, place] = EMPTY
        for _ in range(held):
            count -= 1
            add_to_hand(s, p, s.deck[p, count])
            s.deck[p, count] = EMPTY


@rule
def cards_held(s, p):
    """The size of a hand, hidden or not."""
    held = 0
    for place in range(HAND):
        if s.hand[p, place] != EMPTY:
            held += 1
    return held
