"""The figures of an arena as tables in the terminal."""

from rich.box import SIMPLE_HEAD
from rich.table import Column, Table

from triumvir.arena.figures import Share, duels, standings
from triumvir.arena.results import Results

WINS = ("matches", "wins", "95 %", "rank", "rating", "sigma")
POINTS_AND_TIME = ("points", "margin", "decisions", "mean", "longest", "late", "crashes")


def title(results: Results) -> str:
    """What was played, in a line."""
    header = results.header
    done = f"{len(results):,} of {header.games:,} matches" if len(results) < header.games else f"{len(results):,} matches"
    return f"{header.title}, {header.players} players: {done}, seed {header.seed}, rules {header.rules}, box {header.box}"


def percent(share: Share) -> str:
    return f"{100 * share.rate:.1f} %"


def interval(share: Share) -> str:
    low, high = share.interval
    return f"{100 * low:.1f}-{100 * high:.1f}"


def win_table(results: Results) -> Table:
    """Wins, places and ratings; the best rating first."""
    table = _table("Standings", "bot", *map(_right, WINS))
    for one in standings(results):
        rating = (f"{one.rating.mu:.1f}", f"{one.rating.sigma:.1f}")
        table.add_row(one.bot, f"{one.wins.tries:,}", percent(one.wins), interval(one.wins), f"{one.rank:.2f}", *rating)
    return table


def points_table(results: Results) -> Table:
    """Points and how far ahead of the best other; how long the bots take, how often too long, how often they fail."""
    table = _table("Points, and time a decision in ms", "bot", *map(_right, POINTS_AND_TIME))
    for one in standings(results):
        points = (_number(one.points, ".1f"), _number(one.margin, "+.1f"))
        mean = None if one.mean_seconds is None else 1000 * one.mean_seconds
        times = (f"{one.decisions:,}", _number(mean, ".2f"), f"{1000 * one.longest_seconds:.1f}", str(one.late))
        table.add_row(one.bot, *points, *times, str(one.crashes))
    return table


def duel_table(results: Results) -> Table:
    """Who finishes ahead of whom."""
    found, bots = duels(results), [one.bot for one in standings(results)]
    columns = (Column(bot, justify="center", overflow="fold") for bot in bots)
    table = _table("Row finishes ahead of column, %, with 95 % interval", "ahead of", *columns)
    for bot in bots:
        shares = [found.get((bot, other)) for other in bots]
        table.add_row(bot, *(f"{100 * share.rate:.1f}\n{interval(share)}" if share else "-" for share in shares))
    return table


def crashes(results: Results, most: int = 5) -> list[str]:
    """A line for each bot that failed, for so many matches."""
    failed = [(outcome, outcome.crash) for outcome in results if outcome.crash]
    lines = [f"match {outcome.number}: {outcome.bots[crash.seat]} in seat {crash.seat}: {crash.what}" for outcome, crash in failed[:most]]
    return [*lines, f"and {len(failed) - most} more"] if len(failed) > most else lines


def _table(title: str, first: str, *others: Column) -> Table:
    """A table that leaves as much room as it can for the names of bots, and breaks those that are longer."""
    return Table(Column(first, overflow="fold"), *others, title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))


def _number(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def _right(name: str) -> Column:
    return Column(name, justify="right")
