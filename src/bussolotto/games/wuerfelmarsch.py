"""Würfelmarsch (Dice March), Reinhold Wittig: three armies of five dice on the base, and no chance but who starts.

On your turn you tip one of your dice into an empty neighbouring hollow, sideways or forward, or turn one over to any
other pose. Where a tipped die completes a funnel with two others, the three fight with the faces that look into it:
the highest wins all lower dice of opponents; equal highest ones of two owners take all three from the base. Who brings
a die into the corner opposite his side wins at once; when no dice are left, most dice won less own dice lost by ties.

Where the printed rules are silent: turning over starts no fight, equal highest dice of one owner beat the third (option
`own_tie`), who has no dice is skipped, and after 60 moves without a step forward or a loss it is scored as it stands.
An army that has no middle on its edge stands one hollow further to its owner's left.
"""

from typing import Annotated

import numpy as np

from bussolotto import kernel, pyramid
from bussolotto.kernel import CHANCE, Mask, Shares, Weights, rule
from bussolotto.pyramid import COUNT, LEFT_OF, OUTSIDE, POSE_COUNT, POSES, RIGHT_OF, SIDE_OF_SEAT, SIDES

NAME = "wuerfelmarsch"
TITLE = "Würfelmarsch"
RULES = 2
CLAUSES = "WUE"
SEATS = (3,)
RACE = False
# No match is longer: 18 dice leave or step forward 8 times at most, 60 moves of two plies between, and chosen fights
MAX_PLIES = 22_000

WAYS = ("left", "right", "forward-left", "forward-right")  # of tipping, as the owner sees it
FORWARD = 2  # from here on ways lead forward

TIP = COUNT  # actions: pick 0..164 | tip, at TIP + way | pose, at POSE + pose | fight, at FIGHT + funnel
POSE = TIP + len(WAYS)
FIGHT = POSE + POSE_COUNT
ACTIONS = FIGHT + COUNT
OUTCOMES = 3  # start 0..2

OPTIONS = {
    "own_tie": ("no_tie", "literal"),  # WUE-7
    "lattice": ("8", "7"),  # the size of the base: nine hollows along each side, or eight
    "army": ("5", "3", "4", "6"),  # WUE-1: dice of a seat
    "tie_cost": ("1", "0", "2"),  # WUE-9: points that an own die lost by a tie costs
}
ENDINGS = ("corner", "no-dice", "no-progress", "limit")
CORNER, NO_DICE, NO_PROGRESS, LIMIT = range(len(ENDINGS))
IDLE_AT_END = 60  # moves (WUE-10)

# by option
SIZES = np.array([int(size) for size in OPTIONS["lattice"]], np.int64)
ARMIES = np.array([int(dice) for dice in OPTIONS["army"]], np.int64)
TIE_COST = np.array([int(points) for points in OPTIONS["tie_cost"]], np.int64)


def _tip_of(seat: int, way: int) -> tuple[int, int]:
    """The side that a die is tipped toward, and the one away from which (GEO-9)."""
    side = SIDE_OF_SEAT[seat]
    toward = (LEFT_OF, RIGHT_OF)[way % 2][side]
    return int(toward), int(side if way >= FORWARD else SIDES - side - toward)


# [seat][way] -> the side toward which, and away from which, that way of tipping leads
_TIPS = np.array([[_tip_of(seat, way) for way in range(len(WAYS))] for seat in range(3)], np.int64)


def _edge_cell(seat: int, size: int, from_left: int) -> int:
    """The cell on the edge of a seat, counted from its left corner."""
    side = SIDE_OF_SEAT[seat]
    cell = [0] * SIDES
    cell[LEFT_OF[side]], cell[RIGHT_OF[side]] = from_left, size - from_left
    return pyramid.INDEX[cell[0], cell[1], cell[2]]


def _corner_of(seat: int, size: int) -> int:
    corner = [0] * SIDES
    corner[SIDE_OF_SEAT[seat]] = size
    return pyramid.INDEX[corner[0], corner[1], corner[2]]


# [lattice][seat] -> the cell of the corner opposite its side (WUE-8)
GOALS = np.array([[_corner_of(seat, size) for seat in range(3)] for size in SIZES.tolist()], np.int64)


def _opening_pose(seat: int) -> int:
    """3 toward oneself, 2 to the left, 1 to the right."""
    side = SIDE_OF_SEAT[seat]
    faces = {int(side): 3, int(LEFT_OF[side]): 2, int(RIGHT_OF[side]): 1}
    return int(pyramid.POSE_OF[faces[0], faces[1], faces[2]])


