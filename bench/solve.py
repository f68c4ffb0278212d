"""Exact values: how long they take, and millions of matches and duels that are played by them.

Ten million of each that both play perfectly are held against the value computed; in a million the other is sensible.
"""

import time
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

import bussolotto
from bench import duels, report
from bench.report import Figure
from bussolotto.core import chance
from bussolotto.core.kernel import CHANCE
from bussolotto.games.my_dice_your_dice import game, policy
from bussolotto.games.my_dice_your_dice import solver as solve
from bussolotto.games.my_dice_your_dice.solver import STANDARD, Solution
from bussolotto.testing.worlds import World

DICE, GOAL = STANDARD.dice, STANDARD.goal
SEED = 1
MATCHES, CONTESTS = 10_000_000, 1_000_000  # of two perfect players; of a perfect and a sensible one
AT_ONCE = 250_000
QUICK = 20  # times fewer
NOBODY = -1


def measure(quick: bool = False) -> list[Figure]:
    """Time from nothing, the slowest answer, how far perfect play lies from the values, and what it gains."""
    return [*my_dice_your_dice(quick), *duels.measure(quick)]


def my_dice_your_dice(quick: bool) -> list[Figure]:
    """The game that is solved as a whole."""
    begun_s = time.perf_counter()
    solution = solve.solved(solve.STANDARD)
    taken_s = time.perf_counter() - begun_s
    value = solution.start()
    matches = MATCHES // (QUICK if quick else 1)
    share = starter_share(solution, matches)
    error = sqrt(value * (1 - value) / matches)
    return [
        Figure("my-dice-your-dice, from nothing", taken_s, "s", 20, at_most=True),
        Figure("my-dice-your-dice, slowest answer", slowest_ms(3 if quick else 20), "ms", 10, at_most=True),
        Figure("my-dice-your-dice, value of the start", value, "of a victory"),
        Figure(f"the same in {matches:,} perfect matches", share, f"of a victory, +- {error:.1g}"),
        Figure("how far from it", abs(share - value) / error, "standard errors", 4, at_most=True),
        *against_sensible(solution, CONTESTS // (QUICK if quick else 1)),
    ]


def against_sensible(solution: Solution, matches: int) -> list[Figure]:
    """What perfect play wins against sensible play, as first and as second player, and over both."""
    shares = perfect_shares(solution, matches)
    errors = np.sqrt(shares * (1 - shares) / (matches / 2))
    both = (*zip(("beginning", "not beginning"), shares, errors, strict=True),)
    words = f"my-dice-your-dice, perfect against sensible in {matches:,} matches"
    return [
        *(Figure(f"{words}, {place}", share, f"of a victory, +- {error:.1g}") for place, share, error in both),
        Figure("over both seats", float(shares.mean()), f"of a victory, +- {sqrt((errors**2).sum()) / 2:.1g}", 0.5),
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
    return float(first_wins(solution, matches, NOBODY)[:, 1].sum() / matches)


def perfect_shares(solution: Solution, matches: int) -> npt.NDArray[np.float64]:
    """float64[2]: how often the perfect player wins against the sensible one when it begins, and when it does not."""
    begun, won = first_wins(solution, matches, 1).T
    return np.array([won[0] / begun[0], 1 - won[1] / begun[1]])


def first_wins(solution: Solution, matches: int, sensible: int) -> npt.NDArray[np.int64]:
    """int64[seat][2]: in how many matches it was first, and in how many of these it won.

    The seat `sensible` plays by rules of thumb, the others by the solution.
    """
    bussolotto.compiled(game)  # from here on compiled code may call the rules
    opening = np.array([bussolotto.new_state(game, 2)], game.STATE)
    rng = chance.seeded(Random(SEED).getrandbits(32))
    tables = (solution.rolls, solution.stops, solution.going)
    counts = np.zeros((game.PLAYERS, 2), np.int64)
    for done in range(0, matches, AT_ONCE):  # between them Ctrl-C is heard
        play(opening, opening.copy(), rng, min(AT_ONCE, matches - done), sensible, tables, counts)
    return counts


@njit(nogil=True, error_model="numpy")
def play(opening: Any, states: Any, rng: Any, matches: int, sensible: int, tables: Any, counts: Any) -> None:
    """So many matches from `opening` (STATE[1]), counted as in `first_wins`."""
    rolls, stops, going = tables
    for _ in range(matches):
        states[0] = opening[0]
        s = states[0]
        game.apply(s, CHANCE, chance.below(rng, 2))
        while s.phase < game.GOAL_REACHED:
            if s.phase == game.ROLLING:
                game.apply(s, CHANCE, game.DIE + chance.below(rng, 6))
            elif s.turn == sensible:
                game.apply(s, s.turn, policy.decide(s, s.turn, rng, tables))
            else:
                game.apply(s, s.turn, best(s, rolls, stops, going))
        counts[s.first, 0] += 1
        counts[s.first, 1] += s.won[s.first] + s.spare[s.first] >= GOAL


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
    if theirs >= GOAL:
        return 0.0
    if aside:
        return float(going[at])
    pays = rolls[groups, spare - 1, their_spare, mine - 1, theirs] if spare else 0.0
    return float(max(stops[at], pays))


if __name__ == "__main__":
    report.run({"solve": measure}, __doc__)
