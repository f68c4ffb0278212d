"""One sweep over all positions of Spilorcio for two, compiled: the chance of winning one turn further ahead.

Numba compiles this file, the rules of the game with it, when a match is to be solved; nothing imports it before that.
All functions release the GIL, so that threads share a sweep.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from bussolotto import dice
from bussolotto.games import spilorcio as game

Values = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

PARTS = 13  # what placing can change, as the game remembers it, and whether it was stopped
MOST = 121  # more than the different positions that placing five dice can lead to: there are 120 orders
PLENTY = 2 * dice.DICE  # chips with which no order matters (SPI-6)

entry = njit(nogil=True, error_model="numpy")


class Turn(NamedTuple):
    """The tables of a turn, flat."""

    keeps: Indices  # [part] keeps without 6s, ascending
    lowest: Indices  # [part] the row of its highest die, 0 for none
    hands: Indices  # [part] the keep of five dice that it is with 6s
    aside: Indices  # [roll] the keep aside at each roll of the others
    odds: Values  # [roll] the chance of that roll
    first: Indices  # [roll + 1] where its choices begin in `then`
    then: Indices  # [choice] the keep aside after it


@entry
def sweep(s: Any, strides: Indices, turn: Turn, before: Values, after: Values, first: int, last: int) -> None:
    """Write the values of the positions with filled squares `first` to `last - 1`, given those of all after them.

    `s`: STATE[1], a match for two on the board. `before`, `after`: float64[squares filled][own chips][their chips],
    the chance of who begins a turn; `strides`: int64[row], what a filled square adds to the number of squares filled.
    """
    total = before.shape[1] - 1
    worth = np.zeros(len(dice.SIZE))
    count = np.zeros(len(dice.SIZE), np.int64)
    reached = np.zeros((len(dice.SIZE), MOST, PARTS), np.int64)
    start = np.zeros(PARTS, np.int64)
    shares = np.zeros(8)
    for squares in range(first, last):
        around = total - lay(s[0], strides, squares)
        for own in range(around + 1):
            for theirs in range(around - own + 1):
                begin(s[0], own, theirs, around - own - theirs)
                lay(s[0], strides, squares)
                game.remember(s[0], start)
                place_all(s[0], turn, start, reached, count)
                for part in range(len(turn.keeps)):
                    keep = turn.keeps[part]
                    best = 0.0
                    for index in range(count[keep]):
                        best = max(best, end(s[0], strides, before, reached[keep, index], shares))
                    worth[turn.hands[part]] = best
                expect(turn, worth)
                after[squares, own, theirs] = worth[dice.NONE]


@entry
def lay(s: Any, strides: Indices, squares: int) -> int:
    """Lay the chips on the board; how many there are."""
    lying = 0
    for row in range(game.ROWS):
        filled = squares // strides[row] % s.length[row]
        s.filled[row] = filled
        if filled:
            lying += filled + s.double[row]
    return lying


@entry
def begin(s: Any, own: int, theirs: int, reserve: int) -> None:
    """The chips of who begins the turn, of the other, and in the reserve."""
    s.turn = 0
    s.debt = 0
    s.stopped = 0
    s.chips[0] = own
    s.chips[1] = theirs
    s.reserve = reserve


@entry
def place_all(s: Any, turn: Turn, start: Indices, reached: Indices, count: Indices) -> None:
    """Every different position that placing any dice in any order leads to."""
    plenty = s.chips[0] >= PLENTY and s.reserve >= PLENTY
    count[:] = 0
    reached[dice.NONE, 0] = start
    count[dice.NONE] = 1
    for part in range(len(turn.keeps)):
        keep = turn.keeps[part]
        if dice.SIZE[keep] == dice.DICE:
            break
        for index in range(count[keep]):
            for row in range(turn.lowest[part] if plenty else 0, game.ROWS):
                then = dice.PLUS[keep][row]
                place(s, row, reached[keep, index], reached[then], count[then : then + 1])


@entry
def place(s: Any, row: int, position: Indices, reached: Indices, count: Indices) -> None:
    """One die more; a position that is not yet among the `reached` joins them."""
    game.recall(s, position)
    place_at = reached[count[0]]
    stopped = position[PARTS - 1]
    if stopped == 0 and game.pay(s, row) == 0:
        stopped = 1
    game.remember(s, place_at)
    place_at[PARTS - 1] = stopped
    for index in range(count[0]):
        if same(reached[index], place_at):
            return
    count[0] += 1


@entry
def same(position: Indices, other: Indices) -> bool:
    """Are these positions the same?"""
    for index in range(PARTS):  # noqa: SIM110  # Numba knows no generators
        if position[index] != other[index]:
            return False
    return True


@entry
def end(s: Any, strides: Indices, before: Values, position: Indices, shares: Values) -> float:
    """The chance of who has placed all his dice (SPI-7)."""
    s.turn = 0
    game.recall(s, position)
    s.stopped = position[PARTS - 1]
    game.end_turn(s)
    worth: float
    if s.phase == game.OVER:
        game.returns(s, shares)
        worth = shares[0]
    else:
        squares = 0
        for row in range(game.ROWS):
            squares += s.filled[row] * strides[row]
        worth = 1.0 - before[squares, s.chips[1], s.chips[0]]
    s.turn = 0
    return worth


@entry
def expect(turn: Turn, worth: Values) -> None:
    """What every keep aside is worth, those of five dice being known."""
    for roll in range(len(turn.aside)):
        worth[turn.aside[roll]] = 0.0
    for roll in range(len(turn.aside)):
        best = 0.0
        for choice in range(turn.first[roll], turn.first[roll + 1]):
            best = max(best, worth[turn.then[choice]])
        worth[turn.aside[roll]] += turn.odds[roll] * best