# [lattice][army][seat][..] -> the middle cells of its edge, as many as an army has dice, then 0 (WUE-1)
LINES = np.zeros((len(SIZES), len(ARMIES), 3, int(ARMIES.max())), np.int64)
for _lattice, _size in enumerate(SIZES.tolist()):
    for _army, _dice in enumerate(ARMIES.tolist()):
        for _seat in range(3):
            _first = (_size + 1 - _dice) // 2
            LINES[_lattice, _army, _seat, :_dice] = [_edge_cell(_seat, _size, _first + die) for die in range(_dice)]
# [seat] -> how its dice lie there
OPENING_POSES = np.array([_opening_pose(seat) for seat in range(3)], np.int64)

DRAWING, PICKING, MOVING, FIGHTING, OVER = range(5)  # phases


class State:
    plies: Annotated[int, "u2"]  # plies so far
    seats: Annotated[int, "i1"]
    phase: Annotated[int, "i1"]  # DRAWING who starts, PICKING a die, MOVING it, FIGHTING in a chosen order, OVER
    turn: Annotated[int, "i1"]  # whose turn it is
    picked: Annotated[int, "u1"]  # the cell of the die picked, from 1; once tipped, that of the die that fights; 0 none
    idle: Annotated[int, "i1"]  # moves in a row without a forward tip or a die that left (WUE-10)
    ended: Annotated[int, "i1"]  # index of ENDINGS once it is OVER, LIMIT until then
    own_tie: Annotated[int, "i1"]  # option
    lattice: Annotated[int, "i1"]  # option
    army: Annotated[int, "i1"]  # option
    tie_cost: Annotated[int, "i1"]  # option
    armies: Annotated[list[int], "i1", 3]  # by seat: own dice on the base
    won: Annotated[list[int], "i1", 3]  # by seat: dice won in fights
    lost: Annotated[list[int], "i1", 3]  # by seat: own dice that left by ties
    last_move: Annotated[list[int], "u2", 3]  # by seat: the ply that ended its last move, 0 before it
    owner: Annotated[list[int], "u1", 165]  # by cell: whose die is there, seats from 1; 0 empty
    pose: Annotated[list[int], "u1", 165]  # by cell: how it lies, poses from 1; 0 empty


STATE = kernel.record(State, size=357)


@rule
def reset(s: State, seats: int) -> None:
    """The dice of each seat in the middle of its edge (WUE-1)."""
    s.plies = 0
    s.seats = seats
    s.phase = DRAWING
    s.turn = 0
    s.picked = 0
    s.idle = 0
    s.ended = LIMIT
    for cell in range(COUNT):
        s.owner[cell] = 0
        s.pose[cell] = 0
    dice = ARMIES[s.army]
    for seat in range(3):
        s.armies[seat] = dice
        s.won[seat] = 0
        s.lost[seat] = 0
        s.last_move[seat] = 0
        for place in range(dice):
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
    """Fill the mask with what this seat may do; how many things that is."""
    mask[:] = 0
    if movers(s) != 1 << seat:
        return 0
    if s.phase == PICKING:
        return legal_picks(s, mask)
    if s.phase == MOVING:
        return legal_moves(s, mask)
    if s.phase == FIGHTING:
        return legal_fights(s, mask)
    return 0


@rule
def legal_picks(s: State, mask: Mask) -> int:
    """Any own die: it can always be turned over (WUE-2)."""
    mover = s.turn + 1
    owner = s.owner
    for cell in range(COUNT):  # all, for side by side is quicker than those of the base
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
    return int(pyramid.TIPS_TO[s.picked - 1][_TIPS[s.turn][way][0]][_TIPS[s.turn][way][1]])


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
    """Every seat is as likely to start (GEN-1); nothing else is left to chance."""
    weights[:] = 0
    if s.phase != DRAWING or movers(s) == 0:
        return 0
    weights[:] = 1
    return OUTCOMES


@rule
def apply(s: State, seat: int, action: int) -> None:
    """One ply: a die is picked, tipped or turned over, a fight is chosen."""
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
    pose = pyramid.TIPPED[s.pose[origin] - 1][_TIPS[s.turn][way][0]][_TIPS[s.turn][way][1]]
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

    More there never are: the third funnel round the die lacks the one that it comes from. A fight takes dice off, so a
    funnel that was fought in is none any more.
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
    """Ends the match in the corner, without dice or without progress; else it is the turn of the next who has dice."""
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
    """In which of ENDINGS a match that is over has ended."""
    return int(s.ended)


