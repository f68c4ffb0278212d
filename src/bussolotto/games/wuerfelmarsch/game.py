"""Würfelmarsch (Dice March), Reinhold Wittig: three armies of five dice on the base; chance only decides who starts.

On your turn you tip one of your dice into an empty neighbouring hollow, sideways or forward, or turn one over to any
other pose. Where a tipped die completes a funnel with two others, the three fight with the faces that look into it: the
highest wins all lower dice of opponents; if equal highest dice have two owners, all three leave the base. A player
who brings a die into the corner opposite their side wins at once; when no dice are left, most dice won less own dice
lost by ties win.

Where the printed rules are silent: turning over starts no fight, equal highest dice of one owner beat the third (option
`own_tie`), a player without dice is skipped, and after 60 moves without a step forward or a loss the match is scored as
it is. An army that has no middle on its edge stands one hollow further to its owner's left.
"""

from typing import Annotated

import numpy as np

from bussolotto.core import kernel, pyramid
from bussolotto.core.bounds import Amount, Category
from bussolotto.core.contract import Choice, Facts, Number
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule
from bussolotto.core.pyramid import COUNT, LEFT_OF, OUTSIDE, POSE_COUNT, POSES, RIGHT_OF, SIDE_OF_SEAT, SIDES
from bussolotto.core.reasons import Reason

MOST_DICE = 6  # of a seat
FACTS = Facts(
    name="wuerfelmarsch",
    title="Würfelmarsch",
    authors=("Reinhold Wittig",),
    version=2,
    clauses="WUE",
    seats=(3,),
    minutes=20,
    kind="calm",
    colours=("red", "yellow", "pearl"),
    options={
        "own_tie": Choice(("no_tie", "literal"), printed="literal"),  # WUE-7
        # the size of the base: nine hollows along each side, or eight; on a smaller one armies of six would overlap
        "lattice": Number(MOST_DICE + 1, pyramid.SIZE, (8, 7)),
        "army": Number(1, MOST_DICE, (5, 3, 4, 6)),  # WUE-1: dice of a seat
        # WUE-9: points that an own die lost by a tie costs; so few that the corner outweighs them in `standing`
        "tie_cost": Number(0, 15, (1, 0, 2)),
    },
    endings=("corner", "no-dice", "no-progress", "limit"),
    outright=("corner",),  # WUE-8
    rolled=(),
)
COLOURS = FACTS.colours
ENDINGS = FACTS.endings
# No match is longer: 18 dice leave or step forward 8 times at most, 60 moves of two plies between, and chosen fights
MAX_PLIES = 22_000

WAYS = ("left", "right", "forward-left", "forward-right")  # of tipping, as the owner sees it
FORWARD = 2  # from here on ways lead forward

TIP = COUNT  # actions: pick 0..164 | tip, at TIP + way | pose, at POSE + pose | fight, at FIGHT + funnel
POSE = TIP + len(WAYS)
FIGHT = POSE + POSE_COUNT
ACTIONS = FIGHT + COUNT
OUTCOMES = 3  # start 0..2

CORNER, NO_DICE, NO_PROGRESS, LIMIT = range(len(ENDINGS))
IDLE_AT_END = 60  # moves (WUE-10)


def _tip_of(seat: int, way: int) -> tuple[int, int]:
    """The side that a die is tipped toward, and the one away from which (GEO-9)."""
    side = SIDE_OF_SEAT[seat]
    toward = (LEFT_OF, RIGHT_OF)[way % 2][side]
    return int(toward), int(side if way >= FORWARD else SIDES - side - toward)


# [seat][way] -> the sides toward and away from which a die is tipped that way
TIPS = np.array([[_tip_of(seat, way) for way in range(len(WAYS))] for seat in range(3)], np.int64)


def _by_side(seat: int, own: int, left: int, right: int) -> tuple[int, int, int]:
    """Numbers by side: those of a seat's own side, and of the sides to its left and right."""
    side = SIDE_OF_SEAT[seat]
    values = {int(side): own, int(LEFT_OF[side]): left, int(RIGHT_OF[side]): right}
    return values[0], values[1], values[2]


