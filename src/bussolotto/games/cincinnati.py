"""Cincinnati, Reinhard Staupé: 3 to 6 gamblers, five dice each, three tables, twelve rounds.

Every round a card falls on each table: money, tokens, a duel. All roll in secret, choose a table in secret, and roll
twice more in the open; who has tokens buys further rolls. Then the best at each table takes all its cards, if he meets
its condition: three of a kind at A, a straight at B, a sum of at most 11 at C. Duel cards are fought for the highest
card of an opponent. Most money wins, with 5,000 for each token.

Rulings where the rule page is silent: the card of a duel is discarded when the duel has been fought (CIN-13). Who is
asked for further rolls in a duel over a table goes round from who began it (CIN-15), and who has bought is asked last.
"""

from random import Random
from typing import Annotated

import numpy as np

from bussolotto import dice, kernel
from bussolotto.kernel import CHANCE, Mask, Shares, Weights, rule

NAME = "cincinnati"
TITLE = "Cincinnati"
RULES = 1
CLAUSES = "CIN"
SEATS = (3, 4, 5, 6)
RACE = False
OPTIONS = {"keep_order": ("richest_first", "secret"), "token_supply": ("20", "unlimited")}
ENDINGS = ("rounds", "limit")  # CIN-17, GEN-7
MAX_PLIES = 20_000  # [P] far beyond any match: one takes some 1,500 plies

ROUNDS = 12
TABLES = "ABC"
TOKENS = 20  # in all (CIN-5)
STARTING_TOKENS = 3
UNLIMITED = 255  # what the reserve holds with token_supply = unlimited
TOKENS_A_CARD = 2
TOKEN_WORTH = 5  # in thousands (CIN-17)
VALUES = np.array([15, 20, 25, 30, 35], np.int64)  # of the kinds of money cards, in thousands
MONEY = len(VALUES)
KINDS = (*(f"{value}000" for value in VALUES.tolist()), "duel", "token")
DUEL_CARD, TOKEN_CARD = MONEY, MONEY + 1
DECK = np.array([6, 5, 5, 4, 4, 6, 6], np.int64)  # by kind
LAST_ROLL, BOUGHT = 3, 4  # numbers of rolls and of attempts

TABLE = len(dice.KEEPS)  # actions: keep 0..461 | table A..C, at TABLE + table | buy | pass | duel 0..5, at DUEL + seat
BUY, PASS, DUEL = TABLE + 3, TABLE + 4, TABLE + 5
ACTIONS = DUEL + max(SEATS)
CARD = max(SEATS)  # outcomes: start 0..5 | card KIND, at CARD + kind | die 1..6, at DIE + face - 1
DIE = CARD + len(KINDS)
OUTCOMES = DIE + dice.FACES

# what a view holds for dice that are hidden, and `kept` where nothing has been said; for a choice that is hidden
UNKNOWN = len(dice.KEEPS)
CHOICE_HIDDEN = 4

# phases, chance's first: DRAWING the start seat, DEALING cards, ROLLING the dice of all and THROWING those of a duel;
# CHOOSING a table, KEEPING dice, ASKING who buys a roll, NAMING an opponent, DUELLING: keeping dice in a duel,
# BIDDING: asking who buys an attempt, OVER
DRAWING, DEALING, ROLLING, THROWING, CHOOSING, KEEPING, ASKING, NAMING, DUELLING, BIDDING, OVER = range(11)

# [roll] -> the mask of what may be kept of it
_KEEPS = np.zeros((len(dice.KEEPS), ACTIONS), np.uint8)
_KEEPS[:, :TABLE] = dice.CONTAINS
# [bits][seat] -> the first of these seats clockwise after this one, itself last of all; [-1] is the place before 0
_NEXT = np.zeros((64, 6), np.int64)
for _bits in range(1, 64):
    for _seat in range(6):
        _NEXT[_bits, _seat] = next(s % 6 for s in range(_seat + 1, _seat + 7) if _bits >> s % 6 & 1)
# [table][hand] -> how good it is there, 0 where it does not meet the condition (CIN-3, CIN-4)
_WORTH = dice.MEETS * np.stack([dice.RANK, dice.RANK, dice.LOW_RANK])


