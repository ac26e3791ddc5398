"""The transcripts of docs/agents.md. Run as a program, it writes them anew; a test sees that they are current."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

from triumvir import bots
from triumvir.agent.protocol import JsonForm, TextForm, converse
from triumvir.agent.table import Table
from triumvir.match import game

PAGE = Path(__file__).resolve().parents[2] / "docs" / "agents.md"
BLOCK = re.compile(r"<!-- transcript: (?P<options>[^\n]*) -->\n```\n(?P<text>.*?)```\n", re.DOTALL)


def transcript(options: str, requests: list[str]) -> str:
    """What is said on both sides, requests with a > before them."""
    name, *rest = options.split()
    table = Table(game(name), 2, 0, int(rest[rest.index("--seed") + 1]), "en", [rest[rest.index("--bot") + 1]], bots.make)
    out = io.StringIO()

    def typed() -> Iterator[str]:
        for request in requests:
            out.write(f"> {request}\n")
            yield request

    converse(table, (JsonForm if "json" in rest else TextForm)(table, out, "--brief" in rest), typed())
    return out.getvalue()


def page() -> str:
    """The page with its transcripts as they are now."""

    def renewed(block: re.Match[str]) -> str:
        requests = [line.removeprefix("> ") for line in block["text"].splitlines() if line.startswith("> ")]
        return f"<!-- transcript: {block['options']} -->\n```\n{transcript(block['options'], requests)}```\n"

    return BLOCK.sub(renewed, PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
