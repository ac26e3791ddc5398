"""OpenSpiel's information-set Monte Carlo tree search plays a game of Triumvir against random players.

    pip install 'triumvir[openspiel]'
    python examples/open_spiel_mcts.py porta_nigra --matches 2 --simulations 20

The search sees no more than its seat may: before every simulation, all that is hidden from it is dealt anew
(`State.resample_from_infostate`, which OpenSpiel's bot asks for by itself). A plain MCTS bot would run too, but it clones
the state, generator and all, and so looks into the future.
"""

import argparse
import random
import time

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.bots.uniform_random import UniformRandomBot

import triumvir
import triumvir.envs.open_spiel  # tells OpenSpiel of the games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="porta_nigra", choices=triumvir.games())
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--matches", type=int, default=2)
    parser.add_argument("--simulations", type=int, default=20, help="for each decision")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()

    game = pyspiel.load_game(f"python_triumvir_{wanted.game}", {"players": wanted.players, "reward": "win"})
    generator = np.random.RandomState(wanted.seed)
    random.seed(wanted.seed)
    evaluator = RandomRolloutEvaluator(n_rollouts=1, random_state=generator)
    search = ISMCTSBot(game, evaluator, uct_c=1.0, max_simulations=wanted.simulations, random_state=generator)

    won = 0.0
    for number in range(wanted.matches):
        seat = number % wanted.players
        bots = [search if player == seat else UniformRandomBot(player, generator) for player in range(wanted.players)]
        begin = time.perf_counter()
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.legal_actions()))
            else:
                state.apply_action(int(bots[state.current_player()].step(state)))
        share = state.returns()[seat] + 1 / wanted.players  # a reward of "win" is the share of the win less the even share
        won += share
        print(f"match {number + 1}: the search sat in seat {seat} and won {share:.2f}, in {time.perf_counter() - begin:.0f} s")
        print(f"  {state}")
    print(f"{wanted.game}, {wanted.players} players, {wanted.simulations} simulations a decision: {won:.1f} of {wanted.matches} matches won")


if __name__ == "__main__":
    main()