@rule
def balance(s: State, seat: int) -> int:
    """Dice won less what own dice lost by ties cost (WUE-9)."""
    return int(s.won[seat]) - int(TIE_COST[s.tie_cost]) * int(s.lost[seat])


@rule
def standing(s: State, seat: int) -> int:
    """What is compared at the end: who is in the corner, the balance, then who moved last (WUE-8, WUE-9)."""
    arrived = s.ended == CORNER and seat == s.turn
    return (arrived * 100 + balance(s, seat)) * (MAX_PLIES + 1) + s.last_move[seat]


@rule
def returns(s: State, out: Shares) -> None:
    """The corner wins alone; else the best balance, of equals who moved last. Before any move all share."""
    out[:] = 0.0
    for seat in range(3):
        out[seat] = standing(s, seat)
    kernel.share_best(out, 3)


@rule
def scores(s: State, out: Shares) -> None:
    """Dice won less what own dice lost by ties cost; may be negative (WUE-9)."""
    out[:] = 0.0
    for seat in range(3):
        out[seat] = balance(s, seat)


hide = kernel.hide_nothing
sees = kernel.seen_by_all


_END_CLAUSES = (8, 9, 10, 10)  # by ending


def why(s: State, seat: int, action: int) -> int:
    """The clause that forbids this action, 0 if none does."""
    if movers(s) != 1 << seat:
        return 2 if movers(s) else _END_CLAUSES[s.ended]
    if s.phase == FIGHTING:
        return 0 if action - FIGHT in pyramid.ABOVE[s.picked - 1] and fights(s, action - FIGHT) else 5
    if action >= FIGHT:
        return 5
    if s.phase == MOVING and action >= TIP:
        return _why_not_move(s, action)
    return 0 if s.phase == PICKING and action < TIP and s.owner[action] == s.turn + 1 else 2


def _why_not_move(s: State, action: int) -> int:
    """Only into an empty hollow (WUE-3), only to another pose (WUE-4)."""
    if action < POSE:
        return 0 if goes(s, action - TIP) else 3
    return 4 if action - POSE + 1 == s.pose[s.picked - 1] else 0


def check(s: State) -> None:
    """Conservation: three armies of dice, each with a pose, on the base only."""
    assert sum(s.armies) + sum(s.won) + sum(s.lost) == 3 * ARMIES[s.army], show(s)
    for seat in range(3):
        assert s.armies[seat] == list(s.owner).count(seat + 1), show(s)
    assert all(bool(owner) == bool(pose) for owner, pose in zip(s.owner, s.pose, strict=True)), show(s)
    size = SIZES[s.lattice]
    assert all(sum(pyramid.CELLS[cell]) == size for cell in range(COUNT) if s.owner[cell]), show(s)
    assert bool(s.picked) == (s.phase in (MOVING, FIGHTING)), show(s)
    assert s.picked == 0 or s.owner[s.picked - 1] == s.turn + 1, show(s)
    assert (s.phase == OVER) == (s.ended != LIMIT), show(s)


def say(seat: int, action: int) -> str:
    """An action or outcome as text."""
    if seat == CHANCE:
        return f"start {action}"
    if action < TIP:
        return f"pick {pyramid.cell_text(action)}"
    if action < POSE:
        return f"tip {WAYS[action - TIP]}"
    if action < FIGHT:
        return f"pose {pyramid.pose_text(action - POSE)}"
    return f"fight {pyramid.cell_text(action - FIGHT)}"


read = kernel.reader(NAME, say, ACTIONS, OUTCOMES)


def show(s: State) -> str:
    """The position as text: the base with each die's owner (a, b, c for seats 0, 1, 2) and its pose, then the seats."""
    marks = [f"{'.abc'[s.owner[cell]]}{_faces(s, cell)}" for cell in range(COUNT)]
    stocks = "  ".join(
        f"{'*' if seat == s.turn else ''}{seat}: won {s.won[seat]} lost {s.lost[seat]}" for seat in range(3)
    )
    return "\n".join([pyramid.drawing(marks, [0], int(SIZES[s.lattice])), stocks, _doing(s)])


def _faces(s: State, cell: int) -> str:
    return pyramid.pose_text(s.pose[cell] - 1) if s.pose[cell] else ""


def _doing(s: State) -> str:
    if movers(s) == 0:
        return "over"
    words = ("to be drawn", "to pick", "picked", "fights at")[s.phase]
    return f"{words} {pyramid.cell_text(s.picked - 1)}" if s.picked else f"{words}  idle {s.idle}"
