"""Learns Porta Nigra for two players: proximal policy optimisation in one file.

    pip install 'triumvir[train]'
    python examples/ppo.py --minutes 55                   # on a processor
    python examples/ppo.py --minutes 5 --device cuda      # on a GPU
    python examples/ppo.py --imitate 0 --rate 1e-3        # from nothing, which takes longer

It begins by imitating greedy bots in a thousand matches; from there on it learns by playing. Matches are played in
`triumvir.envs.gymnasium.VectorEnv`, one decision in all of them with a call. In some of them the network has both seats;
what is good for one is bad for the other, so a value is worth its opposite when the turn has passed. In the rest of them a
greedy bot sits opposite. The reward is the margin of points at the end of a match, and a value is counted from the margin
on the board: what the network has to learn is only what is still to come.

From time to time the network is tried, without learning, against `random` and `greedy` in a VectorEnv. At the end it is
examined as a bot among bots: every deal from both seats, against the bots of `triumvir.bots`. Into the folder of --out go
results.json, curve.png (where matplotlib is installed) and network.pt, with which it enters an arena:

    PYTHONPATH=examples triumvir arena porta_nigra --bots ppo:Learnt,greedy --games 400       # reads ppo/network.pt
"""

import argparse
import json
import os
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import triumvir
from triumvir import bots
from triumvir.arena import wilson
from triumvir.envs.gymnasium import VectorEnv

GAME = "porta_nigra"
OPPONENTS = ("random", "greedy")
FORBIDDEN = -1e9
POINTS = 100  # of margin are a reward of 1


@dataclass(frozen=True)
class Settings:
    """What the learning depends on."""

    both_seats: int = 256  # matches at once in which the network plays itself
    against_greedy: int = 256  # and against a greedy bot
    steps: int = 64  # decisions in each between two updates
    epochs: int = 2
    minibatch: int = 2048
    width: int = 256
    rate: float = 5e-4  # of learning; falls evenly to the last
    last_rate: float = 5e-5
    entropy: float = 0.01  # what it is worth to stay undecided; falls too
    last_entropy: float = 0.001
    clip: float = 0.2
    trace: float = 0.95  # lambda of generalised advantage estimation; nothing is discounted
    imitate: int = 1000  # matches of greedy bots, before it learns by playing


FOR_TWO_CORES = Settings()
FOR_A_GPU = Settings(both_seats=2048, against_greedy=2048, minibatch=8192, width=512, epochs=3)


