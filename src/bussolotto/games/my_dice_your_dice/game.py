"""My Dice - Your Dice (I miei dadi - I tuoi dadi), Tom Lehmann: 2 players share out 55 dice.

One player has the main number 6 and the secondary number 5, the other 1 and 2; each begins with six action dice. On
your turn you roll the largest group of the reserve. Dice with one of your two numbers are yours. Those with the main
number of the opponent are theirs, unless you ransom them: an action die for each, and both go back among the dice to be
rolled. If either player won a die you may roll the rest again; if neither did, you must pay an action die to go on. The
dice that are left over join another group. The first player with 28 dice, won ones and action dice together, wins.

Nobody is asked which group the leftovers join (MDY-10): the groups that are left then have seven dice each, because the
group that they join is the largest, and so the next to be taken.

If other numbers are played, the number of dice follows from them. A player whose goal is out of reach may still win:
when all dice belong to somebody, the player with more dice wins.

If declining is the only choice, nobody is asked: about ransom without a die to hand over or without an action die,
about paying without an action die.
"""

from typing import Annotated

import numpy as np

from bussolotto.core import kernel
from bussolotto.core.bounds import Amount, Category
from bussolotto.core.contract import Facts, Number
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule
from bussolotto.core.reasons import Reason

PLAYERS = 2
FACES = 6
GROUPS = 6
MOST_SPARE = 6  # action dice of each
MOST_IN_GROUP = 9  # game dice; the largest has one more
MOST_DICE = PLAYERS * MOST_SPARE + GROUPS * MOST_IN_GROUP + 1

FACTS = Facts(
    name="my-dice-your-dice",
    title="My Dice - Your Dice",
    authors=("Tom Lehmann",),
    version=2,
    clauses="MDY",
    seats=(2,),
    minutes=10,
    kind="calm",
    options={
        # MDY-2: more than the action dice at the start, and no more than there are dice
        "goal": Number(MOST_SPARE + 1, MOST_DICE, (28, 20, 22, 24, 26, 30, 32)),
        "action_dice": Number(0, MOST_SPARE, (6, 0, 1, 2, 3, 4, 5)),  # of each (MDY-1)
        # of the groups of the reserve, the first has one more (MDY-1)
        "group_size": Number(1, MOST_IN_GROUP, (7, 4, 5, 6)),
        "ransom_price": Number(1, MOST_SPARE, (1, 2, 3)),  # action dice for a die (MDY-5)
    },
    endings=("goal", "last-dice", "limit"),  # MDY-2, MDY-10, GEN-7
)
ENDINGS = FACTS.endings
# A roll is the first of a turn (6), or was paid (12), with 67 dice at most; or it follows a die set aside, with one
# die fewer each time: 66 + 65 + .. + 1. Two decisions come with each.
MAX_PLIES = 5_000

ROLL, STOP, PAY = range(MOST_SPARE + 1, MOST_SPARE + 4)  # actions: ransom 0..6 | roll | stop | pay
ACTIONS = PAY + 1
DIE = PLAYERS  # outcomes: start 0..1 | die 1..6, at DIE + face - 1
OUTCOMES = DIE + FACES

# phases: chance's first, then those of a decision, then the two ends
DRAWING, ROLLING, RANSOMING, CHOOSING, STUCK, GOAL_REACHED, LAST_DICE = range(7)

# [is it the first player's turn?] -> their main and secondary numbers, the opponent's main number, from 0 (MDY-1)
_MAIN, _SECONDARY, _THEIRS = np.array([[0, 5], [1, 4], [5, 0]], np.int64)
# [phase] -> weights of its outcomes, and how many there are
_ODDS = np.zeros((2, OUTCOMES), np.int64)
_ODDS[DRAWING, :DIE] = _ODDS[ROLLING, DIE:] = 1
_OUTCOMES = np.count_nonzero(_ODDS, axis=1)
# [phase] -> the mask of a choice between two things: go on (MDY-7), or pay (MDY-8)
_CHOICES = np.zeros((GOAL_REACHED, ACTIONS), np.uint8)
_CHOICES[CHOOSING, [ROLL, STOP]] = _CHOICES[STUCK, [PAY, STOP]] = 1
# [most] -> the mask of ransoms
_RANSOMS = np.tri(MOST_SPARE + 1, ACTIONS, dtype=np.uint8)


