"""Bots of every game: they do not peek, they touch nothing, they say why, and what they are told about time they keep to."""

import os
import subprocess
import sys

import numpy as np
import pytest

import triumvir
from games.carpe_diem.table import Table
from laws import TABLES, positions
from triumvir import bots
from triumvir.bots import roster, search
from triumvir.bots.bot import Clock
from triumvir.bots.bulk import GreedyTable, win_share
from triumvir.bots.evaluation import evaluation
from triumvir.bots.mind import mind
from triumvir.bots.roster import described
from triumvir.bots.search import Looks, SearchBot, root_edges, surely_behind
from triumvir.kernel.errors import BadRequest
from triumvir.kernel.game import MOST_SEED, apart

SEARCH = "search:40i"
THINKERS = ["random", "greedy", "greedy:2", SEARCH]


def legal_actions(game, states):
    out = np.zeros(game.num_actions, np.int16)
    return out[: game.engine.legal_actions(states, 0, game.tables, out)].copy()


def decisions(name, players, count):
    """Positions of random matches in which there is something to choose."""
    for game, states in positions(name, players, count):
        if states[0].seat >= 0:
            legal = legal_actions(game, states)
            if len(legal) > 1:
                yield game, states, legal


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("thinker", ["greedy", SEARCH])
def test_a_bot_decides_alike_whatever_it_cannot_see(name, players, thinker):
    bot = bots.make(thinker, triumvir.game(name), seed=3)
    seen = 0
    for number, (game, states, legal) in enumerate(decisions(name, players, 25)):
        seat = int(states[0].seat)
        twin = game.redealt(states, seat, 1000 + number)
        seen += twin.tobytes() != states.tobytes()
        assert np.array_equal(legal, legal_actions(game, twin))
        chosen = bot.choose(game.redacted(states, seat), legal)
        assert chosen == bot.choose(game.redacted(twin, seat), legal)
        assert chosen in legal
    assert seen > 10


@pytest.mark.parametrize("name", triumvir.games())
@pytest.mark.parametrize("thinker", THINKERS)
def test_thinking_changes_nothing_on_the_table(name, thinker):
    bot = bots.make(thinker, triumvir.game(name))
    for game, states, legal in decisions(name, 2, 8):
        observation = game.redacted(states, int(states[0].seat))
        before, moves = observation.tobytes(), legal.tobytes()
        bot.choose(observation, legal)
        bot.explain(observation, legal)
        assert observation.tobytes() == before
        assert legal.tobytes() == moves


@pytest.mark.parametrize("name", triumvir.games())
@pytest.mark.parametrize("thinker", THINKERS)
def test_a_bot_needs_no_memory(name, thinker):
    first, second = (bots.make(thinker, triumvir.game(name), seed=8) for _ in range(2))
    known = [(game.redacted(states, int(states[0].seat)), legal) for game, states, legal in decisions(name, 2, 8)]
    forwards = [first.choose(*position) for position in known]
    backwards = [second.choose(*position) for position in reversed(known)]
    assert forwards == backwards[::-1]


@pytest.mark.parametrize("thinker", ["random", "greedy:3"])
def test_another_seed_makes_other_choices(thinker):
    game = triumvir.game("porta_nigra")
    known = [(game.redacted(states, int(states[0].seat)), legal) for _, states, legal in decisions("porta_nigra", 2, 60)]
    one, other = bots.make(thinker, game, seed=1), bots.make(thinker, game, seed=2)
    assert any(one.choose(*position) != other.choose(*position) for position in known)


@pytest.mark.parametrize("name", triumvir.games())
def test_a_search_says_why(name):
    game = triumvir.game(name)
    bot = SearchBot(game, Clock(iterations=200), cores=2)
    for _, states, legal in decisions(name, 3, 4):
        observation = game.redacted(states, int(states[0].seat))
        opinion = bot.explain(observation, legal)
        assert opinion.action == opinion.options[0].action == bot.choose(observation, legal)
        assert opinion.iterations == 400  # two cores, each its share
        assert sum(option.visits for option in opinion.options) == 400
        visits = [option.visits for option in opinion.options]
        if mind(game).thinking(3)["contenders"] > 0:
            assert abs(visits[0] - visits[1]) <= 2  # who competes to the end is looked at equally often, but for one on each core,
            assert max(visits) <= min(visits[:2]) + 2  # and nobody more often
        else:
            assert visits == sorted(visits, reverse=True)
        for option in opinion.options:
            assert option.action in legal
            assert 0 <= option.value <= 1
            assert list(option.points) == [*game.categories, "prospects"]


