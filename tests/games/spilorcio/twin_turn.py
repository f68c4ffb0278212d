"""The slow twin of a turn of Spilorcio: every order of every hand by the twin's rules, every roll, every choice.

For two seats; who begins the turn has seat 0. No table, no bound, no code in common with the solution.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import factorial, prod

from tests.games.spilorcio.twin import DICE, Position, Row

Faces = tuple[int, ...]
Key = tuple[int, int, Faces]  # own chips, their chips, filled squares


def positions(board: str, chips: int) -> list[Key]:
    """Every position at the beginning of a turn: however the chips can lie, reachable or not."""
    rows = [Row.parse(word) for word in board.split()]
    filled: list[Faces] = [()]
    for row in rows:
        filled = [(*before, count) for before in filled for count in range(row.squares)]
    return [
        (own, theirs, squares)
        for squares in filled
        for own in range(chips + 1)
        for theirs in range(chips + 1 - own)
        if own + theirs + lying(rows, squares) <= chips
    ]


def lying(rows: list[Row], filled: Faces) -> int:
    """Chips on the board."""
    return sum(row.chips_on(count) for row, count in zip(rows, filled, strict=True))


class Turn:
    """All ends of one turn; worked out once, valued as often as wanted."""

    def __init__(self, board: str, chips: int, key: Key, loan: str = "reserve") -> None:
        own, theirs, filled = key
        rows = [Row.parse(word) for word in board.split()]
        reserve = chips - own - theirs - lying(rows, filled)
        start = Position(rows, [own, theirs], reserve, {"reserve": None, "five": 5}[loan], filled=list(filled))
        self.ends = {hand: ends_of(start, hand) for hand in combinations_with_replacement(range(1, 7), DICE)}

    def value(self, before: Callable[[Key], float]) -> float:
        """The chance of who begins it, if `before` is that of who begins the next."""
        hands = {hand: max(worth(end, before) for end in ends) for hand, ends in self.ends.items()}

        @cache
        def aside(kept: Faces) -> float:
            if len(kept) == DICE:
                return hands[kept]
            return sum(chance * max(aside(merged(kept, part)) for part in parts) for chance, parts in rolls(kept))

        return aside(())


def ends_of(start: Position, hand: Faces) -> list[Position]:
    """Every different end of a turn with this hand."""
    found = {}
    for order in set(permutations([face for face in hand if face != 6])):
        trial = start.copy()
        for number in order:
            if not trial.stopped:
                trial.place(0, number)
        found[trial.result()] = trial
    return list(found.values())


def worth(end: Position, before: Callable[[Key], float]) -> float:
    """SPI-7."""
    own, theirs = end.chips
    if own == 0 or end.debt or end.stopped:
        return 0.5 if own == theirs else float(own > theirs)
    return 1 - before((theirs, own, tuple(end.filled)))


def merged(kept: Faces, part: Faces) -> Faces:
    """Both, in ascending order."""
    return tuple(sorted(kept + part))


def rolls(kept: Faces) -> list[tuple[float, list[Faces]]]:
    """Every roll of the dice not kept: its chance, and what can be set aside of it."""
    return rolls_of(DICE - len(kept))


@cache
def rolls_of(count: int) -> list[tuple[float, list[Faces]]]:
    """The same, by the number of dice."""
    return [
        (
            factorial(count) / prod(factorial(roll.count(face)) for face in range(1, 7)) / 6**count,
            sorted({part for size in range(1, count + 1) for part in combinations(roll, size)}),
        )
        for roll in combinations_with_replacement(range(1, 7), count)
    ]
