"""A laboratory report: one HTML page with plots and tables, complete in itself."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from triumvir.arena.picture import NEEDS
from triumvir.kernel.errors import BadRequest
from triumvir.lab import plots
from triumvir.lab.comparison import differences
from triumvir.lab.findings import SURE, Findings, Take
from triumvir.words import number, spoken

try:
    from jinja2 import Environment
except ImportError:  # pragma: no cover
    raise BadRequest(NEEDS) from None

LUCK = 0.05  # of things that make no difference, those whose interval leaves zero out all the same
TEMPLATE = Path(__file__).with_name("report.html")


@dataclass
class Part:
    """A section of the page."""

    heading: str
    text: str
    figures: list[str] = field(default_factory=list)
    columns: tuple[str, ...] = ()
    rows: Sequence[tuple[str, ...]] = ()


@contextmanager
def to_be_written(path: Path) -> Iterator[None]:
    """Tells before the matches are played whether their report can be written there, and leaves no empty file where they were not."""
    there = True
    try:
        there = path.exists()
        with path.open("a"):
            pass
        yield
    except BaseException as error:
        if not there:
            with suppress(OSError):
                path.unlink()
        if isinstance(error, OSError):
            raise BadRequest(f"{path}: {error.strerror}") from None
        raise


def page(original: Findings, changed: Findings | None = None, language: str = "en") -> str:
    """The report on one box, or on a changed box beside the original."""
    say, game = spoken(language), original.game
    made = {say("lab.original"): original, say("lab.changed"): changed} if changed else {say("lab.everybody"): original}
    boxes = say("lab.two_boxes", original=game.box.digest, changed=changed.game.box.digest) if changed else say("lab.one_box", box=game.box.digest)
    matches = number(original.summary.matches, ",", language)
    environment = Environment(autoescape=True, trim_blocks=True)
    environment.filters["number"] = lambda value, form: number(value, form, language)
    return environment.from_string(TEMPLATE.read_text(encoding="utf-8")).render(
        language=language,
        say=say,
        title=say("lab.title", game=game.title),
        subtitle=say("lab.subtitle", matches=matches, players=original.players, bot=original.bot, seed=original.seed, boxes=boxes),
        differences=list(differences(original, changed, language)) if changed else [],
        parts=[*_of_each(made, language), _spread(made, language)],
    )


def _of_each(made: Mapping[str, Findings], language: str) -> Iterator[Part]:
    """The sections that are about one box; of two boxes one after the other, so that they can be held side by side."""
    for section in (_seats, _categories, _takes):
        for label, found in made.items():
            part = section(found, language)
            if len(made) > 1:
                part.heading = spoken(language)("lab.of_box", heading=part.heading, box=label)
            yield part


def _part(name: str, language: str, figures: list[str], columns: Sequence[str], rows: Sequence[tuple[str, ...]], **counts: int) -> Part:
    """A section by its name in the words; columns are named there, too."""
    say = spoken(language)
    labels = tuple(say(f"lab.{column}") if column else "" for column in columns)
    return Part(say(f"lab.{name}.heading"), say(f"lab.{name}.text", **counts), figures, labels, rows)


def _seats(found: Findings, language: str) -> Part:
    rows = [
        (
            spoken(language)("lab.seat", seat=seat),
            f"{number(100 * wins.mean, '.1f', language)} %",
            f"± {number(100 * SURE * wins.error, '.1f', language)}",
            number(found.summary.scores[seat].mean, ".1f", language),
        )
        for seat, wins in found.seat_wins.items()
    ]
    return _part("seats", language, [plots.svg(plots.seats(found, language))], ("seats.seat", "wins", "interval", "mean_points"), rows)


def _categories(found: Findings, language: str) -> Part:
    words = found.game.words(language)
    rows = []
    for category, spread in found.summary.categories.items():
        winners, losers = found.summary.winners_categories[category].mean, found.summary.losers_categories[category].mean
        if spread.least or spread.most:
            gap = found.gaps[category]
            means = (number(winners, ".2f", language), number(losers, ".2f", language))
            rows.append((words(f"category.{category}"), *means, number(gap.mean, "+.2f", language), f"± {number(SURE * gap.error, '.2f', language)}"))
    columns = ("categories.category", "winners", "others", "categories.lead", "interval")
    return _part("categories", language, [plots.svg(plots.categories(found, language))], columns, rows)


def _takes(found: Findings, language: str) -> Part:
    takes = found.takes(language)
    clear = [take for take in takes if abs(take.lift) > SURE * take.error]
    counts = {"clear": len(clear), "all": len(takes), "luck": round(LUCK * len(takes))}
    columns = (*(f"takes.{column}" for column in ("decision", "took", "won", "others_won", "lift")), "interval")
    figures = [plots.svg(plots.lifts(takes, language))] if takes else []
    part = _part("takes", language, figures, columns, [_take_row(take, language) for take in takes], **counts)
    if found.game.dealt:
        part.text += f" {spoken(language)('lab.takes.dealt')}"
    return part


def _take_row(take: Take, language: str) -> tuple[str, ...]:
    shares = (f"{number(100 * share, '.1f', language)} %" for share in (take.share, take.wins, take.wins_without))
    name = f"{take.name}: {take.meaning}" if take.meaning else take.name
    return (name, *shares, number(100 * take.lift, "+.1f", language), f"± {number(100 * SURE * take.error, '.1f', language)}")


def _spread(made: Mapping[str, Findings], language: str) -> Part:
    rows = []
    for label, found in made.items():
        points = found.all_scores
        means = (number(value, ".1f", language) for value in (points.mean(), points.std()))
        within = spoken(language)("lab.range", least=points.min(), most=points.max())
        rows.append((label, *means, within, number(found.summary.moves.mean, ".1f", language)))
    columns = ("", "mean_points", "spread.deviation", "spread.range", "spread.decisions")
    figures = [plots.svg(plots.scores(made, language)), plots.svg(plots.lengths(made, language))]
    return _part("spread", language, figures, columns, rows)
