"""What people see: data, text, sentences, pictures."""

import json
import random
from xml.etree import ElementTree

import numpy as np
import pytest

import triumvir
from games.via_appia.position import DRY, GAME, given
from games.via_appia.tray import loaded
from triumvir.games.via_appia import quarry_picture as picture
from triumvir.games.via_appia.preview import way_to
from triumvir.games.via_appia.state import LARGE
from triumvir.kernel.state import EMPTY


def random_match(players, seed):
    chooser = random.Random(seed)
    match = GAME.new(players, seed)
    while not match.over:
        yield match
        match.play(chooser.choice(match.legal()))
    yield match


@pytest.mark.parametrize("players", [2, 4])
def test_the_view_is_plain_data_with_all_stones(players):
    for number, match in enumerate(random_match(players, 6)):
        if number % 40 == 0 or match.over:
            view = match.view(0)
            assert json.loads(json.dumps(view)) == view
            s = match.states[0]
            assert [(disc["x"], disc["y"]) for disc in view["quarry"]["discs"]] == list(
                zip(s.disc_x[: s.discs].tolist(), s.disc_y[: s.discs].tolist(), strict=True)
            )
            assert sum(space["tile"] for space in view["spaces"]) == s.laid.sum()
            assert sorted(seat for place in view["spaces"] + view["cities"] for seat in place["pieces"]) == list(range(players))


def test_when_the_match_is_over_the_screens_are_lifted():
    *_, match = random_match(3, 2)
    assert [area["coins"] for area in match.view(0)["seats"]] == match.states[0].coins[:3].tolist()
    assert match.view(None)["to_decide"] is None


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_text_fits_eighty_columns_and_every_choice_reads_differently(language):
    for number, match in enumerate(random_match(4, 9)):
        if number % 25 == 0 or match.over:
            text = match.text(1, language)
            assert max(len(line) for line in text.splitlines()) <= 80
            assert "{" not in text
            sentences = {match.describe(action, language) for action in match.legal()}
            assert len(sentences) == len(match.legal())


def test_every_action_can_be_described_at_any_time():
    table = given(stones="S")
    for match in (table.match, given(seat=1).match):
        for action in range(GAME.num_actions):
            assert match.describe(action, "en").endswith(".")
            assert match.describe(action, "de").endswith(".")


def test_a_sentence_tells_steps_cost_and_gain():
    table = given(players=3, road="A1 A3 A8", cart="SM").at(1, "Tarracina")
    assert table.match.describe("travel A3") == "Travel 2 steps to A3 for 2 sesterces."
    assert table.match.describe("build A2") == "Build a mid-sized tile on A2: 3 points and a bonus token of segment A."
    table.play("build A2")
    table = given(cart="SM").play("build A1")
    assert table.match.describe("build A2").endswith("and 1 sesterce for the second tile.")
    table = given(road="A8").at(0, "A8")
    assert table.match.describe("travel Tarracina") == "Travel 1 step to Tarracina for 1 sesterce, and take its token: 6 points."
    table = given(stones="SSS", push_token=1).quarry(*DRY).play("push small", "aim 11 0", "push small", "aim 1 0")
    assert table.match.describe("push small").endswith("It costs the push +1 token.")


def test_the_way_to_a_place():
    table = given(road="A1 A3 A6")
    assert [way_to(GAME.tables, table.match.states, node) for node in (0, 2, 5, 7)] == [(1, 1), (2, 3), (3, 6), (0, 0)]


def test_a_push_can_be_undone_only_before_it_is_made():
    match = given(stones="S").match
    match.play("push small")
    assert match.can_undo
    match.play("aim 11 0")
    assert not match.can_undo
    match = given(stones="SS").match
    match.play("push small")
    match.undo()
    assert "push small" in [match.notation(action) for action in match.legal()]


def test_pictures_before_and_after_a_push():
    before, after = picture.pushed(GAME.tables, 7, LARGE, 10, 4)
    assert before.tobytes() == loaded(7).tobytes()
    text = picture.push_text(before[0], after[0], GAME.tables[0], ("before", "after"))
    assert max(len(line) for line in text.splitlines()) <= 80
    assert text.splitlines()[0].split() == ["before", "after"]
    drawn = picture.drawing(before[0], GAME.tables[0])
    assert [sum(line.count(letter) for line in drawn) for letter in "SML"] == [12, 8, 4]
    for svg in (picture.svg(before[0], GAME.tables[0], "a < b"), picture.push_svg(before[0], after[0], GAME.tables[0], ("", ""))):
        root = ElementTree.fromstring(svg)
        circles = root.findall(".//{http://www.w3.org/2000/svg}circle")
        assert len(circles) in (24, 24 + int(after[0].discs))


def test_statistics_of_finished_matches():
    states = np.concatenate([list(random_match(2, seed))[-1].states for seed in range(3)])
    facts = GAME.statistics(states)
    assert set(facts) == set(GAME.words("en").entry("statistic"))
    assert (facts["tiles_laid"] > 5).all()
    assert (facts["rounds"] > 10).all()
    assert all(len(numbers) == 3 for numbers in facts.values())


def test_a_record_of_a_match_replays_to_the_same_bytes():
    *_, match = random_match(3, 21)
    again = triumvir.loads(match.dumps())
    assert again.states.tobytes() == match.states.tobytes()
    assert again.seat is None
    assert match.states[0].seat == EMPTY
