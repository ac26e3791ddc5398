"""The laboratory: what it counts, what it says of a changed box, and the page it writes."""

import importlib
import re
import sys

import numpy as np
import pytest

import triumvir
from triumvir.bots.bulk import GreedyTable
from triumvir.bots.mind import mind
from triumvir.games.carpe_diem.actions import PLACE_CELLS
from triumvir.kernel.errors import BadRequest
from triumvir.lab import Findings, findings
from triumvir.lab.comparison import differences
from triumvir.lab.report import page
from triumvir.simulate import Spread, Summary, gaps, random_matches


@pytest.fixture(scope="module")
def found():
    return findings(triumvir.game("porta_nigra"), 2, 300, seed=4)


def test_wins_and_scores_are_those_of_the_matches(found):
    assert found.summary.matches == 300
    assert found.all_scores.shape == (300, 2)
    assert sum(wins.mean for wins in found.seat_wins.values()) == pytest.approx(1)
    assert found.summary.scores[1].mean == pytest.approx(found.all_scores[:, 1].mean())


def test_lift_is_the_difference_between_those_who_took_it_and_those_who_did_not():
    game = triumvir.game("porta_nigra")
    found = Findings(game, 2, "greedy", 0)
    records = np.zeros(200, game.state)
    records["players"], records["seat"] = 2, -1
    records["score"][:150, 0] = 10  # seat 0 wins three quarters,
    records["score"][150:, 1] = 10
    taken = np.zeros((200, 4, game.num_actions), np.uint8)
    action = game.notation.parse("buy white")
    taken[:100, 0, action] = 3  # and takes it in the first hundred,
    taken[100:150, 1, action] = 1  # seat 1 in fifty that it loses
    found.add(records, taken)
    (take,) = found.takes()
    assert take.name == "buy white"
    assert take.share == 150 / 400
    assert take.wins == pytest.approx(100 / 150)
    assert take.wins_without == pytest.approx(100 / 250)
    assert take.lift == pytest.approx(100 / 150 - 0.4)
    shares = np.zeros((200, 2))
    shares[:150, 0] = shares[150:, 1] = 1
    moved = np.where(taken[:, :2, action] > 0, (shares - 2 / 3) / 150, (0.4 - shares) / 250).sum(axis=1)  # the lift, by each match
    assert take.error == pytest.approx(np.sqrt((moved**2).sum()))


def test_who_takes_what_only_one_can_take_and_wins_is_one_sample_a_match():
    game = triumvir.game("porta_nigra")
    found = Findings(game, 2, "greedy", 0)
    records = np.zeros(400, game.state)
    records["players"], records["seat"] = 2, -1
    records["score"][:300, 0] = 10
    records["score"][300:, 1] = 10
    taken = np.zeros((400, 4, game.num_actions), np.uint8)
    taken[:, 0, 0] = 1  # seat 0 takes it in all matches and wins three quarters of them
    found.add(records, taken)
    (take,) = found.takes()
    assert take.lift == pytest.approx(0.5)
    assert take.error == pytest.approx(2 * np.sqrt(0.75 * 0.25 / 400))  # the lift is twice the share of wins, less one


def test_forum_cards_are_counted_and_not_the_places_where_they_lay():
    game = triumvir.game("carpe_diem")
    table = GreedyTable(game, [mind(game).weights()] * 2, [1.0, 1.0])
    over, taken = table.play(40, seed=3)
    actions, cards = taken[:, :2, : game.num_actions], taken[:, :2, game.num_actions :]
    forum = game.actions["forum"]
    visits = actions[:, :, forum.start : forum.stop].astype(int)
    assert (visits.sum(axis=2) == 4).all()  # a marker in each of four phases
    assert (cards.astype(int).sum(axis=2) == 8).all()  # between two cards
    for match in range(40):
        lay = over["forum"][match]  # cards stay where they are
        for seat in range(2):
            expected = np.zeros(game.dealt.cards, int)
            for place in np.repeat(np.arange(forum.count), visits[match, seat]):
                for cell in PLACE_CELLS[place]:
                    expected[lay[cell]] += 1
            assert np.array_equal(cards[match, seat], expected)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_wins_names_forum_cards_by_what_they_say(lang):
    game = triumvir.game("carpe_diem")
    names = {take.name for take in findings(game, 2, 400, seed=9).takes(lang)}
    cards = {game.dealt.name(game, card, game.words(lang)) for card in range(game.dealt.cards)}
    assert len(names & cards) > 20
    assert any(name.startswith("take ") for name in names)
    assert not any(name.startswith("forum ") for name in names)


def test_the_players_of_a_match_are_one_sample():
    spread = Spread()
    spread.add(np.array([[10, 0], [0, 10], [4, 6], [5, 5]]))  # what one has the other has not
    assert spread.mean == 5
    assert spread.deviation > 3
    assert spread.error == 0
    spread.add(np.array([[9, 9], [1, 1]]))
    assert spread.error == pytest.approx(np.std([5, 5, 5, 5, 9, 1]) / np.sqrt(6))


def test_winners_are_compared_with_the_others_of_their_match():
    points = np.array([[30, 10, 20], [5, 5, 2]])
    winners = np.array([[True, False, False], [True, True, False]])
    assert gaps(points, winners).tolist() == [15, 3]


