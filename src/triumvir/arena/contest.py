"""A contest of bots: a schedule, the results so far, and how the rest of it is played."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path

from triumvir.arena import entrants, local
from triumvir.arena.play import PATIENCE, Outcome
from triumvir.arena.results import Header, Results, Writer, writing
from triumvir.arena.schedule import Pairing, schedule
from triumvir.arena.work import Setup
from triumvir.kernel.errors import BadRequest
from triumvir.match import Game
from triumvir.processes import available_cores

WAYS = ("local", "ray")


class Contest:
    """Bots against each other. With a file, results are appended to it, and what it holds already is not played again.

    contest = Contest(game, players=2, bots=["search:0.05s", "greedy"], games=200, file=Path("results.jsonl"))
    for outcome in contest.play(cores=4):
        ...
    standings(contest.results)
    """

    def __init__(
        self,
        game: Game,
        players: int,
        bots: Sequence[str],
        games: int,
        seed: int = 0,
        file: Path | None = None,
        patience: float = PATIENCE,
    ) -> None:
        game.check_players(players)
        for name in dict.fromkeys(bots):
            entrants.check(name, game)
        if not patience > 0:
            raise BadRequest(f"bots need some seconds of patience, not {patience:g}")
        self.game = game
        self.pairings: list[Pairing] = schedule(players, bots, games, seed)
        self.results = Results(Header.of(game, players, bots, seed, len(self.pairings)))
        self.setup = Setup.of(game, players, tuple(bots), patience)
        self._file = file

    def play(self, cores: int | None = None, on: str = "local") -> Iterator[Outcome]:
        """Plays what is missing, on so many cores of this machine or of a Ray cluster; all there are by default.

        Outcomes come as they are finished, each of them already written. Whoever stops listening stops the contest.
        """
        if on not in WAYS:
            raise BadRequest(f"no way to play {on!r}: there is {', '.join(WAYS)}")
        if cores is not None and cores < 1:
            raise BadRequest(f"at least one core must play, not {cores}")
        opened = writing(self._file, self.results.header) if self._file else nullcontext((self.results, None))
        with opened as (results, writer):
            self.results = results
            missing = results.missing(self.pairings)
            if missing:
                yield from self._count(self._played(missing, cores, on), writer)

    def _played(self, pairings: list[Pairing], cores: int | None, on: str) -> Iterator[Outcome]:
        if on == "ray":
            from triumvir.arena import cluster  # noqa: PLC0415  (an extra)

            return cluster.play(self.setup, pairings, cores)
        return local.play(self.setup, pairings, cores or available_cores())

    def _count(self, outcomes: Iterator[Outcome], writer: Writer | None) -> Iterator[Outcome]:
        for outcome in outcomes:
            if self.results.add(outcome):
                if writer:
                    writer.write(outcome)
                yield outcome
