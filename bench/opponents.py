"""Compiled opponents beside random ones: decisions a second of the vector environment of each game.

One seat draws its actions; the others choose at random, or by the game's compiled player. Both environments take turns
on one core, and only their steps are timed. The bars are for the speed with compiled opponents as a part of that with
random ones: the median over all games, and the slowest game.
"""

from functools import partial
from statistics import median

import bussolotto
from bench import report
from bench.environments import timed
from bench.report import Figure
from bussolotto.envs.vector import VectorEnv
from bussolotto.play.policies import policy_of

SIZE, STEPS = 512, 40
MEDIAN_BAR, SLOWEST_BAR = 1 / 3, 1 / 15


def measure(quick: bool = False) -> list[Figure]:
    """The speed of each game with both kinds of opponents, then the two ratios."""
    figures, parts = [], []
    for name in bussolotto.games():
        policy = policy_of(bussolotto.game(name)).NAME
        if not policy:
            continue
        rates = rates_of(name, ("random", policy), 2 if quick else 8)
        for opponents, rate in rates.items():
            figures.append(Figure(f"{name}, {opponents}", rate / 1e6, "million decisions/s"))
        parts.append(rates[policy] / rates["random"])
        figures.append(Figure(f"{name}, {policy} / random", parts[-1], "of the speed"))
    figures.append(Figure("median of all games", median(parts), "of the speed", MEDIAN_BAR))
    return [*figures, Figure("slowest game", min(parts), "of the speed", SLOWEST_BAR)]


def rates_of(name: str, opponents: tuple[str, ...], rounds: int) -> dict[str, float]:
    """Decisions a second of processor time, without drawing the actions, by opponents; the best of some rounds."""
    envs = {each: VectorEnv(SIZE, name, opponents=each, observation="bytes", copy=False) for each in opponents}
    best_s = dict.fromkeys(opponents, float("inf"))
    for env in envs.values():
        env.reset(seed=1)
        spent_s(env, 2 * STEPS)  # spread over the match, and compiled
    for _ in range(rounds):
        for each, env in envs.items():
            best_s[each] = min(best_s[each], spent_s(env, STEPS))
    return {each: SIZE * STEPS / seconds for each, seconds in best_s.items()}


def spent_s(env: VectorEnv, steps: int) -> float:
    """Processor seconds of so many steps."""
    seconds = 0.0
    for _ in range(steps):
        seconds += timed(partial(env.step, env.random_actions()))
    return seconds


if __name__ == "__main__":
    report.run({"opponents": measure}, __doc__)