class State:
    plies: Annotated[int, "u2", "plies so far"]
    seats: Annotated[int, "u1"]
    phase: Annotated[int, "u1", Category(0, 6)]
    won: Annotated[list[int], "i1", 2, Amount(0, 67), "by seat: dice won"]
    spare: Annotated[list[int], "i1", 2, Amount(0, 6), "by seat: action dice left"]
    groups: Annotated[
        list[int], "i1", 6, Amount(0, 10), "sizes of the groups of the reserve, the largest first; 0: none"
    ]
    game: Annotated[int, "i1", Amount(0, 67), "game dice: still to fall or lying, those that somebody has won left out"]
    rolled: Annotated[list[int], "i1", 6, Amount(0, 67), "[face - 1]: how many of them lie with this face"]
    first: Annotated[int, "u1", Category(0, 1), "the seat with main number 6, which begins"]
    turn: Annotated[int, "u1", Category(0, 1), "whose turn it is"]
    aside: Annotated[int, "u1", Amount(0, 1), "1: a die was set aside after the last roll (MDY-7)"]
    goal: Annotated[int, "u1", "option"]
    action_dice: Annotated[int, "u1", "option"]
    group_size: Annotated[int, "u1", "option"]
    ransom_price: Annotated[int, "u1", "option"]


STATE = kernel.record(State, size=28)


@rule
def reset(s: State, seats: int) -> None:
    """All dice in front of their players and in the reserve (MDY-1)."""
    s.plies = 0
    s.seats = seats
    s.phase = DRAWING
    for seat in range(PLAYERS):
        s.won[seat] = 0
        s.spare[seat] = s.action_dice
    for group in range(GROUPS):
        s.groups[group] = s.group_size + (group == 0)
    s.game = 0
    s.first = 0
    s.turn = 0
    s.aside = 0
    clear_roll(s)


@rule
def movers(s: State) -> int:
    """Bit set of the seats that may act."""
    if s.phase >= GOAL_REACHED or s.plies >= MAX_PLIES:
        return 0
    return 1 << CHANCE if s.phase <= ROLLING else 1 << int(s.turn)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    """Fill the mask with what this seat may do; return the number of legal actions."""
    if seat == CHANCE or movers(s) != 1 << seat:
        mask[:] = 0
        return 0
    if s.phase == RANSOMING:
        most = most_ransomed(s)
        np.positive(_RANSOMS[most], mask)
        return most + 1
    np.positive(_CHOICES[s.phase], mask)
    return 2


