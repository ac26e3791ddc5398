"""OpenSpiel's own tests, for every game and number of players, and what they leave out."""

import pickle
import random
from collections import defaultdict

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python.algorithms import ismcts, mcts, sample_some_states
from open_spiel.python.observation import make_observation
from open_spiel.python.rl_environment import Environment

import triumvir
import triumvir.envs.open_spiel as door
from envs.conformance import TABLES
from triumvir.kernel.errors import BadRequest, IllegalMove

tables = pytest.mark.parametrize(("name", "players"), TABLES)
games = pytest.mark.parametrize("name", triumvir.games())


def load(name, players=2, **parameters):
    return pyspiel.load_game(f"python_triumvir_{name}", {"players": players, **parameters})


def dealt(game, seed=1):
    state = game.new_initial_state()
    chooser = random.Random(seed)
    while state.is_chance_node():
        state.apply_action(chooser.choice(state.legal_actions()))
    return state


def played(game, seed=1, most=10_000):
    """States of a random match, each as it is when it comes up."""
    state, chooser = dealt(game, seed), random.Random(seed)
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        state.apply_action(chooser.choice(state.legal_actions()))


@tables
def test_random_simulations(name, players):
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=True, verbose=False)


@tables
def test_clones_and_serialised_states_go_on_alike(name, players):
    """The whole of OpenSpiel's games_sim_test, and to the very bytes."""
    game = load(name, players)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    assert pickle.loads(pickle.dumps(game.get_type())) == game.get_type()
    for number, state in enumerate(played(game, players)):
        if number & (number - 1) == 0 or state.is_terminal():
            _, native = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
            for copy in (state.clone(), native, pickle.loads(pickle.dumps(state))):
                assert str(copy) == str(state)
                assert copy.history() == state.history()
                assert copy._deal.words.tobytes() == state._deal.words.tobytes()
                assert copy._deal.seen().tobytes() == state._deal.seen().tobytes()
                if not state.is_terminal():
                    before = str(state)
                    action = state.legal_actions()[-1]
                    copy.apply_action(action)
                    assert str(state) == before
                    assert str(copy) == str(state.child(action))
    assert state.legal_actions() == []
    assert all(state.legal_actions(player) == [] for player in range(players))
    assert state.returns() == [state.player_return(player) for player in range(players)]
    assert all(game.min_utility() <= utility <= game.max_utility() for utility in state.returns())


@games
def test_before_the_deal_too(name):
    game = load(name)
    state = game.new_initial_state()
    state.apply_action(200)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for byte in (7, 0, 255):
        state.apply_action(byte)
        again.apply_action(byte)
    assert str(state) == str(again)
    assert not state.is_chance_node()
    assert state._deal.states.tobytes() == triumvir.game(name).record(2, ((200 * 256 + 7) * 256 + 0) * 256 + 255).tobytes()


@tables
def test_the_single_game_parts_of_api_test(name, players):
    game = load(name, players)
    random.seed(1)
    states = [*sample_some_states.sample_some_states(game, max_states=60), dealt(game)]
    assert game.max_chance_nodes_in_history() == 4
    spectator = make_observation(game, pyspiel.IIGObservationType(public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE))
    asked = ("information_state_string", "information_state_tensor", "observation_string", "observation_tensor")
    sizes = {"information_state_tensor": game.information_state_tensor_size(), "observation_tensor": game.observation_tensor_size()}
    for state in states:
        assert len(state.full_history()) <= game.max_history_length()
        assert state.move_number() <= game.max_move_number()
        for name_of in asked:
            ask = getattr(state, name_of)
            for wrong in (-1, players + 1):
                with pytest.raises(RuntimeError, match="player"):
                    ask(wrong)
            if not state.is_chance_node():
                for player in range(players):
                    answer = ask(player)
                    assert name_of not in sizes or len(answer) == sizes[name_of]
        if state.is_player_node():
            for player in range(players):
                assert bool(state.legal_actions(player)) == (player == state.current_player())
    for state in states[-5:]:
        assert spectator.string_from(state, 0)
    private = pyspiel.IIGObservationType(public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER)
    assert make_observation(game, private) is None


