"""My Dice - Your Dice, solved: the chance of winning every position when both play as well as can be.

What matters of a position is how many dice each has, won ones and action dice together (MDY-2), how many action dice
each has left, and how many groups remain; the dice on the table are all others. For every group but the largest keeps
its size through the whole match (MDY-10). Who has which numbers does not matter: two faces of six are one's own, one is
the opponent's (MDY-4).

The table holds the positions before a roll. A turn takes a group for good, a die paid is an ordinary one (MDY-11), and
a roll without a payment follows dice set aside. So no position comes again, and going backward every value is an
average over rolls of what is best after them:

    groups left ascending > own action dice ascending > dice of the opponent descending > own dice descending

Chances of rolls are exact fractions, rounded once. Averages do not amplify errors; a match has at most 73 rolls, each a
sum of at most 1,600 terms: so no value is wrong by more than 73 * 1,600 * 2 ** -53 < 2e-11. Indeed the same in numbers
of 64 bits, instead of 53, differs nowhere by more than 2e-15.
"""

from functools import cache
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto import errors, kernel, match
from bussolotto.games import my_dice_your_dice as game
from bussolotto.solve import Progress, kept

Values = npt.NDArray[np.float64]


class Setup(NamedTuple):
    """How a match begins; smaller ones can be followed by hand."""

    spare: int = int(game.ACTION_DICE[0])  # action dice of each
    groups: int = game.GROUPS
    usual: int = int(game.GROUP_SIZE[0])  # dice in every group
    largest: int = int(game.GROUP_SIZE[0]) + 1  # but the first

    @property
    def dice(self) -> int:
        """All dice: an odd number, so that exactly one wins."""
        return 2 * self.spare + (self.groups - 1) * self.usual + self.largest

    @property
    def goal(self) -> int:
        """More than half of them (MDY-2)."""
        return self.dice // 2 + 1


STANDARD = Setup()


class Position(NamedTuple):
    """What matters in the middle of a turn, once who has won which dice is settled."""

    groups: int  # left in the reserve
    spare: int  # action dice of the player,
    their_spare: int  # and of his opponent
    mine: int  # dice of the player, won and action dice,
    theirs: int  # and of his opponent


class Solution:
    """Values of all positions of a set-up: the chance of winning of the player whose turn it is.

    `rolls`, `stops`, `going`: float64[groups left][own action dice][their action dice][own dice][their dice], when he
    rolls, when he ends his turn, and the better of both. Where nothing is left to be rolled he ends it; positions in
    which a player has fewer dice than action dice mean nothing.
    """

    def __init__(self, setup: Setup, rolls: Values) -> None:
        self.setup = setup
        self.rolls = rolls
        self.stops = np.zeros_like(rolls)
        for groups in range(1, setup.groups):
            self.stops[groups] = stops_before(rolls[groups - 1])
        self.going = np.maximum(self.stops, rolls)

    def start(self) -> float:
        """The chance of the player who begins."""
        spare = self.setup.spare
        return float(self.rolls[self.setup.groups - 1, spare, spare, spare, spare])

    def going_on(self, at: Position, aside: bool) -> float:
        """After the opponent has won his: roll on or pay, or stop (MDY-7, MDY-8, MDY-9)."""
        if at.theirs >= self.setup.goal:
            return 0.0
        if aside:
            return float(self.going[at])
        payable = at.spare > 0
        paid = at._replace(spare=at.spare - 1, mine=at.mine - 1)
        return float(max(self.stops[at], self.rolls[paid]) if payable else self.stops[at])

    def ransomed(self, at: Position, shown: int, aside: bool) -> float:
        """The best ransom where so many dice of the opponent lie there, the own ones being won (MDY-5, MDY-6)."""
        counts = range(min(shown, at.spare) + 1)
        after = (Position(at.groups, at.spare - n, at.their_spare, at.mine - n, at.theirs + shown - n) for n in counts)
        return max(self.going_on(then, aside or shown > at.spare - then.spare) for then in after)

    def falling(self, at: Position, cup: int, own: int, shown: int) -> float:
        """So many dice are in the cup; of those that lie there, so many have the player's numbers or the opponent's."""
        if at.mine + own >= self.setup.goal:
            return 1.0
        groups = at.groups
        sweep = _Sweep(self.setup, groups, at.spare, self.rolls[groups], self.stops[groups], self.going[groups])
        after = sweep.settled(at.theirs, range(shown, shown + cup + 1))
        return float(sweep.average(after, at.mine + own, cup, own > 0)[at.their_spare])


