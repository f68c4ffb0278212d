"""Who reckons advice, game by game; `advice` tells what it is and asks them."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from bussolotto import dice
from bussolotto.games import cincinnati, my_dice_your_dice, spilorcio
from bussolotto.solve import meet
from bussolotto.solve import my_dice_your_dice as solved
from bussolotto.solve import spilorcio as solved_turn
from bussolotto.solve.advised import Advice, Odds
from bussolotto.solve.cincinnati import actions_in, decided_by_two, duel
from bussolotto.solve.rolls import rolls


def _my_dice_your_dice(view: Any, seat: int, legal: Sequence[int]) -> Advice | None:
    """Only the printed numbers are solved."""
    if not solved.as_printed(view):
        return None
    return Advice(measure="win", values=solved.values(view), odds=[])


# --- Spilorcio --------------------------------------------------------------------------------------------------------


def _spilorcio(view: Any, seat: int, legal: Sequence[int]) -> Advice | None:
    """What each choice is worth in chips, and how likely each row is completed in this turn.

    The value is how many chips more than the mean of the others this seat has after the turn, on average, if all else
    in it is done for that. Of a row: if all dice of its number are kept and every die is paid.
    """
    if view.phase not in (spilorcio.KEEPING, spilorcio.PLACING):
        return None
    lead = partial(_lead, seat)
    if view.phase == spilorcio.PLACING:
        rows = solved_turn.row_values(view, lead)
        return Advice(measure="lead", values={spilorcio.PLACE + row: worth for row, worth in rows.items()}, odds=[])
    kept = solved_turn.expected(solved_turn.hand_values(view, lead))
    values = {action: float(kept[dice.joined(view.aside, action)]) for action in legal}
    odds = [Odds(goal=f"row {row + 1}", chance=_completed(view, row)) for row in range(spilorcio.ROWS)]
    return Advice(measure="lead", values=values, odds=odds)


def _lead(seat: int, after: solved_turn.Records) -> solved_turn.Values:
    """Chips of this seat less the mean of the others, in positions after its turn."""
    chips = after["chips"].astype(float)
    others = after["seats"] - 1
    lead: solved_turn.Values = chips[:, seat] - (chips.sum(axis=1) - chips[:, seat]) / others
    return lead


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
        chances = {action: _hope(view, action - cincinnati.TABLE, _hand(view, seat)) for action in legal}
        return _by_condition(chances, chances)
    if view.phase in (cincinnati.KEEPING, cincinnati.ASKING):
        values = (_keeps if view.phase == cincinnati.KEEPING else _answers)(view, seat, legal)
        own = cincinnati.TABLE + view.chosen[seat] - 1
        return _by_condition(values, {own: max(values.values())})
    return None


def _hope(view: Any, table: int, hand: int) -> float:
    """The chance of meeting a table's condition with the two rolls that follow the choice (CIN-7)."""
    return float(_chances(view, table).hand[cincinnati.LAST_ROLL - 1, hand])


def _chances(view: Any, table: int) -> meet.Chances:
    """How well one meets what this table asks for."""
    return meet.chances_of(cincinnati.condition(view, table))


def _keeps(view: Any, seat: int, legal: Sequence[int]) -> dict[int, float]:
    """What to keep for the next roll: a paid one is reckoned as the last."""
    to_come = max(cincinnati.LAST_ROLL + 1 - view.roll_number, 1)
    chances = _chances(view, view.chosen[seat] - 1).keep[to_come]
    return {action: float(chances[action]) for action in legal}


def _answers(view: Any, seat: int, legal: Sequence[int]) -> dict[int, float]:
    """Whether to buy one roll more, of one die at least (CIN-9)."""
    chances = _chances(view, view.chosen[seat] - 1)
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


BY_GAME: dict[str, Callable[[Any, int, Sequence[int]], Advice | None]] = {
    cincinnati.NAME: _cincinnati,
    my_dice_your_dice.NAME: _my_dice_your_dice,
    spilorcio.NAME: _spilorcio,
}
