"""The sensible player of Würfelmarsch: looks at its best moves, the best answers, and the race after them.

The value of a position for each seat depends on how far its foremost die has come, whether its goal is blocked, and on
its dice: those it has, those it has won, those it has lost. Nearly all tips change only the rows of one die, so their
value follows from that of the position before; only where dice fight, or a goal is left or entered, is the tip played
on a copy, by the game's own rules.
"""

from typing import Any

import numpy as np

from bussolotto.core import pyramid
from bussolotto.core.chance import below
from bussolotto.core.kernel import overwrite, room, rule
from bussolotto.games.wuerfelmarsch import game

NAME = "sensible"

# The value of a position for a seat. Found by many matches against itself.
ARRIVED = 300.0  # a die in the corner
RACE = 100.0  # the foremost die one row before it; each row further back is worth NEARER of that
NEARER = 0.72
BLOCKED_ROWS = 2.5  # the value of a die in the goal, in rows
MARCH = 0.6  # a row that any other die has advanced
ARMY = 7.0  # a die on the base
BALANCE = 3.0  # a die won, or not lost
RIVALS = 1.0  # the weight of the others' values together
ANSWERED = 3  # tips that are answered,
TURNED = 1  # and dice that are turned over
NEVER = -1e9
WAYS, POSES = len(game.WAYS), pyramid.POSE_COUNT
TURN = WAYS * pyramid.COUNT  # moves: CELL * WAYS + way, then a die turned over, at TURN + CELL * POSES + pose
FAR = pyramid.SIZE + 1  # rows to go of a die that is not there

_SIZES = range(pyramid.SIZE + 1)
# [lattice][seat][cell] -> rows to go for a die there
ROWS = np.array(
    [[[size - cell[side] for cell in pyramid.CELLS] for side in pyramid.SIDE_OF_SEAT] for size in _SIZES], np.int64
)
# [blocked][rows] -> the value of a foremost die with so many rows to go
FOREMOST = np.array(
    [
        [ARRIVED, *(RACE * NEARER ** (rows - 1 + BLOCKED_ROWS * blocked) for rows in range(1, FAR)), 0.0]
        for blocked in range(2)
    ]
)


def _reached(seat: int, cell: int, way: int) -> list[int]:
    """Where a die is tipped to, then the other cells of the two funnels there that it does not come from.

    The cell itself stands for what is not there: it is empty before the tip.
    """
    to = int(pyramid.TIPS_TO[cell][game.TIPS[seat][way][0]][game.TIPS[seat][way][1]])
    if to == pyramid.OUTSIDE:
        return [NOWHERE] * 5
    round_it = [
        [int(below) for below in pyramid.BELOW[above]] for above in pyramid.ABOVE[to] if above != pyramid.OUTSIDE
    ]
    others = [below for cells in round_it if cell not in cells for below in cells if below != to]
    return [to, *others, *[to] * 4][:5]


NOWHERE = 255
# [seat][cell][way] -> `_reached`
REACHED = np.array(
    [[[_reached(seat, cell, way) for way in range(WAYS)] for cell in range(pyramid.COUNT)] for seat in range(3)],
    np.uint8,
)
# [lattice][cell] -> is it the goal of a seat?
IS_GOAL = np.array([[cell in game.GOALS[size] for cell in range(pyramid.COUNT)] for size in _SIZES])
HIGH_POSES = np.array([pose for pose, faces in enumerate(pyramid.POSES.tolist()) if sum(faces) > 12], np.int64)


def tables(opening: Any) -> tuple[Any, ...]:
    """Room for a position looked ahead to, and for two trials; values by seat; the best tips of somebody; own moves."""
    tips, moves, own = np.zeros(ANSWERED, np.int64), np.zeros(ANSWERED, np.int64), np.zeros(game.MOST_DICE, np.int64)
    return room(opening, 3), np.zeros((3, 3)), tips, np.zeros(ANSWERED), moves, own


@rule
def decide(s: Any, seat: int, rng: Any, tables: Any) -> int:
    """The action of the seat whose turn it is.

    First its own tips are ranked, then the best of them are answered, and so are dice turned over.
    """
    positions, worth, tips, _, moves, _ = tables
    if s.phase == game.FIGHTING:
        return best_fight(s, seat, positions, worth)
    best, most, count = 0, NEVER, 0
    for index in range(-1, ANSWERED + TURNED):
        if count <= index < ANSWERED:
            continue
        own = any_turn(s, seat, rng) if index >= ANSWERED else int(moves[max(index, 0)])
        positions[0] = s
        found = play_on(seat, own, index < 0, rng, tables)
        if index < 0:
            count = found
            overwrite(moves, tips)
            continue
        judge(positions[0], worth[0])
        value = against(worth[0], seat)
        if value > most:
            best, most = own, value
    return part_of(s, best)


