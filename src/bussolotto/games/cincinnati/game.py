"""Cincinnati, Reinhard Staupé: 3 to 6 players, five dice each, three tables, twelve rounds.

Every round one card is dealt to each table: money, tokens, or a duel. All players roll in secret, choose a table in
secret, and roll twice more in the open; players with tokens can buy further rolls. Then the player with the best hand
at each table takes all its cards, if the hand meets the table's condition: three of a kind at A, a straight at B, a sum
of at most 11 at C. Duel cards are fought for the highest card of an opponent. Most money wins, a token is 5,000.

Rulings where the rule page is silent: the card of a duel is discarded when the duel has been fought (CIN-13). In a duel
for a table, too, further attempts are offered from the player who began it on, last to the one who bought (CIN-15).
"""

from random import Random
from typing import Annotated

import numpy as np

from bussolotto.core import dice, kernel
from bussolotto.core.bounds import Amount, Bits, Category
from bussolotto.core.contract import Choice, Facts, Number
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule
from bussolotto.core.reasons import Reason
from bussolotto.games.cincinnati.shown import drawing, why_no_keep

MOST_TOKENS = 20  # that a seat may begin with
FACTS = Facts(
    name="cincinnati",
    title="Cincinnati",
    authors=("Reinhard Staupé",),
    version=2,
    clauses="CIN",
    seats=(3, 4, 5, 6),
    minutes=45,
    kind="bluff",
    options={
        "keep_order": Choice(("richest_first", "secret")),
        "token_supply": Choice(("20", "unlimited")),
        "condition_a": Choice(dice.ALIKE, printed=dice.ALIKE[0], numeric=True),  # of table A, or better (CIN-3)
        "condition_b": Number(dice.IN_A_ROW[0], dice.IN_A_ROW[-1], (4, 3, 5)),  # table B: dice in a row
        "condition_c": Number(dice.LOWEST_SUMS[0], dice.LOWEST_SUMS[-1], (11, 8, 9, 10, 12, 13, 14)),  # C: at most
        "rounds": Number(1, 12, (12, 4, 5, 6, 7, 8, 9, 10, 11)),  # of three cards each, and there are 36
        "starting_tokens": Number(0, MOST_TOKENS, (3, 0, 1, 2, 4, 5)),  # of each seat (CIN-5)
        "tokens_a_card": Number(0, 10, (2, 1, 3)),  # CIN-11
        "token_worth": Number(0, 100, (5, 0, 1, 2, 3, 10)),  # in thousands, at the end (CIN-17)
    },
    endings=("rounds", "limit"),  # CIN-17, GEN-7
    point_worth=1000,  # money is counted in thousands
    boards=("duel", "openings"),
)
SEATS, ENDINGS, MAX_PLIES = FACTS.seats, FACTS.endings, 20_000  # [P] far beyond any match: one takes some 1,500 plies
TABLES, UNLIMITED = "ABC", 255  # what the reserve holds with token_supply = unlimited
# [starting_tokens][number of seats] -> tokens in all: 20, or what the seats begin with if that is more (CIN-16)
TOKENS = np.maximum(20, np.arange(MOST_TOKENS + 1)[:, None] * np.arange(max(SEATS) + 1))
MEETS, WORTH, AT_A, AT_B, AT_C = dice.ASKED, dice.WORTH, dice.AT_A, dice.AT_B, dice.AT_C  # what tables ask for
_AT_B, _AT_C = dice.LOWEST_AT_B - dice.IN_A_ROW[0], dice.LOWEST_AT_C - dice.LOWEST_SUMS[0]  # rows before the numbers
VALUES = np.array([15, 20, 25, 30, 35], np.int64)  # of the kinds of money cards, in thousands
MONEY, DUEL_CARD, TOKEN_CARD = len(VALUES), len(VALUES), len(VALUES) + 1
KINDS = (*(f"{value}000" for value in VALUES.tolist()), "duel", "token")
DECK = np.array([6, 5, 5, 4, 4, 6, 6], np.int64)  # by kind
LAST_ROLL, BOUGHT = 3, 4  # numbers of rolls and of attempts
TABLE = len(dice.KEEPS)  # actions: keep 0..461 | table A..C, at TABLE + table | buy | pass | duel 0..5, at DUEL + seat
BUY, PASS, DUEL, ACTIONS = TABLE + 3, TABLE + 4, TABLE + 5, TABLE + 5 + max(SEATS)
CARD, DIE = max(SEATS), max(SEATS) + len(KINDS)  # outcomes: start 0..5 | card KIND, at CARD + kind | die 1..6, at DIE
OUTCOMES = DIE + dice.FACES
UNKNOWN, CHOICE_HIDDEN = len(dice.KEEPS), 4  # in a view: dice, a table; UNKNOWN is also a keep not said yet
# phases, chance's first: DRAWING a start seat, DEALING cards, HIDING first rolls, ROLLING; CHOOSING tables, .., OVER
DRAWING, DEALING, HIDING, ROLLING, CHOOSING, KEEPING, ASKING, NAMING, OVER = range(9)
STAGES = ("start", "cards", "first rolls", "dice", "tables:", "keep:", "buy:", "opponent:", "over")
_KEEPS = np.pad(dice.CONTAINS, ((0, 0), (0, ACTIONS - TABLE)))  # [roll] -> the mask of the keeps that it allows
_NEXT, _SEAT, _SEATS, _DICE = kernel.clockwise(max(SEATS)), Category(0, 5), Bits(6), Category(0, UNKNOWN)