class State:
    plies: Annotated[int, "u2"]  # plies so far
    seats: Annotated[int, "i1"]
    phase: Annotated[int, "i1"]
    round_number: Annotated[int, "i1"]  # 1..12
    starter: Annotated[int, "i1"]  # the start seat (CIN-8a)
    keep_order: Annotated[int, "u1"]  # option
    token_supply: Annotated[int, "u1"]  # option
    roll_number: Annotated[int, "i1"]  # of the roll or attempt that falls or comes next: 1..3, 4 BOUGHT
    table: Annotated[int, "i1"]  # where the next card falls; the table that is being cleared, 3 in phase 4
    turn: Annotated[int, "i1"]  # whose dice fall; who is asked alone
    to_fall: Annotated[int, "i1"]  # dice that have still to fall for him
    lead: Annotated[int, "i1"]  # who was asked first in this pass; who began this duel: in phase 4 the holder
    asked: Annotated[int, "i1"]  # seats, as bits, that may act now; while all roll, whose dice have still to fall
    waiting: Annotated[int, "i1"]  # seats, as bits, that are still to be asked
    group: Annotated[int, "i1"]  # seats, as bits: who has bought a roll in this pass; who duel
    supply: Annotated[int, "i2"]  # tokens in the reserve; UNLIMITED
    deck: Annotated[list[int], "i1", 7]  # by kind of card: how many are left
    piles: Annotated[list[list[int]], "i1", 3, 7]  # by table, by kind: cards on it
    money: Annotated[list[list[int]], "i1", 6, 5]  # by seat, by kind: money cards
    wealth: Annotated[list[int], "i2", 6]  # by seat: their sum, in thousands
    tokens: Annotated[list[int], "i1", 6]  # by seat
    duels: Annotated[list[int], "i1", 6]  # by seat: duel cards to be fought in this round
    chosen: Annotated[list[int], "i1", 6]  # by seat: 1 + table, 0 none; CHOICE_HIDDEN in a view
    dice: Annotated[list[int], "i2", 6]  # by seat: the dice as they lie or as far as they fell; UNKNOWN in a view
    kept: Annotated[list[int], "i2", 6]  # by seat: what he keeps of them in the roll to come; UNKNOWN: none said
    hand: Annotated[list[int], "i2", 6]  # by seat: the dice at the end of phase 2
    standing: Annotated[list[int], "i2", 6]  # by seat: wealth when phase 4 began (CIN-13)


STATE = kernel.record(State, size=154)


@rule
def reset(s: State, seats: int) -> None:
    """The opening position (CIN-5)."""
    s.plies = 0
    s.seats = seats
    s.phase = DRAWING
    s.round_number = s.roll_number = 1
    s.starter = s.table = s.turn = s.to_fall = s.lead = s.asked = s.waiting = s.group = 0
    s.supply = UNLIMITED if s.token_supply else TOKENS - STARTING_TOKENS * seats
    for kind in range(len(DECK)):
        s.deck[kind] = DECK[kind]
        for table in range(3):
            s.piles[table][kind] = 0
    for seat in range(6):
        for kind in range(MONEY):
            s.money[seat][kind] = 0
        s.tokens[seat] = STARTING_TOKENS if seat < seats else 0
        s.wealth[seat] = s.duels[seat] = s.chosen[seat] = s.standing[seat] = 0
        s.dice[seat] = s.hand[seat] = dice.NONE
        s.kept[seat] = UNKNOWN


@rule
def movers(s: State) -> int:
    """Bit set of the seats that may act."""
    if s.phase == OVER or s.plies >= MAX_PLIES:
        return 0
    return 1 << CHANCE if s.phase <= THROWING else int(s.asked)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    """Fill the mask with what this seat may do; how many things that is."""
    if seat == CHANCE or not movers(s) >> seat & 1:
        mask[:] = 0
        return 0
    if s.phase == KEEPING or s.phase == DUELLING:
        return legal_keeps(s.dice[seat], s.roll_number, mask)
    mask[:] = 0
    if s.phase == CHOOSING:
        mask[TABLE] = mask[TABLE + 2] = 1
        mask[TABLE + 1] = s.seats > 3  # CIN-5
        return 2 + (s.seats > 3)
    if s.phase == NAMING:
        mask[DUEL : DUEL + s.seats] = 1
        mask[DUEL + seat] = 0
        return int(s.seats - 1)
    mask[BUY] = mask[PASS] = 1
    return 2


