"""Loops over many matches, written once and bound to each game's rules (see kernel/engine.py).

`playout`, `begin` and `step` are the same functions on the processor, on a GPU and in plain Python. Choices of a playout
come from a generator of their own, so that a match deals alike whatever is chosen.
"""

from numba import prange

from triumvir.kernel.chance import below, following, seeded

# ruff: noqa: F821  (the game's rules, put there by bind)
# mypy: disable-error-code="name-defined"


def playout(s, box, chooser, out):
    """Plays uniformly random legal actions until the match is over."""
    while s.seat >= 0:
        count = legal(s, box, out)
        chooser = following(chooser)
        s.moves += 1
        play(s, box, int(out[below(chooser, count)]))


def start_all(states, boxes, players, seed):
    """Sets every match up, with the seeds from `seed` on."""
    for i in prange(len(states)):
        set_up(states[i], boxes[0], players, seed + i)


def playout_all(states, boxes, seed, out):
    """Plays every match to its end at random; each row of `out` is one worker's list of actions."""
    workers = len(out)
    for worker in prange(workers):
        for i in range(worker * len(states) // workers, (worker + 1) * len(states) // workers):
            playout(states[i], boxes[0], seeded(seed + i), out[worker])


# --- Training: one decision at a time, the next match begins where one has ended --------------------------------------


def show(s, box, copy, out, observation, mask):
    """What the seat to decide sees, and what it may do."""
    for action in range(len(mask)):
        mask[action] = 0
    for i in range(legal(s, box, out)):
        mask[int(out[i])] = 1
    copy[0] = s
    redact(copy[0], box, int(s.seat))
    observe(copy[0], box, int(s.seat), observation)


def begin(s, box, players, seed, copy, out, observation, mask):
    """Sets one match up and shows it."""
    set_up(s, box, players, seed)
    show(s, box, copy, out, observation, mask)


def step(s, box, players, action, kind, next_seed, copy, out, observation, mask, rewards, final_scores):
    """Plays an action and shows what comes next, the beginning of another match if this one is over.

    0: goes on, 1: was over, -1: the action was not legal, and nothing has changed.
    """
    for p in range(len(rewards)):
        rewards[p] = 0
    if action < 0 or action >= len(mask) or mask[action] == 0:
        return -1
    s.moves += 1
    play(s, box, action)
    over = 0
    if s.seat < 0:
        over = 1
        reward(s, kind, rewards)
        for p in range(len(final_scores)):
            final_scores[p] = s.score[p]
        set_up(s, box, players, next_seed)
    show(s, box, copy, out, observation, mask)
    return over


def begin_all(states, boxes, players, seed, copies, out, observations, masks, seats, seeds):
    """Begins a match in every place, with the seeds from `seed` on."""
    workers = len(out)
    for worker in prange(workers):
        for i in range(worker * len(states) // workers, (worker + 1) * len(states) // workers):
            begin(states[i], boxes[0], players, seed + i, copies[worker : worker + 1], out[worker], observations[i], masks[i])
            seats[i] = states[i].seat
            seeds[i] = seed + i


def step_all(states, boxes, players, actions, kind, copies, out, observations, masks, seats, seeds, rewards, dones, illegal, final_scores):
    """Plays one action in every place. The next match of a place has the seed after those of all places."""
    workers = len(out)
    for worker in prange(workers):
        for i in range(worker * len(states) // workers, (worker + 1) * len(states) // workers):
            came = step(
                states[i],
                boxes[0],
                players,
                int(actions[i]),
                kind,
                seeds[i] + len(states),
                copies[worker : worker + 1],
                out[worker],
                observations[i],
                masks[i],
                rewards[i],
                final_scores[i],
            )
            seats[i] = states[i].seat
            dones[i] = came == 1
            illegal[i] = came == -1
            if came == 1:
                seeds[i] += len(states)
