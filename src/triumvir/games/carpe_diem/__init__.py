"""Carpe Diem: tiles, districts and the forum of Rome, for two to four players."""

from pathlib import Path

from triumvir.games.carpe_diem import box, features, knowledge, preview, reasons, rules, scoring, tally, view
from triumvir.games.carpe_diem.actions import ACTIONS, BREAD, SETS, notation_names
from triumvir.games.carpe_diem.catalogue import CATALOGUE
from triumvir.games.carpe_diem.state import CATEGORIES, FORUM_CARDS, STATE
from triumvir.kernel.game import Dealt, Title

TITLE = Title(
    name="carpe_diem",
    title="Carpe Diem",
    folder=Path(__file__).parent,
    players=(2, 3, 4),
    rules_version=1,
    catalogue=CATALOGUE,
    box_model=box.Contents,
    tables=box.tables,
    state=STATE,
    actions=ACTIONS,
    notation_names=notation_names,
    face_down=frozenset({"put_back"}),  # CD-C9
    giving_up=frozenset({SETS, BREAD}),  # to pay no set
    rules={
        "set_up": rules.set_up,
        "legal": rules.legal,
        "play": rules.play,
        "obstacle": rules.obstacle,
        "final_standing": scoring.final_standing,
        "redact": knowledge.redact,
        "redeal": knowledge.redeal,
        "observe": features.observe,
        "tally": tally.tally,
    },
    features=features.FEATURES,
    categories=CATEGORIES,
    view=view.view,
    text=view.text,
    describe=view.describe,
    report=view.report,
    reasons=reasons.REASONS,
    statistics=view.statistics,
    chapter="building_phase",
    dealt=Dealt(("forum", "first"), FORUM_CARDS, tally.lay, view.marker_words),
    in_words={"take": view.tile_words},
    more_doors=preview.doors,
)
