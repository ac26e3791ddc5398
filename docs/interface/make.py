"""Writes docs/interface/GAME.md anew: `python docs/interface/make.py`. A test keeps these files up to date."""

from pathlib import Path

import triumvir


def page(name: str) -> str:
    """Actions and observation of one game, as Markdown."""
    game = triumvir.game(name)
    lines = [f"# {game.title}: actions and observation", "", "Made by `docs/interface/make.py`.", "", "## Actions", ""]
    lines += [f"{game.num_actions} in all. `match.notation(action)` gives the text.", "", "| from | count | span | notation |", "|---|---|---|---|"]
    for span in game.actions:
        first, last = game.notation[span.start], game.notation[span.stop - 1]
        lines.append(f"| {span.start} | {span.count} | `{span.name}` | {first if span.count == 1 else f'{first} ... {last}'} |")
    lines += [
        "",
        "## Observation",
        "",
        f"{game.features.count} whole numbers (int16). Dividing by the scale gives roughly 0 to 1.",
        "",
        game.features.table(),
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    for name in triumvir.games():
        Path(__file__).with_name(f"{name}.md").write_text(page(name), encoding="utf-8")
