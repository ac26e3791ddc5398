"""A search tree over what one seat knows, grown in preallocated arrays. Written once and bound to each game.

Information-set Monte Carlo tree search: each iteration deals the hidden cards anew, walks down the tree among the moves
that are legal in that deal, plays on lightly from there until the turn has passed, and asks the evaluation and what was
learnt (learnt.py) what every seat can expect. Every seat goes for its own result. A node stands for the decisions that led to it, whatever chance did
in between; forced moves have no node.

The names that are nowhere defined here are the game's (see judging.py).
"""

import math
from typing import NamedTuple

import numpy as np

from triumvir.bots.evaluation import NOT_LOOKED_AT
from triumvir.bots.judging import lead, seed_from, sigmoid, total
from triumvir.bots.learnt import UNITS
from triumvir.bots.memory import FIRST_SCENE, UNKNOWN, Memory, forget
from triumvir.kernel.chance import below, following, seeded
from triumvir.kernel.rule import rule
from triumvir.kernel.state import SEATS

# ruff: noqa: F821  (the game's rules, put there by bind)
# mypy: disable-error-code="name-defined"

NONE = -1
ROOT = 0
NODES, EDGES = 0, 1  # places in `Tree.used`
DEEPEST = 64
MARGIN = 20.0  # points of margin that are worth most of what margin can be worth


class Tree(NamedTuple):
    """The arrays of a tree. A node has a list of edges, the most promising first; an edge is a move."""

    used: np.ndarray  # nodes and edges in use
    tag: np.ndarray  # a number that goes up with every list of legal moves
    first: np.ndarray  # by node: its first edge
    action: np.ndarray  # by edge
    following: np.ndarray  # the next edge of the same node
    child: np.ndarray  # the node behind it
    visits: np.ndarray
    value: np.ndarray  # the sum of results, for the seat that moves
    promise: np.ndarray  # what the first look said: to compare with its sisters, as a logarithm,
    outlook: np.ndarray  # and as a result
    path: np.ndarray  # edges of this iteration,
    movers: np.ndarray  # and who moved
    contends: np.ndarray  # by action at the root: whether it is still in the running
    marks: np.ndarray  # by action: the tag of the last list that had it
    copies: np.ndarray  # records: the deal of this iteration, and one to try moves on
    out: np.ndarray  # legal moves
    seen: np.ndarray  # what a network sees of a position,
    units: np.ndarray  # and how its units answer
    points: np.ndarray  # expected points by seat and category
    results: np.ndarray  # by seat
    root_points: np.ndarray  # by action at the root: sums of the own points by category,
    root_squares: np.ndarray  # and of the squares of the results
    memory: Memory  # of moves that take long


def new_tree(state: np.dtype, actions: int, categories: int, inputs: int, nodes: int, edges: int, memory: Memory) -> Tree:
    """An empty tree with room for so many nodes and edges. Memory is taken as it is used."""
    return Tree(
        used=np.zeros(2, np.int32),
        tag=np.zeros(1, np.int32),
        first=np.zeros(nodes, np.int32),
        action=np.zeros(edges, np.int16),
        following=np.zeros(edges, np.int32),
        child=np.zeros(edges, np.int32),
        visits=np.zeros(edges, np.int32),
        value=np.zeros(edges, np.float64),
        promise=np.zeros(edges, np.float32),
        outlook=np.zeros(edges, np.float32),
        path=np.zeros(DEEPEST, np.int32),
        movers=np.zeros(DEEPEST, np.int8),
        contends=np.zeros(actions, np.bool_),
        marks=np.zeros(actions, np.int32),
        copies=np.zeros(2, state),
        out=np.zeros(actions, np.int16),
        seen=np.zeros(inputs, np.int16),
        units=np.zeros(UNITS, np.float32),
        points=np.zeros((SEATS, categories), np.float32),
        results=np.zeros(SEATS, np.float64),
        root_points=np.zeros((actions, categories), np.float64),
        root_squares=np.zeros(actions, np.float64),
        memory=memory,
    )


def clear(tree: Tree) -> None:
    """An empty tree: only the root, not looked at yet."""
    tree.used[NODES] = 1
    tree.used[EDGES] = 0
    tree.tag[0] = 0
    tree.first[ROOT] = NONE
    tree.contends[:] = False
    tree.marks[:] = 0
    tree.root_points[:] = 0.0
    tree.root_squares[:] = 0.0
    forget(tree.memory)


@rule
def add_edge(tree, node, action, promise, outlook):
    """A new edge in its place among its sisters. False when there is no room."""
    edge = tree.used[EDGES]
    if edge >= len(tree.action):
        return False
    tree.used[EDGES] += 1
    tree.action[edge] = action
    tree.child[edge] = NONE
    tree.visits[edge] = 0
    tree.value[edge] = 0.0
    tree.promise[edge] = promise
    tree.outlook[edge] = outlook
    before = NONE
    after = tree.first[node]
    while after != NONE and tree.promise[after] >= promise:
        before = after
        after = tree.following[after]
    tree.following[edge] = after
    if before == NONE:
        tree.first[node] = edge
    else:
        tree.following[before] = edge
    return True


