"""VA-Q2 to VA-Q5 and VA-Q11: what a push does to the stones."""

import hashlib

import numpy as np
import pytest
from numba import njit

from games.via_appia.position import GAME, ROW, changed_box, given, steady_box
from games.via_appia.tray import SCRATCH, counts, loaded, many_pushes, moments, random_pushes, worst_overlap
from laws import so_many
from triumvir.games.via_appia import preview
from triumvir.games.via_appia.geometry import ONE, PART_BITS, sines
from triumvir.games.via_appia.quarry import MOST_OVERLAP, SINE, lift, settle, square_root
from triumvir.games.via_appia.state import ANGLES, LARGE, PLACES, SIZE_NAMES, SIZES, SMALL
from triumvir.kernel.rule import PLAIN
from triumvir.kernel.state import EMPTY

BOX = GAME.tables[0]


def where(table, size):
    """The place in millimetres of the only stone of a size."""
    i = table.s.disc_size[: table.s.discs].tolist().index(size)
    return int(table.s.disc_x[i]) / 1000, int(table.s.disc_y[i]) / 1000


@pytest.mark.rule("VA-Q2")
@pytest.mark.parametrize("size", range(SIZES))
@pytest.mark.parametrize("angle", [-32, -16, 0, 8, 32])
def test_the_stone_ends_wholly_inside_the_line_at_any_angle(tmp_path, size, angle):
    other = LARGE if size == SMALL else SMALL
    table = given(stones="SML"[size], box=steady_box(tmp_path)).quarry(("SML"[other], 0, 100))
    table.play(f"push {SIZE_NAMES[size]}", f"aim 11 {angle:+d}" if angle else "aim 11 0")
    x, y = where(table, size)
    radius = BOX.radius[size] / 1000
    assert y == pytest.approx(radius, abs=0.06)
    turned = np.radians(angle)  # ahead of the turned pusher until the touching point is on the line, then straight on
    assert x == pytest.approx(np.tan(turned) * radius * (1 + np.cos(turned)), abs=0.2)


@pytest.mark.rule("VA-Q2")
def test_the_places_spread_evenly_over_the_mouth_from_the_left(tmp_path):
    box = steady_box(tmp_path)
    for place in (1, 6, 11, 16, 21):
        table = given(stones="S", box=box).quarry(("L", 0, 100)).play("push small", f"aim {place} 0")
        assert where(table, SMALL)[0] == pytest.approx(-27 + 2.7 * (place - 1), abs=0.06)


@pytest.mark.rule("VA-Q2")
def test_the_pushed_stone_moves_what_lies_before_it(tmp_path):
    table = given(stones="L", box=steady_box(tmp_path)).quarry(("M", 0, 11)).play("push large", "aim 11 0")
    assert where(table, LARGE)[1] == pytest.approx(15, abs=0.06)
    x, y = where(table, 1)
    assert (x, y) == (pytest.approx(0, abs=0.1), pytest.approx(41, abs=0.06))


@pytest.mark.rule("VA-Q2")
def test_a_stone_is_laid_before_it_is_pushed():
    table = given(stones="SM")
    assert table.why_not("aim 11 0") == "VA-Q2"
    table.play("push mid")
    assert len(table.legal("aim")) == PLACES * ANGLES == len(table.legal())
    assert table.why_not("push small") == "VA-Q2"
    assert table.why_not("done") == "VA-Q2"


@pytest.mark.rule("VA-Q3")
def test_nothing_overlaps_after_any_push():
    worst = max(worst_overlap(after[0], BOX) for _, after, _ in random_pushes(quarries=30, pushes=40))
    assert worst <= MOST_OVERLAP


@pytest.mark.rule("VA-Q3", "VA-Q5")
def test_stones_are_conserved_and_leave_only_over_the_edge():
    for before, after, size in random_pushes(quarries=20, pushes=40, seed=1):
        pushed = [int(number == size) for number in range(SIZES)]
        there = [a + b for a, b in zip(counts(before[0]), pushed, strict=True)]
        assert there == [a + int(b) for a, b in zip(counts(after[0]), after[0].fallen, strict=True)]
        assert after[0].disc_y[: after[0].discs].max() <= BOX.depth + 1


