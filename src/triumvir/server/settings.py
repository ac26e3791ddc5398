"""What can be set about a server. Everything has a default that works on a laptop."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from triumvir.processes import available_cores

PORT = 8000


def default_database() -> str:
    """A SQLite file in the user's data folder, or what `TRIUMVIR_DATABASE` names."""
    chosen = os.environ.get("TRIUMVIR_DATABASE")
    return chosen or f"sqlite:///{user_data_path('triumvir', ensure_exists=True) / 'triumvir.db'}"


@dataclass(frozen=True)
class Settings:
    """How one server runs. A rate of 0 means no limit."""

    database: str = field(default_factory=default_database)
    page: Path | None = Path(__file__).parent / "page"  # the built page; a plain message is served where there is none
    workers: int = field(default_factory=lambda: max(1, available_cores() - 1))  # processes in which bots think
    origins: tuple[str, ...] = ()  # other origins that may send requests, such as a development server
    requests_a_second: float = 40.0  # from one address
    burst: int = 200  # requests that an address may make at once
    costly_a_minute: float = 60.0  # tables opened, records read, hints asked, from one address
    costly_burst: int = 30
    sockets_an_address: int = 100
    longest_body: int = 32 * 1024
    longest_upload: int = 512 * 1024  # a box file or a record
    keep_seconds: float = 300.0  # a table that nobody watches or asks for leaves memory after this long
    gather_seconds: float = 0.002  # what all tables want written within this time is one transaction
    longest_wait: float = 30.0  # of a poll
    slow_seconds: float = 20.0  # a client that takes longer to take a message in is dropped, and may resume
    absent_seconds: float = 60.0  # others may let a bot stand in for a person who was not there for this long
    resume_seconds: float = 3600.0  # after a restart, tables touched so lately go on by themselves
    thinking_most: float = 5.0  # seconds a decision that a bot may be given
    grace_seconds: float = 30.0  # beyond its time before a bot counts as stuck
    log_requests: bool = True
