"""Dice that people roll on their own table and type in, where a table says `dice: real`.

The program then stops where a rolled die is to fall and waits for somebody who may see it: a roll that only one seat
may see is typed by that seat, an open one by whoever of those who sit is first. What nobody who sits there may see (the
hidden roll of a bot) is drawn by the program, and so is all that is no roll: who begins, cards, how set-up dice lie.
The rules are silent about all this: no rulebook knows of a program that keeps the rules.
"""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from types import ModuleType
from typing import NamedTuple

from bussolotto.chance import Chance, possible_of
from bussolotto.errors import ImpossibleOutcome
from bussolotto.kernel import CHANCE, SPECTATOR
from bussolotto.match import Match
from bussolotto.server.problems import NoThrow, NotYourThrow, TooManyDice
from bussolotto.server.protocol import ThrowDue

People = AbstractSet[int]  # the seats where people sit, not bots

ROLLED = ("die",)  # the words of outcomes that are rolled; any other is drawn, laid or shuffled by the program
ROLLED_IN = {"cui-bono": (), "wuerfelmarsch": ()}  # where another rule holds: here no die is ever rolled
ONE_A_ROLL = (
    "abquetschen",
)  # here it takes long to find out how many dice are rolled: whether one fits is looked ahead
Pick = Callable[[int, Sequence[int]], int]
ROLLS: tuple[Pick, ...] = (  # what might fall, to find out how many dice are rolled together
    lambda _, outcomes: outcomes[0],
    lambda _, outcomes: outcomes[-1],
    lambda count, outcomes: outcomes[count % len(outcomes)],
    lambda count, outcomes: outcomes[-1 - count % len(outcomes)],
)


class Due(NamedTuple):
    """A rolled die that is to fall: who may type it, and what it may show."""

    seats: tuple[int, ...]
    outcomes: tuple[int, ...]
    secret: bool

    def told(self, seat: int | None, match: Match, people: People) -> ThrowDue:
        """What a seat or a spectator is told of it; how many dice there are only to who may type them."""
        if seat not in self.seats:
            return ThrowDue(list(self.seats), None, [], self.secret)
        return ThrowDue(list(self.seats), count(match, people), list(self.outcomes), self.secret)


def are_rolled(module: ModuleType) -> bool:
    """Are dice rolled in this game at all?"""
    return bool(_rolled(module))


def due(match: Match, people: People) -> Due | None:
    """The rolled die that is to fall next; None where it is somebody's decision, or the program's to draw."""
    outcomes = tuple(outcome for outcome, weight in enumerate(match.odds()) if weight)
    if not outcomes or not _rolled(match.module).issuperset(outcomes):
        return None
    seats = tuple(seat for seat in sorted(people) if _sees(match, seat, outcomes))
    return Due(seats, outcomes, secret=not _sees(match, SPECTATOR, outcomes)) if seats else None


def fall(match: Match, people: People, chance: Chance) -> None:
    """Let fall what is the program's, up to a decision, the end, or a die that is to be typed."""
    while (weights := match.odds()) and due(match, people) is None:
        match.play(CHANCE, chance.outcome(weights, lambda code: str(match.module.say(CHANCE, code))))


def throw(match: Match, seat: int, outcomes: Sequence[int], people: People) -> None:
    """The dice that this seat has seen fall, in their order: of one roll, and no more than are to fall.

    Raises NoThrow, NotYourThrow, TooManyDice or ImpossibleOutcome; some of the dice may then have fallen.
    """
    first = due(match, people)
    if first is None:
        raise NoThrow
    if seat not in first.seats:
        raise NotYourThrow
    for fallen, outcome in enumerate(outcomes):
        now = due(match, people)
        if now is None or now.seats != first.seats:
            raise TooManyDice(len(outcomes), fallen)
        if outcome not in now.outcomes:
            raise ImpossibleOutcome(outcome, possible_of(match.module.say(CHANCE, code) for code in now.outcomes))
        match.play(CHANCE, outcome)


def count(match: Match, people: People) -> int:
    """How many dice are rolled together: so many fall in any case before somebody decides or another one rolls."""
    if match.module.NAME in ONE_A_ROLL:
        return 1
    return min(_length(match.copy(), people, pick) for pick in ROLLS)


def is_retry(match: Match, seat: int, version: int, outcomes: Sequence[int]) -> bool:
    """Has this seat typed these dice at this version? Tells nothing of what it may not see."""
    seen = match.steps(seat, version)[: len(outcomes)]
    return [(step.seat, step.action) for step in seen] == [(CHANCE, outcome) for outcome in outcomes]


def _length(trial: Match, people: People, pick: Pick) -> int:
    """How many dice fall when they fall like this."""
    first = now = due(trial, people)
    fallen = 0
    while now is not None and first is not None and now.seats == first.seats:
        trial.play(CHANCE, pick(fallen, now.outcomes))
        fallen += 1
        now = due(trial, people)
    return fallen


@cache
def _rolled(module: ModuleType) -> frozenset[int]:
    """The codes of the outcomes that are rolled."""
    words = ROLLED_IN.get(module.NAME, ROLLED)
    said = ((outcome, module.say(CHANCE, outcome).split()[0]) for outcome in range(module.OUTCOMES))
    return frozenset(outcome for outcome, word in said if word in words)


def _sees(match: Match, viewer: int, outcomes: Sequence[int]) -> bool:
    """May he see it, whatever falls?"""
    sees = match.module.sees if match.secrets else None
    return sees is None or all(sees(match.state, viewer, CHANCE, outcome) for outcome in outcomes)
