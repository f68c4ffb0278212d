"""Tree search beside OpenSpiel's in C++: the same games, simulations, playouts and constant of exploration, in turns.

OpenSpiel's returns run from -1 to 1, win shares from 0 to 1: its constant is twice ours. Rates are simulations a second
of processor time; a ratio is the median over the rounds, each of which lets both search.
"""

import time
from collections.abc import Callable
from importlib import import_module
from statistics import median
from typing import Any

from bench import report
from bench.games import PEERS
from bench.report import Figure
from bussolotto.core.chance import Fast
from bussolotto.play.match import Match
from bussolotto.search import Budget, Search

GAMES = {"pig": 20_000, "connect_four": 20_000, "yacht": 1_000}  # simulations; OpenSpiel's yacht is slow
EXPLORATION = 1.0
ROUNDS, FEW_ROUNDS = 12, 3
BAR = 5
MEMORY_MB = 1_000
SEED = 1


def measure(quick: bool = False) -> list[Figure]:
    """Both rates and their ratio, game by game."""
    return [figure for name in GAMES for figure in side_by_side(name, FEW_ROUNDS if quick else ROUNDS)]


def side_by_side(name: str, rounds: int) -> list[Figure]:
    """One game."""
    ours, theirs = our_search(name), their_search(name)
    ours()  # compiles
    rates = [(GAMES[name] / seconds(ours), GAMES[name] / seconds(theirs)) for _ in range(rounds)]
    return [
        Figure(f"{name}, Bussolotto", median(own for own, _ in rates), "simulations/CPU s"),
        Figure(f"{name}, OpenSpiel", median(other for _, other in rates), "simulations/CPU s"),
        Figure(f"{name}, ratio", median(own / other for own, other in rates), "times", BAR),
    ]


def our_search(name: str) -> Callable[[], object]:
    """A search from the first decision."""
    game = PEERS[name]
    match = Match(game, game.SEATS[0])
    match.fall(Fast(SEED))
    seat = match.movers().bit_length() - 1
    search = Search(game, Budget(GAMES[name]), exploration=EXPLORATION)
    return lambda: search.look(match.hidden(seat), seat, SEED)


def their_search(name: str) -> Callable[[], object]:
    """The same in OpenSpiel: all rolls of a die before the first decision are as long."""
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(name)
    root = game.new_initial_state()
    while root.is_chance_node():
        root.apply_action(root.legal_actions()[0])
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
    bot = pyspiel.MCTSBot(game, evaluator, 2 * EXPLORATION, GAMES[name], MEMORY_MB, False, SEED, False)
    return lambda: bot.mcts_search(root)


def seconds(search: Callable[[], object]) -> float:
    """Processor time of one search."""
    begun_s = time.process_time()
    search()
    return time.process_time() - begun_s


if __name__ == "__main__":
    report.run({"search": measure}, __doc__)
