"""Spilorcio: a turn solved exactly for any value of the position after it, and small matches for two solved whole.

A turn: every hand of five dice is placed in every order that leads elsewhere (SPI-6), the positions after it are given
a value, and the chances of the rolls still to come give what each choice of dice to set aside is worth.

A match for two: what matters at the beginning of a turn are the chips of both and the filled squares of each row. The
chance of winning of who begins it is bounded from below and from above, at first by 0 and 1; who looks one turn further
ahead, from the upper bounds of all positions after it, gets a lower bound, and the other way round, for what is won by
the one is lost by the other. So whatever has been reckoned is true, in whatever order: `steps` is one in which little
has to be reckoned again, for nearly every turn leaves fewer chips out of the reserve or more squares filled. Where
bounds meet, they are the value.

The printed board has 46,406,864 positions, nearly all of them with chips in the hands of the players that lie in the
reserve at the start. STANDARD leaves those out: their bounds stay 0 and 1, and the others take that into account.
REDUCED is the same game on a smaller board with fewer chips, and its value says nothing about the other.
"""

import os
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from math import log
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto import dice, kernel
from bussolotto.games import spilorcio as game
from bussolotto.solve import Progress, kept

Values = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]
Records = npt.NDArray[np.void]
Positions = npt.NDArray[np.int32]  # [position][3]: filled squares, own chips, their chips
Worth = Callable[[Records], Values]  # what positions after a turn, STATE[n], are worth to who has ended it

# --- a turn -----------------------------------------------------------------------------------------------------------

PLENTY = 2 * dice.DICE  # chips of one's own and in the reserve with which no order matters (SPI-6)
# [hand] -> the keep of its dice that put chips: all but the 6s (SPI-3)
PAYING = [dice.INDEX[tuple(face for face in dice.KEEPS[hand] if face <= game.ROWS)] for hand in dice.HANDS]
UNPLACED = [keep for keep, faces in enumerate(dice.KEEPS) if dice.FACES not in faces]  # keeps without 6s, ascending


class Layer(NamedTuple):
    """What can happen after setting aside so many dice: each keep aside, each roll of the rest, its parts."""

    aside: Indices  # [aside] keeps of this size
    then: Indices  # [choice] the keep aside after each possible choice
    first: Indices  # [aside * rolls] where the choices of each roll begin in `then`
    odds: Values  # [rolls] chance of each roll


@cache
def layers() -> tuple[Layer, ...]:
    """The layers of a turn from four dice aside down to none."""
    return tuple(_layer(size) for size in reversed(range(dice.DICE)))


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
    worth[dice.HANDS] = hand_values
    for layer in layers():
        best = np.maximum.reduceat(worth[layer.then], layer.first)
        worth[layer.aside] = best.reshape(len(layer.aside), -1) @ layer.odds
    return worth


def hand_values(s: Any, worth: Worth) -> Values:
    """float64[252]: what each hand is worth to the seat whose turn it is, placed in the best order.

    `s` is a position of its turn in the interpreter's reading; what has been set aside already does not matter.
    """
    reached = placements(s, UNPLACED)
    first = np.cumsum([0, *(len(reached[keep]) for keep in PAYING)])
    values = worth(_ended(then for keep in PAYING for then in reached[keep]))
    return np.asarray(np.maximum.reduceat(values, first[:-1]))


def row_values(s: Any, worth: Worth) -> dict[int, float]:
    """What it is worth to place on each row next, for the dice still to be placed (SPI-6)."""
    rows = np.flatnonzero(dice.COUNT[s.unplaced][: game.ROWS]).tolist()
    return {row: float(worth(_ended(_after(s, row))).max()) for row in rows}


def _after(s: Any, row: int) -> list[Any]:
    left = int(dice.MINUS[s.unplaced][row])
    parts = [keep for keep in UNPLACED if dice.CONTAINS[left][keep]]
    return placements(_placed(s, row), parts)[left]


def placements(s: Any, keeps: Iterable[int]) -> dict[int, list[Any]]:
    """Every different position that placing the dice of a keep leads to, in whatever order; for each of these keeps.

    They are to be in ascending order, without 6s, and with all their parts.
    """
    reached: dict[int, dict[tuple[int, ...], Any]] = {keep: {} for keep in keeps}
    reached[dice.NONE][_position(s)] = s
    plenty = s.chips[s.turn] >= PLENTY and s.reserve >= PLENTY
    for keep, positions in reached.items():
        rows = range(max(dice.KEEPS[keep], default=1) - 1 if plenty else 0, game.ROWS)
        thens = [(then, row) for row in rows if (then := int(dice.PLUS[keep][row])) in reached]
        for position in positions.values():
            for then, row in thens:
                placed = _placed(position, row)
                reached[then].setdefault(_position(placed), placed)
    return {keep: list(positions.values()) for keep, positions in reached.items()}