@rule
def play_on(seat: int, own: int, ranking: bool, rng: Any, tables: Any) -> int:
    """Play this move of the seat in the first position, and the best tip of each other; or only rank the seat's tips.

    Returns how many were ranked. Both are one loop, because what it calls is compiled wherever it is called.
    """
    positions, worth, tips, values, _, dice = tables
    for ply in range(3):
        move = own
        if ply or ranking:
            if positions[0].phase == game.OVER or (ply and positions[0].turn == seat):
                break
            found = rank_tips(positions[0], rng, positions, worth, tips, values, dice, 1 if ply else ANSWERED)
            if ranking or found == 0:
                return found
            move = int(tips[0])
        play_move(positions[0], move, positions, worth)
    return 0


@rule
def part_of(s: Any, move: int) -> int:
    """The action of a move that is to be taken now: to pick the die, or what is done with it."""
    if move >= TURN:
        return (move - TURN) // POSES if s.phase == game.PICKING else game.POSE + (move - TURN) % POSES
    return move // WAYS if s.phase == game.PICKING else game.TIP + move % WAYS


@rule
def rank_tips(s: Any, rng: Any, positions: Any, worth: Any, tips: Any, values: Any, dice: Any, most: int) -> int:
    """Write the tips that look best before any answer, the best first, equal ones in any order; return how many."""
    seat, lattice, count = int(s.turn), int(s.lattice), 0
    owned = find_dice(s, seat, dice)
    judge(s, worth[0])
    before = against(worth[0], seat)
    foremost, second = two_foremost(lattice, seat, dice, owned)
    blocked = int(s.owner[game.GOALS[lattice, seat]] > 0)
    for index in range(owned):
        cell = int(dice[index])
        if s.phase != game.PICKING and s.picked != cell + 1:
            continue
        rows = ROWS[lattice, seat, cell]
        rest = second if rows == foremost else foremost
        for way in range(WAYS):
            to = to_cell(s, seat, cell, way)
            if to == pyramid.OUTSIDE:
                continue
            if is_quiet(s, seat, cell, way):
                gain = FOREMOST[blocked, min(rest, ROWS[lattice, seat, to])] - FOREMOST[blocked, foremost]
                value = float(before + gain + MARCH * (rows - ROWS[lattice, seat, to]))
            else:
                play(s, cell * WAYS + way, positions, worth)
                judge(positions[2], worth[2])
                value = against(worth[2], seat)
            value += 1e-9 * below(rng, 1 << 20)
            if count < most or value > values[most - 1]:
                count = insert(tips, values, count, cell * WAYS + way, value, most)
    return count


@rule
def find_dice(s: Any, seat: int, dice: Any) -> int:
    """Write the cells of the dice of a seat; return how many."""
    lattice, index, found, wanted = int(s.lattice), 0, 0, int(s.armies[seat])
    while found < wanted:
        cell = pyramid.BASES[lattice, index]
        if s.owner[cell] == seat + 1:
            dice[found] = cell
            found += 1
        index += 1
    return found


@rule
def insert(tips: Any, values: Any, count: int, tip: int, value: float, most: int) -> int:
    """Insert a tip among the best, if it is one of them; return how many there are now."""
    at = count
    while at and values[at - 1] < value:
        at -= 1
    if at == most:
        return count
    count = min(count + 1, most)
    for index in range(count - 1, at, -1):
        tips[index] = tips[index - 1]
        values[index] = values[index - 1]
    tips[at] = tip
    values[at] = value
    return count


@rule
def to_cell(s: Any, seat: int, cell: int, way: int) -> int:
    """The empty cell that this way leads a die to, or OUTSIDE."""
    to = int(REACHED[seat, cell, way, 0])
    return to if to != NOWHERE and s.owner[to] == 0 else pyramid.OUTSIDE


@rule
def is_quiet(s: Any, seat: int, cell: int, way: int) -> bool:
    """Does this tip neither cause a fight nor leave or enter a goal?"""
    if IS_GOAL[s.lattice, cell] or IS_GOAL[s.lattice, REACHED[seat, cell, way, 0]]:
        return False
    for funnel in range(2):
        first = s.owner[REACHED[seat, cell, way, 1 + 2 * funnel]]
        second = s.owner[REACHED[seat, cell, way, 2 + 2 * funnel]]
        if first and second and (first != seat + 1 or second != seat + 1):
            return False
    return True


