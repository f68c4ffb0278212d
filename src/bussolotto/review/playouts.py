"""What a position is worth if all go on sensibly: the match is played on to its end by the game's compiled policy.

Several positions are played on with the same streams of dice and choices (common random numbers). So the difference
between two of them has a much smaller error than either value, and where a choice is what the policy would have done
it is exactly 0.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.core import chance, kernel
from bussolotto.core.contract import Game
from bussolotto.play.policies import policy_of
from bussolotto.play.tally import TALLY

Floats = npt.NDArray[np.float64]
SEATS = kernel.MAX_SEATS
PATHS = Path(__file__).with_name("paths.py")  # a pattern
PLACES = 1 << 20  # more than a match has plies


class Playouts:
    """Plays a match on from any of its positions; each thread has its own tables."""

    def __init__(self, game: Game, opening: Any, seed: int) -> None:
        """`opening`: a state of the match, for the tables of the policy; `seed`: of all streams."""
        from bussolotto.play.compiler import compiled  # only now: it brings the compiler

        self.rules = compiled(game)
        self.policy = policy_of(game)
        self._game = game
        self._opening = np.frombuffer(bytes(opening), game.STATE)[0]
        self._seed = seed
        self._own = threading.local()

    def play(self, position: bytes, place: int, first: int, count: int) -> Floats:
        """Shares and points at the end, float64[count, 2, 8], with the streams `first`.. of this place in the match."""
        state = np.frombuffer(position, self._game.STATE).copy()
        tallies = np.zeros(count, TALLY)
        seed = chance.mixed(self._seed * PLACES + place)
        dice, choices = (chance.streams(seed, start + first, count) for start in (0, chance.CHOICES))
        kinds, tables = self._players()
        self.rules.play_matches(state, state.copy(), SEATS, dice, choices, kinds, 0, tables, tallies)
        return np.stack([tallies["shares"], tallies["points"]], axis=1)

    def follow(self, position: bytes, place: int, first: int, count: int, plies: int) -> tuple[Any, Any]:
        """The positions of matches played on so far, STATE[count, plies], and who may act in each, int64[count, plies].

        They stop where a match ends; streams as `play` takes them.
        """
        from bussolotto.play.compiler import compiled_from  # only now, as above

        opening = np.frombuffer(position, self._game.STATE).copy()
        paths, movers = np.zeros((count, plies), self._game.STATE), np.zeros((count, plies), np.int64)
        seed = chance.mixed(self._seed * PLACES + place)
        dice, choices = (chance.streams(seed, start + first, count) for start in (0, chance.CHOICES))
        compiled_from(PATHS, self._game).follow(opening, dice, choices, *self._players(), paths, movers)
        return paths, movers

    def _players(self) -> tuple[Any, Any]:
        """Who plays, as compiled code takes it: the policy at every seat, or none."""
        return (np.ones(SEATS, np.int64), self._tables()) if self.policy.NAME else (None, None)

    def _tables(self) -> tuple[Any, ...]:
        """The tables of the policy, of this thread."""
        if not hasattr(self._own, "tables"):
            self._own.tables = tuple(self.policy.tables(self._opening))
        return self._own.tables  # type: ignore[no-any-return]  # anything may lie in a thread's own

    def choice(self, view: Any, seat: int, place: int) -> int | None:
        """What the policy would do; None where there is none. `view`: in the interpreter's reading."""
        if not self.policy.NAME:
            return None
        if not hasattr(self._own, "plain"):
            self._own.plain = tuple(self.policy.tables(kernel.unpacked(self._game.STATE, self._opening.tobytes())))
        return int(self.policy.decide(view, seat, chance.seeded(self._seed, place), self._own.plain))

    def after(self, position: bytes, seat: int, action: int) -> bytes:
        """The position after one more ply, which must be legal."""
        state = np.frombuffer(position, self._game.STATE).copy()
        self.rules.apply(state[0], seat, action)
        return state.tobytes()

    def is_over(self, position: bytes) -> bool:
        """Is nobody left to act?"""
        return bool(self.rules.movers(np.frombuffer(position, self._game.STATE).copy()[0]) == 0)


def error_of(values: Floats) -> float:
    """The standard error of the mean of win shares, or of their differences.

    That is never 0, since nothing is certain because it has always been so.
    """
    count = len(values)
    return float(np.sqrt(max(float(values.var()), 1 / (4 * count)) / count))
