"""A match in which bots play against the one learning seat."""

from __future__ import annotations

import copy
import sys
from collections.abc import Mapping, Sequence
from random import Random
from secrets import randbits
from typing import Any

import numpy as np

from bussolotto import players
from bussolotto.core import chance
from bussolotto.core.contract import Game
from bussolotto.envs.match_env import Mask
from bussolotto.envs.race_model import REACTION_MS, Reaction, rates_of, reaction_ms
from bussolotto.play.batch import NOBODY
from bussolotto.play.match import Match
from bussolotto.players.bot_table import BotTable


class Hosted:
    """One match with the interface of a MatchEnv with one own seat. Bots, which are interpreted, play the other seats.

    If several seats may act at once, bots act after the time they state; the own seat reacts after an exponential time
    (see `race_model`). Bots have memory, so a match is copied with `clone`, not saved as bytes.
    """

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        own: int = 0,
        opponents: Sequence[str],
        reaction: Reaction = REACTION_MS,
    ) -> None:
        """Set up a match. `opponents` names the players of the other seats in order; a single name applies to all.

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
        """Start a new match with new bots. Return the own seat, or NOBODY."""
        if seed is None:
            seed = int(chance.next_word(self._draws)) << 32 | int(chance.next_word(self._draws))
        self._draws = chance.seeded(seed, chance.CHOICES)
        self._dice = chance.Fast(seed)
        self.match = Match(self.game, self.seats, self.options)
        self._bots = {seat: players.player(name, self.game) for seat, name in self.names.items()}
        self._choices = {seat: Random(f"{seed}/{seat}") for seat in self._bots}
        self._bot_table = BotTable(self.match, self._bots, self._choices)
        self.clock_ms = 0.0
        return self._proceed()

    def step(self, action: int) -> int:
        """Apply an action and return the own seat, or NOBODY at the end. Raises IllegalAction or NotAnAction."""
        self._bot_table.play(self.own, action)
        return self._proceed()

    def _proceed(self) -> int:
        """Roll dice and let bots play until the own seat decides or the match is over."""
        self.seat = NOBODY
        while True:
            self._bot_table.fall(self._dice)
            if self.match.over:
                return self.seat
            wish = self._bot_table.wish()
            if self.match.movers() >> self.own & 1:
                own_ms = reaction_ms(self._draws, self._rate) if self.game.RACE else 0.0
                if wish is None or own_ms <= wish.wait_ms:
                    self.clock_ms += own_ms
                    self.seat = self.own
                    return self.seat
            assert wish is not None, f"nobody moves: {self.game.NAME}, ply {self.match.version}"
            self.clock_ms += wish.wait_ms
            self._bot_table.play(wish.seat, wish.action)

    def copy_look(self) -> tuple[Any, Mask]:
        """Return the own seat's view, STATE, and action mask, int8[ACTIONS]."""
        view = np.ndarray((), self.game.STATE, bytearray(self.match.hidden(self.own)))
        mask = np.zeros(self.game.ACTIONS, np.int8)
        mask[self.match.legal(self.own) if self.seat == self.own else []] = 1
        return view, mask

    @property
    def mask(self) -> Mask:
        return self.copy_look()[1]

    @property
    def state(self) -> Any:
        """The full state, including hidden fields."""
        return self.match.record

    @property
    def over(self) -> bool:
        return self.seat == NOBODY

    def returns(self) -> list[float]:
        return self.match.returns()

    def scores(self) -> list[float]:
        return self.match.scores()

    def clone(self) -> Hosted:
        """Return an independent copy, including bots and generators."""
        modules = {id(module): module for module in sys.modules.values()}  # not copied: bots may refer to them
        own = ("_dice", "_draws", "_bots", "_choices")
        copied = copy.deepcopy({name: getattr(self, name) for name in own}, modules)
        match = self.match.copy()
        twin = copy.copy(self)
        bot_table = BotTable(match, copied["_bots"], copied["_choices"])
        vars(twin).update(copied, match=match, _bot_table=bot_table)
        return twin

    def get_state(self) -> bytes:
        """Raise NotImplementedError: the memory of bots is not part of a state."""
        raise NotImplementedError("with bots at the table a match is copied by clone()")

    def set_state(self, kept: bytes) -> None:
        """Raise NotImplementedError, as `get_state` does."""
        self.get_state()
