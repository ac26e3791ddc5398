"""What a seat can know in Carpe Diem: everything but the others' fountain cards and the order of the piles. CD-K1.

`redact` blanks the rest, `redeal` fills the blanks with one way the hidden cards and tiles could lie. A spectator is
seat EMPTY. Which tiles are still in a pile follows from those that lie open, so a redacted pile of tiles is sorted, not
blanked. A seat knows the fountain cards it put under the pile for as long as they lie there. When the game is over all
fountain cards are shown.
"""

from triumvir.games.carpe_diem.state import OVER, THINGS
from triumvir.kernel.chance import roll, seeded, shuffle
from triumvir.kernel.rule import rule
from triumvir.kernel.state import HIDDEN

DIGIT = 5  # bits for the number of fountain cards of one kind


@rule
def redact(s, box, seat):
    """Blanks what a seat may not know."""
    s.rng = 0
    sort(s.white_pile, s.white_left)
    sort(s.black_pile, s.black_left)
    for place in range(s.fountain_left):
        if not knows_card(s, place, seat):
            s.fountain_pile[place] = HIDDEN
    for p in range(s.players):
        if not sees_hand(s, p, seat):
            for kind in range(THINGS):
                s.fountain_kinds[p, kind] = HIDDEN


@rule
def sort(pile, count):
    """The first `count` tiles of a pile, ascending."""
    for place in range(1, count):
        tile = pile[place]
        before = place - 1
        while before >= 0 and pile[before] > tile:
            pile[before + 1] = pile[before]
            before -= 1
        pile[before + 1] = tile


@rule
def knows_card(s, place, seat):
    """Whether a seat put this card of the fountain pile there."""
    return seat >= 0 and s.put_by[place] == seat


@rule
def sees_hand(s, p, seat):
    """Whether a seat knows which fountain cards a player holds: the own ones, none at all, or all in the end."""
    return p == seat or s.fountain_hand[p] == 0 or s.phase == OVER


@rule
def redeal(s, box, seat, seed):
    """Fills what a seat may not know at random, and gives the match another generator."""
    reveals = s.reveals
    s.rng = seeded(seed)
    shuffle(s, s.white_pile, int(s.white_left))
    shuffle(s, s.black_pile, int(s.black_left))
    redeal_fountain_cards(s, box, seat)
    s.reveals = reveals


@rule
def redeal_fountain_cards(s, box, seat):
    """The fountain cards that the seat does not know, into the pile and the others' hands."""
    pool = unknown_fountain_cards(s, box, seat)
    for place in range(s.fountain_left):
        if not knows_card(s, place, seat):
            kind = draw(s, pool)
            pool -= 1 << (DIGIT * kind)
            s.fountain_pile[place] = kind
    for p in range(s.players):
        if not sees_hand(s, p, seat):
            for kind in range(THINGS):
                s.fountain_kinds[p, kind] = 0
            for _ in range(s.fountain_hand[p]):
                kind = draw(s, pool)
                pool -= 1 << (DIGIT * kind)
                s.fountain_kinds[p, kind] += 1


@rule
def unknown_fountain_cards(s, box, seat):
    """How many of each kind the seat has not seen, as one number with five bits for each kind."""
    pool = 0
    for kind in range(THINGS):
        pool += int(box.fountain_copies[kind]) << (DIGIT * kind)
    for place in range(s.fountain_left):
        if knows_card(s, place, seat):
            pool -= 1 << (DIGIT * int(s.fountain_pile[place]))
    for p in range(s.players):
        if sees_hand(s, p, seat):
            for kind in range(THINGS):
                pool -= int(s.fountain_kinds[p, kind]) << (DIGIT * kind)
    return pool


@rule
def draw(s, pool):
    """A card at random out of a pool: each card has the same chance."""
    total = 0
    for kind in range(THINGS):
        total += (pool >> (DIGIT * kind)) & ((1 << DIGIT) - 1)
    number = roll(s, total)
    for kind in range(THINGS):
        number -= (pool >> (DIGIT * kind)) & ((1 << DIGIT) - 1)
        if number < 0:
            return kind
    return THINGS - 1
