"""The commands `triumvir agent` and `triumvir mcp`."""

from pathlib import Path
from typing import Annotated

import typer

from triumvir.agent import protocol
from triumvir.kernel.errors import BadRequest


def agent(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A game: see 'triumvir games'.")],
    players: Annotated[int, typer.Option(help="Number of players.")] = 2,
    seat: Annotated[int, typer.Option(help="The program's seat, from 0.")] = 0,
    bot: Annotated[str, typer.Option(help="The other seats: a level from 1 to 5, or bots by name, such as greedy or search:0.2s,random.")] = "3",
    seed: Annotated[int | None, typer.Option(help="Repeats a deal; without it every match is another.")] = None,
    lang: Annotated[str, typer.Option("--lang", help="en or de.")] = "en",
    form: Annotated[str, typer.Option("--format", help="text, or json for one JSON object a line.")] = "text",
    brief: Annotated[bool, typer.Option("--brief", help="The state only when it is asked for.")] = False,
    record: Annotated[Path | None, typer.Option(help="Writes the record of the match to this file in the end.")] = None,
    box: Annotated[Path | None, typer.Option("--box", help="A changed box file.")] = None,
) -> None:
    """A match on standard input and output, for language models and other programs: see docs/agents.md."""
    protocol.speak(name, players, seat, bot.split(","), seed, lang, form, brief, record, box)


def mcp(
    seed: Annotated[int | None, typer.Option(help="The deal of the first match, later ones count on; without it every match is another.")] = None,
) -> None:
    """An MCP server on standard input and output: matches against bots as tools of a language model."""
    try:
        from triumvir.agent import mcp_server  # noqa: PLC0415  (an extra)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mcp":
            raise
        raise BadRequest("this needs the package mcp: pip install 'triumvir[mcp]'") from None
    mcp_server.serve(seed)