@pytest.mark.rule("VA-Q3")
def test_the_same_push_gives_the_same_bytes_and_leaves_no_trace_behind():
    for before, after, _ in random_pushes(quarries=4, pushes=10, seed=2):
        s = after[0]
        assert all(not np.any(s[name]) for name in SCRATCH)
        assert (s.disc_size[s.discs :] == EMPTY).all()
        assert not s.disc_x[s.discs :].any()
        order = list(zip(s.disc_y[: s.discs].tolist(), s.disc_x[: s.discs].tolist(), strict=True))
        assert order == sorted(order)
        one, two = before.copy(), before.copy()
        preview.push_exactly(one, 0, GAME.tables, 1, 1234, 77)
        preview.push_exactly(two, 0, GAME.tables, 1, 1234, 77)
        assert one.tobytes() == two.tobytes()


@pytest.mark.rule("VA-Q3")
def test_the_result_is_the_same_on_every_machine():
    digest, found = hashlib.sha256(), []
    for _, after, _ in random_pushes(quarries=5, pushes=20, seed=3):
        digest.update(after[0].disc_x.tobytes() + after[0].disc_y.tobytes() + after[0].disc_size.tobytes())
        found.append(digest.hexdigest()[:16])
    assert found[7] == "127d0597564d47c8"
    assert PLAIN or found[-1] == "8e047c3d1f68b99a"


@pytest.mark.rule("VA-Q3")
def test_stones_have_no_momentum(tmp_path):
    table = given(stones="S", box=steady_box(tmp_path)).quarry(("S", 0, 8), ("L", 30, 100)).play("push small", "aim 11 0")
    assert [where(table, LARGE)] == [(30, 100)]
    assert sorted(table.s.disc_y[: table.s.discs].tolist())[1] == pytest.approx(24_000, abs=60)  # pushed, and no further


@pytest.mark.rule("VA-Q3")
def test_looking_at_a_push_frame_by_frame_does_not_change_it():
    for seed in range(so_many(12)):
        states = loaded(seed)
        for _ in range(4):
            before = states.tobytes()
            film = preview.frames(states, GAME.tables, seed % 3, 4 + seed, seed % 9)
            assert states.tobytes() == before
            size_of = [seed % 3, *states[0].disc_size[: states[0].discs].tolist()]
            first = [(int(states[0].disc_x[i]), int(states[0].disc_y[i])) for i in range(states[0].discs)]
            preview.push_as_aimed(states, 0, GAME.tables, seed % 3, 4 + seed, seed % 9)
            s = states[0]
            assert film[0].places[1:] == first
            assert film[0].places[0][1] == -BOX.radius[seed % 3]
            ended = sorted((y, x, size_of[number]) for number, (x, y) in ((n, p) for n, p in enumerate(film[-1].places) if p))
            assert ended == sorted(zip(s.disc_y.tolist(), s.disc_x.tolist(), s.disc_size.tolist(), strict=True))[-len(ended) :]
            assert film[-1].fallen == s.fallen.sum()
            assert len(film) > 3
            s.fallen[:] = 0


@many_pushes
@pytest.mark.rule("VA-Q3", "VA-Q5")
def test_during_a_push_no_stone_leaps_or_goes_through_another_or_a_wall():
    for number, (before, _, size) in enumerate(random_pushes(quarries=10, pushes=30, seed=6)):
        for moment in moments(before, size, number * 5 % PLACES, number * 7 % ANGLES):
            assert moment.overlap < 3000
            assert moment.step < 5000
            assert moment.fell_from < 2000


@many_pushes
@pytest.mark.rule("VA-Q3")
def test_a_mirrored_push_of_a_mirrored_quarry_drops_as_many_on_the_whole():
    falls, mirrored, equal = [], [], 0
    for number, (before, _, size) in enumerate(random_pushes(quarries=30, pushes=20, seed=4)):
        x, tenths = (number * 7919) % 40_000 - 20_000, (number * 104_729) % 641 - 320
        mirror = before.copy()
        n = int(mirror[0].discs)
        order = sorted(range(n), key=lambda i: (int(before[0].disc_y[i]), -int(before[0].disc_x[i])))
        mirror[0].disc_x[:n] = [-int(before[0].disc_x[i]) for i in order]
        mirror[0].disc_size[:n] = [int(before[0].disc_size[i]) for i in order]
        pair = (before.copy(), mirror)
        preview.push_exactly(pair[0], 0, GAME.tables, size, x, tenths)
        preview.push_exactly(pair[1], 0, GAME.tables, size, -x, -tenths)
        falls.append(int(pair[0][0].fallen.sum()))
        mirrored.append(int(pair[1][0].fallen.sum()))
        equal += falls[-1] == mirrored[-1]
    assert abs(np.mean(falls) - np.mean(mirrored)) < 0.05
    assert equal / len(falls) > 0.9


