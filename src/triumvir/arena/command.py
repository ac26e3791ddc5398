"""`triumvir arena GAME ...` plays, `triumvir arena report FILE` sums up what was played."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from typer.core import TyperGroup

from triumvir.arena import picture, tables
from triumvir.arena.contest import Contest
from triumvir.arena.play import PATIENCE
from triumvir.arena.results import Results
from triumvir.games import title
from triumvir.kernel.errors import BadRequest
from triumvir.match import Game
from triumvir.progress import progress

INTERRUPTED = 130  # the exit code that shells expect


class OrPlay(TyperGroup):
    """A group in which the word `play` can be left out."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["play", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(cls=OrPlay, help="Bots against each other: 'triumvir arena GAME --bots a,b' plays, 'report' sums up.", no_args_is_help=True)


@contextmanager
def heeding() -> Iterator[threading.Event]:
    """Remembers that Ctrl-C was pressed: where Python throws exceptions away, as while it clears up, the interrupt itself is lost."""
    pressed = threading.Event()

    def heard(*_: object) -> None:
        pressed.set()
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, heard)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


@app.command()
def play(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A game: see 'triumvir games'.")],
    bots: Annotated[str, typer.Option(help="Bots with commas between: random, greedy, search:0.2s, 1 to 5, or your own as module:maker.")],
    players: Annotated[int, typer.Option(help="Number of players.")] = 2,
    games: Annotated[int, typer.Option(help="How many matches at least; as many more as all seats for all bots need.")] = 100,
    seed: Annotated[int, typer.Option(help="Decides everything that is left to chance.")] = 0,
    box: Annotated[Path | None, typer.Option("--box", help="A changed box file.")] = None,
    cores: Annotated[int | None, typer.Option(help="How many matches at once; by default as many as there are cores.")] = None,
    file: Annotated[Path | None, typer.Option("--file", help="Appends the results here; the same command goes on where it stopped.")] = None,
    on: Annotated[str, typer.Option(help=r"local, or ray for a cluster (triumvir\[cluster]).")] = "local",
    patience: Annotated[float, typer.Option(help="Seconds beyond its time after which a bot that does not answer has lost.")] = PATIENCE,
) -> None:
    """Plays bots against each other, each in every seat on the same deals, and prints how they did."""
    game = Game(title(name), box)
    contest = Contest(game, players, [bot.strip() for bot in bots.split(",")], games, seed, file, patience)
    with progress() as bar, heeding() as interrupted:
        task = bar.add_task(f"{game.title}, {players} players", total=len(contest.pairings))
        try:
            for _ in contest.play(cores, on):
                bar.update(task, completed=len(contest.results))
                if interrupted.is_set():
                    break
        except KeyboardInterrupt:
            interrupted.set()
    show(contest.results)
    if interrupted.is_set():
        how = "the same command goes on from here" if file else "with --file, the same command would go on from here"
        Console(stderr=True).print(f"interrupted: {how}", highlight=False)
        raise typer.Exit(INTERRUPTED)


@app.command()
def report(
    file: Annotated[Path, typer.Argument(help="Results of an arena.")],
    out: Annotated[Path | None, typer.Option("--out", help="Where to draw it, a .png or .svg file; by default beside the results.")] = None,
) -> None:
    """Prints how the bots did, from a file of results, and draws it: the ladder, and who beats whom."""
    results = Results.load(file)
    show(results)
    try:
        picture.draw(results, drawn := out or file.with_name(file.name.removesuffix(".jsonl") + ".svg"))
        said = f"drawn: {drawn}"
    except BadRequest as error:
        if out:
            raise
        said = f"not drawn: {error}"
    Console().print(said, highlight=False, markup=False, soft_wrap=True)


def show(results: Results) -> None:
    """All tables."""
    console = Console()
    console.print(tables.title(results), highlight=False, markup=False, soft_wrap=True)
    if len(results):
        for table in (tables.win_table(results), tables.points_table(results), tables.duel_table(results)):
            console.print(table)
        for line in tables.crashes(results):
            console.print(line, highlight=False, markup=False, soft_wrap=True)
