"""Via Appia: stones, tiles and travels from Rome to Brundisium, for two to four players."""

from pathlib import Path
from typing import Any

from triumvir.games.via_appia import box, features, knowledge, preview, reasons, rules, scoring, view
from triumvir.games.via_appia.actions import ACTIONS, notation_names
from triumvir.games.via_appia.catalogue import CATALOGUE
from triumvir.games.via_appia.state import CATEGORIES, STATE
from triumvir.kernel.errors import BadRequest
from triumvir.kernel.game import Title


def set_open_sesterces(s: Any, shown: bool) -> None:
    """Option `open_sesterces`: views show everybody's sesterces, as at a table without screens. VA-S6."""
    if not isinstance(shown, bool):
        raise BadRequest(f"open_sesterces must be true or false, not {shown!r}")
    s.open_coins = shown


TITLE = Title(
    name="via_appia",
    title="Via Appia",
    folder=Path(__file__).parent,
    players=(2, 3, 4),
    rules_version=2,
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
    in_words=dict.fromkeys(("income_coins", "income_stones", "income_both"), view.card_words),
    options={"open_sesterces": set_open_sesterces},
    more_doors=preview.doors,
)
