"""What a seat can know in Via Appia: everything but the order of the income pile and what chance will do. VA-S6, VA-S9.

Sesterces lie behind screens, but everybody saw them come and go, so they stay in the redacted record. `redact` blanks the
rest, `redeal` fills the blanks with one way the pile could lie. A spectator is seat EMPTY.
"""

from triumvir.games.via_appia.state import INCOME_CARDS
from triumvir.kernel.chance import seeded, shuffle
from triumvir.kernel.rule import rule
from triumvir.kernel.state import HIDDEN


@rule
def redact(s, box, seat):
    """Blanks what a seat may not know."""
    s.rng = 0
    for place in range(s.pile_left):
        s.pile[place] = HIDDEN


@rule
def redeal(s, box, seat, seed):
    """Fills what a seat may not know at random, and gives the match another generator."""
    reveals = s.reveals
    s.rng = seeded(seed)
    beside_board = 0
    for place in range(box.income_open):
        beside_board |= 1 << int(s.display[place])
    count = 0
    for card in range(INCOME_CARDS):
        if not (beside_board >> card) & 1:
            s.pile[count] = card
            count += 1
    shuffle(s, s.pile, count)
    s.reveals = reveals