def stops_before(rolls: Values) -> Values:
    """The turn ends (MDY-9, MDY-10), the other rolls with one group less. Arrays as in Solution, without its groups.

    Without a group the opponent wins the last dice, and with them the match, for the player has not reached 28.
    """
    return np.asarray(1.0 - rolls.transpose(1, 0, 3, 2))


@cache
def roll_odds(dice: int) -> Values:
    """float64[own][theirs]: the chances of a roll, two faces of six being one's own, one the opponent's."""
    odds = np.zeros((dice + 1, dice + 1))
    for own in range(dice + 1):
        for theirs in range(dice - own + 1):
            rest = dice - own - theirs
            odds[own, theirs] = comb(dice, own) * comb(dice - own, theirs) * 2**own * 3**rest / 6**dice
    return odds


# --- going backward ---------------------------------------------------------------------------------------------------


def solved(setup: Setup, progress: Progress | None = None) -> Solution:
    """All values of a set-up."""
    assert setup.dice % 2 and setup.largest >= setup.usual > 0, setup
    rolls = np.zeros((setup.groups, setup.spare + 1, setup.spare + 1, setup.goal, setup.goal))
    done, steps = 0, setup.groups * (setup.spare + 1)
    for groups in range(setup.groups):
        stops = stops_before(rolls[groups - 1]) if groups else np.zeros_like(rolls[0])
        going = stops.copy()
        for spare in range(setup.spare + 1):
            _Sweep(setup, groups, spare, rolls[groups], stops, going).run()
            done += 1
            if progress is not None:
                progress(done, steps)
    return Solution(setup, rolls)


class _Sweep:
    """All positions with so many groups and own action dice, those with fewer being done. Arrays as in Solution."""

    def __init__(self, setup: Setup, groups: int, spare: int, rolls: Values, stops: Values, going: Values) -> None:
        self.goal = setup.goal
        self.around = setup.dice - setup.usual * groups  # dice of the players and game dice
        self.spare = spare
        self.rolls = rolls
        self.stops = stops
        self.going = going

    def run(self) -> None:
        """Row by row, from many dice of the opponent to few."""
        for theirs in reversed(range(self.goal)):
            most = self.around - self.spare - theirs  # game dice
            if most > 0:
                self._row(theirs, most)

    def _row(self, theirs: int, most: int) -> None:
        """From many own dice to few, for a roll leads to more."""
        after = self.settled(theirs, range(most + 1))
        for mine in reversed(range(self.spare, self.goal)):
            dice = self.around - mine - theirs
            if dice > 0:
                at = (self.spare, slice(None), mine, theirs)
                self.rolls[at] = self.average(after, mine, dice, won=False)
                self.going[at] = after[1, mine, 0] = np.maximum(self.stops[at], self.rolls[at])

    def average(self, after: Values, mine: int, cup: int, won: bool) -> Values:
        """float64[their action dice]: the mean over the dice in the cup; `after` as from `settled`.

        `mine` counts those that lie there already, and `won` tells whether there are any.
        """
        odds = roll_odds(cup)
        needed = self.goal - mine  # with so many more he has won, whatever else falls
        first = 0 if won else 1
        some = odds[first:needed]
        value: Values = odds[max(first, needed) :].sum()
        value = value + np.einsum("os,ost->t", some, after[1, mine + first : mine + first + len(some), : cup + 1])
        if not won:
            value = value + np.einsum("s,st->t", odds[0], after[0, mine, : cup + 1])
        return np.minimum(value, 1.0)  # rounding aside

    def settled(self, theirs: int, showing: range) -> Values:
        """float64[any die won by the player?][own dice][shown][their action dice]: what the best ransom is worth.

        `theirs` are the dice of the opponent before it, `showing` how many more show his main number.
        """
        out = np.zeros((2, self.goal, len(showing), self.rolls.shape[1]))
        for index, shown in enumerate(showing):
            for count in range(max(0, theirs + shown - self.goal + 1), min(shown, self.spare) + 1):  # else he has won
                for won in range(2):
                    worth = self._after_ransom(self.spare - count, theirs + shown - count, bool(won) or shown > count)
                    np.maximum(out[won, count:, index], worth[: self.goal - count], out=out[won, count:, index])
        return out

    def _after_ransom(self, spare: int, theirs: int, aside: bool) -> Values:
        """float64[own dice][their action dice]: roll on or pay, or stop (MDY-7, MDY-8)."""
        if aside:
            return self.going[spare, :, :, theirs].T
        worth = self.stops[spare, :, :, theirs].T.copy()
        if spare:
            np.maximum(worth[1:], self.rolls[spare - 1, :, :-1, theirs].T, out=worth[1:])
        return worth


