"""Processes that work for another end with it, whatever they are doing."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

BUSY = "all(True for _ in iter(int, 1))"  # goes on for ever
PARENT = """
import multiprocessing, os, time
from concurrent.futures import ProcessPoolExecutor
from triumvir.processes import end_with_parent

pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), end_with_parent)
print(pool.submit(os.getpid).result(), flush=True)
{work}
time.sleep(60)
"""

SETTLED = """
import gc, triumvir
from triumvir.arena.work import Setup, Worker
from triumvir.server.thinking import Job, Thinker
{work}
print(len(gc.get_objects()), gc.get_freeze_count())
"""
WHERE_BOTS_THINK = {
    "arena": "worker = Worker(Setup.of(triumvir.game('carpe_diem'), 2, ('search:0.05s', 'greedy'), 60.0))",
    "server": "thinker = Thinker(); thinker.answer(Job('warm', 'carpe_diem', None, '', 0, b'', ()))",
}


def runs(process: int) -> bool:
    """Whether a process is there and is more than an entry that nobody has struck out yet."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def ends(process: int, seconds: float = 30.0) -> bool:
    deadline = time.monotonic() + seconds
    while runs(process):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def test_a_process_may_use_the_cores_that_it_was_given() -> None:
    script = (
        "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); from triumvir.processes import available_cores; print(available_cores())"
    )
    assert subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout == "1\n"


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("work", ["", f"pool.submit(eval, {BUSY!r})"], ids=["idle", "busy"])
def test_a_process_ends_with_its_parent(how: signal.Signals, work: str) -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT.format(work=work)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert runs(child)
        time.sleep(0.3)  # it is at work by now, or waits for some
        assert runs(child)
        parent.send_signal(how)
    assert ends(child)


def children(process: int) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(entry.read_text().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
        if parent == process:
            found.append(int(entry.parent.name))
    return found


def test_an_arena_that_is_killed_leaves_no_bots_behind(tmp_path: Path) -> None:
    note = tmp_path / "process"
    environment = {**os.environ, "TRIUMVIR_TEST_FOLDER": str(tmp_path), "PYTHONPATH": str(Path(__file__).parent)}
    asked = ["arena", "porta_nigra", "--bots", "arena.strangers:WaitsToBeKilled,random", "--cores", "1"]
    with subprocess.Popen([Path(sys.executable).with_name("triumvir"), *asked], env=environment, stderr=subprocess.DEVNULL) as arena:
        while arena.poll() is None and not note.exists():
            time.sleep(0.05)
        playing = int(note.read_text())  # in the middle of a match that would never end
        assert runs(playing)
        arena.kill()
    assert ends(playing)


def test_control_c_ends_the_compiling_of_all_games(tmp_path: Path) -> None:
    """With one core for three games two would be left to compile, for minutes."""
    environment = {**os.environ, "TRIUMVIR_CACHE": str(tmp_path)}
    command = [Path(sys.executable).with_name("triumvir"), "warm"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True) as compiling:
        while compiling.poll() is None and not list(tmp_path.rglob("*.nbc")):
            time.sleep(0.05)
        begun = children(compiling.pid)
        os.killpg(compiling.pid, signal.SIGINT)
        assert ends(compiling.pid)
        assert all(ends(process) for process in begun)
    assert compiling.returncode


@pytest.mark.parametrize("where", WHERE_BOTS_THINK)
def test_no_collector_looks_through_all_that_is_loaded_while_a_bot_thinks(where: str) -> None:
    script = SETTLED.format(work=WHERE_BOTS_THINK[where])
    said = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    looked_through, left_alone = map(int, said.split())
    assert left_alone > 50_000
    assert looked_through < 0.02 * left_alone