class State:
    plies: Annotated[int, "u2", "plies so far"]
    seats: Annotated[int, "i1"]
    phase: Annotated[int, "i1", Category(0, 8)]
    round_number: Annotated[int, "i1", Amount(1, 12), "from 1"]
    starter: Annotated[int, "i1", _SEAT, "the start seat (CIN-8a)"]
    keep_order: Annotated[int, "u1", "option"]
    token_supply: Annotated[int, "u1", "option"]
    condition_a: Annotated[int, "u1", "option"]
    condition_b: Annotated[int, "u1", "option"]
    condition_c: Annotated[int, "u1", "option"]
    rounds: Annotated[int, "u1", "option"]
    starting_tokens: Annotated[int, "u1", "option"]
    tokens_a_card: Annotated[int, "u1", "option"]
    token_worth: Annotated[int, "u1", "option"]
    roll_number: Annotated[int, "i1", Category(0, 4), "of the roll or attempt that falls or comes next: 1..3, 4 BOUGHT"]
    table: Annotated[int, "i1", Category(0, 3), "where the next card falls; the table being cleared, 3 in phase 4"]
    duelling: Annotated[int, "i1", Amount(0, 1), "1: what is rolled, kept and bought now belongs to a duel"]
    turn: Annotated[int, "i1", _SEAT, "whose dice fall; who is asked alone"]
    to_fall: Annotated[int, "i1", Amount(0, 5), "dice that have still to fall for that seat"]
    lead: Annotated[int, "i1", _SEAT, "who was asked first in this pass; who began this duel: in phase 4 the holder"]
    asked: Annotated[int, "i1", _SEATS, "seats that may act now, as bits; while all roll, whose dice have to fall"]
    waiting: Annotated[int, "i1", _SEATS, "seats, as bits, that are still to be asked"]
    group: Annotated[int, "i1", _SEATS, "seats, as bits: who has bought a roll in this pass; who duel"]
    supply: Annotated[int, "i2", Amount(0, 255), "tokens in the reserve; UNLIMITED"]
    deck: Annotated[list[int], "i1", 7, Amount(0, 6), "by kind of card: how many are left"]
    piles: Annotated[list[list[int]], "i1", 3, 7, Amount(0, 6), "by table, by kind: cards on it"]
    money: Annotated[list[list[int]], "i1", 6, 5, Amount(0, 6), "by seat, by kind: money cards"]
    wealth: Annotated[list[int], "i2", 6, Amount(0, 575), "by seat: their sum, in thousands"]
    tokens: Annotated[list[int], "i1", 6, Amount(0, 127), "by seat"]
    duels: Annotated[list[int], "i1", 6, Amount(0, 6), "by seat: duel cards to be fought in this round"]
    chosen: Annotated[list[int], "i1", 6, Category(0, 4), "by seat: 1 + table, 0 none; CHOICE_HIDDEN in a view"]
    dice: Annotated[list[int], "i2", 6, _DICE, "by seat: the dice as they lie or as far as they fell; UNKNOWN in views"]
    kept: Annotated[list[int], "i2", 6, _DICE, "by seat: what it keeps of them in the roll to come; UNKNOWN: none said"]
    hand: Annotated[list[int], "i2", 6, _DICE, "by seat: the dice at the end of phase 2"]
    standing: Annotated[list[int], "i2", 6, Amount(0, 575), "by seat: wealth when phase 4 began (CIN-13)"]


