"""The plots of a laboratory report, as SVG to be set into the page."""

from collections.abc import Mapping
from io import StringIO

import numpy as np

from triumvir.arena.picture import NEEDS
from triumvir.kernel.errors import BadRequest
from triumvir.lab.findings import SURE, Findings, Take
from triumvir.words import spoken

try:
    from matplotlib.figure import Figure
except ImportError:  # pragma: no cover
    raise BadRequest(NEEDS) from None

WIN, LOSE, THIRD = "#0072b2", "#d55e00", "#009e73"  # told apart by colour-blind eyes, and by position and hatching
TAKES_SHOWN = 12
BINS = 40  # at most


def svg(figure: Figure) -> str:
    """A figure as an SVG element, the same bytes for the same figure."""
    from matplotlib import rc_context  # noqa: PLC0415

    text = StringIO()
    with rc_context({"svg.hashsalt": "triumvir", "svg.fonttype": "none"}):
        figure.savefig(text, format="svg", metadata={"Date": None}, bbox_inches="tight")
    return text.getvalue()[text.getvalue().index("<svg") :]


def seats(found: Findings, language: str) -> Figure:
    """How often each seat wins, with 95 % intervals, and what would be fair."""
    say = spoken(language)
    figure = Figure(figsize=(5, 2.8))
    axes = figure.subplots()
    names = [say("lab.seat", seat=seat) for seat in found.seat_wins]
    shares = [100 * spread.mean for spread in found.seat_wins.values()]
    errors = [100 * SURE * spread.error for spread in found.seat_wins.values()]
    axes.bar(names, shares, yerr=errors, color=WIN, capsize=4)
    axes.axhline(100 / found.players, color="black", linestyle="--", linewidth=1, label=say("lab.seats.even"))
    axes.set_ylabel(say("lab.seats.wins"))
    axes.legend()
    return figure


def categories(found: Findings, language: str) -> Figure:
    """Mean points by category of winners and of the others."""
    words, say = found.game.words(language), spoken(language)
    names = [category for category, spread in found.summary.categories.items() if spread.least or spread.most]
    figure = Figure(figsize=(7, 0.45 * len(names) + 1))
    axes = figure.subplots()
    places = np.arange(len(names))[::-1]
    winners = [found.summary.winners_categories[name].mean for name in names]
    losers = [found.summary.losers_categories[name].mean for name in names]
    axes.barh(places + 0.2, winners, 0.4, color=WIN, label=say("lab.winners"))
    axes.barh(places - 0.2, losers, 0.4, color=LOSE, hatch="//", edgecolor="white", label=say("lab.others"))
    axes.set_yticks(places, [words(f"category.{name}") for name in names])
    axes.set_xlabel(say("lab.categories.points"))
    axes.legend()
    return figure


def scores(findings: Mapping[str, Findings], language: str) -> Figure:
    """How scores are spread, for one box or for two."""
    return _spread({label: found.all_scores.ravel() for label, found in findings.items()}, spoken(language)("lab.spread.points_axis"))


def lengths(findings: Mapping[str, Findings], language: str) -> Figure:
    """How long matches are, in decisions."""
    return _spread({label: found.all_lengths for label, found in findings.items()}, spoken(language)("lab.spread.decisions_axis"))


def _spread(values: Mapping[str, np.ndarray], axis: str) -> Figure:
    figure = Figure(figsize=(6, 2.8))
    axes = figure.subplots()
    least, most = min(v.min() for v in values.values()), max(v.max() for v in values.values())
    width = -(-(int(most) - int(least) + 1) // BINS)  # whole numbers, as many in every bin
    bins = np.arange(least - 0.5, most + width, width)
    for (label, counted), colour in zip(values.items(), (WIN, LOSE), strict=False):
        axes.hist(counted, bins=bins.tolist(), density=True, histtype="step", linewidth=1.8, color=colour, label=label)
    axes.set_xlabel(axis)
    axes.set_yticks([])
    axes.legend()
    return figure


def lifts(takes: list[Take], language: str) -> Figure:
    """The actions that go with winning, and those that go with losing."""
    shown = takes if len(takes) <= 2 * TAKES_SHOWN else [*takes[:TAKES_SHOWN], *takes[-TAKES_SHOWN:]]
    figure = Figure(figsize=(7, 0.27 * len(shown) + 1))
    axes = figure.subplots()
    places = np.arange(len(shown))[::-1]
    colours = [WIN if take.lift >= 0 else LOSE for take in shown]
    axes.errorbar(
        [100 * take.lift for take in shown], places, xerr=[100 * SURE * take.error for take in shown], fmt="none", ecolor="#555555", capsize=2
    )
    axes.scatter([100 * take.lift for take in shown], places, c=colours, zorder=3)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_yticks(places, [take.name for take in shown], fontsize=8)
    axes.set_xlabel(spoken(language)("lab.takes.axis"))
    return figure
