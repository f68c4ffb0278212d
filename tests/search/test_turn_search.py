"""Comparing whole turns: what it finds is what averaging over all rolls would find; where it cannot search."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import bussolotto
from bussolotto.core import chance, kernel
from bussolotto.games.abquetschen import game as rules
from bussolotto.games.abquetschen import policy, valuation
from bussolotto.games.abquetschen.learned import WEIGHTS
from bussolotto.play.match import Match
from bussolotto.play.valuations import expect_shares
from bussolotto.search import TurnSearch
from tests.depth import count
from tests.search.hard import searches_here_or_at_a_worker

GAME = bussolotto.game("abquetschen")
SMALL: dict[str, object] = {"lattice": 4, "stock": 25}
PLENTY = 1_000_000
SURELY_DRAWN = 6  # of the ways to play a turn


def decisions(seed: int, options: dict[str, object], seats: int = 3) -> Iterator[Match]:
    """A match of the policy, at one decision after the other."""
    match, rng = Match(GAME, seats, options), chance.seeded(seed).tolist()
    tables, dice = policy.tables(match.state), chance.Fast(seed)
    match.fall(dice)
    while not match.over:
        yield match
        seat = mover(match.state)
        match.act(seat, [policy.decide(match.state, seat, rng, tables)])
        match.fall(dice)


def begun(seed: int, plies: int, options: dict[str, object], seats: int = 3) -> Match:
    """A match after some plies of the policy, at a decision of somebody."""
    return next(match for match in decisions(seed, options, seats) if match.state.plies > plies)


def mover(s: Any) -> int:
    """The seat that decides."""
    return int(GAME.movers(s).bit_length() - 1)


class Slow:
    """The slow twin: every way to play the turn, and every outcome of the next roll, one after the other."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.rng = chance.seeded(1).tolist()

    def ends(self, s: Any) -> dict[bytes, Any]:
        """Where a turn may end."""
        if GAME.movers(s) != 1 << self.seat:
            return {bytes(s): s}
        return {key: end for action in legal(s) for key, end in self.ends(play(s, self.seat, action)).items()}

    def average(self, s: Any) -> float:
        """What a position is worth before the next roll."""
        if GAME.movers(s) == 0:
            return self.share(s)
        weights = np.zeros(GAME.OUTCOMES, np.int64)
        GAME.odds(s, weights)
        possible = np.flatnonzero(weights).tolist()
        worths = [self.share(self.played_on(play(s, kernel.CHANCE, outcome))) for outcome in possible]
        return float(np.average(worths, weights=weights[possible]))

    def played_on(self, s: Any) -> Any:
        """The position before the roll after the next turn."""
        while GAME.movers(s) not in (0, 1 << kernel.CHANCE):
            seat = mover(s)
            s = play(s, seat, policy.decide(s, seat, self.rng, policy.tables(s)))
        return s

    def share(self, s: Any) -> float:
        """The share that the rules or the valuation say."""
        shares = np.zeros(8)
        if GAME.movers(s) == 0:
            GAME.returns(s, shares)
        else:
            numbers = np.zeros((8, len(valuation.FEATURES)))
            valuation.describe(s, numbers, valuation.tables(s))
            expect_shares(numbers, WEIGHTS[s.seats], s.seats, shares)
        return float(shares[self.seat])


def legal(s: Any) -> list[int]:
    mask = np.zeros(GAME.ACTIONS, np.uint8)
    GAME.legal(s, mover(s), mask)
    return np.flatnonzero(mask).tolist()


def play(s: Any, seat: int, action: int) -> Any:
    after = kernel.copied(s)
    GAME.apply(after, seat, action)
    return after


def test_it_finds_what_averaging_over_the_next_roll_finds() -> None:
    """Of few dice, so that the twin ends. The policy draws among equals, so both may differ a little."""
    search, off = TurnSearch(GAME, PLENTY, 1), list[float]()
    for match in (each for seats in GAME.SEATS for each in decisions(seats, {}, seats)):
        s, seat = match.state, mover(match.state)
        slow = Slow(seat)
        if s.phase != rules.BUILDING or s.laid or s.roll > 3 or len(ends := slow.ends(s)) == 1:
            continue
        found = search.look(match.hidden(seat), seat, s.plies)
        drawn = [kernel.plain(end) for end in search.turns.ends[search.turns.worths >= 0]]
        worths = search.turns.worths[: len(drawn)]
        assert found.actions.tolist() == legal(s) and found.best == search.turns.begins[worths.argmax()]
        assert {bytes(end) for end in drawn} <= {*ends} and len(drawn) >= min(len(ends), SURELY_DRAWN)
        assert len({bytes(end) for end in drawn}) == len(drawn)
        assert search.rolls.totals[0] == rules.FACES
        off += [abs(worth - slow.average(end)) for worth, end in zip(worths, drawn, strict=True)]
        if len(off) > count(short=20, full=100):
            break
    assert len(off) > 20
    assert max(off) < 0.05 and np.mean(off) < 0.005, off


def test_it_judges_so_many_positions_and_does_the_same_from_the_same_seed() -> None:
    match = begun(1, 40, {})
    seat = mover(match.state)
    for most in (1, 100, 3_000):
        found = [TurnSearch(GAME, most).look(match.hidden(seat), seat, 5) for _ in range(2)]
        assert found[0].iterations == found[1].iterations == found[0].visits.sum() <= most
        assert found[0].best == found[1].best and found[0].strategy.tolist() == found[1].strategy.tolist()


@pytest.mark.parametrize("options", [{}, SMALL, {"bonus": "single", "blocked_roll": "check_first", "in_row": 3}])
def test_all_it_does_is_legal_to_the_end(options: dict[str, object]) -> None:
    """Openings, builds, extra dice."""
    search, seen = TurnSearch(GAME, 60), set[str]()
    for seed in range(count(short=3, full=20)):
        match, dice = begun(seed, 0, options, 3 + seed % 2), chance.Fast(seed)
        while not match.over:
            seat = mover(match.state)
            action = search.look(match.hidden(seat), seat, seed).best
            seen.add(GAME.say(seat, action).split()[0])
            match.act(seat, [action])
            match.fall(dice)
    assert {"open", "place", "bonus"} <= seen


def test_it_wins_where_it_can() -> None:
    """Extra dice that empty the reserve."""
    for match in (each for seed in range(20) for each in decisions(seed, {})):
        if match.state.phase == rules.CHOOSING:
            seat = mover(match.state)
            most = max(match.legal(seat))
            match.state.reserve[seat] = most - rules.BONUS
            assert TurnSearch(GAME, 3_000).look(match.hidden(seat), seat).best == most
            return
    pytest.fail("nobody earned extra dice")


def test_what_cannot_be_searched_is_refused() -> None:
    with pytest.raises(ValueError, match="cincinnati has no policy with a valuation"):
        TurnSearch(bussolotto.game("cincinnati"), 100)
    match = begun(1, 10, {})
    seat = mover(match.state)
    with pytest.raises(ValueError, match="does not decide"):
        TurnSearch(GAME, 100).look(match.hidden(seat), (seat + 1) % 3)


def test_the_hard_player_compares_turns_here_or_at_a_worker() -> None:
    searches_here_or_at_a_worker(begun(1, 30, {}), "turns")