STATE = kernel.record(State, size=162)


@rule
def reset(s: State, seats: int) -> None:
    """The opening position (CIN-5)."""
    s.plies = 0
    s.seats = seats
    s.phase = DRAWING
    s.round_number = s.roll_number = 1
    s.starter = s.table = s.duelling = s.turn = s.to_fall = s.lead = s.asked = s.waiting = s.group = 0
    each = int(s.starting_tokens)
    s.supply = UNLIMITED if s.token_supply else TOKENS[s.starting_tokens][seats] - each * seats
    for kind in range(len(DECK)):
        s.deck[kind] = DECK[kind]
        for table in range(3):
            s.piles[table][kind] = 0
    for seat in range(6):
        for kind in range(MONEY):
            s.money[seat][kind] = 0
        s.tokens[seat] = each if seat < seats else 0
        s.wealth[seat] = s.duels[seat] = s.chosen[seat] = s.standing[seat] = 0
        s.dice[seat] = s.hand[seat] = dice.NONE
        s.kept[seat] = UNKNOWN


@rule
def movers(s: State) -> int:
    """Bit set of the seats that may act."""
    if s.phase == OVER or s.plies >= MAX_PLIES:
        return 0
    return 1 << CHANCE if s.phase <= ROLLING else int(s.asked)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    """Fill the mask with what this seat may do; return the number of legal actions."""
    mask[:] = 0
    if seat == CHANCE or not movers(s) >> seat & 1:
        return 0
    if s.phase == KEEPING:  # CIN-7
        roll = s.dice[seat]
        np.positive(_KEEPS[roll], mask)  # the fastest copy, interpreted and compiled
        mask[roll] = s.roll_number < BOUGHT  # CIN-9, CIN-15
        return int(dice.PARTS[roll] - (s.roll_number == BOUGHT))
    if s.phase == CHOOSING:
        mask[TABLE] = mask[TABLE + 2] = 1
        mask[TABLE + 1] = s.seats > 3  # CIN-5
        return 2 + (s.seats > 3)
    if s.phase == NAMING:
        mask[DUEL : DUEL + int(s.seats)] = 1
        mask[DUEL + seat] = 0
        return int(s.seats - 1)
    mask[BUY] = mask[PASS] = 1
    return 2


