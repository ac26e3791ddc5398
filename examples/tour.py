"""A tour for researchers, cell by cell: run it whole (`python examples/tour.py`) or step through it in an editor.

It needs `pip install 'triumvir[rl,openspiel]'`; without OpenSpiel, that cell is passed over. With compiled code at hand
(`triumvir warm`) it takes some seconds.
"""

# ruff: noqa: E402  (a cell imports what it shows)

# %% A game: its actions, its observation, its rules
import random

import numpy as np

import triumvir

game = triumvir.game("porta_nigra")  # triumvir.games() lists all three
print(f"{game.title}: {game.players[0]} to {game.players[-1]} players, {game.num_actions} actions, {game.features.count} numbers in an observation")
rule, sentence = next(iter(game.rules.items()))
print(f"{len(game.rules)} rules, such as {rule}: {sentence}")

# %% A match: a record and what may be done with it. The seed decides everything that is left to chance.
match = game.new(players=2, seed=7)
print("seat", match.seat, "may:", ", ".join(match.notation(action) for action in match.legal()))
action = match.legal()[0]
print(match.describe(action))
match.play(action)
match.play(match.notation(match.legal()[0]))  # by number or by notation

# %% What is not allowed is refused, with the rule that forbids it
forbidden = next(action for action in range(game.num_actions) if action not in match.legal())
try:
    match.play(forbidden)
except triumvir.IllegalMove as refusal:
    print(f"{match.notation(forbidden)}: {refusal}")

# %% A view, for people and pages: what that seat may see, as data or as text
view = match.view(seat=0)
print("a view has", ", ".join(view))
print("\n".join(match.text(0, "en").splitlines()[:6]), "\n...")

# %% An observation, for networks: the same as whole numbers, own seat first, and a mask of what is legal
observation, mask = match.observation(match.seat), match.mask()
scaled = observation / np.array(game.features.scales())  # roughly 0 to 1
print(
    f"observation {observation.shape} {observation.dtype}, scaled {scaled.min():.1f} to {scaled.max():.1f}, {mask.sum()} of {mask.size} actions legal"
)

# %% To the end at random, and what it came to
chance = random.Random(1)
while not match.over:
    match.play(chance.choice(match.legal()))
print(f"after {len(match.history)} decisions: {match.scores()} points, won by {match.winners()}")
again = triumvir.loads(match.dumps())  # the record of a match is text, and replays
assert again.scores() == match.scores()

# %% A batch: many matches in compiled code, on all cores or, with device="cuda", on a GPU
from triumvir.batch import Batch

batch = Batch(game, players=2, size=2000)
batch.start(seed=1)
batch.playout(seed=2)
print(f"2,000 random matches: {batch.records()['score'][:, :2].mean():.1f} points on average")

# %% A batch to train on: one decision in every match with a call; where a match has ended the next has begun
batch = Batch(game, players=2, size=256, reward="win")
batch.reset(seed=1)
generator, ended = np.random.default_rng(0), 0
for _ in range(300):
    batch.step((generator.random(batch.masks.shape) * batch.masks).argmax(axis=1))
    ended += int(batch.dones.sum())
print(f"300 steps of 256 matches, {ended} ended; arrays in place: observations {batch.observations.shape}, masks {batch.masks.shape}")

# %% PettingZoo
from triumvir.envs.pettingzoo import env

table = env("carpe_diem", players=3, reward="rank")
table.reset(seed=7)
for agent in table.agent_iter():
    seen, reward, terminated, truncated, info = table.last()
    table.step(None if terminated or truncated else table.action_space(agent).sample(seen["action_mask"]))
    if terminated:
        print(f"{agent}: {reward:+.1f}")

# %% Gymnasium: one learner, the other seats are bots; then many matches with one compiled call
import gymnasium

import triumvir.envs  # tells Gymnasium of the games

single = gymnasium.make("triumvir/PortaNigra-v0", opponents=["greedy"])
seen, info = single.reset(seed=7)
over = False
while not over:
    seen, reward, over, _, info = single.step(single.action_space.sample(info["action_mask"]))
print(f"at random against greedy: {info['scores']}")

many = gymnasium.make_vec("triumvir/PortaNigra-v0", num_envs=64, opponents="random", reward="margin")
seen, info = many.reset(seed=7)
for _ in range(100):
    masks = seen["action_mask"]
    seen, rewards, terminated, _, info = many.step((generator.random(masks.shape) * masks).argmax(axis=1))
print(f"VectorEnv: observations {seen['observation'].shape}")

# %% OpenSpiel
try:
    import pyspiel

    import triumvir.envs.open_spiel  # tells OpenSpiel of the games
except ImportError:
    print("OpenSpiel is not installed: pip install 'triumvir[openspiel]'")
else:
    state = pyspiel.load_game("python_triumvir_porta_nigra(players=2)").new_initial_state()
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))  # the first are chance's: bytes of the seed
    print(f"OpenSpiel: {state}, returns {state.returns()}")

# %% Bots see the redacted record of their seat, and give reasons
from triumvir import bots

match, greedy = game.new(players=2, seed=11), bots.make("greedy", game)
opinion = greedy.explain(game.redacted(match.states, match.seat), np.array(match.legal(), np.int16))
for option in opinion.options[:3]:
    print(f"{match.notation(option.action)}: {option.value:+.1f} points ahead")

# %% An arena: every deal from every seat, with intervals. `Contest` plays on all cores, `triumvir arena` from the command line.
from triumvir.arena import Header, Results, play_pairing, schedule, standings

names, pairings = ["greedy", "random"], schedule(2, ["greedy", "random"], games=20, seed=3)
results = Results(Header.of(game, 2, names, seed=3, games=len(pairings)))
for pairing in pairings:
    results.add(play_pairing(game, pairing))
for standing in standings(results):
    low, high = standing.wins.interval
    print(f"{standing.bot}: {100 * standing.wins.rate:.0f} % won ({100 * low:.0f} to {100 * high:.0f}), {standing.points:.0f} points on average")
