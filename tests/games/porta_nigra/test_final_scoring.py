"""PN-V: the final scoring."""

import itertools

import pytest

from games.porta_nigra.position import GAME, given


def scored(players: int = 2, elements=(), cards=(), **fields):
    """A match whose last turn ends now: seat, spot and bricks of elements; seat and name of building cards."""
    table = given(players=players, card=5, round_no=9, coins=0, romans=0, romans_in_reserve=0)
    s = table.s
    s.coins[:], s.torches[:], s.romans[:], s.romans_in_reserve[:], s.hand[:], s.deck_left[:], s.actions_left = 0, 0, 0, 15, -1, 0, 0
    s.round_no = GAME.tables[0].rounds[players]
    for seat, spot, bricks in elements:
        table.element(spot, seat, bricks)
    for seat, card in cards:
        table.give_cards(seat, card)
    for name, value in fields.items():
        s[name][0] = value
    return table.refresh().play("end turn").match


def sheet(match, category):
    return [row[category] for row in match.sheet()]


@pytest.mark.rule("PN-V1")
@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((1, 0, 0, 0), 2),
        ((1, 1, 0, 0), 6),
        ((1, 1, 1, 0), 12),
        ((1, 1, 1, 1), 20),
        ((2, 0, 0, 0), 4),
        ((2, 1, 0, 0), 8),
        ((3, 2, 2, 1), 34),
        ((0, 0, 0, 0), 0),
    ],
)
def test_sets_of_different_buildings(counts, points):
    colours = ("black", "blue", "red")
    buildings = ("amphitheatre", "basilica", "city-wall", "porta-nigra")
    cards = [(0, f"{building}-{colours[i]}") for building, count in zip(buildings, counts, strict=True) for i in range(count)]
    assert sheet(scored(cards=cards), "building_cards") == [points, 0]


@pytest.mark.rule("PN-V1")
def test_the_best_split_is_scored():
    """Against every way of putting up to six cards of four buildings into sets."""
    values = (0, 2, 6, 12, 20)

    def best(counts):
        if not any(counts):
            return 0
        options = []
        for used in itertools.product(*[(0, 1) if count else (0,) for count in counts]):
            if any(used):
                options.append(values[sum(used)] + best(tuple(c - u for c, u in zip(counts, used, strict=True))))
        return max(options)

    for counts in itertools.product(range(3), repeat=4):
        match = scored(substitutes=counts)
        assert sheet(match, "building_cards")[0] == best(counts), counts


@pytest.mark.rule("PN-V2")
def test_final_scoring_cards():
    assert sheet(scored(final_cards=(1, 0, 0)), "final_cards") == [30, 0]
    assert sheet(scored(final_cards=(2, 1, 1)), "final_cards") == [158, 0]


@pytest.mark.rule("PN-V3")
@pytest.mark.parametrize(
    ("fields", "points"),
    [
        ({"romans": 4}, 4),
        ({"coins": 8}, 2),
        ({"coins": 9}, 3),
        ({"influence": 5}, 5),
        ({"torches": 6}, 6),
        ({"bricks": (1, 2, 0, 0, 4)}, 7),
        ({"romans_in_reserve": 9}, 0),
    ],
)
def test_the_play_area(fields, points):
    assert sheet(scored(**fields), "play_area") == [points, 0]


@pytest.mark.rule("PN-V4")
@pytest.mark.parametrize(
    ("spots", "category", "first", "second"),
    [
        (("amphitheatre-A1", "amphitheatre-A2"), "amphitheatre_majorities", 15, 7),
        (("amphitheatre-B1", "amphitheatre-B2"), "amphitheatre_majorities", 12, 6),
        (("amphitheatre-C1", "amphitheatre-C2"), "amphitheatre_majorities", 9, 5),
        (("basilica-A1", "basilica-A3"), "basilica_majorities", 12, 6),
        (("basilica-B1", "basilica-B3"), "basilica_majorities", 12, 6),
        (("city-wall-A2", "city-wall-A10"), "city_wall_majority", 20, 10),
    ],
)
def test_majorities_of_bricks(spots, category, first, second):
    match = scored(players=3, elements=[(0, spots[0], 1), (1, spots[1], 3)])
    assert sheet(match, category) == [second, first, 0]


@pytest.mark.rule("PN-V4")
def test_bricks_count_not_elements_and_the_third_gets_nothing():
    match = scored(players=3, elements=[(0, "city-wall-A1", 2), (0, "city-wall-A2", 2), (1, "city-wall-A10", 3), (2, "city-wall-A3", 2)])
    assert sheet(match, "city_wall_majority") == [20, 10, 0]
    match = scored(elements=[(0, "basilica-A1", 4), (1, "basilica-A4", 2)])
    assert sheet(match, "basilica_majorities") == [12, 6]  # four black bricks are more than two yellow ones