@rule
def odds(s: State, weights: Weights) -> int:
    """The weights of start seats (GEN-1), of the next card, no duel in the first round (CIN-6), or of faces."""
    weights[:] = 0
    if movers(s) != 1 << CHANCE:
        return 0
    if s.phase > DEALING:
        weights[DIE:] = 1
        return dice.FACES
    if s.phase == DRAWING:
        weights[: s.seats] = 1
        return int(s.seats)
    for kind in range(len(DECK)):
        weights[CARD + kind] = 0 if kind == DUEL_CARD and s.round_number == 1 else s.deck[kind]
    return int(np.count_nonzero(weights))


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Apply one ply."""
    kernel.count_ply(s)
    if s.phase == ROLLING or s.phase == HIDING:
        fall(s, action - DIE)
    elif s.phase == KEEPING:
        keep(s, seat, action)
    elif s.phase == ASKING:
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
    """All players take their dice; the first card is dealt to table A (CIN-6)."""
    s.phase = DEALING
    s.table = 0
    for seat in range(s.seats):
        s.chosen[seat] = 0
        s.dice[seat] = dice.NONE


@rule
def deal(s: State, kind: int) -> None:
    """Deal a card to the next table; with three seats B is left out (CIN-5)."""
    s.deck[kind] -= 1
    s.piles[s.table][kind] += 1
    s.table += 1 if s.seats > 3 else 2
    if s.table > 2:
        s.table = 0
        s.phase = HIDING
        s.roll_number = 1
        s.asked = (1 << s.seats) - 1
        roll_next(s, -1)


@rule
def roll_next(s: State, after: int) -> None:
    """Roll the dice of the next seat that rolls; after the last, go on with what follows that roll (CIN-7)."""
    if s.asked:
        s.turn = _NEXT[s.asked][after]
        s.to_fall = dice.DICE - dice.SIZE[s.dice[s.turn]]
    elif s.duelling:
        end_attempt(s)
    elif s.roll_number == 1:
        s.phase = CHOOSING
        s.asked = (1 << s.seats) - 1
    elif s.roll_number < LAST_ROLL:
        begin_keeping(s)
    else:  # CIN-9
        s.group = 0
        s.lead = richest(s, (1 << s.seats) - 1, s.wealth, s.dice)
        sell(s, (1 << s.seats) - 1, s.lead - 1)


@rule
def fall(s: State, face: int) -> None:
    """One die falls; `face` counts from 0."""
    s.dice[s.turn] = dice.PLUS[s.dice[s.turn]][face]
    s.to_fall -= 1
    if s.to_fall == 0:
        s.asked &= ~(1 << s.turn)
        roll_next(s, s.turn)


@rule
def choose_table(s: State, seat: int, table: int) -> None:
    """A seat chooses in secret; when all have chosen, choices and rolls are revealed (CIN-7)."""
    s.chosen[seat] = table + 1
    s.asked &= ~(1 << seat)
    if s.asked == 0:
        begin_keeping(s)


@rule
def begin_keeping(s: State) -> None:
    """Players say what they keep for the next roll: at each table the richest first, or all at once (CIN-8)."""
    s.phase = KEEPING
    s.roll_number += 1
    for table in range(3):
        bits = kernel.seats_with(s.chosen, s.seats, table + 1)
        if bits:
            s.asked |= bits if s.keep_order else 1 << richest(s, bits, s.wealth, s.dice)
    s.waiting = (1 << s.seats) - 1 & ~s.asked


@rule
def richest(s: State, bits: int, wealth: list[int], hands: list[int]) -> int:
    """The richest of these; of equals the one with the best hand, then first from the start seat (CIN-8a, CIN-10)."""
    best, most = -1, -1
    for step in range(s.seats):
        seat = (s.starter + step) % s.seats
        worth = 1000 * int(wealth[seat]) + dice.RANK[hands[seat]]
        if bits >> seat & 1 and worth > most:
            best, most = seat, worth
    return best


@rule
def keep(s: State, seat: int, part: int) -> None:
    """Say what is kept; the next in the same queue speaks, and when all have spoken the rest is rolled (CIN-8)."""
    s.kept[seat] = part
    s.asked &= ~(1 << seat)
    queue = s.waiting if s.roll_number == BOUGHT else s.waiting & kernel.seats_with(s.chosen, s.seats, s.chosen[seat])
    if queue:
        call(s, queue, seat)
    if s.asked:
        return
    s.phase = ROLLING
    for other in range(s.seats):  # a seat that keeps five rolls nothing (CIN-7, CIN-14)
        if s.kept[other] != UNKNOWN:
            s.dice[other] = s.kept[other]
            s.kept[other] = UNKNOWN
            s.asked |= (dice.SIZE[s.dice[other]] < dice.DICE) << other
    roll_next(s, -1)


@rule
def call(s: State, queue: int, after: int) -> None:
    """The next seat of this queue clockwise may act."""
    s.turn = _NEXT[queue][after]
    s.asked |= 1 << s.turn
    s.waiting &= ~(1 << s.turn)


@rule
def sell(s: State, bits: int, after: int) -> None:
    """Ask these seats whether they buy a roll; a seat without tokens declines automatically (CIN-9, CIN-15)."""
    s.phase = ASKING
    s.roll_number = BOUGHT
    s.waiting = 0
    for seat in range(s.seats):
        s.waiting |= (bits >> seat & (s.tokens[seat] > 0)) << seat
    ask_next(s, after)


@rule
def ask_next(s: State, after: int) -> None:
    """The next seat that might buy; after the last a duel is over, buyers say what they keep, or phase 2 is over."""
    if s.waiting:
        call(s, s.waiting, after)
    elif s.duelling:  # all have declined in succession (CIN-15)
        end_duel(s)
    elif s.group == 0:  # CIN-9
        kernel.overwrite(s.hand, s.dice)
        clear_tables(s, best_at(s, 0))
    else:
        s.phase = KEEPING
        s.asked = s.group if s.keep_order else 1 << _NEXT[s.group][s.lead - 1]
        s.waiting = s.group & ~s.asked


@rule
def answer(s: State, action: int) -> None:
    """Decline, or pay a token to the reserve (CIN-9); in a duel that attempt is rolled at once (CIN-15)."""
    if action == BUY:
        s.tokens[s.turn] -= 1
        s.supply += 1 - s.token_supply
        if s.duelling:
            s.phase = KEEPING
            s.waiting = 0
            return
        s.group |= s.asked
    s.asked = 0
    ask_next(s, s.turn)


@rule
def clear_tables(s: State, best: int) -> None:
    """Clear A, B and C, `best` at the first of them; equal hands duel at once, before the next table (CIN-12)."""
    while s.table < 3:
        if best & (best - 1):
            begin_duel(s, best, richest(s, best, s.wealth, s.dice))
            return
        if best:
            take_cards(s, _NEXT[best][-1])
        s.table += 1
        best = best_at(s, s.table)
    kernel.overwrite(s.standing, s.wealth)
    next_holder(s)


@rule
def best_at(s: State, table: int) -> int:
    """The seats, as bits, with the best hand that meets this table's condition; none past table C (CIN-11)."""
    bits = kernel.seats_with(s.chosen, s.seats, table + 1)
    return dice.best_hands(s.dice, bits, WORTH[condition(s, table)]) if bits else 0


