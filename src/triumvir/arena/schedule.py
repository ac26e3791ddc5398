"""Who plays whom on which deal: a numbered list of pairings, decided by the arguments and the seed alone.

Every deal is a round: each table of bots plays it once for every seat, the bots moving on by a seat each time. So every
bot has every seat equally often, on the same deals as everybody else. A longer schedule begins with the shorter one.
"""

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np

from triumvir.kernel.errors import BadRequest
from triumvir.kernel.game import check_seed


class Pairing(NamedTuple):
    """One match to be played. The number is its key: however often it is tried, it counts once."""

    number: int
    players: int
    deal: int  # the seed of the match
    bots: tuple[str, ...]  # by seat
    seeds: tuple[int, ...]  # of the bots, by seat


def tables(players: int, bots: Sequence[str]) -> list[tuple[str, ...]]:
    """Who sits together: exactly the bots that were named, or, if there are more than seats, every choice of them."""
    if len(bots) < players:
        raise BadRequest(f"{players} players need {players} bots, not {len(bots)}: name a bot twice to seat it twice")
    if len(bots) > players and len(set(bots)) < len(bots):
        raise BadRequest(f"with more bots than the {players} seats, each can be named only once")
    return list(combinations(bots, players))


def round_of(players: int, bots: Sequence[str], deal: int) -> list[tuple[str, ...]]:
    """The seatings of one deal. From deal to deal the neighbours change too."""
    orders = list(permutations(range(1, players)))
    order = (0, *orders[deal % len(orders)])
    return [tuple(table[order[(seat + turn) % players]] for seat in range(players)) for table in tables(players, bots) for turn in range(players)]


def schedule(players: int, bots: Sequence[str], games: int, seed: int = 0) -> list[Pairing]:
    """At least so many matches, in whole rounds. Deal i has the seed `seed + i`; every bot has a seed of its own in every match."""
    if games < 1:
        raise BadRequest(f"at least one match must be played, not {games}")
    size = len(tables(players, bots)) * players
    deals = -(-games // size)
    check_seed(seed, deals)
    return [
        Pairing(number := deal * size + place, players, seed + deal, seating, tuple(_bot_seed(seed, number, seat) for seat in range(players)))
        for deal in range(deals)
        for place, seating in enumerate(round_of(players, bots, deal))
    ]


def _bot_seed(seed: int, number: int, seat: int) -> int:
    return int(np.random.SeedSequence([seed, number, seat]).generate_state(1, np.uint64)[0] >> np.uint64(2))
