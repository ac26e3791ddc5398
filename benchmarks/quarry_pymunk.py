"""Compares the quarry of Via Appia with pymunk, a physics engine, from equal quarries and with equal pushes.

    python benchmarks/quarry_pymunk.py [--pushes 1200] [--seed 1]

In pymunk the tray is seen from above: no gravity, every stone held to the ground by friction in proportion to its weight,
a slow pusher that nothing stops. Prints a table and ends with status 1 when a bound is missed. It takes some minutes.
"""

import argparse
import math
import sys
import time
from typing import Any, NamedTuple

import numpy as np
import pymunk

from triumvir.games import via_appia
from triumvir.games.via_appia import preview
from triumvir.games.via_appia.state import SIZE_NAMES, SIZES, STATE
from triumvir.kernel.game import Game

MEAN_APART = 0.12  # the means may differ by so much
SAME = 0.62  # the same number falls in at least so many pushes
WITHIN_ONE = 0.92
PUSHED_SIZES = (0.55, 0.33, 0.12)  # how often each size is pushed in a game, roughly
MOST_EARLIER = 60  # pushes before the compared one

STONE, WALL, LINE, PUSHER = 1, 2, 4, 8  # what collides with what


class Physics(NamedTuple):
    """What pymunk is told. Seconds and millimetres."""

    ground_friction: float = 0.35
    stone_friction: float = 0.25
    pusher_friction: float = 0.2
    speed: float = 60.0
    step: float = 1 / 600
    gravity: float = 9810.0
    iterations: int = 25
    at_rest: float = 0.5  # slower than this
    most_coasting: int = 400  # steps