@rule
def condition(s: State, table: int) -> int:
    """What this table asks for, as a row of MEETS and WORTH (CIN-3)."""
    return (AT_A + int(s.condition_a), _AT_B + int(s.condition_b), _AT_C + int(s.condition_c))[table]


@rule
def take_cards(s: State, seat: int) -> None:
    """Take all cards of the table that is being cleared (CIN-11), and tokens as far as the reserve goes (CIN-16)."""
    pile = s.piles[s.table]
    for kind in range(MONEY):
        s.money[seat][kind] += pile[kind]
        s.wealth[seat] += pile[kind] * VALUES[kind]
    s.duels[seat] += pile[DUEL_CARD]
    gained = min(int(s.tokens_a_card) * int(pile[TOKEN_CARD]), int(s.supply))
    s.tokens[seat] += gained
    if not s.token_supply:
        s.supply -= gained
    for kind in range(len(DECK)):
        pile[kind] = 0


@rule
def next_holder(s: State) -> None:
    """The next duel card, in the order of money when the phase began; else the next round (CIN-13)."""
    bits = (1 << s.seats) - 1 & ~kernel.seats_with(s.duels, s.seats, 0)
    if bits:
        s.phase = NAMING
        s.lead = s.turn = richest(s, bits, s.standing, s.hand)
        s.asked = 1 << s.lead
    elif s.round_number == s.rounds:
        s.phase = OVER
    else:
        s.round_number += 1
        begin_round(s)


@rule
def begin_duel(s: State, bits: int, lead: int) -> None:
    """All duellists roll five dice, in turn (CIN-12, CIN-14)."""
    for seat in range(s.seats):
        if bits >> seat & 1:
            s.dice[seat] = dice.NONE
    s.duelling = s.roll_number = 1
    s.group = s.asked = bits
    s.lead = s.turn = lead
    s.to_fall = dice.DICE
    s.phase = ROLLING


@rule
def end_attempt(s: State) -> None:
    """The next attempt in turn, three for each (CIN-14); then further ones are sold (CIN-15)."""
    after = _NEXT[s.group][s.turn]
    if after == s.lead and s.roll_number < BOUGHT:
        s.roll_number += 1
    if s.roll_number == BOUGHT:
        sell(s, s.group, s.turn)
    else:
        s.phase = KEEPING
        s.turn = after
        s.asked = 1 << s.turn


