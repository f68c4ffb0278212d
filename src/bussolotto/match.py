"""One sitting of a game: the state, the log of every ply, and what each viewer may know of both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from ctypes import addressof, memmove, sizeof
from random import SystemRandom
from types import ModuleType
from typing import Any, NamedTuple, Protocol

import numpy as np

from bussolotto import kernel
from bussolotto.chance import Chance
from bussolotto.errors import BrokenLog, IllegalAction, NotAnAction, Refusal, SecretOutcome
from bussolotto.kernel import CHANCE, MAX_SEATS, SPECTATOR

EVERYBODY = (1 << 16) - 1  # all viewers, as a bit set
GUESSES = 16  # how many times a preview guesses at secrets
_rng = SystemRandom()


class Rules(Protocol):
    """The two functions that a live match asks at every ply, interpreted or compiled."""

    def legal(self, s: Any, seat: int, mask: kernel.Mask) -> int: ...
    def apply(self, s: Any, seat: int, action: int) -> None: ...


class Step(NamedTuple):
    """One ply as a viewer's channel tells it; action and text are None where he may not know them."""

    seat: int
    action: int | None
    text: str | None


def step(s: Any, seat: int, action: int) -> None:
    """Play one ply on a bare state in either reading. Raises IllegalAction or NotAnAction; then no byte has changed."""
    game = kernel.game_of(s)
    require(game, game, s, seat, action)
    game.apply(s, seat, action)


def after(s: Any, seat: int, action: int) -> Any:
    """A copy of a bare state after one ply more, in the same reading. Trusts its caller, as `apply` does."""
    then = kernel.copied(s)
    kernel.game_of(s).apply(then, seat, action)
    return then


def require(game: Any, rules: Rules, s: Any, seat: int, action: int) -> None:
    """Is this ply allowed? Asks `odds` for chance, `legal` for a seat; raises IllegalAction or NotAnAction."""
    number = game.OUTCOMES if seat == CHANCE else game.ACTIONS
    if not 0 <= action < number or not (0 <= seat < MAX_SEATS or seat == CHANCE):
        raise NotAnAction(game.NAME, action)
    if seat == CHANCE:
        weights = np.zeros(number, np.int64)
        game.odds(s, weights)
        allowed = weights[action] > 0
    else:
        mask = np.zeros(number, np.uint8)
        rules.legal(s, seat, mask)
        allowed = mask[action] == 1
    if not allowed:
        raise IllegalAction(seat, game.say(seat, action), kernel.clause(game, s, seat, action))