# [lattice][seat] -> the cell of the corner opposite its side (WUE-8)
GOALS = np.array(
    [[pyramid.INDEX[_by_side(seat, size, 0, 0)] for seat in range(3)] for size in range(pyramid.SIZE + 1)], np.int64
)
# [lattice][army][seat][..] -> the middle cells of its edge, as many as an army has dice, then 0 (WUE-1)
LINES = np.zeros((pyramid.SIZE + 1, MOST_DICE + 1, 3, MOST_DICE), np.int64)
for _size in range(MOST_DICE + 1, pyramid.SIZE + 1):
    for _dice in range(1, MOST_DICE + 1):
        for _seat in range(3):
            _first = (_size + 1 - _dice) // 2  # from its left corner
            _line = [_by_side(_seat, 0, left, _size - left) for left in range(_first, _first + _dice)]
            LINES[_size, _dice, _seat, :_dice] = [pyramid.INDEX[cell] for cell in _line]
# [seat] -> how its dice lie there: 3 toward oneself, 2 to the left, 1 to the right
OPENING_POSES = np.array([pyramid.POSE_OF[_by_side(seat, 3, 2, 1)] for seat in range(3)], np.int64)

DRAWING, PICKING, MOVING, FIGHTING, OVER = range(5)  # phases


class State:
    plies: Annotated[int, "u2", "plies so far"]
    seats: Annotated[int, "i1"]
    phase: Annotated[
        int, "i1", Category(0, 4), "DRAWING who starts, PICKING a die, MOVING it, FIGHTING in a chosen order, OVER"
    ]
    turn: Annotated[int, "i1", Category(0, 2), "whose turn it is"]
    picked: Annotated[
        int,
        "u1",
        Category(0, 165),
        "the cell of the die picked, from 1; once tipped, that of the die that fights; 0 none",
    ]
    idle: Annotated[int, "i1", Amount(0, 60), "moves in a row without a forward tip or a die that left (WUE-10)"]
    ended: Annotated[int, "i1", Category(0, 3), "index of ENDINGS once it is OVER, LIMIT until then"]
    own_tie: Annotated[int, "i1", "option"]
    lattice: Annotated[int, "i1", "option"]
    army: Annotated[int, "i1", "option"]
    tie_cost: Annotated[int, "i1", "option"]
    armies: Annotated[list[int], "i1", 3, Amount(0, 6), "by seat: own dice on the base"]
    won: Annotated[list[int], "i1", 3, Amount(0, 18), "by seat: dice won in fights"]
    lost: Annotated[list[int], "i1", 3, Amount(0, 6), "by seat: own dice that left by ties"]
    last_move: Annotated[
        list[int], "u2", 3, Amount(0, MAX_PLIES), "by seat: the ply that ended its last move, 0 before it"
    ]
    owner: Annotated[list[int], "u1", 165, Category(0, 3), "by cell: whose die is there, seats from 1; 0 empty"]
    pose: Annotated[list[int], "u1", 165, Category(0, 24), "by cell: how it lies, poses from 1; 0 empty"]


STATE = kernel.record(State, size=357)


@rule
def reset(s: State, seats: int) -> None:
    """The dice of each seat in the middle of its edge (WUE-1)."""
    s.plies = s.turn = s.picked = s.idle = 0
    s.seats = seats
    s.phase = DRAWING
    s.ended = LIMIT
    kernel.clear(s.owner)
    kernel.clear(s.pose)
    kernel.clear(s.won)
    kernel.clear(s.lost)
    kernel.clear(s.last_move)
    for seat in range(3):
        s.armies[seat] = s.army
        for place in range(s.army):
            cell = LINES[s.lattice][s.army][seat][place]
            s.owner[cell] = seat + 1
            s.pose[cell] = OPENING_POSES[seat] + 1


