"""OpenSpiel: random rollouts inside its C++, or every step through its Python interface.

    python -m bench.peers.with_openspiel engine|python

The fastest loop in C++ that its wheel has is the evaluator of its tree search: one simulation evaluates its root by as
many random rollouts as one likes, each a clone of the root played to its end (`RandomRolloutEvaluator`).
"""

import sys
import time
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

from bench.peers.worker import Count, Play, serve, until

GAMES = ("pig", "tic_tac_toe", "connect_four", "yacht")
SEED = 1
TRIED = 100  # rollouts that tell how many fit into the time


def rollouts(name: str) -> Play:
    """Random rollouts inside C++."""
    game: Any = import_module("pyspiel").load_game(name)

    def play(seconds: float) -> Count:
        matches = max(1, int(seconds / rolled_out_s(game, TRIED) * TRIED))
        rolled_out_s(game, matches)
        return Count(matches=TRIED + matches)

    return play


def rolled_out_s(game: Any, matches: int) -> float:
    """Processor seconds of so many random rollouts, from the first choice: all rolls of a die before it are as long."""
    pyspiel: Any = import_module("pyspiel")
    root = game.new_initial_state()
    while root.is_chance_node():
        root.apply_action(root.legal_actions()[0])
    search = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(matches, SEED), 1.0, 1, 10, False, SEED, False)
    begun_s = time.process_time()
    search.mcts_search(root)
    return max(time.process_time() - begun_s, 1e-9)


def from_python(name: str) -> Play:
    """Every step asked for and chosen in Python."""
    game = import_module("pyspiel").load_game(name)
    return partial(until, match=partial(one_match, game, Random(SEED)))


def one_match(game: Any, rng: Random) -> int:
    """A random match; its decisions."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])  # all as likely as each other
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            decisions += 1
    state.returns()
    return decisions


if __name__ == "__main__":
    kind = {"engine": rollouts, "python": from_python}[sys.argv[1]]
    serve({name: kind(name) for name in GAMES}, ("open_spiel",))
