"""An evening: a series of games, with or without a shared pyramid, with a running score (GEN-9)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bussolotto.core.contract import choose_options
from bussolotto.core.errors import refuse
from bussolotto.games import game as module_of
from bussolotto.games import names
from bussolotto.play.evening.pile import Account, Carried, Die, Pile, account, breach, leaves, standing, wishes
from bussolotto.play.evening.score import RULES, Points, Rule, points, ranks, totals

__all__ = [
    "MOST_GAMES",
    "RULES",
    "Account",
    "Carried",
    "Die",
    "Part",
    "Pile",
    "Points",
    "Rule",
    "account",
    "breach",
    "leaves",
    "planned",
    "points",
    "presets",
    "ranks",
    "standing",
    "totals",
    "wishes",
]
MOST_GAMES = 12


class Part(NamedTuple):
    """One game of an evening, with all its options."""

    game: str
    options: Mapping[str, str]


def presets() -> dict[str, tuple[str, ...]]:
    """Series of games from the rulebooks, by name: the games in order, as their facts say."""
    found: dict[str, dict[int, str]] = {}
    for name in names():
        for series, place in module_of(name).facts.series.items():
            found.setdefault(series, {})[place] = name
    return {series: tuple(name for _, name in sorted(places.items())) for series, places in found.items()}


def planned(games: Sequence[tuple[str, Mapping[str, object]]], seats: int) -> list[Part]:
    """The games with all their options.

    Raises UnknownGame, BadSeats for the first game that is not for this many players, UnknownOption and UnknownValue.
    """
    for name, _ in games:
        if seats not in module_of(name).SEATS:
            raise refuse("bad-seats", game=name, seats=seats, known=module_of(name).SEATS)
    return [Part(name, choose_options(module_of(name), options)) for name, options in games]
