"""PN-V once more: a second, slow scorer made from the rulebook, against the one that plays.

It shares nothing with the engine. It reads what a spectator sees and knows the printed numbers by itself, so the same mistake
would have to be made twice to go unseen.
"""

import functools
import itertools
import random

import pytest

from games.porta_nigra.position import GAME, SPOTS, given
from triumvir.batch import Batch
from triumvir.kernel.rule import PLAIN
from triumvir.kernel.state import EMPTY

# Plain Python runs these tests to look at the rules, not to play many matches; compiled, it is a matter of seconds.
RANDOM_MATCHES = 4 if PLAIN else 500
FILLED_POSITIONS = 20 if PLAIN else 200

# --- The printed numbers

COLOURS = ("white", "yellow", "red", "blue", "black")  # the most valuable first
ROW = ("black", "blue", "red", "yellow", "white")
SPOT_COLOURS = {
    "amphitheatre-A": ROW,
    "amphitheatre-B": ROW,
    "amphitheatre-C": ROW,
    "basilica-A": ROW,
    "basilica-B": ROW,
    "city-wall-A": ROW + ROW,
    "porta-nigra-": ("black", "black", "blue", "blue", "red", "red", "yellow", "yellow", "white"),
}
MAJORITIES = {  # first and second place
    "amphitheatre-A": (15, 7),
    "amphitheatre-B": (12, 6),
    "amphitheatre-C": (9, 5),
    "basilica-A": (12, 6),
    "basilica-B": (12, 6),
    "city-wall-A": (20, 10),
}
LEVELS = {3: (6, 3), 4: (8, 4), 5: (10, 5), 6: (12, 6), 7: (14, 7), 8: (16, 8)}
SETS = {1: 2, 2: 6, 3: 12, 4: 20}
FINAL_CARDS = (30, 42, 56)
CATEGORIES = {
    "amphitheatre-A": "amphitheatre_majorities",
    "amphitheatre-B": "amphitheatre_majorities",
    "amphitheatre-C": "amphitheatre_majorities",
    "basilica-A": "basilica_majorities",
    "basilica-B": "basilica_majorities",
    "city-wall-A": "city_wall_majority",
}


# --- The scorer


def final_scoring(view):
    """For each seat the points of every category of the final scoring."""
    sheets = []
    for area in view["seats"]:
        cards = tuple(area["building_cards"].values())
        sheets.append(
            {
                "building_cards": best_sets(cards),
                "final_cards": sum(card for card in area["final_cards"] if card in FINAL_CARDS),
                "play_area": play_area(area),
                "amphitheatre_majorities": 0,
                "basilica_majorities": 0,
                "city_wall_majority": 0,
                "porta_nigra_majorities": 0,
            }
        )
    for part, points in MAJORITIES.items():
        for seat, won in awarded(ranking(brick_standings(view, part)), points).items():
            sheets[seat][CATEGORIES[part]] += won
    for height, points in LEVELS.items():
        for seat, won in awarded(ranking(level_standings(view, height)), points).items():
            sheets[seat]["porta_nigra_majorities"] += won
    return sheets


@functools.cache
def best_sets(cards):
    """The best of all ways to put cards, given as a number for each building, into sets of different buildings. PN-V1."""
    best = 0
    for taken in itertools.product((0, 1), repeat=len(cards)):
        left = tuple(have - take for have, take in zip(cards, taken, strict=True))
        if sum(taken) > 0 and min(left) >= 0:
            best = max(best, SETS[sum(taken)] + best_sets(left))
    return best


def play_area(area):
    """A point for each Roman, 3 sesterces, influence token, torch token and brick. PN-V3."""
    return area["romans"] + area["coins"] // 3 + area["influence"] + area["torches"] + sum(area["bricks"].values())


def elements(view, part):
    """Seat, height and colour of every element in a part of the board."""
    for spot in view["board"]:
        name = spot["spot"]
        if name.startswith(part) and spot["owner"] is not None:
            yield spot["owner"], spot["height"], SPOT_COLOURS[part][int(name.removeprefix(part)) - 1]


def brick_standings(view, part):
    """Who stands how in a part: her bricks there, then those of each colour, most valuable first. PN-V4, PN-V6."""
    standings = {}
    for seat in range(view["players"]):
        own = [(height, colour) for owner, height, colour in elements(view, part) if owner == seat]
        if own:  # nobody scores without a brick: PN-V8
            by_colour = [sum(height for height, colour in own if colour == wanted) for wanted in COLOURS]
            standings[seat] = (sum(by_colour), *by_colour)
    return standings


def level_standings(view, level):
    """Who stands how on a level of the Porta Nigra: her elements of that height, then their colours. PN-V5, PN-V6."""
    standings = {}
    for seat in range(view["players"]):
        own = [colour for owner, height, colour in elements(view, "porta-nigra-") if owner == seat and height == level]
        if own:
            standings[seat] = (len(own), *[own.count(wanted) for wanted in COLOURS])
    return standings


def ranking(standings):
    """The seats of each place, best first; several seats in one place are a tie that cannot be broken."""
    different = sorted(set(standings.values()), reverse=True)
    return [[seat for seat in standings if standings[seat] == standing] for standing in different]


def awarded(places, points):
    """Seat -> points. Those who are tied get what the next place would have got. PN-V7."""
    first, second = points
    if not places:
        return {}
    if len(places[0]) > 1:
        return dict.fromkeys(places[0], second)
    won = {places[0][0]: first}
    if len(places) > 1 and len(places[1]) == 1:
        won[places[1][0]] = second
    return won


