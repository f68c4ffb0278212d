"""Exact values of the parts of Cincinnati: meeting the condition of a table alone, and the duel of two.

All tables come about in seconds and none is kept in a file: those of `meet` and of a duel without tokens take a tenth
of a second, each further pair of numbers of tokens another tenth and two megabytes.
"""

import threading
from functools import lru_cache
from typing import Any, NamedTuple

from bussolotto import dice
from bussolotto.games import cincinnati as game
from bussolotto.solve import Progress, meet
from bussolotto.solve.duel import Answer, Duel
from bussolotto.solve.rolls import rolls

FIRST_KEEP = 2  # the step of a duel at which something is decided first
MOST_DUELS = 8  # of different stakes, kept in memory: some 32 megabytes each where both have three tokens
CODES = {Answer.DECLINE: game.PASS, Answer.BUY: game.BUY}
DUEL_CARD = 12  # in thousands: what one wins on average for a card of 25,000 without tokens


class Solution(NamedTuple):
    """What the parts of Cincinnati are worth."""

    meet: dict[str, list[float]]  # condition -> best chance with 1 .. 6 rolls
    duel: list[list[float]]  # [holder's tokens][opponent's tokens] -> the holder's chance, tokens free while they last


def solve(progress: Progress = lambda _done, _steps: None, board: str = "duel") -> Solution:
    """The best chances of meeting each condition, and the holder's in a duel with up to three tokens each.

    `board` is of no matter: the other part of the game that is solved has a module of its own.
    """
    numbers = range(int(game.STARTING_TOKENS[0]) + 1)
    chances = {condition: meet.from_nothing(condition) for condition in meet.CONDITIONS}
    won = []
    for holder in numbers:
        progress(holder, len(numbers))
        won.append([duel().start(holder, opponent)[0] for opponent in numbers])
    progress(len(numbers), len(numbers))
    return Solution(chances, won)


def headline(solution: Solution) -> float:
    """The holder's chance in a duel without tokens."""
    return solution.duel[0][0]


def as_json(solution: Solution) -> dict[str, Any]:
    """What programs read."""
    return {"meet": solution.meet, "duel": headline(solution)}


@lru_cache(maxsize=MOST_DUELS)
def duel(stake: int = 1, price: int = 0, again: bool = False) -> Duel:
    """The duel for so much, each for himself; without arguments for the victory alone, and values are chances.

    In phase 4 holder and opponent duel for the opponent's highest money card (CIN-14). With `again` two duel for a
    table, the richer one in the holder's place (CIN-12).
    """
    return Duel(rolls(), dice.RANK[dice.HANDS], stake=stake, price=price, again=again)


def actions(s: Any) -> dict[int, float]:
    """The value in thousands of each legal action to the one seat that may act in a duel of two: the perfect duellist.

    `s` is a position of the game or a view of one: a duel is public. Tokens already paid are not in the value.
    Empty where no two duel or nobody is to decide.
    """
    return actions_in(_played_for(s), s) if decided_by_two(s) else {}


def best(s: Any) -> int | None:
    """What is best in the same sense; of equals what harms the other most. None where `actions` is empty."""
    if not decided_by_two(s):
        return None
    solved = _played_for(s)
    step, hands, tokens = _at(solved, s)
    planned = int(solved.plan(step, *tokens)[hands])
    return CODES[Answer(planned)] if s.phase == game.ASKING else planned


def prepare(s: Any) -> None:
    """If a duel of two has just begun, make its tables while the first dice fall, in a thread of its own."""
    begins = s.duelling and s.phase == game.ROLLING and s.roll_number == 1 and s.to_fall == dice.DICE
    if not begins or s.turn != s.lead or s.group.bit_count() != 2:
        return
    solved = _played_for(s)
    first = (FIRST_KEEP, *(int(s.tokens[seat]) for seat in duellists(s)))
    if not solved.planned(*first):
        threading.Thread(target=solved.plan, args=first, daemon=True, name="duel").start()


def asks_as_printed(s: Any) -> bool:
    """Do tables A, B and C ask for what is printed (CIN-3)? Which to choose is solved for these alone."""
    return not (s.condition_a or s.condition_b or s.condition_c)


def decided_by_two(s: Any) -> bool:
    """Is it one of two duellists who may act?"""
    return bool(s.duelling and s.group.bit_count() == 2 and s.phase in (game.KEEPING, game.ASKING))


def actions_in(solved: Duel, s: Any) -> dict[int, float]:
    """What each legal action is worth to who may act in a duel of two, played for what `solved` is played for."""
    step, hands, tokens = _at(solved, s)
    if s.phase == game.ASKING:
        return {CODES[answer]: value for answer, value in solved.answers(step, hands, *tokens).items()}
    return solved.keeps(step, hands, *tokens)


def _played_for(s: Any) -> Duel:
    """The duel for what two duel for now."""
    return duel(stake(s), token_worth(s), again=s.table < 3)


def _at(solved: Duel, s: Any) -> tuple[int, tuple[int, int], tuple[int, int]]:
    """Step, hands and tokens of a decision of one of two duellists, as a solution counts them."""
    holder, opponent = seats = duellists(s)
    mover = seats.index(s.turn)
    first = int(dice.HANDS[0])
    hands = (s.dice[holder] - first, s.dice[opponent] - first)
    tokens = (s.tokens[holder], s.tokens[opponent])
    if s.phase == game.ASKING:
        declined = not s.waiting >> seats[1 - mover] & 1  # or has no tokens, which is the same
        return solved.asked + mover + 2 * declined, hands, tokens
    step = solved.bought if s.roll_number == game.BOUGHT else 2 * (s.roll_number - 1)
    return step + mover, hands, tokens


def duellists(s: Any) -> tuple[int, int]:
    """Holder and opponent."""
    return s.lead, (s.group & ~(1 << s.lead)).bit_length() - 1


def token_worth(s: Any) -> int:
    """What a token is worth in this match, in thousands (CIN-17)."""
    return int(game.TOKEN_WORTH[s.token_worth])


def stake(s: Any) -> int:
    """What two duel for, in thousands: the opponent's highest card, 0 if he has none (CIN-14), or a table (CIN-12)."""
    if s.table < 3:
        cards = (*game.VALUES.tolist(), DUEL_CARD, int(game.TOKENS_A_CARD[s.tokens_a_card]) * token_worth(s))
        return sum(worth * s.piles[s.table][kind] for kind, worth in enumerate(cards))
    money = s.money[duellists(s)[1]]
    return max((int(value) for kind, value in enumerate(game.VALUES) if money[kind]), default=0)
