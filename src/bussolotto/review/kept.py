"""What is kept of a review for each seat: what a player's own figures are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from bussolotto.review.told import ChoiceTold, ReviewTold

CALLED = ("mistake", "blunder")


class SeatReview(Struct):
    """A seat of a reviewed match: its share without luck, with the standard error of that, None where not measured.

    `lost`: by its choices, in win share; `kinds`: of its mistakes, the word of what was done and of what was best, as
    in `roll stop`, and how many there were.
    """

    seat: int
    adjusted: float | None
    error: float | None
    decisions: int
    lost: float
    mistakes: int
    blunders: int
    kinds: dict[str, int]


def by_seat(told: ReviewTold) -> Sequence[SeatReview]:
    """What is kept of each seat."""
    return [
        SeatReview(
            seat=one.seat,
            adjusted=one.adjusted,
            error=one.luck_error,
            decisions=one.decisions,
            lost=one.lost,
            mistakes=one.verdicts["mistake"],
            blunders=one.verdicts["blunder"],
            kinds=dict(Counter(kind(choice) for choice in told.choices if is_mistake_of(choice, one.seat))),
        )
        for one in told.players
    ]


def is_mistake_of(choice: ChoiceTold, seat: int) -> bool:
    """Is this a mistake that the seat has made?"""
    return choice.seat == seat and choice.verdict in CALLED


def kind(choice: ChoiceTold) -> str:
    """The kind of a mistake: the words of what was done and of what was best, without what they were done to."""
    return " ".join(text.partition(" ")[0] for text in (choice.done, choice.best))
