"""Spilorcio: a turn solved exactly for any value of the position after it, and small matches for two solved completely.

A turn: every hand of five dice is placed in every order that makes a difference (SPI-6), the positions after it are
given a value, and the chances of the rolls still to come determine the value of each choice of dice to set aside.

A match for two: what matters at the beginning of a turn are the chips of both and the filled squares of each row. The
chance of winning of the player who begins the turn is bounded from below and from above, at first by 0 and 1. Looking
one turn ahead from the upper bounds of all positions after it gives a lower bound, and the other way round, because
what one player wins the other loses. So every computed bound is valid, in any order: `steps` is one in which little
has to be computed again, because nearly every turn leaves fewer chips out of the reserve or more squares filled. Where
the bounds meet, they are the value.

The standard board, our reconstruction, has 46,406,864 positions, nearly all of them with chips in the hands of the
players that are in the reserve at the start. STANDARD leaves those out: their bounds stay 0 and 1, and the others take
that into account. REDUCED is the same game on a smaller board with fewer chips, and its value says nothing about the
other.
"""

import os
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from itertools import chain
from math import log
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto.core import dice, kernel
from bussolotto.core.contract import as_game, new_state
from bussolotto.games.spilorcio import game
from bussolotto.games.spilorcio.turn import turn
from bussolotto.solve import Progress, kept, silent
from bussolotto.solve.rolls import Indices, Values

SWEEP = "bussolotto.games.spilorcio.sweep"
SPREAD = False  # can many machines share the work?

Records = npt.NDArray[np.void]
Positions = npt.NDArray[np.int32]  # [position][3]: filled squares, own chips, their chips
Worth = Callable[[Records], Values]  # the values of positions after a turn, STATE[n], for the seat that has ended it

# --- a turn -----------------------------------------------------------------------------------------------------------

PLENTY = 2 * dice.DICE  # chips of one's own and in the reserve with which no order matters (SPI-6)
PAYING = game.PAYING[dice.HANDS].tolist()  # [hand] -> the keep of its dice that put chips


def expected(hand_values: Values) -> Values:
    """float64[462]: the average value of each keep aside, given the value of each hand (float64[252]).

    The best of all parts of a roll begins with one of its dice, as in `sweep.expect`.
    """
    tables, known, worth = turn(), hand_values, [hand_values]
    pair = odds = 0
    for asides, rolls in zip(tables.asides.tolist(), tables.rolls.tolist(), strict=True):
        first = tables.first[pair : pair + asides * rolls + 1]
        best = np.maximum.reduceat(known[tables.then[first[0] : first[-1]]], first[:-1] - first[0])
        best = best.reshape(asides, rolls)
        mean = best @ tables.odds[odds : odds + rolls]
        known = np.maximum(best, mean[:, None]).ravel()
        worth.insert(0, mean)
        pair, odds = pair + asides * rolls, odds + rolls
    return np.concatenate(worth)


def hand_values(s: Any, worth: Worth) -> Values:
    """float64[252]: the value of each hand for the seat whose turn it is, placed in the best order.

    `s` is a position of its turn in the interpreter's reading; what has been set aside already does not matter.
    """
    ends = list(map(placements(s), PAYING))
    first = np.cumsum([0, *map(len, ends[:-1])])
    return np.asarray(np.maximum.reduceat(worth(_ended(chain.from_iterable(ends))), first))


def row_values(s: Any, worth: Worth) -> dict[int, float]:
    """The value of placing on each row next, for the dice still to be placed (SPI-6)."""
    rows = np.flatnonzero(dice.COUNT[s.unplaced][: game.ROWS]).tolist()
    ends = {row: placements(_placed(s, row))(int(dice.MINUS[s.unplaced][row])) for row in rows}
    return {row: float(worth(_ended(positions)).max()) for row, positions in ends.items()}


