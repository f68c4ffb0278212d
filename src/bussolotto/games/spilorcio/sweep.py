"""Turns of Spilorcio for two, compiled: bounds of the chance of winning, from those of the positions after the turn.

LANES positions go through a turn together, so that the processor computes several at once. Nearly always a hand leads
to one position in any order, and its gains and losses are the same for any other number of chips; only where the
reserve or the loan may run out are the orders tried, position by position.

Numba compiles a copy of this file, the rules of the game with it, when a match is to be solved, and keeps it
(`compiler.compiled_copy`); nothing imports it before that.
All functions release the GIL, so that threads share the work.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto.core import dice
from bussolotto.games.spilorcio import game
from bussolotto.games.spilorcio.turn import Turn
from bussolotto.play.compiled_functions import entry, inlined
from bussolotto.solve.rolls import Indices, Values

Small = npt.NDArray[np.int32]

LANES = 64  # positions that go through a turn together: fewer waste time, more do not fit into the L2 cache
PARTS = 13  # what placing can change, as the game remembers it, and whether it was stopped
MOST_ENDS = 121  # more than the different positions that placing five dice can lead to: there are 120 orders
PLENTY = 2 * dice.DICE  # chips of the reserve that no hand can use up
MANY = 1000  # chips that no turn can use up
HANDS = len(dice.HANDS)
MOST_ROLLS = 1176  # of any layer: those of two or three dice


class Ends(NamedTuple):
    """Where each hand leads when neither reserve nor loan runs out, int32[squares filled][hand]."""

    squares: Small  # the filled squares
    gain: Small  # own chips more, or fewer; without any, the match is over
    taken: Small  # chips that the other pays, as far as they can
    cost: Small  # own chips needed, at worst,
    common: Small  # and chips of the reserve


@entry
def look(
    s: Any, strides: Indices, turn: Turn, ends: Ends, bounds: Values, positions: Small, out: Values, chosen: slice
) -> None:
    """Bounds of the chance of the player who begins a turn, from the `bounds` after it, both being lower, then upper.

    `s`: STATE[1], a match for two on an empty board. `strides`: int64[row], what a filled square adds to the index of
    the filled squares. `bounds`: float64[2][squares filled][own chips][their chips]. `positions`: int32[position][3],
    filled squares, own chips, their chips. `out`: float64[2][position], written where `chosen`.
    """
    hands = np.zeros((2, HANDS, LANES))
    worth = np.zeros((2, MOST_ROLLS, LANES))
    mean = np.zeros(LANES)
    reached = np.zeros((len(dice.SIZE), MOST_ENDS, PARTS), np.int64)
    count = np.zeros(len(dice.SIZE), np.int64)
    shares = np.zeros(8)
    chips = s[0].chips[0] + s[0].chips[1] + s[0].reserve  # in all, while the board is empty
    for first in range(chosen.start, chosen.stop, LANES):
        lanes = positions[first : min(first + LANES, chosen.stop)]
        end_all(turn, ends, bounds, lanes, hands)
        for lane in range(len(lanes)):
            squares, own, theirs = lanes[lane]
            begin(s[0], own, theirs, chips - lay(s[0], strides, squares) - own - theirs)
            if may_run_out(s[0], ends, squares):
                try_orders(s[0], strides, turn, bounds, reached, count, shares, hands[:, :, lane])
        for side in range(2):
            worth[0, :HANDS] = hands[side]
            expect(turn, worth, mean)
            out[side, first : first + len(lanes)] = mean[: len(lanes)]


@inlined
def lay(s: Any, strides: Indices, squares: int) -> int:
    """Lay the chips on the board; return how many there are."""
    lying = 0
    for row in range(game.ROWS):
        filled = squares // strides[row] % s.length[row]
        s.filled[row] = filled
        if filled:
            lying += filled + s.double[row]
    return lying


@inlined
def begin(s: Any, own: int, theirs: int, reserve: int) -> None:
    """The chips of the player who begins the turn, of the other, and in the reserve."""
    s.turn = 0
    s.debt = 0
    s.stopped = 0
    s.chips[0] = own
    s.chips[1] = theirs
    s.reserve = reserve


@inlined
def number(s: Any, strides: Indices) -> int:
    """The index of the filled squares."""
    squares = 0
    for row in range(game.ROWS):
        squares += s.filled[row] * strides[row]
    return squares


# --- while everything can be paid -------------------------------------------------------------------------------------


@entry
def lead(s: Any, strides: Indices, turn: Turn, ends: Ends) -> None:
    """Where each hand leads from all filled squares."""
    for squares in range(len(ends.squares)):
        for hand in range(HANDS):
            begin(s[0], MANY, MANY, MANY)
            lay(s[0], strides, squares)
            ends.cost[squares, hand] = place_each(s[0], turn.keeps[hand])
            ends.squares[squares, hand] = number(s[0], strides)
            ends.gain[squares, hand] = s[0].chips[0] - MANY
            ends.taken[squares, hand] = MANY - s[0].chips[1]
            ends.common[squares, hand] = MANY - s[0].reserve + ends.taken[squares, hand]


@inlined
def place_each(s: Any, keep: int) -> int:
    """Place these dice; return how many chips of one's own this needs, at worst."""
    cost = 0
    for row in range(game.ROWS):
        for _ in range(dice.COUNT[keep][row]):
            cost += s.chips[0]
            if game.pay(s, row) & game.COMPLETED:
                cost += s.length[row] + s.double[row]
            cost -= s.chips[0]
    return cost


