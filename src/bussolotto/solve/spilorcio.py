"""Spilorcio: a turn solved exactly for any value of the position after it, and small matches for two solved whole.

A turn: every hand of five dice is placed in every order that leads elsewhere (SPI-6), the positions after it are given
a value, and the chances of the rolls still to come give what each choice of dice to set aside is worth.

A match for two: what matters at the beginning of a turn are the chips of both and the filled squares of each row. One
sweep over all positions looks one turn further ahead. Where the match goes on the first sweep takes it for won by who
is to move, the second for lost by him, and so on; so sweeps are by turns upper and lower bounds of every value, and
two that agree are the value itself. On the printed board there are 46,406,864 positions, a sweep takes an hour of a
processor, and no small number of sweeps says anything: that match is not solved here, nor its value bounded.
REDUCED is the same game on a smaller board with fewer chips, and its value says nothing about the other.
"""

import os
import threading
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
from bussolotto.solve import Progress

Values = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]
Records = npt.NDArray[np.void]
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


class Setup(NamedTuple):
    """What is played: a board as text (SPI-9), all chips, those of each at the start (SPI-1), the option loan."""

    board: str
    chips: int
    start: int
    loan: str = "reserve"


STANDARD = Setup(game.BOARDS["standard"], game.CHIPS, int(game.STARTING_CHIPS[2]))
REDUCED = Setup("2d>1 2d>1 2>1 3y2>1 3y2>2", 20, 5)


class Solution(NamedTuple):
    """Bounds of the chance of winning of who begins a turn: float64[filled squares][own chips][their chips]."""

    setup: Setup
    low: Values
    high: Values

    def value(self, own: int, theirs: int, filled: Iterable[int]) -> float:
        """The middle of the bounds of a position."""
        at = (sum(int(count) * stride for count, stride in zip(filled, strides(self.setup), strict=True)), own, theirs)
        return float(self.low[at] + self.high[at]) / 2

    def start(self) -> float:
        """The chance of the player who begins."""
        return self.value(self.setup.start, self.setup.start, [0] * game.ROWS)

    def error(self) -> float:
        """The most by which a value can be wrong."""
        return float((self.high - self.low).max()) / 2

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


def opened(setup: Setup) -> Any:
    """The opening position of a set-up, a record."""
    s = kernel.new_state(game, 2, board=setup.board, loan=setup.loan)
    s.chips[:2] = setup.start
    s.reserve = setup.chips - 2 * setup.start
    return s


def solved(setup: Setup, progress: Progress | None = None, error: float = EXACT, most_sweeps: int = 10_000) -> Solution:
    """Sweep until no bounds lie further apart than `error`; an interrupted run is taken up again where it was."""
    before, swept = _resumed(setup)
    gap = 1.0
    while gap > error and swept < most_sweeps:
        after = swept_once(setup, before)
        gap = float(np.abs(after - before).max())
        before, other, swept = after, before, swept + 1
        _keep_draft(setup, before, swept)
        if progress is not None:
            progress(*_how_far(gap, error))
    _draft(setup).unlink(missing_ok=True)
    return Solution(setup, np.minimum(before, other), np.maximum(before, other))


def _how_far(gap: float, error: float) -> tuple[int, int]:
    """Steps done, of how many: a hundred from bounds 1 apart to those that are near enough."""
    return (100 if gap <= error else min(99, int(100 * log(gap) / log(error)))), 100


def swept_once(setup: Setup, before: Values) -> Values:
    """All values one turn further ahead, by as many threads as there are processors."""
    sweep = _compiled().sweep
    after = np.ones_like(before)
    steps = np.array(strides(setup), np.int64)
    bounds = np.linspace(0, len(before), 4 * (os.cpu_count() or 1) + 1).astype(int).tolist()

    def part(first: int, last: int) -> None:
        sweep(opened(setup).reshape(1), steps, _turn(), before, after, first, last)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(part, bounds[:-1], bounds[1:]))
    return after


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
    rolls = [np.repeat(layer.aside, len(layer.odds)) for layer in layers()]
    before = np.cumsum([0, *(len(layer.then) for layer in layers())])
    first = [layer.first + start for layer, start in zip(layers(), before[:-1], strict=True)]
    return _compiled().Turn(
        keeps=np.array(UNPLACED, np.int64),
        lowest=np.array([max(dice.KEEPS[keep], default=1) - 1 for keep in UNPLACED], np.int64),
        hands=np.array([dice.INDEX[(dice.KEEPS[keep] + (dice.FACES,) * dice.DICE)[: dice.DICE]] for keep in UNPLACED]),
        aside=np.concatenate(rolls),
        odds=np.concatenate([np.tile(layer.odds, len(layer.aside)) for layer in layers()]),
        first=np.append(np.concatenate(first), before[-1]),
        then=np.concatenate([layer.then for layer in layers()]),
    )


# --- the command, and what an interrupted one has done ----------------------------------------------------------------


def solve(progress: Progress | None = None) -> Solution:
    """Solve the reduced game anew; if the last attempt was interrupted, from where it was."""
    return solved(REDUCED, progress)


def headline(solution: Solution) -> float:
    """The chance of winning of the player who begins."""
    return solution.start()


def as_json(solution: Solution) -> dict[str, Any]:
    """What programs read: the value, and of which game it is."""
    return {"start_value": solution.start(), "board": solution.setup.board}


def _draft(setup: Setup) -> Path:
    """Where the last sweep of these sources is kept."""
    from bussolotto.compiler import cache_root

    sources = [Path(__file__), Path(__file__).with_name("spilorcio_sweep.py"), Path(str(game.__file__))]
    key = sha256(repr(setup).encode() + b"".join(source.read_bytes() for source in sources)).hexdigest()[:20]
    return cache_root() / "solved" / f"{game.NAME}-{key}.npz"


def _resumed(setup: Setup) -> tuple[Values, int]:
    """The values after the sweeps done so far, and how many these are; at first all of them one."""
    file = _draft(setup)
    if file.exists():
        kept = np.load(file)
        return kept["values"], int(kept["swept"])
    squares = int(np.prod([length for length, *_ in game.read_board(setup.board)]))
    return np.ones((squares, setup.chips + 1, setup.chips + 1)), 0


def _keep_draft(setup: Setup, values: Values, swept: int) -> None:
    """Whole or not at all, whoever else is writing it."""
    file = _draft(setup)
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
    with draft.open("wb") as out:
        np.savez(out, values=values, swept=swept)
    draft.replace(file)
