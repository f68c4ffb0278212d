"""A match in which bots sit around the one seat that learns."""

from __future__ import annotations

import copy
import sys
from collections.abc import Mapping, Sequence
from random import Random
from secrets import randbits
from types import ModuleType
from typing import Any

import numpy as np

from bussolotto import chance, players
from bussolotto.batch import NOBODY
from bussolotto.envs.reactions import REACTION_MS, Reaction, rates_of, reaction_ms
from bussolotto.envs.world import Mask
from bussolotto.match import Match
from bussolotto.players.company import Company


class Hosted:
    """One match, driven as a World with one own seat is; the other seats belong to bots, interpreted.

    Where several may act at once, bots take the time that they say; the own seat reacts after an exponential time (see
    `reactions`). Bots remember, so a match is copied by `clone`, not kept as bytes.
    """

    def __init__(
        self,
        game: ModuleType | Any,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        own: int = 0,
        opponents: Sequence[str],
        reaction: Reaction = REACTION_MS,
    ) -> None:
        """`opponents`: names of players for the other seats, in their order; one name is for all of them.

        Raises BadSeats, UnknownOption, UnknownValue, UnknownPlayer; ValueError for too few or too many names.
        """
        self.game, self.own = game, own
        self.seats = game.SEATS[0] if seats is None else seats
        self.options = dict(options or {})
        self.match = Match(game, self.seats, self.options)
        others = [seat for seat in range(self.seats) if seat != own]
        names = list(opponents) * len(others) if len(opponents) == 1 else list(opponents)
        if len(names) != len(others):
            raise ValueError(f"one name of a player, or one for each of {len(others)} seats, not {len(names)}")
        self.names = dict(zip(others, names, strict=True))
        self._rate = float(rates_of(reaction, self.seats)[own])
        self._draws = chance.seeded(randbits(64))
        self.reset()

    def reset(self, seed: int | None = None) -> int:
        """Begin anew, with new bots; the own seat, or NOBODY."""
        if seed is None:
            seed = int(chance.next_word(self._draws)) << 32 | int(chance.next_word(self._draws))
        self._draws = chance.seeded(seed, chance.CHOICES)
        self._dice = chance.Fast(seed)
        self.match = Match(self.game, self.seats, self.options)
        self._bots = {seat: players.player(name, self.game) for seat, name in self.names.items()}
        self._choices = {seat: Random(f"{seed}/{seat}") for seat in self._bots}
        self._company = Company(self.match, self._bots, self._choices)
        self.clock_ms = 0.0
        return self._proceed()

    def step(self, action: int) -> int:
        """The own seat does this; it, when it decides next, or NOBODY. Raises IllegalAction or NotAnAction."""
        self._company.play(self.own, action)
        return self._proceed()

    def _proceed(self) -> int:
        """Dice fall and bots play until the own seat decides or it is over."""
        self.seat = NOBODY
        while True:
            self._company.fall(self._dice)
            if self.match.over:
                return self.seat
            wish = self._company.wish()
            if self.match.movers() >> self.own & 1:
                own_ms = self._own_ms()
                if wish is None or own_ms <= wish.wait_ms:
                    self.clock_ms += own_ms
                    self.seat = self.own
                    return self.seat
            assert wish is not None, f"nobody moves: {self.game.NAME}, ply {self.match.version}"
            self.clock_ms += wish.wait_ms
            self._company.play(wish.seat, wish.action)

    def _own_ms(self) -> float:
        """How long the own seat takes: no time at all in games that are no races."""
        return reaction_ms(self._draws, self._rate) if self.game.RACE else 0.0

    def kept(self) -> tuple[Any, Mask]:
        """What the own seat may know, STATE, and what it may do, int8[ACTIONS]."""
        view = np.ndarray((), self.game.STATE, bytearray(self.match.hidden(self.own)))
        mask = np.zeros(self.game.ACTIONS, np.int8)
        mask[self.match.legal(self.own) if self.seat == self.own else []] = 1
        return view, mask

    @property
    def mask(self) -> Mask:
        """What the own seat may do."""
        return self.kept()[1]

    @property
    def state(self) -> Any:
        """The whole state."""
        return self.match.record

    @property
    def over(self) -> bool:
        """Is the match over?"""
        return self.seat == NOBODY

    def returns(self) -> list[float]:
        """Win shares by seat, as it stands."""
        return self.match.returns()

    def scores(self) -> list[float]:
        """The game's own points by seat, as it stands."""
        return self.match.scores()

    def clone(self) -> Hosted:
        """An independent copy, bots and generators included."""
        modules = {id(module): module for module in sys.modules.values()}  # which bots may hold; they stay the same
        own = ("_dice", "_draws", "_bots", "_choices")
        copied = copy.deepcopy({name: getattr(self, name) for name in own}, modules)
        match = self.match.copy()
        twin = copy.copy(self)
        company = Company(match, copied["_bots"], copied["_choices"])
        vars(twin).update(copied, match=match, _company=company)
        return twin

    def get_state(self) -> bytes:
        """Not to be had: what bots remember is no part of a state."""
        raise NotImplementedError("with bots at the table a match is copied by clone()")

    def set_state(self, kept: bytes) -> None:
        """Not to be had, as `get_state`."""
        self.get_state()