def chance_to_beat(s, p, q, ahead, doubt):
    """The chance that a seat ends before another one that it is so many points ahead of; when all is over the final standing says it."""
    if s.seat >= 0:
        return sigmoid(ahead / doubt)
    own, other = final_standing(s, p), final_standing(s, q)
    return 1.0 if own > other else 0.5 if own == other else 0.0


def results(s, points, doubt, thinking, out):
    """What each seat has of a position, from 0 to 1: winning, rank and margin."""
    for p in range(s.players):
        won, beaten, least = 1.0, 0.0, 1e9
        for q in range(s.players):
            if q != p:
                ahead = total(points, p) - total(points, q)
                chance = chance_to_beat(s, p, q, ahead, doubt)
                won = min(won, chance)
                beaten += chance / (s.players - 1)
                least = min(least, ahead)
        margin = sigmoid(least / MARGIN)
        out[p] = thinking.win * won + thinking.rank * beaten + (1.0 - thinking.win - thinking.rank) * margin


def final_results(states, boxes, weights, thoughts, points, out):
    """The same of a finished match, to be asked from outside."""
    s = states[0]
    expected(s, boxes[0], weights[0], points)
    results(s, points, 1.0, thoughts[0], out)


def first_look(tree, s, box, w, thinking, action, scene, now):
    """The lead after an action: tried out or, where that takes long, guessed from the lead now.

    In the scene that the search begins with nothing is guessed that may be good: the whole search remembers what it tried out there.
    """
    ahead = judged(s, box, w, tree.copies[1:], tree.points, action)
    if not guesses(s, box, w):
        return ahead
    if scene != FIRST_SCENE or ahead <= NOT_LOOKED_AT:
        return now + ahead
    tree.copies[1] = s
    t = tree.copies[1]
    t.moves += 1
    play_by_heart(tree.memory, t, box, action, scene, thinking.outcomes)
    expected(t, box, w, tree.points)
    return lead(tree.points, s.players, s.seat)


def add_moves(tree, node, s, box, w, thinking, count, scene):
    """Edges for the legal moves that a node does not have yet; each gets a first look. False when there is no room."""
    uncertain = doubt(s, box, w)
    now = 0.0
    if guesses(s, box, w):
        expected(s, box, w, tree.points)
        now = lead(tree.points, s.players, s.seat)
    for i in range(count):
        action = int(tree.out[i])
        if tree.marks[action] == tree.tag[0]:
            ahead = first_look(tree, s, box, w, thinking, action, scene, now)
            if not add_edge(tree, node, action, ahead / thinking.sharpness, sigmoid(ahead / uncertain)):
                return False
    return True


@rule
def offered(tree, edge):
    """Whether an edge's move is legal in this deal (see `descend`)."""
    return tree.marks[tree.action[edge]] >= tree.tag[0] - 1


@rule
def choose_edge(tree, node, own, thinking):
    """The edge to follow: of the most promising moves that are legal in this deal, the one with most to hope for.

    The other seats can be taken to consider fewer moves, so that less of the search goes into what they might do.
    """
    visits = 0
    edge = tree.first[node]
    while edge != NONE:
        if offered(tree, edge):
            visits += tree.visits[edge]
        edge = tree.following[edge]
    wide = int(thinking.width + thinking.widening * math.sqrt(visits))
    if not own and thinking.rivals > 0:
        wide = int(thinking.rivals)
    edge, seen, best_promise, promises = tree.first[node], 0, 0.0, 0.0
    while edge != NONE and seen < wide:
        if offered(tree, edge):
            if seen == 0:
                best_promise = tree.promise[edge]
            promises += math.exp(tree.promise[edge] - best_promise)
            seen += 1
        edge = tree.following[edge]
    curiosity = thinking.exploration * math.sqrt(visits + 1.0) / promises
    best, chosen = -1e30, NONE
    edge, seen = tree.first[node], 0
    while edge != NONE and seen < wide:
        if offered(tree, edge):
            tries = tree.visits[edge]
            known = (tree.value[edge] + thinking.trust * tree.outlook[edge]) / (tries + thinking.trust)
            value = known + curiosity * math.exp(tree.promise[edge] - best_promise) / (1.0 + tries)
            if value > best:
                best, chosen = value, edge
            seen += 1
        edge = tree.following[edge]
    return chosen