@rule
def legal_keeps(roll: int, roll_number: int, mask: Mask) -> int:
    """Any of his dice (CIN-7), but not all where he has paid for the roll (CIN-9, CIN-15)."""
    np.positive(_KEEPS[roll], mask)  # the fastest copy, interpreted and compiled
    if roll_number == BOUGHT:
        mask[roll] = 0
        return int(dice.PARTS[roll] - 1)
    return int(dice.PARTS[roll])


@rule
def odds(s: State, weights: Weights) -> int:
    """Who starts (GEN-1), the next card, no duel in the first round (CIN-6), a face."""
    weights[:] = 0
    if movers(s) != 1 << CHANCE:
        return 0
    if s.phase == DRAWING:
        weights[: s.seats] = 1
        return int(s.seats)
    if s.phase != DEALING:
        weights[DIE:] = 1
        return dice.FACES
    count = 0
    for kind in range(len(DECK)):
        if kind != DUEL_CARD or s.round_number > 1:
            weights[CARD + kind] = s.deck[kind]
            count += s.deck[kind] > 0
    return count


@rule
def apply(s: State, seat: int, action: int) -> None:
    """One ply."""
    kernel.count_ply(s)
    if s.phase == ROLLING or s.phase == THROWING:
        fall(s, action - DIE)
    elif s.phase == KEEPING:
        keep(s, seat, action)
    elif s.phase == DUELLING:
        keep_in_duel(s, action)
    elif s.phase == ASKING or s.phase == BIDDING:
        answer(s, action)
    elif s.phase == CHOOSING:
        choose_table(s, seat, action - TABLE)
    elif s.phase == DEALING:
        deal(s, action - CARD)
    elif s.phase == NAMING:
        begin_duel(s, 1 << s.lead | 1 << (action - DUEL), s.lead)
    else:
        s.starter = action
        begin_round(s)


@rule
def begin_round(s: State) -> None:
    """Everybody takes his dice; the first card falls on table A (CIN-6)."""
    s.phase = DEALING
    s.table = 0
    for seat in range(s.seats):
        s.chosen[seat] = 0
        s.dice[seat] = dice.NONE


@rule
def deal(s: State, kind: int) -> None:
    """A card to the next table, B left out with three seats (CIN-5)."""
    s.deck[kind] -= 1
    s.piles[s.table][kind] += 1
    s.table += 1 if s.seats > 3 else 2
    if s.table > 2:
        s.table = 0
        s.roll_number = 1
        s.asked = everybody(s)
        roll_next(s)


@rule
def everybody(s: State) -> int:
    """All seats, as bits."""
    return (1 << int(s.seats)) - 1


@rule
def roll_next(s: State) -> None:
    """The dice of the next seat that rolls; after the last, what that roll leads to (CIN-7)."""
    if s.asked:
        s.phase = ROLLING
        s.turn = _NEXT[s.asked][-1]
        s.to_fall = dice.DICE - dice.SIZE[s.dice[s.turn]]
    elif s.roll_number == 1:
        s.phase = CHOOSING
        s.asked = everybody(s)
    elif s.roll_number < LAST_ROLL:
        begin_keeping(s)
    else:  # CIN-9
        s.group = 0
        s.lead = richest(s, everybody(s), s.wealth, s.dice)
        sell(s, ASKING, everybody(s), s.lead - 1)


@rule
def fall(s: State, face: int) -> None:
    """One die comes to lie; `face` counts from 0."""
    s.dice[s.turn] = dice.PLUS[s.dice[s.turn]][face]
    s.to_fall -= 1
    if s.to_fall == 0:
        if s.phase == THROWING:
            end_attempt(s)
        else:
            s.asked &= ~(1 << s.turn)
            roll_next(s)


@rule
def choose_table(s: State, seat: int, table: int) -> None:
    """In secret; when all have chosen, choices and rolls lie open (CIN-7)."""
    s.chosen[seat] = table + 1
    s.asked &= ~(1 << seat)
    if s.asked == 0:
        begin_keeping(s)


