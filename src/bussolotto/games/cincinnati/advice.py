"""Advice in Cincinnati: what the sensible bot would do, and the odds of meeting a condition or winning a duel.

The sensible bot weighs the money there is, its most dangerous rival, and what a token costs; none of the more thorough
ones wins measurably more matches against it, nor does who plays the solved duels for the most money. What its choice
brings on average is told as the keen bot estimates it, with all who are there. Beside it stand odds: of meeting the
condition of a table, of winning a duel of two.
"""

from collections.abc import Sequence
from typing import Any

from bussolotto.core.contract import game_of
from bussolotto.games.cincinnati import bot, game, meet, policy, solver
from bussolotto.games.cincinnati.chances import FIRST
from bussolotto.solve.advice import Advice, Adviser, Odds, Reason, unknown
from bussolotto.solve.rolls import rolls

THOUSAND = 1_000
REASONS = {game.CHOOSING: "table", game.KEEPING: "keep", game.ASKING: "keep", game.NAMING: "duel"}


def advise(view: Any, seat: int, legal: Sequence[int]) -> Advice:
    """What to do and why, with odds for every choice where they are known."""
    advice = _duel(view) if solver.decided_by_two(view) else by_condition(view, seat, legal)
    best = int(policy.decide(view, seat, None, policy.tables(view)))
    worth = bot.Keen(game_of(view)).values(view, seat, legal)[best]
    numbers = {"worth": float(round(THOUSAND * worth, -2))}
    reason = Reason(text=f"advice.cincinnati.{REASONS[view.phase]}", chances={}, numbers=numbers)
    return {**advice, "best": [best], "by": policy.NAME, "reason": reason}


def by_condition(view: Any, seat: int, legal: Sequence[int]) -> Advice:
    """The chances of meeting the condition of a table."""
    if view.duelling or view.phase == game.NAMING:
        return unknown([])
    if view.phase == game.CHOOSING:
        hand, to_come = view.dice[seat] - FIRST, game.LAST_ROLL - 1  # CIN-7
        values = tables = {action: float(_chances(view, action - game.TABLE).hand[to_come, hand]) for action in legal}
    else:
        values = (_keeps if view.phase == game.KEEPING else _answers)(view, seat, legal)
        tables = {game.TABLE + view.chosen[seat] - 1: max(values.values())}
    odds = [Odds(goal=game.say(0, table), chance=chance) for table, chance in tables.items()]
    return {**unknown(odds), "goal": "condition", "chances": values}


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


def _duel(view: Any) -> Advice:
    """The chance of winning a duel of two (CIN-14); with three or more no chance is known."""
    for_victory = solver.duel(again=view.table < len(game.TABLES))  # with identical dice: CIN-12, CIN-14
    return {**unknown([]), "goal": "duel", "chances": solver.actions_in(for_victory, view)}


ADVISER = Adviser(advise)
