"""My Dice - Your Dice, solved: the chance of winning from every position if both players play perfectly.

What matters in a position is how many dice each player has, won ones and action dice together (MDY-2), how many action
dice each has left, and how many groups remain; the dice on the table are all others. Every group except the largest
keeps its size through the whole match (MDY-10). The numbers of the players do not matter: two faces of six are the
player's own, one is the opponent's (MDY-4).

The table holds the positions before a roll. A turn removes a group for good, a die paid becomes an ordinary one
(MDY-11), and a roll without a payment follows dice set aside. So no position occurs twice, and going backward every
value is an average over rolls of the best values after them:

    groups left ascending > own action dice ascending > dice of the opponent descending > own dice descending

Chances of rolls are exact fractions, rounded once. Averages do not amplify errors; a match has at most 73 rolls, each a
sum of at most 1,600 terms. So no value is wrong by more than 73 * 1,600 * 2 ** -53 < 2e-11. The same computation in
numbers of 64 bits, instead of 53, differs nowhere by more than 2e-15.
"""

from functools import cache
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bussolotto.core import errors
from bussolotto.games.my_dice_your_dice import game
from bussolotto.play import match
from bussolotto.solve import Progress, kept, silent
from bussolotto.solve.rolls import Values

SPREAD = False  # can many machines share the work?

PRINTED = {name: option.stored(option.suggested[0]) for name, option in game.FACTS.options.items()}


class Setup(NamedTuple):
    """How a match begins; smaller ones can be checked by hand."""

    spare: int = PRINTED["action_dice"]  # action dice of each
    groups: int = game.GROUPS
    usual: int = PRINTED["group_size"]  # dice in every group
    largest: int = PRINTED["group_size"] + 1  # but the first

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
    """What matters in the middle of a turn, once the won dice are settled."""

    groups: int  # left in the reserve
    spare: int  # action dice of the player,
    their_spare: int  # and of the opponent
    mine: int  # dice of the player, won and action dice,
    theirs: int  # and of the opponent


class Solution:
    """Values of all positions of a set-up: the chance of winning of the player whose turn it is.

    `rolls`, `stops`, `going`: float64[groups left][own action dice][their action dice][own dice][their dice], when the
    player rolls, when they end their turn, and the better of both. If nothing is left to roll they end it; entries for
    positions in which a player has fewer dice than action dice are meaningless.
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
        """After the opponent has won their dice: roll on or pay, or stop (MDY-7, MDY-8, MDY-9)."""
        if at.theirs >= self.setup.goal:
            return 0.0
        return float(self._after_ransom(at.groups, at.spare, at.theirs, aside)[at.mine, at.their_spare])

    def ransomed(self, at: Position, shown: int, aside: bool) -> float:
        """The best ransom if this many dice of the opponent have fallen and one's own are won (MDY-5, MDY-6)."""
        after = self._settled(at.groups, at.spare, at.theirs, range(shown, shown + 1))
        return float(after[int(aside), at.mine, 0, at.their_spare])

    def falling(self, at: Position, cup: int, own: int, shown: int) -> float:
        """This many dice are in the cup; of the fallen ones, this many have the player's or the opponent's numbers."""
        if at.mine + own >= self.setup.goal:
            return 1.0
        after = self._settled(at.groups, at.spare, at.theirs, range(shown, shown + cup + 1))
        return float(self._average(after, at.mine + own, cup, own > 0)[at.their_spare])

    def find_rolls(self, groups: int, spare: int) -> None:
        """All positions with this many groups and own action dice, after those with fewer."""
        around = self.setup.dice - self.setup.usual * groups  # dice of the players and game dice
        for theirs in reversed(range(self.setup.goal)):
            most = around - spare - theirs  # game dice
            if most > 0:
                self._find_row(groups, spare, theirs, most)

    def _find_row(self, groups: int, spare: int, theirs: int, most: int) -> None:
        """From many own dice to few, because a roll leads to more."""
        after = self._settled(groups, spare, theirs, range(most + 1))
        for mine in reversed(range(spare, self.setup.goal)):
            dice = most + spare - mine
            if dice > 0:
                at = (groups, spare, slice(None), mine, theirs)
                self.rolls[at] = self._average(after, mine, dice, won=False)
                self.going[at] = after[1, mine, 0] = np.maximum(self.stops[at], self.rolls[at])

    def _average(self, after: Values, mine: int, cup: int, won: bool) -> Values:
        """float64[their action dice]: the mean over the dice in the cup; `after` as from `_settled`.

        `mine` counts those that have fallen already, and `won` says whether there are any.
        """
        odds = roll_odds(cup)
        needed = self.setup.goal - mine  # with this many more the player has won, whatever else falls
        first = 0 if won else 1
        some = odds[first:needed]
        value: Values = odds[max(first, needed) :].sum()
        value = value + np.einsum("os,ost->t", some, after[1, mine + first : mine + first + len(some), : cup + 1])
        if not won:
            value = value + np.einsum("s,st->t", odds[0], after[0, mine, : cup + 1])
        return np.minimum(value, 1.0)  # rounding aside

    def _settled(self, groups: int, spare: int, theirs: int, showing: range) -> Values:
        """float64[any die won by the player?][own dice][shown][their action dice]: the value of the best ransom.

        `theirs` are the dice of the opponent before it, `showing` how many more show the opponent's main number.
        """
        goal = self.setup.goal
        out = np.zeros((2, goal, len(showing), self.rolls.shape[2]))
        for index, shown in enumerate(showing):
            for count in range(max(0, theirs + shown - goal + 1), min(shown, spare) + 1):  # else they win
                for won in range(2):
                    aside = bool(won) or shown > count
                    worth = self._after_ransom(groups, spare - count, theirs + shown - count, aside)
                    np.maximum(out[won, count:, index], worth[: goal - count], out=out[won, count:, index])
        return out

    def _after_ransom(self, groups: int, spare: int, theirs: int, aside: bool) -> Values:
        """float64[own dice][their action dice]: roll on or pay, or stop (MDY-7, MDY-8)."""
        if aside:
            return self.going[groups, spare, :, :, theirs].T
        worth = self.stops[groups, spare, :, :, theirs].T.copy()
        if spare:
            np.maximum(worth[1:], self.rolls[groups, spare - 1, :, :-1, theirs].T, out=worth[1:])
        return worth