def _placed(s: Any, row: int) -> Any:
    """One die placed; after one that could not be paid none is (SPI-6)."""
    if s.stopped:
        return s
    then = kernel.copied(s)
    if game.pay(then, row) == 0:
        then.stopped = 1
    return then


def _position(s: Any) -> tuple[int, ...]:
    """All that placing can change."""
    return (*s.chips, *s.filled, s.reserve, s.debt, s.stopped)


def _ended(positions: Iterable[Any]) -> Records:
    """The positions after the turn, with nothing left to place."""
    after = np.frombuffer(bytearray(b"".join(map(bytes, positions))), game.STATE)
    plain: Any = game.STATE.type.plain  # see kernel.record
    for s in (plain * len(after)).from_buffer(after):
        s.unplaced = dice.NONE
        game.end_turn(s)
    return after


# --- a match for two --------------------------------------------------------------------------------------------------

EXACT = 1e-11  # where bounds are as near as this, a value is known
KEEP_EVERY_S = 60.0  # what is known is kept, for a run that is interrupted


class Setup(NamedTuple):
    """What is played: a board as text (SPI-9), all chips, those of each at the start (SPI-1), the option loan.

    `most`: positions with more chips out of the reserve than this, without those on yellow squares, are not reckoned,
    and their values taken to lie between 0 and 1; where it is None there are none.
    """

    board: str
    chips: int
    start: int
    loan: str = "reserve"
    most: int | None = None


REDUCED = Setup("2d>1 2d>1 2>1 3y2>1 3y2>2", 20, 5)
STANDARD = Setup(game.BOARDS["standard"], int(game.CHIPS[0]), int(game.STARTING_CHIPS[0][2]), most=40)
SETUPS = {"reduced": REDUCED, "standard": STANDARD}


class Solution(NamedTuple):
    """Bounds of the chance of winning of who begins a turn: float64[2][filled squares][own chips][their chips].

    First the lower ones; what has not been reckoned lies between 0 and 1.
    """

    setup: Setup
    bounds: Values

    def value(self, own: int, theirs: int, filled: Iterable[int]) -> float:
        """The middle of the bounds of a position."""
        squares = sum(int(count) * stride for count, stride in zip(filled, strides(self.setup), strict=True))
        return float(self.bounds[:, squares, own, theirs].sum()) / 2

    def start(self) -> float:
        """The chance of the player who begins."""
        return self.value(self.setup.start, self.setup.start, [0] * game.ROWS)

    def error(self) -> float:
        """The most by which a value can be wrong, where no more chips are out of the reserve than at the start."""
        known = around(self.setup if self.setup.most is None else self.setup._replace(most=2 * self.setup.start))
        chips = np.arange(self.bounds.shape[2])
        within = chips[:, None] + chips <= known[:, None, None]
        return float((self.bounds[1] - self.bounds[0]).max(where=within, initial=0.0)) / 2

    def worth(self, after: Records) -> Values:
        """What positions after a turn are worth to who has ended it."""
        return np.array([self._worth(s) for s in after])

    def _worth(self, s: Any) -> float:
        turn = int(s["turn"])
        if s["phase"] == game.OVER:
            shares = np.zeros(kernel.MAX_SEATS)
            game.returns(s, shares)
            return float(shares[turn])
        return 1.0 - self.value(int(s["chips"][turn]), int(s["chips"][1 - turn]), s["filled"])


def strides(setup: Setup) -> list[int]:
    """[row] -> what each filled square of it adds to the number of the squares filled."""
    lengths = [length for length, *_ in game.read_board(setup.board)]
    return [int(np.prod(lengths[:row], dtype=np.int64)) for row in range(game.ROWS)]


def around(setup: Setup) -> Indices:
    """[filled squares] -> the most chips that both have together, as far as positions are reckoned."""
    own, common = _lying(setup)
    left: Indices = setup.chips - own - common
    return left if setup.most is None else np.minimum(left, setup.most - own)


