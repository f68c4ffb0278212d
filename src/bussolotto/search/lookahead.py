"""What a seat should do in a game without secrets and dice, found by looking many moves ahead."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto.core import chance, kernel
from bussolotto.core.contract import Game
from bussolotto.play.compiler import compiled_from
from bussolotto.play.lookaheads import lookahead_of
from bussolotto.search.search import Found, check_decides, only

PATTERN = Path(__file__).with_name("deeper.py")
DEEPEST = 32  # moves


class Stack(NamedTuple):
    """The positions on the way to the one that is looked at; compiled code reads it as a named tuple."""

    positions: npt.NDArray[Any]  # STATE[n + 1]
    moves: npt.NDArray[np.int64]  # [n + 1][moves]
    merits: npt.NDArray[np.float64]  # [n + 1][moves], room for numbers to sort by
    counts: npt.NDArray[np.int64]  # [n + 1], the moves of each position,
    tried: npt.NDArray[np.int64]  # how many of them have been tried,
    own: npt.NDArray[np.bool_]  # whether they are those of the seat that searches,
    best: npt.NDArray[np.float64]  # the best for who decides there,
    alpha: npt.NDArray[np.float64]  # and between which worths
    beta: npt.NDArray[np.float64]  # anything new can lie


class Lookahead:
    """A look ahead in one game; it may be used again and again, by one thread at a time.

    It looks at so many positions before a move, and `depth` moves deep at most. Raises ValueError for a game that
    brings no lookahead.
    """

    def __init__(self, game: Game, positions: int, depth: int = DEEPEST) -> None:
        moves = lookahead_of(game).MOST_MOVES
        if not moves:
            raise ValueError(f"{game.NAME} has no lookahead")
        self.rules, self._most, self._depth = game, positions, depth
        self._code = compiled_from(PATTERN, game)
        levels = DEEPEST + 1
        counts, tried = np.zeros((2, levels), np.int64)
        best, alpha, beta = np.zeros((3, levels))
        self._stack = Stack(
            np.zeros(levels, game.STATE),
            np.zeros((levels, moves), np.int64),
            np.zeros((levels, moves)),
            counts,
            tried,
            np.zeros(levels, np.bool_),
            best,
            alpha,
            beta,
        )

    def look(self, view: Any, seat: int, seed: int = 0, milliseconds: float | None = None) -> Found:
        """Find what the seat should do in its view, a state in either reading.

        Only the strategy of what is found tells anything: all on one action, to which all positions are counted. The
        `milliseconds` do not matter, the positions alone do. Raises ValueError if the seat may not act there.
        """
        stack = self._stack
        stack.positions[0] = np.frombuffer(bytes(view), self.rules.STATE)[0]
        position = kernel.plain(stack.positions[0])
        check_decides(self.rules, position, seat)
        tables = lookahead_of(self.rules).tables(stack.positions[0])
        action, looked = self._code.deepen(stack, seat, self._most, self._depth, chance.seeded(seed), tables)
        return only(self.rules, position, seat, action, looked)
