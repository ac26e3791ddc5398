"""Porta Nigra: bricks and majorities in Trier, for two to four players."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from triumvir.games.porta_nigra import box, features, knowledge, reasons, rules, scoring, view
from triumvir.games.porta_nigra.actions import ACTIONS, notation_names
from triumvir.games.porta_nigra.catalogue import CATALOGUE
from triumvir.games.porta_nigra.state import CATEGORIES, STATE
from triumvir.kernel.errors import BadRequest
from triumvir.kernel.game import Title


def set_ages(s: Any, youngest_first: Sequence[int]) -> None:
    """Option `youngest_first`: the seats in order of age, for ties when the starting player is appointed. PN-E3."""
    players = int(s.players)
    if (
        not isinstance(youngest_first, list | tuple)
        or any(type(seat) is not int for seat in youngest_first)
        or sorted(youngest_first) != list(range(players))
    ):
        raise BadRequest(f"youngest_first must name every seat from 0 to {players - 1} once, not {youngest_first!r}")
    for age, seat in enumerate(youngest_first):
        s.age[seat] = age


TITLE = Title(
    name="porta_nigra",
    title="Porta Nigra",
    folder=Path(__file__).parent,
    players=(2, 3, 4),
    rules_version=1,
    catalogue=CATALOGUE,
    box_model=box.Contents,
    tables=box.tables,
    state=STATE,
    actions=ACTIONS,
    notation_names=notation_names,
    rules={
        "set_up": rules.set_up,
        "legal": rules.legal,
        "play": rules.play,
        "obstacle": rules.obstacle,
        "final_standing": scoring.final_standing,
        "redact": knowledge.redact,
        "redeal": knowledge.redeal,
        "observe": features.observe,
    },
    features=features.FEATURES,
    categories=CATEGORIES,
    view=view.view,
    text=view.text,
    describe=view.describe,
    report=view.report,
    reasons=reasons.REASONS,
    statistics=view.statistics,
    chapter="round_no",
    in_words={"card": view.card_words, "honour": view.honour_words},
    options={"youngest_first": set_ages},
)