class Network(nn.Module):
    """From what a seat sees to how likely it makes each move, and how far ahead it expects to end."""

    def __init__(self, game: triumvir.Game, width: int) -> None:
        super().__init__()
        fields = game.features.fields
        starts = dict(zip((field.name for field in fields), np.cumsum([0, *(field.count for field in fields)]).tolist(), strict=False))
        self.own_score, self.next_score = starts["own_score"], starts["next_score"]
        self.register_buffer("scales", torch.tensor(game.features.scales(), dtype=torch.float32))
        self.trunk = nn.Sequential(nn.Linear(game.features.count, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, game.num_actions)
        self.value = nn.Linear(width, 1)
        for layer, gain in ((self.trunk[0], 2**0.5), (self.trunk[2], 2**0.5), (self.policy, 0.01), (self.value, 0.1)):
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithms of the likelihoods of all moves, illegal ones left out, and the value."""
        numbers = observations.float()
        ahead = (numbers[:, self.own_score] - numbers[:, self.next_score]) / POINTS
        hidden = self.trunk(numbers / self.scales)
        logits = self.policy(hidden).masked_fill(masks == 0, FORBIDDEN)
        return logits.log_softmax(-1), self.value(hidden).squeeze(-1) + ahead


def drawn(logs: torch.Tensor) -> torch.Tensor:
    """A move for each row, by its likelihood."""
    sums = logs.exp().cumsum(-1)
    picked = (sums < torch.rand(len(logs), 1, device=logs.device) * sums[:, -1:]).sum(-1).clamp(max=logs.shape[-1] - 1)
    legal = logs.gather(-1, picked[:, None]).squeeze(-1) > FORBIDDEN / 2  # sums are rounded: once in a long while one is not
    return torch.where(legal, picked, logs.argmax(-1))


class Tables:
    """The matches that are learned from: those with the network in both seats, then those against a greedy bot."""

    def __init__(self, settings: Settings, device: torch.device, seed: int) -> None:
        kinds = ((None, settings.both_seats), ("greedy", settings.against_greedy))
        self._envs = [VectorEnv(GAME, size, opponents=who, seat="random", reward="margin", copy=False) for who, size in kinds if size]
        self._device = device
        self._now = [env.reset(seed=seed + number) for number, env in enumerate(self._envs)]
        self.size = sum(env.num_envs for env in self._envs)
        self.finished = 0

    def _joined(self, arrays: Sequence[np.ndarray]) -> torch.Tensor:
        return torch.as_tensor(np.concatenate(arrays), device=self._device)

    def look(self) -> tuple[torch.Tensor, torch.Tensor]:
        """What the seats to decide see, and what they may do."""
        return self._joined([seen["observation"] for seen, _ in self._now]), self._joined([seen["action_mask"] for seen, _ in self._now])

    def step(self, actions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Rewards, and how the matches go on: 1, the same seat decides; -1, the other one; 0, it is over."""
        rewards, onward = [], []
        shares = np.split(actions.cpu().numpy(), np.cumsum([env.num_envs for env in self._envs])[:-1])
        for number, (env, share) in enumerate(zip(self._envs, shares, strict=True)):
            seats = self._now[number][1]["seat"]
            seen, reward, over, _, info = env.step(share)
            self._now[number] = seen, info
            self.finished += int(over.sum())
            rewards.append(reward.astype(np.float32))
            onward.append(np.where(over, 0, np.where(info["seat"] == seats, 1, -1)).astype(np.float32))
        return self._joined(rewards), self._joined(onward)


class Learner:
    """A network, its matches, and what is remembered between two updates."""

    def __init__(self, game: triumvir.Game, settings: Settings, device: str, seed: int) -> None:
        self.settings, self.device = settings, torch.device(device)
        torch.manual_seed(seed)
        torch.set_float32_matmul_precision("high")
        self.network = Network(game, settings.width).to(self.device)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=settings.rate, eps=1e-5)
        self.tables = Tables(settings, self.device, seed)
        shape = (settings.steps, self.tables.size)
        self.kept = {
            "seen": torch.zeros((*shape, game.features.count), dtype=torch.int16, device=self.device),
            "masks": torch.zeros((*shape, game.num_actions), dtype=torch.int8, device=self.device),
            "actions": torch.zeros(shape, dtype=torch.int64, device=self.device),
            **{name: torch.zeros(shape, device=self.device) for name in ("logs", "values", "rewards", "onward")},
        }
        self.decisions = 0

    @torch.no_grad()
    def play(self) -> torch.Tensor:
        """Plays some decisions in every match; the values of where they stop."""
        kept = self.kept
        for t in range(self.settings.steps):
            seen, masks = self.tables.look()
            logs, values = self.network(seen, masks)
            actions = drawn(logs)
            kept["seen"][t], kept["masks"][t], kept["actions"][t], kept["values"][t] = seen, masks, actions, values
            kept["logs"][t] = logs.gather(-1, actions[:, None]).squeeze(-1)
            kept["rewards"][t], kept["onward"][t] = self.tables.step(actions)
        self.decisions += kept["actions"].numel()
        values_there: torch.Tensor = self.network(*self.tables.look())[1]
        return values_there

    def advantages(self, last: torch.Tensor) -> torch.Tensor:
        """How much better each decision came out than was expected, looking ahead with a fading trace."""
        kept, result = self.kept, torch.zeros_like(self.kept["values"])
        coming, following = torch.zeros_like(last), last
        for t in reversed(range(self.settings.steps)):
            surprise = kept["rewards"][t] + kept["onward"][t] * following - kept["values"][t]
            coming = surprise + self.settings.trace * kept["onward"][t] * coming
            result[t], following = coming, kept["values"][t]
        return result

    def update(self, last: torch.Tensor, progress: float) -> None:
        """Makes better moves more likely, in small steps."""
        settings = self.settings
        for group in self.optimiser.param_groups:
            group["lr"] = settings.rate + progress * (settings.last_rate - settings.rate)
        entropy_worth = settings.entropy + progress * (settings.last_entropy - settings.entropy)
        advantages = self.advantages(last)
        flat = {name: kept.flatten(0, 1) for name, kept in self.kept.items()}
        aims = (advantages + self.kept["values"]).flatten()
        gains = ((advantages - advantages.mean()) / (advantages.std() + 1e-8)).flatten()
        for _ in range(settings.epochs):
            for chosen in torch.randperm(len(gains), device=self.device).split(settings.minibatch):
                logs, values = self.network(flat["seen"][chosen], flat["masks"][chosen])
                ratio = (logs.gather(-1, flat["actions"][chosen][:, None]).squeeze(-1) - flat["logs"][chosen]).exp()
                gain = gains[chosen]
                policy = -torch.minimum(ratio * gain, ratio.clamp(1 - settings.clip, 1 + settings.clip) * gain).mean()
                entropy = -(logs.exp() * logs.clamp(min=-50)).sum(-1).mean()
                loss = policy + 0.5 * functional.mse_loss(values, aims[chosen]) - entropy_worth * entropy
                self.optimiser.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimiser.step()


