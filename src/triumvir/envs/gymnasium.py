"""The games as Gymnasium environments: one learner, the other seats are bots.

    gymnasium.make("triumvir.envs:triumvir/CarpeDiem-v0", players=3, opponents=["greedy", "random"], seat="random")
    gymnasium.make_vec("triumvir.envs:triumvir/CarpeDiem-v0", num_envs=1024, opponents=["greedy"])

(After `import triumvir.envs`, the ids work without the module in front.) An observation is a dict with `observation`, the
vector of docs/interface for the learner's seat (int16, as it is; `env.unwrapped.scales` holds what to divide it by), and
`action_mask` (int8), which is in the info too. `action_masks()` gives it as sb3-contrib's MaskablePPO asks for it. A step
plays one decision of the learner and all decisions of the others until it is the learner's turn again. Rewards come when
the match is over and are zero until then; see `triumvir.kernel.rewards` for the three kinds.

An action that is not legal is not played: it ends the match with the reward `illegal_reward` and the info `illegal`, which
names the rule. Nothing that a learner does raises an error.
"""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from triumvir import bots
from triumvir.bots.mind import mind
from triumvir.bots.roster import described
from triumvir.envs.loops import GREEDY, LEARNER, RANDOM, room, step_all_of
from triumvir.envs.picture import RENDER_MODES, check_render_mode, rendered
from triumvir.envs.rewards import check_reward, rewards
from triumvir.envs.spaces import observation_space
from triumvir.envs.table import MASK, Table
from triumvir.games import NAMES, title
from triumvir.kernel.errors import BadRequest
from triumvir.kernel.game import Door, Game
from triumvir.kernel.rule import shares
from triumvir.kernel.state import EMPTY, SEATS
from triumvir.match import game as find_game

Observation = dict[str, np.ndarray]

VERSION = 0  # rises when the same actions can lead elsewhere
RANDOM_SEAT = "random"
ILLEGAL_REWARD = -1.0


def register_all() -> None:
    """Tells Gymnasium of every game: triumvir/PortaNigra-v0 and so on."""
    for name in NAMES:
        gymnasium.register(
            id=f"triumvir/{title(name).title.replace(' ', '')}-v{VERSION}",
            entry_point="triumvir.envs.gymnasium:Env",
            vector_entry_point="triumvir.envs.gymnasium:VectorEnv",
            kwargs={"game": name},
        )


def seated(opponents: str | Sequence[str], players: int, game: Game) -> list[str]:
    """The names of all opponents, clockwise from the learner: a single name is for all of them."""
    names = [opponents] if isinstance(opponents, str) else list(opponents)
    if len(names) == 1:
        names *= players - 1
    if len(names) != players - 1:
        raise BadRequest(f"with {players} players there are {players - 1} opponents, or one name for all of them, not {len(names)}")
    for name in names:
        described(name, game.name)
    return names


def check_seat(seat: int | str, players: int) -> None:
    if seat != RANDOM_SEAT and (type(seat) is not int or not 0 <= seat < players):
        raise BadRequest(f"no seat {seat!r}: seats run from 0 to {players - 1}, or {RANDOM_SEAT!r} draws one for each match")


def doors(game: Game) -> Iterator[Door]:
    """What the vector environment compiles, to be done ahead: a name, and a call that does it."""
    for opponent in ("random", "greedy"):
        yield f"many matches against {opponent} bots", lambda opponent=opponent: VectorEnv(game.name, opponents=opponent).reset(seed=1)  # type: ignore[misc]


