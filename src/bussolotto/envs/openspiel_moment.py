"""A point of a match as game trees have it: chance moves, or one seat, or several at once, or nobody.

Where several may act at once each hands in one action, those who may not act `wait`. Where choices are secret all of
them are played, in the order of the seats. In a race (GEN-4) each reacts after a time without memory (`reactions`): so
one of those who claim something comes first, each with a probability in proportion to the rate of its seat, that claim
is played, the others are dropped, and all look again. In a race a seat may also let the moment pass; where all have
done so, whoever has something to do that is no foul does it next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

import numpy as np

import bussolotto
from bussolotto import kernel, match
from bussolotto.errors import NotAnAction
from bussolotto.kernel import CHANCE, MAX_SEATS, SPECTATOR

NOBODY, TOGETHER = -1, -2  # in the place of a seat: the match is over; several act at once
EVERYBODY = (1 << 16) - 1  # all viewers, as a bit set
UNKNOWN = -1  # in the place of an action that a guess leaves open
PROBED = 64  # plies of random play in which a game shows whether several act at once


class Step(NamedTuple):
    """A ply, or a claim that was not played; `seen`: the viewers who know the action, as a bit set."""

    seat: int
    action: int
    seen: int
    played: bool


Log = tuple[Any, Step] | None  # the last step, and the log before it: nothing is copied when play branches


class Tree:
    """A game with its seats, options and rates: what all points of its matches have in common."""

    def __init__(
        self, name: str, seats: int, options: Mapping[str, str], rates: tuple[float, ...] | None = None
    ) -> None:
        """`rates`: reactions per time by seat, in a race; all the same if not given. Raises as `open_state` does."""
        self.game = bussolotto.game(name)
        self.seats = seats
        self.opening = kernel.plain(np.zeros(1, self.game.STATE)[0])
        self.options = kernel.open_state(self.game, self.opening, seats, options)
        self.rates = rates or (1.0,) * seats
        self.wait = int(self.game.ACTIONS)  # the code of waiting, after all actions
        self.first = int(self.game.OUTCOMES)  # the codes of who comes first, after all outcomes
        self.secrets = hasattr(self.game, "guess")
        self.fouls = frozenset(getattr(self.game, "FOULS", ()))

    @cached_property
    def root(self) -> Moment:
        """The opening position; not to be played on, but on copies."""
        return Moment(self, kernel.copied(self.opening))

    def say(self, seat: int, code: int) -> str:
        """An action, an outcome, waiting, or who came first."""
        if code == UNKNOWN:
            return "?"
        if seat == CHANCE:
            return str(self.game.say(CHANCE, code)) if code < self.first else f"first {code - self.first}"
        return str(self.game.say(seat, code)) if code < self.wait else "wait"


class Moment:
    """One point of one match. `play` and `hand_in` go on from here; `copy` branches off at the price of the state."""

    __slots__ = ("_found", "_next", "claims", "log", "s", "tree", "waited")

    def __init__(
        self, tree: Tree, s: Any, log: Log = None, claims: tuple[int, ...] | None = None, waited: bool = False
    ) -> None:
        self.tree = tree
        self.s = s
        self.log = log
        self.claims = claims  # what was handed in, until it is drawn who came first
        self.waited = waited  # have all who could have acted let the moment pass?
        self._found: dict[int, list[int]] = {}  # by seat: what the rules allow here, once it was asked for
        self._next: int | None = None  # who is to move by the rules, once it was asked for

    def copy(self) -> Moment:
        """An independent one."""
        return Moment(self.tree, kernel.copied(self.s), self.log, self.claims, self.waited)

    def __deepcopy__(self, memo: object) -> Moment:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        tree = self.tree
        setting = tree.game.NAME, tree.game.RULES, tree.seats, tree.options, tree.rates
        return restored, (setting, bytes(self.s), list(self.steps()), self.claims, self.waited)

    def steps(self) -> Iterator[Step]:
        """All steps so far, the first one first."""
        backward = []
        log = self.log
        while log:
            log, step = log
            backward.append(step)
        return reversed(backward)

    def plies(self) -> list[tuple[int, int]]:
        """The log as `bussolotto.match` keeps it."""
        return [(step.seat, step.action) for step in self.steps() if step.played]

    # --- who may do what ----------------------------------------------------------------------------------------------

    def mover(self) -> int:
        """A seat, CHANCE, TOGETHER or NOBODY."""
        if self.claims:
            return CHANCE
        if self._next is None:
            bits = int(self.tree.game.movers(self.s))
            self._next = TOGETHER if bits & (bits - 1) else bits.bit_length() - 1
        return self._next

    def legal(self, seat: int) -> list[int]:
        """The codes of what this seat may hand in now, ascending; waiting alone where only others may act."""
        codes = self._codes(seat)
        waits = self.mover() == TOGETHER and self.tree.game.RACE and self._may_wait(codes)
        return [*codes, self.tree.wait] if waits or not codes else codes[:]

    def _codes(self, seat: int) -> list[int]:
        if seat not in self._found:
            mask = np.zeros(self.tree.game.ACTIONS, np.uint8)
            self.tree.game.legal(self.s, seat, mask)
            self._found[seat] = mask.nonzero()[0].tolist()
        return self._found[seat]

    def _may_wait(self, codes: list[int]) -> bool:
        """Once all have waited, those do something who can without a foul; if nobody can, all have to."""
        if not self.waited:
            return True
        fouls = self.tree.fouls
        return fouls.issuperset(codes) and any(
            not fouls.issuperset(self._codes(seat)) for seat in range(self.tree.seats)
        )

    def chances(self) -> list[tuple[int, float]]:
        """The outcomes that can come now, ascending, with their probabilities."""
        if self.claims:
            rates = self.tree.rates
            weights = {self.tree.first + seat: rates[seat] for seat, _ in self._claimed(self.claims)}
        else:
            odds = np.zeros(self.tree.game.OUTCOMES, np.int64)
            self.tree.game.odds(self.s, odds)
            weights = {outcome: int(odds[outcome]) for outcome in odds.nonzero()[0].tolist()}
        total = sum(weights.values())
        return [(outcome, weight / total) for outcome, weight in weights.items()]

    # --- going on -----------------------------------------------------------------------------------------------------

    def play(self, code: int) -> None:
        """An outcome of chance, or an action of the only seat that may act. Raises IllegalAction, NotAnAction."""
        seat = self.mover()
        if self.claims and seat == CHANCE:
            self._come_first(code - self.tree.first)
        else:
            self._ply(seat, code)

    def hand_in(self, actions: list[int]) -> None:
        """One action of each seat, where several act at once. Raises IllegalAction, NotAnAction."""
        for seat, action in enumerate(actions):
            self._check(seat, action)
        claimed = self._claimed(tuple(actions))
        if not self.tree.game.RACE:
            self._play_all(claimed)
        elif len(claimed) > 1:
            self.claims = tuple(actions)
        else:
            self._settle(actions, claimed[0][0] if claimed else NOBODY)

    def _check(self, seat: int, action: int) -> None:
        if action in self.legal(seat):
            return
        if action < self.tree.wait:
            match.require(self.tree.game, self.tree.game, self.s, seat, action)
        raise NotAnAction(self.tree.game.NAME, self.tree.say(seat, action))

    def _claimed(self, actions: tuple[int, ...]) -> list[tuple[int, int]]:
        return [(seat, action) for seat, action in enumerate(actions) if action != self.tree.wait]

    def _play_all(self, claimed: list[tuple[int, int]]) -> None:
        """In the order of the seats. What an earlier one has made impossible is dropped: its seat is asked again."""
        for seat, action in claimed:
            if action in self._codes(seat):
                self._ply(seat, action)
            else:
                self._drop(seat, action)

    def _come_first(self, seat: int) -> None:
        claims = self.claims or ()
        if not 0 <= seat < len(claims) or claims[seat] == self.tree.wait:
            raise NotAnAction(self.tree.game.NAME, self.tree.say(CHANCE, self.tree.first + seat))
        self.claims = None
        self._settle(list(claims), seat)

    def _settle(self, actions: list[int], winner: int) -> None:
        """One comes first, or nobody has claimed anything; every other remembers what it would have done."""
        movers = int(self.tree.game.movers(self.s))
        for seat, action in enumerate(actions):
            if seat != winner and movers >> seat & 1:
                self._drop(seat, action)
        self.waited = winner == NOBODY
        if winner != NOBODY:
            self._ply(winner, actions[winner])

    def _drop(self, seat: int, action: int) -> None:
        self.log = (self.log, Step(seat, action, 1 << seat, played=False))

    def _ply(self, seat: int, action: int) -> None:
        game = self.tree.game
        if seat == CHANCE or seat < 0 or action not in self._codes(seat):
            match.require(game, game, self.s, seat, action)
        self._found = {}
        self._next = None
        seen = self._seers(seat, action) if self.tree.secrets else EVERYBODY
        game.apply(self.s, seat, action)
        self.log = (self.log, Step(seat, action, seen, played=True))

    def _seers(self, seat: int, action: int) -> int:
        seen = 0
        for viewer in (*range(self.tree.seats), SPECTATOR):
            seen |= bool(self.tree.game.sees(self.s, viewer, seat, action)) << viewer
        return seen

    # --- what it looks like -------------------------------------------------------------------------------------------

    def returns(self) -> list[float]:
        """Win shares by seat at the end, zeros before."""
        out = np.zeros(MAX_SEATS)
        if self.mover() == NOBODY:
            self.tree.game.returns(self.s, out)
        return [float(share) for share in out[: self.tree.seats]]

    def view(self, viewer: int) -> Any:
        """A copy of the state with all that this viewer may not know blanked."""
        shown = kernel.copied(self.s)
        self.tree.game.hide(shown, viewer)
        return shown

    def told(self, viewer: int, unless: int | None = None) -> str:
        """The steps in notation as this viewer knows them, its own claims that came too late in brackets.

        `unless`: leave out what this other viewer knows too.
        """
        words = (self._told(step, viewer) for step in self.steps() if unless is None or not step.seen >> unless & 1)
        return "; ".join(word for word in words if word)

    def _told(self, step: Step, viewer: int) -> str:
        who = "-" if step.seat == CHANCE else str(step.seat)
        known = step.seen >> viewer & 1
        if step.played:
            return f"{who} {self.tree.say(step.seat, step.action) if known else '?'}"
        return f"{who} ({self.tree.say(step.seat, step.action)})" if known else ""

    def __str__(self) -> str:
        text = str(self.tree.game.show(self.s))
        claims = [f"{seat} {self.tree.say(seat, action)}" for seat, action in self._claimed(self.claims or ())]
        return "\n".join([text, *([f"claims: {'; '.join(claims)}"] if claims else ["all wait"] if self.waited else [])])

    def guessed(self, seat: int, rng: Random) -> Moment:
        """The same to this seat, all that it may not know being a guess; steps that it did not see stay open."""
        if not self.tree.secrets:
            return self.copy()
        s = self.view(seat)
        self.tree.game.guess(s, rng)
        log: Log = None
        for step in self.steps():
            log = (log, step if step.seen >> seat & 1 else step._replace(action=UNKNOWN, seen=0))
        return Moment(self.tree, s, log, self.claims, self.waited)


def restored(
    setting: tuple[Any, ...], state: bytes, steps: list[Step], claims: tuple[int, ...] | None, waited: bool
) -> Moment:
    """A moment from its pickled form; only under the rules it was played with."""
    name, rules, seats, options, rates = setting
    tree = Tree(name, seats, options, rates)
    assert rules == tree.game.RULES, f"{name} is played by rules {tree.game.RULES} now, not {rules}"
    log: Log = None
    for step in steps:
        log = (log, step)
    return Moment(tree, type(tree.opening).from_buffer_copy(state), log, claims, waited)


def acts_together(game: Any) -> bool:
    """Do several seats act at once in this game? Looked for in the first plies of random play."""
    rng = Random(1)
    moment = Tree(game.NAME, game.SEATS[0], {}).root.copy()
    for _ in range(PROBED):
        mover = moment.mover()
        if mover in (TOGETHER, NOBODY):
            return mover == TOGETHER
        codes = [code for code, _ in moment.chances()] if mover == CHANCE else moment.legal(mover)
        moment.play(rng.choice(codes))
    return bool(game.RACE)
