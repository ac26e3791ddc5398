"""The doors from Python into a game's rules: each takes an array of records and an index.

Passing a record itself would cost ten times as much per call. The names that are nowhere defined here (`set_up`,
`legal`, `play`, `obstacle`, ...) are the game's own rules: `Engine` binds a copy of every function to one game.
"""

from collections.abc import Callable
from typing import Any

from triumvir.kernel.rewards import reward
from triumvir.kernel.rule import bind, compiled, rule

# ruff: noqa: F821  (the game's rules, put there by bind)
# mypy: disable-error-code="name-defined"


def start_match(states, i, boxes, players, seed):
    """Sets a match up."""
    set_up(states[i], boxes[0], players, seed)


def legal_actions(states, i, boxes, out):
    """Writes the legal actions, ascending, and returns their number."""
    return legal(states[i], boxes[0], out)


def play_action(states, i, boxes, action):
    """Plays an action without asking whether it is legal."""
    s = states[i]
    s.moves += 1
    play(s, boxes[0], action)


def try_action(states, i, boxes, action, out):
    """Plays an action if it is legal and writes what is legal next; -1, and nothing changed, if it is not."""
    s = states[i]
    box = boxes[0]
    if action < 0 or action >= ACTIONS or obstacle(s, box, action) != 0:
        return -1
    s.moves += 1
    play(s, box, action)
    return legal(s, box, out)


def obstacle_code(states, i, boxes, action):
    """0 if an action is legal, or the code of the rule that forbids it."""
    return obstacle(states[i], boxes[0], action)


def redact_match(states, i, boxes, seat):
    """Blanks what a seat may not know."""
    redact(states[i], boxes[0], seat)


def redeal_match(states, i, boxes, seat, seed):
    """Fills what a seat may not know at random."""
    redeal(states[i], boxes[0], seat, seed)


def observe_match(states, i, boxes, seat, out):
    """Writes the observation vector of a seat."""
    observe(states[i], boxes[0], seat, out)


def stand_all(states, out):
    """Writes a number for each match and seat: whoever has the highest wins."""
    for i in range(len(states)):
        for p in range(states[i].players):
            out[i, p] = final_standing(states[i], p)


def reward_all(states, kind, out):
    """Writes a number for each finished match and seat: its reward of a kind, see kernel/rewards.py."""
    for i in range(len(states)):
        reward(states[i], kind, out[i])


@rule
def tally(s, box, action, taken):
    """Counts what a decision takes: itself, unless a game knows more (see `Dealt`)."""
    taken[action] += 1


DOORS: tuple[Callable[..., Any], ...] = (
    start_match,
    legal_actions,
    play_action,
    try_action,
    obstacle_code,
    redact_match,
    redeal_match,
    observe_match,
    stand_all,
    reward_all,
)


class Engine:
    """A game's rules, compiled: every door, bound to one game. `rules` keeps the names for whoever binds more loops."""

    def __init__(self, owner: str, rules: dict[str, Any]) -> None:
        self.owner = owner
        self.rules = {"tally": tally, **rules, "reward": rule(bind([reward], owner, rules)["reward"])}
        doors = {name: compiled(door) for name, door in bind(DOORS, owner, self.rules).items()}
        self.start_match = doors["start_match"]
        self.legal_actions = doors["legal_actions"]
        self.play_action = doors["play_action"]
        self.try_action = doors["try_action"]
        self.obstacle_code = doors["obstacle_code"]
        self.redact_match = doors["redact_match"]
        self.redeal_match = doors["redeal_match"]
        self.observe_match = doors["observe_match"]
        self.stand_all = doors["stand_all"]
        self.reward_all = doors["reward_all"]
