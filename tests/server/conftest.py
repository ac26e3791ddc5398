"""A real server on loopback for tests, on SQLite and on a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.clients import Client
from server.databases import Postgres, find_postgres
from server.serving import Served


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A PostgreSQL of one's own, in a temporary folder."""
    server = Postgres(find_postgres())
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """An empty database of each kind."""
    if request.param == "postgres":
        made: str = request.getfixturevalue("postgres").new_database()
        return made
    return f"sqlite:///{tmp_path_factory.mktemp('database') / 'tables.db'}"


@pytest.fixture(scope="module")
def served(database: str) -> Iterator[Served]:
    """A server on each kind of database."""
    with Served(database) as server:
        yield server


@pytest.fixture(scope="module")
def lone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server on SQLite, for what has nothing to do with the database."""
    with Served(f"sqlite:///{tmp_path_factory.mktemp('database') / 'tables.db'}") as server:
        yield server


@pytest.fixture
def client(served: Served) -> Iterator[Client]:
    with Client(served.url) as one:
        yield one


@pytest.fixture
def file_database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"