@rule
def next_contender(tree):
    """The edge of the root that is in the running and was looked at least; none before anybody runs."""
    edge, chosen = tree.first[ROOT], NONE
    while edge != NONE:
        if tree.contends[tree.action[edge]] and (chosen == NONE or tree.visits[edge] < tree.visits[chosen]):
            chosen = edge
        edge = tree.following[edge]
    return chosen


def descend(tree, s, box, w, thinking):
    """From the root down to a move that was hardly looked at yet. The number of moves on the path."""
    node, depth = ROOT, 0
    scene = FIRST_SCENE if thinking.outcomes > 0.0 else UNKNOWN
    root_seat = int(s.seat)
    while s.seat >= 0 and depth < DEEPEST:
        count = legal(s, box, tree.out)
        if count == 1:
            s.moves += 1
            play(s, box, int(tree.out[0]))
            continue
        tree.tag[0] += 2  # legal moves get the tag, those that have an edge one less
        for i in range(count):
            tree.marks[int(tree.out[i])] = tree.tag[0]
        edge, known = tree.first[node], 0
        while edge != NONE:
            if tree.marks[tree.action[edge]] == tree.tag[0]:
                tree.marks[tree.action[edge]] = tree.tag[0] - 1
                known += 1
            edge = tree.following[edge]
        if known < count and not add_moves(tree, node, s, box, w, thinking, count, scene) and known == 0:
            break
        own = s.seat == root_seat
        edge = next_contender(tree) if node == ROOT else NONE
        if edge == NONE:
            edge = choose_edge(tree, node, own, thinking)
        tree.path[depth] = edge
        tree.movers[depth] = s.seat
        depth += 1
        s.moves += 1
        scene = play_by_heart(tree.memory, s, box, int(tree.action[edge]), scene, thinking.outcomes)
        node = tree.child[edge]
        if node == NONE:
            known = tree.visits[edge] >= thinking.patience or (not own and thinking.rivals == 1.0)  # a single move needs no second look
            if not known or tree.used[NODES] >= len(tree.first):
                break
            node = tree.used[NODES]
            tree.used[NODES] += 1
            tree.first[node] = NONE
            tree.child[edge] = node
    return depth


def light_move(tree, s, box, w, thinking, generator):
    """What a playout does next: the best of a few random moves, or of all. Also the generator, further on."""
    if thinking.sample == 0.0:
        return greedy_choice(s, box, w, tree.copies[1:], tree.points, tree.out, 0.0, generator)
    count = legal(s, box, tree.out)
    generator = following(generator)
    chosen = below(generator, count)
    if count > 1 and thinking.sample > 1.0:
        best = -1e30
        for _ in range(int(thinking.sample)):
            generator = following(generator)
            i = below(generator, count)
            ahead = judged(s, box, w, tree.copies[1:], tree.points, int(tree.out[i]))
            if ahead > best:
                best, chosen = ahead, i
    return int(tree.out[chosen]), generator


def play_on(tree, s, box, w, thinking, generator):
    """A light playout, until the turn has passed some times: the more often, the more is known of the move that it began with."""
    most = thinking.turns
    if thinking.further > 0.0:
        most += thinking.further * math.sqrt(tree.visits[tree.path[0]])
    turns, decisions = 0, 0
    while s.seat >= 0 and turns < most and decisions < thinking.most_decisions:
        mover = s.seat
        action, generator = light_move(tree, s, box, w, thinking, generator)
        s.moves += 1
        play(s, box, action)
        decisions += 1
        turns += s.seat != mover
    return generator


def grow(tree, observation, boxes, weights, thoughts, network, seed, iterations, enough):
    """Iterations of the search, and how many: fewer where somebody else says meanwhile that it is enough.

    The tree must be clear, or have grown from the same observation.
    """
    box, w, thinking = boxes[0], weights[0], thoughts[0]
    seat = int(observation[0].seat)
    generator = seeded(seed)
    done = 0
    while done < iterations and not enough[0]:
        done += 1
        s = tree.copies[0]
        tree.copies[0] = observation[0]
        generator = following(generator)
        redeal(s, box, seat, seed_from(generator))
        depth = descend(tree, s, box, w, thinking)
        generator = play_on(tree, s, box, w, thinking, generator)
        expected(s, box, w, tree.points)
        if s.seat >= 0 and len(network.hidden_biases) > 0:
            add_learnt(s, box, network, tree.points, tree.seen, tree.units, tree.results)
        results(s, tree.points, doubt(s, box, w), thinking, tree.results)
        for i in range(depth):
            edge = tree.path[i]
            tree.visits[edge] += 1
            tree.value[edge] += tree.results[tree.movers[i]]
        if depth > 0:
            action = tree.action[tree.path[0]]
            tree.root_squares[action] += tree.results[seat] ** 2
            for category in range(tree.points.shape[1]):
                tree.root_points[action, category] += tree.points[seat, category]
    return done