@rule
def begin_keeping(s: State) -> None:
    """Who says first what he keeps for the next roll: at each table the richest, or all at once (CIN-8)."""
    s.phase = KEEPING
    s.roll_number += 1
    s.waiting = everybody(s)
    for table in range(3):
        bits = at_table(s, table)
        if bits and not s.keep_order:
            s.asked |= 1 << richest(s, bits, s.wealth, s.dice)
        else:
            s.asked |= bits
    s.waiting &= ~s.asked


@rule
def at_table(s: State, table: int) -> int:
    """The seats that have chosen this table, as bits."""
    bits = 0
    for seat in range(s.seats):
        bits |= (s.chosen[seat] == table + 1) << seat
    return bits


@rule
def richest(s: State, bits: int, wealth: list[int], hands: list[int]) -> int:
    """Who of these is richest, then has the best hand, then comes first from the start seat (CIN-8a, CIN-10)."""
    best = -1
    for step in range(s.seats):
        seat = (s.starter + step) % s.seats
        if bits >> seat & 1 and (
            best < 0
            or wealth[seat] > wealth[best]
            or (wealth[seat] == wealth[best] and dice.RANK[hands[seat]] > dice.RANK[hands[best]])
        ):
            best = seat
    return best


@rule
def keep(s: State, seat: int, part: int) -> None:
    """Say what one keeps; the next of the same queue speaks, and when all have spoken the rest is rolled (CIN-8)."""
    s.kept[seat] = part
    s.asked &= ~(1 << seat)
    queue = s.waiting if s.roll_number == BOUGHT else s.waiting & at_table(s, s.chosen[seat] - 1)
    if queue:
        call(s, queue, seat)
    if s.asked == 0:
        pick_up(s)


@rule
def call(s: State, queue: int, after: int) -> None:
    """The next of this queue clockwise may act."""
    s.turn = _NEXT[queue][after]
    s.asked |= 1 << s.turn
    s.waiting &= ~(1 << s.turn)


@rule
def pick_up(s: State) -> None:
    """Take up all dice that are not kept, and let them fall."""
    for seat in range(s.seats):
        if s.kept[seat] != UNKNOWN:
            s.dice[seat] = s.kept[seat]
            s.kept[seat] = UNKNOWN
            s.asked |= (dice.SIZE[s.dice[seat]] < dice.DICE) << seat
    roll_next(s)


@rule
def sell(s: State, phase: int, bits: int, after: int) -> None:
    """Ask these seats whether they buy a roll; who has no tokens declines by himself (CIN-9, CIN-15)."""
    s.phase = phase
    s.roll_number = BOUGHT
    s.waiting = 0
    for seat in range(s.seats):
        s.waiting |= (bits >> seat & (s.tokens[seat] > 0)) << seat
    ask_next(s, after)


@rule
def ask_next(s: State, after: int) -> None:
    """The next who might buy; after the last a duel is over, buyers say what they keep, or phase 2 is over."""
    if s.waiting:
        call(s, s.waiting, after)
    elif s.phase == BIDDING:  # all have declined in succession (CIN-15)
        end_duel(s)
    elif s.group == 0:  # CIN-9
        for seat in range(s.seats):
            s.hand[seat] = s.dice[seat]
        clear_tables(s)
    else:
        s.phase = KEEPING
        s.waiting = s.group
        if s.keep_order:
            s.asked = s.group
        else:
            call(s, s.waiting, s.lead - 1)
        s.waiting &= ~s.asked


@rule
def answer(s: State, action: int) -> None:
    """Decline, or pay a token to the reserve (CIN-9); in a duel that attempt is rolled at once (CIN-15)."""
    if action == BUY:
        s.tokens[s.turn] -= 1
        if not s.token_supply:
            s.supply += 1
        if s.phase == BIDDING:
            s.phase = DUELLING
            return
        s.group |= s.asked
    s.asked = 0
    ask_next(s, s.turn)


@rule
def clear_tables(s: State) -> None:
    """A, then B, then C; equal hands duel at once, before the next table (CIN-12)."""
    while s.table < 3:
        bits = best_of(s, at_table(s, s.table), _WORTH[s.table])
        if bits & (bits - 1):
            begin_duel(s, bits, richest(s, bits, s.wealth, s.dice))
            return
        if bits:
            take_cards(s, _NEXT[bits][-1])
        s.table += 1
    for seat in range(s.seats):
        s.standing[seat] = s.wealth[seat]
    next_holder(s)


