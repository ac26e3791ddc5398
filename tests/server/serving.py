"""The server under test: in a thread of this process, or as the command in a process of its own."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from typing import Any

from triumvir.server.running import configured, listening
from triumvir.server.settings import Settings


class Served:
    """The server in a thread: a real uvicorn on a real socket, whose inside tests can look into."""

    def __init__(self, database: str, **settings: Any) -> None:
        changes = {"requests_a_second": 0.0, "costly_a_minute": 0.0, "workers": 1, "page": None, "log_requests": False, **settings}
        self._listener: socket.socket = listening("127.0.0.1", 0)
        self.server = configured(Settings(database=database, **changes))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=self.server.config.get_loop_factory()) as runner:
            runner.run(self.server.serve(sockets=[self._listener]))

    def hold_little(self) -> None:
        """Before it starts: the system keeps a few kilobytes for a client that does not read, instead of megabytes."""
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)

    @property
    def house(self) -> Any:
        app: Any = self.server.config.app
        return app.state.house

    def __enter__(self) -> "Served":
        self._thread.start()
        end = time.monotonic() + 60
        while not self.server.started:
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < end
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self._thread.join(60)
        assert not self._thread.is_alive()
        self._listener.close()


class Command:
    """`triumvir serve` in a process of its own, which can be killed and started again on the same port."""

    def __init__(self, database: str, *arguments: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._arguments = ["--port", str(self.port), "--database", database, "--workers", "1", "--no-limits", "--log", "warning", *arguments]
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "triumvir", "serve", *self._arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert re.search(r"served at", line), f"the server did not start: {line!r}"

    def kill(self) -> None:
        """As a power cut would: nothing is finished."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stop(self) -> int:
        """Asks it to end, and says how it did."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code
