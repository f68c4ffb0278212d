"""Who plays against the one learning seat: `random`, bots by name, and policies.

A policy is a function of an observation and an action mask that returns an action, `policy(observation, mask)`; it is
shown what the learner would be shown at that seat. A model of Stable-Baselines, or whatever has a `predict` like its
policies, plays as it is when the environment is made (`frozen`), so a learner can play against earlier versions of
itself. One opponent is for all other seats; a list has one for each, in order of seats, and may mix all kinds.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Mapping, Sequence
from random import Random
from secrets import randbits
from typing import Any

import numpy as np

from bussolotto import players
from bussolotto.core import chance
from bussolotto.core.contract import Game
from bussolotto.envs.match_env import Mask, MatchEnv
from bussolotto.envs.race_model import REACTION_MS, Reaction, rates_of, reaction_ms
from bussolotto.play.batch import NOBODY
from bussolotto.play.match import Match
from bussolotto.players import Player
from bussolotto.players.bot_table import BotTable

RANDOM = "random"

Policy = Callable[[Any, Mask], int]
Opponent = str | Policy | Any  # the name of a player, a policy, or a model to be frozen
Opponents = Opponent | Sequence[Opponent]
Observed = Callable[[Any, Mask, int], Any]  # from the view, the mask and the number of a seat to an observation


def host(
    game: Game,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    *,
    own: int = 0,
    opponents: Opponents,
    observed: Observed,
    reaction: Reaction = REACTION_MS,
    compiled: bool = True,
) -> MatchEnv | Hosted:
    """Return a match with these opponents: on the compiled rules if they are policies, else among bots.

    Raises BadSeats, UnknownOption, UnknownValue, UnknownPlayer; ValueError for too few or too many opponents.
    """
    number = game.SEATS[0] if seats is None else seats
    by_seat = {seat: _ready(one, seat, observed) for seat, one in _by_seat(opponents, number, own).items()}
    names = {one for one in by_seat.values() if isinstance(one, str)}
    if names == {RANDOM}:
        return MatchEnv(game, seats, options, own=own, reaction=reaction, compiled=compiled)
    if not names:
        return PolicyMatch(game, seats, options, learner=own, policies=by_seat, reaction=reaction, compiled=compiled)
    return Hosted(game, seats, options, own=own, opponents=by_seat, reaction=reaction)


def _by_seat(opponents: Opponents, seats: int, own: int) -> dict[int, Opponent]:
    others = [seat for seat in range(seats) if seat != own]
    given = list(opponents) if isinstance(opponents, (list, tuple)) else [opponents] * len(others)
    if len(given) == 1:
        given *= len(others)
    if len(given) != len(others):
        raise ValueError(f"one opponent, or one for each of {len(others)} seats, not {len(given)}")
    return dict(zip(others, given, strict=True))


def _ready(opponent: Opponent, seat: int, observed: Observed) -> Any:
    """Return a name as it is, anything else as a function of the view and the mask of this seat."""
    if isinstance(opponent, str):
        return opponent
    policy = frozen(opponent) if hasattr(opponent, "predict") else opponent
    return lambda view, mask: int(policy(observed(view, mask, seat), mask))


def frozen(model: Any) -> Policy:
    """Return a policy that plays as this model does now, whatever it learns later.

    `model` is one of Stable-Baselines that takes `action_masks`, such as MaskablePPO, or its policy.
    """
    kept = copy.deepcopy(getattr(model, "policy", model))

    def decide(observation: Any, mask: Mask) -> int:
        action, _ = kept.predict(observation, action_masks=mask.astype(bool))
        return int(action)

    return decide


class PolicyMatch(MatchEnv):
    """A match in which policies decide for all seats but the learner's, each on its own view."""

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        learner: int,
        policies: Mapping[int, Policy],
        **setting: Any,
    ) -> None:
        """`policies`: by seat, of the view and the mask; the other arguments and errors are those of a MatchEnv."""
        self.learner, self.policies = learner, policies
        super().__init__(game, seats, options, **setting)

    def _go(self, action: int) -> int:
        seat = super()._go(action)
        while seat not in (self.learner, NOBODY):
            seat = super()._go(self.policies[seat](*self.copy_look()))
        if seat == NOBODY:
            self._observe(*self._looks, self.learner)
            self.mask[:] = 0
        return seat

    def clone(self) -> PolicyMatch:
        """Return an independent copy; what a policy remembers by itself is shared."""
        setting = {name: self._setting[name] for name in ("reaction", "compiled")}
        twin = PolicyMatch(self.game, self.seats, self.options, learner=self.learner, policies=self.policies, **setting)
        twin.set_state(self.get_state())
        return twin


class PolicyPlayer(Player):
    """A policy among bots: it reacts as fast as the seats of environments do."""

    def __init__(self, game: Game, policy: Policy, rate: float) -> None:
        self.game, self.policy, self.rate = game, policy, rate

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """Ask the policy; in a race it has needed an exponential time."""
        mask = np.zeros(self.game.ACTIONS, np.int8)
        mask[list(legal)] = 1
        record = np.ndarray((), self.game.STATE, bytearray(view))
        return self.policy(record, mask), int(rng.expovariate(self.rate))


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
        opponents: Mapping[int, str | Policy],
        reaction: Reaction = REACTION_MS,
    ) -> None:
        """Set up a match. `opponents`: by seat, the name of a player, or a policy of its view and mask.

        Raises BadSeats, UnknownOption, UnknownValue, UnknownPlayer; ValueError for invalid reactions.
        """
        self.game, self.own = game, own
        self.seats = game.SEATS[0] if seats is None else seats
        self.options = dict(options or {})
        self.match = Match(game, self.seats, self.options)
        self.opponents = opponents
        self._rates = rates_of(reaction, self.seats)
        self._draws = chance.seeded(randbits(64))
        self.reset()

    def reset(self, seed: int | None = None) -> int:
        """Start a new match with new bots. Return the own seat, or NOBODY."""
        if seed is None:
            seed = int(chance.next_word(self._draws)) << 32 | int(chance.next_word(self._draws))
        self._draws = chance.seeded(seed, chance.CHOICES)
        self._dice = chance.Fast(seed)
        self.match = Match(self.game, self.seats, self.options)
        self._bots = {seat: self._player(seat) for seat in self.opponents}
        self._choices = {seat: Random(f"{seed}/{seat}") for seat in self._bots}
        self._bot_table = BotTable(self.match, self._bots, self._choices)
        self.clock_ms = 0.0
        return self._proceed()

    def _player(self, seat: int) -> Player:
        opponent = self.opponents[seat]
        if isinstance(opponent, str):
            return players.player(opponent, self.game)
        return PolicyPlayer(self.game, opponent, float(self._rates[seat]))

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
                own_ms = reaction_ms(self._draws, float(self._rates[self.own])) if self.game.RACE else 0.0
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
