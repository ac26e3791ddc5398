"""Learns Porta Nigra for two players from nothing, by playing itself: proximal policy optimisation in one file.

    python examples/ppo.py --minutes 60                 # on a processor
    python examples/ppo.py --minutes 8 --device cuda    # on a GPU, where matches and network share the memory

Both seats are played by the same network; what is good for one seat is bad for the other, so a value is worth its
opposite when the turn has passed. From time to time the network plays, without learning, against `random` and `greedy`.
Writes ppo.csv and, where matplotlib is installed, ppo.png. Needs PyTorch.
"""

import argparse
import csv
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import triumvir
from triumvir import bots
from triumvir.batch import Batch

FORBIDDEN = -1e9


@dataclass
class Settings:
    """What the learning depends on; the defaults suit a processor, `on_gpu` a GPU."""

    matches: int = 256  # at once
    steps: int = 128  # decisions in each between two updates
    epochs: int = 3
    minibatches: int = 8
    width: int = 256
    rate: float = 4e-4
    last_rate: float = 5e-5
    clip: float = 0.2
    entropy: float = 0.012
    last_entropy: float = 0.002
    discount: float = 1.0
    trace: float = 0.97  # lambda of generalised advantage estimation


ON_GPU = Settings(matches=4096, steps=64, epochs=2, minibatches=8, width=512)


