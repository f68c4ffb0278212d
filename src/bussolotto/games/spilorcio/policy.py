"""The sensible player of Spilorcio: computes what this turn can bring, and estimates what comes after it.

The value of a position after the turn is a rule of thumb, or what has been learned (`judgement`). From it follow the
values of all hands, whose dice are placed in ascending or descending order, and from these, roll by roll, those of all
dice set aside. They are computed once a turn. Only where the player is asked in which order to place dice are all
orders tried.
"""

from typing import Any

import numpy as np

from bussolotto.core import dice
from bussolotto.core.kernel import room, rule
from bussolotto.games.spilorcio import game, judgement
from bussolotto.games.spilorcio.turn import UNPLACED, turn

NAME = "sensible"

# The value of a position for the seat that has just ended its turn, in chips. Found by many matches against itself.
WON = 100.0  # a match won, against one lost
THREAT = 0.8  # a chip that the next player is likely to take
WANT = 0.6  # weight of being nearly out of chips, growing with the square of what is missing
COMFORT = 8  # a seat with fewer chips is nearly out of them

REACH = np.array([float(dice.reach(dice.DICE, missing)) for missing in range(13)])  # [squares missing] -> chance
HANDS = len(UNPLACED)
MOST_ROLLS = 1176  # of dice aside and rolls of the rest, with two or three dice aside
PLENTY = 2 * dice.DICE  # chips with which no order matters
PART = dice.CONTAINS.nonzero()[1].astype(np.uint16)  # the parts of all rolls, one by one; the first of each is none
FIRST_PART = np.concatenate(([0], np.cumsum(dice.PARTS)))  # [roll] -> where its parts begin
FIRST = np.searchsorted(dice.SIZE, np.arange(dice.DICE + 1))  # [size] -> the first keep with so many dice


def _without(lowest: bool) -> list[tuple[int, int]]:
    """By hand without 6s: that without its lowest or highest die, and the row of this die; itself for no dice."""
    place = {keep: index for index, keep in enumerate(UNPLACED)}
    pairs = [(0, 0)]
    for keep in UNPLACED[1:]:
        row = dice.KEEPS[keep][0 if lowest else -1] - 1
        pairs.append((place[int(dice.MINUS[keep][row])], row))
    return pairs


# [descending?][hand without 6s] -> the hand with one die fewer, and the row where the last one is placed
BEFORE = np.array([_without(False), _without(True)], np.int64)


def tables(opening: Any) -> tuple[Any, ...]:
    """The tables of a player that values positions by the rule of thumb."""
    return tables_with(opening, judgement.no_net())


def tables_with(opening: Any, net: judgement.Net) -> tuple[Any, ...]:
    """The tables of a turn; a position by hand; values of hands, rolls and keeps; whose these are; what is learned."""
    known = turn()
    small = known.first.astype(np.uint16), known.then.astype(np.uint16)  # they are read thousands of times a turn
    turn_tables = (known.hands, known.asides, known.rolls, known.odds, *small)
    values = np.zeros(HANDS), np.zeros((2, MOST_ROLLS)), np.zeros(len(dice.KEEPS))
    key, order = np.zeros(4 + 2 * 5, np.int64), np.zeros(dice.DICE, np.int64)
    return turn_tables, room(opening, HANDS), *values, key, order, net


@rule
def decide(s: Any, seat: int, rng: Any, tables: Any) -> int:
    """The best action of the seat whose turn it is."""
    turn_tables, positions, hands, worth, kept, key, order, net = tables
    if s.phase == game.PLACING:
        return game.PLACE + first_row(s, seat, positions, order, net)
    if not is_known(s, key):
        value_hands(s, seat, turn_tables[0], positions, hands, net)
        value_keeps(turn_tables, hands, worth, kept)
    best, most = -1, 0.0
    for at in range(FIRST_PART[s.roll] + 1, FIRST_PART[s.roll + 1]):
        part = int(PART[at])
        value = kept[dice.joined(s.aside, part)]
        if best < 0 or value > most:
            best, most = part, value
    return best


@rule
def is_known(s: Any, key: Any) -> bool:
    """Are the values those of this turn? Notes that they will be."""
    known = note(key, 0, s.turn + 1, True)
    known = note(key, 1, s.reserve, known)
    for seat in range(5):
        known = note(key, 2 + seat, s.chips[seat], known)
    for row in range(game.ROWS):
        known = note(key, 7 + row, s.filled[row], known)
    return known