@rule
def best_of(s: State, bits: int, worth: Weights) -> int:
    """Those of these seats whose dice are worth most, several if they are identical (CIN-2); none if it is nothing."""
    found = 0
    best = 1
    for seat in range(s.seats):
        own = worth[s.dice[seat]]
        if bits >> seat & 1 and own >= best:
            found = 1 << seat | (found if own == best else 0)
            best = own
    return found


@rule
def take_cards(s: State, seat: int) -> None:
    """All cards of the table that is being cleared (CIN-11); tokens as far as the reserve goes (CIN-16)."""
    pile = s.piles[s.table]
    for kind in range(MONEY):
        s.money[seat][kind] += pile[kind]
        s.wealth[seat] += pile[kind] * VALUES[kind]
    s.duels[seat] += pile[DUEL_CARD]
    gained = min(TOKENS_A_CARD * int(pile[TOKEN_CARD]), int(s.supply))
    s.tokens[seat] += gained
    if not s.token_supply:
        s.supply -= gained
    for kind in range(len(DECK)):
        pile[kind] = 0


@rule
def next_holder(s: State) -> None:
    """The next duel card, in order of money as it stood when the phase began; else the next round (CIN-13)."""
    bits = 0
    for seat in range(s.seats):
        bits |= (s.duels[seat] > 0) << seat
    if bits:
        s.lead = richest(s, bits, s.standing, s.hand)
        s.phase = NAMING
        s.turn = s.lead
        s.asked = 1 << s.lead
    elif s.round_number == ROUNDS:
        s.phase = OVER
    else:
        s.round_number += 1
        begin_round(s)


@rule
def begin_duel(s: State, bits: int, lead: int) -> None:
    """All who duel take up their dice; the first rolls all five (CIN-12, CIN-14)."""
    for seat in range(s.seats):
        if bits >> seat & 1:
            s.dice[seat] = dice.NONE
    s.asked = 0
    s.group = bits
    s.lead = s.turn = lead
    s.roll_number = 1
    throw(s)


@rule
def throw(s: State) -> None:
    """Roll the dice that are not kept."""
    s.phase = THROWING
    s.to_fall = dice.DICE - dice.SIZE[s.dice[s.turn]]


@rule
def end_attempt(s: State) -> None:
    """The next attempt in turn, three for each (CIN-14); then further ones are sold (CIN-15)."""
    if s.roll_number == BOUGHT:
        sell(s, BIDDING, s.group, s.turn)
        return
    s.turn = _NEXT[s.group][s.turn]
    if s.turn == s.lead:
        s.roll_number += 1
    if s.roll_number == 1:
        throw(s)
    elif s.roll_number == BOUGHT:
        sell(s, BIDDING, s.group, s.lead - 1)
    else:
        s.phase = DUELLING
        s.asked = 1 << s.turn


@rule
def keep_in_duel(s: State, part: int) -> None:
    """Roll the rest at once; who keeps all five loses the attempt (CIN-14)."""
    s.asked = 0
    s.dice[s.turn] = part
    if dice.SIZE[part] < dice.DICE:
        throw(s)
    else:
        end_attempt(s)


@rule
def end_duel(s: State) -> None:
    """The better hand wins, at table C too (CIN-12, CIN-14)."""
    bits = best_of(s, s.group, dice.RANK)
    if s.table == 3:
        s.duels[s.lead] -= 1
        if bits == 1 << s.lead:  # with identical dice the holder loses
            rob(s, s.lead, _NEXT[s.group][s.lead])
        next_holder(s)
    elif bits & (bits - 1):
        begin_duel(s, bits, richest(s, bits, s.wealth, s.dice))
    else:
        take_cards(s, _NEXT[bits][-1])
        s.table += 1
        clear_tables(s)


@rule
def rob(s: State, seat: int, other: int) -> None:
    """Take the highest money card of another, if he has one (CIN-14)."""
    for kind in range(MONEY - 1, -1, -1):
        if s.money[other][kind]:
            s.money[other][kind] -= 1
            s.wealth[other] -= VALUES[kind]
            s.money[seat][kind] += 1
            s.wealth[seat] += VALUES[kind]
            return


