"""One match for environments: stepped one decision at a time, copied, saved as bytes and restored.

Dice are rolled inside a step unless explicit chance is requested. Seats that are not own seats choose at random inside
a step too. A decision is therefore one call of compiled code, which also writes the next view and mask. In races the
seat that reacts first decides (see `race_model`).
"""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbits
from typing import Any

import numpy as np
import numpy.typing as npt

import bussolotto
from bussolotto.core import chance, contract, errors, kernel
from bussolotto.core.contract import Game, refusal
from bussolotto.core.kernel import CHANCE, MAX_SEATS
from bussolotto.envs.interpreted import Interpreted, lowest
from bussolotto.envs.race_model import REACTION_MS, Reaction, rates_of
from bussolotto.play.batch import BLOCK, GO_ON, KEPT, NOBODY, SLOT, racing

Mask = npt.NDArray[np.int8]  # Gymnasium's spaces expect this type


class MatchEnv:
    """One match. `seat` decides next (NOBODY: the match is over; CHANCE: explicit chance, and dice are to be rolled).

    `view` (STATE, a zero-dimensional array) is what that seat may know and `mask` (int8[ACTIONS]) what it may do. At
    the end, `view` is that of the first own seat. Every step overwrites both, so copy what you need later. `clock_ms`
    is the time since the match began, in races.
    """

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        own: int | None = None,
        reaction: Reaction = REACTION_MS,
        explicit_chance: bool = False,
        compiled: bool = True,
    ) -> None:
        """Set up a match.

        `seats`: by default the fewest the game allows; `own`: the one seat that is asked for decisions, by default all;
        `reaction`: mean times in milliseconds, see `race_model`; `explicit_chance`: stop when dice are to be rolled;
        `compiled`: False interprets the rules, which is much slower but starts at once. The same seed gives the same
        match either way, and the same as the first match of a Batch. Raises BadSeats, UnknownOption, UnknownValue;
        ValueError for invalid reactions or seats.
        """
        self.game = game
        self.seats = game.SEATS[0] if seats is None else seats
        self.options = contract.choose_options(game, options or {})
        self._setting: dict[str, Any] = {
            "own": own, "reaction": reaction, "explicit_chance": explicit_chance, "compiled": compiled,
        }  # fmt: skip
        self._opening = np.array([bussolotto.new_state(game, self.seats, **self.options)])
        if own is not None and not 0 <= own < self.seats:
            raise ValueError(f"seat {own} is none of {self.seats}")
        self.seat = NOBODY
        self.own = ((1 << self.seats) - 1 if own is None else 1 << own) | explicit_chance << CHANCE
        self.rates = rates_of(reaction, self.seats)
        self._allocate()
        engine = bussolotto.compiled(game) if compiled else Interpreted(game, self.state, self._views[0])
        self._decide, self._observe = engine.decide, engine.observe
        self.reset()

    def _allocate(self) -> None:
        game = self.game
        self._states, self._views = np.zeros((2, 1), game.STATE)
        self._masks = np.zeros((1, -(-game.ACTIONS // BLOCK) * BLOCK), np.uint8)
        self._slots = np.zeros(1, SLOT)
        self._slot = self._slots[0]
        self._seat, self._action = self._slots["seat"], self._slots["action"]
        self.state = self._states[0]
        self._plain = kernel.plain(self.state)
        # copied as bytes: NumPy copies structured arrays field by field, which takes sixty times as long
        self._bytes, self._seen = self._states.view(np.uint8), self._views.view(np.uint8)
        self._first = self._opening.view(np.uint8)
        self._beside = self._slots.view(np.uint8)[:KEPT]
        self.view = self._views.reshape(())
        self.mask: Mask = self._masks[0, : game.ACTIONS].view(np.int8)
        self._looks = (self._states, self._views, self._masks)
        weights = np.zeros(game.OUTCOMES, np.int64)
        words = self._masks.view(np.int64)
        looks = (self._states, self._views, self._views, self._masks, words)
        wanted = self.own | racing(game)
        self._arguments = (self._opening, *looks, self._slots, self.rates, weights, wanted)

    def reset(self, seed: int | None = None) -> int:
        """Start a new match and return the seat that decides. Without a seed, the generators continue."""
        if seed is not None or not self._slot["dice"].any():
            seed = randbits(64) if seed is None else seed
            self._slot["dice"], self._slot["draws"] = chance.seeded(seed), chance.seeded(seed, chance.CHOICES)
        self._bytes[:] = self._first
        self._slot["clock"] = 0.0
        return self._go(GO_ON)

    def step(self, action: int) -> int:
        """Apply an action of the seat to decide and return the next seat. Raises IllegalAction or NotAnAction.

        With explicit chance, `action` is the outcome when dice are to be rolled.
        """
        if self.seat == CHANCE:
            return self._fall(action)
        return self._go(action if action >= 0 else self.game.ACTIONS)

    def _go(self, action: int) -> int:
        self._action[0] = action
        if self._decide(*self._arguments) >= 0:
            raise refusal(self.game, self.state, self.seat, action)
        self.seat = int(self._seat[0])
        return self.seat

    def _fall(self, outcome: int) -> int:
        if outcome not in dict(self.chance_outcomes()):
            raise refusal(self.game, self.state, CHANCE, outcome)
        self.game.apply(self._plain, CHANCE, outcome)
        return self._go(GO_ON)

    def act(self, seat: int, action: int) -> int:
        """Apply an action of another seat that may act; otherwise the same as `step`."""
        before = self.seat
        if seat == before:
            return self.step(action)
        self._look(seat)
        try:
            return self.step(action)
        except errors.Refusal:
            self._look(before)
            raise

    def wait(self) -> int:
        """In a race, pass this moment and let time go by. Return the seat that reacts next."""
        return self._go(GO_ON)

    def look(self, seat: int) -> tuple[Any, Mask]:
        """Return copies of a seat's view and action mask. The mask is empty for a seat that cannot act."""
        if seat == self.seat:
            return self.copy_look()
        view, mask = self._seen.copy(), self.mask.copy()
        self._observe(*self._looks, seat)
        seen = self.copy_look()
        self._seen[:], self.mask[:] = view, mask
        return seen

    def copy_look(self) -> tuple[Any, Mask]:
        """Return copies of the current `view` and `mask`."""
        return np.ndarray((), self.game.STATE, bytearray(self._seen.tobytes())), self.mask.copy()

    def _look(self, seat: int) -> None:
        """Switch to another seat, which now decides."""
        self._observe(*self._looks, seat)
        self._seat[0] = self.seat = seat

    @property
    def over(self) -> bool:
        """True if the match is over."""
        return self.seat == NOBODY

    @property
    def clock_ms(self) -> float:
        """The duration of the match so far in milliseconds, in races; 0 in other games."""
        return float(self._slot["clock"])

    @clock_ms.setter
    def clock_ms(self, time_ms: float) -> None:
        self._slot["clock"] = time_ms

    @property
    def draws(self) -> npt.NDArray[np.int64]:
        """The generator for everything but dice: choices of seats that are not own, and reaction times."""
        generator: npt.NDArray[np.int64] = self._slot["draws"]
        return generator

    @property
    def plies(self) -> int:
        """The number of plies played so far, including chance."""
        return int(self._plain.plies)

    @property
    def movers(self) -> int:
        """The bit set of the seats that may act now, or bit CHANCE alone when dice are to be rolled."""
        return int(self.game.movers(self._plain))

    def returns(self) -> list[float]:
        """Return the win shares by seat in the current position."""
        if self._slots["ended"][0]:
            shares: list[float] = self._slots["shares"][0, : self.seats].tolist()
            return shares
        return self._by_seat(self.game.returns)

    def scores(self) -> list[float]:
        """Return the game's own points by seat in the current position."""
        return self._by_seat(self.game.scores)

    def _by_seat(self, function: Any) -> list[float]:
        out = np.zeros(MAX_SEATS)
        function(self._plain, out)
        return [float(share) for share in out[: self.seats]]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return every possible outcome of the dice with its probability; empty when a seat decides."""
        weights = np.zeros(self.game.OUTCOMES, np.int64)
        self.game.odds(self._plain, weights)
        total = int(weights.sum())
        return [(int(outcome), int(weights[outcome]) / total) for outcome in np.flatnonzero(weights)]

    def clone(self) -> MatchEnv:
        """Return an independent copy, including generators: the same actions lead to the same match."""
        twin = MatchEnv(self.game, self.seats, self.options, **self._setting)
        twin.set_state(self.get_state())
        return twin

    def get_state(self) -> bytes:
        """Return the match as bytes: the state, the generators, the clock, and the seat that decides."""
        return b"".join((self._bytes.tobytes(), self._beside.tobytes()))

    def set_state(self, kept: bytes) -> None:
        """Restore the state returned by `get_state`. Raises WrongSnapshot if the length or the seats differ."""
        size = len(self._bytes)
        fits = len(kept) == size + KEPT and np.frombuffer(kept[:size], self.game.STATE)["seats"][0] == self.seats
        if not fits:
            raise errors.refuse(
                "wrong-snapshot", game=self.game.NAME, seats=self.seats, wanted=size + KEPT, given=len(kept)
            )
        self._bytes[:] = np.frombuffer(kept, np.uint8, size)
        self._beside[:] = np.frombuffer(kept, np.uint8, KEPT, size)
        self._slots["ended"] = 0  # these shares belong to another match
        self.seat = int(self._seat[0])
        viewer = self.seat if 0 <= self.seat < MAX_SEATS else lowest(self.own)
        self._observe(*self._looks, viewer)
