"""Dice that people roll at their own table and enter, at a table with `dice: real`.

The program pauses before each rolled die and waits for somebody who may see it. A roll that only one seat may see is
entered by that seat, an open roll by whichever seated person is first. Rolls that no seated person may see (the
hidden roll of a bot) are drawn by the program, and so is every outcome that is not a roll: who begins, cards, how
set-up dice lie. The rules say nothing about this: no rulebook assumes a program that enforces the rules.
"""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from bussolotto.core.chance import Chance, possible_of
from bussolotto.core.errors import refuse
from bussolotto.core.kernel import CHANCE, SPECTATOR
from bussolotto.play.match import Match
from bussolotto.server.protocol import ThrowDue

People = AbstractSet[int]  # the seats of people, not bots

Pick = Callable[[int, Sequence[int]], int]
ROLLS: tuple[Pick, ...] = (  # trial outcomes, to find out how many dice are rolled together
    lambda _, outcomes: outcomes[0],
    lambda _, outcomes: outcomes[-1],
    lambda count, outcomes: outcomes[count % len(outcomes)],
    lambda count, outcomes: outcomes[-1 - count % len(outcomes)],
)


class DueRoll(NamedTuple):
    """A die that is about to be rolled: who may enter it, and which values it may show."""

    seats: tuple[int, ...]
    outcomes: tuple[int, ...]
    secret: bool

    def describe(self, seat: int | None, match: Match, people: People) -> ThrowDue:
        """Describe it for a seat or a spectator. Only those who may enter the dice are sent their number."""
        if seat not in self.seats:
            return ThrowDue(list(self.seats), None, [], self.secret)
        return ThrowDue(list(self.seats), count_dice(match, people), list(self.outcomes), self.secret)


def find_due(match: Match, people: People) -> DueRoll | None:
    """Return the next die to be rolled, or None if a seat is to decide or the program is to draw."""
    outcomes = tuple(outcome for outcome, weight in enumerate(match.odds()) if weight)
    if not outcomes or not match.game.rolled.issuperset(outcomes):
        return None
    seats = tuple(seat for seat in sorted(people) if _can_see(match, seat, outcomes))
    return DueRoll(seats, outcomes, secret=not _can_see(match, SPECTATOR, outcomes)) if seats else None


def roll(match: Match, people: People, chance: Chance) -> None:
    """Draw the program's chance outcomes up to a decision, the end, or a die that people are to enter."""
    while (weights := match.odds()) and find_due(match, people) is None:
        match.play(CHANCE, chance.outcome(weights, lambda code: str(match.game.say(CHANCE, code))))


def enter(match: Match, seat: int, outcomes: Sequence[int], people: People) -> None:
    """Enter the dice that this seat has rolled, in order: all from one roll, and no more than are due.

    Raises `no-throw`, `not-your-throw`, `too-many-dice` or `impossible-outcome`; some dice may already be applied.
    """
    first = find_due(match, people)
    if first is None:
        raise refuse("no-throw")
    if seat not in first.seats:
        raise refuse("not-your-throw")
    for fallen, outcome in enumerate(outcomes):
        now = find_due(match, people)
        if now is None or now.seats != first.seats:
            raise refuse("too-many-dice", typed=len(outcomes), n=fallen)
        if outcome not in now.outcomes:
            raise refuse(
                "impossible-outcome",
                outcome=outcome,
                possible=possible_of(match.game.say(CHANCE, code) for code in now.outcomes),
            )
        match.play(CHANCE, outcome)


def count_dice(match: Match, people: People) -> int:
    """Return the number of dice rolled together: the minimum number before somebody decides or another seat rolls."""
    if match.game.facts.one_die_a_roll:
        return 1
    return min(_count_with(match.copy(), people, pick) for pick in ROLLS)


def is_retry(match: Match, seat: int, version: int, outcomes: Sequence[int]) -> bool:
    """Return whether this seat has already entered these dice at this version. Reveals nothing it may not see."""
    seen = match.steps(seat, version)[: len(outcomes)]
    return [(step.seat, step.action) for step in seen] == [(CHANCE, outcome) for outcome in outcomes]


def _count_with(trial: Match, people: People, pick: Pick) -> int:
    """Return how many dice fall if they show these values."""
    first = now = find_due(trial, people)
    fallen = 0
    while now is not None and first is not None and now.seats == first.seats:
        trial.play(CHANCE, pick(fallen, now.outcomes))
        fallen += 1
        now = find_due(trial, people)
    return fallen


def _can_see(match: Match, viewer: int, outcomes: Sequence[int]) -> bool:
    """Return whether this viewer may see the outcome, whatever it is."""
    sees = match.game.sees if match.secrets else None
    return sees is None or all(sees(match.state, viewer, CHANCE, outcome) for outcome in outcomes)
