"""The laboratory: what it counts, what it says of a changed box, and the page it writes."""

import importlib
import re
import sys

import numpy as np
import pytest
from typer.testing import CliRunner

import triumvir
from triumvir.bots.bulk import GreedyTable
from triumvir.bots.mind import mind
from triumvir.cli import app
from triumvir.games.carpe_diem.actions import PLACE_CELLS
from triumvir.kernel.errors import BadRequest
from triumvir.lab import Findings, findings, plots
from triumvir.lab.comparison import differences
from triumvir.lab.findings import gaps
from triumvir.lab.report import page
from triumvir.simulate import Spread, Summary, random_matches
from triumvir.words import spoken


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
def test_what_wins_names_forum_cards_by_what_they_say(lang, monkeypatch):
    monkeypatch.setattr(sys.modules["triumvir.lab.findings"], "RARE", 10)
    game = triumvir.game("carpe_diem")
    made = findings(game, 2, 400, seed=9)
    names = {take.name for take in made.takes(lang)}
    cards = {game.dealt.name(game, card, game.words(lang)) for card in range(game.dealt.cards)}
    assert len(names & cards) > 20
    assert any(name.startswith("take ") for name in names)
    assert not any(name.startswith(("forum ", "first ")) for name in names)
    assert spoken(lang)("lab.takes.dealt") in page(made, language=lang)


def test_a_card_is_judged_by_the_matches_where_it_lay():
    game = triumvir.game("carpe_diem")
    found = Findings(game, 2, "greedy", 0)
    records = np.zeros(400, game.state)
    records["players"], records["seat"] = 2, -1
    records["forum"] = -1
    records["forum"][:100, 3] = 7  # the card lies in a hundred matches of four,
    records["score"][:, 0] = 10
    taken = np.zeros((400, 4, game.num_actions + game.dealt.cards), np.uint8)
    taken[:90, 0, game.num_actions + 7] = 1  # where it lies mostly the winner goes for it,
    taken[90:100, 1, game.num_actions + 7] = 1
    found.add(records, taken)
    (take,) = found.takes()
    assert take.name == game.dealt.name(game, 7, game.words("en"))
    assert take.share == 0.5
    assert (take.wins, take.wins_without) == (pytest.approx(0.9), pytest.approx(0.1))  # and who does not loses


def test_a_box_with_fewer_forum_cards_has_its_report(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules["triumvir.lab.findings"], "RARE", 10)
    game = triumvir.game("carpe_diem")
    before, *cards = game.original_box.read_text(encoding="utf-8").split("[[forum_card]]")
    few = tmp_path / "box.toml"
    few.write_text("[[forum_card]]".join([before, *cards[1:]]), encoding="utf-8")
    changed = findings(triumvir.game("carpe_diem", few), 2, 300, seed=1)
    original = findings(game, 2, 300, seed=1)
    names = {take.name for take in changed.takes()}
    assert sum(name.startswith("marker beside: ") for name in names) > 20
    assert "(changed)" in page(original, changed)


def test_cards_that_fail_for_nothing_are_not_said_to_succeed(tmp_path):
    game = triumvir.game("carpe_diem")
    free = tmp_path / "box.toml"
    text = game.original_box.read_text(encoding="utf-8")
    assert "penalty = 4" in text
    free.write_text(text.replace("penalty = 4", "penalty = 0"), encoding="utf-8")
    one, other = (findings(triumvir.game("carpe_diem", box), 2, 50, seed=1) for box in (None, free))
    assert one.summary.facts["failed_cards"].mean > 0
    assert "failed_cards" not in other.summary.facts
    whats = [difference.what for difference in differences(one, other)]
    assert "forum cards failed" not in whats
    assert "tiles placed" in whats


@pytest.mark.parametrize(("name", "spans"), [("carpe_diem", 1), ("porta_nigra", 2), ("via_appia", 3)])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_actions_whose_notation_is_a_code_are_put_in_words(name, spans, lang):
    game = triumvir.game(name)
    words = game.words(lang)
    said = {take.name: take.meaning for take in findings(game, 2, 60, seed=2).takes(lang) if take.meaning}
    assert len({name.rsplit(" ", 1)[0] for name in said}) <= spans
    assert said
    for one, meaning in said.items():
        assert game.action_in_words(game.notation.parse(one), words) == meaning