@rule
def two_foremost(lattice: int, seat: int, dice: Any, owned: int) -> tuple[int, int]:
    """The rows to go of the two foremost dice of a seat."""
    foremost = second = FAR
    for index in range(owned):
        rows = int(ROWS[lattice, seat, dice[index]])
        second = min(second, max(rows, foremost))
        foremost = min(foremost, rows)
    return foremost, second


@rule
def play(s: Any, move: int, positions: Any, worth: Any) -> None:
    """Write the position after a move to the last place."""
    positions[2] = s
    play_move(positions[2], move, positions, worth)


@rule
def play_move(s: Any, move: int, positions: Any, worth: Any) -> None:
    """Play a move; the order of fights is chosen as the mover would."""
    seat = int(s.turn)
    s.phase = game.MOVING
    if move >= TURN:
        s.picked = (move - TURN) // POSES + 1
        s.pose[s.picked - 1] = (move - TURN) % POSES + 1
        game.end_move(s, False)
        return
    s.picked = move // WAYS + 1
    game.tip(s, move % WAYS)
    if s.phase == game.FIGHTING:
        fight = best_fight(s, seat, positions, worth)
        game.fight(s, fight - game.FIGHT)
        game.fight_on(s, True)


@rule
def best_fight(s: Any, seat: int, positions: Any, worth: Any) -> int:
    """The fight to begin with."""
    chosen, most = -1, NEVER
    for side in range(pyramid.SIDES):
        funnel = int(pyramid.ABOVE[s.picked - 1][side])
        if game.fights(s, funnel):
            positions[1] = s
            after = positions[1]
            game.fight(after, funnel)
            game.fight_on(after, True)
            judge(after, worth[1])
            value = against(worth[1], seat)
            if value > most:
                chosen, most = funnel, value
    return game.FIGHT + chosen


@rule
def any_turn(s: Any, seat: int, rng: Any) -> int:
    """Some own die, or the one picked, is turned over, so that it shows high faces."""
    cell = int(s.picked) - 1
    rank = 0 if s.phase == game.MOVING else below(rng, int(s.armies[seat])) + 1
    while rank:
        cell += 1
        rank -= s.owner[cell] == seat + 1
    index = below(rng, len(HIGH_POSES))
    if HIGH_POSES[index] + 1 == s.pose[cell]:
        index = (index + 1) % len(HIGH_POSES)
    return int(TURN + cell * POSES + HIGH_POSES[index])


@rule
def judge(s: Any, worth: Any) -> None:
    """The value of a position for each seat."""
    foremost, together = rows_to_go(s)
    for seat in range(3):
        nearest, total, dice = foremost >> 8 * seat & 255, together >> 8 * seat & 255, int(s.armies[seat])
        blocked = int(s.owner[game.GOALS[s.lattice][seat]] > 0)
        worth[seat] = BALANCE * game.balance(s, seat) + ARMY * dice + FOREMOST[blocked][nearest]
        worth[seat] += MARCH * (s.lattice * dice - total) if nearest else 0.0
    if s.phase == game.OVER and s.ended != game.CORNER:
        best = 0
        for seat in range(3):
            if game.standing(s, seat) > game.standing(s, best):
                best = seat
        worth[best] += ARRIVED


@rule
def rows_to_go(s: Any) -> tuple[int, int]:
    """The rows to go of each seat's foremost die, FAR without any, and of all its dice together: 8 bits a seat."""
    foremost, together, index = FAR * 0x010101, 0, 0
    left = int(s.armies[0]) + int(s.armies[1]) + int(s.armies[2])
    while left:
        cell = pyramid.BASES[s.lattice, index]
        index += 1
        if s.owner[cell]:
            left -= 1
            seat = int(s.owner[cell]) - 1
            rows = int(ROWS[s.lattice, seat, cell])
            together += rows << 8 * seat
            foremost -= max((foremost >> 8 * seat & 255) - rows, 0) << 8 * seat
    return foremost, together


@rule
def against(worth: Any, seat: int) -> float:
    """One's own value against that of the others."""
    left, right = worth[(seat + 1) % 3], worth[(seat + 2) % 3]
    return float(worth[seat] - RIVALS * (max(left, right) + 0.5 * min(left, right)) / 1.5)
