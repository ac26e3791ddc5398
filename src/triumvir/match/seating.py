"""Who sits where: the seats that are not a person's own, and the bots named for them."""

from collections.abc import Sequence

from triumvir.kernel.errors import BadRequest


def other_seats(players: int, seat: int, named: Sequence[str]) -> dict[int, str]:
    """The name for every other seat: one for all of them, or one for each, in the order of the seats."""
    if type(seat) is not int or not 0 <= seat < players:
        raise BadRequest(f"no seat {seat!r}: seats run from 0 to {players - 1}")
    others = [other for other in range(players) if other != seat]
    if len(named) not in (1, len(others)):
        raise BadRequest(f"{len(named)} bots for {len(others)} other seats: name one for all, or one for each")
    names = list(named) if len(named) == len(others) else list(named) * len(others)
    return dict(zip(others, names, strict=True))
