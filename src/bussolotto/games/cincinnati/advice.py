"""Advice in Cincinnati: the chance of meeting a table's condition, or of winning a duel of two."""

from collections.abc import Mapping, Sequence
from typing import Any

from bussolotto.games.cincinnati import game, meet
from bussolotto.games.cincinnati.chances import FIRST
from bussolotto.games.cincinnati.solver import actions_in, decided_by_two, duel
from bussolotto.solve.advice import Advice, Odds
from bussolotto.solve.rolls import rolls


def advise(view: Any, seat: int, legal: Sequence[int]) -> Advice | None:
    if view.duelling:
        return _duel(view)
    if view.phase == game.CHOOSING:
        hand, to_come = view.dice[seat] - FIRST, game.LAST_ROLL - 1  # CIN-7
        chances = {action: float(_chances(view, action - game.TABLE).hand[to_come, hand]) for action in legal}
        return _by_condition(chances, chances)
    if view.phase in (game.KEEPING, game.ASKING):
        values = (_keeps if view.phase == game.KEEPING else _answers)(view, seat, legal)
        own = game.TABLE + view.chosen[seat] - 1
        return _by_condition(values, {own: max(values.values())})
    return None


def _chances(view: Any, table: int) -> meet.Chances:
    """The chances of meeting what this table asks for."""
    return meet.chances_of(game.condition(view, table))


def _keeps(view: Any, seat: int, legal: Sequence[int]) -> dict[int, float]:
    """What to keep for the next roll: a bought roll is treated as the last one."""
    to_come = max(game.LAST_ROLL + 1 - view.roll_number, 1)
    chances = _chances(view, view.chosen[seat] - 1).keep[to_come]
    return {action: float(chances[action]) for action in legal}


def _answers(view: Any, seat: int, legal: Sequence[int]) -> dict[int, float]:
    """Whether to buy one more roll, of at least one die (CIN-9)."""
    chances = _chances(view, view.chosen[seat] - 1)
    hand = view.dice[seat] - FIRST
    rolled = rolls().parts[hand][:-1]
    return {game.BUY: float(chances.keep[1, rolled].max()), game.PASS: float(chances.hand[0, hand])}


def _by_condition(values: dict[int, float], tables: Mapping[int, float]) -> Advice:
    odds = [Odds(goal=game.say(0, table), chance=chance) for table, chance in tables.items()]
    return Advice(measure="condition", values=values, odds=odds)


def _duel(view: Any) -> Advice | None:
    """The chance of winning a duel of two (CIN-14); with three or more no chance is known."""
    if not decided_by_two(view):
        return None
    for_victory = duel(again=view.table < len(game.TABLES))  # with identical dice: CIN-12, CIN-14
    return Advice(measure="duel", values=actions_in(for_victory, view), odds=[])
