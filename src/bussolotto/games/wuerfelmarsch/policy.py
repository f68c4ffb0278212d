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
# [cell][side][2] -> the other cells of the base under the funnel there; the cell itself where there is none
BESIDE = np.array(
    [
        [
            [below for below in pyramid.BELOW[above] if below != cell] if above != pyramid.OUTSIDE else [cell, cell]
            for above in pyramid.ABOVE[cell]
        ]
        for cell in range(pyramid.COUNT)
    ],
    np.int64,
)
HIGH_POSES = np.array([pose for pose, faces in enumerate(pyramid.POSES.tolist()) if sum(faces) > 12], np.int64)


def tables(opening: Any) -> tuple[Any, ...]:
    """Room for a position looked ahead to, and for two trials; values by seat; the best tips of somebody; own moves."""
    numbers = np.zeros((2, ANSWERED), np.int64)
    return room(opening, 3), np.zeros((3, 3)), numbers[0].copy(), np.zeros(ANSWERED), numbers[1].copy()


@rule
def decide(s: Any, seat: int, rng: Any, tables: Any) -> int:
    """The action of the seat whose turn it is.

    First its own tips are ranked, then the best of them are answered, and so are dice turned over.
    """
    positions, worth, tips, _, moves = tables
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
    positions, worth, tips, values, _ = tables
    for ply in range(3):
        move = own
        if ply or ranking:
            if positions[0].phase == game.OVER or (ply and positions[0].turn == seat):
                break
            found = rank_tips(positions[0], rng, positions, worth, tips, values, 1 if ply else ANSWERED)
            if ranking or found == 0:
                return found
            move = int(tips[0])
        play(positions[0], move, positions, worth)
        positions[0] = positions[2]
    return 0


@rule
def part_of(s: Any, move: int) -> int:
    """The action of a move that is to be taken now: to pick the die, or what is done with it."""
    if move >= TURN:
        return (move - TURN) // POSES if s.phase == game.PICKING else game.POSE + (move - TURN) % POSES
    return move // WAYS if s.phase == game.PICKING else game.TIP + move % WAYS


@rule
def rank_tips(s: Any, rng: Any, positions: Any, worth: Any, tips: Any, values: Any, most: int) -> int:
    """Write the tips that look best before any answer, the best first, equal ones in any order; return how many."""
    seat = int(s.turn)
    judge(s, worth[0])
    foremost, second = two_foremost(s, seat)
    count = 0
    for index in range(pyramid.BASE_COUNTS[s.lattice]):
        cell = int(pyramid.BASES[s.lattice][index])
        if s.owner[cell] == seat + 1 and (s.phase == game.PICKING or s.picked == cell + 1):
            for way in range(WAYS):
                if to_cell(s, seat, cell, way) != pyramid.OUTSIDE:
                    value = tip_value(s, seat, cell, way, foremost, second, positions, worth)
                    value += 1e-9 * below(rng, 1 << 20)
                    count = insert(tips, values, count, cell * WAYS + way, value, most)
    return count


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
    to = int(pyramid.TIPS_TO[cell][game.TIPS[seat][way][0]][game.TIPS[seat][way][1]])
    return to if to != pyramid.OUTSIDE and s.owner[to] == 0 else pyramid.OUTSIDE


@rule
def tip_value(s: Any, seat: int, cell: int, way: int, foremost: int, second: int, positions: Any, worth: Any) -> float:
    """The value of the position after a tip, for the seat that tips; `worth[0]`: before it, by seat."""
    to = to_cell(s, seat, cell, way)
    if is_quiet(s, seat, cell, to):
        rows = ROWS[s.lattice][seat]
        blocked = int(s.owner[game.GOALS[s.lattice][seat]] > 0)
        rest = second if rows[cell] == foremost else foremost
        gain = FOREMOST[blocked][min(rest, rows[to])] - FOREMOST[blocked][foremost]
        return float(against(worth[0], seat) + gain + MARCH * (rows[cell] - rows[to]))
    play(s, cell * WAYS + way, positions, worth)
    judge(positions[2], worth[2])
    return against(worth[2], seat)


@rule
def is_quiet(s: Any, seat: int, cell: int, to: int) -> bool:
    """Does this tip neither cause a fight nor leave or enter a goal?"""
    goals = game.GOALS[s.lattice]
    for other in range(3):
        if cell == goals[other] or to == goals[other]:
            return False
    for side in range(pyramid.SIDES):
        first, second = BESIDE[to][side][0], BESIDE[to][side][1]
        alone = s.owner[first] == 0 or s.owner[second] == 0 or first == cell or second == cell
        if not alone and (s.owner[first] != seat + 1 or s.owner[second] != seat + 1):
            return False
    return True


@rule
def two_foremost(s: Any, seat: int) -> tuple[int, int]:
    """The rows to go of the two foremost dice of a seat."""
    foremost = second = FAR
    rows = ROWS[s.lattice][seat]
    for index in range(pyramid.BASE_COUNTS[s.lattice]):
        cell = pyramid.BASES[s.lattice][index]
        if s.owner[cell] == seat + 1:
            if rows[cell] < foremost:
                foremost, second = rows[cell], foremost
            elif rows[cell] < second:
                second = rows[cell]
    return int(foremost), int(second)


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
    foremost, together = FAR * 0x010101, 0
    for index in range(pyramid.BASE_COUNTS[s.lattice]):
        cell = pyramid.BASES[s.lattice][index]
        if s.owner[cell]:
            seat = int(s.owner[cell]) - 1
            rows = int(ROWS[s.lattice][seat][cell])
            together += rows << 8 * seat
            foremost -= max((foremost >> 8 * seat & 255) - rows, 0) << 8 * seat
    return foremost, together


@rule
def against(worth: Any, seat: int) -> float:
    """One's own value against that of the others."""
    left, right = worth[(seat + 1) % 3], worth[(seat + 2) % 3]
    return float(worth[seat] - RIVALS * (max(left, right) + 0.5 * min(left, right)) / 1.5)
