"""The games as PettingZoo environments: `env("carpe_diem", players=3)`, agents `player_0` on, one decision a step.

An agent may be selected several times in a row: a turn is several small decisions. An observation is a dict with
`observation`, the vector of docs/interface for that agent's seat (int16, as it is; `env.unwrapped.scales` holds what to
divide it by), and `action_mask` (int8; all zeros for an agent who is not to decide). Rewards come when the match is over
and are zero until then; see `triumvir.kernel.rewards` for the three kinds.

An illegal action ends the match: that agent gets -1, the others 0, with PettingZoo's usual warning. A number that is no
action at all is an AssertionError, as PettingZoo's wrapper has it. `raw_env` alone, without wrappers, raises IllegalMove.

Importing this module also registers the games: `pettingzoo.make("aec", "triumvir/carpe_diem-v0", players=3)`.
"""

from operator import attrgetter
from pathlib import Path
from typing import Any, cast

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from triumvir.envs.picture import RENDER_MODES, check_render_mode, rendered
from triumvir.envs.spaces import observation_space, whole_numbers
from triumvir.envs.table import Table
from triumvir.games import NAMES
from triumvir.kernel.errors import IllegalMove
from triumvir.kernel.state import EMPTY

ILLEGAL_REWARD = -1.0
VERSION = 0  # rises when the same actions can lead elsewhere


def env(game: str, **settings: Any) -> AECEnv[str, dict[str, np.ndarray], int]:
    """The environment of a game as learners should use it, with PettingZoo's own wrappers. Settings as for `raw_env`."""
    wrapped: Any = raw_env(game, **settings)
    for wrapper in (_TerminateIllegal, _AssertOutOfBounds, _OrderEnforcing):
        wrapped = wrapper(wrapped)
    return cast("AECEnv[str, dict[str, np.ndarray], int]", wrapped)


class _Straight:
    """Reads what is asked for most from the environment itself: through all wrappers, that takes longer than a decision."""

    def __init__(self, env: Any, **settings: Any) -> None:
        self._raw = env.unwrapped
        super().__init__(env, **settings)  # type: ignore[call-arg]

    # Before the first reset these raise AttributeError, and the wrappers answer as they always do.
    agents = property(attrgetter("_raw.agents"))
    agent_selection = property(attrgetter("_raw.agent_selection"))
    rewards = property(attrgetter("_raw.rewards"))
    _cumulative_rewards = property(attrgetter("_raw._cumulative_rewards"))
    terminations = property(attrgetter("_raw.terminations"))
    truncations = property(attrgetter("_raw.truncations"))
    infos = property(attrgetter("_raw.infos"))


class _TerminateIllegal(_Straight, wrappers.TerminateIllegalWrapper):  # type: ignore[misc]
    def __init__(self, env: Any) -> None:
        super().__init__(env, illegal_reward=ILLEGAL_REWARD)


class _AssertOutOfBounds(_Straight, wrappers.AssertOutOfBoundsWrapper):  # type: ignore[misc]
    pass


class _OrderEnforcing(_Straight, wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    def __str__(self) -> str:
        return str(self.env)


class raw_env(AECEnv[str, dict[str, np.ndarray], int], EzPickle):  # type: ignore[misc]  # noqa: N801  (PettingZoo's name)
    """A game without wrappers.

    players      how many take part
    reward       rank, win or margin
    render_mode  human (prints the text), ansi (gives it back) or svg (gives it back as a picture)
    box          the path of a changed box
    options      the game's own, by name, as in `game.new`: youngest_first=[2, 0, 1]
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        players: int = 2,
        reward: str = "rank",
        render_mode: str | None = None,
        box: str | Path | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, game, players, reward, render_mode, box, **options)
        super().__init__()
        check_render_mode(render_mode)
        self._table = Table(game, players, reward, box, options)
        self.game = self._table.game
        self.render_mode = render_mode
        self.metadata = {"name": f"{game}_v{VERSION}", "render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 1}
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.scales = np.array(self.game.features.scales(), np.float32)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents}
        self.state_space = whole_numbers(players * self.game.features.count)
        self._generator = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match. With a seed, it and all matches after it are repeatable."""
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        self._table.start(int(self._generator.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self._table.seat]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self._table.play(int(action)):
            raise IllegalMove(f"{action!r} is not legal for {agent} now")
        seat = self._table.seat
        if seat != EMPTY:  # rewards stay zero until the end, so there is nothing to clear or to add up
            self.agent_selection = self.possible_agents[seat]
            return
        self.rewards = dict(zip(self.agents, self._table.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        scores = self._table.scores()
        self.infos = {agent: {"scores": scores} for agent in self.agents}
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self._seats[agent]
        return {"observation": self._table.observation(seat), "action_mask": self._table.mask(seat)}

    def state(self) -> np.ndarray:
        """The vectors of all seats, one after the other: what they know together."""
        return np.concatenate([self._table.observation(seat) for seat in range(self._table.players)])

    def render(self) -> str | None:
        """What the agent to decide may see; what a spectator may see when the match is over."""
        seat = self._table.seat
        heading = self.game.title if seat == EMPTY else f"{self.game.title}: {self.possible_agents[seat]} to decide"
        return rendered(self.render_mode, heading, self.game.text(self._table.states, seat, "en"))

    def close(self) -> None:
        """Nothing is held that would have to be closed."""


def _register_all() -> None:
    try:
        from pettingzoo.env_registry import register  # type: ignore[import-untyped]  # noqa: PLC0415  (since PettingZoo 1.27)
    except ImportError:
        return
    for name in NAMES:
        register("aec", f"triumvir/{name}-v{VERSION}", entry_point="triumvir.envs.pettingzoo:env", kwargs={"game": name})


_register_all()
