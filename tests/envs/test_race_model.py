"""The model of time: who comes first, in which order, and how long it takes, against what the formula says."""

from collections import Counter
from itertools import permutations

import pytest

import bussolotto
from bussolotto.core import chance
from bussolotto.envs.match_env import MatchEnv
from bussolotto.envs.race_model import draw_order, rates_of
from bussolotto.play.batch import Batch
from bussolotto.sheets import game_from_sheet, library

MEANS_MS = (500.0, 1000.0, 2000.0)
TRIALS = 6000
LIMIT = {2: 18.4, 5: 25.7}  # chi-square by degrees of freedom, exceeded once in 10,000 seeds


def off(counts: Counter[object], shares: dict[object, float]) -> float:
    """Chi-square of what was counted against these shares."""
    expected = {key: share * sum(counts.values()) for key, share in shares.items()}
    return sum((counts[key] - number) ** 2 / number for key, number in expected.items())


def first_shares() -> dict[object, float]:
    """How likely each seat is to react first."""
    return {seat: (1 / mean) / sum(1 / other for other in MEANS_MS) for seat, mean in enumerate(MEANS_MS)}


def order_shares() -> dict[object, float]:
    """How likely each order is: at every place one of those who are left, by their rates."""
    shares: dict[object, float] = {}
    for order in permutations(range(3)):
        share, left = 1.0, list(range(3))
        for seat in order:
            share *= (1 / MEANS_MS[seat]) / sum(1 / MEANS_MS[other] for other in left)
            left.remove(seat)
        shares[order] = share
    return shares


def test_orders_come_as_often_as_plackett_and_luce_say() -> None:
    draws, rates = chance.seeded(3), rates_of(MEANS_MS, 3)
    drawn = [draw_order(draws, rates, range(3)) for _ in range(TRIALS)]
    counts: Counter[object] = Counter(tuple(seat for _, seat in order) for order in drawn)
    assert off(counts, order_shares()) < LIMIT[5]
    assert sum(order[0][0] for order in drawn) / TRIALS == pytest.approx(1 / sum(rates), rel=0.05)
    for seat, mean in enumerate(MEANS_MS):
        times = [time for order in drawn for time, who in order if who == seat]
        assert sum(times) / TRIALS == pytest.approx(mean, rel=0.05)


def test_in_a_race_the_seat_that_decides_is_the_one_that_reacts_first() -> None:
    env = MatchEnv(bussolotto.game("raffzahn"), reaction=MEANS_MS, compiled=False)
    env.reset(1)
    while env.movers.bit_count() < 3:
        env.step(next(code for code in range(env.game.ACTIONS) if env.mask[code]))
    counts: Counter[object] = Counter()
    begun_ms = env.clock_ms
    for _ in range(TRIALS):
        counts[env.wait()] += 1
    assert off(counts, first_shares()) < LIMIT[2]
    assert (env.clock_ms - begun_ms) / TRIALS == pytest.approx(1 / sum(1 / mean for mean in MEANS_MS), rel=0.05)


@pytest.mark.parametrize("wrong", [0, -1.0, (1.0, 2.0), (1.0, 2.0, float("inf"))])
def test_reactions_that_cannot_be_are_refused(wrong: float | tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="reaction"):
        rates_of(wrong, 3)


RACE_AND_NOT = ("raffzahn", "last-light")


@pytest.mark.parametrize("race", RACE_AND_NOT)
def test_a_race_of_a_sheet_has_its_times_compiled_as_well(race: str) -> None:
    """Its clock stood still: all sheets are compiled once, and not each of them is a race."""
    game = game_from_sheet(library()[race])
    envs = [MatchEnv(game, reaction=MEANS_MS[: game.SEATS[0]], compiled=compiled) for compiled in (False, True)]
    for env in envs:
        env.reset(1)
    for _ in range(20):
        assert envs[0].clock_ms == envs[1].clock_ms and envs[0].seat == envs[1].seat
        assert (envs[0].clock_ms > 0) == game.RACE
        for env in envs:
            env.step(int(env.mask.argmax()))
            if env.over:
                env.reset()


def test_a_batch_tells_the_time_in_races_of_sheets_alone() -> None:
    """Who begins throws alone there, after their own mean time."""
    rates = [0.004, 0.002, 0.002]
    race, calm = (Batch(game_from_sheet(library()[name]), 400, seats=3, seed=2, rates=rates) for name in RACE_AND_NOT)
    means = [race.clocks[race.seats == seat].mean() for seat in range(3)]
    assert means == pytest.approx([1 / rate for rate in rates], rel=0.25) and not calm.clocks.any()
    before = race.clocks.copy()
    race.step(race.choose())
    assert ((race.clocks > before) | (race.ended == 1)).all()