def counted_iterations(bot, monkeypatch):
    """A list that gets the numbers of iterations as the bot makes them."""
    grow, looked = bot._grow, []

    def counted(thought, core, so_far, iterations):
        looked.append(iterations)
        return grow(thought, core, so_far, iterations)

    monkeypatch.setattr(bot, "_grow", counted)
    return looked


@pytest.mark.parametrize("name", ["porta_nigra", "carpe_diem"])
def test_a_search_answers_early_when_one_move_is_surely_best(name, monkeypatch):
    game = triumvir.game(name)
    bot = bots.make("search:2000i", game)
    looked, spent = counted_iterations(bot, monkeypatch), []
    for _, states, legal in decisions(name, 2, 12):
        looked.clear()
        bot.choose(game.redacted(states, int(states[0].seat)), legal)
        spent.append(sum(looked))
    assert max(spent) == 2000  # where it is close, all the time is used
    assert min(spent) < 1000


@pytest.mark.parametrize("cores", [1, 2])
def test_a_search_answers_early_when_no_other_move_can_be_looked_at_more_often(monkeypatch, cores):
    game = triumvir.game("via_appia")
    bot = SearchBot(game, Clock(iterations=600), cores=cores, contenders=0.0)
    looked, spent = counted_iterations(bot, monkeypatch), []
    for _, states, legal in decisions("via_appia", 2, 12):
        seen = game.redacted(states, int(states[0].seat))
        looked.clear()
        action = bot.choose(seen, legal)
        spent.append(sum(looked))
        assert action == bot.explain(seen, legal).action  # which takes all the time
    assert max(spent) == 600 * cores
    assert 300 * cores < min(spent) < 600 * cores


def test_a_bot_that_counts_is_the_same_on_every_machine():
    game = triumvir.game("via_appia")
    bot = bots.make("search:200i", game, cores=2)
    _, states, legal = next(decisions("via_appia", 2, 12))
    assert bot.explain(game.redacted(states, int(states[0].seat)), legal).iterations == 200


def test_a_bot_that_goes_by_the_clock_takes_no_more_cores_than_there_are(monkeypatch):
    game = triumvir.game("porta_nigra")
    for there, given, taken in ((2, 16, 2), (16, 2, 2), (1, 4, 1)):
        monkeypatch.setattr(roster, "available_cores", lambda there=there: there)
        assert bots.make("search:0.2s", game, cores=given).cores == taken


def test_after_an_interruption_a_search_goes_on_as_before(monkeypatch):
    game = triumvir.game("porta_nigra")
    bot = bots.make("search:0.2s", game, cores=2)
    _, states, legal = next(decisions("porta_nigra", 2, 12))
    observation = game.redacted(states, int(states[0].seat))

    def interrupted(seconds):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(search.time, "sleep", interrupted)
        with pytest.raises(KeyboardInterrupt):
            bot.choose(observation, legal)
    assert bot.explain(observation, legal).iterations > 2


