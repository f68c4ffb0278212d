"""Exact values of the parts of Cincinnati: meeting the condition of a table alone, and the duel.

All tables come about in seconds and none is kept in a file: those of `meet` and of a duel without tokens take a tenth
of a second, each further pair of numbers of tokens another tenth and two megabytes.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from bussolotto import dice
from bussolotto.solve import meet
from bussolotto.solve.duel import Answer, Duel
from bussolotto.solve.rolls import rolls

Progress = Callable[[int, int], None]  # steps done, of how many

SET_UP_TOKENS = 3  # CIN-5
TOKEN = 5.0  # in thousands, as the money is: CIN-17
BUY, PASS = 465, 466  # action codes of the game, where a keep is its own code


class Solution(NamedTuple):
    """What the parts of Cincinnati are worth."""

    meet: dict[str, list[float]]  # condition -> best chance with 1 .. 6 rolls
    duel: list[list[float]]  # [holder's tokens][opponent's tokens] -> the holder's chance, tokens free while they last


def solve(progress: Progress = lambda _done, _steps: None) -> Solution:
    """The best chances of meeting each condition, and the holder's in a duel with up to three tokens each."""
    numbers = range(SET_UP_TOKENS + 1)
    chances = {condition: meet.from_nothing(condition) for condition in meet.CONDITIONS}
    won = []
    for holder in numbers:
        progress(holder, len(numbers))
        won.append([duel(0).start(holder, opponent)[0] for opponent in numbers])
    progress(len(numbers), len(numbers))
    return Solution(chances, won)


def headline(solution: Solution) -> float:
    """The holder's chance in a duel without tokens."""
    return solution.duel[0][0]


def as_json(solution: Solution) -> dict[str, object]:
    """What `bussolotto solve cincinnati --json` prints."""
    return {"meet": solution.meet, "duel": headline(solution)}


@cache
def duel(stake: int, again: bool = False) -> Duel:
    """The duel for so many thousands, tokens at their price; for 0, for the victory alone.

    For the victory alone a value is a chance of winning and tokens cost nothing. For money both look at their own:
    the holder wins the card, the opponent keeps it (CIN-14). Against someone without money there is nothing to solve.
    With `again` two duel for a table, the richer one first (CIN-12).
    """
    rank = dice.RANK[rolls().hands]
    return Duel(rolls(), rank, stake=stake or 1, price=TOKEN if stake else 0, again=again)


def actions(
    stake: int, step: int, hands: tuple[int, int], tokens: tuple[int, int], again: bool = False
) -> dict[int, float]:
    """The value of each legal action to the duellist who is to act, by action code: what a perfect duellist compares.

    `step` as in `Duel`, 2 or later; `hands` are the keeps of five dice of holder and opponent, `tokens` what they have
    (after a purchase: what is left). With a stake, tokens already paid are not in the value: they are paid.
    """
    table = rolls()
    first = int(table.hands[0])
    solved = duel(stake, again)
    holder, opponent = hands[0] - first, hands[1] - first
    if solved.asked <= step < solved.bought:
        worth = solved.answers(step, (holder, opponent), *tokens)
        return {BUY if answer == Answer.BUY else PASS: value for answer, value in worth.items()}
    return solved.keeps(step, (holder, opponent), *tokens)