class Tray:
    """A quarry in pymunk."""

    def __init__(self, record: Any, box: Any, physics: Physics) -> None:
        self.physics = physics
        self.box = box
        self.back, self.front, self.depth = box.half_back / 1000, box.half_front / 1000, box.depth / 1000
        self.space = pymunk.Space()
        self.space.iterations = physics.iterations
        self.space.collision_slop = 0.01
        self.space.collision_bias = 0.7**60
        for side in (-1, 1):
            self._wall((side * self.back, -60), (side * self.back, 0), WALL)
            self._wall((side * self.back, 0), (side * self.front, self.depth), WALL)
        self._wall((-self.back, 0), (self.back, 0), LINE)
        self.stones: list[tuple[Any, ...]] = []
        for i in range(record.discs):
            self._stone(int(record.disc_size[i]), record.disc_x[i] / 1000, record.disc_y[i] / 1000, STONE | WALL | LINE)

    def _wall(self, start: tuple[float, float], end: tuple[float, float], category: int) -> None:
        wall = pymunk.Segment(self.space.static_body, start, end, 0)
        wall.friction = self.physics.stone_friction if category == WALL else 0
        wall.filter = pymunk.ShapeFilter(categories=category)
        self.space.add(wall)

    def _stone(self, size: int, x: float, y: float, collides: int) -> Any:
        radius = self.box.radius[size] / 1000
        mass = radius * radius / 1000
        body = pymunk.Body(mass, pymunk.moment_for_circle(mass, 0, radius))
        body.position = (x, y)
        disc = pymunk.Circle(body, radius)
        disc.friction = self.physics.stone_friction
        disc.filter = pymunk.ShapeFilter(categories=STONE, mask=collides)
        hold = self.physics.ground_friction * mass * self.physics.gravity
        slide = pymunk.PivotJoint(self.space.static_body, body, (0, 0), (0, 0))
        slide.max_bias, slide.max_force = 0, hold
        turn = pymunk.GearJoint(self.space.static_body, body, 0, 1)
        turn.max_bias, turn.max_force = 0, hold * radius * 2 / 3
        self.space.add(body, disc, slide, turn)
        self.stones.append((body, disc, slide, turn))
        return body, disc

    def _run(self, steps: int) -> int:
        """So many steps; how many stones fell."""
        fallen = 0
        for _ in range(steps):
            self.space.step(self.physics.step)
            for stone in [stone for stone in self.stones if stone[0].position.y > self.depth]:
                self.space.remove(*stone)
                self.stones.remove(stone)
                fallen += 1
        return fallen

    def push(self, size: int, x: float, degrees: float) -> int:
        """Pushes a stone as the rules do, turned and then straight; how many fell."""
        radius = self.box.radius[size] / 1000
        body, disc = self._stone(size, x, -radius, STONE | WALL | PUSHER)
        angle = math.radians(degrees)
        fallen = self._drive(body, radius, angle, radius + radius / math.cos(angle))
        if body in self.space.bodies and body.position.y < radius:
            fallen += self._drive(body, radius, 0, radius - body.position.y)
        disc.filter = pymunk.ShapeFilter(categories=STONE, mask=STONE | WALL | LINE)
        for _ in range(self.physics.most_coasting // 10):
            fallen += self._run(10)
            if all(stone[0].velocity.length < self.physics.at_rest for stone in self.stones):
                break
        return fallen

    def _drive(self, stone: Any, radius: float, angle: float, way: float) -> int:
        """A pusher set behind the stone goes its way at a steady pace."""
        towards = pymunk.Vec2d(math.sin(angle), math.cos(angle))
        across = towards.perpendicular() * (1.5 * radius)
        thickness = 3
        body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        body.position = stone.position - towards * (radius + thickness)
        face = pymunk.Segment(body, -across, across, thickness)
        face.friction = self.physics.pusher_friction
        face.filter = pymunk.ShapeFilter(categories=PUSHER, mask=STONE)
        self.space.add(body, face)
        body.velocity = towards * self.physics.speed
        fallen = self._run(int(way / (self.physics.speed * self.physics.step)))
        self.space.remove(body, face)
        return fallen


class Case(NamedTuple):
    """One push of one quarry."""

    states: np.ndarray
    size: int
    x: int
    tenths: int


def cases(game: Game, count: int, seed: int) -> list[Case]:
    """Quarries as games leave them, after none to many pushes, and a push for each."""
    random = np.random.default_rng(seed)
    box = game.tables[0]

    def any_push() -> tuple[int, int, int]:
        size = int(random.choice(SIZES, p=PUSHED_SIZES))
        most = int(box.half_back - box.radius[size])
        return size, int(random.integers(-most, most + 1)), int(random.integers(box.angles[0], box.angles[-1] + 1))

    found = []
    for number in range(count):
        states = np.zeros(1, STATE)
        preview.load(states, 0, game.tables, seed * 1_000_003 + number)
        for _ in range(random.integers(MOST_EARLIER + 1)):
            preview.push_exactly(states, 0, game.tables, *any_push())
        states[0].fallen[:] = 0
        found.append(Case(states, *any_push()))
    return found


def falls_here(game: Game, case: Case) -> int:
    """How many stones fall by our rules."""
    states = case.states.copy()
    preview.push_exactly(states, 0, game.tables, case.size, case.x, case.tenths)
    return int(states[0].fallen.sum())


def falls_there(game: Game, case: Case) -> int:
    """How many stones fall in pymunk."""
    tray = Tray(case.states[0], game.tables[0], Physics())
    return tray.push(case.size, case.x / 1000, case.tenths / 10)


def seconds_here(game: Game, pushes: list[Case]) -> float:
    """What all pushes take by our rules, copying not counted."""
    copies = [case.states.copy() for case in pushes]
    started = time.process_time()
    for states, case in zip(copies, pushes, strict=True):
        preview.push_exactly(states, 0, game.tables, case.size, case.x, case.tenths)
    return time.process_time() - started


class Comparison(NamedTuple):
    """How well two lists of falls agree."""

    mean_here: float
    mean_there: float
    same: float
    within_one: float

    @classmethod
    def of(cls, here: np.ndarray, there: np.ndarray) -> "Comparison":
        apart = np.abs(here - there)
        return cls(float(here.mean()), float(there.mean()), float((apart == 0).mean()), float((apart <= 1).mean()))

    def row(self, name: str) -> str:
        return f"{name:<10}{self.mean_here:>9.3f}{self.mean_there:>9.3f}{100 * self.same:>8.1f} %{100 * self.within_one:>9.1f} %"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pushes", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = Game(via_appia.TITLE)
    pushes = cases(game, options.pushes, options.seed)
    here = np.array([falls_here(game, case) for case in pushes])
    ours = min(seconds_here(game, pushes) for _ in range(5)) / len(pushes)
    started = time.process_time()
    there = np.array([falls_there(game, case) for case in pushes])
    theirs = (time.process_time() - started) / len(pushes)
    sizes = np.array([case.size for case in pushes])

    print(f"{len(pushes)} quarries, one push each, seed {options.seed}")
    print(f"{'pushed':<10}{'here':>9}{'pymunk':>9}{'same':>10}{'within 1':>11}")
    by_size = [Comparison.of(here[sizes == size], there[sizes == size]) for size in range(SIZES)]
    for name, comparison in zip(SIZE_NAMES, by_size, strict=True):
        print(comparison.row(name))
    overall = Comparison.of(here, there)
    print(overall.row("all"))
    print(f"a push takes {1e6 * ours:.0f} microseconds here, {1e3 * theirs:.0f} milliseconds in pymunk")

    bounds = {
        f"means at most {MEAN_APART} apart": abs(overall.mean_here - overall.mean_there) <= MEAN_APART,
        f"the same number in at least {100 * SAME:.0f} %": overall.same >= SAME,
        f"within one in at least {100 * WITHIN_ONE:.0f} %": overall.within_one >= WITHIN_ONE,
        "the larger the stone, the more fall": by_size[0].mean_here < by_size[1].mean_here < by_size[2].mean_here,
    }
    for bound, holds in bounds.items():
        print(f"{'ok  ' if holds else 'MISS'}  {bound}")
    return 0 if all(bounds.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