# --- the match as it is played ----------------------------------------------------------------------------------------


def solve(progress: Progress | None = None) -> Solution:
    """Solve the game anew, and keep the table where `solution` finds it."""
    fresh = solved(STANDARD, progress)
    kept.write(table_file(), lambda out: np.save(out, fresh.rolls))
    return fresh


def headline(solution: Solution) -> float:
    """The chance of winning of the player who begins."""
    return solution.start()


def as_json(solution: Solution) -> dict[str, Any]:
    """What programs read."""
    return {"start_value": solution.start()}


@cache
def solution() -> Solution:
    """The table as it is kept; where there is none, it is made, in less than a second."""
    file = table_file()
    return Solution(STANDARD, np.load(file)) if file.exists() else solve()


def table_file() -> Path:
    """Where the table of these sources is kept."""
    return kept.file(game.NAME, [Path(__file__), Path(str(game.__file__))], ".npy")


def as_printed(s: Any) -> bool:
    """Are the numbers of this match those that are solved?"""
    return not any(getattr(s, name) for name in kernel.numbers(game))


def value(s: Any) -> float:
    """The chance of winning of the seat whose turn it is, in any position or view, in either reading.

    Raises NotSolved where the numbers of the match are not as printed.
    """
    if not as_printed(s):
        raise errors.NotSolved(game.NAME)
    if s.phase == game.DRAWING:
        return 0.5
    turn, other = int(s.turn), 1 - int(s.turn)
    mine, theirs = (int(s.won[seat] + s.spare[seat]) for seat in (turn, other))
    if s.phase in (game.GOAL_REACHED, game.LAST_DICE):
        return float(mine > theirs)
    at = Position(sum(size > 0 for size in s.groups), int(s.spare[turn]), int(s.spare[other]), mine, theirs)
    if s.phase == game.ROLLING:
        main, secondary, numbered = game.numbers(s)
        own = int(s.rolled[main]) + int(s.rolled[secondary])
        return solution().falling(at, int(s.game) - sum(map(int, s.rolled)), own, int(s.rolled[numbered]))
    if s.phase == game.RANSOMING:
        return solution().ransomed(at, int(s.rolled[game.numbers(s)[2]]), bool(s.aside))
    return solution().going_on(at, bool(s.aside))


def values(s: Any) -> dict[int, float]:
    """What each legal action of the seat to decide is worth to it; empty where no seat decides. Raises NotSolved."""
    seat = int(s.turn)
    mask = np.zeros(game.ACTIONS, np.uint8)
    game.legal(s, seat, mask)
    return {action: _worth(s, seat, action) for action in np.flatnonzero(mask).tolist()}


def _worth(s: Any, seat: int, action: int) -> float:
    """A position after one more ply, for who has played it."""
    after = match.after(s, seat, action)
    return value(after) if after.turn == seat else 1.0 - value(after)
