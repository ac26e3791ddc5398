"""Plays pairings on a Ray cluster: the one that runs, or one on this machine.

One actor a core keeps a game and plays. An actor that dies, with its process or its node, is replaced, and its match is
played again; the schedule number is the key, so none is lost and none counts twice. A match that has ended its process
before is then played in a process of its own, which can say which bot it was.
"""

import logging
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from triumvir.arena import local
from triumvir.arena.play import Outcome
from triumvir.arena.schedule import Pairing
from triumvir.arena.work import Setup, Worker
from triumvir.kernel.errors import BadRequest, TriumvirError

try:
    import ray
    from ray.exceptions import RayActorError, RayError, RayTaskError
except ImportError:
    raise BadRequest("--on ray needs Ray: pip install 'triumvir[cluster]'") from None

CAREFULLY_AFTER = 2  # deaths over the same match
GIVE_UP_AFTER = 10
OBJECT_STORE = 100_000_000  # bytes, the least that is sensible: pairings and outcomes are small
NEWS_EVERY = 1.0  # seconds; a wait can be interrupted in between


class Table:
    """An actor: plays where Ray puts it."""

    def __init__(self, setup: Setup) -> None:
        import numba  # noqa: PLC0415  (in the actor's process)

        numba.set_num_threads(1)
        self._setup = setup
        self._worker = Worker(setup)

    def ready(self) -> None:
        """Answers when everything is compiled."""

    def play(self, pairing: Pairing, carefully: bool) -> tuple[Outcome, bool]:
        """An outcome, and whether the actor is of no more use."""
        if carefully:
            return next(local.play(self._setup, [pairing], cores=1)), False
        return self._worker.play(pairing)


def play(setup: Setup, pairings: Sequence[Pairing], cores: int | None) -> Iterator[Outcome]:
    """Outcomes as they come back."""
    waiting = deque(pairings)
    deaths: Counter[int] = Counter()
    stillborn = 0  # workers in a row
    with _connected(cores):
        crew = _Crew(setup, min(cores or _cores(), len(pairings)))
        try:
            while waiting or crew.busy:
                for actor, pairing, answer in crew.news():
                    if isinstance(answer, tuple):
                        outcome, stuck = answer
                        if stuck:
                            crew.replace(actor)
                        else:
                            crew.rest(actor)
                        yield outcome
                    elif isinstance(answer, RayError):
                        crew.replace(actor)
                        stillborn = 0 if pairing else stillborn + 1
                        if stillborn >= GIVE_UP_AFTER:
                            raise TriumvirError(f"{stillborn} workers in a row died before they could play: {answer}")
                        if pairing:
                            deaths[pairing.number] += 1
                            if deaths[pairing.number] >= GIVE_UP_AFTER:
                                raise TriumvirError(f"match {pairing.number} cannot be played: {GIVE_UP_AFTER} workers died over it")
                            waiting.appendleft(pairing)
                    else:
                        stillborn = 0
                        crew.rest(actor)
                while waiting and crew.idle:
                    pairing = waiting.popleft()
                    crew.give(pairing, carefully=deaths[pairing.number] >= CAREFULLY_AFTER)
        finally:
            crew.stop()


class _Crew:
    """The actors and what they are asked: to be ready, or to play a pairing. Only who has been ready is given a match."""

    def __init__(self, setup: Setup, size: int) -> None:
        self._setup = ray.put(setup)
        self._kind = ray.remote(num_cpus=1, max_restarts=0)(Table)
        self._asked: dict[Any, tuple[Any, Pairing | None]] = {}  # what Ray will answer -> who was asked, and for what
        self.idle: deque[Any] = deque()
        for _ in range(size):
            self._start()

    @property
    def busy(self) -> bool:
        return any(pairing is not None for _, pairing in self._asked.values())

    def _start(self) -> None:
        actor = self._kind.remote(self._setup)
        self._asked[actor.ready.remote()] = actor, None

    def rest(self, actor: Any) -> None:
        self.idle.append(actor)

    def replace(self, actor: Any) -> None:
        ray.kill(actor)
        self._start()

    def give(self, pairing: Pairing, carefully: bool) -> None:
        actor = self.idle.popleft()
        self._asked[actor.play.remote(pairing, carefully)] = actor, pairing

    def news(self) -> Iterator[tuple[Any, Pairing | None, Any]]:
        """Who has answered: the actor, what it was asked to play, and the answer or what went wrong."""
        done, _ = ray.wait(list(self._asked), num_returns=1, timeout=NEWS_EVERY)
        for reference in done:
            actor, pairing = self._asked.pop(reference)
            yield actor, pairing, _answer(reference)

    def stop(self) -> None:
        for actor in [*self.idle, *(actor for actor, _ in self._asked.values())]:
            ray.kill(actor)


def _answer(reference: Any) -> Any:
    """The answer, or the error if somebody has died over it. Other mistakes would only be repeated."""
    try:
        return ray.get(reference)
    except RayTaskError as error:
        raise TriumvirError(f"a worker failed: {error.cause}") from None
    except RayActorError as error:
        if error.actor_init_failed:
            why = str(error).strip().splitlines()[-1]  # the rest is the trace that leads there
            raise TriumvirError(f"a worker could not start: {why}") from None
        return error
    except RayError as error:
        return error


@contextmanager
def _connected(cores: int | None) -> Iterator[None]:
    """A cluster: what this process is connected to already, or the one that runs, or one for this contest alone."""
    if ray.is_initialized():
        yield
        return
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        try:
            ray.init(address="auto", **quiet)
        except ConnectionError:
            ray.init(address="local", num_cpus=cores, include_dashboard=False, object_store_memory=OBJECT_STORE, **quiet)
        yield
    finally:
        ray.shutdown()


def _cores() -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))