# --- The beginning, by imitation -----------------------------------------------------------------------------------------


def shown(game: triumvir.Game, matches: int, seed: int) -> list[torch.Tensor]:
    """What greedy bots see, may do and choose where there is a choice, and how far ahead their seat ended.

    One decision in twenty is left to chance, so that it can be seen what they do when something has gone wrong.
    """
    bot, chance = bots.make("greedy", game, seed), np.random.default_rng(seed)
    seen, masks, choices, margins = [], [], [], []
    for number in range(matches):
        match, seats = game.new(2, seed + number), []
        while match.seat is not None:
            legal = np.array(match.legal(), np.int16)
            action = bot.choose(game.redacted(match.states, match.seat), legal)
            if len(legal) > 1:
                seen.append(match.observation(match.seat))
                masks.append(match.mask())
                choices.append(action)
                seats.append(match.seat)
            match.play(int(chance.choice(legal)) if chance.random() < 0.05 else action)
        scores = match.scores()
        margins += [(scores[seat] - scores[1 - seat]) / POINTS for seat in seats]
    return [torch.as_tensor(np.array(rows)) for rows in (seen, masks, choices, np.array(margins, np.float32))]


def imitate(learner: Learner, game: triumvir.Game, matches: int, seed: int, epochs: int = 5) -> None:
    """Learns to choose as greedy bots do, and what their positions come to."""
    seen, masks, choices, margins = (rows.to(learner.device) for rows in shown(game, matches, seed))
    for epoch in range(epochs):
        agreed = 0
        for chosen in torch.randperm(len(choices), device=learner.device).split(1024):
            logs, values = learner.network(seen[chosen], masks[chosen])
            agreed += int((logs.argmax(-1) == choices[chosen]).sum())
            loss = functional.nll_loss(logs, choices[chosen]) + 0.5 * functional.mse_loss(values, margins[chosen])
            learner.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(learner.network.parameters(), 0.5)
            learner.optimiser.step()
        print(
            f"imitation, {len(choices):,} decisions of {matches} matches, time {epoch + 1}: agrees in {100 * agreed / len(choices):.1f} %", flush=True
        )


# --- How good it is ----------------------------------------------------------------------------------------------------


def told(margins: np.ndarray) -> dict[str, float]:
    """The share of matches won, a draw counting half, with its 95 % interval, and the mean margin of points."""
    wins = float((margins > 0).sum() + 0.5 * (margins == 0).sum())
    low, high = wilson(wins, len(margins))
    return {"matches": len(margins), "won": wins / len(margins), "low": low, "high": high, "margin": float(margins.mean())}


@torch.no_grad()
def tried(learner: Learner, opponent: str, matches: int, seed: int) -> dict[str, float]:
    """One match in each place of a VectorEnv, with the likeliest moves."""
    env = VectorEnv(GAME, matches, opponents=opponent, seat="random", reward="margin", copy=False)
    seen, _ = env.reset(seed=seed)
    margins = np.full(matches, np.nan)
    while np.isnan(margins).any():
        arrays = (torch.as_tensor(seen[name], device=learner.device) for name in ("observation", "action_mask"))
        seen, reward, over, _, _ = env.step(learner.network(*arrays)[0].argmax(-1).cpu().numpy())
        first = over & np.isnan(margins)
        margins[first] = POINTS * reward[first]
    return told(margins)


def network_file() -> str:
    return os.environ.get("PPO_NETWORK", "ppo/network.pt")


class Learnt:
    """What was learnt, as a bot: the likeliest move. `triumvir arena` makes it by its name, `ppo:Learnt`."""

    files = (network_file(),)  # an arena's results go on only with the same network

    def __init__(self, game: triumvir.Game, seed: int = 0, weights: dict[str, Any] | None = None) -> None:
        self.name = "ppo"
        self._game = game
        if weights is None:
            weights = torch.load(network_file(), map_location="cpu")
        self._network = Network(game, len(weights["value.weight"][0]))
        self._network.load_state_dict(weights)

    @torch.no_grad()
    def choose(self, observation: np.ndarray, legal: np.ndarray, clock: bots.Clock | None = None) -> int:
        seen = self._game.observation(observation, int(observation[0].seat))
        allowed = torch.zeros(1, self._game.num_actions)
        allowed[0, torch.as_tensor(np.asarray(legal, np.int64))] = 1
        return int(self._network(torch.as_tensor(seen)[None], allowed)[0].argmax())