def _lying(setup: Setup) -> Indices:
    """[0][filled squares] -> chips that lie on the board but for yellow squares; [1]: those on yellow squares."""
    lying = np.zeros((2, 1), np.int64)
    for length, double, yellow, _ in game.read_board(setup.board):
        row = np.zeros((2, length), np.int64)
        for square in range(length - 1):
            row[:, square + 1] = row[:, square]
            row[yellow >> square & 1, square + 1] += 2 if square == 0 and double else 1
        lying = (row[:, :, None] + lying[:, None, :]).reshape(2, -1)
    return lying


def opened(setup: Setup) -> Any:
    """The opening position of a set-up, a record."""
    s = kernel.new_state(game, 2, board=setup.board, loan=setup.loan)
    s.chips[:2] = setup.start
    s.reserve = setup.chips - 2 * setup.start
    return s


def unbounded(setup: Setup) -> Values:
    """What is known of all positions at first: that chances lie between 0 and 1."""
    size = int(around(setup).max()) + PLENTY + 1  # no turn brings more than PLENTY out of the reserve
    bounds = np.zeros((2, len(around(setup)), size, size))
    bounds[1] = 1.0
    return bounds


def steps(setup: Setup) -> list[Positions]:
    """All positions, in such an order that nearly all that can follow on one are in a step before it.

    As long as no row is completed, more squares are filled after every turn, and as many chips out of the reserve,
    without those on yellow squares. Completing one nearly always brings more back into the reserve than its yellow
    squares took from it. What remains: who sets aside nothing but 6s, and who cannot pay his arrows.
    """
    most = around(setup)
    chips = np.arange(max(0, int(most.max())) + 1)
    squares, own, theirs = np.nonzero(chips[:, None] + chips <= most[:, None, None])
    filled = np.zeros(len(most), np.int64)
    for (length, *_), stride in zip(game.read_board(setup.board), strides(setup), strict=True):
        filled += np.arange(len(most)) // stride % length
    place = (own + theirs + _lying(setup)[0][squares]) * (game.ROWS * game.MAX_SQUARES) - filled[squares]
    order = np.argsort(place, kind="stable")
    positions = np.column_stack([squares, own, theirs]).astype(np.int32)[order]
    return np.split(positions, np.flatnonzero(np.diff(place[order])) + 1)


def solved(setup: Setup, progress: Progress | None = None, error: float = EXACT) -> Solution:
    """Narrow the bounds of all values until they lie no further apart than `error`, or nothing gets any narrower.

    An interrupted run is taken up again where it was. Progress is told in positions; one of which half of the digits
    wanted are known counts half.
    """
    solution = Solution(setup, _resumed(setup))
    ahead = Ahead(setup)
    parts = steps(setup)
    done = np.array([_known(solution.bounds, positions, error) for positions in parts])
    every = sum(map(len, parts))
    kept_s = time.monotonic()
    gap, before = 1.0, 2.0
    while gap > error and (gap < before or gap == 1.0):
        for number, positions in enumerate(parts):
            done[number] = narrowed(solution.bounds, positions, ahead, error)
            if progress is not None:
                progress(int(done.sum()), every)
            if time.monotonic() > kept_s + KEEP_EVERY_S:
                _keep_draft(solution)
                kept_s = time.monotonic()
        gap, before = 2 * solution.error(), gap
    if progress is not None:
        progress(every, every)
    _draft(setup).unlink(missing_ok=True)
    return solution


def narrowed(bounds: Values, positions: Positions, ahead: "Ahead", error: float) -> int:
    """Look a turn ahead from the positions whose bounds are wide; how many are known, half-known ones by halves.

    What was known stays true: to look ahead from lower bounds gives upper ones, and the other way round.
    """
    wide = positions[_gaps(bounds, positions) > error]
    if len(wide):
        at = tuple(wide.T)
        low, high = ahead(bounds, wide)
        bounds[0][at] = np.maximum(low, bounds[0][at])
        bounds[1][at] = np.minimum(high, bounds[1][at])
    return _known(bounds, positions, error)


def _known(bounds: Values, positions: Positions, error: float) -> int:
    gaps = np.maximum(_gaps(bounds, positions), error)
    return int(np.log(gaps).sum() / log(error))


def _gaps(bounds: Values, positions: Positions) -> Values:
    squares, own, theirs = positions.T
    gaps: Values = bounds[1, squares, own, theirs] - bounds[0, squares, own, theirs]
    return gaps


