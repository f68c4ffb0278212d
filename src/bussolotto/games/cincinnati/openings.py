"""The first round of Cincinnati: which table to choose, for all cards on the tables and all numbers of seats.

Each of these rounds is solved independently (`table_choice`), so that an engine may distribute them over the processors
of a machine or over a cluster.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from bussolotto.core import dice
from bussolotto.games.cincinnati import game, table_choice
from bussolotto.games.cincinnati import solver as cincinnati
from bussolotto.play.engines import Engine, Here
from bussolotto.solve import Progress, silent
from bussolotto.solve.rolls import rolls

SPREAD = True  # can many machines share the work?

USUAL_SEATS = 4  # of the one number that is printed
WORTH = (  # what a card is worth on the table, by kind, in thousands
    *game.VALUES.tolist(),
    cincinnati.DUEL_CARD,
    cincinnati.PRINTED["tokens_a_card"] * cincinnati.PRINTED["token_worth"],
)


class Opening(NamedTuple):
    """A first round before anybody rolls: a card, by its kind, on A, B and C; with three seats none on B (CIN-5)."""

    seats: int
    cards: tuple[int | None, ...]

    @property
    def money(self) -> tuple[float, ...]:
        """The money on A, B and C."""
        return tuple(0.0 if kind is None else float(WORTH[kind]) for kind in self.cards)

    @property
    def ways(self) -> int:
        """The number of ways to deal it from the deck, relative to the others with the same number of seats."""
        ways, left = 1, game.DECK.tolist()
        for kind in self.cards:
            if kind is not None:
                ways *= left[kind]
                left[kind] -= 1
        return ways


class Choice(NamedTuple):
    """The result for an opening."""

    often: list[float]  # how often A, B and C are chosen
    worth: float  # thousands that a seat wins on average
    gain: float  # thousands that a single seat could gain by choosing otherwise, at most


class Solution(NamedTuple):
    """All openings."""

    openings: list[Opening]
    choices: list[Choice]


def openings(seats: Sequence[int] = game.SEATS) -> Iterator[Opening]:
    """All openings with this many seats."""
    kinds: range = range(len(WORTH))
    for count in seats:
        for first, second, third in product(kinds, kinds if count > 3 else (None,), kinds):
            yield Opening(count, (first, second, third))


def chosen(opening: Opening) -> Choice:
    """Solve one of them."""
    found = table_choice.balance(opening.seats, opening.money)
    often = (rolls().odds[dice.NONE] @ found.plan).tolist()
    return Choice(often, found.worth, found.gain.choosing)


OPTIONS: dict[str, tuple[str, ...]] = {}  # solved as printed only


def solve(
    progress: Progress = silent,
    board: str = "openings",
    engine: Engine | None = None,
    seats: Sequence[int] = game.SEATS,
) -> Solution:
    """All openings with these numbers of seats, on any engine."""
    wanted = list(openings(seats))
    choices = []
    for choice in (engine or Here()).map(chosen, wanted):
        choices.append(choice)
        progress(len(choices), len(wanted))
    return Solution(wanted, choices)


def headline(solution: Solution) -> float:
    """What a seat of four wins in the first round, in thousands, on average over everything that the deck may deal."""
    found = [(opening.ways, choice.worth) for opening, choice in zip(*solution, strict=True)]
    usual = [pair for opening, pair in zip(solution.openings, found, strict=True) if opening.seats == USUAL_SEATS]
    ways, worth = np.array(usual or found).T
    return float(ways @ worth / ways.sum())


def as_json(solution: Solution) -> dict[str, Any]:
    """The result for programs; figures have nine digits, because more may differ from machine to machine."""
    return {
        "openings": [
            {
                "seats": opening.seats,
                "cards": [None if kind is None else game.KINDS[kind] for kind in opening.cards],
                "often": [_figure(part) for part in choice.often],
                "worth": _figure(choice.worth),
                "gain": _figure(choice.gain),
            }
            for opening, choice in zip(*solution, strict=True)
        ]
    }


def _figure(value: float) -> float:
    return float(f"{value:.9g}")
