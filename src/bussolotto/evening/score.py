"""The running score of an evening: what a match is worth to each seat, exactly.

| rule | of a match |
|---|---|
| `places` | the first of n gets n - 1 points, the second n - 2, the last none; who share places share their points |
| `shares` | the win share: 1 for who wins alone, 1/2 for two who share the victory |
| `wins` | 1 for everybody who wins, alone or not |

Places follow the win shares; those without one are told apart by the game's own points (in Bunte Kuh and Cui bono? the
fewest are best), and share a place where these are equal.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Literal, get_args

Rule = Literal["places", "shares", "wins"]
RULES: tuple[Rule, ...] = get_args(Rule)
FEWEST_WIN = ("bunte-kuh", "cui-bono")  # of dice in hand, of penalty points (BKU-6, CUI-6)
MOST_SHARE = 8  # seats among whom a victory can be shared

Points = list[Fraction]


def points(rule: Rule, game: str, returns: Sequence[float], scores: Sequence[float]) -> Points:
    """What a match with these win shares and these points of the game is worth, by seat."""
    return _BY_RULE[rule](game, returns, scores)


def totals(matches: Sequence[Points], seats: int) -> Points:
    """The sum over matches, by seat."""
    return [sum((match[seat] for match in matches), Fraction(0)) for seat in range(seats)]


def ranks(total: Sequence[Fraction]) -> list[int]:
    """The place of each seat from 1: as many as are better, and one."""
    return [1 + sum(other > own for other in total) for own in total]


def _places(game: str, returns: Sequence[float], scores: Sequence[float]) -> Points:
    sign = -1 if game in FEWEST_WIN else 1
    worth = [(share, sign * score) for share, score in zip(returns, scores, strict=True)]
    found = []
    for own in worth:
        worse = sum(other < own for other in worth)
        equal = sum(other == own for other in worth)
        found.append(worse + Fraction(equal - 1, 2))
    return found


def _shares(game: str, returns: Sequence[float], scores: Sequence[float]) -> Points:
    return [Fraction(share).limit_denominator(MOST_SHARE) for share in returns]


def _wins(game: str, returns: Sequence[float], scores: Sequence[float]) -> Points:
    return [Fraction(share > 0) for share in returns]


_BY_RULE: dict[Rule, Callable[[str, Sequence[float], Sequence[float]], Points]] = {
    "places": _places,
    "shares": _shares,
    "wins": _wins,
}