@rule
def end_duel(s: State) -> None:
    """The better hand wins, at table C too (CIN-12, CIN-14)."""
    s.duelling = 0
    bits = dice.best_hands(s.dice, s.group, dice.RANK)
    if s.table == 3:
        s.duels[s.lead] -= 1
        if bits == 1 << s.lead:  # with identical dice the holder loses
            rob(s, _NEXT[s.group][s.lead])
        next_holder(s)
    else:
        clear_tables(s, bits)


@rule
def rob(s: State, other: int) -> None:
    """The holder of the duel takes the highest money card of another player, if they have one (CIN-14)."""
    for kind in range(MONEY - 1, -1, -1):
        if s.money[other][kind]:
            s.money[other][kind] -= 1
            s.wealth[other] -= VALUES[kind]
            s.money[s.lead][kind] += 1
            s.wealth[s.lead] += VALUES[kind]
            return


@rule
def ending(s: State) -> int:
    """How the match has ended, as an index of ENDINGS."""
    return 0 if s.phase == OVER else len(ENDINGS) - 1


@rule
def standing(s: State, seat: int) -> int:
    """What is compared at the end: money with tokens, then cards of 35,000, then of 30,000, .. (CIN-17)."""
    worth = int(s.wealth[seat]) + int(s.token_worth) * int(s.tokens[seat])
    for kind in range(MONEY - 1, -1, -1):
        worth = worth * 8 + int(s.money[seat][kind])  # never as many as eight
    return worth


@rule
def returns(s: State, out: Shares) -> None:
    """The best standing wins; equal players share (CIN-17)."""
    out[:] = 0.0
    for seat in range(s.seats):
        out[seat] = standing(s, seat)
    kernel.share_best(out, s.seats)


@rule
def scores(s: State, out: Shares) -> None:
    """Money with what tokens are worth, in thousands (CIN-17)."""
    out[:] = 0.0
    for seat in range(s.seats):
        out[seat] = int(s.wealth[seat]) + int(s.token_worth) * int(s.tokens[seat])


@rule
def hide(s: State, seat: int) -> None:
    """Blank the first rolls of the others and their tables; what they keep, if all say it at once (CIN-8)."""
    under_cups = s.phase == HIDING or s.phase == CHOOSING
    for other in range(s.seats):
        if other != seat and s.keep_order:
            s.kept[other] = UNKNOWN
        if other != seat and under_cups and s.dice[other] != dice.NONE:
            s.dice[other] = UNKNOWN
        if other != seat and under_cups and s.chosen[other]:
            s.chosen[other] = CHOICE_HIDDEN


@rule
def sees(s: State, viewer: int, seat: int, action: int) -> bool:
    """Everybody sees every step but these; the seat that chooses or speaks last reveals everything."""
    if seat == CHANCE:
        return bool(s.phase != HIDING or viewer == s.turn)
    secret = s.phase == CHOOSING or (s.phase == KEEPING and s.keep_order)
    return bool(not secret or viewer == seat or s.asked == 1 << seat)


def guess(s: State, rng: Random) -> None:
    """Fill a view: every hidden die shows any face, every hidden choice is any table, with equal chances."""
    for seat in range(s.seats):
        if s.dice[seat] == UNKNOWN:
            count = dice.DICE - (s.to_fall if s.phase == HIDING and seat == s.turn else 0)
            s.dice[seat] = dice.INDEX[tuple(sorted(rng.choices(range(1, dice.FACES + 1), k=count)))]
        if s.chosen[seat] == CHOICE_HIDDEN:
            s.chosen[seat] = rng.choice((1, 3) if s.seats == 3 else (1, 2, 3))
    spoken = (s.group if s.roll_number == BOUGHT else (1 << s.seats) - 1) & ~s.asked
    for seat in range(s.seats if s.phase == KEEPING and s.keep_order and not s.duelling else 0):
        if spoken >> seat & 1 and s.kept[seat] == UNKNOWN:
            parts = np.flatnonzero(dice.CONTAINS[s.dice[seat]]).tolist()
            s.kept[seat] = rng.choice(parts[:-1] if s.roll_number == BOUGHT else parts)