def test_the_players_of_a_match_are_one_sample():
    spread = Spread()
    spread.add(np.array([[10, 0], [0, 10], [4, 6], [5, 5]]))  # what one has the other has not
    assert spread.mean == 5
    assert spread.deviation > 3
    assert spread.error == 0
    spread.add(np.array([[9, 9], [1, 1]]))
    assert spread.error == pytest.approx(np.std([5, 5, 5, 5, 9, 1], ddof=1) / np.sqrt(6))


def test_one_match_proves_nothing(tmp_path):
    spread = Spread()
    spread.add(np.array([[7, 9]]))
    assert spread.mean == 8
    assert spread.error == float("inf")
    text = triumvir.game("carpe_diem").original_box.read_text(encoding="utf-8")
    changed = tmp_path / "box.toml"
    changed.write_text(text.replace("2 = [8, 9]", "2 = [11, 12]"), encoding="utf-8")
    one, other = (findings(triumvir.game("carpe_diem", box), 2, 1, seed=4) for box in (None, changed))
    found = list(differences(one, other))
    assert any(difference.difference for difference in found)
    assert not any(difference.clear for difference in found)


def test_matches_that_all_have_won_say_nothing_of_the_winners_lead():
    game = triumvir.game("porta_nigra")
    records = np.zeros(3, game.state)
    records["players"], records["seat"] = 2, -1
    records["sheet"][:2, 0, 0] = records["score"][:2, 0] = 6, 4  # the third is shared
    found = Findings(game, 2, "greedy", 0)
    found.add(records, np.zeros((3, 4, game.num_actions), np.uint8))
    assert found.gaps[game.categories[0]].mean == 5


def test_winners_are_compared_with_the_others_of_their_match():
    points = np.array([[30, 10, 20], [5, 5, 2]])
    winners = np.array([[True, False, False], [True, True, False]])
    assert gaps(points, winners).tolist() == [15, 3]


def test_whole_numbers_fall_evenly_into_the_bins_of_a_plot():
    lengths = np.repeat(np.arange(190, 217), 5)
    figure = plots._spread({"all": lengths}, "decisions")
    (drawn,) = figure.axes[0].patches
    heights = drawn.get_xy()[1:-1, 1]
    assert len(set(np.round(heights, 9)) - {0.0}) == 1


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


@pytest.mark.parametrize(
    ("game", "players", "matches", "seed", "bot"),
    [
        ("porta_nigra", 2, 300, 5, "greedy:1"),
        ("porta_nigra", 2, 299, 4, "greedy:1"),
        ("porta_nigra", 3, 300, 4, "greedy:1"),
        ("porta_nigra", 2, 300, 4, "greedy:2"),
        ("carpe_diem", 2, 300, 4, "greedy:1"),
    ],
)
def test_boxes_are_compared_on_the_same_deals_only(found, game, players, matches, seed, bot):
    with pytest.raises(BadRequest, match="same seeds"):
        list(differences(found, findings(triumvir.game(game), players, matches, seed, bot)))


@pytest.mark.parametrize("out", ["missing/lab.html", ".", "diary.txt/lab.html", f"{'long' * 99}.html"])
def test_a_report_that_cannot_be_written_is_refused_before_anything_is_played(out, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "diary.txt").touch()
    monkeypatch.setattr("triumvir.cli.findings", lambda *_: pytest.fail("played"))
    answer = CliRunner().invoke(app, ["lab", "porta_nigra", "--games", "10", "--out", out])
    assert isinstance(answer.exception, BadRequest)
    assert out in str(answer.exception)


def test_a_laboratory_that_fails_leaves_no_empty_report(tmp_path):
    out = tmp_path / "lab.html"
    assert isinstance(CliRunner().invoke(app, ["lab", "porta_nigra", "--bot", "search:1s", "--out", str(out)]).exception, BadRequest)
    assert not out.exists()
    out.write_text("an older one")
    CliRunner().invoke(app, ["lab", "porta_nigra", "--bot", "search:1s", "--out", str(out)])
    assert out.read_text() == "an older one"
    assert CliRunner().invoke(app, ["lab", "porta_nigra", "--games", "10", "--out", str(out)]).exit_code == 0
    assert out.read_text().startswith("<!doctype html>")


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
    assert spoken(lang)("lab.takes.dealt") not in report  # all of Porta Nigra's choices mean the same in every match
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