@inlined
def end_all(turn: Turn, ends: Ends, bounds: Values, lanes: Small, hands: Values) -> None:
    """Bounds of the value of each hand in each lane: float64[2][hand with 6s][lane]."""
    first = 0
    while first < len(lanes):
        squares = lanes[first, 0]
        last = first + 1
        while last < len(lanes) and lanes[last, 0] == squares:
            last += 1
        for hand in range(HANDS):
            after = bounds[:, ends.squares[squares, hand]]
            gain, taken = ends.gain[squares, hand], ends.taken[squares, hand]
            for side in range(2):
                out = hands[side, turn.hands[hand], first:]
                end_hand(gain, taken, after[1 - side], lanes[first:last], out)
        first = last


@inlined
def end_hand(gain: int, taken: int, after: Values, lanes: Small, out: Values) -> None:
    """The value of one hand in lanes with the same filled squares."""
    for lane in range(len(lanes)):
        own = lanes[lane, 1] + gain
        theirs = max(0, lanes[lane, 2] - taken)
        if own > 0:
            out[lane] = 1.0 - after[theirs, own]
        else:  # SPI-7: a debt counts as no chips
            out[lane] = 0.0 if theirs else 0.5


@inlined
def expect(turn: Turn, worth: Values, mean: Values) -> None:
    """The mean value of a turn in each lane, float64[lane], from that of each hand in `worth[0]`, which changes.

    The best of all parts of a roll to set aside begins with one of its dice: each is tried, and then the best is either
    to roll the rest, whose average the previous layer has computed, or to set more of it aside.
    """
    pair = 0
    odds = 0
    for layer in range(dice.DICE):
        known = worth[layer & 1]
        found = worth[1 - layer & 1]
        at = 0
        for _ in range(turn.asides[layer]):
            mean[:] = 0.0
            for roll in range(turn.rolls[layer]):
                best(known, turn.then, turn.first[pair], turn.first[pair + 1], found[at + roll])
                add(found[at + roll], turn.odds[odds + roll], mean)
                pair += 1
            for roll in range(turn.rolls[layer]):
                raise_to(mean, found[at + roll])
            at += turn.rolls[layer]
        odds += turn.rolls[layer]


