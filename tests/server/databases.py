"""A PostgreSQL server of our own, in a temporary folder: started by tests, stopped by its process id."""

import getpass
import grp
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

PLACES = ("/usr/lib/postgresql", "/usr/local/pgsql", "/opt/homebrew/opt", "/usr/pgsql")


def find_postgres() -> Path:
    """The folder of initdb and postgres, the newest where there are several. `make unit` installs it where there is none."""
    found = [Path(path).resolve().parent for path in [shutil.which("initdb")] if path]
    for place in PLACES:
        found += sorted((path.parent for path in Path(place).glob("*/bin/initdb")), reverse=True)
    if not found:
        raise RuntimeError("no PostgreSQL found: 'make unit' installs it, or: apt-get install postgresql")
    return found[0]


class Postgres:
    """A server that only this test run knows of. It refuses to run as root, so it runs as nobody then."""

    def __init__(self, binaries: Path) -> None:
        self._binaries = binaries
        self._folder = Path(tempfile.mkdtemp(prefix="pg"))
        self._user = "nobody" if os.getuid() == 0 else getpass.getuser()
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0

    @property
    def _as_user(self) -> dict[str, str]:
        return {"user": self._user, "group": grp.getgrgid(pwd.getpwnam(self._user).pw_gid).gr_name} if os.getuid() == 0 else {}

    def start(self) -> None:
        if os.getuid() == 0:
            shutil.chown(self._folder, self._user)
        data = self._folder / "data"
        make = [str(self._binaries / "initdb"), "-D", str(data), "-U", "triumvir", "-A", "trust", "--no-sync"]
        subprocess.run(make, cwd=self._folder, capture_output=True, check=True, env={**os.environ, "LC_ALL": "C.UTF-8"}, **self._as_user)
        serve = [str(self._binaries / "postgres"), "-D", str(data), "-k", str(self._folder), "-c", "listen_addresses=", "-c", "fsync=off"]
        with (self._folder / "log").open("wb") as log:
            self._process = subprocess.Popen(serve, cwd=self._folder, stdout=subprocess.DEVNULL, stderr=log, **self._as_user)
        end = time.monotonic() + 60
        while not self._answers():
            assert self._process.poll() is None, (self._folder / "log").read_text()
            assert time.monotonic() < end
            time.sleep(0.05)

    def _connect(self) -> psycopg.Connection:
        return psycopg.connect(f"host={self._folder} user=triumvir dbname=postgres", autocommit=True)

    def _answers(self) -> bool:
        try:
            self._connect().close()
        except psycopg.OperationalError:
            return False
        return True

    def new_database(self) -> str:
        """The URL of an empty database."""
        self._databases += 1
        name = f"test{self._databases}"
        with self._connect() as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql://triumvir@/{name}?host={self._folder}"

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)  # ends the sessions too
            self._process.wait(30)
        shutil.rmtree(self._folder, ignore_errors=True)