@rule
def movers(s: State) -> int:
    """Bit set of the seats that may act."""
    if s.phase == OVER or s.plies >= MAX_PLIES:
        return 0
    return 1 << CHANCE if s.phase == DRAWING else 1 << int(s.turn)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    """Fill the mask with what this seat may do; return the number of legal actions."""
    mask[:] = 0
    if movers(s) != 1 << seat:
        return 0
    if s.phase == PICKING:
        return legal_picks(s, mask)
    if s.phase == MOVING:
        return legal_moves(s, mask)
    return legal_fights(s, mask) if s.phase == FIGHTING else 0


@rule
def legal_picks(s: State, mask: Mask) -> int:
    """Any own die: it can always be turned over (WUE-2)."""
    mover = s.turn + 1
    owner = s.owner
    for cell in range(COUNT):  # all cells: a contiguous loop is quicker than the cells of the base
        mask[cell] = owner[cell] == mover
    return int(s.armies[s.turn])


@rule
def legal_moves(s: State, mask: Mask) -> int:
    """Every way that leads to an empty hollow (WUE-3), every pose but its own (WUE-4)."""
    count = POSE_COUNT - 1
    for way in range(len(WAYS)):
        if goes(s, way):
            mask[TIP + way] = 1
            count += 1
    mask[POSE : POSE + POSE_COUNT] = 1
    mask[POSE + s.pose[s.picked - 1] - 1] = 0
    return count


@rule
def target(s: State, way: int) -> int:
    """The cell that this way leads the picked die to, or OUTSIDE."""
    return int(pyramid.TIPS_TO[s.picked - 1][TIPS[s.turn][way][0]][TIPS[s.turn][way][1]])


@rule
def goes(s: State, way: int) -> bool:
    """May the picked die be tipped this way (WUE-3)?"""
    cell = target(s, way)
    return bool(cell != OUTSIDE and s.owner[cell] == 0)


@rule
def legal_fights(s: State, mask: Mask) -> int:
    """Every funnel that the tipped die would fight in (WUE-5)."""
    count = 0
    for side in range(SIDES):
        funnel = int(pyramid.ABOVE[s.picked - 1][side])
        if fights(s, funnel):
            mask[FIGHT + funnel] = 1
            count += 1
    return count


@rule
def fights(s: State, funnel: int) -> bool:
    """Is this a funnel of three dice that are not all of one owner (WUE-7)?"""
    if funnel == OUTSIDE:
        return False
    first = s.owner[pyramid.BELOW[funnel][0]]
    second = s.owner[pyramid.BELOW[funnel][1]]
    third = s.owner[pyramid.BELOW[funnel][2]]
    return bool(first and second and third and not (first == second and second == third))