@many_pushes
@pytest.mark.rule("VA-Q3")
def test_larger_stones_drop_more():
    falls = [[], [], []]
    for _, after, size in random_pushes(quarries=40, pushes=40, seed=5):
        falls[size].append(int(after[0].fallen.sum()))
    small, mid, large = (np.mean(numbers) for numbers in falls)
    assert 0.3 < small < 0.8 < mid < 1.6 < large < 3


@pytest.mark.rule("VA-Q4", "VA-Q11")
def test_nobodys_hand_is_exact():
    xs, angles = [], []
    states = loaded(7)
    for seed in range(3000):
        copy = states.copy()
        copy[0].rng = np.uint64(seed * 0x9E3779B97F4A7C15 % 2**64)
        reveals = int(copy[0].reveals)
        preview.begin(copy, 0, GAME.tables, SMALL, 10, 4)
        assert copy[0].reveals > reveals
        xs.append(int(copy[0].body_x[0]) >> PART_BITS)
        angles.append(np.degrees(np.arcsin(int(copy[0].pusher_x) / ONE)))
    assert np.mean(xs) == pytest.approx(0, abs=120)
    assert np.std(xs) == pytest.approx(1500, rel=0.06)
    assert np.mean(angles) == pytest.approx(0, abs=0.25)
    assert np.std(angles) == pytest.approx(3, rel=0.06)


@pytest.mark.rule("VA-Q4")
def test_the_same_aim_does_not_always_drop_the_same(tmp_path):
    quarry = loaded(2)
    numbers = set()
    for seed in range(so_many(60)):
        copy = quarry.copy()
        copy[0].rng = np.uint64(seed + 1)
        preview.push_as_aimed(copy, 0, GAME.tables, LARGE, 10, 4)
        numbers.add(int(copy[0].fallen.sum()))
    assert len(numbers) > 1
    steady = given(stones="L", box=steady_box(tmp_path)).quarry(*ROW)
    again = given(stones="L", box=steady_box(tmp_path), seed=2).quarry(*ROW)
    for table in (steady, again):
        table.play("push large", "aim 5 +16")
    assert steady.s.disc_x.tolist() == again.s.disc_x.tolist()


@pytest.mark.rule("VA-Q11")
def test_the_tremor_is_cut_off_at_the_mouth_and_at_45_degrees(tmp_path):
    wild = changed_box(tmp_path, ("place_um = 1500, tenths_of_a_degree = 30", "place_um = 20000, tenths_of_a_degree = 300"))
    game = given(box=wild).match.game
    most, steepest = set(), set()
    quarry = loaded(1)
    for seed in range(400):
        states = quarry.copy()
        states[0].rng = np.uint64(seed + 1)
        preview.begin(states, 0, game.tables, LARGE, 0, 8)
        x = int(states[0].body_x[0]) >> PART_BITS
        assert -20_000 <= x <= 20_000
        assert abs(int(states[0].pusher_x)) <= SINE[450]
        most.add(abs(x))
        steepest.add(abs(int(states[0].pusher_x)))
    assert max(most) == 20_000
    assert max(steepest) == SINE[450]


@pytest.mark.rule("VA-Q5")
def test_a_stone_falls_when_its_centre_passes_the_edge(tmp_path):
    table = given(stones="L", box=steady_box(tmp_path)).quarry(*ROW).play("push large", "aim 11 0")
    assert table.s.fallen.tolist() == [0, 0, 1]
    for length, falls in ((119.9, 1), (120.1, 0)):  # 22 on: the last one's centre comes to 120
        row = given(stones="M", box=steady_box(tmp_path, ("length = 120", f"length = {length}")))
        row.quarry(("L", 0, 15), ("L", 0, 45), ("L", 0, 75), ("S", 0, 98)).play("push mid", "aim 11 0")
        assert row.s.fallen.tolist() == [falls, 0, 0]
    assert row.s.disc_y[row.s.discs - 1] == pytest.approx(120_000, abs=60)


