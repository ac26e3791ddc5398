"""Processes that work side by side: how they start, settle in and end."""

import gc
import multiprocessing
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from loky import cpu_count


def available_cores() -> int:
    """The cores that this process may use, in a container those that it was given."""
    return int(cpu_count())


@contextmanager
def one_thread() -> Iterator[None]:
    """A process that is started meanwhile leaves the other cores to the other processes."""
    name = "NUMBA_NUM_THREADS"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def end_with_parent() -> None:
    """For a process that works for another: when that one ends, however it does, so does this one, in the middle of its work."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, name="end with parent", daemon=True).start()


def settle_in() -> None:
    """For a process that must answer in time, when all is loaded: from now on the garbage collector leaves it alone.

    To look through it takes the collector longer than a bot may be late, and it does so in the middle of a thought.
    """
    gc.collect()
    gc.freeze()