@rule
def note(key: Any, at: int, number: int, known: bool) -> bool:
    """Note one number; has it been the same before, like all others?"""
    same = known and key[at] == number
    key[at] = number
    return bool(same)


@rule
def value_hands(s: Any, seat: int, numbers: Any, positions: Any, hands: Any, net: Any) -> None:
    """The value of each hand, with its dice placed in the better one of two orders."""
    plenty = s.chips[seat] >= PLENTY and s.reserve >= PLENTY
    for descending in range(1 if plenty else 2):
        positions[0] = s
        for hand in range(HANDS):
            if hand:
                positions[hand] = positions[BEFORE[descending, hand, 0]]
                place(positions[hand], int(BEFORE[descending, hand, 1]))
            value = value_of(positions[hand], seat, net)
            number = numbers[hand]
            hands[number] = max(hands[number], value) if descending else value


@rule
def place(s: Any, row: int) -> None:
    """Place one die; none after one that could not be paid (SPI-6)."""
    if s.stopped == 0 and game.pay(s, row) == 0:
        s.stopped = 1


@rule
def value_of(s: Any, seat: int, net: Any) -> float:
    """The value of a position after a turn, for the seat that has ended it, if the net is empty by rule of thumb."""
    own, total, most = int(s.chips[seat]), 0, 0
    for other in range(s.seats):
        total += s.chips[other]
        most = max(most, int(s.chips[other]))
    if own == 0 or s.debt or s.stopped:
        won = share(s, own, most)
        return won if len(net[0]) else WON * (2.0 * won - 1.0)
    if len(net[0]):
        return judgement.judged(s, seat, net)
    threat = 0.0
    for row in range(game.ROWS):
        filled = int(s.filled[row])
        lying = filled + s.double[row] if filled else 0
        threat += REACH[s.length[row] - filled] * (lying + s.arrow[row])
    lean = max(COMFORT - own, 0)
    return float(own - (total - own) / (s.seats - 1) - THREAT * threat - WANT * lean * lean)


@rule
def share(s: Any, own: int, most: int) -> float:
    """The win share of a seat with so many chips, if somebody has the most and the match ends."""
    if own < most:
        return 0.0
    winners = 0
    for other in range(s.seats):
        winners += s.chips[other] == most
    return 1.0 / winners


@rule
def value_keeps(turn_tables: Any, hands: Any, worth: Any, kept: Any) -> None:
    """The value of each keep aside but of none, on average over the rolls to come, from those of the hands.

    The best of all parts of a roll to set aside begins with one of its dice: each is tried, and then the best is either
    to roll the rest or to set more of it aside.
    """
    _, asides, rolls, odds, first, then = turn_tables
    for hand in range(HANDS):
        worth[0, hand] = hands[hand]
        kept[FIRST[dice.DICE] + hand] = hands[hand]
    pair, chances = 0, 0
    for layer in range(dice.DICE - 1):
        known, found = worth[layer & 1], worth[1 - layer & 1]
        at = 0
        for aside in range(asides[layer]):
            mean = 0.0
            for roll in range(rolls[layer]):
                best = known[then[first[pair]]]
                for choice in range(first[pair] + 1, first[pair + 1]):
                    best = max(best, known[then[choice]])
                found[at + roll] = best
                mean += odds[chances + roll] * best
                pair += 1
            for roll in range(rolls[layer]):
                found[at + roll] = max(found[at + roll], mean)
            kept[FIRST[dice.DICE - 1 - layer] + aside] = mean
            at += rolls[layer]
        chances += rolls[layer]


@rule
def first_row(s: Any, seat: int, positions: Any, order: Any, net: Any) -> int:
    """The row to place a die on first, in the best of all orders."""
    count = dice.spread(s.unplaced, order)
    best, most = -1, 0.0
    going_on = True
    while going_on:
        positions[1] = s
        for index in range(count):
            place(positions[1], int(order[index]) - 1)
        value = value_of(positions[1], seat, net)
        if best < 0 or value > most:
            best, most = int(order[0]) - 1, value
        going_on = dice.next_order(order, count)
    return best
