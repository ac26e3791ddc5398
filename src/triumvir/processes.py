"""Starting processes that work side by side."""

import multiprocessing
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager


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
