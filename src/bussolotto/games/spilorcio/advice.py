"""Advice in Spilorcio: exact for two on the printed board, and how likely each row is completed in this turn."""

from collections.abc import Sequence
from math import isnan
from typing import Any

from bussolotto.core import dice
from bussolotto.games.spilorcio import game, solver, table
from bussolotto.solve.advice import Advice, Adviser, Odds, exact, unknown


def advise(view: Any, seat: int, legal: Sequence[int]) -> Advice | None:
    """The chance of winning with each choice, where it is known; what is known besides are the chances of the rows.

    The chance of a row is computed as if all dice of its number are kept and every die is paid.
    """
    odds = [Odds(goal=f"row {row + 1}", chance=_completed(view, row)) for row in range(game.ROWS)]
    told = odds if view.phase == game.KEEPING else []
    values = winning(view, seat, legal)
    return exact(values, told) if values else unknown(told)


def solvable(view: Any) -> list[str]:
    """What `bussolotto solve` is to be asked for, so that advice in this match will be exact; nothing if it is."""
    return [game.FACTS.name, "--board", "standard"] if table.applies(view) and table.stored() is None else []


def winning(view: Any, seat: int, legal: Sequence[int]) -> dict[int, float]:
    """The chance of winning the match with each choice; empty unless all of them are known."""
    known = table.stored() if table.applies(view) else None
    if known is None:
        return {}
    worth = table.winning(known, seat)
    if view.phase == game.PLACING:
        values = {game.PLACE + row: value for row, value in solver.row_values(view, worth).items()}
    else:
        kept = solver.expected(solver.hand_values(view, worth))
        values = {action: float(kept[dice.joined(view.aside, action)]) for action in legal}
    return {} if any(map(isnan, values.values())) else values


def _completed(view: Any, row: int) -> float:
    shown = int(dice.COUNT[view.roll][row])
    lying = view.filled[row] + int(dice.COUNT[view.aside][row]) + shown
    left = int(dice.SIZE[view.roll]) - max(shown, 1)  # one is kept in any case (SPI-2)
    return float(dice.reach(left, view.length[row] - lying))


ADVISER = Adviser(advise, solvable, winning)