def placements(s: Any) -> Callable[[int], list[Any]]:
    """A function of a keep without 6s: all different positions after placing its dice in any order."""
    plenty = s.chips[s.turn] >= PLENTY and s.reserve >= PLENTY

    @cache
    def reached(keep: int) -> list[Any]:
        if keep == dice.NONE:
            return [s]
        found: dict[tuple[int, ...], Any] = {}
        for face in dice.KEEPS[keep][-1:] if plenty else set(dice.KEEPS[keep]):  # the last one placed
            for position in reached(int(dice.MINUS[keep][face - 1])):
                placed = _placed(position, face - 1)
                found[_position(placed)] = placed
        return list(found.values())

    return reached


def _placed(s: Any, row: int) -> Any:
    """The position after placing one die; unchanged after a die that could not be paid (SPI-6)."""
    if s.stopped:
        return s
    then = kernel.copied(s)
    if game.pay(then, row) == 0:
        then.stopped = 1
    return then


def _position(s: Any) -> tuple[int, ...]:
    """Everything that placing can change."""
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

EXACT = 1e-11  # a value is known when its bounds are this close
SURE = 1e-6  # values of STANDARD are stored where their bounds are this close
KEEP_EVERY_S = 60.0  # known values are saved, in case a run is interrupted


class Setup(NamedTuple):
    """What is played: a board as text (SPI-9), all chips, those of each at the start (SPI-1), the option loan.

    `most`: positions with more chips out of the reserve than this, not counting those on yellow squares, are not
    computed, and their values are taken to lie between 0 and 1. None: there are no such positions.
    """

    board: str
    chips: int
    start: int
    loan: str = "reserve"
    most: int | None = None


REDUCED = Setup("2d>1 2d>1 2>1 3y2>1 3y2>2", 20, 5)
CHIPS = int(game.FACTS.options["chips_in_all"].suggested[0])
STANDARD = Setup(game.BOARDS["standard"], CHIPS, int(game.STARTING_CHIPS[2]), most=40)
SETUPS = {"reduced": REDUCED, "standard": STANDARD}


class Solution(NamedTuple):
    """Bounds on the chance of winning of the player to move: float64[2][filled squares][own chips][their chips].

    First the lower ones; values that have not been computed lie between 0 and 1.
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
        """The largest possible error of a value, where no more chips are out of the reserve than at the start."""
        known = around(self.setup if self.setup.most is None else self.setup._replace(most=2 * self.setup.start))
        chips = np.arange(self.bounds.shape[2])
        within = chips[:, None] + chips <= known[:, None, None]
        return float((self.bounds[1] - self.bounds[0]).max(where=within, initial=0.0)) / 2


def strides(setup: Setup) -> list[int]:
    """[row] -> what each filled square of it adds to the index of the filled squares."""
    lengths = [length for length, *_ in game.read_board(setup.board)]
    return [int(np.prod(lengths[:row], dtype=np.int64)) for row in range(game.ROWS)]


def around(setup: Setup) -> Indices:
    """[filled squares] -> the most chips that both have together, as far as positions are computed."""
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
    s = new_state(game, 2, board=setup.board, loan=setup.loan)
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
    """All positions, ordered so that nearly all positions that can follow a given one are in an earlier step.

    As long as no row is completed, every turn fills more squares and takes as many chips from the reserve, not counting
    those on yellow squares. Completing a row nearly always brings more back into the reserve than its yellow squares
    took from it. The exceptions are players who set aside only 6s, and players who cannot pay their arrows.
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


def solved(setup: Setup, progress: Progress = silent, error: float = EXACT) -> Solution:
    """Narrow the bounds of all values until they lie no further apart than `error`, or narrow no further.

    An interrupted run continues where it stopped. Progress is counted in positions; one of which half of the digits
    wanted are known counts half.
    """
    draft = _draft(setup)
    solution = Solution(setup, np.load(draft) if draft.exists() else unbounded(setup))
    ahead = Ahead(setup)
    parts = steps(setup)
    done = np.array([_known(solution.bounds, positions, error) for positions in parts])
    every = sum(map(len, parts))
    kept_s = time.monotonic()
    gap, before = 1.0, 2.0
    while gap > error and (gap < before or gap == 1.0):
        for number, positions in enumerate(parts):
            done[number] = narrowed(solution.bounds, positions, ahead, error)
            progress(int(done.sum()), every)
            if time.monotonic() > kept_s + KEEP_EVERY_S:
                kept.write(draft, lambda out: np.save(out, solution.bounds))
                kept_s = time.monotonic()
        gap, before = 2 * solution.error(), gap
    progress(every, every)
    draft.unlink(missing_ok=True)
    return solution


