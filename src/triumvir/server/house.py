"""What one server is made of, for routes to use."""

from dataclasses import dataclass
from typing import cast

from starlette.requests import HTTPConnection

from triumvir.server.live import Tables
from triumvir.server.settings import Settings
from triumvir.server.store import Store
from triumvir.server.workers import Workers


@dataclass(frozen=True)
class House:
    """The parts of a running server."""

    settings: Settings
    store: Store
    workers: Workers
    tables: Tables


def house(connection: HTTPConnection) -> House:
    """The server that a request has come to."""
    return cast(House, connection.app.state.house)
