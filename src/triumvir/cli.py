"""The command line. Bad input is answered with one line on standard error and exit code 2."""

import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Column, Table

import triumvir
from triumvir import measure, rulebook, warm
from triumvir.agent import command as agents
from triumvir.arena.command import app as arena
from triumvir.games.via_appia import quarry_picture
from triumvir.games.via_appia.state import ANGLES, PLACES, SIZE_LETTERS
from triumvir.kernel.errors import BadRequest, TriumvirError
from triumvir.kernel.game import check_seed
from triumvir.lab import findings
from triumvir.lab.comparison import differences
from triumvir.progress import progress
from triumvir.server import command as server
from triumvir.simulate import Summary, random_matches
from triumvir.terminal import Terminal, choose_game
from triumvir.words import number, spoken

app = typer.Typer(
    help="Triumvir: three Roman board games, complete and by the rulebook.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(arena, name="arena")
app.command()(agents.agent)
app.command()(agents.mcp)
app.command()(server.serve)
console = Console()

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game: see 'triumvir games'.")]
Players = Annotated[int, typer.Option(help="Number of players.")]
Seed = Annotated[int, typer.Option(help="Decides everything that is left to chance.")]
BoxFile = Annotated[Path | None, typer.Option("--box", help="A changed box file.")]
Language = Annotated[str, typer.Option("--lang", help="en or de.")]


def main() -> None:
    """The entry point of the `triumvir` command."""
    try:
        app()
    except TriumvirError as error:
        print(f"triumvir: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)


@app.command()
def games() -> None:
    """Lists the games."""
    for name in triumvir.games():
        game = triumvir.game(name)
        print(f"{name}: {game.title}, {game.players[0]} to {game.players[-1]} players")


@app.command()
def simulate(
    name: GameName,
    players: Players = 2,
    matches: Annotated[int, typer.Option("--games", help="How many matches.")] = 10_000,
    seed: Seed = 0,
    box: BoxFile = None,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    lang: Language = "en",
) -> None:
    """Plays random matches in bulk and prints scores, wins, lengths and points by category."""
    if matches < 1:
        raise BadRequest(f"at least one match must be played, not {matches}")
    game = triumvir.game(name, box)
    game.words(lang)
    summary = Summary()
    begin = time.perf_counter()
    with progress() as bar:
        task = bar.add_task(spoken(lang)("progress.simulate", game=game.title, players=players), total=matches)
        for records in random_matches(game, players, matches, seed, device):
            summary.add(game, players, records)
            bar.advance(task, len(records))
    seconds = time.perf_counter() - begin
    how = {"game": game.title, "players": players, "matches": number(matches, ",", lang), "seconds": number(seconds, ".1f", lang)}
    print(spoken(lang)("summary.title", **how, first=seed, last=seed + matches - 1, box=game.box.digest))
    _print_summary(game, summary, lang)


def _print_summary(game: triumvir.Game, summary: Summary, lang: str) -> None:
    words, say = game.words(lang), spoken(lang)

    def table(title: str, first: str, *others: str) -> Table:
        return Table(say(f"summary.{first}"), *(_right(say(f"summary.{column}")) for column in others), title=say(f"summary.{title}"))

    seats = table("scores", "seat", "mean", "deviation", "least", "most", "wins")
    for seat, score in summary.scores.items():
        wins = f"{number(100 * summary.wins[seat] / summary.matches, '.1f', lang)} %"
        mean, deviation = number(score.mean, ".1f", lang), number(score.deviation, ".1f", lang)
        seats.add_row(str(seat), mean, deviation, f"{score.least:.0f}", f"{score.most:.0f}", wins)
    total = sum(spread.mean for spread in summary.categories.values())
    points = table("points", "category", "mean", "share", "winners", "most")
    for category, spread in summary.categories.items():
        share = f"{number(100 * spread.mean / total, '.1f', lang)} %" if total else "-"
        winners = number(summary.winners_categories[category].mean, ".2f", lang)
        points.add_row(words(f"category.{category}"), number(spread.mean, ".2f", lang), share, winners, f"{spread.most:.0f}")
    facts = table("length", "match", "mean", "least", "most")
    named = {say("summary.decisions"): summary.moves, **{words(f"statistic.{fact}"): spread for fact, spread in summary.facts.items()}}
    for label, spread in named.items():
        facts.add_row(label, number(spread.mean, ".2f", lang), f"{spread.least:.0f}", f"{spread.most:.0f}")
    for made in (seats, points, facts):
        console.print(made)


def _right(title: str) -> Column:
    return Column(title, justify="right")


def _named(context: typer.Context, *options: str) -> bool:
    """Whether somebody has asked for one of these."""
    return any(source is not None and source.name != "DEFAULT" for source in map(context.get_parameter_source, options))


@app.command()
def play(
    context: typer.Context,
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game; without one you are asked.")] = None,
    players: Players = 2,
    seat: Annotated[int, typer.Option(help="Your seat, from 0.")] = 0,
    seed: Annotated[int | None, typer.Option(help="Repeats a deal; without it every match is another.")] = None,
    bot: Annotated[str, typer.Option(help="Your opponents: a level from 1 to 5, or bots by name, such as greedy or search:0.2s,random.")] = "3",
    box: BoxFile = None,
    lang: Language = "en",
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal: a match against bots, with hints, undo and rules.")] = False,
    port: Annotated[int | None, typer.Option(help="The port of the page; by default a free one.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Serves the page on this machine and opens it. With --terminal, or with opponents, a seed and the like, which the page asks for by
    itself, it plays in the terminal."""
    if not terminal and not _named(context, "players", "seat", "seed", "bot", "box", "lang"):
        if name is not None:
            triumvir.game(name)
        server.play(name, port, browser)
        return
    chosen = name or choose_game(lang)
    if chosen:
        Terminal(triumvir.game(chosen, box), players, seat, seed, lang, bot.split(",")).run()


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A match record.")],
    at: Annotated[int | None, typer.Option("--at", help="Shows the table after so many decisions.")] = None,
    seat: Annotated[int | None, typer.Option(help="As this seat sees it; by default as a spectator.")] = None,
    box: BoxFile = None,
    lang: Language = "en",
) -> None:
    """Replays a match record and prints its decisions, or the table after some of them."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise BadRequest(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadRequest(f"{file}: is not a text file in UTF-8") from None
    match = triumvir.loads(text, box)
    if at is not None and not 0 <= at <= len(match.history):
        raise BadRequest(f"--at {at}: the match has {len(match.history)} decisions")
    moves = [decision.action for decision in match.history]
    name, say = match.game.words(lang).seat, spoken(lang)
    shown = match.game.new(match.players, match.seed, **match.options)
    for place, action in enumerate(moves[: len(moves) if at is None else at], start=1):
        if at is None:
            assert shown.seat is not None
            print(f"{place:4} {name(shown.seat)}: {shown.announce(action, shown.seat, lang)}")
        shown.play(action)
    if at is not None:
        print(shown.text(seat, lang))
        return
    scores = ", ".join(f"{name(one)} {score}" for one, score in enumerate(shown.scores()))
    end = say("end.winners", names=", ".join(map(name, shown.winners()))) if shown.over else say("replay.unfinished")
    print(say("replay.scores", scores=scores), end)


@app.command()
def rules(
    name: GameName,
    tests: Annotated[Path | None, typer.Option(help="The folder of the tests.")] = None,
    lang: Language = "en",
) -> None:
    """The rule catalogue with the tests of each rule. Exits with 1 when a rule has no test."""
    game = triumvir.game(name)
    covered = rulebook.covering_tests(tests or rulebook.tests_folder())
    bare = [rule for rule in game.rule_ids if rule not in covered]
    for rule in game.rule_ids:
        console.print(f"[bold]{rule}[/bold] ", end="", highlight=False)
        console.print(game.rule_sentence(rule, lang), markup=False, highlight=False)
        for test in covered.get(rule, []):
            console.print(f"    {test}", markup=False, highlight=False, style="dim", soft_wrap=True)
        if rule in bare:
            console.print("    no test", style="red")
    print(f"{len(game.rule_ids)} rules, {len(bare)} without a test{': ' + ', '.join(bare) if bare else ''}")
    if bare:
        raise typer.Exit(1)


@app.command()
def check_box(name: GameName, file: Annotated[Path, typer.Argument(help="A box file.")]) -> None:
    """Checks a box file: counts, references, ranges."""
    game = triumvir.game(name, file)
    original = triumvir.game(name).box.digest
    print(f"{file}: a good box for {game.title}, {'the same as the original' if game.box.digest == original else 'digest ' + game.box.digest}")


@app.command()
def bench(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game; by default all.")] = None,
    players: Annotated[int, typer.Option(help="Number of players.")] = 4,
    matches: Annotated[int | None, typer.Option("--games", help="How many matches at once.")] = None,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
) -> None:
    """Measures moves and matches a second on this machine."""
    for game in [triumvir.game(name)] if name else map(triumvir.game, triumvir.games()):
        table = Table("what", *(_right(title) for title in ("moves/s", "matches/s")), title=f"{game.title}, a record of {game.state.itemsize} bytes")
        if device == "cpu":
            size = matches or 5_000
            speeds = [
                measure.playouts(game, players, size, "cpu", workers=1),
                measure.playouts(game, players, size, "cpu"),
                measure.from_python(game, players, max(1, size // 50)),
            ]
        else:
            size = matches or 1_000_000
            speeds = [measure.playouts(game, players, size, device), measure.moves_only(game, players, size, device)]
        for speed in speeds:
            table.add_row(speed.what, f"{speed.moves:,.0f}", f"{speed.matches:,.0f}")
        console.print(table)


@app.command()
def quarry(
    seed: Seed = 0,
    size: Annotated[str, typer.Option(help="The stone that is pushed: S, M or L.")] = "M",
    place: Annotated[int, typer.Option(help="Where it is laid, from 1 on the left to 21.")] = 11,
    angle: Annotated[int, typer.Option(help="Which of the nine angles, from 1 for far left to 9; 5 is straight.")] = 5,
    svg: Annotated[Path | None, typer.Option("--svg", help="Writes the picture to this file too.")] = None,
    box: BoxFile = None,
) -> None:
    """Draws Via Appia's quarry before and after a push."""
    game = triumvir.game("via_appia", box)
    check_seed(seed)
    if size not in SIZE_LETTERS:
        raise BadRequest(f"no size {size!r}: a stone is {', '.join(SIZE_LETTERS)}")
    if not 1 <= place <= PLACES:
        raise BadRequest(f"no place {place}: they run from 1 to {PLACES}")
    if not 1 <= angle <= ANGLES:
        raise BadRequest(f"no angle {angle}: they run from 1 to {ANGLES}")
    before, after = quarry_picture.pushed(game.tables, seed, SIZE_LETTERS.index(size), place - 1, angle - 1)
    fallen = int(after[0].fallen.sum())
    captions = ("before", f"after {size} at {place}, angle {angle}: {fallen} fell")
    if svg:
        try:
            svg.write_text(quarry_picture.push_svg(before[0], after[0], game.tables[0], captions), encoding="utf-8")
        except OSError as error:
            raise BadRequest(f"{svg}: {error.strerror}") from None
    print(quarry_picture.push_text(before[0], after[0], game.tables[0], captions))


@app.command()
def lab(
    name: GameName,
    players: Players = 2,
    matches: Annotated[int, typer.Option("--games", help="How many matches.")] = 10_000,
    bot: Annotated[str, typer.Option(help="Who plays: greedy, greedy:2 with a temperature in points, or greedy+NAME for a character.")] = "greedy:1",
    seed: Seed = 0,
    box: Annotated[Path | None, typer.Option("--box", help="A changed box file, to be compared with the original.")] = None,
    out: Annotated[Path, typer.Option(help="Where to write the report.")] = Path("lab.html"),
    lang: Language = "en",
) -> None:
    """What wins? Bot matches in bulk, and a report with plots: seats, categories, what winners take, scores, length."""
    from triumvir.lab import report  # noqa: PLC0415  (plots take a second to load)

    boxes = [None, box] if box else [None]
    games = [triumvir.game(name, path) for path in boxes]
    games[0].words(lang)
    begin = time.perf_counter()
    found = []
    with report.to_be_written(out), progress() as bar:
        for game in games:
            task = bar.add_task(spoken(lang)("progress.lab", game=game.title, box=game.box.digest), total=matches)
            found.append(findings(game, players, matches, seed, bot, lambda count, task=task: bar.advance(task, count)))  # type: ignore[misc]
        out.write_text(report.page(found[0], found[1] if box else None, lang), encoding="utf-8")
    played, seconds = number(matches * len(games), ",", lang), number(time.perf_counter() - begin, ".1f", lang)
    print(spoken(lang)("lab.done", game=games[0].title, players=players, matches=played, seconds=seconds, file=out))
    if box:
        for difference in differences(found[0], found[1], lang):
            if difference.clear:
                low, high = (number(end, "+.3f", lang) for end in difference.interval)
                before, after = number(difference.original, ".3f", lang), number(difference.changed, ".3f", lang)
                print(f"  {difference.what}: {before} -> {after} ({spoken(lang)('lab.range', least=low, most=high)})")


@app.command(name="warm")
def warm_up(everything: Annotated[bool, typer.Option("--all", help="What laboratories and trainers need, too.")] = False) -> None:
    """Compiles everything once, so that nobody waits in front of a board."""
    begin = time.perf_counter()
    functions = warm.all_games(everything)
    print(f"{functions} functions ready after {time.perf_counter() - begin:.1f} s")


if __name__ == "__main__":
    main()
