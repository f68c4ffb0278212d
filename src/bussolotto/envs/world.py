"""One match for environments: stepped decision by decision, copied, kept as bytes and set back.

Where dice are to fall they fall inside a step, unless chance is asked for; seats that are nobody's own choose at random
inside as well. So a decision is one call of compiled code, view and mask of the next included. In races the seat that
decides is the one that reacts first (see `reactions`).
"""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbits
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

import bussolotto
from bussolotto import chance, errors, kernel
from bussolotto.batch import BLOCK, GO_ON, KEPT, NOBODY, SLOT, refusal
from bussolotto.envs.interpreted import Interpreted
from bussolotto.envs.reactions import REACTION_MS, Reaction, rates_of
from bussolotto.kernel import CHANCE, MAX_SEATS

Mask = npt.NDArray[np.int8]  # as Gymnasium's spaces want it


class World:
    """One match. `seat` decides next (NOBODY: it is over; CHANCE: dice are to fall, and chance was asked for).

    `view` (STATE, an array without dimensions) is what that seat may know, `mask` (int8[ACTIONS]) what it may do; at
    the end `view` is what the first of the own seats sees. Both are written anew by every step: copy what you keep.
    `clock_ms` is the time since the match began, in races.
    """

    def __init__(
        self,
        game: ModuleType | Any,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        own: int | None = None,
        reaction: Reaction = REACTION_MS,
        explicit_chance: bool = False,
        compiled: bool = True,
    ) -> None:
        """Open a match.

        `seats`: the fewest the game has, if not given; `own`: the one seat that is asked, all if not given; `reaction`:
        mean times in milliseconds, see `reactions`; `explicit_chance`: stop where dice are to fall; `compiled`: False
        plays interpreted, slower by far but at once. The same seed gives the same match either way, and the same as the
        first one of a Batch. Raises BadSeats, UnknownOption, UnknownValue; ValueError for reactions or a seat that do
        not fit.
        """
        self.game = game
        self.seats = game.SEATS[0] if seats is None else seats
        self.options = kernel.chosen_options(game, options or {})
        self._setting: dict[str, Any] = {
            "own": own, "reaction": reaction, "explicit_chance": explicit_chance, "compiled": compiled,
        }  # fmt: skip
        self._opening = np.array([bussolotto.new_state(game, self.seats, **self.options)])
        if own is not None and not 0 <= own < self.seats:
            raise ValueError(f"seat {own} is none of {self.seats}")
        self.seat = NOBODY
        self.own = ((1 << self.seats) - 1 if own is None else 1 << own) | explicit_chance << CHANCE
        self.rates = rates_of(reaction, self.seats)
        self._room()
        engine = bussolotto.compiled(game) if compiled else Interpreted(game, self.state, self._views[0])
        self._decide, self._glance = engine.decide, engine.glance
        self.reset()

    def _room(self) -> None:
        game = self.game
        self._states, self._views = np.zeros((2, 1), game.STATE)
        self._masks = np.zeros((1, -(-game.ACTIONS // BLOCK) * BLOCK), np.uint8)
        self._slots = np.zeros(1, SLOT)
        self._slot = self._slots[0]
        self._seat, self._action = self._slots["seat"], self._slots["action"]
        self.state = self._states[0]
        self._plain = kernel.plain(self.state)
        # by their bytes: NumPy copies structured arrays field by field, sixty times slower
        self._bytes, self._seen = self._states.view(np.uint8), self._views.view(np.uint8)
        self._first = self._opening.view(np.uint8)
        self._beside = self._slots.view(np.uint8)[:KEPT]
        self.view = self._views.reshape(())
        self.mask: Mask = self._masks[0, : game.ACTIONS].view(np.int8)
        self._looks = (self._states, self._views, self._masks)
        weights = np.zeros(game.OUTCOMES, np.int64)
        words = self._masks.view(np.int64)
        looks = (self._states, self._views, self._views, self._masks, words)
        self._arguments = (self._opening, *looks, self._slots, self.rates, weights, self.own)

    def reset(self, seed: int | None = None) -> int:
        """Begin anew; the seat that decides. Without a seed the generators go on where they are."""
        if seed is not None or not self._slot["dice"].any():
            seed = randbits(64) if seed is None else seed
            self._slot["dice"], self._slot["draws"] = chance.seeded(seed), chance.seeded(seed, chance.CHOICES)
        self._bytes[:] = self._first
        self._slot["clock"] = 0.0
        return self._go(GO_ON)

    def step(self, action: int) -> int:
        """The seat to decide does this; the seat that decides next. Raises IllegalAction or NotAnAction.

        Where chance was asked for and dice are to fall, `action` is their outcome.
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
        """A seat acts that is not the one to decide, where several may; as `step`."""
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
        """In a race, let the moment pass: time goes by, and somebody is the next to react; the seat."""
        return self._go(GO_ON)

    def look(self, seat: int) -> tuple[Any, Mask]:
        """Copies of what a seat may know and of what it may do now; the mask is empty for who may do nothing."""
        if seat == self.seat:
            return self.kept()
        view, mask = self._seen.copy(), self.mask.copy()
        self._glance(*self._looks, seat)
        seen = self.kept()
        self._seen[:], self.mask[:] = view, mask
        return seen

    def kept(self) -> tuple[Any, Mask]:
        """Copies of `view` and `mask` as they are."""
        return np.ndarray((), self.game.STATE, bytearray(self._seen.tobytes())), self.mask.copy()

    def _look(self, seat: int) -> None:
        """Turn to another seat: it decides now."""
        self._glance(*self._looks, seat)
        self._seat[0] = self.seat = seat

    @property
    def over(self) -> bool:
        """Is the match over?"""
        return self.seat == NOBODY

    @property
    def clock_ms(self) -> float:
        """How long the match has lasted, in races; 0 in other games."""
        return float(self._slot["clock"])

    @clock_ms.setter
    def clock_ms(self, time_ms: float) -> None:
        self._slot["clock"] = time_ms

    @property
    def draws(self) -> npt.NDArray[np.int64]:
        """The generator of what is not dice: choices of seats that are not own, reaction times."""
        generator: npt.NDArray[np.int64] = self._slot["draws"]
        return generator

    @property
    def plies(self) -> int:
        """How many plies have been played, those of chance among them."""
        return int(self._plain.plies)

    @property
    def movers(self) -> int:
        """Bit set of the seats that may act now, bit CHANCE alone where dice are to fall."""
        return int(self.game.movers(self._plain))

    def returns(self) -> list[float]:
        """Win shares by seat, as it stands."""
        if self._slots["ended"][0]:
            shares: list[float] = self._slots["shares"][0, : self.seats].tolist()
            return shares
        return self._by_seat(self.game.returns)

    def scores(self) -> list[float]:
        """The game's own points by seat, as it stands."""
        return self._by_seat(self.game.scores)

    def _by_seat(self, function: Any) -> list[float]:
        out = np.zeros(MAX_SEATS)
        function(self._plain, out)
        return [float(share) for share in out[: self.seats]]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome that is possible where dice are to fall, with its probability; none where a seat decides."""
        weights = np.zeros(self.game.OUTCOMES, np.int64)
        self.game.odds(self._plain, weights)
        total = int(weights.sum())
        return [(int(outcome), int(weights[outcome]) / total) for outcome in np.flatnonzero(weights)]

    def clone(self) -> World:
        """An independent copy, generators included: the same actions lead to the same match."""
        twin = World(self.game, self.seats, self.options, **self._setting)
        twin.set_state(self.get_state())
        return twin

    def get_state(self) -> bytes:
        """The match as bytes: the state, the generators, the clock, and who decides."""
        return b"".join((self._bytes.tobytes(), self._beside.tobytes()))

    def set_state(self, kept: bytes) -> None:
        """Go back to where `get_state` was asked for. Raises WrongSnapshot where the length or the seats differ."""
        size = len(self._bytes)
        fits = len(kept) == size + KEPT and np.frombuffer(kept[:size], self.game.STATE)["seats"][0] == self.seats
        if not fits:
            raise errors.WrongSnapshot(self.game.NAME, self.seats, size + KEPT, len(kept))
        self._bytes[:] = np.frombuffer(kept, np.uint8, size)
        self._beside[:] = np.frombuffer(kept, np.uint8, KEPT, size)
        self._slots["ended"] = 0  # the shares are those of another match
        self.seat = int(self._seat[0])
        viewer = self.seat if 0 <= self.seat < MAX_SEATS else (self.own & -self.own).bit_length() - 1
        self._glance(*self._looks, viewer)