class Match:
    """A match in play. Nothing in it waits, draws dice or talks to anybody: whoever drives it does."""

    def __init__(self, game: ModuleType | Any, seats: int, options: Mapping[str, object] | None = None) -> None:
        """Open a match; raises BadSeats, UnknownOption or UnknownValue."""
        self.module = game
        self.seats = seats
        self.secrets = hasattr(game, "guess")  # may views differ? Only games that have something to guess hide anything
        self.record = np.zeros(1, game.STATE)[0]
        self.state = kernel.plain(self.record)
        self.options = kernel.open_state(game, self.state, seats, options or {})
        self.log: list[tuple[int, int]] = []
        self._seen: list[int] = []  # for each ply the viewers who saw what it was, as a bit set
        self._rules: Rules = game
        self._read = self.state  # the reading of the state that `_rules` wants
        self._mask = np.zeros(game.ACTIONS, np.uint8)
        self._weights = np.zeros(game.OUTCOMES, np.int64)

    @property
    def version(self) -> int:
        """Number of plies played."""
        return len(self.log)

    @property
    def over(self) -> bool:
        """Is nobody left to move, chance included?"""
        return self.movers() == 0

    def movers(self) -> int:
        """Bit set of the seats that may act; the bit of CHANCE alone when dice are to fall; 0 when it is over."""
        return int(self.module.movers(self.state))

    def legal(self, seat: int) -> list[int]:
        """The codes of all that this seat may do now, ascending."""
        if not 0 <= seat < self.seats or not self._rules.legal(self._read, seat, self._mask):
            return []
        return np.flatnonzero(self._mask).tolist()

    def odds(self) -> list[int]:
        """Relative weights of all outcomes of chance; empty when it is not chance's turn."""
        return self._weights.tolist() if self.module.odds(self.state, self._weights) else []

    def play(self, seat: int, action: int) -> None:
        """One ply, checked. Raises IllegalAction or NotAnAction and changes nothing then."""
        if seat != CHANCE and seat >= self.seats:
            raise NotAnAction(self.module.NAME, action)
        require(self.module, self._rules, self._read, seat, action)
        self._apply(seat, action)

    def act(self, seat: int, actions: Sequence[int]) -> None:
        """Several actions of one seat, all or none, up to the next chance event at most."""
        before, version = bytes(self.state), self.version
        try:
            for action in actions:
                self.play(seat, action)
        except Refusal:
            memmove(addressof(self.state), before, len(before))
            del self.log[version:], self._seen[version:]
            raise

    def preview(self, seat: int, actions: Sequence[int]) -> Match:
        """What would be after these actions of one seat: an independent copy. Raises as `play` does.

        In a game with secrets it is played on guesses at what the seat may not know, so that nothing true can leak;
        raises SecretOutcome when the guesses do not agree on what the seat would see.
        """
        if not self.secrets:
            return _played(self.copy(), seat, actions)
        trials = [_played(self._guessed(seat), seat, actions) for _ in range(GUESSES)]
        if len({trial.view_bytes(seat) for trial in trials}) > 1:
            raise SecretOutcome
        return trials[0]

    def _guessed(self, seat: int) -> Match:
        """A copy in which all that the seat may not know is a guess."""
        guessed = self.copy()
        self.module.hide(guessed.state, seat)
        self.module.guess(guessed.state, _rng)
        return guessed

    def fall(self, chance: Chance) -> int:
        """Let chance fall until a seat has to decide or the match is over; the number of plies it took."""
        before = self.version
        while self.module.odds(self.state, self._weights):
            outcome = chance.outcome(self._weights.tolist(), lambda code: self.module.say(CHANCE, code))
            self._apply(CHANCE, outcome)
        return self.version - before

    def view(self, viewer: int | None) -> dict[str, Any]:
        """What this viewer may know, by the names of the state's fields: integers and (nested) lists of them.

        In a race without its SOLUTION: what the rules reckon along the way, and people are to find by looking.
        """
        shown = self.hidden(viewer)
        solution = getattr(self.module, "SOLUTION", ())
        return {name: _listed(getattr(shown, name)) for name in self.module.STATE.names if name not in solution}

    def hidden(self, viewer: int | None) -> Any:
        """A copy of the state with all that this viewer may not know blanked; nothing for None, to whom all is open."""
        shown = kernel.copied(self.state)
        if viewer is not None:
            self.module.hide(shown, viewer)
        return shown

    def view_bytes(self, viewer: int) -> bytes:
        """The same as bytes, to compare views by."""
        return bytes(self.hidden(viewer))

    def show(self, viewer: int | None) -> str:
        """The position as text, as this viewer may know it."""
        return str(self.module.show(self.hidden(viewer)))

    def steps(self, viewer: int, since: int = 0) -> list[Step]:
        """The plies from version `since` on, as this viewer's channel tells them."""
        say = self.module.say
        return [
            Step(seat, action, say(seat, action)) if seen >> viewer & 1 else Step(seat, None, None)
            for (seat, action), seen in zip(self.log[since:], self._seen[since:], strict=True)
        ]

    def returns(self) -> list[float]:
        """Win shares by seat, as it stands."""
        return self._by_seat(self.module.returns)

    def scores(self) -> list[float]:
        """The game's own points by seat, as it stands."""
        return self._by_seat(self.module.scores)

    def copy(self) -> Match:
        """An independent match at the same point."""
        twin = Match.__new__(Match)
        state = kernel.copied(self.state)
        record = np.frombuffer(state, self.module.STATE)[0]  # this way round: `plain` takes 20 microseconds
        read = state if self._read is self.state else record
        own = {"record": record, "state": state, "_read": read, "log": self.log.copy(), "_seen": self._seen.copy()}
        vars(twin).update(vars(self), **own)
        return twin

    def become(self, other: Match) -> None:
        """Go where `other` is. One of the two is a copy of the other that was played on; cheaper than a new copy."""
        memmove(addressof(self.state), addressof(other.state), sizeof(self.state))
        del self.log[other.version :], self._seen[other.version :]
        self._seen += other._seen[self.version :]
        self.log += other.log[self.version :]

    def faster(self, compiled: Rules) -> None:
        """From now on ask compiled functions."""
        self._rules, self._read = compiled, self.record

    def _apply(self, seat: int, action: int) -> None:
        seen = self._seers(seat, action) if self.secrets else EVERYBODY
        self._rules.apply(self._read, seat, action)
        self.log.append((seat, action))
        self._seen.append(seen)

    def _seers(self, seat: int, action: int) -> int:
        """The viewers who may see this ply, as a bit set."""
        seen = 0
        for viewer in (*range(self.seats), SPECTATOR):
            seen |= bool(self.module.sees(self.state, viewer, seat, action)) << viewer
        return seen

    def _by_seat(self, function: Any) -> list[float]:
        out = np.zeros(MAX_SEATS, np.float64)
        function(self.state, out)
        return [float(share) for share in out[: self.seats]]


def replay(game: ModuleType | Any, seats: int, options: Mapping[str, object], log: Iterable[tuple[int, int]]) -> Match:
    """The match that a log tells. Raises BrokenLog with the ply that is not possible."""
    match = Match(game, seats, options)
    for ply, (seat, action) in enumerate(log):
        try:
            match.play(seat, action)
        except Refusal as refusal:
            raise BrokenLog(ply, refusal.text) from refusal
    return match


def starter_step(match: Match, seat: int) -> tuple[int, int] | None:
    """The ply that makes `seat` begin, if it is chance's turn to draw who does; for a rematch with a rotated start."""
    for outcome, weight in enumerate(match.odds()):
        if weight and match.module.say(CHANCE, outcome) == f"start {seat}":
            return CHANCE, outcome
    return None


def _played(match: Match, seat: int, actions: Sequence[int]) -> Match:
    match.act(seat, actions)
    return match


def _listed(value: Any) -> Any:
    if isinstance(value, int):
        return value
    items = value[:]
    return items if isinstance(items[0], int) else [_listed(item) for item in items]
