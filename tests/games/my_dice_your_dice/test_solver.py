"""My Dice - Your Dice is solved: held against a slow twin in small games, and against the rules in the whole one."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from bench import solve as millions
from bussolotto.core import contract, kernel
from bussolotto.core.kernel import CHANCE, copied
from bussolotto.games.my_dice_your_dice import game
from bussolotto.games.my_dice_your_dice import solver as solve
from bussolotto.games.my_dice_your_dice.solver import STANDARD, Position, Setup, Solution
from bussolotto.testing.worlds import mask_of, weights_of
from tests.depth import full
from tests.refusals import refused

MATCHES = 50_000
START = 0.5287905389  # the chance of the player who begins


# --- the slow twin: fractions, whatever groups there are, and every choice that MDY-10 names -------------------------


class Twin:
    """A player is (dice, action dice), `me` the one whose turn it is; values are his chances of winning."""

    def __init__(self, setup: Setup) -> None:
        self.goal = setup.goal
        self.rolling = cache(self._rolling)

    def turn(self, me: tuple[int, int], you: tuple[int, int], groups: tuple[int, ...]) -> Fraction:
        """The largest group becomes the game dice."""
        *rest, largest = sorted(groups)
        return self.rolling(me, you, tuple(rest), largest)

    def _rolling(self, me: tuple[int, int], you: tuple[int, int], groups: tuple[int, ...], dice: int) -> Fraction:
        return sum(
            (chance * self.fallen(me, you, groups, dice, *shown) for shown, chance in thrown(dice).items()), Fraction(0)
        )

    def fallen(
        self, me: tuple[int, int], you: tuple[int, int], groups: tuple[int, ...], dice: int, own: int, yours: int
    ) -> Fraction:
        """So many show my numbers, so many the main number of the opponent."""
        mine, spare = me[0] + own, me[1]
        if mine >= self.goal:
            return Fraction(1)
        return max(
            self.handed(
                (mine - paid, spare - paid),
                (you[0] + yours - paid, you[1]),
                groups,
                dice - own - yours + 2 * paid,
                own + yours - paid,
            )
            for paid in range(min(yours, spare) + 1)
        )

    def handed(
        self, me: tuple[int, int], you: tuple[int, int], groups: tuple[int, ...], dice: int, aside: int
    ) -> Fraction:
        """What the opponent wins is his: go on, or not."""
        if you[0] >= self.goal:
            return Fraction(0)
        choices = [self.ended(me, you, groups, dice)]
        if dice and aside:
            choices.append(self.rolling(me, you, groups, dice))
        if dice and not aside and me[1]:
            choices.append(self.rolling((me[0] - 1, me[1] - 1), you, groups, dice + 1))
        return max(choices)

    def ended(self, me: tuple[int, int], you: tuple[int, int], groups: tuple[int, ...], dice: int) -> Fraction:
        """What is left over joins any group; without one the opponent wins it."""
        if not groups:
            return Fraction(int(you[0] + dice < self.goal))
        joined = {tuple(sorted((*groups[:at], size + dice, *groups[at + 1 :]))) for at, size in enumerate(groups)}
        return 1 - min(self.turn(you, me, other) for other in joined)


@cache
def thrown(dice: int) -> dict[tuple[int, int], Fraction]:
    """(own, theirs) -> chance, die by die."""
    rolls: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for _ in range(dice):
        more: Counter[tuple[int, int]] = Counter()
        for (own, theirs), ways in rolls.items():
            for face in (1, 2, 3, 4, 5, 6):
                more[own + (face in (5, 6)), theirs + (face == 1)] += ways
        rolls = more
    return {roll: Fraction(ways, 6**dice) for roll, ways in rolls.items()}


SMALL = [
    Setup(0, 1, 1, 1),
    Setup(0, 2, 1, 2),
    Setup(1, 2, 2, 3),
    Setup(1, 3, 2, 3),
    Setup(2, 2, 2, 3),
    Setup(3, 1, 3, 3),
]


@pytest.mark.parametrize("setup", [*SMALL, Setup(2, 3, 2, 5)], ids=str)
def test_small_games_are_worth_what_the_slow_twin_says(setup: Setup) -> None:
    twin, solution = Twin(setup), solve.solved(setup)
    seat = (setup.spare, setup.spare)
    start = twin.turn(seat, seat, (setup.largest, *[setup.usual] * (setup.groups - 1)))
    assert solution.start() == pytest.approx(float(start), abs=1e-14)


@pytest.mark.parametrize("setup", SMALL, ids=str)
def test_so_is_every_position_of_them(setup: Setup) -> None:
    twin, solution = Twin(setup), solve.solved(setup)
    compared = 0
    for at in rolled_positions(setup):
        dice = setup.dice - setup.usual * at.groups - at.mine - at.theirs
        groups = (setup.usual,) * at.groups
        exact = twin.rolling((at.mine, at.spare), (at.theirs, at.their_spare), groups, dice)
        assert solution.rolls[at] == pytest.approx(float(exact), abs=1e-14), at
        compared += 1
    assert compared >= setup.groups


def rolled_positions(setup: Setup) -> Iterator[Position]:
    """Every position in which dice can be rolled."""
    for at in map(Position._make, np.ndindex(*sizes_of(setup))):
        dice = setup.dice - setup.usual * at.groups - at.mine - at.theirs
        if dice > 0 and at.mine >= at.spare and at.theirs >= at.their_spare:
            yield at


def sizes_of(setup: Setup) -> tuple[int, ...]:
    """The shape of its tables."""
    return setup.groups, setup.spare + 1, setup.spare + 1, setup.goal, setup.goal


def test_one_die_each_way() -> None:
    """A third for the player, and nothing else helps him."""
    assert solve.solved(Setup(0, 1, 1, 1)).start() == pytest.approx(1 / 3, abs=1e-15)


# --- the whole game ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve.solved(STANDARD)


def test_the_value_of_the_start(solution: Solution) -> None:
    assert solution.setup.dice == 55 and solution.setup.goal == 28
    assert solution.rolls.shape == sizes_of(STANDARD)
    assert solution.start() == pytest.approx(START, abs=5e-11)


def test_every_value_is_a_chance(solution: Solution) -> None:
    for values in (solution.rolls, solution.stops, solution.going):
        assert values.min() >= 0 and values.max() <= 1
    assert min(solution.rolls[at] for at in rolled_positions(STANDARD)) > 0


def test_who_may_roll_on_always_should(solution: Solution) -> None:
    """In none of 121,520 positions is it better to leave dice to the opponent, who would roll them first."""
    positions = list(rolled_positions(STANDARD))
    assert len(positions) == 121_520
    assert all(solution.rolls[at] >= solution.stops[at] for at in positions)


def test_a_die_of_the_opponent_is_better_in_one_s_own_hands(solution: Solution) -> None:
    known = {*rolled_positions(STANDARD)}
    for at in known:
        more = at._replace(mine=at.mine + 1, theirs=at.theirs - 1)
        assert more not in known or solution.rolls[more] > solution.rolls[at], at


def positions(seed: int, matches: int) -> Iterator[Any]:
    """Positions of random play, the draw of the first player left out."""
    rng = Random(seed)
    for _ in range(matches):
        s = kernel.plain(_opened())
        game.apply(s, CHANCE, rng.randrange(game.PLAYERS))
        while bits := game.movers(s):
            yield copied(s)
            seat = bits.bit_length() - 1
            weights = weights_of(game, s) if seat == CHANCE else mask_of(game, s, seat)
            game.apply(s, seat, rng.choices(range(len(weights)), weights)[0])


def _opened() -> Any:
    return contract.new_state(game, 2)


def after(s: Any, seat: int, action: int) -> float:
    """What it is worth, to whose turn it was, to have played this."""
    then = copied(s)
    game.apply(then, seat, action)
    worth = solve.value(then)
    return worth if then.turn == s.turn else 1 - worth


def test_a_value_is_the_mean_over_chance_and_the_best_of_choices_by_the_rules_of_the_game() -> None:
    compared = 0
    for s in positions(seed=1, matches=40):
        value = solve.value(s)
        if game.movers(s) == 1 << CHANCE:
            if s.plies % 3 == 0:
                continue  # the next one says nearly the same
            chances = [after(s, CHANCE, outcome) for outcome, weight in enumerate(weights_of(game, s)) if weight]
            assert value == pytest.approx(sum(chances) / len(chances), abs=1e-13), game.show(s)
        else:
            worth = solve.values(s)
            assert list(worth) == [action for action, allowed in enumerate(mask_of(game, s, s.turn)) if allowed]
            assert value == pytest.approx(max(worth.values()), abs=1e-13), game.show(s)
        compared += 1
    assert compared > 3_000


def test_positions_before_and_after_a_match() -> None:
    s = kernel.plain(_opened())
    assert (solve.value(s), solve.values(s)) == (0.5, {})
    for s in positions(seed=2, matches=20):
        for action in solve.values(s):
            then = copied(s)
            game.apply(then, s.turn, action)
            if game.movers(then) == 0:
                out = np.zeros(8)
                game.returns(then, out)
                assert solve.value(then) == out[then.turn]


def test_a_record_is_as_good_as_a_view() -> None:
    record = _opened()
    game.apply(record, CHANCE, 1)
    assert solve.value(record) == solve.value(kernel.plain(record)) == pytest.approx(START, abs=5e-11)
    for face in (1, 1, 3, 3, 3, 3, 4, 4):
        game.apply(record, CHANCE, game.DIE + face - 1)
    before = record.tobytes()
    assert list(solve.values(record)) == [0, 1, 2] and record.tobytes() == before


# --- matches by the million, here by the thousand ---------------------------------------------------------------------


@full
def test_perfect_players_win_as_often_as_was_computed(solution: Solution) -> None:
    """Four standard errors; `python -m bench solve` plays ten million."""
    share = millions.starter_share(solution, MATCHES)
    assert abs(share - START) < 4 * sqrt(START * (1 - START) / MATCHES)


@full
def test_perfect_play_beats_sensible_play(solution: Solution) -> None:
    """In either place; 56.1 % of a million, and of so few 54 % by several standard errors."""
    begins, follows = millions.perfect_shares(solution, MATCHES)
    assert begins > START and follows > 1 - START
    assert (begins + follows) / 2 - 4 * sqrt(0.25 / MATCHES) > 0.54


# --- time, and the table that is kept ---------------------------------------------------------------------------------


def test_any_position_is_worth_its_best_action() -> None:
    """Also with the largest roll that can be. How quickly it is answered is measured by `bench/solve.py`."""
    largest = kernel.plain(_opened())
    game.apply(largest, CHANCE, 0)
    largest.groups[:] = [0] * 6
    largest.game = STANDARD.dice - sum(largest.spare)
    game.apply(largest, CHANCE, game.DIE + 2)
    for s in [largest, *positions(seed=3, matches=3)]:
        if values := solve.values(s):
            assert solve.value(s) == pytest.approx(max(values.values())), game.show(s)


def test_whoever_solves_everything_is_told_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    solve.solved(STANDARD, lambda done, steps: told.append((done, steps)))
    assert told == [(done, 42) for done in range(1, 43)]


def test_the_table_is_kept_for_the_next_who_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUSSOLOTTO_CACHE", str(tmp_path))
    stale = tmp_path / "solved" / f"{game.FACTS.name}-of-other-sources.npy"
    stale.parent.mkdir()
    stale.touch()
    solve.solution.cache_clear()
    made = solve.solution()
    assert [path.name for path in tmp_path.rglob("*.*")] == [solve.table_file().name]
    solve.solution.cache_clear()
    monkeypatch.setattr(solve, "solved", None)
    assert np.array_equal(solve.solution().rolls, made.rolls)
    solve.solution.cache_clear()


def test_other_numbers_are_not_solved_and_it_says_so() -> None:
    s = kernel.plain(contract.new_state(game, 2, ransom_price="2"))
    with refused("not-solved"):
        solve.value(s)
