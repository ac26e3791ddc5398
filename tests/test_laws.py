"""The laws of docs/design.md, for every game and number of players. Law 1 in plain Python and on CUDA: see test_ways_to_run.py."""

import itertools
import random
import re

import numpy as np
import pytest

import triumvir
from laws import GOLDEN, TABLES, copied, positions, random_match, sampled_records
from triumvir import rulebook
from triumvir.batch import Batch
from triumvir.games import title

MATCHES = {"porta_nigra": 1_000, "carpe_diem": 1_000, "via_appia": 250}  # for each law; a push is long work
ROUND_TRIPS = {"porta_nigra": 300, "carpe_diem": 300, "via_appia": 100}  # each is played again from its text

tables = pytest.mark.parametrize(("name", "players"), TABLES)


@tables
def test_laws_1_4_and_7_alone_or_among_many_a_match_goes_the_same_way_ends_and_its_sheet_sums_to_its_score(name, players):
    """One core, or one match at a time through Python, gives the same bytes as the batch on all cores."""
    game, matches = triumvir.game(name), MATCHES[name]
    batch = Batch(game, players, matches)
    batch.start(seed=11)
    for i in range(matches):
        assert game.record(players, 11 + i).tobytes() == batch.records()[i].tobytes()
    batch.playout(seed=12)
    records = batch.records()
    one_core = Batch(game, players, matches // 5, workers=1)
    one_core.start(seed=11)
    one_core.playout(seed=12)
    assert one_core.records().tobytes() == records[: matches // 5].tobytes()
    assert (records["seat"] == -1).all()
    assert (records["sheet"].sum(axis=2) == records["score"]).all()
    out = np.zeros(game.num_actions, np.int16)
    assert all(game.engine.legal_actions(records, i, game.tables, out) == 0 for i in range(matches))


@tables
def test_law_3_what_is_legal_applies_and_changes_the_state_what_is_not_is_refused_and_changes_nothing(name, players):
    game = triumvir.game(name)
    engine, out, again = game.engine, np.zeros(game.num_actions, np.int16), np.zeros(game.num_actions, np.int16)
    chooser = random.Random(players)
    for seed in range(MATCHES[name]):
        states = game.record(players, seed)
        count = engine.legal_actions(states, 0, game.tables, out)
        while count:
            legal = out[:count].tolist()
            assert legal == sorted(set(legal))
            before = states.tobytes()
            wrong = chooser.randrange(game.num_actions)
            if wrong not in legal:
                assert engine.try_action(states, 0, game.tables, wrong, again) == -1
                assert states.tobytes() == before
            action = chooser.choice(legal)
            assert engine.obstacle_code(states, 0, game.tables, action) == 0
            count = engine.try_action(states, 0, game.tables, action, out)
            assert count >= 0
            assert states.tobytes() != before


@tables
def test_law_3_every_single_action_is_either_legal_or_has_a_rule_against_it(name, players):
    for game, states in sampled_records(name, players, matches=4, every=9):
        out = np.zeros(game.num_actions, np.int16)
        legal = set(out[: game.engine.legal_actions(states, 0, game.tables, out)].tolist())
        for action in range(game.num_actions):
            rule = game.rule_against(states, action)
            assert (rule is None) == (action in legal), (game.notation[action], rule)
            assert rule is None or rule in game.rules
            assert rule == game.rule_against(game.redacted(states, int(states[0].seat)), action)  # what is hidden forbids nothing


@tables
def test_law_4_nobody_is_to_move_without_a_choice(name, players):
    for seed in range(10):
        for match in random_match(name, players, seed):
            assert match.over or match.legal()


@tables
def test_law_5_twins(name, players):
    """What a seat cannot know changes nothing it sees: record, view, text, observation, own choices and why others are none."""
    for number, (game, states) in enumerate(positions(name, players, MATCHES[name])):
        seat = number % players
        twin = game.redealt(states, seat, seed=number)
        assert game.redacted(twin, seat).tobytes() == game.redacted(states, seat).tobytes()
        assert game.view(twin, seat) == game.view(states, seat)
        assert game.text(twin, seat, "en") == game.text(states, seat, "en")
        assert (game.observation(twin, seat) == game.observation(states, seat)).all()
        raw = np.zeros(game.features.count, np.int16)
        game.engine.observe_match(twin, 0, game.tables, seat, raw)  # straight from the whole record: it must not read more
        assert (raw == game.observation(states, seat)).all()
        if states[0].seat == seat:
            own, other = np.zeros(game.num_actions, np.int16), np.zeros(game.num_actions, np.int16)
            count = game.engine.legal_actions(states, 0, game.tables, own)
            assert game.engine.legal_actions(twin, 0, game.tables, other) == count
            assert (own[:count] == other[:count]).all()
            for action in range(number % 7, game.num_actions, 7):
                assert game.reason(twin, action, "en") == game.reason(states, action, "en")
        if number % 10 == 0:
            spectator = game.redealt(states, -1, seed=number)
            assert game.view(spectator, -1) == game.view(states, -1)


@tables
def test_law_5_a_redeal_is_another_deal_that_could_be(name, players):
    game = triumvir.game(name)
    for seed in range(5):
        match = next(itertools.islice(random_match(name, players, seed), 12, None))
        deals = {game.redealt(match.states, 0, seed=deal).tobytes() for deal in range(20)}
        assert len(deals) == 20  # the generator at least is always another
        twin = game.redealt(match.states, 0, seed=1)
        out = np.zeros(game.num_actions, np.int16)
        chooser = random.Random(seed)
        count = game.engine.legal_actions(twin, 0, game.tables, out)
        while count:  # and it can be played to its end
            count = game.engine.try_action(twin, 0, game.tables, chooser.choice(out[:count].tolist()), out)


@tables
def test_law_6_record_round_trip(name, players):
    for seed in range(ROUND_TRIPS[name]):
        for number, match in enumerate(random_match(name, players, seed)):
            if number == 40:
                middle = triumvir.loads(match.dumps())
                assert middle.states.tobytes() == match.states.tobytes()
        again = triumvir.loads(match.dumps())
        assert again.states.tobytes() == match.states.tobytes()
        assert again.dumps() == match.dumps()
        assert again.winners() == match.winners() != []


@tables
def test_law_7_the_sheet_sums_to_the_score_at_any_time(name, players):
    for _, states in sampled_records(name, players, matches=10, every=7):
        assert (states["sheet"].sum(axis=2) == states["score"]).all()


@pytest.mark.parametrize("name", triumvir.games())
def test_law_8_every_rule_names_a_test(name):
    covered = rulebook.covering_tests(rulebook.tests_folder())
    assert [rule for rule in triumvir.game(name).rule_ids if rule not in covered] == []
    everything = {rule for game in triumvir.games() for rule in triumvir.game(game).rule_ids}
    assert {rule for rule in covered if rule not in everything} == set()  # no test names a rule that does not exist


@tables
def test_law_9_golden_matches(name, players):
    path = GOLDEN / f"{name}-{players}.txt"
    text = path.read_text(encoding="utf-8")
    try:
        match = triumvir.loads(text)
    except triumvir.RecordError as error:
        pytest.fail(f"{error}\nLook at it with: triumvir replay tests/golden/{path.name} --at DECISION")
    assert match.dumps() == text
    assert match.over


@tables
def test_notation_parses_back_and_every_legal_action_is_described(name, players):
    game = triumvir.game(name)
    assert all(game.notation.parse(game.notation[action]) == action for action in range(game.num_actions))
    for number, match in enumerate(random_match(name, players, seed=3)):
        if number % 5 == 0:
            for lang in game.languages:
                sentences = {match.describe(action, lang) for action in match.legal()}
                assert all(sentence.endswith((".", "!")) and "{" not in sentence for sentence in sentences)
                assert len(sentences) == len(match.legal())  # nobody has to guess which is which


PROSPECTS = ("would", "(now", "then choose", "then aim", "gingen", "(jetzt", "danach")


@tables
def test_every_decision_is_told_as_what_happened(name, players):
    """Without prospects, not as a choice is worded, out of what the viewer saw before and after it and out of nothing else (law 5)."""
    game = triumvir.game(name)
    chooser = random.Random(players)
    for seed in range(2):
        match = game.new(players, seed)
        while not match.over:
            action, mover = chooser.choice(match.legal()), match.seat
            before, lang = copied(match.states), game.languages[len(match.history) % len(game.languages)]
            choice = match.describe(action, lang)
            told = {viewer: match.announce(action, viewer, lang) for viewer in (None, *range(players))}
            match.play(action)
            for viewer, sentence in told.items():
                seat = -1 if viewer is None else viewer
                assert sentence.endswith(".")
                assert sentence != choice
                assert not any(mark in sentence for mark in ("{", "  ", *PROSPECTS)), sentence
                twins = [game.redealt(states, seat, chooser.getrandbits(40)) for states in (before, match.states)]
                assert game.report(*twins, action, seat, lang) == game.report(before, match.states, action, seat, lang) == sentence
            if game.is_face_down(action):
                assert len({sentence for viewer, sentence in told.items() if viewer != mover}) == 1


@tables
def test_the_text_fits_eighty_columns_in_every_language(name, players):
    for number, match in enumerate(random_match(name, players, seed=8)):
        if number % 17 == 0 or match.over:
            for lang in match.game.languages:
                for seat in (None, 0):
                    text = match.text(seat, lang)
                    assert max(map(len, text.splitlines())) <= 80
                    assert "{" not in text


@tables
def test_what_is_not_allowed_has_a_reason_in_every_language(name, players):
    for game, states in sampled_records(name, players, matches=4, every=23):
        for action in range(game.num_actions):
            english, german = (game.reason(states, action, lang) for lang in ("en", "de"))
            assert (english is None) == (german is None) == (game.rule_against(states, action) is None)
            if english is not None:
                assert english != german
                assert all(said.endswith(".") and "{" not in said and "  " not in said for said in (english, german)), (english, german)


@pytest.mark.parametrize("name", triumvir.games())
def test_every_rule_that_can_forbid_something_has_a_reason(name):
    """The rules name them: `NO_ROMAN = code("PN-C4")`."""
    game = triumvir.game(name)
    sources = [path.read_text(encoding="utf-8") for path in game.original_box.parent.glob("*.py")]
    codes = {rule for source in sources for rule in re.findall(r"^[A-Z_]+ = code\(\"(.+)\"\)$", source, re.MULTILINE)}
    assert len(codes) > 15
    assert set(title(name).reasons) == codes


@tables
def test_the_text_has_headings_and_calls_people_by_their_names(name, players):
    """A heading and its lines, the own things first; after a drawing comes nothing. Only what goes on begins with a space."""
    names = ["Marta", "", "Livia", "Cornelia"][:players]
    for number, match in enumerate(random_match(name, players, seed=4)):
        if number % 31 and not match.over:
            continue
        match.names = names
        sections = [section.splitlines() for section in match.text(2 % players).split("\n\n")]
        assert all(len(lines) > 1 and not lines[0].startswith(" ") for lines in sections)
        drawn = [lines[0] == "Drawing" for lines in sections]
        assert not any(drawn[:-1])
        assert sections[1][0].startswith(f"{names[2 % players]} (you), ")
        assert {lines[0].partition(",")[0] for lines in sections} >= {called for called in names if called and called != names[2 % players]}
        assert "Player 2," in match.text(0)
        assert "Spieler 2," in match.text(0, "de")
        assert "Seat" not in match.text(0)


@pytest.mark.parametrize("name", triumvir.games())
def test_every_rule_has_a_sentence_in_every_language(name):
    game = triumvir.game(name)
    for lang in game.languages:
        for rule in game.rule_ids:
            sentence = game.rule_sentence(rule, lang)
            assert len(sentence) > 10
            assert not any(mark in sentence for mark in ("**", "(R", "(K)", "(M)")), sentence


@pytest.mark.parametrize("name", triumvir.games())
def test_both_languages_have_the_same_words(name):
    game = triumvir.game(name)

    def keys(data, front=""):
        return {key for word, entry in data.items() for key in (keys(entry, f"{front}{word}.") if isinstance(entry, dict) else {front + word})}

    english, german = (keys(game.words(lang)._data) for lang in ("en", "de"))
    assert german - english == {f"rules.{rule}" for rule in game.rule_ids}
    assert english <= german
