"""One match of a game: the state, the log of every ply, and what each viewer may know of both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from ctypes import addressof, memmove
from functools import partial
from random import SystemRandom
from typing import Any, NamedTuple, Protocol, Self

import msgspec
import numpy as np

from bussolotto.core import contract, kernel
from bussolotto.core.chance import Chance
from bussolotto.core.contract import Game, Rules, as_game
from bussolotto.core.errors import Refusal, refuse
from bussolotto.core.kernel import CHANCE, MAX_SEATS, SPECTATOR

CHANCE_BIT = 1 << CHANCE
EVERYBODY = (1 << 16) - 1  # all viewers, as a bit set
GUESSES = 16  # how many guesses at secrets a preview makes
_rng = SystemRandom()


class Judge(Protocol):
    """The two functions that a live match calls at every ply, interpreted or compiled."""

    def legal(self, s: Any, seat: int, mask: kernel.Mask) -> int: ...
    def apply(self, s: Any, seat: int, action: int) -> None: ...


class Step(NamedTuple):
    """One ply as a viewer may see it; action and text are None where the viewer may not know them."""

    seat: int
    action: int | None
    text: str | None


class Traced(msgspec.Struct, frozen=True):
    """Plies in a row, who saw the action of each as a bit set, and the bytes of the states before and after each."""

    plies: Sequence[tuple[int, int]]
    seers: Sequence[int]
    states: Sequence[bytes]  # one more than there are plies


def step(s: Any, seat: int, action: int) -> None:
    """Play one ply on a bare state in either reading. Raises IllegalAction or NotAnAction and changes nothing then."""
    game = contract.game_of(s)
    require(game, game, s, seat, action)
    game.apply(s, seat, action)


def after(s: Any, seat: int, action: int) -> Any:
    """A copy of a bare state after one more ply, in the same reading. The ply must be legal."""
    then = kernel.copied(s)
    contract.game_of(s).apply(then, seat, action)
    return then


def require(game: Any, rules: Judge, s: Any, seat: int, action: int) -> None:
    """Check that this ply is allowed: `odds` for chance, `legal` for a seat. Raises IllegalAction or NotAnAction."""
    mask, weights = np.zeros(game.ACTIONS, np.uint8), np.zeros(game.OUTCOMES, np.int64)
    if not _allows(game, rules, s, seat, action, mask, weights):
        raise contract.refusal(game, s, seat, action)


def _allows(
    game: Any, rules: Judge, s: Any, seat: int, action: int, mask: kernel.Mask, weights: kernel.Weights
) -> bool:
    """Is this ply allowed? `mask` and `weights` are overwritten."""
    allowed: Any
    if seat == CHANCE:
        allowed, count = weights, game.odds(s, weights)
    elif 0 <= seat < MAX_SEATS:
        allowed, count = mask, rules.legal(s, seat, mask)
    else:
        return False
    return bool(count) and 0 <= action < len(allowed) and bool(allowed[action])


class Match:
    """A match in play. Nothing in it waits, draws dice or communicates: that is up to the caller."""

    def __init__(self, game: Game | Rules, seats: int, options: Mapping[str, object] | None = None) -> None:
        """Open a match; raises BadSeats, UnknownOption or UnknownValue."""
        self.game = as_game(game)
        self.seats = seats
        self.secrets = self.game.secrets  # may views differ? Only then is the position computed for each seat
        self.record = np.zeros(1, self.game.STATE)[0]
        self.state = kernel.plain(self.record)
        self.options = contract.open_state(self.game, self.state, seats, options or {})
        self.log: list[tuple[int, int]] = []
        self.version = 0  # number of plies played
        self._seen: list[int] = []  # for each ply, the viewers who saw its action, as a bit set
        self._trail: list[bytes] | None = None  # if it is traced, the state then and after each ply since
        self._rules: Judge = self.game
        self._read = self.state  # the reading of the state that `_rules` need
        self._mask = np.zeros(self.game.ACTIONS, np.uint8)
        self._weights = np.zeros(self.game.OUTCOMES, np.int64)

    @property
    def over(self) -> bool:
        """Is nobody left to act, not even chance?"""
        return self.movers() == 0

    def movers(self) -> int:
        """The seats that may act, as a bit set; only CHANCE when dice are to fall; 0 when the match is over."""
        return int(self.game.movers(self.state))

    def legal(self, seat: int) -> list[int]:
        """The codes of all legal actions of this seat, ascending."""
        if not 0 <= seat < self.seats or not self._rules.legal(self._read, seat, self._mask):
            return []
        return self._mask.nonzero()[0].tolist()

    def odds(self) -> list[int]:
        """The relative weights of all outcomes of chance; empty when it is not chance's turn."""
        return self._weights.tolist() if self.game.odds(self.state, self._weights) else []

    def play(self, seat: int, action: int) -> None:
        """Play one ply after checking it. Raises IllegalAction or NotAnAction and changes nothing then."""
        if seat != CHANCE and seat >= self.seats:
            raise refuse("not-an-action", game=self.game.NAME, action=action)
        if not _allows(self.game, self._rules, self._read, seat, action, self._mask, self._weights):
            raise contract.refusal(self.game, self._read, seat, action)
        self._apply(seat, action)

    def act(self, seat: int, actions: Sequence[int], legal: Sequence[int] = ()) -> None:
        """Play several actions of one seat, all or none, at most up to the next chance event.

        `legal`: what this seat may do now, if that is known. The rules are not asked again then.
        """
        if len(actions) == 1:
            if actions[0] in legal:
                self._apply(seat, actions[0])
            else:
                self.play(seat, actions[0])
            return
        before, version, traced = bytes(self.state), self.version, len(self._trail or ())
        try:
            for action in actions:
                self.play(seat, action)
        except Refusal:
            memmove(addressof(self.state), before, len(before))
            del self.log[version:], self._seen[version:], (self._trail or [])[traced:]
            self.version = version
            raise

    def preview(self, seat: int, actions: Sequence[int]) -> Match:
        """The position after these actions of one seat, as an independent copy. Raises as `play` does.

        In a game with secrets the actions are played on guesses at what the seat may not know, so that nothing true can
        leak. Raises SecretOutcome when the guesses do not agree on what the seat would see.
        """
        if not self.secrets:
            return _played(self.copy(), seat, actions)
        trials = [_played(self._guessed(seat), seat, actions) for _ in range(GUESSES)]
        if len({trial.view_bytes(seat) for trial in trials}) > 1:
            raise refuse("secret-outcome")
        return trials[0]

    def _guessed(self, seat: int) -> Match:
        """A copy in which a guess replaces everything that the seat may not know."""
        guessed = self.copy()
        self.game.hide(guessed.state, seat)
        self.game.guess(guessed.state, _rng)
        return guessed

    def fall(self, chance: Chance) -> int:
        """Let chance act until a seat has to decide or the match is over; return the number of plies."""
        before, state, weights, odds = self.version, self.state, self._weights, self.game.odds
        say = partial(self.game.say, CHANCE)
        while odds(state, weights):
            self._apply(CHANCE, chance.outcome(weights.tolist(), say))
        return self.version - before

    def view(self, viewer: int | None) -> dict[str, Any]:
        """What this viewer may know, by the names of the state's fields: integers and (nested) lists of them.

        In a race this leaves out SOLUTION: fields that the rules compute along the way and that players must find out
        themselves.
        """
        return self.listed(self.hidden(viewer))

    def listed(self, shown: Any) -> dict[str, Any]:
        """A state that may be shown, by the names of its fields, without SOLUTION."""
        solution = self.game.facts.solution
        return {name: _listed(getattr(shown, name)) for name in self.game.STATE.names if name not in solution}

    def hidden(self, viewer: int | None) -> Any:
        """A copy of the state in which everything the viewer may not know is blanked; None sees everything."""
        shown = kernel.copied(self.state)
        if viewer is not None:
            self.game.hide(shown, viewer)
        return shown

    def view_bytes(self, viewer: int) -> bytes:
        """The same view as bytes, for comparison."""
        return bytes(self.hidden(viewer))

    def show(self, viewer: int | None) -> str:
        """The position as text, as far as this viewer may know it."""
        return str(self.game.show(self.hidden(viewer)))

    def steps(self, viewer: int, since: int = 0) -> list[Step]:
        """The plies from version `since` on, as this viewer may see them."""
        say = self.game.say
        return [
            Step(seat, action, say(seat, action)) if seen >> viewer & 1 else Step(seat, None, None)
            for (seat, action), seen in zip(self.log[since:], self._seen[since:], strict=True)
        ]

    def seers(self, since: int, until: int) -> Sequence[int]:
        """The viewers who saw each action between these versions, as bit sets."""
        return self._seen[since:until]

    def hidden_plies(self, since: int, until: int | None = None) -> list[bool]:
        """For each ply between these versions, whether there is anybody who did not see its action."""
        return self.hidden_among(self._seen[since:until])

    def hidden_among(self, seers: Sequence[int]) -> list[bool]:
        """For each bit set of those who saw an action, whether there is anybody who did not."""
        if not self.secrets:
            return [False] * len(seers)
        everybody = (1 << self.seats) - 1 | 1 << SPECTATOR
        return [bool(everybody & ~seen) for seen in seers]

    def returns(self) -> list[float]:
        """The win shares by seat, in this position."""
        return self._by_seat(self.game.returns)

    def scores(self) -> list[float]:
        """The game's own points by seat, in this position."""
        return self._by_seat(self.game.scores)

    def copy(self) -> Self:
        """An independent match in the same position, which is not traced."""
        twin = type(self).__new__(type(self))
        state = kernel.copied(self.state)
        record = np.frombuffer(state, self.game.STATE)[0]  # in this direction, because `plain` takes 20 microseconds
        read = state if self._read is self.state else record
        log, seen = self.log.copy(), self._seen.copy()
        own = {"record": record, "state": state, "_read": read, "log": log, "_seen": seen, "_trail": None}
        vars(twin).update(vars(self), **own)
        return twin

    def become(self, other: Match) -> None:
        """Take over the position of `other`: one must be a continued copy of the other. Cheaper than `copy`."""
        memoryview(self.state).cast("B")[:] = memoryview(other.state).cast("B")  # `memmove` would release the GIL
        known, reached = self.version, other.version
        self.version = reached
        if known > reached:
            del self.log[reached:], self._seen[reached:]
        elif known < reached:
            self.log += other.log[known:]
            self._seen += other._seen[known:]

    def trace(self) -> None:
        """Keep from now on the state after each ply, and forget those kept before."""
        self._trail = [bytes(self.state)]

    def trace_no_more(self) -> None:
        """Keep no states any more."""
        self._trail = None

    def traced(self) -> Traced:
        """The plies since it was last told to trace them."""
        states = self._trail or [bytes(self.state)]
        since = len(self.log) + 1 - len(states)
        return Traced(self.log[since:], self._seen[since:], states)

    def retraced(self, log: Iterable[tuple[int, int]]) -> Traced:
        """The plies of such a log, played from here on."""
        self.trace()
        for step in log:
            self.play(*step)
        return self.traced()

    def take_over(self, traced: Traced) -> None:
        """Take over plies that were played on a copy of this position."""
        memoryview(self.state).cast("B")[:] = traced.states[-1]
        self.log += traced.plies
        self.version += len(traced.plies)
        self._seen += traced.seers
        if self._trail is not None:
            self._trail = [*self._trail, *traced.states[1:]]  # whoever was given the others keeps them

    def faster(self, compiled: Judge) -> None:
        """Use compiled functions from now on."""
        self._rules, self._read = compiled, self.record

    def _apply(self, seat: int, action: int) -> None:
        seen = self._seers(seat, action) if self.secrets else EVERYBODY
        self._rules.apply(self._read, seat, action)
        self.log.append((seat, action))
        self.version += 1
        self._seen.append(seen)
        if self._trail is not None:
            self._trail.append(bytes(self.state))

    def _seers(self, seat: int, action: int) -> int:
        """The viewers who may see this ply, as a bit set."""
        seen = 0
        for viewer in (*range(self.seats), SPECTATOR):
            seen |= bool(self.game.sees(self.state, viewer, seat, action)) << viewer
        return seen

    def _by_seat(self, function: Any) -> list[float]:
        out = np.zeros(MAX_SEATS, np.float64)
        function(self.state, out)
        return [float(share) for share in out[: self.seats]]

    def meaning(self, seat: int, action: int, version: int) -> int | None:
        """The action that a claim made in a race at this version now means, perhaps a foul; None if it is void (GEN-4).

        A claim is void when dice have fallen since, because it refers to the throw that its sender saw. A foul counts
        only if the player could have known better (RAF-5): it is void if anything but such fouls has happened since.
        """
        since = self.log[max(version, 0) :]
        if any(mover == CHANCE for mover, _ in since):
            return None
        found = self.game.meant(self.state, seat, action)
        fouls = self.game.fouls
        return None if found in fouls and not all(other in fouls for _, other in since) else found


def replay(game: Game | Rules, seats: int, options: Mapping[str, object], log: Iterable[tuple[int, int]]) -> Match:
    """The match that a log describes. Raises BrokenLog with the first impossible ply."""
    match = Match(game, seats, options)
    play_rest(match, list(log))
    return match


def play_rest(match: Match, log: Sequence[tuple[int, int]]) -> None:
    """Play what follows in the log of a match. Raises BrokenLog with the first impossible ply."""
    for ply in range(match.version, len(log)):
        try:
            match.play(*log[ply])
        except Refusal as refusal:
            raise refuse("broken-log", ply=ply, problem=refusal.text) from refusal


def starter_step(match: Match, seat: int) -> tuple[int, int] | None:
    """The ply that lets `seat` begin, if chance is to draw the start player; for a rematch with a rotated start."""
    for outcome, weight in enumerate(match.odds()):
        if weight and match.game.say(CHANCE, outcome) == f"start {seat}":
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
