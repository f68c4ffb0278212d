"""Spilorcio with sense: counts exactly what this turn can bring, judges roughly what it leaves behind.

Every hand of five dice that the turn can end with is played out on a copy by the game's own rules and the
position after it is given a value. From these the chances of the rolls still to come give, exactly, what each
choice of dice to set aside is worth, if all later choices of the turn are made as well.
"""

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto import dice

Values = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

HANDS = np.flatnonzero(dice.SIZE == dice.DICE)  # the 252 keeps of five dice

# What a position is worth to who has just ended his turn, in chips. Found by many matches against itself.
WON = 100.0  # a match won, against one lost
THREAT = 0.8  # a chip that the next player is likely to take
WANT = 0.6  # weight of being nearly out of chips, growing with the square of what is missing
COMFORT = 8  # chips below which one is nearly out of them


class Layer(NamedTuple):
    """What can happen after setting aside so many dice: each keep aside, each roll of the rest, its parts."""

    aside: Indices  # [aside] keeps of this size
    then: Indices  # [choice] the keep aside after each possible choice
    first: Indices  # [aside * rolls] where the choices of each roll begin in `then`
    odds: Values  # [rolls] chance of each roll


@cache
def layers() -> tuple[Layer, ...]:
    """The layers of a turn from four dice aside down to one."""
    return tuple(_layer(size) for size in range(dice.DICE - 1, 0, -1))


def _layer(size: int) -> Layer:
    aside = np.flatnonzero(size == dice.SIZE)
    rolls = np.flatnonzero(dice.DICE - size == dice.SIZE)
    parts = [np.flatnonzero(contained)[1:] for contained in np.asarray(dice.CONTAINS)[rolls]]  # all but none
    every_part = np.concatenate(parts)
    then = np.array([[dice.joined(keep, part) for part in every_part.tolist()] for keep in aside.tolist()], np.int64)
    starts = np.cumsum([0, *map(len, parts[:-1])])
    first = (np.arange(len(aside))[:, None] * len(every_part) + starts).ravel()
    odds = dice.WAYS[rolls] / float(dice.FACES ** (dice.DICE - size))
    return Layer(aside, then.ravel(), first, odds)


def expected(hand_values: Values) -> Values:
    """float64[462]: what each keep aside is worth on average, given the value of each hand (float64[252])."""
    worth = np.zeros(len(dice.KEEPS))
    worth[HANDS] = hand_values
    for layer in layers():
        best = np.maximum.reduceat(worth[layer.then], layer.first)
        worth[layer.aside] = best.reshape(len(layer.aside), -1) @ layer.odds
    return worth


REACH = np.array([float(dice.reach(dice.DICE, missing)) for missing in range(13)])  # [squares missing] -> chance


def values(after: npt.NDArray[np.void], seat: int, over: int) -> Values:
    """What positions (STATE[n]) after a turn of `seat` are worth to him; `over` is the phase of the end."""
    seats = int(after["seats"][0])
    chips = after["chips"][:, :seats].astype(float)
    own = chips[:, seat]
    others = np.delete(chips, seat, axis=1)
    lying = after["filled"] + after["double"] * (after["filled"] > 0)
    missing = after["length"] - after["filled"]
    threat = (REACH[missing] * (lying + after["arrow"])).sum(axis=1)
    lean = np.maximum(COMFORT - own, 0.0)
    going_on = own - others.mean(axis=1) - THREAT * threat - WANT * lean**2
    best = chips.max(axis=1)
    won = (own == best) / (chips == best[:, None]).sum(axis=1)
    worth: Values = np.where(after["phase"] == over, WON * (won - 0.5) * 2, going_on)
    return worth


class Sensible:
    """One seat of a match; keeps the worth of everything until the turn is over."""

    def __init__(self, game: ModuleType | Any) -> None:
        self._game = game
        self._turn: object = None
        self._worth: Values = np.zeros(len(dice.KEEPS))

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Remembers nothing: everything that matters lies on the table."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """The best of the legal codes, and as long as a person would need."""
        wait_ms = rng.randint(900, 1500)
        if view.phase == self._game.PLACING:
            return self._game.PLACE + self._best_order(view)[0], wait_ms
        worth = self._worth_of_keeps(view)
        return max(legal, key=lambda code: worth[dice.joined(view.aside, code)]), wait_ms

    def _worth_of_keeps(self, view: Any) -> Values:
        turn = (view.turn, view.reserve, *view.chips, *view.filled)
        if turn != self._turn:
            self._turn = turn
            self._worth = expected(self._hand_values(view))
        return self._worth

    def _hand_values(self, view: Any) -> Values:
        """The value of each hand, taken by playing it out: rows nearest to complete come first."""
        order = sorted(range(self._game.ROWS), key=lambda row: view.length[row] - view.filled[row])
        after = np.zeros(len(dice.KEEPS), self._game.STATE)
        self._play_out(view, dice.NONE, order, (type(view) * len(after)).from_buffer(after))
        return values(after[HANDS], view.turn, self._game.OVER)

    def _play_out(self, s: Any, placed: int, rows: Sequence[int], after: Any) -> None:
        """Write the end of the turn for every hand of the dice `placed` already, more of `rows`, and 6s."""
        hand = placed
        for _ in range(dice.DICE - int(dice.SIZE[placed])):
            hand = int(dice.PLUS[hand][dice.FACES - 1])
        after[hand] = s
        self._game.end_turn(after[hand])
        if hand == placed:
            return
        for index, row in enumerate(rows):
            then = copied(s)
            self._pay(then, row)
            self._play_out(then, int(dice.PLUS[placed][row]), rows[index:], after)

    def _pay(self, s: Any, row: int) -> None:
        """One die placed; after one that could not be paid none is (SPI-6)."""
        if not s.stopped and self._game.pay(s, row) == 0:
            s.stopped = 1

    def _best_order(self, view: Any) -> tuple[int, ...]:
        """The best order of the rows that dice have still to be placed on, all dice of a row together."""
        counts = dice.COUNT[view.unplaced]
        orders = list(permutations(row for row in range(self._game.ROWS) if counts[row]))
        ends = [self._placed(view, [row for row in order for _ in range(counts[row])]) for order in orders]
        after = np.frombuffer(b"".join(map(bytes, ends)), self._game.STATE)
        return orders[int(values(after, view.turn, self._game.OVER).argmax())]

    def _placed(self, view: Any, rows: Sequence[int]) -> Any:
        """The end of the turn after placing dice on these rows in this order."""
        s = copied(view)
        for row in rows:
            self._pay(s, row)
        self._game.end_turn(s)
        return s


def copied(s: Any) -> Any:
    """An independent state in the interpreter's reading."""
    return type(s).from_buffer_copy(s)


PLAYERS = {"sensible": Sensible}
