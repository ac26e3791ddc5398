"""The end of the game: what is counted, and who wins."""

import numpy as np
import pytest

from games.carpe_diem.table import GAME, SPACES, Table
from triumvir.games.carpe_diem.state import OVER, THING_NAMES


def end(t):
    """The last visit of the last forum phase, on which nothing is spent; then the game is over."""
    t.s.building_phase = 4
    villa = t.card("C", {"villa": 1}, {"vp": 3})
    t.in_forum(villa, villa)
    while t.s.seat >= 0:
        t.play(t.legal()[0] if t.s.visited >= 0 else "forum b2-b3")
    assert t.s.phase == OVER
    return t


def goal(t, side, thing, line, seat=0):
    """Only this goal is left on the frame: a part with it on one side; the other goals ask for nothing there is."""
    for number in range(16):
        for place in range(2):
            if THING_NAMES[t.box.goal_thing[number, place]] == thing and t.box.goal_at[number, place] == line:
                t.s.frame[seat * 4 + side] = number
                return side * 2 + place
    raise LookupError(f"no goal {thing} at {line}")


@pytest.mark.rule("CD-E1")
@pytest.mark.parametrize(("coins", "points"), [(0, 4), (1, 5), (2, 5)])
def test_what_is_left_over_counts_half(coins, points):
    t = Table()
    t.goods(fish=1, chicken=2)
    t.s.bread[0], t.s.stored[0], t.s.coins[0] = 2, 4, coins
    end(t)
    assert t.points("items") == points


@pytest.mark.rule("CD-E2")
def test_a_space_of_the_prestige_bar_counts_its_number():
    t = Table()
    t.prestige(13, 20)
    end(t)
    assert (t.points("prestige"), t.points("prestige", 1)) == (13, 20)


def _complete(t, *tiles):
    """Places the tiles one after the other, with all that they complete."""
    for space, tile, turn in tiles:
        t.s.fringe[0] |= 1 << SPACES.index(space)
        t.hold(tile)
        t.row()
        t.play(f"place {space}-{turn}")


@pytest.mark.rule("CD-E3")
@pytest.mark.parametrize(
    ("side", "line", "first", "second"),
    [
        (0, 2, "b4", "c4"),  # top 2: right of column b
        (2, 2, "d4", "e4"),  # bottom 2: right of column 6 - 2, d
        (1, 2, "c2", "c3"),  # right 2: below row 2
        (3, 2, "c4", "c5"),  # left 2: below row 6 - 2
    ],
)
def test_a_goal_is_met_across_its_line(side, line, first, second):
    across = first[1] == second[1]
    t = Table()
    mine = goal(t, side, "pond", line)
    _complete(t, (first, "PGGG", "e" if across else "s"), (second, "PGGG", "w" if across else "n"))
    assert (t.s.goals_met[0] >> mine) & 1
    before = t.s.goals_met[0]
    moved = chr(ord(first[0]) + 1) + first[1] if across else first[0] + str(int(first[1]) + 1)
    further = chr(ord(second[0]) + 1) + second[1] if across else second[0] + str(int(second[1]) + 1)
    u = Table()
    u.s.frame[:] = t.s.frame
    _complete(u, (moved, "PGGG", "e" if across else "s"), (further, "PGGG", "w" if across else "n"))
    assert not (u.s.goals_met[0] >> mine) & 1  # one line further it does not count
    end(t)
    assert before == t.s.goals_met[0]
    assert t.points("frame") >= 3


@pytest.mark.rule("CD-E3")
def test_a_goal_scores_once_and_one_thing_may_meet_several():
    t = Table()
    t.s.frame[0:4] = [1, 14, 15, 13]  # pond at top 2; farmyard, villa elsewhere
    _complete(t, ("b3", "PGGG", "e"), ("c3", "PGGG", "w"))
    once = end(t).points("frame")
    u = Table()
    u.s.frame[0:4] = t.s.frame[0:4]
    _complete(u, ("b3", "PGGG", "e"), ("c3", "PGGG", "w"), ("b4", "PGGG", "e"), ("c4", "PGGG", "w"))
    assert end(u).points("frame") == once == 3
    v = Table()
    v.s.frame[0:4] = [1, 0, 2, 13]  # ponds: top 2 (right of column b) and bottom 3 (right of column c)
    _complete(v, ("b3", "PGGG", "e"), ("c3", "PGPG", "e"), ("d3", "PGGG", "w"))
    assert end(v).points("frame") == 6