class Network(nn.Module):
    """From what a seat sees to how likely it makes each move, and how it expects to end."""

    def __init__(self, features: int, actions: int, width: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(features, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        for layer in (self.trunk[0], self.trunk[2]):
            nn.init.orthogonal_(layer.weight, 2**0.5)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.orthogonal_(self.value.weight, 1.0)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        numbers = observations.float()
        seen = self.trunk(numbers.sign() * numbers.abs().log1p())  # counts and points, large and small alike
        logits = self.policy(seen).masked_fill(masks == 0, FORBIDDEN)
        return logits.log_softmax(-1), self.value(seen).squeeze(-1)


def drawn(logs: torch.Tensor) -> torch.Tensor:
    """A move for each row, by its likelihood."""
    noise = torch.empty_like(logs).exponential_().log()
    return (logs - noise).argmax(-1)


class Learner:
    """Matches, a network, and what is remembered between two updates."""

    def __init__(self, game: triumvir.Game, settings: Settings, device: str, seed: int) -> None:
        self.settings, self.device = settings, torch.device(device)
        torch.manual_seed(seed)
        self.network = Network(game.features.count, game.num_actions, settings.width).to(self.device)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=settings.rate, eps=1e-5)
        self.batch = Batch(game, 2, settings.matches, device, reward="margin")
        self.batch.reset(seed)
        # Nothing is copied here: these tensors are the batch's own arrays.
        view = self.batch.view
        self.seen, self.masks, self.seats, self.rewards, self.dones = (
            torch.as_tensor(array, device=self.device) for array in (view.observations, view.masks, view.seats, view.rewards, view.dones)
        )
        shape = (settings.steps, settings.matches)
        self.kept = {
            "seen": torch.zeros((*shape, game.features.count), dtype=torch.int16, device=self.device),
            "masks": torch.zeros((*shape, game.num_actions), dtype=torch.int8, device=self.device),
            "actions": torch.zeros(shape, dtype=torch.int64, device=self.device),
            "logs": torch.zeros(shape, device=self.device),
            "values": torch.zeros(shape, device=self.device),
            "rewards": torch.zeros(shape, device=self.device),
            "goes_on": torch.zeros(shape, device=self.device),  # 1: same seat, -1: the other's turn, 0: the match is over
        }
        self.decisions, self.finished = 0, 0

    @torch.no_grad()
    def play(self) -> torch.Tensor:
        """Plays some decisions in every match; the value of where they end."""
        for t in range(self.settings.steps):
            logs, values = self.network(self.seen, self.masks)
            actions = drawn(logs)
            seats = self.seats.long()
            self.kept["seen"][t], self.kept["masks"][t] = self.seen, self.masks
            self.kept["actions"][t], self.kept["values"][t] = actions, values
            self.kept["logs"][t] = logs.gather(-1, actions[:, None]).squeeze(-1)
            self.batch.step(actions if self.device.type == "cuda" else actions.numpy())
            self.kept["rewards"][t] = self.rewards.gather(-1, seats[:, None]).squeeze(-1).clamp(-1, 1)
            same = (self.seats.long() == seats).float() * 2 - 1
            self.kept["goes_on"][t] = same * (~self.dones).float()
            self.finished += int(self.dones.sum())
        self.decisions += self.settings.steps * self.settings.matches
        values: torch.Tensor = self.network(self.seen, self.masks)[1]
        return values

    def advantages(self, last: torch.Tensor) -> torch.Tensor:
        """How much better each decision came out than was expected, looking ahead with a fading trace."""
        kept, result = self.kept, torch.zeros_like(self.kept["values"])
        coming, following = torch.zeros_like(last), last
        for t in reversed(range(self.settings.steps)):
            goes_on = self.settings.discount * kept["goes_on"][t]
            surprise = kept["rewards"][t] + goes_on * following - kept["values"][t]
            coming = surprise + goes_on * self.settings.trace * coming
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
        aims, better = (advantages + self.kept["values"]).flatten(), advantages.flatten()
        size = len(better) // settings.minibatches
        for _ in range(settings.epochs):
            order = torch.randperm(len(better), device=self.device)
            for chosen in order.split(size):
                logs, values = self.network(flat["seen"][chosen], flat["masks"][chosen])
                taken = logs.gather(-1, flat["actions"][chosen][:, None]).squeeze(-1)
                ratio = (taken - flat["logs"][chosen]).exp()
                gain = better[chosen]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                policy = -torch.minimum(ratio * gain, ratio.clamp(1 - settings.clip, 1 + settings.clip) * gain).mean()
                entropy = -(logs.exp() * logs.clamp(min=-50)).sum(-1).mean()
                loss = policy + 0.5 * functional.mse_loss(values, aims[chosen]) - entropy_worth * entropy
                self.optimiser.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimiser.step()

    @torch.no_grad()
    def best(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The likeliest move for each row."""
        seen, allowed = (torch.as_tensor(array, device=self.device) for array in (observations, masks))
        moves: np.ndarray = self.network(seen, allowed)[0].argmax(-1).cpu().numpy()
        return moves


def won(learner: Learner, game: triumvir.Game, opponent: str, matches: int, seed: int) -> float:
    """The share of matches that the network wins, half of them in each seat, choosing what it holds best."""
    batch = Batch(game, 2, matches)
    batch.reset(seed)
    own = np.arange(matches) % 2
    bot, result, open_ = bots.make(opponent, game, seed), np.zeros(matches), np.ones(matches, bool)
    while open_.any():
        actions = learner.best(batch.observations, batch.masks)
        records = batch.records()
        for i in np.flatnonzero(open_ & (batch.seats != own)):
            actions[i] = bot.choose(game.redacted(records[i : i + 1], int(batch.seats[i])), np.flatnonzero(batch.masks[i]).astype(np.int16))
        batch.step(actions)
        for i in np.flatnonzero(open_ & batch.dones):
            mine, other = batch.final_scores[i, own[i]], batch.final_scores[i, 1 - own[i]]
            result[i], open_[i] = float(mine > other) + 0.5 * float(mine == other), False
    return float(result.mean())


def picture(rows: list[dict[str, Any]], path: Path) -> None:
    """The share of wins against each opponent over time."""
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError:
        print("no picture: matplotlib is not installed")
        return
    figure = Figure(figsize=(7, 4))
    axes = figure.subplots()
    minutes = [row["minutes"] for row in rows]
    for opponent, style in (("random", "--"), ("greedy", "-")):
        axes.plot(minutes, [100 * row[opponent] for row in rows], style, label=f"against {opponent}")
    axes.set_xlabel("minutes of learning")
    axes.set_ylabel("matches won, %")
    axes.set_ylim(0, 100)
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=120, bbox_inches="tight")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--game", default="porta_nigra")
    asked.add_argument("--minutes", type=float, default=60)
    asked.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--looks", type=int, default=12, help="how often it is tried against the bots")
    asked.add_argument("--matches", type=int, default=200, help="in each try, against each bot")
    asked.add_argument("--out", type=Path, default=Path("ppo"))
    given = asked.parse_args()
    game = triumvir.game(given.game)
    learner = Learner(game, ON_GPU if given.device == "cuda" else Settings(), given.device, given.seed)
    rows: list[dict[str, Any]] = []
    begin, away = time.perf_counter(), 0.0  # trying it against the bots is not learning
    while True:
        minutes = (time.perf_counter() - begin - away) / 60
        if minutes >= given.minutes * len(rows) / given.looks:
            pause = time.perf_counter()
            tried = {opponent: won(learner, game, opponent, given.matches, 10**6) for opponent in ("random", "greedy")}
            rows.append({"minutes": round(minutes, 2), "decisions": learner.decisions, "matches": learner.finished, **tried})
            print(
                f"{minutes:6.1f} min {learner.decisions:13,} decisions {learner.finished:10,} matches"
                f"   random {100 * tried['random']:5.1f} %   greedy {100 * tried['greedy']:5.1f} %",
                flush=True,
            )
            away += time.perf_counter() - pause
        if minutes >= given.minutes:
            break
        learner.update(learner.play(), min(1.0, minutes / given.minutes))
    with given.out.with_suffix(".csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    picture(rows, given.out.with_suffix(".png"))


if __name__ == "__main__":
    main()
