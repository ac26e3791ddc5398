"""Which tests cover which rule: read from the `@pytest.mark.rule(...)` marks in the test files, without running them."""

import ast
from pathlib import Path

from triumvir.kernel.errors import BadRequest


def tests_folder() -> Path:
    """The tests of a checkout of Triumvir."""
    for place in (Path.cwd(), Path(__file__).resolve().parents[2]):
        if (place / "tests").is_dir() and (place / "src" / "triumvir").is_dir():
            return place / "tests"
    raise BadRequest("the tests are part of Triumvir's source, not of its package: run this in a checkout, or name their folder with --tests")


def covering_tests(folder: Path) -> dict[str, list[str]]:
    """Rule id -> the tests that name it, as `file::test`."""
    if not folder.is_dir():
        raise BadRequest(f"no folder {folder}")
    covered: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in _marked_rules(node):
                    covered.setdefault(rule, []).append(f"{path.relative_to(folder).as_posix()}::{node.name}")
    return covered


def _marked_rules(test: ast.FunctionDef) -> list[str]:
    return [
        argument.value
        for mark in test.decorator_list
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule"
        for argument in mark.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]
