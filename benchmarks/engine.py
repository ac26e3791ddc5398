"""The speed of the engine: `python benchmarks/engine.py [--device cuda]`. Prints the tables of docs/performance.md.

On the processor: random playouts on one core and on all, every move from Python, the size of a record, the first
compile of all functions in an empty cache and a start with a full one. On a GPU: a million matches in flight, and
100,000 final records compared with the processor's, byte for byte.
"""

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from datetime import date

import numpy as np

import triumvir
from triumvir import measure
from triumvir.batch import Batch

MATCHES = {"via_appia": 500}  # for one measurement on a processor, else 5,000: a push is long work
START = "import triumvir; m = triumvir.game({name!r}).new(2, 1); m.play(m.legal()[0]); m.view(0)"


def seconds_of_a_process(code: str, cache: str) -> float:
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "TRIUMVIR_CACHE": cache})
    return time.perf_counter() - begin


def compile_times(name: str) -> tuple[float, float]:
    """Seconds to compile every function of a game into an empty cache, and of a later start up to the first move."""
    warm = f"import triumvir; from triumvir.warm import steps\nfor _, call in steps(triumvir.game({name!r})): call()"
    with tempfile.TemporaryDirectory() as cache:
        first = seconds_of_a_process(warm, cache)
        cached = min(seconds_of_a_process(START.format(name=name), cache) for _ in range(3))
    return first, cached


def processor_name() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.split(":")[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()


def print_speed(speed: measure.Speed) -> None:
    print(f"| {speed.what} | {speed.moves:,.0f} | {speed.matches:,.0f} |", flush=True)


def on_processor(names: list[str]) -> None:
    print(f"{date.today()}, {processor_name()}, {os.cpu_count()} cores, Python {platform.python_version()}, NumPy {np.__version__}\n")
    for name in names:
        game = triumvir.game(name)
        print(f"**{game.title}**, a record of {game.state.itemsize} bytes\n\n| what | moves/s | matches/s |\n|---|---|---|")
        matches = MATCHES.get(name, 5_000)
        for players in game.players:
            print_speed(measure.playouts(game, players, matches, "cpu", workers=1))
        print_speed(measure.playouts(game, game.players[-1], 2 * matches, "cpu"))
        print_speed(measure.from_python(game, game.players[-1], 100))
        first, cached = compile_times(name)
        print(f"\nFirst compile of all functions: {first:.0f} s. Start with compiled code up to the first move: {cached:.1f} s.\n", flush=True)


def on_gpu(names: list[str], size: int, compare: int) -> None:
    from numba import cuda  # noqa: PLC0415  (an extra)

    name = cuda.get_current_device().name
    print(f"{date.today()}, {name.decode() if isinstance(name, bytes) else name}, Python {platform.python_version()}, NumPy {np.__version__}\n")
    for title in names:
        game = triumvir.game(title)
        print(f"**{game.title}**, {size:,} matches in flight\n\n| what | moves/s | matches/s |\n|---|---|---|")
        for players in game.players:
            print_speed(measure.playouts(game, players, size, "cuda"))
            print_speed(measure.moves_only(game, players, size, "cuda"))
        for players in game.players:
            print(f"\n{players} players: {compared(game, players, compare)}", flush=True)
        print()


def compared(game: triumvir.Game, players: int, size: int) -> str:
    """Plays the same matches on both and compares all bytes of the final records."""
    records = []
    for device in ("cpu", "cuda"):
        batch = Batch(game, players, size, device)
        batch.start(seed=5)
        batch.playout(seed=6)
        records.append(batch.records().tobytes())
    if records[0] != records[1]:
        sys.exit(f"{game.title}, {players} players: the final records of GPU and processor differ")
    return f"{size:,} final records of GPU and processor are equal, byte for byte."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--games", type=int, default=1_000_000, help="matches in flight on a GPU")
    parser.add_argument("--compare", type=int, default=100_000, help="matches whose final records are compared")
    parser.add_argument("names", nargs="*", default=triumvir.games(), metavar="GAME")
    chosen = parser.parse_args()
    if chosen.device == "cpu":
        on_processor(chosen.names)
    else:
        on_gpu(chosen.names, chosen.games, chosen.compare)


if __name__ == "__main__":
    main()
