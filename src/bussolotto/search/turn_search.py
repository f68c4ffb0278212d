"""What a seat should do where a turn takes several actions and dice fall between turns, found by comparing turns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto.core import chance, kernel
from bussolotto.core.contract import Game
from bussolotto.play.compiler import compiled, compiled_from
from bussolotto.play.policies import policy_of
from bussolotto.play.valuations import valuation_of, values_for
from bussolotto.search.search import Found, check_decides, only

PATTERN = Path(__file__).with_name("by_turns.py")
WAYS = 64  # to play a turn: so many are drawn
DEEPEST = 3  # rolls


class Turns(NamedTuple):
    """Ways to play a turn; compiled code reads it as a named tuple."""

    ends: npt.NDArray[Any]  # STATE[n], the positions that they lead to,
    bytes: npt.NDArray[np.uint8]  # [n][bytes of a state], the same memory
    begins: npt.NDArray[np.int64]  # [n], the actions with which they begin
    worths: npt.NDArray[np.float64]  # [n], what the seat may expect after each
    words: npt.NDArray[np.int64]  # room for a mask of actions, as words
    mask: npt.NDArray[np.uint8]  # and as the rules use it


class Rolls(NamedTuple):
    """The rolls on the way to the position that is judged; compiled code reads it as a named tuple."""

    positions: npt.NDArray[Any]  # STATE[n + 1], that before each roll, and the last one
    weights: npt.NDArray[np.int64]  # [n][outcomes], of each roll
    outcomes: npt.NDArray[np.int64]  # [n], the outcome that is tried
    sums: npt.NDArray[np.float64]  # [n], of what was found by then, by weight
    totals: npt.NDArray[np.float64]  # [n], of these weights


class TurnSearch:
    """A search of one game that compares whole turns; it may be used again and again, by one thread at a time.

    It judges so many positions before a move, and looks `depth` rolls ahead at most. `weights`: of the game's
    valuation, those of the game if not given. Raises ValueError for a game that lacks a policy or a valuation, that has
    secrets, or is a race.
    """

    def __init__(
        self, game: Game, positions: int, depth: int = DEEPEST, weights: Sequence[float] | None = None
    ) -> None:
        if not policy_of(game).NAME or not valuation_of(game).FEATURES:
            raise ValueError(f"{game.NAME} has no policy with a valuation, by which turns are compared")
        if game.secrets or game.RACE:
            raise ValueError(f"{game.NAME} is a race or has secrets, so turns cannot be compared")
        self.rules, self._most, self._weights = game, positions, weights
        self._code = compiled_from(PATTERN, game)
        ends = np.zeros(WAYS, game.STATE)
        words, mask, _ = compiled(game).buffers()
        self.turns = Turns(
            ends,
            ends.view(np.uint8).reshape(WAYS, -1),
            np.zeros(WAYS, np.int64),
            np.zeros(WAYS),
            words,
            mask,
        )
        self.rolls = Rolls(
            np.zeros(depth + 1, game.STATE),
            np.zeros((depth, game.OUTCOMES), np.int64),
            np.zeros(depth, np.int64),
            *np.zeros((2, depth)),
        )

    def look(self, view: Any, seat: int, seed: int = 0, milliseconds: float | None = None) -> Found:
        """Find what the seat should do in its view, a state in either reading.

        Only the strategy of what is found tells anything: all on one action, to which all positions are counted. The
        `milliseconds` do not matter, the positions alone do. Raises ValueError if the seat may not act there.
        """
        record = np.frombuffer(bytes(view), self.rules.STATE)[0]
        self.rolls.positions[0] = record
        position = kernel.plain(record)
        check_decides(self.rules, position, seat)
        tables, values = policy_of(self.rules).tables(record), values_for(self.rules, record, self._weights)
        rng = chance.seeded(seed)
        action, judged = self._code.compare(self.turns, self.rolls, seat, self._most, rng, tables, values)
        return only(self.rules, position, seat, action, judged)
