"""Bots: random, greedy, search, and the levels made of them. They get the redacted record of their seat, never the state."""

from triumvir.bots.bot import Bot, Clock, Opinion, Option
from triumvir.bots.roster import make, names

__all__ = ["Bot", "Clock", "Opinion", "Option", "make", "names"]