# --- Against the engine


def compare(view, winners):
    """Every category of the final scoring, the sum, and who has won."""
    ours = final_scoring(view)
    totals = []
    for seat, categories in enumerate(ours):
        theirs = view["sheet"][seat]
        assert {name: theirs[name] for name in categories} == categories, f"seat {seat}"
        during_play = sum(points for name, points in theirs.items() if name not in categories)
        totals.append(during_play + sum(categories.values()))
    assert view["scores"] == totals
    assert winners == [seat for seat, points in enumerate(totals) if points == max(totals)]


@pytest.mark.rule("PN-V1", "PN-V2", "PN-V3", "PN-V4", "PN-V5", "PN-V6", "PN-V7", "PN-V8", "PN-V9", "PN-V10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_matches_score_as_the_rulebook_says(players):
    batch = Batch(GAME, players, RANDOM_MATCHES)
    batch.start(seed=500)
    batch.playout(seed=7)
    records = batch.records()
    winning = GAME.winners(records)
    for number in range(RANDOM_MATCHES):
        view = GAME.view(records[number : number + 1], EMPTY)
        compare(view, [seat for seat in range(players) if winning[number, seat]])


@pytest.mark.rule("PN-V1", "PN-V2", "PN-V3", "PN-V4", "PN-V5", "PN-V6", "PN-V7", "PN-V8", "PN-V9", "PN-V10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_crowded_tables_score_as_the_rulebook_says(players):
    """Random matches seldom see full sets, final scoring cards or ties: here they are put on the table."""
    chooser = random.Random(players)
    ties_for_first = ties_for_second = full_sets = 0
    for _ in range(FILLED_POSITIONS):
        match = filled(players, chooser).play("end turn").match
        assert match.over
        view = match.view(None)
        compare(view, match.winners())
        for level in LEVELS:
            places = ranking(level_standings(view, level))
            ties_for_first += bool(places) and len(places[0]) > 1
            ties_for_second += len(places) > 1 and len(places[0]) == 1 and len(places[1]) > 1
        full_sets += sum(min(area["building_cards"].values()) > 0 for area in view["seats"])
    assert ties_for_first > 0  # what this test is for does happen
    assert ties_for_second > 0 or players == 2
    assert full_sets > 0


def filled(players, chooser):
    """The last turn of a match, with boards, cards and purses filled at random."""
    table = given(players=players, card=5, round_no=GAME.tables[0].rounds[players], seed=chooser.randrange(10**6))
    s = table.s
    s.hand[:], s.deck_left[:], s.romans_in_reserve[:] = EMPTY, 0, 15
    heights = chooser.sample(range(3, 9), chooser.randint(1, 3))  # few heights, so that many elements share one
    as_printed = chooser.random() < 0.8  # else any number of bricks anywhere: then ties cannot always be broken in the city wall either
    crowd = chooser.random()
    rivals = chooser.sample(range(players), 2)
    for pair in range(4):  # two spots of each colour but white: with the same height on both nothing breaks the tie
        if chooser.random() < 0.6:
            bricks = chooser.choice(heights)
            table.element(f"porta-nigra-{2 * pair + 1}", rivals[0], bricks).element(f"porta-nigra-{2 * pair + 2}", rivals[1], bricks)
    for number, spot in enumerate(SPOTS):
        seat = chooser.randrange(players)
        if s.owner[number] == EMPTY and chooser.random() < crowd and s.romans_in_reserve[seat] > 0:
            printed = int(GAME.tables[0].spot_bricks[number])
            bricks = chooser.choice(heights) if printed == 0 else printed if as_printed else chooser.randint(1, 4)
            table.element(spot, seat, bricks)
    for card in range(20):
        seat = chooser.randrange(-1, players)
        if seat >= 0:
            s.building_cards[seat] |= 1 << card
    for seat in range(players):
        s.coins[seat], s.torches[seat], s.influence[seat] = chooser.randrange(60), chooser.randrange(9), chooser.randrange(9)
        s.romans[seat] = chooser.randint(0, s.romans_in_reserve[seat])
        s.romans_in_reserve[seat] -= s.romans[seat]
        s.bricks[seat] = [chooser.randrange(6) for _ in COLOURS]
        s.substitutes[seat] = [chooser.randrange(2) for _ in range(4)]
        s.final_cards[seat] = [chooser.randrange(3) for _ in FINAL_CARDS]
        s.sheet[seat, 0] = s.score[seat] = chooser.randrange(40)  # points made during play
    return table.refresh()


def test_the_scorer_itself_by_examples_of_the_rulebook():
    assert best_sets((1, 2, 1, 0)) == 12 + 2  # sets of three and one
    assert best_sets((2, 2, 2, 2)) == 40
    assert awarded([[0], [1]], (12, 6)) == {0: 12, 1: 6}
    assert awarded([[0, 2], [1]], (12, 6)) == {0: 6, 2: 6}  # a tie for first place
    assert awarded([[1], [0, 2]], (12, 6)) == {1: 12}  # a tie for second place
    assert awarded([], (12, 6)) == {}
    yellow, red = (3, 0, 3, 0, 0, 0), (3, 0, 0, 3, 0, 0)
    assert ranking({0: red, 1: yellow}) == [[1], [0]]