@inlined
def best(known: Values, then: Indices, first: int, last: int, out: Values) -> None:
    """The best of one to five choices, in each lane; loops over few arrays at once are what compilers make fast."""
    one = known[then[first]]
    two = known[then[last - 1]]
    if last - first <= 2:
        for lane in range(LANES):
            out[lane] = max(one[lane], two[lane])
        return
    three = known[then[first + 1]]
    four = known[then[last - 2]]
    five = known[then[(first + last) // 2]]
    for lane in range(LANES):
        out[lane] = max(one[lane], two[lane], three[lane], four[lane], five[lane])


@inlined
def add(value: Values, chance: float, mean: Values) -> None:
    """Add the value of one more roll to the mean."""
    for lane in range(LANES):
        mean[lane] += chance * value[lane]


@inlined
def raise_to(least: Values, out: Values) -> None:
    """Raise each entry of `out` to at least `least`."""
    for lane in range(LANES):
        out[lane] = max(out[lane], least[lane])


# --- where something may run out --------------------------------------------------------------------------------------


@inlined
def may_run_out(s: Any, ends: Ends, squares: int) -> bool:
    """Is there a hand for which the reserve or the loan may not be enough (SPI-6)?"""
    if s.reserve >= PLENTY and not s.loan:
        return False
    for hand in range(HANDS):
        borrowed = max(0, ends.cost[squares, hand] - s.chips[0])
        if ends.common[squares, hand] + borrowed > s.reserve or (s.loan and borrowed > s.loan_cap):
            return True
    return False


@inlined
def try_orders(
    s: Any,
    strides: Indices,
    turn: Turn,
    bounds: Values,
    reached: Indices,
    count: Indices,
    shares: Values,
    hands: Values,
) -> None:
    """Correct the values of hands of which not every die may be paid: float64[2][hand with 6s]."""
    start = reached[dice.NONE, 0]
    game.remember(s, start)
    start[PARTS - 1] = 0
    count[:] = 0
    count[dice.NONE] = 1
    for hand in range(1, HANDS):
        keep = turn.keeps[hand]
        game.recall(s, start)
        s.unplaced = keep
        paid = game.all_paid(s)
        place_all(s, keep, paid, reached, count)
        if not paid:
            hands[:, turn.hands[hand]] = 0.0
            for index in range(count[keep]):
                for side in range(2):
                    worth = end(s, strides, bounds[1 - side], reached[keep, index], shares)
                    hands[side, turn.hands[hand]] = max(hands[side, turn.hands[hand]], worth)


@inlined
def place_all(s: Any, keep: int, paid: bool, reached: Indices, count: Indices) -> None:
    """Every different position that placing these dice leads to, those of their parts being known.

    If everything is paid there is only one.
    """
    for row in range(game.ROWS):
        if dice.COUNT[keep][row] and not (paid and count[keep]):
            part = dice.MINUS[keep][row]
            for index in range(count[part]):
                place(s, row, reached[part, index], reached[keep], count[keep : keep + 1])


@inlined
def place(s: Any, row: int, position: Indices, reached: Indices, count: Indices) -> None:
    """Place one more die; a position that is not yet among the `reached` joins them."""
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


@inlined
def same(position: Indices, other: Indices) -> bool:
    """Are these positions the same?"""
    for index in range(PARTS):  # noqa: SIM110  # Numba knows no generators
        if position[index] != other[index]:
            return False
    return True


@inlined
def end(s: Any, strides: Indices, after: Values, position: Indices, shares: Values) -> float:
    """The chance of the player who has placed all their dice (SPI-7)."""
    s.turn = 0
    game.recall(s, position)
    s.stopped = position[PARTS - 1]
    game.end_turn(s)
    worth: float
    if s.phase == game.OVER:
        game.returns(s, shares)
        worth = shares[0]
    else:
        worth = 1.0 - after[number(s, strides), s.chips[1], s.chips[0]]
    s.turn = 0
    s.stopped = 0
    return worth