@rule
def odds(s: State, weights: Weights) -> int:
    """Every start seat is equally likely (GEN-1); nothing else is left to chance."""
    return kernel.evenly(weights, 0, OUTCOMES if movers(s) == 1 << CHANCE else 0)


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Apply one ply: a die is picked, tipped or turned over, a fight is chosen."""
    kernel.count_ply(s)
    if s.phase == PICKING:
        s.picked = action + 1
        s.phase = MOVING
    elif s.phase == MOVING and action >= POSE:
        s.pose[s.picked - 1] = action - POSE + 1
        end_move(s, False)
    elif s.phase == MOVING:
        tip(s, action - TIP)
    elif s.phase == FIGHTING:
        fight(s, action - FIGHT)
        fight_on(s, True)
    else:
        s.turn = action
        s.phase = PICKING


@rule
def tip(s: State, way: int) -> None:
    """Tip the picked die; the far corner wins before any fight (WUE-3, WUE-8)."""
    origin = s.picked - 1
    cell = target(s, way)
    pose = pyramid.TIPPED[s.pose[origin] - 1][TIPS[s.turn][way][0]][TIPS[s.turn][way][1]]
    s.owner[origin] = 0
    s.pose[origin] = 0
    s.owner[cell] = s.turn + 1
    s.pose[cell] = pose + 1
    s.picked = cell + 1
    if cell == GOALS[s.lattice][s.turn]:
        s.ended = CORNER
        end_move(s, True)
    else:
        fight_on(s, way >= FORWARD)


@rule
def fight_on(s: State, progress: bool) -> None:
    """Fight while there is one fight to be fought; let the mover choose between two (WUE-5).

    There are never more: the third funnel round the die lacks the one that it comes from. A fight removes dice, so a
    funnel that was fought in is no longer one.
    """
    while True:
        count = 0
        chosen = OUTSIDE
        for side in range(SIDES):
            funnel = int(pyramid.ABOVE[s.picked - 1][side])
            if fights(s, funnel):
                chosen = funnel
                count += 1
        if count == 0:
            end_move(s, progress)
            return
        if count > 1:
            s.phase = FIGHTING
            return
        fight(s, chosen)
        progress = True


@rule
def fight(s: State, funnel: int) -> None:
    """The highest face wins all dice of opponents (WUE-6), or a tie takes all three off (WUE-7)."""
    highest = 0
    winner = 0
    tie = False
    for axis in range(SIDES):
        cell = int(pyramid.BELOW[funnel][axis])
        face = POSES[s.pose[cell] - 1][axis]
        if face > highest:
            highest = face
            winner = int(s.owner[cell])
            tie = False
        elif face == highest:
            tie = tie or s.owner[cell] != winner or s.own_tie == 1
    for axis in range(SIDES):
        cell = int(pyramid.BELOW[funnel][axis])
        owner = int(s.owner[cell])
        if tie:
            s.lost[owner - 1] += 1
            remove(s, cell)
        elif owner != winner:
            s.won[winner - 1] += 1
            remove(s, cell)


@rule
def remove(s: State, cell: int) -> None:
    """This die leaves the base."""
    s.armies[s.owner[cell] - 1] -= 1
    s.owner[cell] = 0
    s.pose[cell] = 0


@rule
def end_move(s: State, progress: bool) -> None:
    """End the match in the corner, without dice or without progress; else pass the turn to the next seat with dice."""
    s.picked = 0
    s.idle = 0 if progress else s.idle + 1
    s.last_move[s.turn] = s.plies
    if s.ended == LIMIT and s.armies[0] + s.armies[1] + s.armies[2] == 0:
        s.ended = NO_DICE
    if s.ended == LIMIT and s.idle == IDLE_AT_END:
        s.ended = NO_PROGRESS
    if s.ended != LIMIT:
        s.phase = OVER
        return
    s.phase = PICKING
    s.turn = (s.turn + 1) % 3
    while s.armies[s.turn] == 0:  # WUE-10
        s.turn = (s.turn + 1) % 3


@rule
def ending(s: State) -> int:
    """How the match has ended, as an index of ENDINGS."""
    return int(s.ended)


@rule
def balance(s: State, seat: int) -> int:
    """Dice won less the price of own dice lost by ties (WUE-9)."""
    return int(s.won[seat]) - int(s.tie_cost) * int(s.lost[seat])


@rule
def standing(s: State, seat: int) -> int:
    """What is compared at the end: who is in the corner, the balance, then who moved last (WUE-8, WUE-9)."""
    arrived = s.ended == CORNER and seat == s.turn
    return (arrived * 100 + balance(s, seat)) * (MAX_PLIES + 1) + s.last_move[seat]


@rule
def returns(s: State, out: Shares) -> None:
    """The corner wins alone; else the best balance, among equals the last mover. Before any move all share."""
    out[:] = 0.0
    for seat in range(3):
        out[seat] = standing(s, seat)
    kernel.share_best(out, 3)


@rule
def scores(s: State, out: Shares) -> None:
    """Dice won less the price of own dice lost by ties; may be negative (WUE-9)."""
    out[:] = 0.0
    for seat in range(3):
        out[seat] = balance(s, seat)


hide, sees, guess, meant, lay_own = kernel.ALL_OPEN


_END_CLAUSES = (8, 9, 10, 10)  # by ending


def why(s: State, seat: int, action: int) -> int:
    """The clause that forbids this action, and why; 0 if none does."""
    if kernel.permits(legal, ACTIONS, s, seat, action):
        return 0
    return _why_not(s, action) if movers(s) == 1 << seat else _why_wait(s)


def _why_wait(s: State) -> Reason:
    """What is waited for."""
    if movers(s) == 0:
        return Reason(_END_CLAUSES[s.ended], "over")
    return Reason(2, "start" if s.phase == DRAWING else "turn")


def _why_not(s: State, action: int) -> Reason:
    """What is wrong with an action of who moves."""
    if s.phase == FIGHTING:
        return Reason(5, _why_no_fight(s, action - FIGHT) if action >= FIGHT else "fight-first")
    if action >= FIGHT:
        return Reason(5, "nothing-to-fight")
    if s.phase == PICKING:
        return Reason(2, "pick-first" if action >= TIP else _why_not_mine(s, action))
    if action < TIP:
        return Reason(2, "picked")
    if action >= POSE:
        return Reason(4, "same-pose")
    return Reason(3, "edge" if target(s, action - TIP) == OUTSIDE else "full")


def _why_not_mine(s: State, cell: int) -> str:
    """What is wrong with a die that is chosen."""
    if sum(pyramid.CELLS[cell]) != s.lattice:
        return "above-base"
    return "theirs" if s.owner[cell] else "empty"


def _why_no_fight(s: State, funnel: int) -> str:
    """What is wrong with a funnel that is chosen for a fight."""
    round_it = [int(cell) for cell in pyramid.BELOW[funnel]]
    if s.picked - 1 not in round_it:
        return "fight-elsewhere"
    return "fight-own" if all(cell < COUNT and s.owner[cell] for cell in round_it) else "fight-incomplete"


def check(s: State) -> None:
    """Conservation: three armies of dice, each with a pose, on the base only."""
    assert sum(s.armies) + sum(s.won) + sum(s.lost) == 3 * s.army, show(s)
    for seat in range(3):
        assert s.armies[seat] == list(s.owner).count(seat + 1), show(s)
    assert all(bool(owner) == bool(pose) for owner, pose in zip(s.owner, s.pose, strict=True)), show(s)
    assert all(sum(pyramid.CELLS[cell]) == s.lattice for cell in range(COUNT) if s.owner[cell]), show(s)
    assert bool(s.picked) == (s.phase in (MOVING, FIGHTING)), show(s)
    assert s.picked == 0 or s.owner[s.picked - 1] == s.turn + 1, show(s)
    assert (s.phase == OVER) == (s.ended != LIMIT), show(s)


_MOVES = (*kernel.each("tip", WAYS), *kernel.each("pose", pyramid.POSE_TEXTS))
say, read = kernel.notation(
    FACTS.name,
    actions=(*kernel.each("pick", pyramid.CELL_TEXTS), *_MOVES, *kernel.each("fight", pyramid.CELL_TEXTS)),
    outcomes=kernel.each("start", range(OUTCOMES)),
)


def show(s: State) -> str:
    """The position as text: the base with each die's owner (a, b, c for seats 0, 1, 2) and its pose, then the seats."""
    faces = ("", *pyramid.POSE_TEXTS)  # by pose, from 1
    marks = [f"{'.abc'[s.owner[cell]]}{faces[s.pose[cell]]}" for cell in range(COUNT)]
    stocks = "  ".join(
        f"{'*' if seat == s.turn else ''}{seat}: won {s.won[seat]} lost {s.lost[seat]}" for seat in range(3)
    )
    return "\n".join([pyramid.drawing(marks, [0], int(s.lattice)), stocks, _doing(s)])


def _doing(s: State) -> str:
    if movers(s) == 0:
        return "over"
    words = ("to be drawn", "to pick", "picked", "fights at")[s.phase]
    return f"{words} {pyramid.cell_text(s.picked - 1)}" if s.picked else f"{words}  idle {s.idle}"
