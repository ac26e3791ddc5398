"""The observation says what the table shows, from the seat's own side: compared with the view, field by field."""

import pytest

from games.porta_nigra.position import GAME
from laws import random_match
from triumvir.games.porta_nigra.state import BUILDING_NAMES, COLOUR_NAMES
from triumvir.games.porta_nigra.view import PHASES

WHOSE = ("own", "next", "second_next", "third_next")
QUARTERS = [quarter.building for quarter in GAME.box.contents.quarter]
CARDS = [(building, colour) for building in BUILDING_NAMES for colour in COLOUR_NAMES]


def fields(observation) -> dict[str, list[int]]:
    offsets = GAME.features.offsets()
    return {field.name: observation[offsets[field.name] :][: field.count].tolist() for field in GAME.features.fields}


def one_at(length, place):
    return [int(i == place) for i in range(length)]


def cards_of(cards):
    numbers = {card["card"] - 1 for card in cards}
    return [int(card in numbers) for card in range(8)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_field_is_what_the_view_shows(players):
    for number, match in enumerate(random_match("porta_nigra", players, seed=players)):
        if number % 7:
            continue
        for seat in range(players):
            seen, view = fields(match.observation(seat)), match.view(seat)
            decides = None if view["to_decide"] is None else (view["to_decide"] - seat) % players
            assert seen["phase"] == one_at(8, PHASES.index(view["phase"]))
            assert seen["decides"] == one_at(4, decides)
            assert seen["players"] + seen["round"] + seen["rounds_left"] == [players, view["round"], view["rounds"] - view["round"]]
            assert seen["starter"] == one_at(4, (view["starter"] - seat) % players)
            assert seen["hand_cards"] == cards_of(view["seats"][seat]["hand"])
            card = view["turn"]["card"]
            assert seen["card"] == one_at(8, card["card"] - 1 if card else None)
            names = [*COLOUR_NAMES, "any", "build", "influence", "torch", "coins"]
            free = [icon.rstrip("0123456789") for place, icon in enumerate(card["icons"]) if place not in card["covered"]] if card else []
            assert seen["free_icons"] == [free.count(name) for name in names]
            assert seen["actions_left"] == [view["turn"]["actions_left"]]
            assert seen["honour_bought"] == [int(view["turn"]["honour_bought"])]
            spots = [spot["spot"] for spot in view["board"]]
            assert seen["spot"] == one_at(44, spots.index(view["turn"]["spot"]) if view["turn"]["spot"] else None)
            assert seen["shops"] == list(view["market"].values())
            assert seen["reserve"] == [view["reserve"]]
            assert sum(seen["supply_used"]) == len(view["supply"]["used"])
            shown = [(card["building"], card["colour"]) for card in view["building_cards"]["open"] if card]
            assert seen["building_display"] == [int(card in shown) for card in CARDS]
            assert seen["building_left"] + seen["honour_left"] == [view["building_cards"]["pile"], view["honour_cards"]["pile"]]
            assert sum(seen["building_taken"]) == 20 - len(shown) - view["building_cards"]["pile"]
            kinds = [card["kind"] for card in view["honour_cards"]["open"] if card]
            assert seen["honour_display"] == [kinds.count(kind) for kind in range(28)]
            assert sum(seen["honour_taken"]) == 28 - len(kinds) - view["honour_cards"]["pile"]
            for distance, whose in enumerate(WHOSE):
                check_seat(seen, view, whose, (seat + distance) % players if distance < players else None)


def check_seat(seen, view, whose, p):
    own = {name.removeprefix(f"{whose}_"): value for name, value in seen.items() if name.startswith(f"{whose}_")}
    if p is None:
        assert not any(any(value) for value in own.values())
        return
    area = view["seats"][p]
    assert own["score"] == [view["scores"][p]]
    for name in ("coins", "torches", "influence", "romans", "romans_in_reserve", "deck", "age"):
        assert own[name] == [area[name]], name
    assert own["builder"] == one_at(4, QUARTERS.index(area["builder"]) if area["builder"] else None)
    assert own["bricks"] == list(area["bricks"].values())
    assert own["hand"] == [len(area["hand"])]
    assert own["discards"] == cards_of(area["discards"])
    assert own["cards"] == list(area["building_cards"].values())
    assert own["final_cards"] == [area["final_cards"].count(points) for points in (30, 42, 56)]
    assert own["built"] == list(area["built"].values())
    assert own["elements"] == [spot["height"] if spot["owner"] == p else 0 for spot in view["board"]]
