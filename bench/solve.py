"""Exact values: how long they take, and ten million matches that both play by them, held against the value reckoned."""

import time
from math import sqrt
from random import Random
from typing import Any

import numpy as np
from numba import njit

import bussolotto
from bench import report
from bench.report import Figure
from bussolotto import chance
from bussolotto.games import my_dice_your_dice as game
from bussolotto.kernel import CHANCE
from bussolotto.solve import my_dice_your_dice as solve
from bussolotto.solve.my_dice_your_dice import Solution
from tests.laws.worlds import World

SEED = 1
MATCHES = 10_000_000
AT_ONCE = 500_000


def measure(quick: bool = False) -> list[Figure]:
    """Time from nothing, the slowest answer, and how far perfect play lies from the value of the start."""
    begun_s = time.perf_counter()
    solution = solve.solved(solve.STANDARD)
    taken_s = time.perf_counter() - begun_s
    value = solution.start()
    matches = AT_ONCE if quick else MATCHES
    share = starter_share(solution, matches)
    error = sqrt(value * (1 - value) / matches)
    return [
        Figure("my-dice-your-dice, from nothing", taken_s, "s", 20, at_most=True),
        Figure("my-dice-your-dice, slowest answer", slowest_ms(3 if quick else 20), "ms", 10, at_most=True),
        Figure("my-dice-your-dice, value of the start", value, "of a victory"),
        Figure(f"the same in {matches:,} perfect matches", share, f"of a victory, +- {error:.1g}"),
        Figure("how far from it", abs(share - value) / error, "standard errors", 4, at_most=True),
    ]


def slowest_ms(matches: int) -> float:
    """The longest that the values of all actions take, in processor time; positions of random play."""
    solve.solution()
    times_s = []
    for seed in range(matches):
        for s in World(game, 2, seed).positions():
            begun_s = time.process_time()
            solve.value(s)
            solve.values(s)
            times_s.append(time.process_time() - begun_s)
    return 1e3 * max(times_s)


def starter_share(solution: Solution, matches: int) -> float:
    """How often the first player wins when both play by the solution."""
    bussolotto.compiled(game)  # from here on compiled code may call the rules
    opening = np.array([bussolotto.new_state(game, 2)], game.STATE)
    rng = chance.seeded(Random(SEED).getrandbits(32))
    tables = (solution.rolls, solution.stops, solution.going)
    wins = sum(int(perfect_matches(opening, opening.copy(), rng, AT_ONCE, *tables)) for _ in range(matches // AT_ONCE))
    return wins / (matches // AT_ONCE * AT_ONCE)


@njit(nogil=True, error_model="numpy")
def perfect_matches(opening: Any, states: Any, rng: Any, matches: int, rolls: Any, stops: Any, going: Any) -> int:
    """So many matches from `opening` (STATE[1]); how many the first player wins."""
    wins = 0
    for _ in range(matches):
        states[0] = opening[0]
        s = states[0]
        game.apply(s, CHANCE, chance.below(rng, 2))
        while s.phase < game.GOAL_REACHED:
            if s.phase == game.ROLLING:
                game.apply(s, CHANCE, game.DIE + chance.below(rng, 6))
            else:
                game.apply(s, s.turn, best(s, rolls, stops, going))
        wins += s.won[s.first] + s.spare[s.first] >= game.GOAL
    return wins


@njit(nogil=True, error_model="numpy")
def best(s: Any, rolls: Any, stops: Any, going: Any) -> int:
    """The best action."""
    groups = 0
    for size in s.groups:
        groups += size > 0
    you = 1 - s.turn
    spare, their_spare = s.spare[s.turn], s.spare[you]
    mine, theirs = s.won[s.turn] + spare, s.won[you] + their_spare
    if s.phase == game.CHOOSING:
        at = (groups, spare, their_spare, mine, theirs)
        return game.ROLL if rolls[at] >= stops[at] else game.STOP
    if s.phase == game.STUCK:
        pays = rolls[groups, spare - 1, their_spare, mine - 1, theirs]
        return game.PAY if pays > stops[groups, spare, their_spare, mine, theirs] else game.STOP
    shown = s.rolled[game.numbers(s)[2]]
    choice, most = 0, -1.0
    for count in range(min(shown, spare) + 1):
        lost = shown - count
        at = (groups, spare - count, their_spare, mine - count, theirs + lost)
        worth = handed(at, s.aside or lost > 0, rolls, stops, going)
        if worth > most:
            choice, most = count, worth
    return choice


@njit(nogil=True, error_model="numpy")
def handed(at: Any, aside: bool, rolls: Any, stops: Any, going: Any) -> float:
    """What it is worth when the opponent has won his."""
    groups, spare, their_spare, mine, theirs = at
    if theirs >= game.GOAL:
        return 0.0
    if aside:
        return float(going[at])
    pays = rolls[groups, spare - 1, their_spare, mine - 1, theirs] if spare else 0.0
    return float(max(stops[at], pays))


if __name__ == "__main__":
    report.run({"solve": measure}, __doc__)
