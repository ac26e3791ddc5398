"""What wins? Bot matches in bulk, what they show, and what a changed box does to the game."""

from triumvir.lab.findings import Findings, Take, findings

__all__ = ["Findings", "Take", "findings"]