@rule
def ending(s: State) -> int:
    """How the match has ended, as an index of ENDINGS."""
    return 0 if s.phase == OVER else len(ENDINGS) - 1


@rule
def returns(s: State, out: Shares) -> None:
    """Most money with 5,000 a token wins; then more cards of 35,000, then of 30,000, ..; then shared (CIN-17)."""
    scores(s, out)
    for seat in range(s.seats):
        for kind in range(MONEY - 1, -1, -1):
            out[seat] = out[seat] * 8 + s.money[seat][kind]  # never as many as eight
    kernel.share_best(out, s.seats)


@rule
def scores(s: State, out: Shares) -> None:
    """Money with 5 a token, in thousands (CIN-17)."""
    out[:] = 0.0
    for seat in range(s.seats):
        out[seat] = s.wealth[seat] + TOKEN_WORTH * s.tokens[seat]


@rule
def hide(s: State, seat: int) -> None:
    """Blank the first rolls of the others and their tables; what they keep, where all say it at once (CIN-8)."""
    if s.phase == CHOOSING or (s.phase == ROLLING and s.roll_number == 1):
        for other in range(s.seats):
            if other != seat and s.dice[other] != dice.NONE:
                s.dice[other] = UNKNOWN
            if other != seat and s.chosen[other]:
                s.chosen[other] = CHOICE_HIDDEN
    elif s.keep_order:
        for other in range(s.seats):
            if other != seat:
                s.kept[other] = UNKNOWN


@rule
def sees(s: State, viewer: int, seat: int, action: int) -> bool:
    """Everybody sees every step but these; who chooses or speaks last of all lays everything open."""
    if seat == CHANCE:
        return bool(s.phase != ROLLING or s.roll_number > 1 or viewer == s.turn)
    if s.phase == CHOOSING or (s.phase == KEEPING and s.keep_order):
        return bool(viewer == seat or s.asked == 1 << seat)
    return True


def guess(s: State, rng: Random) -> None:
    """Fill a view: every hidden die as likely to show any face, every hidden choice as likely as the others."""
    tables = (1, 3) if s.seats == 3 else (1, 2, 3)
    for seat in range(s.seats):
        if s.dice[seat] == UNKNOWN:
            count = dice.DICE - (s.to_fall if s.phase == ROLLING and seat == s.turn else 0)
            s.dice[seat] = dice.INDEX[tuple(sorted(rng.choices(range(1, dice.FACES + 1), k=count)))]
        if s.chosen[seat] == CHOICE_HIDDEN:
            s.chosen[seat] = rng.choice(tables)
    spoken = (s.group if s.roll_number == BOUGHT else everybody(s)) & ~s.asked
    for seat in range(s.seats if s.phase == KEEPING and s.keep_order else 0):
        if spoken >> seat & 1 and s.kept[seat] == UNKNOWN:
            parts = np.flatnonzero(dice.CONTAINS[s.dice[seat]]).tolist()
            s.kept[seat] = rng.choice(parts[:-1] if s.roll_number == BOUGHT else parts)


_CLAUSE = (5, 6, 7, 14, 7, 8, 9, 13, 14, 15, 17)  # by phase: what says who may act, and how


def why(s: State, seat: int, action: int) -> int:
    """The clause that forbids this action, 0 if none does."""
    bits = movers(s)
    if not bits >> seat & 1:
        return _CLAUSE[s.phase] if bits else 17
    if s.phase == CHOOSING and TABLE <= action < BUY:
        return 5 if action == TABLE + 1 and s.seats == 3 else 0
    if s.phase in (KEEPING, DUELLING) and action < TABLE:
        return _why_not_kept(s, s.dice[seat], action)
    if s.phase in (ASKING, BIDDING) and action in (BUY, PASS):
        return 0
    if s.phase == NAMING and DUEL <= action < DUEL + s.seats and action != DUEL + seat:
        return 0
    return _CLAUSE[s.phase]


def _why_not_kept(s: State, roll: int, part: int) -> int:
    if part == roll and s.roll_number == BOUGHT:
        return 9 if s.phase == KEEPING else 15
    return 0 if dice.CONTAINS[roll][part] else 7