AFTER_A_FORK = """
import os, triumvir
from triumvir import bots
game = triumvir.game("porta_nigra")
match, bot = game.new(2, 1), bots.make("search:0.02s", game)
bot.choose(*match.known())
child = os.fork()
if child == 0:
    os._exit(7 if bot.choose(*match.known()) in match.legal() else 8)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_search_goes_on_in_a_forked_process():
    done = subprocess.run([sys.executable, "-c", AFTER_A_FORK], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout == "7\n"


class IterationClock:
    """Time that passes with the iterations of a search, a thousand a second: stands in for `time`."""

    def __init__(self, bot):
        self._trees = bot._trees

    @property
    def iterations(self):
        return sum(int(tree.visits[root_edges(tree)].sum()) for tree in self._trees if tree.used.any())

    def perf_counter(self):
        return self.iterations / 1000

    def sleep(self, seconds):
        end = self.perf_counter() + seconds
        while self.perf_counter() < end:
            pass


def test_by_the_clock_too_a_search_answers_early(monkeypatch):
    game = triumvir.game("via_appia")
    spent = []
    for _, states, legal in decisions("via_appia", 2, 12):
        bot = SearchBot(game, Clock(seconds=4.0), contenders=0.0)
        monkeypatch.setattr(search, "time", clock := IterationClock(bot))
        bot.choose(game.redacted(states, int(states[0].seat)), legal)
        spent.append(clock.iterations)
    assert max(spent) > 3500  # where it is close, nearly all the time is used
    assert 2000 < min(spent) < 3000


@pytest.mark.parametrize("name", triumvir.games())
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("cores", [1, 2])
def test_by_the_clock_every_decision_is_thought_about(name, players, cores, monkeypatch):
    game = triumvir.game(name)
    bot = SearchBot(game, Clock(seconds=0.2), cores=cores)
    monkeypatch.setattr(search, "time", IterationClock(bot))
    for _, states, legal in decisions(name, players, 4):
        observation = game.redacted(states, int(states[0].seat))
        opinion = bot.explain(observation, legal)
        assert opinion.iterations == sum(option.visits for option in opinion.options) >= 200
        assert bot.choose(observation, legal) in legal


def test_few_looks_make_nobody_sure():
    best = Looks(visits=10, results=7.0, squares=5.5, outlook=0.7, promise=0.0, trust=0.0)
    other = best._replace(results=5.0, squares=3.1)
    assert best.value == 0.7
    assert best.error == pytest.approx(((0.55 - 0.49) / 10) ** 0.5)
    assert not surely_behind(best, other)
    assert surely_behind(best._replace(visits=1000, results=700.0, squares=550.0), other._replace(visits=1000, results=500.0, squares=310.0))
    alike = best._replace(visits=2, results=1.4, squares=0.98)  # two results that happen to be the same
    assert not surely_behind(alike, alike._replace(results=1.3, squares=0.845))


def test_where_values_are_unsure_many_looks_do_not_make_it_sure():
    best = Looks(visits=10_000, results=7_000.0, squares=4_910.0, outlook=0.7, promise=0.0, trust=0.0)
    close, far = best._replace(results=6_000.0, squares=3_610.0), best._replace(results=5_000.0, squares=2_510.0)
    assert surely_behind(best, close)
    assert not surely_behind(best, close, unsure=0.03)
    assert surely_behind(best, far, unsure=0.03)


def test_via_appias_search_keeps_moves_in_that_may_still_rise(monkeypatch):
    game = triumvir.game("via_appia")
    spent = []
    for unsure in (0.0, 0.03):
        bot = SearchBot(game, Clock(iterations=4000), unsure=unsure)
        looked = counted_iterations(bot, monkeypatch)
        for _, states, legal in decisions("via_appia", 2, 12):
            bot.choose(game.redacted(states, int(states[0].seat)), legal)
        spent.append(sum(looked))
    assert spent[0] < 0.95 * spent[1]


@pytest.mark.parametrize("name", triumvir.games())
@pytest.mark.parametrize("thinker", THINKERS)
def test_what_is_forced_is_explained_too(name, thinker):
    bot, seen = bots.make(thinker, triumvir.game(name)), 0
    for game, states in positions(name, 2, 60):
        legal = legal_actions(game, states) if states[0].seat >= 0 else []
        if len(legal) == 1:
            opinion = bot.explain(game.redacted(states, int(states[0].seat)), legal)
            assert [option.action for option in opinion.options] == [opinion.action] == legal.tolist()
            seen += 1
    assert seen > 0


@pytest.mark.parametrize("name", triumvir.games())
def test_greedy_says_why(name):
    game = triumvir.game(name)
    bot = bots.make("greedy", game)
    for _, states, legal in decisions(name, 2, 4):
        opinion = bot.explain(game.redacted(states, int(states[0].seat)), legal)
        assert opinion.action == opinion.options[0].action
        assert {option.action for option in opinion.options} == set(legal.tolist())
        values = [option.value for option in opinion.options]
        assert values == sorted(values, reverse=True)


def last_decisions(name, count):
    """Positions of random matches with two players where at least one choice ends the match."""
    found = 0
    for seed in range(400):
        game = triumvir.game(name)
        match, chooser = game.new(2, seed), np.random.default_rng(seed)
        while not match.over:
            match.play(int(chooser.choice(match.legal())))
        match.take_back(match.history[-1].seat)
        legal = np.array(match.legal(), np.int16)
        ends = {}
        for action in map(int, legal):
            match.play(action)
            if match.over:
                ends[action] = match.scores()
            match.take_back(match.history[-1].seat)
        seat = match.seat
        leads = {action: scores[seat] - scores[1 - seat] for action, scores in ends.items()}
        if len(ends) == len(legal) and len(set(leads.values())) > 1:
            yield game, match.states.copy(), legal, leads
            found += 1
            if found == count:
                return


@pytest.mark.parametrize("thinker", ["greedy", "search:300i"])
def test_the_last_decision_of_a_match_is_made_right(thinker):
    seen = 0
    for game, states, legal, leads in last_decisions("carpe_diem", 12):
        bot = bots.make(thinker, game)
        chosen = bot.choose(game.redacted(states, int(states[0].seat)), legal)
        assert leads[chosen] == max(leads.values())
        seen += 1
    assert seen >= 6


@pytest.mark.parametrize(("fewer_writs_of", "result"), [(1, 0.95), (0, 0.05), (None, 0.5)])
def test_a_search_knows_who_wins_with_equal_points(fewer_writs_of, result):
    """CD-E6: whoever has more writs left. One part in ten of a result is the margin, and there is none."""
    table = Table()
    table.in_forum(*[table.card("A", {"fish": 3}, {"vp": 7})] * 2)  # nobody can pay: twice the penalty, and the match is over
    table.s.building_phase = 4
    table.s.score[:2] = table.s.sheet[:2, 0] = 16, 8
    if fewer_writs_of is not None:
        table.s.writs[fewer_writs_of] &= table.s.writs[fewer_writs_of] - 1
    table.play("forum b2-b3")
    seen = table.game.redacted(table.states, 0)
    opinion = bots.make("search:400i", table.game).explain(seen, legal_actions(table.game, table.states))
    assert [option.value for option in opinion.options] == pytest.approx([result] * 2, abs=0.02)


def test_more_iterations_are_asked_for_by_a_clock():
    game = triumvir.game("porta_nigra")
    bot = bots.make("search:10i", game)
    _, states, legal = next(decisions("porta_nigra", 2, 20))
    observation = game.redacted(states, int(states[0].seat))
    assert bot.explain(observation, legal).iterations == 10
    assert bot.explain(observation, legal, bots.Clock(iterations=100)).iterations == 100
    assert bot.explain(observation, legal, bots.Clock(seconds=0.01)).iterations > 0


def expected_points(name, iterations, **thinking):
    """What a search expects of the move that it likes best, by category, at some decisions of a match with two players."""
    game = triumvir.game(name)
    bot = SearchBot(game, Clock(iterations=iterations), seed=3, **thinking)
    return [bot.explain(game.redacted(states, int(states[0].seat)), legal).options[0].points for _, states, legal in decisions(name, 2, 6)]


TO_THE_END = {"turns": 1000.0, "most_decisions": 10_000.0}


@pytest.mark.parametrize("name", ["porta_nigra", "carpe_diem"])
def test_a_playout_goes_as_far_as_it_is_asked_to(name):
    at_once = expected_points(name, 40, turns=0.0, further=0.0)
    assert all(points["prospects"] != 0 for points in at_once)
    to_the_end = expected_points(name, 40, **TO_THE_END)
    assert all(points["prospects"] == 0 for points in to_the_end)  # nothing is to be hoped for any more
    cut_off = expected_points(name, 40, **{**TO_THE_END, "most_decisions": 0.0})
    assert cut_off == at_once


@pytest.mark.parametrize("name", ["porta_nigra", "carpe_diem"])
def test_playouts_become_longer_with_the_visits_of_a_move(name):
    fixed = {"contenders": 8.0, "most_decisions": 10_000.0, "sample": 1.0}
    at_once = expected_points(name, 200, turns=0.0, further=0.0, **fixed)
    longer = expected_points(name, 200, turns=0.0, further=1000.0, **fixed)  # after the first visit, to the end
    assert all(abs(points["prospects"]) < abs(before["prospects"]) / 4 for points, before in zip(longer, at_once, strict=True))


@pytest.mark.parametrize("name", ["porta_nigra", "carpe_diem"])
def test_a_playout_that_looks_at_all_moves_plays_better(name):
    def mean(sample):
        return np.mean([sum(points.values()) for points in expected_points(name, 40, sample=sample, **TO_THE_END)])

    assert mean(0.0) > mean(3.0) > mean(1.0)  # all, the best of three, any


def test_a_tree_without_room_still_answers():
    game = triumvir.game("porta_nigra")
    bot = bots.make("search:500i", game)
    bot._trees = [tree._replace(first=tree.first[:3], action=tree.action[:4]) for tree in bot._trees]
    for _, states, legal in decisions("porta_nigra", 2, 10):
        assert bot.choose(game.redacted(states, int(states[0].seat)), legal) in legal


@pytest.mark.parametrize("name", ["porta_nigra", "carpe_diem"])
def test_bulk_matches_are_those_of_their_seeds(name):
    game = triumvir.game(name)
    weights = mind(game).weights()
    table = GreedyTable(game, [weights, weights], [1.0, 1.0])
    states, taken = table.play(40, 5)
    assert (states["seat"] < 0).all()
    assert (taken[:, :, : game.num_actions].sum(axis=(1, 2)) == states["moves"]).all()
    again, _ = table.play(10, 15)
    assert again.tobytes() == states[10:20].tobytes()


def test_choices_in_bulk_are_not_drawn_as_the_cards_were():
    game = triumvir.game("porta_nigra")
    table = GreedyTable(game, [mind(game).weights()] * 2, [2.0, 2.0])
    states, taken = table.play(20, 5)
    dealt = np.zeros(20, game.state)
    for i in range(20):
        game.engine.start_match(dealt, i, game.tables, 2, 5 + i)
    again = dealt.copy()
    assert not np.array_equal(table.finish(dealt, 5), taken)
    assert np.array_equal(table.finish(again, apart(5)), taken)
    assert again.tobytes() == states.tobytes()
    assert apart(5) + 10 == apart(15)  # so a run is the same in pieces
    assert 0 <= apart(MOST_SEED) <= MOST_SEED


def test_equal_weights_win_equally():
    game = triumvir.game("porta_nigra")
    weights = mind(game).weights()
    assert win_share(game, weights, weights, 2, 100, 1) == 0.5


@pytest.mark.parametrize("name", triumvir.games())
def test_greedy_beats_random(name):
    game = triumvir.game(name)
    greedy, chance = bots.make("greedy", game), bots.make("random", game)
    won = 0.0
    for seed in range(30):
        match = game.new(2, seed // 2)
        seats = (greedy, chance) if seed % 2 else (chance, greedy)
        while not match.over:
            match.play(seats[match.seat].choose(game.redacted(match.states, match.seat), np.array(match.legal(), np.int16)))
        winners = match.winners()
        won += (seed % 2 ^ 1 in winners) / len(winners)
    assert won >= 27


@pytest.mark.parametrize("name", triumvir.games())
@pytest.mark.parametrize("level", range(1, 6))
def test_levels_are_bots(name, level):
    made = evaluation(name).levels
    assert len(made) == 5
    assert described(str(level), name) == described(f"level{level}", name) == described(made[level - 1], name)


def test_levels_are_each_games_own():
    assert described("4", "porta_nigra").amount == 20
    assert described("4", "carpe_diem").amount == 150
    assert bots.make("4", triumvir.game("porta_nigra")).clock.iterations == 20


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "no bot"),
        ("deep", "there is random, greedy"),
        ("0", "no bot"),
        ("6", "no bot"),
        ("search", "say how long"),
        ("search:0s", "say how long"),
        ("search:5", "say how long"),
        ("search:1.2.3s", "not a number"),
        ("greedy:2s", "without a unit"),
        ("random:3", "no options"),
        ("random+builder", "no options"),
        ("greedy+nobody", "no character 'nobody'"),
    ],
)
def test_unknown_bots_are_refused(name, why):
    with pytest.raises(BadRequest, match=why):
        bots.make(name, triumvir.game("porta_nigra"))
