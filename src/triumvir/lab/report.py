"""A laboratory report: one HTML page with plots and tables, complete in itself."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import Environment

from triumvir.lab import plots
from triumvir.lab.comparison import differences
from triumvir.lab.findings import SURE, Findings, Take

TEMPLATE = Path(__file__).with_name("report.html")


@dataclass
class Part:
    """A section of the page."""

    heading: str
    text: str
    figures: list[str] = field(default_factory=list)
    columns: tuple[str, ...] = ()
    rows: Sequence[tuple[str, ...]] = ()


def page(original: Findings, changed: Findings | None = None, language: str = "en") -> str:
    """The report on one box, or on a changed box beside the original."""
    game, shown = original.game, changed or original
    both = [("original", original), ("changed", changed)] if changed else [("players", original)]
    made = [(label, found) for label, found in both if found is not None]
    boxes = f"original box {original.game.box.digest} and changed box {changed.game.box.digest}" if changed else f"box {game.box.digest}"
    subtitle = (
        f"{original.summary.matches:,} matches of {original.players} equal bots ({original.bot}), "
        f"seeds from {original.seed}, {boxes}. "
        "Bots that look one decision ahead play them: what wins among them need not win among the best."
    )
    parts = [_seats(shown), _categories(shown, language), _takes(shown), _spread(made)]
    environment = Environment(autoescape=True, trim_blocks=True)
    return environment.from_string(TEMPLATE.read_text(encoding="utf-8")).render(
        title=f"What wins in {game.title}?",
        subtitle=subtitle,
        differences=list(differences(original, changed, language)) if changed else [],
        parts=parts,
    )


def _seats(found: Findings) -> Part:
    rows = [
        (f"seat {seat}", f"{100 * wins.mean:.1f} %", f"± {100 * SURE * wins.error:.1f}", f"{found.summary.scores[seat].mean:.1f}")
        for seat, wins in found.seat_wins.items()
    ]
    text = "How often each seat wins; shared wins count as their part."
    return Part("Seats", text, [plots.svg(plots.seats(found))], ("seat", "wins", "95 % interval", "mean points"), rows)


def _categories(found: Findings, language: str) -> Part:
    words = found.game.words(language)
    rows = []
    for category, spread in found.summary.categories.items():
        winners, losers = found.summary.winners_categories[category], found.summary.losers_categories[category]
        if spread.least or spread.most:
            rows.append((words(f"category.{category}"), f"{winners.mean:.2f}", f"{losers.mean:.2f}", f"{winners.mean - losers.mean:+.2f}"))
    text = "Mean points of winners and of the others: where they differ most, matches are decided."
    return Part("Points by category", text, [plots.svg(plots.categories(found, language))], ("category", "winners", "others", "difference"), rows)


def _takes(found: Findings) -> Part:
    takes = found.takes()
    clear = [take for take in takes if abs(take.lift) > SURE * take.error]
    text = (
        "Every card, tile, place or action that some players took and others did not: how often those won who did, compared with "
        f"those who did not. {len(clear)} of {len(takes)} differ clearly. This shows what goes with winning, not what causes it."
    )
    columns = ("decision", "players who took it", "they won", "others won", "lift", "95 % interval")
    return Part("What winners do", text, [plots.svg(plots.lifts(takes))] if takes else [], columns, [_take_row(take) for take in takes])


def _take_row(take: Take) -> tuple[str, ...]:
    return (
        take.notation,
        f"{100 * take.share:.1f} %",
        f"{100 * take.wins:.1f} %",
        f"{100 * take.wins_without:.1f} %",
        f"{100 * take.lift:+.1f}",
        f"± {100 * SURE * take.error:.1f}",
    )


def _spread(made: list[tuple[str, Findings]]) -> Part:
    rows = []
    for label, found in made:
        moves, points = found.summary.moves, found.all_scores
        rows.append((label, f"{points.mean():.1f}", f"{points.std():.1f}", f"{points.min()} to {points.max()}", f"{moves.mean:.1f}"))
    columns = ("", "mean points", "deviation", "range", "decisions a match")
    return Part(
        "Scores and length", "How points and lengths are spread.", [plots.svg(plots.scores(made)), plots.svg(plots.lengths(made))], columns, rows
    )
