"""The rule catalogue of Carpe Diem, and a number for each rule that the compiled rules can answer with."""

from pathlib import Path

from triumvir.kernel.catalogue import Catalogue

CATALOGUE = Catalogue(Path(__file__).with_name("rules.md"))


def code(rule: str) -> int:
    return CATALOGUE.codes[rule]
