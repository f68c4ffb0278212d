"""What each seat of Würfelmarsch may expect at a position: its race to the corner, and its army.

The tactics of tips and fights are left to the search.
"""

from typing import Any

import numpy as np

from bussolotto.core import pyramid
from bussolotto.core.kernel import rule
from bussolotto.games.wuerfelmarsch import game
from bussolotto.games.wuerfelmarsch.learned import WEIGHTS  # noqa: F401  # part of a valuation
from bussolotto.games.wuerfelmarsch.policy import FAR, ROWS
from bussolotto.play.policies import no_tables

NEAR = 4  # rows to go of a foremost die that are told apart with the turns until it may move
PACES = (0.85, 0.6)  # what a row further back is worth, twice
FEATURES = (
    "second to move",
    "last to move",
    *(f"foremost {rows} rows away" for rows in range(FAR)),
    *(f"{rows} rows away, moves {place}" for rows in range(1, NEAR) for place in ("first", "second")),
    "enters the corner now",
    "corner taken",
    "corner taken, near",
    "turns ahead",
    "ahead",
    *(f"second die at {pace}" for pace in PACES),
    *(f"third die at {pace}" for pace in PACES),
    "rows marched",
    "dice",
    "no dice",
    "last die",
    "balance",
    "strength",
    "strength of the foremost",
    "pairs",
    "beside others",
    "stronger than beside",
)
FIRST_ROW = FEATURES.index("foremost 0 rows away")
FIRST_NEAR = FEATURES.index("1 rows away, moves first")
ENTERS = FEATURES.index("enters the corner now")
SECOND_DIE = FEATURES.index(f"second die at {PACES[0]}")
MARCHED = FEATURES.index("rows marched")
WORTH = np.array([[pace**rows for rows in range(FAR + 1)] for pace in PACES])  # [pace][rows]
FACES = np.array([sum(faces) / 18 for faces in pyramid.POSES.tolist()])  # [pose] -> how high they are
# [cell][..] -> the other cells of the base that touch the same funnel, then OUTSIDE
NEIGHBOURS = np.full((pyramid.COUNT, 6), pyramid.OUTSIDE, np.int64)
for _cell in range(pyramid.COUNT):
    _ways = [pyramid.TIPS_TO[_cell, toward, away] for toward in range(3) for away in range(3) if toward != away]
    NEIGHBOURS[_cell, : len(_ways)] = _ways


tables = no_tables


@rule
def settled(s: Any) -> bool:
    """Between moves."""
    return bool(s.phase == game.PICKING)


@rule
def describe(s: Any, numbers: Any, _: Any) -> None:
    """The features of each seat."""
    for seat in range(3):
        describe_army(s, seat, numbers[seat])
        describe_race(s, seat, numbers[seat])


@rule
def describe_army(s: Any, seat: int, out: Any) -> None:
    """Its dice: how far the three foremost have come, how high their faces are, and what stands beside them."""
    rows = ROWS[s.lattice][seat]
    first = second = third = FAR
    front = -1
    for index in range(pyramid.BASE_COUNTS[s.lattice]):
        cell = int(pyramid.BASES[s.lattice][index])
        if s.owner[cell] != seat + 1:
            continue
        far = int(rows[cell])
        if far < first:
            first, second, third, front = far, first, second, cell
        elif far < second:
            second, third = far, second
        else:
            third = min(third, far)
        out[MARCHED] += (s.lattice - far) / 8
        out[MARCHED + 5] += FACES[s.pose[cell] - 1] / 5
        describe_neighbours(s, seat, cell, out)
    dice = int(s.armies[seat])
    out[MARCHED + 1] = dice / 5
    out[MARCHED + 2] = dice == 0
    out[MARCHED + 3] = dice == 1
    out[MARCHED + 4] = game.balance(s, seat) / 5
    out[MARCHED + 6] = FACES[s.pose[front] - 1] if front >= 0 else 0.0
    out[FIRST_ROW + min(first, FAR - 1)] = 1.0
    for pace in range(len(PACES)):
        out[SECOND_DIE + pace] = WORTH[pace][second]
        out[SECOND_DIE + len(PACES) + pace] = WORTH[pace][third]


@rule
def describe_neighbours(s: Any, seat: int, cell: int, out: Any) -> None:
    """The dice beside a die: own ones, those of others, and whether their faces are lower."""
    for way in range(6):
        beside = NEIGHBOURS[cell][way]
        if beside != pyramid.OUTSIDE and s.owner[beside]:
            if s.owner[beside] == seat + 1:
                out[MARCHED + 7] += 0.1
            else:
                out[MARCHED + 8] += 0.2
                out[MARCHED + 9] += FACES[s.pose[cell] - 1] - FACES[s.pose[beside] - 1]


@rule
def describe_race(s: Any, seat: int, out: Any) -> None:
    """How many turns it needs to the corner, and who is sooner there."""
    place = (seat - s.turn) % 3
    if place:
        out[place - 1] = 1.0
    far = foremost(s, seat)
    taken = s.owner[game.GOALS[s.lattice][seat]] > 0
    if 0 < far < NEAR and place < 2:
        out[FIRST_NEAR + 2 * (far - 1) + place] = 1.0
    out[ENTERS] = far == 1 and place == 0 and not taken
    out[ENTERS + 1] = taken
    out[ENTERS + 2] = taken * WORTH[1][far]
    own, soonest = turns_to_go(s, seat), 1000
    for step in range(1, 3):
        soonest = min(soonest, turns_to_go(s, (seat + step) % 3))
    out[ENTERS + 3] = max(-9, min(9, soonest - own)) / 9
    out[ENTERS + 4] = own < soonest


@rule
def turns_to_go(s: Any, seat: int) -> int:
    """The turns of all until its foremost die could be in the corner."""
    taken = s.owner[game.GOALS[s.lattice][seat]] > 0
    return int(3 * (foremost(s, seat) + taken) + (seat - int(s.turn)) % 3)


@rule
def foremost(s: Any, seat: int) -> int:
    """The rows to go of the foremost die of a seat."""
    far = FAR
    rows = ROWS[s.lattice][seat]
    for index in range(pyramid.BASE_COUNTS[s.lattice]):
        cell = pyramid.BASES[s.lattice][index]
        if s.owner[cell] == seat + 1:
            far = min(far, int(rows[cell]))
    return far
