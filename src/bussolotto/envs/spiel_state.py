"""A node in the game tree of a match: chance, one seat's decision, simultaneous decisions, or the end.

If several seats may act at once, each submits one action; those that may not act `wait`. If choices are secret, all of
them are played in seat order. In a race (GEN-4) each seat reacts after a memoryless time (`race_model`). One of the
claiming seats is therefore first, with a probability proportional to its rate. Its claim is played, the others are
dropped, and all look again. In a race a seat may also let the moment pass. If all have done so, the next seat to act is
one that can act without a foul.

In a tree of turns, seats that act at once are asked one after the other, and none is shown what others have handed in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

import numpy as np

from bussolotto.core import kernel
from bussolotto.core.contract import Game
from bussolotto.core.errors import refuse
from bussolotto.core.kernel import CHANCE, MAX_SEATS, SPECTATOR
from bussolotto.envs.spiel_tree import UNKNOWN, Setting, Tree
from bussolotto.play import match

NOBODY, TOGETHER = -1, -2  # instead of a seat: the match is over; several seats act at once
EVERYBODY = (1 << 16) - 1  # all viewers, as a bit set
PROBED = 64  # plies of random play within which a game shows whether several seats act at once


class Step(NamedTuple):
    """A ply, or a claim that was not played. `seen` is the bit set of viewers who know the action."""

    seat: int
    action: int
    seen: int
    played: bool


Log = tuple[Any, Step] | None  # the last step and the log before it: branching copies nothing


class SpielState:
    """One node of one match. `play` and `hand_in` advance it; `copy` branches at the cost of copying the state."""

    __slots__ = ("_found", "_next", "_reading", "_weights", "claims", "handed", "log", "s", "tree", "waited")

    def __init__(
        self,
        tree: Tree,
        s: Any,
        log: Log = None,
        claims: tuple[int, ...] | None = None,
        waited: bool = False,
        handed: tuple[int, ...] = (),
    ) -> None:
        self.tree = tree
        self.s = s
        self.log = log
        self.claims = claims  # submitted actions, until the seat that is first is drawn
        self.waited = waited  # have all seats that could act let the moment pass?
        self.handed = handed  # in a tree of turns: what the first seats have handed in
        self._reading: Any = None  # the state as the rules read it, once needed
        self._forget()

    def _forget(self) -> None:
        """Another position."""
        self._found: dict[int, list[int]] = {}  # by seat: the legal actions here, once computed
        self._weights: dict[int, int] | None = None  # of the outcomes here, once computed
        self._next: int | None = None  # the mover by the rules, once computed

    def copy(self) -> SpielState:
        """Return an independent copy."""
        return SpielState(self.tree, kernel.copied(self.s), self.log, self.claims, self.waited, self.handed)

    def __deepcopy__(self, memo: object) -> SpielState:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        node = bytes(self.s), list(self.steps()), self.claims, self.waited, self.handed
        return restore, (self.tree.setting, self.tree.game.RULES, *node)

    def steps(self) -> Iterator[Step]:
        """Return all steps so far in order."""
        backward = []
        log = self.log
        while log:
            log, step = log
            backward.append(step)
        return reversed(backward)

    def plies(self) -> list[tuple[int, int]]:
        """Return the log in the form of `bussolotto.match`."""
        return [(step.seat, step.action) for step in self.steps() if step.played]

    # --- legal actions ------------------------------------------------------------------------------------------------

    def _read(self) -> Any:
        if self._reading is None:
            self._reading = self.tree.reading(self.s)
        return self._reading

    def mover(self) -> int:
        """Return a seat, CHANCE, TOGETHER or NOBODY."""
        if self.claims:
            return CHANCE
        if self._next is None:
            bits = int(self.tree.game.movers(self.s))
            self._next = TOGETHER if bits & (bits - 1) else bits.bit_length() - 1
            if self._next == TOGETHER and self.tree.turns:
                self._next = self._asked()
        return self._next

    def _asked(self) -> int:
        """Return the next seat of those that act at once which can do anything but wait."""
        return next(seat for seat in range(len(self.handed), self.tree.seats) if self._codes(seat))

    def _at_once(self) -> bool:
        """Return whether several seats act at once here."""
        bits = int(self.tree.game.movers(self.s))
        return bool(bits & (bits - 1)) and not self.claims

    def legal(self, seat: int) -> list[int]:
        """Return the codes that this seat may submit now, ascending; only waiting if only other seats may act."""
        codes = self._codes(seat)
        waits = self.tree.game.RACE and self._at_once() and self._may_wait(codes)
        return [*codes, self.tree.wait] if waits or not codes else codes[:]

    def _codes(self, seat: int) -> list[int]:
        if seat not in self._found:
            mask = np.zeros(self.tree.game.ACTIONS, np.uint8)
            self.tree.rules.legal(self._read(), seat, mask)
            self._found[seat] = mask.nonzero()[0].tolist()
        return self._found[seat]

    def _may_wait(self, codes: list[int]) -> bool:
        """Return whether a seat may wait. Once all have waited, not if it can act without a foul, or if no seat can."""
        if not self.waited:
            return True
        fouls = self.tree.fouls
        return fouls.issuperset(codes) and any(
            not fouls.issuperset(self._codes(seat)) for seat in range(self.tree.seats)
        )

    def chances(self) -> list[tuple[int, float]]:
        """Return the possible outcomes, ascending, with their probabilities."""
        weights: Mapping[int, float]
        if not self.claims:
            weights = self._odds()
        else:
            rates = self.tree.rates
            weights = {self.tree.first + seat: rates[seat] for seat, _ in self._claims_of(self.claims)}
        total = sum(weights.values())
        return [(outcome, weight / total) for outcome, weight in weights.items()]

    def _odds(self) -> dict[int, int]:
        if self._weights is None:
            odds = np.zeros(self.tree.game.OUTCOMES, np.int64)
            self.tree.game.odds(self.s, odds)
            self._weights = {outcome: int(odds[outcome]) for outcome in odds.nonzero()[0].tolist()}
        return self._weights

    # --- playing ------------------------------------------------------------------------------------------------------

    def play(self, code: int) -> None:
        """Play an outcome of chance, or an action of the only seat that may act. Raises IllegalAction, NotAnAction."""
        seat = self.mover()
        if self.claims and seat == CHANCE:
            self._come_first(code - self.tree.first)
        elif self.tree.turns and seat >= 0 and self._at_once():
            self._take_turn(seat, code)
        else:
            self._ply(seat, code)

    def _take_turn(self, seat: int, code: int) -> None:
        """Keep what a seat hands in. Once nobody is left to be asked, all of it is submitted."""
        self._check(seat, code)
        waits = (self.tree.wait,)
        handed = self.handed + waits * (seat - len(self.handed)) + (code,)
        left = range(len(handed), self.tree.seats)
        if any(self._codes(other) for other in left):
            self.handed, self._next = handed, None
            return
        self.handed, self._next = (), None
        self.hand_in([*handed, *waits * len(left)])

    def hand_in(self, actions: list[int]) -> None:
        """Submit one action of each seat when several act at once. Raises IllegalAction, NotAnAction."""
        for seat, action in enumerate(actions):
            self._check(seat, action)
        self._next = None
        claimed = self._claims_of(tuple(actions))
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
        raise refuse("not-an-action", game=self.tree.game.NAME, action=self.tree.say(seat, action))

    def _claims_of(self, actions: tuple[int, ...]) -> list[tuple[int, int]]:
        return [(seat, action) for seat, action in enumerate(actions) if action != self.tree.wait]

    def _play_all(self, claimed: list[tuple[int, int]]) -> None:
        """Play claims in seat order. A claim made impossible by an earlier one is dropped; its seat is asked again."""
        for seat, action in claimed:
            if action in self._codes(seat):
                self._ply(seat, action)
            else:
                self._drop(seat, action)

    def _come_first(self, seat: int) -> None:
        claims = self.claims or ()
        if not 0 <= seat < len(claims) or claims[seat] == self.tree.wait:
            raise refuse(
                "not-an-action", game=self.tree.game.NAME, action=self.tree.say(CHANCE, self.tree.first + seat)
            )
        self.claims = None
        self._settle(list(claims), seat)

    def _settle(self, actions: list[int], winner: int) -> None:
        """Play the claim of the first seat, if any. Every other seat remembers the action it intended."""
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
        if action not in (self._odds() if seat == CHANCE else self._codes(seat) if seat >= 0 else ()):
            match.require(game, game, self.s, seat, action)
        seen = self._seers(seat, action) if self.tree.secrets else EVERYBODY
        self.tree.rules.apply(self._read(), seat, action)
        self._forget()
        self.log = (self.log, Step(seat, action, seen, played=True))

    def _seers(self, seat: int, action: int) -> int:
        seen = 0
        for viewer in (*range(self.tree.seats), SPECTATOR):
            seen |= bool(self.tree.game.sees(self.s, viewer, seat, action)) << viewer
        return seen

    # --- views --------------------------------------------------------------------------------------------------------

    def returns(self) -> list[float]:
        """Return the win shares by seat at the end, zeros before."""
        out = np.zeros(MAX_SEATS)
        if self.mover() == NOBODY:
            self.tree.game.returns(self.s, out)
        return [float(share) for share in out[: self.tree.seats]]

    def view(self, viewer: int) -> Any:
        """Return a copy of the state without anything that this viewer may not know."""
        shown = kernel.copied(self.s)
        self.tree.game.hide(shown, viewer)
        return shown

    def handed_in(self, viewer: int) -> str:
        """Return what this seat has handed in, while others are still asked; empty if nothing."""
        given = self.handed[viewer] if 0 <= viewer < len(self.handed) else self.tree.wait
        return "" if given == self.tree.wait else f"handed in: {self.tree.say(viewer, given)}"

    def steps_known(self, viewer: int) -> Iterator[Step]:
        """Return the steps that this viewer knows of, the latest first; actions that it may not know are UNKNOWN."""
        log = self.log
        while log:
            log, step = log
            if step.seen >> viewer & 1:
                yield step
            elif step.played:
                yield step._replace(action=UNKNOWN)

    def describe_steps(self, viewer: int, unless: int | None = None) -> str:
        """Return the steps in notation as this viewer knows them, with its own late claims in brackets.

        `unless`: leave out steps that this other viewer knows too.
        """
        words = (
            self._describe_step(step, viewer) for step in self.steps() if unless is None or not step.seen >> unless & 1
        )
        return "; ".join(word for word in words if word)

    def _describe_step(self, step: Step, viewer: int) -> str:
        who = "-" if step.seat == CHANCE else str(step.seat)
        known = step.seen >> viewer & 1
        if step.played:
            return f"{who} {self.tree.say(step.seat, step.action) if known else '?'}"
        return f"{who} ({self.tree.say(step.seat, step.action)})" if known else ""

    def __str__(self) -> str:
        text = str(self.tree.game.show(self.s))
        claims = [f"{seat} {self.tree.say(seat, action)}" for seat, action in self._claims_of(self.claims or ())]
        return "\n".join([text, *([f"claims: {'; '.join(claims)}"] if claims else ["all wait"] if self.waited else [])])

    def guess(self, seat: int, rng: Random) -> SpielState:
        """Return a node with the same view for this seat. Hidden facts are guessed; unseen actions stay unknown."""
        s = self.view(seat)
        self.tree.game.guess(s, rng)
        log: Log = None
        for step in self.steps():
            log = (log, step if step.seen >> seat & 1 else step._replace(action=UNKNOWN, seen=0))
        node = SpielState(self.tree, s, log, self.claims, self.waited)
        node.handed = tuple(
            given if other == seat or not node._codes(other) else rng.choice(node.legal(other))
            for other, given in enumerate(self.handed)
        )
        return node


def restore(setting: Setting, rules: int, state: bytes, steps: list[Step], *rest: Any) -> SpielState:
    """Restore a state from its pickled form, under the same version of the rules only."""
    tree = Tree(setting)
    assert rules == tree.game.RULES, f"{tree.game.NAME} is played by rules {tree.game.RULES} now, not {rules}"
    log: Log = None
    for step in steps:
        log = (log, step)
    return SpielState(tree, type(tree.opening).from_buffer_copy(state), log, *rest)


def root(tree: Tree) -> SpielState:
    """Return the position in which the matches of a tree begin."""
    return SpielState(tree, kernel.copied(tree.opening))


def acts_together(game: Game) -> bool:
    """Return whether several seats act at once in this game. Checked in the first plies of random play."""
    rng = Random(1)
    state = root(Tree(Setting(game, game.SEATS[0], {})))
    for _ in range(PROBED):
        mover = state.mover()
        if mover in (TOGETHER, NOBODY):
            return mover == TOGETHER
        codes = [code for code, _ in state.chances()] if mover == CHANCE else state.legal(mover)
        state.play(rng.choice(codes))
    return bool(game.RACE)