@pytest.mark.parametrize("missing", ["jinja2", "matplotlib.figure"])
def test_who_lacks_what_a_report_needs_is_told_so(missing, monkeypatch):
    for name in ("triumvir.lab.report", "triumvir.lab.plots"):
        monkeypatch.delitem(sys.modules, name, raising=False)
        monkeypatch.delattr(triumvir.lab, name.rpartition(".")[2], raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(BadRequest, match=r"triumvir\[reports\]"):
        importlib.import_module("triumvir.lab.report")


def test_what_hardly_anybody_took_says_nothing():
    game = triumvir.game("porta_nigra")
    found = Findings(game, 2, "greedy", 0)
    records = np.zeros(200, game.state)
    records["players"], records["seat"], records["score"][:, 0] = 2, -1, 1
    taken = np.zeros((200, 4, game.num_actions), np.uint8)
    taken[:49, 0, 0] = 1
    found.add(records, taken)
    assert found.takes() == []


def test_the_same_box_makes_no_difference(found):
    again = findings(triumvir.game("porta_nigra"), 2, 300, seed=4)
    for difference in differences(found, again):
        assert difference.difference == 0
        assert not difference.clear


def test_a_changed_box_shows_what_it_does(found, tmp_path):
    text = triumvir.game("porta_nigra").original_box.read_text(encoding="utf-8")
    changed = tmp_path / "box.toml"
    assert "sesterces = 20" in text or "coins = 20" in text
    changed.write_text(text.replace("sesterces = 20", "sesterces = 60").replace("coins = 20", "coins = 60"), encoding="utf-8")
    rich = findings(triumvir.game("porta_nigra", changed), 2, 300, seed=4)
    by_name = {difference.what: difference for difference in differences(found, rich)}
    points = by_name["points of seat 0"]
    assert points.clear
    assert points.difference > 0
    low, high = points.interval
    assert low < points.difference < high
    report = page(found, rich)
    assert "What the changed box does" in report
    assert rich.game.box.digest in report


def test_what_the_deals_do_to_both_boxes_is_no_part_of_the_difference(tmp_path):
    """Points that everybody has from the start change no decision: each match ends as before, with so many points more."""
    game = triumvir.game("carpe_diem")
    text = game.original_box.read_text(encoding="utf-8")
    changed = tmp_path / "box.toml"
    assert "2 = [8, 9]" in text
    changed.write_text(text.replace("2 = [8, 9]", "2 = [11, 12]"), encoding="utf-8")
    one, other = (findings(triumvir.game("carpe_diem", box), 2, 200, seed=4) for box in (None, changed))
    for difference in differences(one, other):
        more = 3 if difference.what in ("points of seat 0", "points of seat 1", "points for Start") else 0
        assert difference.interval == pytest.approx((more, more), abs=1e-4), difference.what
    assert one.all_scores.std() > 10


def test_boxes_are_compared_on_the_same_deals_only(found):
    with pytest.raises(BadRequest, match="same seeds"):
        list(differences(found, findings(triumvir.game("porta_nigra"), 2, 300, seed=5)))


HEADINGS = {
    "en": ("Seats", "Points by category", "What winners do", "Scores and length"),
    "de": ("Plätze", "Punkte nach Kategorien", "Was Sieger tun", "Punkte und Länge"),
}
ENGLISH = re.compile(r"\b(the|those|wins|points|players|seat|others|matches|of|decisions|box|figure)\b", re.IGNORECASE)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_page_is_complete_in_itself(found, lang):
    report = page(found, language=lang)
    assert report.count("<svg") == 5
    assert "http-equiv" not in report
    assert "<script" not in report
    assert "src=" not in report
    assert found.game.words(lang)("category.basilica") in report
    assert tuple(re.findall(r"<h2>(.*)</h2>", report)) == HEADINGS[lang]
    assert report == page(found, language=lang)


def test_a_german_page_is_german_throughout(found):
    report = page(found, found, language="de")
    text = re.sub(r"(?s)<style.*?</style>|<!--.*?-->|<defs>.*?</defs>|<[^>]*>", " ", report)
    notation = (re.escape(found.game.notation[action]) for action in range(found.game.num_actions))
    moves = "|".join(sorted(notation, key=len, reverse=True))  # the same in every language
    assert "Was die geänderte Schachtel bewirkt" in text
    assert "Siege von Platz 0" in text
    assert "95-%-Intervall" in text
    assert not ENGLISH.findall(re.sub(moves, " ", text))
    assert re.search(r"\+0,000 bis \+0,000|-\d,\d{3} bis \+\d,\d{3}", text)


@pytest.mark.parametrize("name", triumvir.games())
@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_figure_has_a_name(name, lang):
    game = triumvir.game(name)
    summary = Summary()
    for records in random_matches(game, 2, 2, 1, "cpu"):
        summary.add(game, 2, records)
    assert summary.facts
    assert all(game.words(lang)(f"statistic.{fact}") for fact in summary.facts)


def test_only_greedy_bots_play_in_bulk():
    with pytest.raises(BadRequest, match="greedy bots"):
        findings(triumvir.game("porta_nigra"), 2, 10, bot="search:1s")
    with pytest.raises(BadRequest, match="at least one match"):
        findings(triumvir.game("porta_nigra"), 2, 0)
