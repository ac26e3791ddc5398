"""Proves that every rule has a test that fails when the rule is broken: `python tests/mutants/run.py porta_nigra [PN-B6 ...]`.

GAME.toml beside this file lists mutants: a piece of the game's source and the mistake that takes its place. Each one goes into
a copy of src/ of its own, where the tests marked with its rule must fail. The checkout itself is never touched.
"""

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from triumvir.kernel.catalogue import Catalogue

ROOT = Path(__file__).resolve().parents[2]
GAMES = Path("src", "triumvir", "games")
AT_ONCE = 2
LIMIT = 60  # seconds of work, however busy the machine; a mutant that makes a match run for ever does not pass its tests either
PASSED, FAILED, NO_TESTS = 0, 1, 5  # what pytest answers with
STOPPED = (-signal.SIGXCPU, -signal.SIGKILL)  # at the limit
CAUGHT, SURVIVED, BROKEN = "caught", "SURVIVED", "BROKEN"
CRASH = re.compile(r"^E +(?:NameError|UnboundLocalError|AttributeError|ImportError|SyntaxError|TypeError|\S*BoxError)", re.MULTILINE)


@dataclass(frozen=True)
class Mutant:
    """A rule of a game, broken: `new` stands where `old` stood in a file of the game's folder."""

    rule: str
    file: str
    old: str
    new: str
    why: str

    def fault(self, folder: Path) -> str | None:
        """Why this is no mutant of the game in a folder, if so."""
        path = folder / self.file
        if not path.is_file():
            return f"there is no {self.file}"
        times = path.read_text(encoding="utf-8").count(self.old)
        if times != 1:
            return f"`old` occurs {times} times in {self.file}, not once"
        return "`new` is the same as `old`" if self.new == self.old else None

    def apply(self, folder: Path) -> None:
        path = folder / self.file
        path.write_text(path.read_text(encoding="utf-8").replace(self.old, self.new), encoding="utf-8")


@contextmanager
def copied(sources: Path) -> Iterator[Path]:
    """A temporary folder with a copy of the src/ of another one in it."""
    with TemporaryDirectory(prefix="mutant-") as name:
        copy = Path(name).resolve()
        shutil.copytree(sources / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__"))
        yield copy


def python(copy: Path, *arguments: str, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    """Runs Python in the checkout with the package of a copy, rules uncompiled.

    No bytecode is written: Python takes a source with the same size and second for unchanged, and a mutant can be just that.
    """
    environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if limit:
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (limit, limit))
    output, _ = process.communicate()
    return subprocess.CompletedProcess(command, process.returncode, output)


def run_tests(copy: Path, game: str, *options: str, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    return python(copy, "-m", "pytest", *options, f"tests/games/{game}", "-x", "-q", "-p", "no:cacheprovider", limit=limit)


def check_unmutated(copy: Path, game: str) -> None:
    """Mutants prove nothing if the copy is not what is tested, or if the tests fail anyway."""
    package = python(copy, "-c", "import triumvir; print(triumvir.__file__)").stdout.strip()
    print(f"testing {package}", flush=True)
    if not Path(package).is_relative_to(copy):
        sys.exit(f"the tests import another triumvir than the copy in {copy}")
    result = run_tests(copy, game, "-m", "rule")  # only tests that name a rule can catch a mutant
    if result.returncode != PASSED:
        sys.exit(f"{result.stdout}\nthe tests of {game} fail without any mutant")


def verdict(mutant: Mutant, sources: Path, game: str) -> str:
    """Whether the tests of its rule notice a mutant. One that merely crashes breaks more than its rule and proves nothing."""
    with copied(sources) as copy:
        mutant.apply(copy / GAMES / game)
        result = run_tests(copy, game, "--rule", mutant.rule, limit=LIMIT)
        if result.returncode in STOPPED:
            print(f"no end after {LIMIT} seconds:")
            return CAUGHT
        if result.returncode in (PASSED, NO_TESTS):
            return SURVIVED
        if result.returncode == FAILED and not CRASH.search(result.stdout):
            return CAUGHT
        print(result.stdout)
        return BROKEN


def faults(game: str, mutants: list[Mutant], ids: list[str]) -> list[str]:
    """What is wrong with a list of mutants before any is tried: every id needs one, and each must fit the source."""
    lines = [f"{rule}: no mutant" for rule in ids if all(mutant.rule != rule for mutant in mutants)]
    for mutant in mutants:
        fault = mutant.fault(ROOT / GAMES / game) if mutant.rule in ids else "no rule of the catalogue"
        if fault:
            lines.append(f"{mutant.rule} ({mutant.why}): {fault}")
    return lines


def main(game: str, rules: Annotated[list[str] | None, typer.Argument(help="rule ids; all without any")] = None) -> None:
    """Breaks every rule of a game, and reports whether a test notices."""
    listed = Path(__file__).with_name(f"{game}.toml")
    if not listed.is_file():
        sys.exit(f"no mutants of {game!r}: there is no {listed.name}")
    mutants = [Mutant(**entry) for entry in tomllib.loads(listed.read_text(encoding="utf-8"))["mutant"]]
    ids = [rule for rule in Catalogue(ROOT / GAMES / game / "rules.md").ids if "-X" not in rule]  # X: the printed examples
    unknown = [rule for rule in rules or [] if rule not in ids]
    if unknown:
        sys.exit(f"no rule {', '.join(unknown)} in the catalogue of {game}")
    wrong = faults(game, mutants, ids)
    if wrong:
        sys.exit("\n".join(wrong))
    chosen = [mutant for mutant in mutants if not rules or mutant.rule in rules]
    verdicts = []
    with copied(ROOT) as sources, ThreadPoolExecutor(AT_ONCE) as pool:  # one state of the sources, whatever is edited meanwhile
        check_unmutated(sources, game)
        for mutant, found in zip(chosen, pool.map(lambda mutant: verdict(mutant, sources, game), chosen), strict=True):
            print(f"{found:8}  {mutant.rule:7} {mutant.why}", flush=True)
            verdicts.append(found)
    if BROKEN in verdicts:
        print(f"{verdicts.count(BROKEN)} broken: they crash instead of breaking a rule")
    print(f"{verdicts.count(CAUGHT)} caught, {verdicts.count(SURVIVED)} survived")
    if verdicts.count(CAUGHT) < len(verdicts):
        sys.exit(1)


if __name__ == "__main__":
    typer.run(main)
