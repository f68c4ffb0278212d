"""Random play of every game, compiled, on one core: decisions a second with the full mask written at each.

Beside them, in the same run, random rollouts of comparable games by OpenSpiel, inside its C++ (where `pyspiel` can be
imported; else a sentence says how to install it). All in processor time, the best of several rounds.
"""

import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any, NamedTuple

import numpy as np

import bussolotto
from bench import report
from bench.peers.with_openspiel import rolled_out_s
from bench.report import Figure
from bussolotto.core import kernel
from bussolotto.core.kernel import CHANCE
from bussolotto.study.matches import MatchConfig, Results, batch
from bussolotto.testing.worlds import World, every_world, random_ply

SEED = 1
BARS = {  # million decisions a second
    "abquetschen": 1,
    "raffzahn": 4,
    "bunte-kuh": 1,
    "cui-bono": 3,
    "eintrichtern": 2,
    "wuerfelmarsch": 3,
    "perspectives": 2,
    "cincinnati": 4,
    "my-dice-your-dice": 3,
}
WORST_MS = {"abquetschen": 1.0}  # games that look ahead: a ply, and what is legal after it
REPETITIONS = 5  # of a call whose time is taken; the least of them is not the machine's
COMPARED = ("einstein_wurfelt_nicht", "connect_four", "breakthrough", "pig", "backgammon")
INSTALL = "OpenSpiel is left out, for `pyspiel` cannot be imported: pip install open_spiel==2.0.2"


class Rate(NamedTuple):
    """How fast something was played, in millions a second."""

    decisions: float
    plies: float


def measure(quick: bool = False) -> list[Figure]:
    """Our rates, OpenSpiel's, and the longest that a ply takes in games that look ahead."""
    seconds = 0.3 if quick else 1.5
    ours = {name: random_rate(name, seconds) for name in bussolotto.games()}
    figures = []
    for name, rate in ours.items():
        figures.append(Figure(f"{name}, {seats_of(name)} seats", rate.decisions, "million decisions/s", BARS.get(name)))
        figures.append(Figure(f"{name}, all plies", rate.plies, "million plies/s"))
    for name, bar in WORST_MS.items():
        worst = worst_ms(name, 3_000 if quick else 30_000)
        figures.append(Figure(f"{name}, slowest ply with `legal` after it", worst, "ms", bar, at_most=True))
    return figures + compared(ours, seconds)


def seats_of(name: str) -> int:
    """The smallest table of a game."""
    return int(bussolotto.game(name).SEATS[0])


def random_rate(name: str, seconds: float) -> Rate:
    """Whole matches of random play, about so many seconds; the best of a few rounds."""
    setting = MatchConfig(name, ("random",) * seats_of(name), SEED)

    def some(matches: int) -> Rate:
        played: list[Results] = []
        played_s = timed(lambda: played.append(batch(setting, 0, matches)))
        return Rate(played[0].decisions.sum() / played_s / 1e6, played[0].plies.sum() / played_s / 1e6)

    some(1)  # compile, load
    matches = max(1, int(seconds / 3 / timed(lambda: some(10)) * 10))
    return best(lambda: some(matches))


def timed(work: Callable[[], object]) -> float:
    """Processor seconds."""
    begun_s = time.process_time()
    work()
    return max(time.process_time() - begun_s, 1e-9)


def best(measured: Callable[[], Rate], rounds: int = 3) -> Rate:
    """The round with most decisions."""
    return max(measured() for _ in range(rounds))


def worst_ms(name: str, plies: int) -> float:
    """The longest that one ply and asking for what is legal after it take, compiled; all seats and options."""
    game = bussolotto.game(name)
    compiled = bussolotto.compiled(game)
    worlds = every_world(game, SEED, thorough=True)
    return max(worst_in(world, compiled, plies // len(worlds)) for world in worlds) / 1e6


def worst_in(world: World, compiled: Any, plies: int) -> int:
    """Nanoseconds of the slowest of so many plies of random play, of each the least of some repetitions."""
    s, rng = np.array([world.open()]), Random(world.seed)
    mask = np.zeros(world.game.ACTIONS, np.uint8)
    worst = 0
    for _ in range(plies):
        bits = compiled.movers(s[0])
        if bits == 0:
            s[0] = world.open()
            continue
        seat, action = random_ply(world.game, kernel.plain(s[0]), bits, rng)
        before = s.copy()
        times = []
        for _ in range(REPETITIONS):
            s[:] = before
            times.append(nanoseconds(ply, compiled, s[0], seat, action, mask))
        worst = max(worst, min(times))
    return worst


def ply(compiled: Any, s: Any, seat: int, action: int, mask: Any) -> None:
    """One ply, and what may be done after it."""
    compiled.apply(s, seat, action)
    mover = compiled.movers(s).bit_length() - 1
    if 0 <= mover < CHANCE:
        compiled.legal(s, mover, mask)


def nanoseconds(function: Callable[..., object], *arguments: Any) -> int:
    """How long a call takes, by the clock: it is too short for processor time."""
    begun = time.perf_counter_ns()
    function(*arguments)
    return time.perf_counter_ns() - begun


def compared(ours: dict[str, Rate], seconds: float) -> list[Figure]:
    """OpenSpiel's rates, and how many times as fast ours are in the middle; nothing where it is not installed."""
    if find_spec("pyspiel") is None:
        print(INSTALL, file=sys.stderr)
        return []
    theirs = {name: rollout_rate(name, seconds) for name in COMPARED}
    figures = []
    for name, rate in theirs.items():
        figures.append(Figure(f"OpenSpiel: {name}", rate.decisions, "million decisions/s"))
        figures.append(Figure(f"OpenSpiel: {name}, all plies", rate.plies, "million plies/s"))
    middle, their_middle = (median(rate.decisions for rate in rates.values()) for rates in (ours, theirs))
    return [*figures, Figure("median of ours / of OpenSpiel's", middle / their_middle, "times")]


def rollout_rate(name: str, seconds: float) -> Rate:
    """Random rollouts inside C++: one simulation of a tree search evaluates its root by as many as one likes."""
    pyspiel = import_module("pyspiel")

    game = pyspiel.load_game(name)
    lengths = [lengths_of(game, Random(seed)) for seed in range(100)]
    decisions, plies = (float(np.mean(column)) for column in zip(*lengths, strict=True))

    def some(rollouts: int) -> Rate:
        played_s = rolled_out_s(game, rollouts)
        return Rate(rollouts * decisions / played_s / 1e6, rollouts * plies / played_s / 1e6)

    rollouts = max(1, int(seconds / 3 / timed(lambda: some(50)) * 50))
    return best(lambda: some(rollouts))


def lengths_of(game: Any, rng: Random) -> tuple[int, int]:
    """Decisions and plies of one random match, played from Python."""
    state, decisions, plies = game.new_initial_state(), 0, 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
        plies += 1
    return decisions, plies


if __name__ == "__main__":
    report.run({"decisions": measure}, __doc__)
