"""What Cincinnati tells its players: choices that are revealed, tables that are cleared, duels."""

from collections.abc import Iterator
from typing import Any

from bussolotto.core import dice, kernel
from bussolotto.core.events import RESULT, Event, Events, Kind, Motion, Ply, Values, was_tied, winners
from bussolotto.core.kernel import CHANCE
from bussolotto.games.cincinnati.game import (
    ASKING,
    CHOOSING,
    DEALING,
    DIE,
    DUEL_CARD,
    KEEPING,
    LAST_ROLL,
    MONEY,
    NAMING,
    OVER,
    ROLLING,
    TABLES,
    TOKEN_CARD,
    VALUES,
    best_at,
    returns,
    take_cards,
)

CARDS: tuple[Motion, ...] = ("glow", "flight", "count")
KINDS = {
    "reveal": Kind(still="the rows of the tables fill with dice at that moment"),
    "clears": Kind(1300, CARDS),
    "clears-low": Kind(1300, CARDS),
    "unmet": Kind(still="the cards stay where they are"),
    "tie": Kind(1200, ("glow",)),
    "wins": Kind(1300, CARDS),
    "robs": Kind(1300, ("glow", "count")),
    "robs-nothing": Kind(1200, ("glow",)),
    "holds": Kind(1200, ("glow",)),
    "end": Kind(still=RESULT),
}


def find(ply: Ply) -> Iterator[Event]:
    """The events of a ply."""
    before, after = ply.before, ply.after
    if before.phase == CHOOSING and after.phase == KEEPING:
        places: list[tuple[int | str, int | str]] = [
            (seat, TABLES[after.chosen[seat] - 1]) for seat in range(after.seats)
        ]
        yield Event("reveal", {"places": places})
    elif before.duelling and before.roll_number >= LAST_ROLL and (not after.duelling or after.roll_number == 1):
        yield from _end_of_duel(scene(ply))
    elif before.phase in (KEEPING, ROLLING, ASKING) and not before.duelling and _is_settled(after):
        yield from _clearing(scene(ply), 0)
    if after.phase == OVER:
        yield _end(after)


def scene(ply: Ply) -> Any:
    """The position before the ply with the die that has just fallen: all dice and cards of the tables lie open."""
    shown = kernel.copied(ply.before)
    action = ply.action or 0
    if ply.seat == CHANCE and action >= DIE and shown.to_fall:
        shown.dice[shown.turn] = dice.PLUS[shown.dice[shown.turn]][action - DIE]
        shown.to_fall = 0
    return shown


def _is_settled(after: Any) -> bool:
    """Is it known who takes the cards of a round, or who duels for them?"""
    return bool(after.duelling) or after.phase in (DEALING, NAMING, OVER)


def _clearing(shown: Any, first: int) -> Iterator[Event]:
    """Tables from this one on, up to a duel (CIN-11, CIN-12)."""
    for table in range(first, len(TABLES)):
        bits = best_at(shown, table)
        seats = [seat for seat in range(shown.seats) if bits >> seat & 1]
        if len(seats) > 1:
            yield Event("tie", {"seats": seats, "table": TABLES[table]})
            return
        if seats:
            yield _taking(shown, seats[0], table)
        elif kernel.seats_with(shown.chosen, shown.seats, table + 1):
            yield Event("unmet", {"table": TABLES[table], "n": sum(shown.piles[table])})


def _taking(shown: Any, seat: int, table: int, duel: bool = False) -> Event:
    """Somebody takes the cards of a table (CIN-11)."""
    prize = _prize(shown, table)
    shown.table = table
    take_cards(shown, seat)  # tokens of the next table may be fewer
    gain = sum(int(number) for what, number in prize if what == "money")
    roll = shown.dice[seat]
    values: Values = {"seat": seat, "table": TABLES[table], "prize": prize, "gain": gain}
    if duel:
        return Event("wins", {**values, "hand": dice.hand_name(roll)})
    if TABLES[table] == "C":
        return Event("clears-low", {**values, "n": sum(dice.KEEPS[roll])})
    return Event("clears", {**values, "hand": dice.hand_name(roll)})


def _prize(shown: Any, table: int) -> list[tuple[int | str, int | str]]:
    """What lies on a table (CIN-16: tokens as far as the reserve goes)."""
    pile = shown.piles[table]
    money = 1000 * sum(pile[kind] * int(VALUES[kind]) for kind in range(MONEY))
    tokens = min(shown.tokens_a_card * pile[TOKEN_CARD], shown.supply)
    return [(what, n) for what, n in (("money", money), ("token", tokens), ("duel", pile[DUEL_CARD])) if n] or [
        ("token", 0)
    ]


def _end_of_duel(shown: Any) -> Iterator[Event]:
    """Who has won a duel, and what for (CIN-12, CIN-14)."""
    bits = dice.best_hands(shown.dice, shown.group, dice.RANK)
    seats = [seat for seat in range(shown.seats) if bits >> seat & 1]
    if shown.table < len(TABLES):
        if len(seats) > 1:
            yield Event("tie", {"seats": seats, "table": TABLES[shown.table]})
            return
        yield _taking(shown, seats[0], shown.table, duel=True)
        yield from _clearing(shown, shown.table + 1)
        return
    holder = shown.lead
    other = next(seat for seat in range(shown.seats) if shown.group >> seat & 1 and seat != holder)
    taken = max((kind for kind in range(MONEY) if shown.money[other][kind]), default=None)
    values: Values = {"seat": holder, "other": other, "hand": dice.hand_name(shown.dice[holder])}
    if bits != 1 << holder:
        yield Event("holds", {"seat": other, "other": holder, "hand": dice.hand_name(shown.dice[other])})
    elif taken is None:
        yield Event("robs-nothing", values)
    else:
        gain = 1000 * int(VALUES[taken])
        yield Event("robs", {**values, "n": gain, "gain": gain})


def _end(after: Any) -> Event:
    """Who has the most at the end, or of several with as much the highest cards (CIN-17)."""
    seats = winners(after, returns)
    worth = [after.wealth[seat] + after.token_worth * after.tokens[seat] for seat in range(after.seats)]
    by = "cards" if was_tied(worth, seats) else "money"
    return Event("end", {"seats": seats, "by": by, "n": 1000 * worth[seats[0]], "rounds": after.rounds})


def begins(ply: Ply) -> bool:
    """Does a round begin?"""
    return bool(ply.after.phase == DEALING and ply.before.phase != DEALING)


EVENTS = Events(KINDS, find, scene, begins, watched=("phase", "duelling", "roll_number"))
