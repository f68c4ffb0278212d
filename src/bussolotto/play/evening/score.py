"""The running score of an evening: what a match is worth to each seat, exactly.

| rule | of a match |
|---|---|
| `places` | the first of n gets n - 1 points, the second n - 2, the last none; shared places share their points |
| `shares` | the win share: 1 for a player who wins alone, 1/2 for two who share the victory |
| `wins` | 1 for every winner, alone or not |

Places follow the win shares. Seats without a win share are ranked as the rules compare players at the end: by the
game's own points (the fewest are best where the facts of the game say so), and where these are equal by what the rules
name then (CIN-17, CUI-6, WUE-9). They share a place where nothing tells them apart.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, get_args

from bussolotto.games import game as game_of

Rule = Literal["places", "shares", "wins"]
RULES: tuple[Rule, ...] = get_args(Rule)
MOST_SHARE = 8  # seats among whom a victory can be shared

Points = list[Fraction]


def points(
    rule: Rule, game: str, returns: Sequence[float], scores: Sequence[float], standing: Sequence[float] = ()
) -> Points:
    """The points by seat for a match with these win shares and game points.

    `standing`: by seat, what the rules compare at its end (see `pile.standing`); the game points if it is not given.
    """
    if rule == "places":
        return _places(returns, standing or _by_points(game, scores))
    if rule == "shares":
        return [Fraction(share).limit_denominator(MOST_SHARE) for share in returns]
    return [Fraction(share > 0) for share in returns]


def totals(matches: Sequence[Points], seats: int) -> Points:
    """The sum over matches, by seat."""
    return [sum((match[seat] for match in matches), Fraction(0)) for seat in range(seats)]


def ranks(total: Sequence[Fraction]) -> list[int]:
    """The place of each seat from 1: the number of better seats plus one."""
    return [1 + sum(other > own for other in total) for own in total]


def _by_points(game: str, scores: Sequence[float]) -> list[float]:
    return [-score if game_of(game).facts.fewest_win else score for score in scores]


def _places(returns: Sequence[float], standing: Sequence[float]) -> Points:
    worth = list(zip(returns, standing, strict=True))
    found = []
    for own in worth:
        worse = sum(other < own for other in worth)
        equal = sum(other == own for other in worth)
        found.append(worse + Fraction(equal - 1, 2))
    return found
