"""Checks and measures batches to train on, on a GPU: `python benchmarks/gpu_arrays.py`, about three minutes on 16 cores.

    the same      begin and step write the same bytes on GPU and processor, every array after every step, until each place
                  has ended a match; every game and number of players
    no copy       PyTorch, CuPy and JAX take the arrays where they lie, see what a step writes, and their actions are taken
    speed         decisions a second with a random legal action in every match, chosen on the GPU

Every check runs in a process of its own, so one that fails is reported and the others go on. All compile at the same time;
speeds are taken one after the other when everything else is done. Exit status 1 if anything failed. For a try without a GPU,
in Numba's simulator: `NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1 python benchmarks/gpu_arrays.py porta_nigra --places 2 --steps 8`.
"""

import argparse
import hashlib
import json
import multiprocessing
import os
import platform
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import triumvir
from triumvir.batch import Batch
from triumvir.batch.cuda import cuda
from triumvir.kernel.chance import below, following

PLACES = {"via_appia": 48}  # matches that are compared, else 192: a push is long work for a thread
IN_FLIGHT = {"via_appia": 16_384, "carpe_diem": 65_536}  # matches in a measurement of speed, else 262,144
LIBRARIES = ("torch", "cupy", "jax")
RECORDS_EVERY = 50  # steps
THREADS = 128


def on_host(array: Any) -> np.ndarray:
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array


# --- The same bytes ----------------------------------------------------------------------------------------------------


def history(device: str, name: str, players: int, places: int, steps: int) -> dict[str, Any]:
    """Random matches, step by step: a digest of every array after every step, and of the records from time to time."""
    begin = time.perf_counter()
    batch, chance = Batch(triumvir.game(name), players, places, device), np.random.default_rng(players)
    batch.reset(seed=100)
    ended, digests = np.zeros(places, bool), []
    while not ended.all() and len(digests) < steps:
        arrays = {array: on_host(getattr(batch.view, array)) for array in batch.view._fields}
        if len(digests) % RECORDS_EVERY == 0:
            arrays["records"] = batch.records()
        digests.append({array: hashlib.blake2b(content.tobytes(), digest_size=16).hexdigest() for array, content in arrays.items()})
        ended |= arrays["dones"]
        batch.step((chance.random(arrays["masks"].shape) * arrays["masks"]).argmax(axis=1))
    digests.append({"records": hashlib.blake2b(batch.records().tobytes(), digest_size=16).hexdigest()})
    return {"digests": digests, "ended": int(ended.sum()), "seconds": time.perf_counter() - begin}


def compared(here: dict[str, Any], there: dict[str, Any]) -> str:
    """What is equal; raises where something differs."""
    for number, (mine, other) in enumerate(zip(here["digests"], there["digests"], strict=False)):
        wrong = [array for array in mine if mine[array] != other.get(array)]
        if wrong:
            raise AssertionError(f"after step {number} these differ: {', '.join(wrong)}")
    if len(here["digests"]) != len(there["digests"]):
        raise AssertionError(f"{len(here['digests'])} steps on the processor, {len(there['digests'])} on the GPU")
    seconds = f"{here['seconds']:.0f} s on the processor, {there['seconds']:.0f} s on the GPU"
    return f"equal after each of {len(here['digests']) - 1} steps, {here['ended']} places with a whole match; {seconds}"


# --- No copy -----------------------------------------------------------------------------------------------------------


def taken(library: str, array: Any) -> tuple[Any, int]:
    """The array as the library's own, and the address of its data."""
    own = import_module(library)
    if library == "torch":
        tensor = own.as_tensor(array, device="cuda")
        return tensor, tensor.data_ptr()
    if library == "cupy":
        taken_over = own.asarray(array)
        return taken_over, taken_over.data.ptr
    own.config.update("jax_enable_x64", True)
    taken_over = own.numpy.asarray(array)
    return taken_over, taken_over.unsafe_buffer_pointer()


def host_of(library: str, array: Any) -> np.ndarray:
    if library == "torch":
        return array.cpu().numpy()
    return array.get() if library == "cupy" else np.asarray(array)


def first_legal(library: str, masks: Any) -> Any:
    """An action for each match, chosen by the library on the GPU."""
    return masks.argmax(-1) if library == "torch" else masks.argmax(axis=1)


def no_copy(library: str, places: int) -> str:
    """All arrays of a batch in a library: the same address before and after, and the content that a step has written."""
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    version = import_module(library).__version__
    batch = Batch(triumvir.game("porta_nigra"), 2, places, "cuda")
    batch.reset(seed=1)
    batch.wait()
    addresses = {}
    for name in batch.view._fields:
        array = getattr(batch.view, name)
        _, addresses[name] = taken(library, array)
        assert addresses[name] == array.__cuda_array_interface__["data"][0], f"{library} has copied {name}"
    masks, _ = taken(library, batch.masks)
    for _ in range(3):
        actions = first_legal(library, masks)
        host_of(library, actions)  # waits until they are chosen
        batch.step(actions)
        batch.wait()
        masks, _ = taken(library, batch.masks)
        assert not on_host(batch.illegal).any(), f"actions of {library} were not taken"
    for name in batch.view._fields:
        array = getattr(batch.view, name)
        own, address = taken(library, array)
        assert address == addresses[name], f"{name} has moved"
        assert np.array_equal(host_of(library, own), array.copy_to_host()), f"{library} sees another {name}"
    return f"{library} {version}: {len(batch.view)} arrays at the same address, contents equal, its actions played"


# --- Speed -------------------------------------------------------------------------------------------------------------


