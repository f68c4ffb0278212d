"""Looking ahead in Würfelmarsch: which moves are tried, and in which order; a position is worth what the policy says.

Dice are turned over only where none can be tipped: turning over seldom decides anything, and there are a hundred ways.
"""

from typing import Any

import numpy as np

from bussolotto.core import pyramid
from bussolotto.core.chance import below
from bussolotto.core.kernel import room, rule
from bussolotto.games.wuerfelmarsch import game
from bussolotto.games.wuerfelmarsch.policy import (
    HIGH_POSES,
    POSES,
    ROWS,
    TURN,
    WAYS,
    against,
    best_fight,
    insert,
    is_quiet,
    judge,
    part_of,
    play_move,
    to_cell,
)

MOST_MOVES = game.MOST_DICE * WAYS
FIGHT = TURN + pyramid.COUNT * POSES  # moves: those of the policy, then a fight to begin with, at FIGHT + funnel

# what a tip promises, before anybody has looked
ARRIVES = 1000.0
FIGHTS = 50.0  # or enters a goal of others, or leaves one
ROW = 10.0  # by which it steps forward
CLOSE = 1.0  # a row that lies behind it


def tables(opening: Any) -> tuple[Any, ...]:
    """Room for positions that are tried, and values by seat."""
    return room(opening, 2), np.zeros((2, 3))


@rule
def order_moves(s: Any, moves: Any, merits: Any, rng: Any, tables: Any) -> int:
    """All tips, those first that promise most; else a die that is turned over, or the fight to begin with."""
    seat = int(s.turn)
    if s.phase == game.FIGHTING:
        moves[0] = FIGHT + best_fight(s, seat, tables[0], tables[1]) - game.FIGHT
        return 1
    count = 0
    for index in range(pyramid.BASE_COUNTS[s.lattice]):
        cell = int(pyramid.BASES[s.lattice][index])
        if s.owner[cell] == seat + 1 and (s.phase == game.PICKING or s.picked == cell + 1):
            for way in range(WAYS):
                if to_cell(s, seat, cell, way) != pyramid.OUTSIDE:
                    merit = promise(s, seat, cell, way) + 1e-9 * below(rng, 1 << 20)
                    count = insert(moves, merits, count, cell * WAYS + way, merit, MOST_MOVES)
    if count == 0:
        moves[0] = any_turn(s, seat)
        count = 1
    return count


@rule
def promise(s: Any, seat: int, cell: int, way: int) -> float:
    """How promising a tip looks."""
    to = to_cell(s, seat, cell, way)
    rows = ROWS[s.lattice][seat]
    found = ROW * (rows[cell] - rows[to]) - CLOSE * rows[to]
    if to == game.GOALS[s.lattice][seat]:
        return float(found + ARRIVES)
    return float(found if is_quiet(s, seat, cell, way) else found + FIGHTS)


@rule
def any_turn(s: Any, seat: int) -> int:
    """The first own die, or the one picked, is turned over, so that it shows high faces."""
    cell = int(s.picked) - 1
    if s.phase == game.PICKING:
        cell = 0
        while s.owner[cell] != seat + 1:
            cell += 1
    pose = HIGH_POSES[0] if HIGH_POSES[0] + 1 != s.pose[cell] else HIGH_POSES[1]
    return int(TURN + cell * POSES + pose)


@rule
def play(s: Any, move: int, tables: Any) -> None:
    """Play a move; the order of fights is chosen as the policy would."""
    if move >= FIGHT:
        game.fight(s, move - FIGHT)
        game.fight_on(s, True)
    else:
        play_move(s, move, tables[0], tables[1])


@rule
def begin(s: Any, move: int) -> int:
    """To pick the die, or what is done with it."""
    return int(game.FIGHT + move - FIGHT) if move >= FIGHT else part_of(s, move)


@rule
def worth(s: Any, seat: int, tables: Any) -> float:
    """One's own value against that of the others."""
    judge(s, tables[1][0])
    return against(tables[1][0], seat)