@pytest.mark.rule("VA-Q5")
def test_a_stone_over_the_edge_by_less_than_half_stays(tmp_path):
    table = given(stones="S", box=steady_box(tmp_path)).quarry(("L", 20, 119)).play("push small", "aim 1 0")
    assert counts(table.s) == [1, 0, 1]


@pytest.mark.rule("VA-Q3")
def test_a_heap_that_cannot_be_pressed_apart_is_lifted_apart():
    """The last resort of a push, which random play does not reach."""

    @njit
    def lift_apart(states, i, boxes):
        lift(states[i], boxes[0])

    states = loaded(1)
    s = states[0]
    s.bodies = 30
    for i in range(30):
        s.body_x[i], s.body_y[i], s.body_size[i] = (i % 3) << PART_BITS, (20_000 + i) << PART_BITS, i % 3
    lift_apart(states, 0, GAME.tables)
    s.discs = 0
    for i in range(30):
        s.disc_x[i], s.disc_y[i], s.disc_size[i] = s.body_x[i] >> PART_BITS, s.body_y[i] >> PART_BITS, s.body_size[i]
    s.discs = 30
    assert worst_overlap(s, BOX) <= 2


@pytest.mark.rule("VA-Q3")
def test_a_quarry_with_overlaps_is_settled():
    @njit
    def settled(states, i, boxes):
        settle(states[i], boxes[0])

    states = loaded(1)
    s = states[0]
    s.bodies = 6
    for i in range(6):
        s.body_x[i], s.body_y[i], s.body_size[i] = (4000 * i - 10_000) << PART_BITS, (50_000 + 700 * i) << PART_BITS, i % 3
    settled(states, 0, GAME.tables)
    s.discs = 6
    for i in range(6):
        s.disc_x[i], s.disc_y[i], s.disc_size[i] = s.body_x[i] >> PART_BITS, s.body_y[i] >> PART_BITS, s.body_size[i]
    assert worst_overlap(s, BOX) <= MOST_OVERLAP


@pytest.mark.rule("VA-Q3")
def test_whole_numbers_are_exact():
    root = getattr(square_root, "py_func", square_root)
    for number in [*range(2000), 10**12, 10**12 - 1, 2**62 - 1, (3 * 10**9) ** 2, (3 * 10**9) ** 2 - 1]:
        assert root(number) ** 2 <= number < (root(number) + 1) ** 2
    assert np.abs(sines() - np.sin(np.radians(np.arange(901) / 10)) * ONE).max() <= 0.5 + 1e-6


def test_the_chances_of_an_aim_add_up_and_fit_what_happens():
    states = loaded(11)
    before = states.tobytes()
    chances = preview.chances(states, GAME.tables, LARGE, 10, 4, samples=400, seed=1)
    assert states.tobytes() == before
    assert sum(chances) == pytest.approx(1)
    assert chances == preview.chances(states, GAME.tables, LARGE, 10, 4, samples=400, seed=1)
    states[0].rng = np.uint64(123)  # the match's own generator gives nothing away
    assert chances == preview.chances(states, GAME.tables, LARGE, 10, 4, samples=400, seed=1)
    happened = []
    for seed in range(400):
        copy = states.copy()
        copy[0].rng = np.uint64(7919 * seed + 1)
        preview.push_as_aimed(copy, 0, GAME.tables, LARGE, 10, 4)
        happened.append(int(copy[0].fallen.sum()))
    expected = sum(number * chance for number, chance in enumerate(chances))
    assert np.mean(happened) == pytest.approx(expected, abs=0.2)


def test_an_empty_quarry_can_be_pushed_into():
    table = given(stones="S").quarry().play("push small", "aim 21 +32")
    assert counts(table.s) == [1, 0, 0]
    assert worst_overlap(table.s, BOX) <= MOST_OVERLAP