def choose(masks, generators, actions):
    """A kernel: a legal action for each match, any with the same chance."""
    i = cuda.grid(1)
    if i < actions.shape[0]:
        count = 0
        for action in range(masks.shape[1]):
            count += int(masks[i, action])
        generators[i] = following(generators[i])
        wanted = below(generators[i], count)
        for action in range(masks.shape[1]):
            if masks[i, action]:
                if wanted == 0:
                    actions[i] = action
                    break
                wanted -= 1


def speed(name: str, players: int, size: int, steps: int) -> dict[str, Any]:
    """Decisions a second, the best of three: of `step` alone, and with the choice."""
    choosing = cuda.jit(choose)[(size + THREADS - 1) // THREADS, THREADS]
    batch = Batch(triumvir.game(name), players, size, "cuda")
    generators, actions = cuda.to_device(np.arange(1, size + 1, dtype=np.uint64)), cuda.to_device(np.zeros(size, np.int64))
    batch.reset(seed=1)
    stepping, together = [], []
    for _ in range(4):  # the first to warm up
        in_steps, begin = 0.0, time.perf_counter()
        for _ in range(steps):
            choosing(batch.masks, generators, actions)
            batch.wait()
            start = time.perf_counter()
            batch.step(actions)
            batch.wait()
            in_steps += time.perf_counter() - start
        stepping.append(size * steps / in_steps)
        together.append(size * steps / (time.perf_counter() - begin))
    assert not batch.illegal.copy_to_host().any()
    return {"players": players, "in flight": size, "step alone": round(max(stepping[1:])), "with the choice": round(max(together[1:]))}


# --- The report --------------------------------------------------------------------------------------------------------


class Report:
    """What came out, line by line, and how long there is."""

    def __init__(self, seconds: float) -> None:
        self.begin = time.perf_counter()
        self.end = self.begin + seconds
        self.rows: list[dict[str, Any]] = []

    def check(self, what: str, find: Callable[[], Any]) -> Any:
        """Prints what `find` finds, or why it does not."""
        found, good = None, True
        try:
            found = find()
            text = str(found)
        except Exception as problem:
            good, text = False, f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__
        self.rows.append({"check": what, "good": good, "text": text})
        print(f"[{time.perf_counter() - self.begin:5.0f} s] {'good  ' if good else 'FAILED'} {what}: {text}", flush=True)
        return found

    def result(self, future: Future[Any]) -> Any:
        try:
            return future.result(max(1.0, self.end - time.perf_counter()))
        except TimeoutError:
            raise TimeoutError("not done in time") from None


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("games", nargs="*", default=triumvir.games(), metavar="GAME")
    asked.add_argument("--places", type=int, help="matches that are compared")
    asked.add_argument("--in-flight", type=int, help="matches in a measurement of speed")
    asked.add_argument("--steps", type=int, default=5_000, help="of a comparison, at most")
    asked.add_argument("--seconds", type=float, default=230, help="after which what is not done counts as failed")
    asked.add_argument("--out", type=Path, help="a folder for gpu_arrays.json")
    given = asked.parse_args()
    os.environ.setdefault("NUMBA_NUM_THREADS", str(max(1, (os.cpu_count() or 1) // 4)))  # the games are compared side by side
    report, context = Report(given.seconds), multiprocessing.get_context("spawn")
    workers: list[ProcessPoolExecutor] = []

    def worker() -> ProcessPoolExecutor:
        workers.append(ProcessPoolExecutor(1, mp_context=context))
        return workers[-1]

    on_gpu = {name: worker() for name in given.games}
    places = {name: given.places or PLACES.get(name, 192) for name in given.games}
    chosen = [(name, players) for name in given.games for players in triumvir.game(name).players]
    on_cpu = {name: worker() for name in given.games}
    there = {(name, players): on_gpu[name].submit(history, "cuda", name, players, places[name], given.steps) for name, players in chosen}
    here = {(name, players): on_cpu[name].submit(history, "cpu", name, players, places[name], given.steps) for name, players in chosen}
    libraries = {library: worker().submit(no_copy, library, 64) for library in LIBRARIES}
    for library, future in libraries.items():
        report.check(f"no copy, {library}", lambda future=future: report.result(future))
    for key in chosen:
        report.check(f"the same, {key[0]}, {key[1]} players", lambda key=key: compared(report.result(here[key]), report.result(there[key])))
    speeds = []
    for name in given.games:
        for players in triumvir.game(name).players[:: len(triumvir.game(name).players) - 1]:  # the fewest and the most
            size, steps = given.in_flight or IN_FLIGHT.get(name, 262_144), min(given.steps, 60)
            future = on_gpu[name].submit(speed, name, players, size, steps)
            found = report.check(f"speed, {name}", lambda future=future: report.result(future))
            if found:
                speeds.append({"game": name, **found})
    if speeds:
        print("\n| game | players | matches in flight | decisions/s, step alone | with the choice of a random action |\n|---|---|---|---|---|")
        for row in speeds:
            print(f"| {row['game']} | {row['players']} | {row['in flight']:,} | {row['step alone']:,} | {row['with the choice']:,} |")
    failed = sum(not row["good"] for row in report.rows)
    print(f"\n{len(report.rows) - failed} of {len(report.rows)} checks good, {time.perf_counter() - report.begin:.0f} s", flush=True)
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)
        about = {"date": time.strftime("%Y-%m-%d"), "python": platform.python_version(), "checks": report.rows, "speeds": speeds}
        (given.out / "gpu_arrays.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    for one in workers:
        for process in list((one._processes or {}).values()):
            process.kill()  # what hangs must not keep the rest waiting
        one.shutdown(wait=False, cancel_futures=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
