"""An evening: a chain of games, on one pyramid or not, with a running score (GEN-9)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bussolotto.errors import BadSeats
from bussolotto.evening.pile import Account, Carried, Die, Pile, account, breach, leaves, wishes
from bussolotto.evening.score import RULES, Points, Rule, points, ranks, totals
from bussolotto.games import game as module_of
from bussolotto.kernel import chosen_options

__all__ = [
    "MOST_GAMES",
    "PRESETS",
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
    "ranks",
    "totals",
    "wishes",
]
MOST_GAMES = 12
# by name: games in order. The series of the rulebook itself; three seats, for Raffzahn has no other number (RAF-1)
PRESETS = {"das-spiel": ("abquetschen", "raffzahn", "bunte-kuh", "cui-bono")}


class Part(NamedTuple):
    """One game of an evening, with all its options."""

    game: str
    options: Mapping[str, str]


def planned(games: Sequence[tuple[str, Mapping[str, object]]], seats: int) -> list[Part]:
    """The games with all their options. Raises UnknownGame, BadSeats for the first that is not for so many, and what
    is wrong with an option.
    """
    for name, _ in games:
        if seats not in module_of(name).SEATS:
            raise BadSeats(name, seats, module_of(name).SEATS)
    return [Part(name, chosen_options(module_of(name), options)) for name, options in games]
