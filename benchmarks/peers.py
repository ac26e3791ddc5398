"""Random play through every door, beside the environments that researchers use today: `python benchmarks/peers.py`.

    pip install -c constraints.txt -e '.[peers,openspiel,rl]' && pip install --no-deps catanatron_gym
    python benchmarks/peers.py --markdown          # five minutes; a table for docs/performance.md
    python benchmarks/peers.py pettingzoo          # one door only

Doors, each with the same loop for ours and for the others:

    inside       a whole match in one call, all choices made inside (ours: a batch on one core)
    own          every move from Python through the library's own interface: list what is legal, choose, play
    openspiel    the same through `pyspiel.State`, ours being Python games there as far as OpenSpiel can tell
    tensors      the same, and the observation tensor of the player to decide before each choice
    pettingzoo   the AEC loop: `last()`, choose by the action mask, `step()`; so with the observation
    gymnasium    `reset()`, choose, `step()` against random opponents; moves are the learner's alone
    vector       many matches with a step, choices by NumPy for all of them; moves are the learner's alone

How it is fair: the machine is one core (`sched_setaffinity`), the case is alone in its process with one thread, and the
time is that process's own processor time, so that others on the machine take nothing off it; the best of several stretches
counts. Where Python chooses, it is `legal[int(random() * len(legal))]` in every loop. Dealing is part of a match. A move is
a decision of a player; what chance does is not counted. What cannot be measured is listed with the reason. Games differ in
what a move is: read the ratios as what a learner gets a second, not as who codes better.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from random import Random
from typing import Any

Go = Callable[[], tuple[int, int, float]]  # plays a while: moves, matches, seconds of processor time

OURS = ("porta_nigra", "carpe_diem", "via_appia")
PLACES, FEW_PLACES = 256, 8  # matches side by side, in one compiled call and one after the other
clock = time.process_time
CHANCE = Random(1)
warnings.simplefilter("ignore")


def chosen(legal: Any) -> Any:
    """Any of them, with the same chance."""
    return legal[int(CHANCE.random() * len(legal))]


def timed(play: Callable[[], tuple[int, int]]) -> Go:
    """A loop that says how much it has played, with its time."""

    def go() -> tuple[int, int, float]:
        begin = clock()
        moves, matches = play()
        return moves, matches, clock() - begin

    return go


# --- inside: a whole match in one call ---------------------------------------------------------------------------------


def batch_playout(name: str, players: int) -> Go:
    import numpy as np

    import triumvir
    from triumvir.batch import Batch

    size = 50 if name == "via_appia" else 1000
    batch = Batch(triumvir.game(name), players, size, workers=1)

    def go() -> tuple[int, int, float]:
        begin = clock()
        batch.start(CHANCE.randrange(2**40))
        batch.playout(CHANCE.randrange(2**40))
        seconds = clock() - begin
        return int(batch.records()["moves"].astype(np.int64).sum()), size, seconds

    return go


def open_spiel_inside(name: str) -> Go:
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, 1 + player) for player in range(game.num_players())]

    def go() -> tuple[int, int, float]:
        begin = clock()
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, CHANCE.randrange(2**31))
        seconds = clock() - begin
        return sum(step.player >= 0 for step in state.full_history()), 1, seconds

    return go


def rlcard_inside(name: str) -> Go:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(name)
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])

    def go() -> tuple[int, int, float]:
        begin = clock()
        trajectories, _ = env.run(is_training=False)
        seconds = clock() - begin
        return sum(len(one) // 2 for one in trajectories), 1, seconds  # state, action, state, ..., state

    return go


def catanatron_inside(players: int) -> Go:
    from catanatron import Color, Game, RandomPlayer

    def go() -> tuple[int, int, float]:
        begin = clock()
        game = Game([RandomPlayer(color) for color in list(Color)[:players]])
        game.play()
        seconds = clock() - begin
        return len(game.state.actions), 1, seconds

    return go


# --- own: every move from Python ---------------------------------------------------------------------------------------


def match_play(name: str, players: int) -> Go:
    import triumvir

    game = triumvir.game(name)

    def play() -> tuple[int, int]:
        match, moves = game.new(players, CHANCE.randrange(2**40)), 0
        while match.seat is not None:
            match.play(chosen(match.legal()))
            moves += 1
        return moves, 1

    return timed(play)


def table_play(name: str, players: int) -> Go:
    """The match without history and undo that all environments of ours are made of."""
    from triumvir.envs.table import Table

    table = Table(name, players)

    def play() -> tuple[int, int]:
        table.start(CHANCE.randrange(2**40))
        moves = 0
        while table.count:
            table.play(chosen(table.legal()))
            moves += 1
        return moves, 1

    return timed(play)


def rlcard_steps(name: str) -> Go:
    import rlcard

    env = rlcard.make(name)

    def play() -> tuple[int, int]:
        (state, _), moves = env.reset(), 0
        while not env.is_over():
            state, _ = env.step(chosen(list(state["legal_actions"])))
            moves += 1
        return moves, 1

    return timed(play)


def catanatron_steps(players: int) -> Go:
    from catanatron import Color, Game, RandomPlayer
    from catanatron.game import TURNS_LIMIT

    def play() -> tuple[int, int]:
        game, moves = Game([RandomPlayer(color) for color in list(Color)[:players]]), 0
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            game.execute(chosen(game.state.playable_actions))
            moves += 1
        return moves, 1

    return timed(play)


# --- openspiel, tensors ------------------------------------------------------------------------------------------------


def open_spiel_steps(name: str, tensors: bool) -> Go:
    import pyspiel

    if "triumvir" in name:
        import_module("triumvir.envs.open_spiel")
    elif name.startswith("python_"):
        import_module("open_spiel.python.games")
    game = pyspiel.load_game(name)

    def play() -> tuple[int, int]:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chosen(state.legal_actions()))
                continue
            if tensors:
                state.observation_tensor(state.current_player())
            state.apply_action(chosen(state.legal_actions()))
            moves += 1
        return moves, 1

    return timed(play)


# --- pettingzoo --------------------------------------------------------------------------------------------------------


def aec_loop(env: Any) -> Go:
    env.reset(seed=1)

    def play() -> tuple[int, int]:
        env.reset()
        moves = 0
        for _ in env.agent_iter(10**9):
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            env.step(int(chosen(mask.nonzero()[0])))
            moves += 1
        return moves, 1

    return timed(play)


def our_aec(name: str, players: int) -> Go:
    from triumvir.envs.pettingzoo import env

    return aec_loop(env(name, players=players))


def their_aec(name: str, **options: Any) -> Go:
    return aec_loop(import_module(f"pettingzoo.classic.{name}").env(**options))


# --- gymnasium ---------------------------------------------------------------------------------------------------------


def our_gymnasium(name: str) -> Go:
    from triumvir.envs.gymnasium import Env

    env = Env(name, opponents="random")
    env.reset(seed=1)

    def play() -> tuple[int, int]:
        (observation, _), over, moves = env.reset(), False, 0
        while not over:
            observation, _, over, _, _ = env.step(int(chosen(observation["action_mask"].nonzero()[0])))
            moves += 1
        return moves, 1

    return timed(play)


def catanatron_gymnasium() -> Go:
    from catanatron_gym.envs.catanatron_env import CatanatronEnv

    env = CatanatronEnv()
    env.reset(seed=1)

    def play() -> tuple[int, int]:
        (_, info), over, moves = env.reset(), False, 0
        while not over:
            _, _, terminated, truncated, info = env.step(chosen(info["valid_actions"]))
            over = terminated or truncated
            moves += 1
        return moves, 1

    return timed(play)


# --- vector ------------------------------------------------------------------------------------------------------------


def many_at_once(places: int, step: Callable[[], Any]) -> Go:
    """Steps of all matches; `step` says where one has ended. Each place ends one first, so that they stand at different points."""
    import numpy as np

    ended = np.zeros(places, bool)
    while not ended.all():
        ended |= step()

    def play() -> tuple[int, int]:
        return 20 * places, sum(int(step().sum()) for _ in range(20))

    return timed(play)


def any_of_each(masks: Any, generator: Any) -> Any:
    """A legal action for each row."""
    import numpy as np

    return (generator.random(masks.shape, np.float32) * masks).argmax(axis=1)


def our_vector(name: str) -> Go:
    import numpy as np

    from triumvir.envs.gymnasium import VectorEnv

    env, generator = VectorEnv(name, PLACES, opponents="random"), np.random.default_rng(1)
    masks = env.reset(seed=1)[0]["action_mask"]

    def step() -> Any:
        nonlocal masks
        observation, _, over, _, _ = env.step(any_of_each(masks, generator))
        masks = observation["action_mask"]
        return over

    return many_at_once(PLACES, step)


def our_batch(name: str) -> Go:
    import numpy as np

    import triumvir
    from triumvir.batch import Batch

    batch, generator = Batch(triumvir.game(name), 2, PLACES, workers=1), np.random.default_rng(1)
    batch.reset(seed=1)

    def step() -> Any:
        batch.step(any_of_each(batch.masks, generator))
        return batch.dones

    return many_at_once(PLACES, step)


def catanatron_vector() -> Go:
    from catanatron_gym.envs.catanatron_env import CatanatronEnv
    from gymnasium.vector import AutoresetMode, SyncVectorEnv

    env = SyncVectorEnv([CatanatronEnv] * FEW_PLACES, autoreset_mode=AutoresetMode.SAME_STEP)
    legal = env.reset(seed=1)[1]["valid_actions"]

    def step() -> Any:
        nonlocal legal
        _, _, terminated, truncated, infos = env.step([chosen(actions) for actions in legal])
        legal = infos["valid_actions"]
        return terminated | truncated

    return many_at_once(FEW_PLACES, step)


# --- The cases ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    door: str
    what: str
    package: str  # of PyPI
    make: Callable[[], Go]

    @property
    def ours(self) -> bool:
        return self.package == "triumvir"


def cases() -> list[Case]:
    """All of them, door by door, ours first."""
    found: list[Case] = []

    def add(door: str, what: str, package: str, make: Callable[..., Go], *given: Any, **named: Any) -> None:
        found.append(Case(door, what, package, lambda: make(*given, **named)))

    spiels = ("backgammon", "gin_rummy", "hearts", "go(board_size=9)")
    pythons = ("python_block_dominoes", "python_team_dominoes", "python_tic_tac_toe")
    cards = ("gin-rummy", "uno", "mahjong", "bridge", "limit-holdem", "no-limit-holdem")
    tables = [(name, players) for name in OURS for players in (2, 4)]
    for name, players in tables:
        add("inside", f"{name}, {players} players", "triumvir", batch_playout, name, players)
    for name in spiels:
        add("inside", name, "open_spiel", open_spiel_inside, name)
    for name in cards:
        add("inside", name, "rlcard", rlcard_inside, name)
    for players in (2, 4):
        add("inside", f"{players} players", "catanatron", catanatron_inside, players)
    for name, players in tables:
        add("own", f"{name}, {players} players, Match", "triumvir", match_play, name, players)
    for name in OURS:
        add("own", f"{name}, 2 players, Table", "triumvir", table_play, name, 2)
    for name in spiels:
        add("own", name, "open_spiel", open_spiel_steps, name, False)
    for name in cards:
        add("own", name, "rlcard", rlcard_steps, name)
    for players in (2, 4):
        add("own", f"{players} players", "catanatron", catanatron_steps, players)
    for door in ("openspiel", "tensors"):
        for name in OURS:
            add(door, f"python_triumvir_{name}", "triumvir", open_spiel_steps, f"python_triumvir_{name}", door == "tensors")
        for name in (*pythons, *spiels):
            add(door, name, "open_spiel", open_spiel_steps, name, door == "tensors")
    for name, players in tables:
        add("pettingzoo", f"{name}, {players} players", "triumvir", our_aec, name, players)
    for name in ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "gin_rummy_v4", "hanabi_v5"):
        add("pettingzoo", name, "pettingzoo", their_aec, name)
    add("pettingzoo", "go_v5, 9x9", "pettingzoo", their_aec, "go_v5", board_size=9)
    add("pettingzoo", "chess_v6", "pettingzoo", their_aec, "chess_v6")
    for name in OURS:
        add("gymnasium", name, "triumvir", our_gymnasium, name)
    add("gymnasium", "catanatron-v1", "catanatron_gym", catanatron_gymnasium)
    for name in OURS:
        add("vector", f"{name}, VectorEnv x {PLACES}", "triumvir", our_vector, name)
        add("vector", f"{name}, Batch x {PLACES}", "triumvir", our_batch, name)
    add("vector", f"catanatron-v1, SyncVectorEnv x {FEW_PLACES}", "catanatron_gym", catanatron_vector)
    return found


def measured(case: Case, seconds: float, times: int) -> dict[str, Any]:
    """The best of several stretches, after one that warms up."""
    go = case.make()
    go()
    best: dict[str, Any] = {"moves": 0.0, "matches": 0.0}
    for _ in range(times):
        moves, matches, spent = 0, 0, 0.0
        while spent < seconds:
            more = go()
            moves, matches, spent = moves + more[0], matches + more[1], spent + more[2]
        if moves / spent > best["moves"]:
            best = {"moves": moves / spent, "matches": matches / spent}
    return best


def in_a_process(number: int, seconds: float, times: int, core: int) -> dict[str, Any]:
    """Measures a case alone in a process on one core; what went wrong if it did."""
    command = [sys.executable, __file__, "--case", str(number), "--seconds", str(seconds), "--times", str(times), "--core", str(core)]
    threads = dict.fromkeys(("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600, env={**os.environ, **threads})
    except subprocess.TimeoutExpired:
        return {"why": "took longer than ten minutes"}
    lines = result.stdout.strip().splitlines()
    if result.returncode == 0 and lines:
        answer: dict[str, Any] = json.loads(lines[-1])
        return answer
    return {"why": (result.stderr.strip().splitlines() or [f"ended with {result.returncode}"])[-1]}


def installed(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"{package} not installed"


def report(rows: list[tuple[Case, dict[str, Any]]], markdown: bool) -> None:
    """A table for each door, and how many times as many moves a second each of our games makes there, by its fastest row."""
    for door in dict.fromkeys(case.door for case, _ in rows):
        here = [(case, found) for case, found in rows if case.door == door]
        good = [(case.what, found["moves"]) for case, found in here if case.ours and "moves" in found]
        own = {name: max([moves for what, moves in good if name in what], default=0.0) for name in OURS}
        print(f"\n{'**' if markdown else ''}{door}{'**' if markdown else ''}\n")
        lines = [("package", "game", "moves/s", "matches/s", *(f"{name.replace('_', ' ').title()} / it" for name in OURS))]
        missing = []
        for case, found in here:
            if "moves" not in found:
                missing.append(f"{installed(case.package)}, {case.what}: {found['why']}")
                continue
            ratios = ["" if case.ours or not own[name] else in_short(own[name] / found["moves"]) for name in OURS]
            lines.append((case.package, case.what, in_short(found["moves"]), in_short(found["matches"]), *ratios))
        if markdown:
            print("\n".join(f"| {' | '.join(line)} |" for line in (lines[0], ("---",) * len(lines[0]), *lines[1:])))
        else:
            widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
            for line in lines:
                print("  ".join(text.ljust(width) if n < 2 else text.rjust(width) for n, (text, width) in enumerate(zip(line, widths, strict=True))))
        for one in missing:
            print(f"\nNot measured: {one}")


def in_short(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("doors", nargs="*", metavar="DOOR")
    asked.add_argument("--seconds", type=float, default=1.0, help="of a stretch")
    asked.add_argument("--times", type=int, default=3, help="stretches, of which the best counts")
    asked.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)))
    asked.add_argument("--markdown", action="store_true")
    asked.add_argument("--case", type=int, help=argparse.SUPPRESS)
    given = asked.parse_args()
    everything = cases()
    if given.case is not None:
        os.sched_setaffinity(0, {given.core})
        print(json.dumps(measured(everything[given.case], given.seconds, given.times)))
        return
    known = list(dict.fromkeys(case.door for case in everything))
    if unknown := [door for door in given.doors if door not in known]:
        asked.error(f"no door {unknown[0]!r}: there is {', '.join(known)}")
    rows = []
    for number, case in enumerate(everything):
        if not given.doors or case.door in given.doors:
            rows.append((case, in_a_process(number, given.seconds, given.times, given.core)))
            print(f"{case.door}: {case.package} {case.what}: {rows[-1][1]}", file=sys.stderr, flush=True)
    packages = ", ".join(installed(package) for package in dict.fromkeys(case.package for case in everything))
    print(f"{date.today()}, one of {os.cpu_count()} cores, Python {platform.python_version()}, {packages}")
    report(rows, given.markdown)


if __name__ == "__main__":
    main()
