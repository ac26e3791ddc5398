"""Bots against each other, measured: schedules, matches on all cores or a cluster, results, figures."""

from triumvir.arena.contest import Contest
from triumvir.arena.figures import Rating, Share, Standing, duels, ratings, standings, wilson
from triumvir.arena.play import Crash, Outcome, play_pairing
from triumvir.arena.results import Header, Results
from triumvir.arena.schedule import Pairing, schedule

__all__ = [
    "Contest",
    "Crash",
    "Header",
    "Outcome",
    "Pairing",
    "Rating",
    "Results",
    "Share",
    "Standing",
    "duels",
    "play_pairing",
    "ratings",
    "schedule",
    "standings",
    "wilson",
]