@pytest.mark.rule("CD-E3", "CD-X9")
def test_the_printed_example_of_a_frame():
    t = Table()
    # Part 10: granary at 2, vineyard at 5. Part 8: villa at 1, garden at 3. Part 4: pond at 2, merchant at 3. Numbers from 0 below.
    t.s.frame[0:4] = [9, 7, 3, 10]
    # Top 2, granary: across the line right of b.  Right 1, villa: across the line below row 1.  Right 3, garden: below row 3.
    # Bottom 2, pond: right of column d.
    _complete(t, ("b4", "BGGG", "e"), ("c4", "BGGG", "w"))
    _complete(t, ("f1", "RGGG1", "s"), ("f2", "RGGG1", "n"))
    _complete(t, ("a3", "HGGG", "e"), ("b3", "HGGG", "w"))  # along the line below row 3, above it
    _complete(t, ("e4", "HGGG", "e"), ("f4", "HGGG", "w"))  # and below it
    _complete(t, ("d6", "PGGG", "e"))
    _complete(t, ("e6", "PGPG", "e"))  # across the line, but open
    assert t.completed() == {"granary": 1, "villa": 1, "garden": 2}
    end(t)
    assert t.points("frame") == 4 + 3


@pytest.mark.rule("CD-E4")
def test_fountain_cards_count_for_each_completed_thing_and_twice_if_equal():
    t = Table()
    t.has(garden=3, merchant=1)
    t.s.fountain_kinds[0, THING_NAMES.index("garden")] = 2
    t.s.fountain_kinds[0, THING_NAMES.index("merchant")] = 1
    t.s.fountain_kinds[0, THING_NAMES.index("pond")] = 1
    t.s.fountain_hand[0] = 4
    end(t)
    assert t.points("fountain_cards") == 2 * 3 * 2 + 2


@pytest.mark.rule("CD-E5", "CD-X8")
def test_completed_villas_of_three_five_and_five_chimneys_are_17_points():
    t = Table()
    _complete(t, ("a1", "RGGG1", "e"), ("b1", "RGGG2", "w"))
    _complete(t, ("a3", "RGGG1", "e"), ("b3", "RGRG2", "e"), ("c3", "RGGG2", "w"))
    _complete(t, ("a5", "RGGG1", "e"), ("b5", "RGRG2", "e"), ("c5", "RGGG2", "w"))
    _complete(t, ("d6", "RGGG2", "e"), ("e6", "RGRG2", "e"))  # open, as the next one
    _complete(t, ("f2", "RGGG2", "w"), ("e2", "RGRG2", "e"))
    assert t.completed() == {"villa": 3}
    assert t.s.chimneys[0] == 21
    end(t)
    assert t.points("villas") == 17


@pytest.mark.rule("CD-E5")
def test_the_chart_goes_on_past_its_end():
    t = Table()
    _complete(t, ("a3", "RGGG2", "e"), *((f"{column}3", "RGRG2", "e") for column in "bcde"), ("f3", "RGGG2", "w"))
    end(t)
    assert t.points("villas") == 18 + 3 * 3  # twelve chimneys


def ended(*seats):
    """Finished matches are judged by points, writs left and prestige."""
    states = np.zeros(1, GAME.state)
    states[0].players = len(seats)
    for seat, (points, writs, prestige) in enumerate(seats):
        states[0].score[seat] = points
        states[0].writs[seat] = (1 << writs) - 1
        states[0].prestige[seat] = prestige
    return [seat for seat in range(4) if GAME.winners(states)[0, seat]]


@pytest.mark.rule("CD-E6")
def test_most_points_win_then_more_writs_then_lower_prestige_then_both():
    assert ended((50, 0, 20), (49, 9, 0)) == [0]
    assert ended((50, 3, 9), (50, 4, 20), (49, 9, 0)) == [1]
    assert ended((50, 4, 9), (50, 4, 8), (50, 3, 1)) == [1]
    assert ended((50, 4, 9), (50, 4, 9), (50, 4, 10), (10, 9, 0)) == [0, 1]
    assert ended((-3, 1, 1), (-5, 9, 0)) == [0]
