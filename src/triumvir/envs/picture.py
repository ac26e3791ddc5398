"""How environments show a match: as text, printed or given back, or as an SVG string with the lines of the text on a card."""

from xml.sax.saxutils import escape

from triumvir.kernel.errors import BadRequest

RENDER_MODES = ["human", "ansi", "svg"]

LINE, CHARACTER, ROOM = 18, 8.43, 16  # pixels; a character of the fixed pitch at 14 pixels
PAPER, INK, FRAME = "#f7f1e3", "#2e2a25", "#b0413e"


def check_render_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise BadRequest(f"no render mode {mode!r}: there is {', '.join(RENDER_MODES)}")


def rendered(mode: str | None, title: str, text: str) -> str | None:
    """The text as a render mode wants it."""
    if mode is None:
        raise BadRequest(f"say render_mode when the environment is made: {', '.join(RENDER_MODES)}")
    if mode == "human":
        print(text)
        return None
    return svg(title, text) if mode == "svg" else text


def svg(title: str, text: str) -> str:
    """A whole SVG document."""
    lines = [title, "", *text.splitlines()]
    width = round(max(len(line) for line in lines) * CHARACTER) + 2 * ROOM
    height = len(lines) * LINE + 2 * ROOM
    rows = [
        f'<text x="{ROOM}" y="{ROOM + (number + 1) * LINE - 5}"{" font-weight=" + chr(34) + "bold" + chr(34) if number == 0 else ""}>'
        f"{escape(line)}</text>"
        for number, line in enumerate(lines)
        if line.strip()
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">'
        f"<title>{escape(title)}</title>"
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="8" fill="{PAPER}" stroke="{FRAME}" stroke-width="2"/>'
        f'<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" fill="{INK}" xml:space="preserve">'
        + "".join(rows)
        + "</g></svg>\n"
    )
