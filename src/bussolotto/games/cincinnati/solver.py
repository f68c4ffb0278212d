"""Exact values of the parts of Cincinnati: meeting the condition of a table alone, and the duel of two.

All tables are made in seconds and none is stored on disk: those of `meet` and of a duel without tokens take a tenth of
a second, each further pair of numbers of tokens another tenth and two megabytes.
"""

import threading
from functools import lru_cache
from typing import Any, NamedTuple

from bussolotto.core import dice
from bussolotto.games.cincinnati import game, meet, policy
from bussolotto.games.cincinnati.chances import FIRST
from bussolotto.games.cincinnati.duel import Answer, Duel
from bussolotto.solve import Progress, silent
from bussolotto.solve.rolls import rolls

SPREAD = False  # can many machines share the work?

FIRST_KEEP = 2  # the first step of a duel at which something is decided
MOST_DUELS = 8  # of different stakes, kept in memory: some 32 megabytes each where both have three tokens
CODES = {Answer.DECLINE: game.PASS, Answer.BUY: game.BUY}
DUEL_CARD = 12  # in thousands: the average gain for a card of 25,000 without tokens


class Solution(NamedTuple):
    """The values of the parts of Cincinnati."""

    meet: dict[str, list[float]]  # condition -> best chance with 1 .. 6 rolls
    duel: list[list[float]]  # [holder's tokens][opponent's tokens] -> the holder's chance, tokens free while they last


OPTIONS: dict[str, tuple[str, ...]] = {}  # solved as printed only
PRINTED = {name: option.stored(option.suggested[0]) for name, option in game.FACTS.options.items()}


def solve(progress: Progress = silent, board: str = "duel") -> Solution:
    """The best chances of meeting each condition, and the holder's in a duel with up to three tokens each.

    `board` has no effect: the other part of the game that is solved has a module of its own.
    """
    numbers = range(PRINTED["starting_tokens"] + 1)
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
    """The result for programs."""
    return {"meet": solution.meet, "duel": headline(solution)}


@lru_cache(maxsize=MOST_DUELS)
def duel(stake: int = 1, price: int = 0, again: bool = False) -> Duel:
    """The duel for this stake, each playing for themselves; without arguments the values are chances of winning.

    In phase 4 holder and opponent duel for the opponent's highest money card (CIN-14). With `again` two duel for a
    table, the richer one in the holder's place (CIN-12).
    """
    return Duel(rolls(), dice.RANK[dice.HANDS], stake=stake, price=price, again=again)


def actions(s: Any) -> dict[int, float]:
    """The value in thousands of each legal action for the one seat that may act in a duel of two, played perfectly.

    `s` is a position of the game or a view of one: a duel is public. Tokens already paid are not in the value. Empty
    unless one of two duellists is to decide.
    """
    return actions_in(_played_for(s), s) if decided_by_two(s) else {}


def best(s: Any) -> int | None:
    """The best action in the same sense, among equals the worst for the other. None where `actions` is empty."""
    return best_in(_played_for(s), s) if decided_by_two(s) else None


def best_without_tokens(s: Any) -> int | None:
    """The best action in a duel of two of whom nobody has a token, whatever the stake; None elsewhere."""
    if not decided_by_two(s) or any(s.tokens[seat] for seat in duellists(s)):
        return None
    return best_in(duel(again=s.table < 3), s)


def best_in(solved: Duel, s: Any) -> int:
    """The best action for the seat to act in a duel of two, for the stake of `solved`."""
    step, hands, tokens = _at(solved, s)
    planned = int(solved.plan(step, *tokens)[hands])
    return CODES[Answer(planned)] if s.phase == game.ASKING else planned


def prepare(s: Any) -> None:
    """If a duel of two has just begun, make its tables while the first dice fall, in a separate thread."""
    begins = s.duelling and s.phase == game.ROLLING and s.roll_number == 1 and s.to_fall == dice.DICE
    if not begins or s.turn != s.lead or s.group.bit_count() != 2:
        return
    solved = _played_for(s)
    first = (FIRST_KEEP, *(int(s.tokens[seat]) for seat in duellists(s)))
    if not solved.planned(*first):
        threading.Thread(target=solved.plan, args=first, daemon=True, name="duel").start()


def asks_as_printed(s: Any) -> bool:
    """Do tables A, B and C ask for what is printed (CIN-3)? The choice of tables is solved only for that."""
    return all(getattr(s, name) == PRINTED[name] for name in ("condition_a", "condition_b", "condition_c"))


def decided_by_two(s: Any) -> bool:
    """Is the seat to act one of two duellists?"""
    return bool(s.duelling and s.group.bit_count() == 2 and s.phase in (game.KEEPING, game.ASKING))


def actions_in(solved: Duel, s: Any) -> dict[int, float]:
    """The value of each legal action for the seat to act in a duel of two, for the stake of `solved`."""
    step, hands, tokens = _at(solved, s)
    if s.phase == game.ASKING:
        return {CODES[answer]: value for answer, value in solved.answers(step, hands, *tokens).items()}
    return solved.keeps(step, hands, *tokens)


def _played_for(s: Any) -> Duel:
    """The duel for the present stake."""
    return duel(stake(s), int(s.token_worth), again=s.table < 3)


def _at(solved: Duel, s: Any) -> tuple[int, tuple[int, int], tuple[int, int]]:
    """Step, hands and tokens of a decision of one of two duellists, as a solution counts them."""
    holder, opponent = seats = duellists(s)
    mover = seats.index(s.turn)
    hands = (s.dice[holder] - FIRST, s.dice[opponent] - FIRST)
    tokens = (s.tokens[holder], s.tokens[opponent])
    if s.phase == game.ASKING:
        declined = not s.waiting >> seats[1 - mover] & 1  # or has no tokens, which is the same
        return solved.asked + mover + 2 * declined, hands, tokens
    step = solved.bought if s.roll_number == game.BOUGHT else 2 * (s.roll_number - 1)
    return step + mover, hands, tokens


def duellists(s: Any) -> tuple[int, int]:
    """Holder and opponent."""
    return s.lead, (s.group & ~(1 << s.lead)).bit_length() - 1


def stake(s: Any) -> int:
    """The stake of a duel, in thousands: the opponent's highest card, 0 if none (CIN-14), or a table (CIN-12)."""
    if s.table < 3:
        cards = (*game.VALUES.tolist(), DUEL_CARD, int(s.tokens_a_card) * int(s.token_worth))
        return sum(worth * s.piles[s.table][kind] for kind, worth in enumerate(cards))
    return policy.loot(s, duellists(s)[1])
