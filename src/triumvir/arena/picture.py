"""Draws what an arena has found out: a ladder of win rates with intervals, and a matrix of who beats whom. PNG or SVG."""

from pathlib import Path
from typing import TYPE_CHECKING

from triumvir.arena.figures import Standing, duels, standings
from triumvir.arena.results import Results
from triumvir.arena.tables import interval, title
from triumvir.kernel.errors import BadRequest

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NEEDS = "pictures and reports need matplotlib and Jinja2: pip install 'triumvir[reports]'"
KINDS = (".png", ".svg")
BLUE, GREY = "#0072b2", "#666666"  # told apart by everybody, whatever colours they see
COLOURS = "PuOr"  # orange: loses; white: even; purple: wins
DARK_FROM = 0.32  # the distance from even at which cells are so dark that their text must be white


def draw(results: Results, path: Path) -> None:
    """Writes the picture to a file; its ending says what kind."""
    if path.suffix.lower() not in KINDS:
        raise BadRequest(f"{path}: a picture ends in {' or '.join(KINDS)}")
    if not len(results):
        raise BadRequest(f"{path}: there is nothing to draw, no match has been played")
    try:
        from matplotlib import rc_context  # noqa: PLC0415  (only who draws waits for it)
        from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError:
        raise BadRequest(NEEDS) from None

    found = standings(results)
    cell = max(0.8, 0.085 * max(len(one.bot) for one in found))
    side = len(found) * cell
    figure = Figure(figsize=(7.5 + side, max(3.0, 1.8 + side)), layout="constrained")
    FigureCanvasAgg(figure)
    ladder, matrix = figure.subplots(1, 2, width_ratios=(5.0, 1.5 + side))
    figure.suptitle(title(results), fontsize=11)
    _ladder(ladder, found, results.header.players)
    _matrix(matrix, found, results)
    kind = path.suffix.lower()[1:]
    metadata = {"Date": None, "Title": title(results)} if kind == "svg" else {"Title": title(results)}
    try:
        with rc_context({"svg.fonttype": "none", "svg.hashsalt": "triumvir"}):  # text stays text, and the same results are the same bytes
            figure.savefig(path, dpi=150, format=kind, metadata=metadata)
    except OSError as error:
        raise BadRequest(f"{path}: {error.strerror}") from None


def _ladder(axes: "Axes", found: list[Standing], players: int) -> None:
    """Win rates, the best rating on top; a broken line where all would be if they were equal."""
    rungs = range(len(found))
    rates = [100 * one.wins.rate for one in found]
    ends = [[100 * end for end in one.wins.interval] for one in found]
    lengths = [
        [max(0.0, rate - low) for rate, (low, _) in zip(rates, ends, strict=True)],
        [max(0.0, high - rate) for rate, (_, high) in zip(rates, ends, strict=True)],
    ]
    axes.axvline(100 / players, color=GREY, linestyle="--", linewidth=1)
    axes.errorbar(rates, rungs, xerr=lengths, fmt="o", color=BLUE, capsize=4)
    for rung, one in zip(rungs, found, strict=True):
        text = f"{100 * one.wins.rate:.1f} % of {one.wins.tries:,}; rating {one.rating.mu:.1f} ± {one.rating.sigma:.1f}"
        left = one.wins.rate < 0.5
        axes.annotate(text, (rates[rung], rung), (0, 8), textcoords="offset points", ha="left" if left else "right", fontsize=8)
    axes.set_yticks(list(rungs), [one.bot for one in found])
    axes.set_ylim(len(found) - 0.5, -0.5)
    axes.set_xlim(-3, 103)
    axes.set_xlabel("matches won, %, with 95 % interval")
    axes.set_title("Ladder", fontsize=10)
    axes.grid(axis="x", alpha=0.3)


def _matrix(axes: "Axes", found: list[Standing], results: Results) -> None:
    """How often the bot of the row finishes ahead of that of the column."""
    shares = duels(results)
    bots = [one.bot for one in found]
    rates = [[shares[row, column].rate if (row, column) in shares else float("nan") for column in bots] for row in bots]
    axes.imshow(rates, cmap=COLOURS, vmin=0, vmax=1, aspect="auto")
    for row, one in enumerate(bots):
        for column, other in enumerate(bots):
            share = shares.get((one, other))
            text = f"{100 * share.rate:.1f}\n{interval(share)}" if share else "-"
            dark = share is not None and abs(share.rate - 0.5) > DARK_FROM
            axes.text(column, row, text, ha="center", va="center", fontsize=8, color="white" if dark else "black")
    axes.set_xticks(range(len(bots)), bots)
    axes.set_yticks(range(len(bots)), bots)
    axes.tick_params(axis="x", labelrotation=30 if len(bots) > 3 else 0)
    axes.set_title("Row finishes ahead of column, %", fontsize=10)