def narrowed(bounds: Values, positions: Positions, ahead: "Ahead", error: float) -> int:
    """Look a turn ahead from positions with wide bounds; return how many are known, half-known ones counted as halves.

    Known bounds stay true: looking ahead from lower bounds gives upper ones, and the other way round.
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
    return np.asarray(bounds[1, squares, own, theirs] - bounds[0, squares, own, theirs])


class Ahead:
    """Looks one turn ahead in a set-up, with as many threads as there are processors."""

    def __init__(self, setup: Setup) -> None:
        from bussolotto.play import compiler

        self.sweep = sweep = compiler.compiled_copy(SWEEP, as_game(game))
        self.opened = opened(setup)
        self.strides = np.array(strides(setup), np.int64)
        shape = (len(around(setup)), len(dice.HANDS))
        self.ends = sweep.Ends(*(np.zeros(shape, np.int32) for _ in sweep.Ends._fields))
        sweep.lead(self._state(), self.strides, turn(), self.ends)
        self.threads = ThreadPoolExecutor(os.cpu_count())

    def __call__(self, bounds: Values, positions: Positions) -> Values:
        """float64[2][position]: bounds of the chance of the player to begin, from those of all positions after it."""
        out = np.zeros((2, len(positions)))

        def part(first: int, last: int) -> None:
            chosen = slice(first, last)
            self.sweep.look(self._state(), self.strides, turn(), self.ends, bounds, positions, out, chosen)

        blocks = -(-len(positions) // self.sweep.LANES)
        count = min(blocks, 4 * (os.cpu_count() or 1))
        cuts = [min(blocks * index // count * self.sweep.LANES, len(positions)) for index in range(count + 1)]
        list(self.threads.map(part, cuts[:-1], cuts[1:]))
        return out

    def _state(self) -> Any:
        return self.opened.copy().reshape(1)


# --- the command, and what an interrupted one has done ----------------------------------------------------------------


OPTIONS = {"reduced": ("loan",), "standard": ("loan", "board", "starting_chips", "chips_in_all")}


def solve(progress: Progress = silent, board: str = "reduced", options: Mapping[str, str] | None = None) -> Solution:
    """Solve the game again on a board, one of SETUPS; an interrupted run continues where it stopped.

    `options`: those of OPTIONS that differ from the printed ones. The values of STANDARD are stored for advice.
    """
    solution = solved(changed(SETUPS[board], options or {}), progress)
    if solution.setup == STANDARD:
        store(solution)
    return solution


def changed(setup: Setup, options: Mapping[str, str]) -> Setup:
    """A set-up with other options."""
    board = options.get("board", setup.board)
    start = int(options.get("starting_chips", setup.start))
    chips = int(options.get("chips_in_all", setup.chips))
    most = None if setup.most is None else min(chips, max(setup.most, 2 * start + 4))
    return Setup(game.BOARDS.get(board, board), chips, start, options.get("loan", setup.loan), most)


def headline(solution: Solution) -> float:
    """The chance of winning of the player who begins."""
    return solution.start()


def as_json(solution: Solution) -> dict[str, Any]:
    """The result for programs: the value, and the game it belongs to."""
    return {"start_value": solution.start(), "board": solution.setup.board}


def store(solution: Solution) -> None:
    """Store the values of the printed board; NaN for those that are not known."""
    low, high = solution.bounds
    values = np.where(high - low < SURE, (low + high) / 2, np.nan).astype(np.float32)
    kept.write(table_file(), lambda out: np.save(out, values))


def table_file() -> Path:
    """The file for the values of the printed board."""
    return kept.file(f"{game.FACTS.name}-standard", [SWEEP], ".npy")


def _draft(setup: Setup) -> Path:
    """The file that stores the last sweep of these sources."""
    return kept.file(f"{game.FACTS.name}.{sha256(repr(setup).encode()).hexdigest()[:8]}", [__name__], ".npy")
