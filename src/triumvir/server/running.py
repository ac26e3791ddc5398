"""Runs the server until it is told to stop."""

import asyncio
import gc
import json
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from triumvir.kernel.errors import BadRequest
from triumvir.processes import settle_in
from triumvir.server.app import create_app
from triumvir.server.settings import Settings

LONGEST_SOCKET_MESSAGE = 32 * 1024
BACKLOG = 2048


def schema() -> str:
    """The OpenAPI schema as text, without starting a server."""
    return json.dumps(create_app(Settings(database="sqlite://", page=None)).openapi(), indent=1, sort_keys=True)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens, or a plain sentence about why not."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # answers leave at once
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        raise BadRequest(f"cannot listen on {host}, port {port}: {getattr(error, 'strerror', None) or error}") from None
    return listener


class Server(uvicorn.Server):
    """A server for which being told to stop is no failure."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {one: signal.signal(one, self.handle_exit) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


def configured(settings: Settings) -> uvicorn.Server:
    """A server that is not started yet."""
    return Server(
        uvicorn.Config(
            create_app(settings),
            log_config=None,
            access_log=False,
            ws_max_size=LONGEST_SOCKET_MESSAGE,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=5,
            server_header=False,
        )
    )


def run(settings: Settings, listener: socket.socket, when_ready: Callable[[], None]) -> None:
    """Serves until it is told to stop."""
    server = configured(settings)
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(_run(server, listener, when_ready))


async def _run(server: uvicorn.Server, listener: socket.socket, when_ready: Callable[[], None]) -> None:
    running = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not running.done():
        await asyncio.sleep(0.02)
    if not running.done():
        settle_in()
        gc.set_threshold(10_000, 50, 100_000)  # a search of everything takes a fifth of a second: tables do it when it is quiet
        when_ready()
    await running
    if not server.started:
        raise BadRequest("the server could not start: its log says why")
