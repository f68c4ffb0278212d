"""Plays a decision together with the dice it causes in one compiled call, as a live server does many times a second.

A call of compiled code costs microseconds, so this pays where the single functions of a game would not.
"""

from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from bussolotto.core.contract import Game
from bussolotto.core.kernel import CHANCE
from bussolotto.play.compiler import compiled_from
from bussolotto.play.match import EVERYBODY, Match, Traced

PATTERN = Path(__file__).with_name("turn_loop.py")
MOST_ROLLED = 32  # outcomes in one call; whoever needs more lets chance go on
POOL = 32  # random bytes for one call


class Pool(Protocol):
    """A source of chance that gives the bytes that its outcomes are made of."""

    def take(self, count: int) -> npt.NDArray[np.uint8]:
        """The next bytes, which cannot be changed: a turn is compiled for such alone."""

    def note(self, used: int, weights: npt.NDArray[np.int64]) -> None:
        """So many of them were mapped, to dice with these weights, int64[dice, outcomes]."""


class CompiledTurns:
    """The compiled turns of one game. Only one thread at a time may play."""

    def __init__(self, game: Game) -> None:
        """Compile them if need be, which takes seconds."""
        self._play: Any = compiled_from(PATTERN, game).play_on
        self._state = np.zeros(1, game.STATE)
        self._bytes = self._state.data.cast("B")
        self._weights = np.zeros((MOST_ROLLED + 1, game.OUTCOMES), np.int64)
        self._outcomes = np.zeros(MOST_ROLLED, np.int64)
        self._codes = np.zeros(game.ACTIONS, np.int64)
        states, mask = np.zeros(MOST_ROLLED + 2, game.STATE), np.zeros(game.ACTIONS, np.uint8)
        self._states = states.data.cast("B")
        self._room = self._weights, self._outcomes, states, mask, self._codes
        self._size = game.STATE.itemsize
        self._dice = [(CHANCE, outcome) for outcome in range(game.OUTCOMES)]
        self._acts: dict[tuple[int, int], tuple[int, int]] = {}  # each ply once, however many logs it stands in

    def play(self, match: Match, seat: int, action: int, chance: Pool) -> tuple[Traced, int, list[int] | None]:
        """Play a legal action and what chance does then, on a copy of a match of which everybody sees everything.

        Returns these plies, who may act then, as a bit set, and what they may do, if it is one seat.
        """
        return self._run(match, seat, action, chance)

    def fall(self, match: Match, chance: Pool) -> tuple[Traced, int, list[int] | None]:
        """Play what chance does now, as `play` does after an action."""
        return self._run(match, CHANCE, 0, chance)

    def _run(self, match: Match, seat: int, action: int, chance: Pool) -> tuple[Traced, int, list[int] | None]:
        self._bytes[:] = memoryview(match.state).cast("B")
        count, used, bits, legal = self._play(self._state, seat, action, chance.take(POOL), *self._room)
        chance.note(used, self._weights[:count])
        plies = [self._dice[outcome] for outcome in self._outcomes[:count].tolist()]
        if seat != CHANCE:
            ply = seat, action
            plies.insert(0, self._acts.setdefault(ply, ply))
        size = self._size
        told = bytes(self._states[: size * (len(plies) + 1)])
        states = [told[at : at + size] for at in range(0, len(told), size)]
        return Traced(plies, [EVERYBODY] * len(plies), states), bits, self._codes[:legal].tolist() if legal else None
