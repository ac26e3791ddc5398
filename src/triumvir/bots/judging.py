"""Looking one decision ahead, written once and bound to each game's rules and evaluation.

The names that are nowhere defined here are the game's: `legal`, `play`, `redeal`, `tally` from its rules, `expected`, `doubt`,
`guesses` and `guess` from its evaluation (see bots/evaluation).
"""

import math

import numpy as np
from numba import prange

from triumvir.kernel.chance import below, following, mixed, seeded
from triumvir.kernel.rule import rule

# ruff: noqa: F821  (the game's rules, put there by bind)
# mypy: disable-error-code="name-defined"


@rule
def total(points, p):
    """A seat's expected points."""
    result = 0.0
    for category in range(points.shape[1]):
        result += points[p, category]
    return result


@rule
def lead(points, players, seat):
    """Expected points of a seat less the mean of the others."""
    others = 0.0
    for p in range(players):
        if p != seat:
            others += total(points, p)
    return total(points, seat) - others / (players - 1)


@rule
def seed_from(generator):
    """A seed from a generator."""
    return np.int64(mixed(generator) >> np.uint64(1))


@rule
def sigmoid(x):
    return 1.0 / (1.0 + math.exp(-x))


@rule
def noise(generator):
    """A Gumbel-distributed number: added to each of several values, it makes the largest a draw by their exponentials."""
    uniform = (below(generator, 1 << 30) + 0.5) / (1 << 30)
    return -math.log(-math.log(uniform))


def judged(s, box, w, trial, points, action):
    """The lead of the seat to decide after an action: tried out on a copy, or guessed where that would take too long."""
    if guesses(s, box, w):
        return guess(s, box, w, action)
    seat = s.seat
    trial[0] = s
    t = trial[0]
    t.moves += 1
    play(t, box, action)
    expected(t, box, w, points)
    return lead(points, s.players, seat)


def judge_all(observation, boxes, weights, deals, trial, actions, redeals, seed, points, leads, sums):
    """For each action the expected lead, and by category the own points, as the mean of some redeals."""
    box, w = boxes[0], weights[0]
    seat = observation[0].seat
    for deal in range(redeals):
        s = deals[0]
        deals[0] = observation[0]
        redeal(s, box, seat, seed + deal)
        guessing = guesses(s, box, w)
        now = 0.0
        if guessing:
            expected(s, box, w, points)
            now = lead(points, s.players, seat)
        for i in range(len(actions)):
            leads[i] += (now + judged(s, box, w, trial, points, int(actions[i]))) / redeals
            for category in range(points.shape[1]):
                sums[i, category] += points[seat, category] / redeals


def greedy_choice(s, box, w, trial, points, out, temperature, generator):
    """The action with the best lead, or a near one; the record must hold no blanks. Also the generator, further on."""
    count = legal(s, box, out)
    best, chosen = -1e30, int(out[0])
    if count == 1:
        return chosen, generator
    for i in range(count):
        value = judged(s, box, w, trial, points, int(out[i]))
        generator = following(generator)
        value += (temperature if temperature > 0.0 else 1e-6) * noise(generator)
        if value > best:
            best, chosen = value, int(out[i])
    return chosen, generator


def imagine(s, box, copies, generator):
    """The position as the seat to decide may know it, the rest dealt at random, into the first copy. The generator, further on."""
    seat = int(s.seat)
    copies[0] = s
    redact(copies[0], box, seat)
    generator = following(generator)
    redeal(copies[0], box, seat, seed_from(generator))
    return generator


def greedy_match(s, box, weights, temperatures, seed, copies, points, out, taken):
    """Plays a match to its end, every seat greedy with its own weights and temperature; nobody sees more than she may.

    `taken` counts, by seat, what was done, and after all actions the cards that went with it (see `Dealt`).
    """
    generator = seeded(seed)
    while s.seat >= 0:
        seat = int(s.seat)
        generator = imagine(s, box, copies, generator)
        action, generator = greedy_choice(copies[0], box, weights[seat], copies[1:], points, out, temperatures[seat], generator)
        s.moves += 1
        tally(s, box, action, taken[seat])
        play(s, box, action)


def greedy_matches(states, boxes, weights, temperatures, seed, copies, points, out, taken):
    """Plays every match to its end; the scratch arrays have a row for each worker."""
    workers = len(out)
    for worker in prange(workers):
        for i in range(worker * len(states) // workers, (worker + 1) * len(states) // workers):
            greedy_match(states[i], boxes[0], weights, temperatures, seed + i, copies[worker], points[worker], out[worker], taken[i])


def watched_match(s, box, weights, temperature, every, seed, copies, points, out, seen, more, whose):
    """Plays a match between greedy bots and keeps about one in so many of its decisions.

    For every seat then: what a network may see (see learnt.py), and how many points more than expected the seat had in the
    end. The number of rows written.
    """
    generator = seeded(seed)
    rows = 0
    while s.seat >= 0:
        generator = imagine(s, box, copies, generator)
        now = copies[0]
        generator = following(generator)
        if below(generator, every) == 0 and rows + s.players <= len(seen):
            expected(now, box, weights[0], points)
            for p in range(s.players):
                look_at(now, box, points, p, seen[rows])
                more[rows] = -total(points, p)
                whose[rows] = p
                rows += 1
        action, generator = greedy_choice(now, box, weights[0], copies[1:], points, out, temperature, generator)
        s.moves += 1
        play(s, box, action)
    for row in range(rows):
        more[row] += s.score[whose[row]]
    return rows


def watched_matches(states, boxes, weights, temperature, every, seed, copies, points, out, seen, more, whose):
    """Plays every match to its end, as long as there is room for rows. The number of rows written."""
    rows = 0
    for i in range(len(states)):
        rows += watched_match(states[i], boxes[0], weights, temperature, every, seed + i, copies, points, out, seen[rows:], more[rows:], whose[rows:])
    return rows
