"""What a player may be told at a decision: the value of each of his choices, and the odds of what he hopes for.

All of it comes from the view of the seat that asks, so nobody learns what he may not know. What a value is differs:

    win        the chance of winning the match, when both play as well as can be
    duel       the chance of winning this duel, when both play for the victory alone and tokens cost nothing
    condition  the chance of meeting the condition of a table, with the rolls that are sure to come and without tokens
    row        nothing is reckoned for the choices; the odds tell about each row how likely it is completed
"""

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, Literal, TypedDict

from bussolotto import dice
from bussolotto.games import cincinnati, my_dice_your_dice, spilorcio
from bussolotto.solve import meet
from bussolotto.solve import my_dice_your_dice as solved
from bussolotto.solve.cincinnati import actions_in, decided_by_two, duel
from bussolotto.solve.rolls import rolls

Measure = Literal["win", "duel", "condition", "row"]


class Odds(TypedDict):
    """What may be hoped for, in the notation of the game as far as it has one, and its chance if all is done for it."""

    goal: str
    chance: float


class Advice(TypedDict):
    """`values`: by legal action, all of them or none, each of the same `measure`."""

    measure: Measure
    values: dict[int, float]
    odds: list[Odds]


def advice(game: ModuleType | Any, view: Any, seat: int, legal: Sequence[int]) -> Advice | None:
    """Advice to a seat about these actions, all it may do; None where there is none to give.

    `view` is the position after `hide` for this seat, in the interpreter's reading. Tables are made when they are
    first needed: mostly within a second, for a duel that may begin again (CIN-12) within half a minute.
    """
    adviser = ADVISERS.get(game.NAME)
    return adviser(view, seat, legal) if adviser and legal else None


def _my_dice_your_dice(view: Any, seat: int, legal: Sequence[int]) -> Advice:
    return Advice(measure="win", values=solved.values(view), odds=[])


# --- Spilorcio --------------------------------------------------------------------------------------------------------


def _spilorcio(view: Any, seat: int, legal: Sequence[int]) -> Advice | None:
    """How likely each row is completed in this turn, if all dice of its number are kept and every die is paid."""
    if view.phase != spilorcio.KEEPING:
        return None
    odds = [Odds(goal=f"row {row + 1}", chance=_completed(view, row)) for row in range(spilorcio.ROWS)]
    return Advice(measure="row", values={}, odds=odds)


def _completed(view: Any, row: int) -> float:
    shown = int(dice.COUNT[view.roll][row])
    lying = view.filled[row] + int(dice.COUNT[view.aside][row]) + shown
    left = int(dice.SIZE[view.roll]) - max(shown, 1)  # one is kept in any case (SPI-2)
    return float(dice.reach(left, view.length[row] - lying))


# --- Cincinnati -------------------------------------------------------------------------------------------------------


def _cincinnati(view: Any, seat: int, legal: Sequence[int]) -> Advice | None:
    if view.duelling:
        return _duel(view)
    if view.phase == cincinnati.CHOOSING:
        chances = {action: _hope(action - cincinnati.TABLE, _hand(view, seat)) for action in legal}
        return _by_condition(chances, chances)
    if view.phase in (cincinnati.KEEPING, cincinnati.ASKING):
        values = (_keeps if view.phase == cincinnati.KEEPING else _answers)(view, seat, legal)
        own = cincinnati.TABLE + view.chosen[seat] - 1
        return _by_condition(values, {own: max(values.values())})
    return None


def _hope(table: int, hand: int) -> float:
    """The chance of meeting a table's condition with the two rolls that follow the choice (CIN-7)."""
    return float(meet.chances(meet.CONDITIONS[table]).hand[cincinnati.LAST_ROLL - 1, hand])


def _keeps(view: Any, seat: int, legal: Sequence[int]) -> dict[int, float]:
    """What to keep for the next roll: a paid one is reckoned as the last."""
    to_come = max(cincinnati.LAST_ROLL + 1 - view.roll_number, 1)
    chances = meet.chances(meet.CONDITIONS[view.chosen[seat] - 1]).keep[to_come]
    return {action: float(chances[action]) for action in legal}


def _answers(view: Any, seat: int, legal: Sequence[int]) -> dict[int, float]:
    """Whether to buy one roll more, of one die at least (CIN-9)."""
    chances = meet.chances(meet.CONDITIONS[view.chosen[seat] - 1])
    hand = _hand(view, seat)
    rolled = rolls().parts[hand][:-1]
    return {cincinnati.BUY: float(chances.keep[1, rolled].max()), cincinnati.PASS: float(chances.hand[0, hand])}


def _by_condition(values: dict[int, float], tables: Mapping[int, float]) -> Advice:
    odds = [Odds(goal=cincinnati.say(0, table), chance=chance) for table, chance in tables.items()]
    return Advice(measure="condition", values=values, odds=odds)


def _hand(view: Any, seat: int) -> int:
    """The dice of a seat, numbered among those of five."""
    return int(view.dice[seat] - dice.HANDS[0])


def _duel(view: Any) -> Advice | None:
    """The chance of winning a duel of two (CIN-14); with three or more there is nothing to tell."""
    if not decided_by_two(view):
        return None
    for_victory = duel(again=view.table < len(cincinnati.TABLES))  # with identical dice: CIN-12, CIN-14
    return Advice(measure="duel", values=actions_in(for_victory, view), odds=[])


ADVISERS: dict[str, Callable[[Any, int, Sequence[int]], Advice | None]] = {
    cincinnati.NAME: _cincinnati,
    my_dice_your_dice.NAME: _my_dice_your_dice,
    spilorcio.NAME: _spilorcio,
}
