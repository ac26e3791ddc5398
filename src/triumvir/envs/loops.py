"""Many matches of one learner against opponents, a whole step in one call: written once, bound to each game's rules.

A step plays the learner's action in every match, then the opponents' until it is the learner's turn again. Where that
ends a match, its record is kept in `finals` and the next match is dealt. The names that are nowhere defined here are the
game's rules and, for greedy opponents, its evaluation (see bots/judging.py).
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import prange

from triumvir.bots import judging
from triumvir.bots.evaluation import evaluation
from triumvir.kernel.chance import below, following, seeded
from triumvir.kernel.game import Game
from triumvir.kernel.rule import bind, compiled, rule
from triumvir.kernel.state import SEATS

# ruff: noqa: F821  (the game's rules, put there by bind)
# mypy: disable-error-code="name-defined, no-untyped-def, no-untyped-call"

LEARNER, RANDOM, GREEDY = range(3)  # who sits in a seat, counted clockwise from the learner


def random_choice(s, box, who, weights, temperatures, copies, points, out, generator):
    """Any legal action, and the generator further on."""
    count = legal(s, box, out)
    generator = following(generator)
    return int(out[below(generator, count)]), generator


def any_choice(s, box, who, weights, temperatures, copies, points, out, generator):
    """What an opponent does: a greedy one looks at a redealt copy, so that it sees no more than it may."""
    if who[0] == RANDOM:
        return random_choice(s, box, who, weights, temperatures, copies, points, out, generator)
    generator = imagine(s, box, copies, generator)
    return greedy_choice(copies[0], box, weights[0], copies[1:], points, out, temperatures[0], generator)


def go_on(s, box, learner, kinds, weights, temperatures, copies, points, out, generator):
    """Opponents play until it is the learner's turn or the match is over. Where the learner has every seat, nobody plays."""
    while s.seat >= 0:
        place = (int(s.seat) - learner) % int(s.players)
        if kinds[place] == LEARNER:
            break
        action, generator = choice(
            s, box, kinds[place : place + 1], weights[place : place + 1], temperatures[place : place + 1], copies, points, out, generator
        )
        s.moves += 1
        play(s, box, action)
    return generator


def deal(states, i, box, players, seeds, learners, roams, generators):
    """The next match of a place, and where the learner sits in it."""
    set_up(states[i], box, players, seeds[i])
    seeds[i] += len(states)
    if roams:
        generators[i] = following(generators[i])
        learners[i] = below(generators[i], players)


def look(s, box, copies, observation, mask, out):
    """Writes what the seat to decide sees, out of a redacted copy, and what it may do."""
    copies[0] = s
    redact(copies[0], box, int(s.seat))
    observe(copies[0], box, int(s.seat), observation)
    for action in range(len(mask)):
        mask[action] = 0
    for i in range(legal(s, box, out)):
        mask[out[i]] = 1


def step_all(
    fresh,
    first,
    chooser,
    states,
    finals,
    boxes,
    players,
    actions,
    seeds,
    learners,
    final_learners,
    roams,
    generators,
    kinds,
    weights,
    temperatures,
    copies,
    points,
    out,
    observations,
    masks,
    dones,
    illegal,
):
    """One action in every match. A match ends when it is over, or with an action that is not legal and is not played.

    `fresh` deals every match anew instead: match i has the seed `first + i`, later ones in its place the seeds that nobody
    else has, and the opponents draw from `chooser + i`.
    """
    workers = len(out)
    for worker in prange(workers):
        for i in range(worker * len(states) // workers, (worker + 1) * len(states) // workers):
            dones[i] = False
            illegal[i] = False
            if fresh:
                seeds[i] = first + i
                generators[i] = seeded(chooser + i)
            else:
                action = int(actions[i])
                final_learners[i] = states[i].seat  # also where the learner has every seat: who made the last decision
                illegal[i] = action < 0 or action >= ACTIONS or masks[i, action] == 0
                if illegal[i]:
                    dones[i] = True
                    finals[i] = states[i]
                else:
                    states[i].moves += 1
                    play(states[i], boxes[0], action)
            next_match = fresh or illegal[i]
            while True:
                if next_match:
                    deal(states, i, boxes[0], players, seeds, learners, roams, generators)
                generators[i] = go_on(
                    states[i], boxes[0], int(learners[i]), kinds, weights, temperatures, copies[worker], points[worker], out[worker], generators[i]
                )
                if next_match or states[i].seat >= 0:
                    break
                dones[i] = True
                finals[i] = states[i]
                next_match = True
            look(states[i], boxes[0], copies[worker], observations[i], masks[i], out[worker])


_bound: dict[tuple[str, bool], Callable[..., Any]] = {}


def step_all_of(game: Game, greedy: bool) -> Callable[..., Any]:
    """`step_all`, bound to a game's rules; with its evaluation only where that is needed, because it takes longer to compile."""
    key = (game.name, greedy)
    if key in _bound:
        return _bound[key]
    names: dict[str, Any] = dict(game.engine.rules)
    owner = game.engine.owner
    choices: list[Callable[..., Any]] = [random_choice]
    if greedy:
        made = evaluation(game.name)
        owner = f"triumvir.bots.evaluation.{game.name}"
        names |= {"expected": made.expected, "doubt": made.doubt, "guesses": made.guesses, "guess": made.guess}
        choices += [judging.judged, judging.greedy_choice, judging.imagine, any_choice]
    for function in choices:
        names[function.__name__] = rule(bind([function], owner, names)[function.__name__])
    names["choice"] = names[choices[-1].__name__]
    for function in (go_on, deal, look):
        names[function.__name__] = rule(bind([function], owner, names)[function.__name__])
    _bound[key] = compiled(bind([step_all], owner, names)["step_all"], parallel=True)
    return _bound[key]


def room(game: Game, shares: int, categories: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scratch for each share of the work: copies of a record, points, legal actions."""
    return np.zeros((shares, 2), game.state), np.zeros((shares, SEATS, categories), np.float32), np.zeros((shares, game.num_actions), np.int16)