# [duelling][phase] -> what says who may act, and how
_CLAUSES = (5, 6, 7, 7, 7, 8, 9, 13, 17), (5, 6, 7, 14, 7, 14, 15, 13, 17)
# [phase] -> why who is not asked may not act, and what who is asked is to say first
_WAITS = ("start", "cards", "dice", "dice", "chosen", "", "asked", "named", "over")
_FIRST = {CHOOSING: "choose-first", KEEPING: "keep-first", ASKING: "answer-first", NAMING: "name-first"}
meant, lay_own = kernel.meant_as_pressed, kernel.lay_nothing


def why(s: State, seat: int, action: int) -> int:
    """The clause that forbids this action, and why; 0 if none does."""
    bits = movers(s)
    phase = s.phase if bits else OVER
    clause = _CLAUSES[s.duelling][phase]
    if not bits >> seat & 1:
        return Reason(clause, why_no_keep(s, seat, s.roll_number == BOUGHT) if phase == KEEPING else _WAITS[phase])
    if phase == CHOOSING and action == TABLE + 1 and s.seats == 3:
        return Reason(5, "table-b")
    if phase == KEEPING and action < TABLE:
        return _why_not_kept(s, seat, action)
    fitting = {CHOOSING: range(TABLE, BUY), ASKING: (BUY, PASS), NAMING: range(DUEL, DUEL + int(s.seats))}
    if action in fitting.get(phase, ()) and action != DUEL + seat:
        return 0
    return Reason(clause, "duel-self" if phase == NAMING and action == DUEL + seat else _FIRST[phase])


def _why_not_kept(s: State, seat: int, keep: int) -> int:
    """What is wrong with dice that are kept: all, before a roll that was paid for, or some that are not there."""
    if keep == s.dice[seat] and s.roll_number == BOUGHT:
        return Reason(15 if s.duelling else 9, "roll-one")
    return dice.not_in(7, s.dice[seat], keep)


def check(s: State) -> None:
    """Conservation: money cards, the cards that were drawn, tokens; every seat's wealth."""
    for kind in range(MONEY):
        held = sum(s.money[seat][kind] for seat in range(6)) + sum(s.piles[table][kind] for table in range(3))
        assert held + s.deck[kind] == DECK[kind], show(s)
    tables, in_all = 2 if s.seats == 3 else 3, TOKENS[s.starting_tokens][s.seats]
    drawn = tables * (s.round_number - (s.phase <= DEALING)) + (s.table * tables // 3 if s.phase == DEALING else 0)
    assert sum(s.deck) == DECK.sum() - drawn and min(s.deck) >= 0, show(s)
    assert s.supply == UNLIMITED if s.token_supply else s.supply + sum(s.tokens) == in_all, show(s)
    assert min(*s.tokens, *s.duels, s.supply) >= 0, show(s)
    for seat in range(6):
        assert s.wealth[seat] == sum(s.money[seat][kind] * VALUES[kind] for kind in range(MONEY)), show(s)
        assert seat < s.seats or not (s.dice[seat] or s.chosen[seat] or s.tokens[seat]), show(s)
        assert 0 <= s.dice[seat] < UNKNOWN and s.chosen[seat] < CHOICE_HIDDEN, show(s)
        assert s.kept[seat] == UNKNOWN or dice.CONTAINS[s.dice[seat]][s.kept[seat]], show(s)


_ACTIONS = [" ".join(["keep", *map(str, faces)]) for faces in dice.KEEPS]
_ACTIONS += [*kernel.each("table", TABLES), "buy", "pass", *kernel.each("duel", range(max(SEATS)))]
_OUTCOMES = [*kernel.each("start", range(max(SEATS))), *kernel.each("card", KINDS), *kernel.each("die", range(1, 7))]
say, read = kernel.notation(FACTS.name, _ACTIONS, _OUTCOMES, any_order=True)


def show(s: State) -> str:
    """The position as text, of a view too (? hidden): tables with their cards, then seats with money and dice."""
    bits = movers(s)
    asked = [f" {seat}" for seat in range(s.seats) if bits >> seat & 1]
    return drawing(s, "".join(["duel: " * s.duelling, STAGES[s.phase if bits else OVER], *asked]), KINDS)
