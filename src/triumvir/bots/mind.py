"""A game's rules and evaluation, bound to the loops that judge and search, and compiled."""

from collections.abc import Callable
from typing import Any

import numpy as np

from triumvir.bots import judging, learnt, memory, tree
from triumvir.bots.bot import PROSPECTS
from triumvir.bots.evaluation import Evaluation, Thinking, evaluation
from triumvir.bots.numbers import numbers
from triumvir.kernel.errors import BadRequest
from triumvir.kernel.game import Game
from triumvir.kernel.rule import bind, compiled, rule

OUTSIDE = (judging.judge_all, judging.greedy_matches, judging.watched_matches, tree.grow, tree.final_results)
PARALLEL = {"greedy_matches"}


class Mind:
    """How bots think about a game: shared by all bots and boxes of a title."""

    def __init__(self, game: Game) -> None:
        self.evaluation: Evaluation = evaluation(game.name)
        self.categories = (*game.categories, PROSPECTS)
        made = self.evaluation
        names = {
            **game.engine.rules,
            "expected": made.expected,
            "doubt": made.doubt,
            "guesses": made.guesses,
            "guess": made.guess,
            "toils": made.toils,
            "play_and_keep": made.play_and_keep,
            "play_as_kept": made.play_as_kept,
        }
        owner = f"triumvir.bots.evaluation.{game.name}"
        inner = (
            *(judging.judged, judging.greedy_choice, judging.imagine, judging.greedy_match),
            *(learnt.look_at, learnt.add_learnt, judging.watched_match),
            *(memory.play_by_heart, tree.first_look, tree.add_moves, tree.chance_to_beat, tree.results, tree.descend, tree.light_move, tree.play_on),
        )
        for function in inner:
            names[function.__name__] = rule(bind([function], owner, names)[function.__name__])
        outer: dict[str, Callable[..., Any]] = bind(OUTSIDE, owner, names)
        doors = {name: compiled(function, parallel=name in PARALLEL) for name, function in outer.items()}
        self.judge_all = doors["judge_all"]
        self.greedy_matches = doors["greedy_matches"]
        self.watched_matches = doors["watched_matches"]
        self.grow = doors["grow"]
        self.final_results = doors["final_results"]

    def weights(self, character: str | None = None) -> np.ndarray:
        """The weights of the evaluation, with a character's changes."""
        if character is not None and character not in self.evaluation.characters:
            known = ", ".join(self.evaluation.characters) or "none"
            raise BadRequest(f"no character {character!r}: there is {known}")
        return numbers(self.evaluation.weights, self.evaluation.characters[character] if character else {})

    def thinking(self, players: int, **changes: float) -> np.ndarray:
        """How a search goes about the game, with changes."""
        of_many = self.evaluation.thinking_of_many if players > 2 else {}
        return numbers(Thinking, {**self.evaluation.thinking, **of_many, **changes})


_minds: dict[str, Mind] = {}


def mind(game: Game) -> Mind:
    """The mind for a game; made once."""
    if game.name not in _minds:
        _minds[game.name] = Mind(game)
    return _minds[game.name]
