"""The documents tell the truth: generated pages are up to date, links lead somewhere, examples run."""

import re
import runpy
from pathlib import Path

import pytest

import triumvir
from triumvir.arena import Results

ROOT = Path(__file__).resolve().parents[1]
STRENGTH = ROOT / "docs" / "strength.md"
CONTESTS = sorted((ROOT / "benchmarks" / "contests").glob("*.jsonl"))
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("name", triumvir.games())
def test_the_interface_page_is_up_to_date(name):
    page = runpy.run_path(str(ROOT / "docs" / "interface" / "make.py"))["page"]
    assert (ROOT / "docs" / "interface" / f"{name}.md").read_text(encoding="utf-8") == page(name), "run: python docs/interface/make.py"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_to_files_that_are_there(path):
    for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / link).exists(), link


@pytest.mark.parametrize("path", CONTESTS, ids=lambda path: path.stem)
def test_kept_contests_are_told_as_they_came_out(path):
    results = Results.load(path)
    told = " | ".join(runpy.run_path(str(ROOT / "benchmarks" / "strength.py"))["told"](results))
    rows = [line for line in STRENGTH.read_text(encoding="utf-8").splitlines() if line.startswith(f"| {results.header.title}")]
    assert any(f"| {told} |" in row for row in rows), f"{STRENGTH.name} has no row | {results.header.title} | {told} |"


def test_the_python_examples_of_the_readme_run():
    for example in re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)[:1]:
        scope: dict[str, object] = {}
        exec(example, scope)
        assert scope["text"] == scope["match"].dumps()


@pytest.mark.parametrize("name", triumvir.games())
def test_the_observation_is_as_long_as_documented_and_fits_sixteen_bits(name):
    game = triumvir.game(name)
    for players in game.players:
        match = game.new(players, 3)
        guard = game.observation(match.states, 0)
        assert guard.shape == (game.features.count,)
        assert len(game.features.scales()) == game.features.count
        assert len(set(game.features.offsets())) == len(game.features.fields)
