"""Pictures of a quarry, as text and as SVG, on its own or before and after a push. The pusher is below, the edge on top."""

from typing import Any, NamedTuple
from xml.sax.saxutils import escape

import numpy as np

from triumvir.games.via_appia.preview import load, push_as_aimed
from triumvir.games.via_appia.state import LARGE, MID, SIZE_LETTERS, SMALL, STATE

WIDTH = 38  # columns of a drawing: two fit side by side
GAP = 4  # columns between two
WALLS = "\\/"
FILL = {SMALL: ".", MID: "o", LARGE: "@"}
ROOM = 8000  # micrometres round an SVG's quarry
COLOURS = {SMALL: "#9a9a9a", MID: "#f3eee2", LARGE: "#c98f5c"}
OUTLINE, WALL, TRAY, EDGE = "#3c352e", "#6b5b4b", "#e6d9c2", "#b0413e"


class Stone(NamedTuple):
    """A stone in the quarry, micrometres."""

    x: int
    y: int
    size: int
    radius: int


def stones(s: Any, box: Any) -> list[Stone]:
    """The stones in the quarry, from the line to the edge."""
    return [Stone(int(s.disc_x[i]), int(s.disc_y[i]), int(s.disc_size[i]), int(box.radius[s.disc_size[i]])) for i in range(s.discs)]


def drawing(s: Any, box: Any, columns: int = WIDTH, letters: str = SIZE_LETTERS) -> list[str]:
    """The quarry in characters, its edge first, with a letter for each size. A character is twice as high as wide."""
    wide = 2 * int(box.half_front) / (columns - 2)
    high = 2 * wide
    depth, back, front = int(box.depth), int(box.half_back), int(box.half_front)
    picture = []
    for row in range(round(depth / high)):
        half = back + (front - back) * (depth - (row + 0.5) * high) / depth
        line = [" "] * columns
        left = max(0, round(columns / 2 - half / wide) - 1)
        line[left], line[columns - 1 - left] = "\\", "/"
        picture.append(line)
    for stone in stones(s, box):
        _draw(picture, stone, stone.x / wide + columns / 2, (depth - stone.y) / high, stone.radius / wide, letters)
    mouth = round(back / wide)
    behind = " " * (columns // 2 - mouth) + "-" * (2 * mouth)
    return ["-" * columns, *("".join(line).rstrip() for line in picture), behind]


def _draw(picture: list[list[str]], stone: Stone, column: float, row: float, radius: float, letters: str) -> None:
    """Fills a little less than the stone, so that two that touch can be told apart, and puts its size in the middle."""
    for r in range(max(0, int(row - radius / 2)), min(len(picture), int(row + radius / 2) + 1)):
        line = picture[r]
        for c in range(max(1, int(column - radius)), min(len(line) - 1, int(column + radius) + 1)):
            if line[c] not in WALLS and (c + 0.5 - column) ** 2 + (2 * (r + 0.5 - row)) ** 2 < (0.9 * radius) ** 2:
                line[c] = FILL[stone.size]
    picture[min(int(row), len(picture) - 1)][int(column)] = letters[stone.size]


def side_by_side(left: list[str], right: list[str], columns: int = WIDTH) -> list[str]:
    """Two drawings in one."""
    return [(one.ljust(columns + GAP) + two).rstrip() for one, two in zip(left, right, strict=True)]


def pushed(boxes: np.ndarray, seed: int, size: int, place: int, angle: int) -> tuple[np.ndarray, np.ndarray]:
    """A quarry loaded from a seed, and the same after a push at one of the places and angles."""
    before = np.zeros(1, STATE)
    load(before, 0, boxes, seed)
    after = before.copy()
    push_as_aimed(after, 0, boxes, size, place, angle)
    return before, after


def push_text(before: Any, after: Any, box: Any, captions: tuple[str, str]) -> str:
    """Before and after a push, within 80 columns."""
    first, second = captions
    head = first[:WIDTH].ljust(WIDTH + GAP) + second[:WIDTH]
    return "\n".join([head, *side_by_side(drawing(before, box), drawing(after, box))])


def svg(s: Any, box: Any, caption: str = "") -> str:
    """A whole SVG of one quarry."""
    return _document([_quarry(s, box, caption)], box, bool(caption))


def push_svg(before: Any, after: Any, box: Any, captions: tuple[str, str]) -> str:
    """A whole SVG of a quarry before and after a push."""
    return _document([_quarry(before, box, captions[0]), _quarry(after, box, captions[1])], box, any(captions))


def _document(pictures: list[str], box: Any, captioned: bool) -> str:
    width, height = 2 * int(box.half_front) + 2 * ROOM, int(box.depth) + ROOM + _over_the_edge(box) + (ROOM if captioned else 0)
    parts = [f'<g transform="translate({number * width + width // 2} {height - ROOM})">{picture}</g>' for number, picture in enumerate(pictures)]
    total = width * len(pictures)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} {height}" width="{total // 300}" height="{height // 300}" role="img">'
        + "".join(parts)
        + "</svg>\n"
    )


def _over_the_edge(box: Any) -> int:
    """Room for stones of which half reaches over the edge."""
    return int(box.radius[LARGE]) + ROOM // 4


def _quarry(s: Any, box: Any, caption: str) -> str:
    """Drawn from the middle of the line; an SVG's y goes down, the quarry's up."""
    back, front, depth = int(box.half_back), int(box.half_front), int(box.depth)
    mouth = ROOM // 2
    parts = [  # the tray hides the inner half of its walls, so that stones touch them and do not lie on them
        f'<path d="M{-back} {mouth}V0L{-front} {-depth}M{back} {mouth}V0L{front} {-depth}" fill="none" stroke="{WALL}" stroke-width="2400"/>',
        f'<polygon points="{-back},{mouth} {back},{mouth} {back},0 {front},{-depth} {-front},{-depth} {-back},0" fill="{TRAY}"/>',
        f'<path d="M{-back} 0H{back}" stroke="{EDGE}" stroke-width="500" stroke-dasharray="1500 1000"/>',
        f'<path d="M{-front} {-depth}H{front}" stroke="{WALL}" stroke-width="300" stroke-dasharray="700 700"/>',
    ]
    for x, y, size, radius in stones(s, box):
        parts.append(f'<circle cx="{x}" cy="{-y}" r="{radius}" fill="{COLOURS[size]}" stroke="{OUTLINE}" stroke-width="400"/>')
    if caption:
        y = -depth - _over_the_edge(box)
        parts.append(f'<text y="{y}" text-anchor="middle" font-family="sans-serif" font-size="5000" fill="{OUTLINE}">{escape(caption)}</text>')
    return "".join(parts)