@pytest.mark.rule("PN-V5")
def test_each_height_of_the_porta_nigra_counts_elements_on_its_own():
    elements = [(0, "porta-nigra-1", 3), (0, "porta-nigra-2", 3), (1, "porta-nigra-3", 3), (1, "porta-nigra-9", 8), (0, "porta-nigra-4", 7)]
    assert sheet(scored(elements=elements), "porta_nigra_majorities") == [6 + 14, 3 + 16]
    for height, first in ((3, 6), (4, 8), (5, 10), (6, 12), (7, 14), (8, 16)):
        match = scored(players=3, elements=[(0, "porta-nigra-1", height), (1, "porta-nigra-3", height)])
        assert sheet(match, "porta_nigra_majorities") == [first // 2, first, 0]  # blue is worth more than black


@pytest.mark.rule("PN-V6")
def test_ties_go_to_the_more_valuable_bricks_colour_by_colour():
    match = scored(elements=[(0, "city-wall-A4", 2), (0, "city-wall-A1", 2), (1, "city-wall-A3", 2), (1, "city-wall-A2", 2)])
    assert sheet(match, "city_wall_majority") == [20, 10]  # yellow and black against red and blue: more yellow wins
    match = scored(elements=[(0, "city-wall-A10", 3), (0, "city-wall-A1", 2), (1, "city-wall-A5", 2), (1, "city-wall-A9", 3)])
    assert sheet(match, "city_wall_majority") == [20, 10]  # three white against two
    match = scored(players=3, elements=[(0, "basilica-B3", 2), (1, "basilica-B1", 2), (2, "basilica-B4", 4)])
    assert sheet(match, "basilica_majorities") == [6, 0, 12]  # broken for second place too


@pytest.mark.rule("PN-V6")
def test_in_the_porta_nigra_only_elements_of_that_height_break_the_tie():
    match = scored(elements=[(0, "porta-nigra-1", 4), (1, "porta-nigra-3", 4), (0, "porta-nigra-9", 5)])
    assert sheet(match, "porta_nigra_majorities") == [4 + 10, 8]


@pytest.mark.rule("PN-V7")
def test_a_tie_that_stays_gets_the_points_of_the_next_place():
    match = scored(players=3, elements=[(0, "porta-nigra-1", 4), (1, "porta-nigra-2", 4)])
    assert sheet(match, "porta_nigra_majorities") == [4, 4, 0]
    elements = [(0, "porta-nigra-1", 4), (1, "porta-nigra-2", 4), (2, "porta-nigra-3", 4), (2, "porta-nigra-4", 4)]
    assert sheet(scored(players=3, elements=elements), "porta_nigra_majorities") == [0, 0, 8]  # a tie for second gets nothing
    elements = [(0, "porta-nigra-3", 4), (1, "porta-nigra-4", 4), (2, "porta-nigra-1", 4)]
    assert sheet(scored(players=3, elements=elements), "porta_nigra_majorities") == [4, 4, 0]  # and nobody behind a tie for first


@pytest.mark.rule("PN-V8")
def test_nobody_scores_without_a_brick():
    assert sheet(scored(elements=[(0, "basilica-A1", 4)]), "basilica_majorities") == [12, 0]
    assert sum(scored(players=4).scores()) == 0


@pytest.mark.rule("PN-V9")
def test_most_points_win_and_a_tie_has_several_winners():
    assert scored(players=3, influence=2).winners() == [0]
    assert scored(players=3).winners() == [0, 1, 2]
    match = scored(players=4, elements=[(2, "porta-nigra-1", 4), (3, "porta-nigra-2", 4)])
    assert match.winners() == [2, 3]


@pytest.mark.rule("PN-V10")
def test_second_place_in_amphitheatre_row_A_is_seven():
    assert sheet(scored(elements=[(0, "amphitheatre-A1", 3), (1, "amphitheatre-A2", 3)]), "amphitheatre_majorities") == [7, 15]


@pytest.mark.rule("PN-X7")
def test_example_basilica_majorities():
    match = scored(elements=[(0, "basilica-A5", 4), (1, "basilica-A4", 2), (1, "basilica-A2", 2), (1, "basilica-B1", 2)])
    assert sheet(match, "basilica_majorities") == [12, 18]


@pytest.mark.rule("PN-X8")
def test_example_yellow_beats_red_in_the_amphitheatre():
    assert sheet(scored(elements=[(0, "amphitheatre-A4", 3), (1, "amphitheatre-A3", 3)]), "amphitheatre_majorities") == [15, 7]


@pytest.mark.rule("PN-X9")
def test_example_sets_of_three_and_one():
    cards = [(0, "amphitheatre-red"), (0, "basilica-red"), (0, "city-wall-red"), (0, "basilica-blue")]
    assert sheet(scored(cards=cards), "building_cards") == [14, 0]