def stops_before(rolls: Values) -> Values:
    """The turn ends (MDY-9, MDY-10), and the other player rolls with one group fewer.

    Arrays are as in Solution, without its groups. Without a group the opponent wins the last dice, and with them the
    match, because the player has not reached 28.
    """
    return np.asarray(1.0 - rolls.transpose(1, 0, 3, 2))


@cache
def roll_odds(dice: int) -> Values:
    """float64[own][theirs]: the chances of a roll; two faces of six are the player's own, one is the opponent's."""
    odds = np.zeros((dice + 1, dice + 1))
    for own in range(dice + 1):
        for theirs in range(dice - own + 1):
            rest = dice - own - theirs
            odds[own, theirs] = comb(dice, own) * comb(dice - own, theirs) * 2**own * 3**rest / 6**dice
    return odds


def solved(setup: Setup, progress: Progress = silent) -> Solution:
    """All values of a set-up."""
    assert setup.dice % 2 and setup.largest >= setup.usual > 0, setup
    solution = Solution(setup, np.zeros((setup.groups, setup.spare + 1, setup.spare + 1, setup.goal, setup.goal)))
    steps = list(np.ndindex(setup.groups, setup.spare + 1))
    for done, (groups, spare) in enumerate(steps, 1):
        if groups and spare == 0:
            solution.stops[groups] = solution.going[groups] = stops_before(solution.rolls[groups - 1])
        solution.find_rolls(groups, spare)
        progress(done, len(steps))
    return solution


# --- the match as it is played ----------------------------------------------------------------------------------------


OPTIONS: dict[str, tuple[str, ...]] = {}  # only for the printed numbers


def solve(progress: Progress = silent) -> Solution:
    """Solve the game again, and store the table where `solution` finds it."""
    fresh = solved(STANDARD, progress)
    kept.write(table_file(), lambda out: np.save(out, fresh.rolls))
    return fresh


def headline(solution: Solution) -> float:
    """The chance of winning of the player who begins."""
    return solution.start()


def as_json(solution: Solution) -> dict[str, Any]:
    """The result for programs."""
    return {"start_value": solution.start()}


@cache
def solution() -> Solution:
    """The stored table; if there is none, it is computed, in less than a second."""
    file = table_file()
    return Solution(STANDARD, np.load(file)) if file.exists() else solve()


def table_file() -> Path:
    """The file for the table of these sources."""
    return kept.file(game.FACTS.name, [__name__], ".npy")


def as_printed(s: Any) -> bool:
    """Are the numbers of this match those of the solution?"""
    return all(getattr(s, name) == number for name, number in PRINTED.items())


def value(s: Any) -> float:
    """The chance of winning of the seat whose turn it is, in any position or view, in either reading.

    Raises `not-solved` where the numbers of the match are not as printed.
    """
    if not as_printed(s):
        raise errors.refuse("not-solved", game=game.FACTS.name)
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
    """The value of each legal action for the seat to decide; empty where no seat decides. Raises `not-solved`."""
    seat = int(s.turn)
    mask = np.zeros(game.ACTIONS, np.uint8)
    game.legal(s, seat, mask)
    return {action: _worth(s, seat, action) for action in np.flatnonzero(mask).tolist()}


def _worth(s: Any, seat: int, action: int) -> float:
    """The value of a position after one more ply, for the player of that ply."""
    after = match.after(s, seat, action)
    return value(after) if after.turn == seat else 1.0 - value(after)
