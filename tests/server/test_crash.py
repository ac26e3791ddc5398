"""Killed again and again, the server loses nothing that it has acknowledged. `make crash` does the same with 200 matches."""

import pytest

from server.crash import crash


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_nothing_acknowledged_is_lost_and_nothing_stands_twice(kind: str, request: pytest.FixtureRequest, tmp_path):
    database = f"sqlite:///{tmp_path / 'tables.db'}" if kind == "sqlite" else request.getfixturevalue("postgres").new_database()
    assert "all in the log once" in crash(database, 4)