class Ahead:
    """Looks one turn ahead in a set-up, by as many threads as there are processors."""

    def __init__(self, setup: Setup) -> None:
        self.sweep = _compiled()
        self.opened = opened(setup)
        self.strides = np.array(strides(setup), np.int64)
        shape = (len(around(setup)), len(dice.HANDS))
        self.ends = self.sweep.Ends(*(np.zeros(shape, np.int32) for _ in self.sweep.Ends._fields))
        self.sweep.lead(self._state(), self.strides, _turn(), self.ends)
        self.threads = ThreadPoolExecutor(os.cpu_count())

    def __call__(self, bounds: Values, positions: Positions) -> Values:
        """float64[2][position]: bounds of the chance of who begins a turn, from those of all positions after it."""
        out = np.zeros((2, len(positions)))

        def part(first: int, last: int) -> None:
            chosen = slice(first, last)
            self.sweep.look(self._state(), self.strides, _turn(), self.ends, bounds, positions, out, chosen)

        blocks = -(-len(positions) // self.sweep.LANES)
        count = min(blocks, 4 * (os.cpu_count() or 1))
        cuts = [min(blocks * index // count * self.sweep.LANES, len(positions)) for index in range(count + 1)]
        list(self.threads.map(part, cuts[:-1], cuts[1:]))
        return out

    def _state(self) -> Any:
        return self.opened.copy().reshape(1)


@cache
def _compiled() -> Any:
    """The sweep, with the rules of the game known to Numba."""
    from bussolotto import compiler

    compiler.compiled(game)
    from bussolotto.solve import spilorcio_sweep

    return spilorcio_sweep


@cache
def _turn() -> Any:
    """The tables of a turn as the sweep wants them."""
    place = {(int(hand), dice.NONE): index for index, hand in enumerate(dice.HANDS)}
    asides, rolls, then, first = [], [], [], [0]
    for layer in layers():
        rolled = np.flatnonzero(dice.DICE - dice.SIZE[layer.aside[0]] == dice.SIZE).tolist()
        pairs = [(aside, roll) for aside in layer.aside.tolist() for roll in rolled]
        for aside, roll in pairs:
            faces = np.flatnonzero(dice.COUNT[roll]).tolist()
            then += [place[int(dice.PLUS[aside][face]), int(dice.MINUS[roll][face])] for face in faces]
            first.append(len(then))
        place = {pair: index for index, pair in enumerate(pairs)}
        asides.append(len(layer.aside))
        rolls.append(len(rolled))
    with_sixes = [dice.INDEX[(dice.KEEPS[keep] + (dice.FACES,) * dice.DICE)[: dice.DICE]] for keep in UNPLACED]
    return _compiled().Turn(
        keeps=np.array(UNPLACED, np.int64),
        hands=np.searchsorted(dice.HANDS, with_sixes).astype(np.int64),
        asides=np.array(asides, np.int64),
        rolls=np.array(rolls, np.int64),
        odds=np.concatenate([layer.odds for layer in layers()]),
        first=np.array(first, np.int64),
        then=np.array(then, np.int64),
    )


# --- the command, and what an interrupted one has done ----------------------------------------------------------------


def solve(progress: Progress | None = None, board: str = "reduced") -> Solution:
    """Solve the game anew on a board, one of SETUPS; if the last attempt was interrupted, from where it was."""
    return solved(SETUPS[board], progress)


def headline(solution: Solution) -> float:
    """The chance of winning of the player who begins."""
    return solution.start()


def as_json(solution: Solution) -> dict[str, Any]:
    """What programs read: the value, and of which game it is."""
    return {"start_value": solution.start(), "board": solution.setup.board}


def _draft(setup: Setup) -> Path:
    """Where the last sweep of these sources is kept."""
    sources = [Path(__file__), Path(__file__).with_name("spilorcio_sweep.py"), Path(str(game.__file__))]
    return kept.file(f"{game.NAME}.{sha256(repr(setup).encode()).hexdigest()[:8]}", sources, ".npy")


def _resumed(setup: Setup) -> Values:
    """What an interrupted run has found, or nothing."""
    file = _draft(setup)
    return np.load(file) if file.exists() else unbounded(setup)


def _keep_draft(solution: Solution) -> None:
    kept.write(_draft(solution.setup), lambda out: np.save(out, solution.bounds))