def check(s: State) -> None:
    """Conservation: money cards, the cards that were drawn, tokens; every seat's wealth."""
    for kind in range(MONEY):
        held = sum(s.money[seat][kind] for seat in range(6)) + sum(s.piles[table][kind] for table in range(3))
        assert held + s.deck[kind] == DECK[kind], show(s)
    tables = 2 if s.seats == 3 else 3
    drawn = (s.round_number - 1) * tables
    if s.phase not in (DRAWING, DEALING):
        drawn += tables
    elif s.phase == DEALING:
        drawn += s.table if s.seats > 3 else s.table // 2
    assert sum(s.deck) == DECK.sum() - drawn and min(s.deck) >= 0, show(s)
    assert s.supply == UNLIMITED if s.token_supply else s.supply + sum(s.tokens) == TOKENS, show(s)
    assert min(s.tokens) >= 0 and min(s.duels) >= 0 <= s.supply, show(s)
    for seat in range(6):
        assert s.wealth[seat] == sum(s.money[seat][kind] * VALUES[kind] for kind in range(MONEY)), show(s)
        assert seat < s.seats or not (s.dice[seat] or s.chosen[seat] or s.tokens[seat]), show(s)
        assert 0 <= s.dice[seat] < UNKNOWN and s.chosen[seat] < CHOICE_HIDDEN, show(s)
        assert s.kept[seat] == UNKNOWN or dice.CONTAINS[s.dice[seat]][s.kept[seat]], show(s)


def say(seat: int, action: int) -> str:
    """An action or outcome as text."""
    if seat == CHANCE:
        if action < CARD:
            return f"start {action}"
        return f"card {KINDS[action - CARD]}" if action < DIE else f"die {action - DIE + 1}"
    if action < TABLE:
        return " ".join(["keep", *map(str, dice.KEEPS[action])])
    if action < BUY:
        return f"table {TABLES[action - TABLE]}"
    return ("buy", "pass")[action - BUY] if action < DUEL else f"duel {action - DUEL}"


_read = kernel.reader(NAME, say, ACTIONS, OUTCOMES)


def read(seat: int, text: str) -> int:
    """The code of an action or outcome, its dice in any order; ValueError if the text says none."""
    words = text.split()
    return _read(seat, " ".join([*words[:1], *sorted(words[1:])]))


def show(s: State) -> str:
    """The position as text, of a view too (? hidden): tables with their cards, then seats with money and dice."""
    tables = [f"{name}  {_cards(s, table)}" for table, name in enumerate(TABLES) if s.seats > 3 or name != "B"]
    return "\n".join([f"round {s.round_number}  {_stage(s)}", *tables, *(_player(s, seat) for seat in range(s.seats))])


def _stage(s: State) -> str:
    bits = movers(s)
    if bits == 0:
        return "over"
    reserve = "" if s.token_supply else f"  reserve {s.supply}"
    if bits == 1 << CHANCE:
        return f"{('start', 'cards', 'dice', 'duel')[s.phase]} to fall{reserve}"
    asked = " ".join(str(seat) for seat in range(s.seats) if bits >> seat & 1)
    words = ("table", "keep", "buy", "opponent", "duel: keep", "duel: buy")
    return f"{words[s.phase - CHOOSING]}: {asked}{reserve}"


def _cards(s: State, table: int) -> str:
    return " ".join(name for kind, name in enumerate(KINDS) for _ in range(s.piles[table][kind])) or "-"


def _player(s: State, seat: int) -> str:
    money = " ".join(str(value) for kind, value in enumerate(VALUES.tolist()) for _ in range(s.money[seat][kind]))
    table = "-ABC?"[s.chosen[seat]]
    roll = "?" if s.dice[seat] == UNKNOWN else "".join(map(str, dice.KEEPS[s.dice[seat]])) or "-"
    said = "" if s.kept[seat] == UNKNOWN else f" keeps {''.join(map(str, dice.KEEPS[s.kept[seat]])) or 'none'}"
    duels = f" duels {s.duels[seat]}" if s.duels[seat] else ""
    return f"{seat}: {table} {roll:<5}{said}  tokens {s.tokens[seat]}{duels}  {s.wealth[seat]} = {money or '-'}"