def examined(game: triumvir.Game, own: Learnt, opponent: str, matches: int, seed: int) -> dict[str, float]:
    """Every deal from both seats, against a bot by its name; each is shown what its seat may know."""
    other, margins = bots.make(opponent, game, seed), np.zeros(matches)
    for number in range(matches):
        match, seat = game.new(2, seed + number // 2), number % 2
        while match.seat is not None:
            bot = own if match.seat == seat else other
            match.play(bot.choose(game.redacted(match.states, match.seat), np.array(match.legal(), np.int16)))
        scores = match.scores()
        margins[number] = scores[seat] - scores[1 - seat]
    return told(margins)


def picture(rows: list[dict[str, Any]], path: Path) -> None:
    """The share of wins against each opponent over time, with its interval."""
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError:
        print("no picture: matplotlib is not installed")
        return
    figure = Figure(figsize=(7, 4))
    axes = figure.subplots()
    minutes = [row["minutes"] for row in rows]
    for opponent in OPPONENTS:
        line = axes.plot(minutes, [100 * row[opponent]["won"] for row in rows], label=f"against {opponent}")[0]
        low, high = ([100 * row[opponent][end] for row in rows] for end in ("low", "high"))
        axes.fill_between(minutes, low, high, color=line.get_color(), alpha=0.2, linewidth=0)
    axes.axhline(50, color="grey", linewidth=0.8)
    axes.set(xlabel="minutes of learning", ylabel="matches won, %", ylim=(0, 101))
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=120, bbox_inches="tight")


def said(result: dict[str, float]) -> str:
    return f"{100 * result['won']:5.1f} % ({100 * result['low']:.1f} to {100 * result['high']:.1f}), margin {result['margin']:+.0f}"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--minutes", type=float, default=55, help="of learning; the examination comes after it")
    asked.add_argument("--updates", type=int, help="how many times it learns from its matches, instead of minutes")
    asked.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--looks", type=int, default=20, help="how often it is tried on the way")
    asked.add_argument("--matches", type=int, default=400, help="of a try and of the examination, against each bot")
    asked.add_argument("--out", type=Path, default=Path("ppo"))
    for field in fields(Settings):
        asked.add_argument(f"--{field.name.replace('_', '-')}", type=type(field.default))
    given = asked.parse_args()
    settings = asdict(FOR_A_GPU if given.device == "cuda" else FOR_TWO_CORES)
    settings |= {name: getattr(given, name) for name in settings if getattr(given, name) is not None}
    game = triumvir.game(GAME)
    learner = Learner(game, Settings(**settings), given.device, given.seed)
    rows: list[dict[str, Any]] = []
    begin = time.perf_counter()
    if learner.settings.imitate:
        imitate(learner, game, learner.settings.imitate, seed=3 * 10**6)
    updates = 0
    while True:
        minutes = (time.perf_counter() - begin) / 60
        progress = min(1.0, updates / given.updates if given.updates else minutes / given.minutes)
        if progress >= len(rows) / given.looks or not rows:
            row = {"minutes": round(minutes, 2), "decisions": learner.decisions, "matches": learner.tables.finished}
            rows.append(row | {opponent: tried(learner, opponent, given.matches, seed=10**6) for opponent in OPPONENTS})
            results = ", ".join(f"{opponent} {said(rows[-1][opponent])}" for opponent in OPPONENTS)
            print(f"{minutes:6.1f} min {learner.decisions:13,} decisions {learner.tables.finished:9,} matches: {results}", flush=True)
        if progress >= 1:
            break
        learner.update(learner.play(), progress)
        updates += 1
    given.out.mkdir(parents=True, exist_ok=True)
    weights = {name: tensor.cpu() for name, tensor in learner.network.state_dict().items()}
    torch.save(weights, given.out / "network.pt")
    picture(rows, given.out / "curve.png")
    torch.set_num_threads(1)  # a single decision is too small to share
    examination = {}
    for opponent in OPPONENTS:
        examination[opponent] = examined(game, Learnt(game, weights=weights), opponent, given.matches, seed=2 * 10**6)
        print(f"examination, {given.matches} matches against {opponent}: {said(examination[opponent])}", flush=True)
    results = {"device": given.device, "seed": given.seed, "settings": settings, "tries": rows, "examination": examination}
    (given.out / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
