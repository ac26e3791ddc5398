"""The commands: `triumvir serve` for friends, and what `triumvir play` does."""

import dataclasses
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from triumvir.kernel.errors import BadRequest
from triumvir.server.settings import PORT, Settings, default_database

LOOPBACK = "127.0.0.1"


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in your network play.")] = LOOPBACK,
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.")] = PORT,
    database: Annotated[str | None, typer.Option(help="A SQLite file, or postgresql://user:password@host/name.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes in which bots think.")] = None,
    page: Annotated[Path | None, typer.Option(help="The folder of another built page.")] = None,
    origin: Annotated[list[str] | None, typer.Option(help="Another origin that may send requests, such as http://localhost:5173.")] = None,
    limits: Annotated[bool, typer.Option(help="Limit how much one address may ask.")] = True,
    log: Annotated[str, typer.Option(help="error, warning, info or debug.")] = "info",
    show_schema: Annotated[bool, typer.Option("--schema", help="Print the OpenAPI schema and end.")] = False,
) -> None:
    """Serves tables to play at, until it is stopped. Matches are kept in a database and go on after a restart."""
    from triumvir.server import running  # noqa: PLC0415  (takes a second to load, and processes that think do not need it)

    if show_schema:
        print(running.schema())
        return
    if workers is not None and workers < 1:
        raise BadRequest(f"bots need at least one process to think in, not {workers}")
    if log not in ("error", "warning", "info", "debug"):
        raise BadRequest(f"no log {log!r}: there is error, warning, info and debug")
    settings = Settings(database=database or default_database(), origins=tuple(origin or ()))
    if workers is not None:
        settings = dataclasses.replace(settings, workers=workers)
    if page is not None:
        settings = dataclasses.replace(settings, page=page)
    if not limits:
        settings = dataclasses.replace(settings, requests_a_second=0, costly_a_minute=0)
    listener = running.listening(host, port)
    _begin(settings, listener, log, lambda: print(f"Triumvir is served at {_addresses(host, listener)}", flush=True))


def play(game: str | None, port: int | None, browser: bool) -> None:
    """Serves on this machine only, and opens the page."""
    listener = _usual_or_free() if port is None else _listening(port)
    path = f"/?game={game}" if game else "/"
    address = f"http://{LOOPBACK}:{listener.getsockname()[1]}{path}"

    def ready() -> None:
        print(f"Triumvir is at {address} (Ctrl-C ends it; your tables are kept)", flush=True)
        if browser:
            webbrowser.open(address)

    _begin(Settings(requests_a_second=0, costly_a_minute=0, log_requests=False), listener, "warning", ready)


def _begin(settings: Settings, listener: socket.socket, log: str, ready: Callable[[], None]) -> None:
    from triumvir import warm  # noqa: PLC0415
    from triumvir.server import logs, running, store  # noqa: PLC0415

    if games := warm.cold():
        print(f"Compiling {', '.join(games)}. This takes some minutes, once.", file=sys.stderr)
        warm.all_games(everything=False)
    logs.set_up(log)
    store.Store(settings.database).open()  # what is wrong with it is said in one line
    running.run(settings, listener, ready)


def _usual_or_free() -> socket.socket:
    """The usual port, so that links stay the same; a free one where that is taken."""
    try:
        return _listening(PORT)
    except BadRequest:
        return _listening(0)


def _listening(port: int) -> socket.socket:
    from triumvir.server.running import listening  # noqa: PLC0415

    return listening(LOOPBACK, port)


def _addresses(host: str, listener: socket.socket) -> str:
    port = listener.getsockname()[1]
    if host not in ("0.0.0.0", "::"):
        return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    return f"http://{LOOPBACK}:{port}/ here, and http://{_own_address()}:{port}/ for others in your network"


def _own_address() -> str:
    """This machine's address in its network: no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
