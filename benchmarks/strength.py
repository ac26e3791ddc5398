"""Plays the contests behind docs/strength.md, each game in each, and prints their rows as Markdown.

    python benchmarks/strength.py                          # all of them: some eighteen hours of one core
    python benchmarks/strength.py levels growth --cores 8  # some
    python benchmarks/strength.py --games 20               # a glance: so many matches at most in each

Results are kept, a file a contest: what was played is not played again, so an interrupted run goes on where it stopped.
With `--seconds` it stops by itself; matches that are not over by then are played another time. Results of other rules or bots are not
mixed in: it says so and stops.
"""

import argparse
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import triumvir
from triumvir.arena import Contest, Results, Standing, standings
from triumvir.kernel.errors import BadRequest


@dataclass(frozen=True)
class Meeting:
    """A bot against one other, which has all the other seats."""

    part: str
    bot: str
    other: str
    games: int
    seed: int
    least: float  # the share of wins that it must reach
    players: int = 2

    @property
    def bots(self) -> list[str]:
        return [self.bot] + [self.other] * (self.players - 1)

    def file(self, game: str) -> str:
        return f"{game}-{self.players}-{self.bot}-{self.other}.jsonl".replace(":", "_")


MEETINGS = [
    Meeting("random", "greedy", "random", 1000, 1000, 0.97),
    Meeting("levels", "2", "1", 400, 3000, 0.65),
    Meeting("levels", "3", "2", 400, 3000, 0.65),
    Meeting("levels", "4", "3", 200, 3000, 0.65),
    Meeting("levels", "5", "4", 60, 3000, 0.65),
    Meeting("greedy", "search:0.05s", "greedy", 200, 7000, 0.75),
    Meeting("greedy", "search:0.2s", "greedy", 200, 9000, 0.80),
    Meeting("growth", "search:0.2s", "search:0.05s", 100, 5000, 0.5),
    Meeting("growth", "search:0.8s", "search:0.2s", 100, 6000, 0.5),
    Meeting("four", "search:0.05s", "greedy", 200, 8000, 0.55, players=4),
]
HEAD = "| game | players | bot | against | matches | wins | wanted | mean points | time a decision, mean and longest | late |"


def both(results: Results) -> list[Standing]:
    """The bot that is named first, and the other."""
    return sorted(standings(results), key=lambda one: results.bots.index(one.bot))


def told(results: Results) -> list[str]:
    """What a contest came to, in the words of docs/strength.md: matches, wins, mean points, time a decision, late decisions."""
    own, other = both(results)
    low, high = own.wins.interval
    return [
        f"{own.wins.tries:,}",
        f"{100 * own.wins.rate:.1f} % ({100 * low:.1f} to {100 * high:.1f})",
        f"{own.points:.1f} and {other.points:.1f}" if own.points is not None and other.points is not None else "-",
        f"{1000 * (own.mean_seconds or 0):.1f} and {1000 * own.longest_seconds:.1f} ms",
        f"{own.late:,} of {own.decisions:,}",
    ]


def row(meeting: Meeting, results: Results) -> str:
    """How it went, as a row of a Markdown table."""
    matches, wins, *others = told(results)
    wanted = f"{100 * meeting.least:.0f} %" + (", missed" if missed(meeting, results) else "")
    return f"| {' | '.join([results.header.title, str(meeting.players), f'`{meeting.bot}`', f'`{meeting.other}`', matches, wins, wanted, *others])} |"


def missed(meeting: Meeting, results: Results) -> bool:
    """Whether the bot has won less than it must."""
    return both(results)[0].wins.rate < meeting.least


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = list(dict.fromkeys(meeting.part for meeting in MEETINGS))
    asked.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(parts)}; all by default")
    asked.add_argument("--game", choices=triumvir.games(), nargs="*", default=triumvir.games())
    asked.add_argument("--games", type=int, help="so many matches at most in each contest")
    asked.add_argument("--cores", type=int)
    asked.add_argument("--seconds", type=float, help="stop after so many")
    asked.add_argument("--folder", type=Path, default=Path("results/strength"))
    given = asked.parse_args()
    if unknown := set(given.parts) - set(parts):
        asked.error(f"no part {', '.join(sorted(unknown))}: there is {', '.join(parts)}")
    given.folder.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + given.seconds if given.seconds else float("inf")
    print(HEAD, "|---" * HEAD.count(" | ") + "|---|", sep="\n", flush=True)
    failed = False
    for meeting in MEETINGS:
        if given.parts and meeting.part not in given.parts:
            continue
        for name in given.game:
            games = meeting.games if given.games is None else min(meeting.games, given.games)
            file = given.folder / (meeting.file(name) if games == meeting.games else f"{games}-{meeting.file(name)}")
            if time.monotonic() > end:
                break
            contest = Contest(triumvir.game(name), meeting.players, meeting.bots, games, meeting.seed, file)
            with closing(contest.play(given.cores)) as outcomes:
                for _ in outcomes:
                    if time.monotonic() > end:
                        break
            if len(contest.results):
                print(row(meeting, contest.results), flush=True)
                failed |= len(contest.results) == len(contest.pairings) and missed(meeting, contest.results)
    sys.exit(failed)


if __name__ == "__main__":
    try:
        main()
    except BadRequest as error:
        sys.exit(str(error))