@rule
def most_ransomed(s: State) -> int:
    """One action die, or its price, for each die to be handed over, as far as they go (MDY-5)."""
    return min(int(s.rolled[numbers(s)[2]]), int(s.spare[s.turn]) // int(s.ransom_price))


@rule
def numbers(s: State) -> tuple[int, int, int]:
    """Main and secondary numbers of the seat whose turn it is, main number of its opponent, from 0 (MDY-1)."""
    first = int(s.turn == s.first)
    return int(_MAIN[first]), int(_SECONDARY[first]), int(_THEIRS[first])


@rule
def odds(s: State, weights: Weights) -> int:
    """Both seats are equally likely to start, every face equally likely to fall (GEN-1)."""
    if movers(s) != 1 << CHANCE:
        weights[:] = 0
        return 0
    np.positive(_ODDS[s.phase], weights)
    return int(_OUTCOMES[s.phase])


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Apply one ply."""
    kernel.count_ply(s)
    if s.phase == ROLLING:
        fall(s, action - DIE)
    elif s.phase == RANSOMING:
        ransom(s, action)
    elif action == ROLL:
        begin_roll(s)
    elif action == PAY:
        s.spare[s.turn] -= 1  # MDY-8
        s.game += 1
        begin_roll(s)
    elif action == STOP:
        end_turn(s)
    else:
        s.first = action
        s.turn = action
        begin_turn(s)


@rule
def begin_turn(s: State) -> None:
    """The largest group becomes the game dice (MDY-3)."""
    s.game = s.groups[0]
    for group in range(GROUPS - 1):
        s.groups[group] = s.groups[group + 1]
    s.groups[GROUPS - 1] = 0
    begin_roll(s)


@rule
def begin_roll(s: State) -> None:
    """Put all game dice into the cup."""
    s.phase = ROLLING
    s.aside = 0
    clear_roll(s)


@rule
def clear_roll(s: State) -> None:
    """Clear the dice that have fallen."""
    for face in range(FACES):
        s.rolled[face] = 0


@rule
def fall(s: State, face: int) -> None:
    """One game die falls; after the last the player wins their own (MDY-4)."""
    s.rolled[face] += 1
    lying = 0
    for each in range(FACES):
        lying += s.rolled[each]
    if lying == s.game:
        win_own(s)


@rule
def win_own(s: State) -> None:
    """The player wins the dice with their main or secondary number, which may be all they need (MDY-4, MDY-6)."""
    main, secondary, _ = numbers(s)
    own = s.rolled[main] + s.rolled[secondary]
    s.rolled[main] = 0
    s.rolled[secondary] = 0
    set_aside(s, s.turn, own)
    if has_won(s, s.turn):
        s.phase = GOAL_REACHED
    elif most_ransomed(s):
        s.phase = RANSOMING
    else:
        ransom(s, 0)


@rule
def set_aside(s: State, seat: int, count: int) -> None:
    """This seat wins this many game dice."""
    s.game -= count
    s.won[seat] += count
    if count:
        s.aside = 1


@rule
def has_won(s: State, seat: int) -> bool:
    """Won dice and action dice together (MDY-2)."""
    return bool(s.won[seat] + s.spare[seat] >= s.goal)


@rule
def ransom(s: State, count: int) -> None:
    """This many dice stay in the game, each with an action die (MDY-5); the opponent wins the others (MDY-6)."""
    opponent = 1 - s.turn
    theirs = numbers(s)[2]
    lost = s.rolled[theirs] - count
    s.rolled[theirs] = count
    paid = count * int(s.ransom_price)
    s.spare[s.turn] -= paid
    s.game += paid
    set_aside(s, opponent, lost)
    if has_won(s, opponent):
        s.phase = GOAL_REACHED
    elif s.game and s.aside:
        s.phase = CHOOSING  # MDY-7
    elif s.game and s.spare[s.turn]:
        s.phase = STUCK  # MDY-8
    else:
        end_turn(s)


@rule
def end_turn(s: State) -> None:
    """Dice left over join a group, all of which are equal (MDY-10); without a group the opponent wins them.

    If no group and no dice are left, nobody has reached the goal; this needs a goal other than the printed one.
    """
    if s.groups[0] == 0:
        s.won[1 - s.turn] += s.game
        s.game = 0
        clear_roll(s)
        s.phase = LAST_DICE
    else:
        s.groups[0] += s.game
        s.turn = 1 - s.turn
        begin_turn(s)


@rule
def ending(s: State) -> int:
    """How the match has ended, as an index of ENDINGS."""
    return int(s.phase) - GOAL_REACHED if s.phase >= GOAL_REACHED else len(ENDINGS) - 1


@rule
def returns(s: State, out: Shares) -> None:
    """More dice win, equal players share (MDY-2, GEN-2)."""
    scores(s, out)
    kernel.share_best(out, PLAYERS)


@rule
def scores(s: State, out: Shares) -> None:
    """Won dice and action dice left (MDY-2)."""
    out[:] = 0.0
    for seat in range(PLAYERS):
        out[seat] = s.won[seat] + s.spare[seat]


hide, sees, guess, meant, lay_own = kernel.ALL_OPEN


def why(s: State, seat: int, action: int) -> int:
    """The clause that forbids this action, and why; 0 if none does."""
    if kernel.permits(legal, ACTIONS, s, seat, action):
        return 0
    return _why_not(s, action) if movers(s) == 1 << seat else _why_wait(s)


def _why_wait(s: State) -> Reason:
    """What is waited for."""
    if movers(s) == 0:
        return Reason(2, "over")
    if s.phase == DRAWING:
        return Reason(1, "start")
    return Reason(3, "dice" if s.phase == ROLLING else "turn")


def _why_not(s: State, action: int) -> Reason:
    """What is wrong with an action of whose turn it is."""
    if s.phase == RANSOMING:
        return _why_no_ransom(s, action)
    if action < ROLL:
        return Reason(5, "nothing-to-ransom")
    return Reason(8, "pay-first" if action == ROLL else "pay-nothing")


def _why_no_ransom(s: State, count: int) -> Reason:
    """What is wrong while it is to be said how many dice are ransomed: too many, too dear, or something else."""
    theirs = int(s.rolled[numbers(s)[2]])
    if count >= ROLL:
        return Reason(6, "ransom-first", n=theirs)
    if count > theirs:
        return Reason(5, "ransom-fewer", n=theirs)
    return Reason(5, "ransom-dear", n=s.spare[s.turn], price=count * s.ransom_price)


def check(s: State) -> None:
    """Conservation: no die is lost, no more fallen than there are; equal groups except one; the goal at the end."""
    size = int(s.group_size)
    dice_in_all = PLAYERS * int(s.action_dice) + GROUPS * size + 1  # an odd number: nobody is equal (MDY-1)
    assert sum(s.won) + sum(s.spare) + sum(s.groups) + s.game == dice_in_all, show(s)
    assert min(*s.won, *s.spare, *s.groups, *s.rolled, s.game) >= 0, show(s)
    left = sum(size > 0 for size in s.groups)
    assert s.groups[0] >= size * (left > 0), show(s)
    assert list(s.groups[1:]) == [size] * (left - 1) + [0] * min(GROUPS - 1, GROUPS - left), show(s)
    assert sum(s.rolled) <= s.game, show(s)
    over = s.phase >= GOAL_REACHED
    assert over or not any(has_won(s, seat) for seat in range(PLAYERS)), show(s)
    assert s.phase != GOAL_REACHED or any(has_won(s, seat) for seat in range(PLAYERS)), show(s)


def say(seat: int, action: int) -> str:
    """An action or outcome as text."""
    if seat == CHANCE:
        return f"start {action}" if action < DIE else f"die {action - DIE + 1}"
    return f"ransom {action}" if action < ROLL else ("roll", "stop", "pay")[action - ROLL]


read = kernel.reader(FACTS.name, say, ACTIONS, OUTCOMES)


def show(s: State) -> str:
    """The position as text: the seats with their numbers, won dice and action dice; the reserve; the game dice."""
    seats = "  ".join(_seat(s, seat) for seat in range(PLAYERS))
    reserve = " ".join(str(size) for size in s.groups if size) or "-"
    lying = " ".join(str(face + 1) for face in range(FACES) for _ in range(s.rolled[face]))
    cup = s.game - sum(s.rolled)
    dice = " + ".join(words for words in (lying, f"{cup} in the cup" if cup else "") if words) or "-"
    return f"{seats}\nreserve: {reserve}\ngame dice: {dice}  {_stage(s)}"


def _seat(s: State, seat: int) -> str:
    first = int(seat == s.first)
    numbers = "" if s.phase == DRAWING else f" ({_MAIN[first] + 1} {_SECONDARY[first] + 1})"
    return f"{'*' if seat == s.turn else ''}{seat}{numbers}: {s.won[seat]} won, {s.spare[seat]} action dice"


def _stage(s: State) -> str:
    words = ("to draw", "to fall", "ransom?", "roll?", "pay?")
    return words[s.phase] if movers(s) else "over"