@tables
def test_information_states_have_perfect_recall(name, players):
    """A player's information state tells all her earlier ones and what she did there, and no two players share one."""
    game = load(name, players)
    root = dealt(game)
    before = {}
    owners = {}
    chooser = random.Random(1)
    for _ in range(6):
        state, trail = root.clone(), defaultdict(list)
        for _ in range(25):
            if state.is_terminal():
                break
            player = state.current_player()
            for looks_at in range(players):
                assert owners.setdefault(state.information_state_string(looks_at), looks_at) == looks_at
            key = state.information_state_string(player)
            assert before.setdefault(key, list(trail[player])) == trail[player]
            action = chooser.choice(state.legal_actions()[:3])
            trail[player].append((key, action))
            state.apply_action(action)
    assert len(before) > 25


@tables
def test_nothing_hidden_leaks(name, players):
    """States that a player cannot tell apart give her the same strings, tensors, plain data and actions."""
    game = load(name, players)
    sample = door.resampler(3)
    differ = 0
    for number, state in enumerate(played(game, 2, most=150)):
        if number % 15 or state.is_terminal():
            continue
        for player in range(players):
            for _ in range(2):
                twin = sample(state, player)
                differ += twin._deal.words.tobytes() != state._deal.words.tobytes()
                assert twin.information_state_string(player) == state.information_state_string(player)
                assert twin.information_state_tensor(player) == state.information_state_tensor(player)
                assert twin.observation_string(player) == state.observation_string(player)
                assert twin.observation_tensor(player) == state.observation_tensor(player)
                assert twin.to_observation_struct(player).to_json() == state.to_observation_struct(player).to_json()
                assert twin.history() == state.history()
                if player == state.current_player():
                    assert twin.legal_actions() == state.legal_actions()
                    twin.apply_action(twin.legal_actions()[0])
    assert differ > 0


@games
def test_no_kept_copy_ever_changes(name):
    game = load(name, 3)
    kept = [(state.clone(), str(state)) for state in played(game, 4)]
    for copy, text in kept:
        assert str(copy) == text


@tables
def test_tensors_are_the_vector_of_the_interface(name, players):
    game = load(name, players)
    mine = triumvir.game(name)
    observer = make_observation(game)
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    for number, state in enumerate(played(game, 6, most=60)):
        if number % 20:
            continue
        for player in range(players):
            vector = mine.observation(state._deal.states, player) / np.array(mine.features.scales())
            observer.set_from(state, player)
            assert observer.dict["observation"] == pytest.approx(vector, abs=1e-4)
            assert observer.dict["player"].tolist() == [float(p == player) for p in range(players)]
            assert state.observation_tensor(player) == observer.tensor.tolist()
            recall.set_from(state, player)
            assert bytes(np.round(recall.dict["recall"] * 255).astype(np.uint8)) == state._deal.seen()[player].tobytes()


@games
def test_bad_actions_and_parameters_are_refused(name):
    state = dealt(load(name))
    before = str(state)
    wrong = next(action for action in range(state.num_distinct_actions()) if action not in state.legal_actions())
    for action in (wrong, state.num_distinct_actions(), -5):
        with pytest.raises(IllegalMove):
            state.apply_action(action)
        assert str(state) == before
        assert state.history() == state.clone().history()
    for action in (state.legal_actions()[0] + 0.0, "0", 2**70):
        with pytest.raises((TypeError, OverflowError)):
            state.apply_action(action)
        assert str(state) == before
    with pytest.raises(IllegalMove):
        load(name).new_initial_state().apply_action(256)
    for parameters in ({"players": 5}, {"reward": "glory"}, {"seed": -2}):
        with pytest.raises(BadRequest):
            load(name, **parameters)


