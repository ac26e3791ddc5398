"""Pushes in Via Appia's quarry: frame by frame for the eye, and the chances of an aim. Nothing here knows more than all seats."""

from typing import Any

import numpy as np

from triumvir.games.via_appia import preview
from triumvir.games.via_appia.state import ANGLES, SIZE_NAMES
from triumvir.kernel.game import Game
from triumvir.server.errors import Refused

GAME, KIND = "via_appia", "aim"
MOST_FRAMES = 48
UNIT = 100  # micrometres: a tenth of a millimetre
SAMPLES = 400


def aim_of(game: Game, action: int) -> tuple[int, int] | None:
    """Place and angle, if the action is a push."""
    if game.name != GAME:
        return None
    span, number = game.actions.find(action)
    return divmod(number, ANGLES) if span.name == KIND else None


def frames(game: Game, before: np.ndarray, action: int) -> dict[str, Any] | None:
    """The push that an action made, as everybody at the table saw it; None if it was no push."""
    aim = aim_of(game, action)
    if aim is None:
        return None
    s = before[0]
    film = preview.frames(before, game.tables, int(s.stone), *aim)
    step = -(-len(film) // MOST_FRAMES)
    shown = film[: -1 if len(film) > 1 else None : step]
    sizes = [SIZE_NAMES[s.stone], *(SIZE_NAMES[s.disc_size[i]] for i in range(s.discs))]
    return {"sizes": sizes, "places": [[_rounded(place) for place in frame.places] for frame in (*shown, film[-1])]}


def _rounded(place: tuple[int, int] | None) -> tuple[int, int] | None:
    return None if place is None else ((place[0] + UNIT // 2) // UNIT, (place[1] + UNIT // 2) // UNIT)


def chances(game: Game, redacted: np.ndarray, action: int) -> list[float]:
    """The chances that 0, 1, 2, ... stones fall, out of what a seat knows."""
    aim = aim_of(game, action)
    if aim is None:
        raise Refused("bad_request", "chances are those of an aim in Via Appia")
    stone = int(redacted[0].stone)
    if stone < 0:
        raise Refused("bad_request", "no stone lies behind the quarry")
    return preview.chances(redacted, game.tables, stone, *aim, samples=SAMPLES)