class Env(gymnasium.Env[Observation, Any]):
    """One match at a time.

    game            its name; `gymnasium.make` knows it
    players         how many take part
    opponents       names of bots (see `triumvir.bots`), clockwise from the learner, or one for all
    seat            the learner's, or "random"
    reward          rank, win or margin
    illegal_reward  for an action that is not legal
    render_mode     human (prints the text), ansi (gives it back) or svg (gives it back as a picture)
    box             the path of a changed box
    options         the game's own, by name, as in `game.new`
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012  (Gymnasium's own)

    def __init__(
        self,
        game: str,
        players: int = 2,
        opponents: str | Sequence[str] = "random",
        seat: int | str = 0,
        reward: str = "rank",
        illegal_reward: float = ILLEGAL_REWARD,
        render_mode: str | None = None,
        box: str | Path | None = None,
        **options: Any,
    ) -> None:
        check_render_mode(render_mode)
        self._table = Table(game, players, reward, box, options)
        self.game = self._table.game
        self._names = seated(opponents, players, self.game)
        check_seat(seat, players)
        self._chosen_seat = seat
        self.seat = 0
        self.render_mode = render_mode
        self.scales = np.array(self.game.features.scales(), np.float32)
        self.observation_space: spaces.Space[Any] = observation_space(self.game)
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.game.num_actions)
        self._illegal_reward = illegal_reward
        self._over = True
        self._chooser = random.Random(0)
        self._bots: dict[int, bots.Bot] = {}  # by seat; random ones need none

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """A new match. With a seed, it and all matches after it are repeatable."""
        super().reset(seed=seed)
        self._table.start(int(self.np_random.integers(2**63)))
        players = self._table.players
        own = int(self.np_random.integers(players))
        self.seat = own if self._chosen_seat == RANDOM_SEAT else int(self._chosen_seat)
        self._chooser.seed(int(self.np_random.integers(2**63)))
        bot_seed = int(self.np_random.integers(2**31))
        seats = {(self.seat + place) % players: name for place, name in enumerate(self._names, start=1)}
        self._bots = {p: bots.make(name, self.game, bot_seed + p) for p, name in seats.items() if name != "random"}
        self._others_play()
        self._over = self._table.seat == EMPTY
        return self._look({})

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self._over:
            return self._after(0.0, {})
        try:
            number = int(action)
        except (TypeError, ValueError):
            number = EMPTY
        if not 0 <= number < self.game.num_actions or not self._table.play(number):
            self._over = True
            rule = self.game.rule_against(self._table.states, number) if 0 <= number < self.game.num_actions else None
            return self._after(self._illegal_reward, {"illegal": rule or "no action"})
        self._others_play()
        if self._table.seat != EMPTY:
            observation, info = self._look({})
            return observation, 0.0, False, False, info
        self._over = True
        return self._after(self._table.rewards()[self.seat], {"scores": self._table.scores()})

    def _others_play(self) -> None:
        table = self._table
        while (seat := table.seat) not in (self.seat, EMPTY):
            bot = self._bots.get(seat)
            if bot is None:
                action = int(table.legal_actions[int(self._chooser.random() * table.count)])
            else:
                action = bot.choose(self.game.redacted(table.states, seat), table.legal())
            table.play(action)

    def _after(self, reward: float, info: dict[str, Any]) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        observation, info = self._look(info)
        return observation, reward, True, False, info

    def _look(self, info: dict[str, Any]) -> tuple[Observation, dict[str, Any]]:
        mask = np.zeros(self.game.num_actions, MASK) if self._over else self._table.mask(self.seat)
        info |= {"action_mask": mask, "seat": self.seat}
        return {"observation": self._table.observation(self.seat), "action_mask": mask}, info

    def action_masks(self) -> np.ndarray:
        """A bool for every action, as MaskablePPO asks for it."""
        return self._table.mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:  # type: ignore[override]
        """What the learner may see."""
        return rendered(self.render_mode, f"{self.game.title}: seat {self.seat}", self.game.text(self._table.states, self.seat, "en"))


class VectorEnv(gymnasium.vector.VectorEnv[Observation, np.ndarray, np.ndarray]):
    """Many matches at once, a step of all of them in one compiled call on all cores.

    num_envs        how many
    opponents       random, greedy, greedy:2 (a temperature in points) or greedy+NAME (a character), clockwise from the learner,
                    or one for all. A greedy one guesses once, not twice, at what it cannot see. None: the learner plays every
                    seat; info `seat` says whose decision it is, a reward is that of the seat which made the last decision,
                    and the final info has the rewards of all.
    copy            False: observations are the environment's own arrays, which the next step overwrites

    The rest is as for `Env`. A match that has ended is followed by the next in the same step (AutoresetMode.SAME_STEP): its
    last observation is in infos["final_obs"], its scores and rewards by seat in infos["final_info"].
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012  (Gymnasium's own)

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        opponents: str | Sequence[str] | None = "random",
        seat: int | str = 0,
        reward: str = "rank",
        illegal_reward: float = ILLEGAL_REWARD,
        box: str | Path | None = None,
        copy: bool = True,
    ) -> None:
        if num_envs < 1:
            raise BadRequest(f"there is at least one environment, not {num_envs!r}")
        self.game: Game = find_game(game, box)
        self.game.check_players(players)
        check_seat(seat, players)
        check_reward(reward)
        self.num_envs = num_envs
        self.scales = np.array(self.game.features.scales(), np.float32)
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._players = players
        self._reward = reward
        self._illegal_reward = illegal_reward
        self._copy = copy
        self._self_play = opponents is None
        self._seat_others([] if opponents is None else seated(opponents, players, self.game))
        self._states = np.zeros(num_envs, self.game.state)
        self._finals = np.zeros(num_envs, self.game.state)
        self._seeds = np.zeros(num_envs, np.int64)
        self._roams = seat == RANDOM_SEAT
        self._learners = np.full(num_envs, 0 if seat == RANDOM_SEAT else seat, np.int8)
        self._last_seats = np.zeros(num_envs, np.int8)
        self._generators = np.zeros(num_envs, np.uint64)
        self._observations = np.zeros((num_envs, self.game.features.count), np.int16)
        self._masks = np.zeros((num_envs, self.game.num_actions), MASK)
        self._dones = np.zeros(num_envs, np.bool_)
        self._illegal = np.zeros(num_envs, np.bool_)
        self._dealt = False

    def _seat_others(self, names: list[str]) -> None:
        """Who sits where, clockwise from the learner."""
        self._kinds = np.full(SEATS, LEARNER, np.int8)
        self._temperatures = np.zeros(SEATS)
        greedy = any(described(name, self.game.name).kind == "greedy" for name in names)
        own = mind(self.game).weights() if greedy else np.zeros(1)
        self._weights = np.zeros(SEATS, own.dtype)  # not concatenated, which would lose the record type
        self._weights[:] = own
        for place, name in enumerate(names, start=1):
            about = described(name, self.game.name)
            if about.kind not in ("random", "greedy"):
                raise BadRequest(f"{name!r} cannot play many matches at once: random and greedy can")
            self._kinds[place] = GREEDY if about.kind == "greedy" else RANDOM
            self._temperatures[place] = about.amount or 0.0
            if about.kind == "greedy":
                self._weights[place : place + 1] = mind(self.game).weights(about.character)
        self._step_all = step_all_of(self.game, greedy)
        self._room = room(self.game, shares(), len(mind(self.game).categories) if greedy else 1)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """New matches everywhere. With a seed, they and all after them are repeatable, whatever the number of cores."""
        if options and "reset_mask" in options:
            raise BadRequest("all matches are reset together: those that end are followed by the next at once")
        super().reset(seed=seed)
        first, chooser = (int(number) for number in self.np_random.integers(2**62, size=2))
        self._run(True, first, chooser, np.zeros(0, np.int64))
        self._dealt = True
        return self._look(), {"seat": self._states["seat"].copy()}

    def step(self, actions: np.ndarray) -> tuple[Observation, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        numbers = np.ascontiguousarray(actions, np.int64)
        if numbers.shape != (self.num_envs,):
            raise BadRequest(f"a step takes {self.num_envs} actions, not an array of shape {numbers.shape}")
        if not self._dealt:
            raise BadRequest("reset before the first step")
        self._run(False, 0, 0, numbers)
        reward = np.zeros(self.num_envs)
        infos: dict[str, Any] = {"seat": self._states["seat"].copy()}
        ended = self._dones.nonzero()[0]
        if len(ended):
            self._finish(ended, reward, infos)
        return self._look(), reward, self._dones.copy(), np.zeros(self.num_envs, np.bool_), infos

    def _run(self, fresh: bool, first: int, chooser: int, actions: np.ndarray) -> None:
        self._step_all(
            fresh,
            first,
            chooser,
            self._states,
            self._finals,
            self.game.tables,
            self._players,
            actions,
            self._seeds,
            self._learners,
            self._last_seats,
            self._roams,
            self._generators,
            self._kinds,
            self._weights,
            self._temperatures,
            *self._room,
            self._observations,
            self._masks,
            self._dones,
            self._illegal,
        )

    def _finish(self, ended: np.ndarray, reward: np.ndarray, infos: dict[str, Any]) -> None:
        """Rewards, last observations and results of the matches that have ended."""
        over = ended[~self._illegal[ended]]
        by_seat = np.zeros((self.num_envs, SEATS), np.float32)
        if len(over):
            by_seat[over, : self._players] = rewards(self._reward, self.game, self._players, self._finals[over])
        wrong = ended[self._illegal[ended]]
        by_seat[wrong, self._last_seats[wrong]] = self._illegal_reward
        reward[ended] = by_seat[ended, self._last_seats[ended]]
        last: np.ndarray = np.full(self.num_envs, None, object)
        for i in ended.tolist():
            vector = self.game.observation(self._finals[i : i + 1], int(self._last_seats[i]))
            last[i] = {"observation": vector, "action_mask": np.zeros(self.game.num_actions, MASK)}
        there = self._dones.copy()
        scores = np.where(there[:, None], self._finals["score"], 0)
        final = {"scores": scores, "rewards": by_seat, "illegal": self._illegal & there, "seat": self._last_seats.copy()}
        infos |= {"final_obs": last, "_final_obs": there, "_final_info": there.copy()}
        infos["final_info"] = {**final, **{f"_{name}": there.copy() for name in final}}

    def _look(self) -> Observation:
        if self._copy:
            return {"observation": self._observations.copy(), "action_mask": self._masks.copy()}
        return {"observation": self._observations, "action_mask": self._masks}

    def action_masks(self) -> np.ndarray:
        """A bool for every match and action."""
        return self._masks.astype(np.bool_)