@games
def test_a_chosen_seed_is_the_deal(name):
    game = load(name, 3, seed=77)
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, 1.0)]
    state.apply_action(0)
    assert state._deal.states.tobytes() == triumvir.game(name).record(3, 77).tobytes()


@games
def test_states_and_actions_as_plain_data(name):
    state = dealt(load(name))
    assert state.to_struct().to_json()
    for action in state.legal_actions():
        assert state.struct_to_actions(state.action_to_struct(state.current_player(), action)) == [action]
    assert triumvir.game(name).title.split()[0] in state.text(0)


@games
def test_openspiel_s_own_searches_and_learners_take_the_games(name):
    game = load(name)
    generator = np.random.RandomState(1)
    state = dealt(game)
    evaluator = mcts.RandomRolloutEvaluator(1, generator)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.0, 3, random_state=generator)
    assert bot.step(state) in state.legal_actions()
    bot.set_resampler(door.resampler(1))
    assert bot.step(state) in state.legal_actions()
    step = Environment(game).reset()
    assert len(step.observations["info_state"][0]) == game.information_state_tensor_size()


@games
def test_answers_given_in_python_are_those_of_the_way_through_c_plus_plus(name):
    """Some questions are answered without asking OpenSpiel's base class; it would have said the same."""
    state, chance, base = load(name, 3).new_initial_state(), random.Random(1), pyspiel.State

    def said(ask, *asked):
        try:
            return ask(*asked)
        except Exception as refusal:
            return type(refusal)

    decisions = 0
    while True:
        if decisions % 40 < 5 or state.is_terminal():
            assert base.is_chance_node(state) == state.is_chance_node()
            for asked in ((), (-1,), (0,), (1,), (2,)):
                assert said(base.legal_actions, state, *asked) == said(state.legal_actions, *asked)
            for asked in ((), (0,), (2,), (3,), (-1,)):
                assert said(base.observation_tensor, state, *asked) == said(state.observation_tensor, *asked)
        if state.is_terminal():
            break
        state.apply_action(chance.choice(state.legal_actions()))
        decisions += 1
    state.legal_actions().append(1)
    assert state.legal_actions() == []


@games
def test_moves_made_in_python_and_in_c_plus_plus_are_one_history(name):
    """Python plays without OpenSpiel's base class, whose history is written later: also when C++ goes on in between."""
    game, base, chance = load(name, 3), pyspiel.State, random.Random(2)
    state, moves = game.new_initial_state(), []
    for number in range(40):
        assert state.is_initial_state() == (number == 0)
        assert state.move_number() == number
        assert state.history() == [action for _, action in moves]
        action = chance.choice(state.legal_actions())
        moves.append((state.current_player(), action))
        if number % 7 < 4:
            state.apply_action(action)
        elif number % 7 < 6:
            base.apply_action(state, action)
        else:
            state = chance.choice((state.clone, lambda state=state: base.clone(state), lambda state=state: pickle.loads(pickle.dumps(state))))()
            state.apply_action(action)
    late, now = state.clone(), state.current_player()
    for one in (state, late):
        assert [(step.player, step.action) for step in one.full_history()] == moves
        assert base.history(one) == one.history()
        assert base.move_number(one) == one.move_number()
        assert base.history_str(one) == one.history_str()
        assert one.current_player() == now
    assert not state.is_initial_non_chance_state()
    assert dealt(game).is_initial_non_chance_state()


@games
def test_what_was_seen_does_not_depend_on_when_it_is_asked(name):
    asked, unasked = dealt(load(name)), dealt(load(name))
    chance = random.Random(3)
    for _ in range(60):
        asked.information_state_string(0)
        action = chance.choice(asked.legal_actions())
        asked.apply_action(action)
        unasked.apply_action(action)
    assert [unasked.information_state_string(player) for player in (0, 1)] == [asked.information_state_string(player) for player in (0, 1)]
