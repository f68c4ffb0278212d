"""Yacht as OpenSpiel has it, with its default parameters, for two.

Five dice in five places, three rolls a turn: after the first and the second choose the dice to roll again, none to
score at once; after the third score them in a category that is still free. After twelve turns each most points win.

OpenSpiel draws a roll in one go, one of up to 7,776 outcomes; here each die falls by itself, lowest place first, which
comes to the same odds.
"""

from itertools import combinations_with_replacement
from typing import Annotated

import numpy as np

from bussolotto.core import dice, kernel
from bussolotto.core.contract import Facts
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule

FACTS = Facts(
    name="yacht",
    title="Yacht",
    authors=(),
    version=1,
    clauses="YAC",
    seats=(2,),
    endings=("played", "limit"),
)

PLAYERS, DICE, FACES, ROLLS = 2, 5, 6, 3
CATEGORIES = (
    *("ones", "twos", "threes", "fours", "fives", "sixes"),
    *("chance", "four-of-a-kind", "full-house", "small-straight", "large-straight", "yacht"),
)
TURNS = PLAYERS * len(CATEGORIES)
ALL = (1 << DICE) - 1
SCORE = ALL + 1  # actions: the dice to roll again, a bit each | SCORE + category
ACTIONS = SCORE + len(CATEGORIES)
OUTCOMES = FACES
MAX_PLIES = TURNS * (ROLLS * DICE + ROLLS)


def points_of(faces: tuple[int, ...]) -> list[int]:
    """What five dice score in each category."""
    alike = max(faces.count(face) for face in faces)
    total = sum(faces)
    straights = [30 if set(faces) == set(range(low, low + DICE)) else 0 for low in (1, 2)]
    house = alike == DICE or (alike == 3 and len({*faces}) == 2)
    special = (total, total if alike >= 4 else 0, total if house else 0, *straights, 50 if alike == DICE else 0)
    return [*(face * faces.count(face) for face in range(1, FACES + 1)), *special]


# [category][keep] -> points, of the keeps of five dice
POINTS = np.zeros((len(CATEGORIES), len(dice.KEEPS)), np.int64)
for _faces in combinations_with_replacement(range(1, FACES + 1), DICE):
    POINTS[:, dice.INDEX[_faces]] = points_of(_faces)
# [dice] -> the lowest place among them
LOWEST = np.array([0, *((dice_bits & -dice_bits).bit_length() - 1 for dice_bits in range(1, SCORE))], np.int64)

FALLING, CHOOSING, SCORING, OVER = range(4)  # phases


class State:
    plies: Annotated[int, "u2"]
    phase: Annotated[int, "u1"]
    turn: Annotated[int, "u1"]
    turns: Annotated[int, "u1"]  # turns begun before this one
    rolls: Annotated[int, "u1"]  # in this turn
    falling: Annotated[int, "u1"]  # dice that are to fall, a bit a place
    faces: Annotated[list[int], "u1", 5]  # by place; 0 before the first roll of a turn
    used: Annotated[list[int], "u2", 2]  # by seat: categories, a bit each
    points: Annotated[list[int], "u2", 2]  # by seat


STATE = kernel.record(State, size=20)


@rule
def reset(s: State, seats: int) -> None:
    s.plies = 0
    s.turn = 0
    s.turns = 0
    for seat in range(PLAYERS):
        s.used[seat] = 0
        s.points[seat] = 0
    begin_turn(s)


@rule
def begin_turn(s: State) -> None:
    s.phase = FALLING
    s.rolls = 0
    s.falling = ALL
    for place in range(DICE):
        s.faces[place] = 0


@rule
def movers(s: State) -> int:
    if s.phase == OVER or s.plies >= MAX_PLIES:
        return 0
    return 1 << CHANCE if s.phase == FALLING else 1 << int(s.turn)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    mask[:] = 0
    if seat == CHANCE or movers(s) != 1 << seat:
        return 0
    if s.phase == CHOOSING:
        mask[:SCORE] = 1
        return SCORE
    count = 0
    for category in range(len(CATEGORIES)):
        free = 1 - (s.used[seat] >> category & 1)
        mask[SCORE + category] = free
        count += free
    return count


@rule
def odds(s: State, weights: Weights) -> int:
    falling = movers(s) == 1 << CHANCE
    weights[:] = falling
    return FACES if falling else 0


@rule
def apply(s: State, seat: int, action: int) -> None:
    kernel.count_ply(s)
    if s.phase == FALLING:
        fall(s, action + 1)
    elif action >= SCORE:
        score(s, action - SCORE)
    elif action == 0:
        s.phase = SCORING
    else:
        s.falling = action
        s.phase = FALLING


@rule
def fall(s: State, face: int) -> None:
    """A die comes to lie in the lowest place that waits for one; after the last there is a choice."""
    s.faces[LOWEST[s.falling]] = face
    s.falling &= s.falling - 1
    if s.falling == 0:
        s.rolls += 1
        s.phase = SCORING if s.rolls == ROLLS else CHOOSING


@rule
def score(s: State, category: int) -> None:
    """Points for these dice, and the turn goes to the other."""
    keep = dice.NONE
    for place in range(DICE):
        keep = int(dice.PLUS[keep][s.faces[place] - 1])
    s.points[s.turn] += POINTS[category][keep]
    s.used[s.turn] |= 1 << category
    s.turn = 1 - s.turn
    s.turns += 1
    begin_turn(s)
    if s.turns == TURNS:
        s.phase = OVER


@rule
def ending(s: State) -> int:
    return 0 if s.phase == OVER else 1


@rule
def returns(s: State, out: Shares) -> None:
    kernel.share_most(s.points, PLAYERS, out)


@rule
def scores(s: State, out: Shares) -> None:
    kernel.copy_points(s.points, PLAYERS, out)


hide = kernel.hide_nothing
sees = kernel.seen_by_all
guess = kernel.guess_nothing
meant = kernel.meant_as_pressed
lay_own = kernel.lay_nothing


def why(s: State, seat: int, action: int) -> int:
    if movers(s) != 1 << seat:
        return 1
    if (action >= SCORE) != (s.phase == SCORING):
        return 2 if s.phase == SCORING else 3
    return 4 if action >= SCORE and s.used[seat] >> (action - SCORE) & 1 else 0


def check(s: State) -> None:
    assert sum(int(used).bit_count() for used in s.used) == s.turns, show(s)
    assert all(bool(face) or s.falling >> place & 1 or s.phase == OVER for place, face in enumerate(s.faces)), show(s)


def say(seat: int, action: int) -> str:
    if seat == CHANCE:
        return f"die {action + 1}"
    if action >= SCORE:
        return f"score {CATEGORIES[action - SCORE]}"
    places = [str(place) for place in range(DICE) if action >> place & 1]
    return f"roll {' '.join(places)}" if places else "keep"


read = kernel.reader(FACTS.name, say, ACTIONS, OUTCOMES)


def show(s: State) -> str:
    faces = " ".join(map(str, s.faces))
    return f"{s.points[0]} : {s.points[1]}  seat {s.turn}, roll {s.rolls}, dice {faces}, falling {s.falling:05b}"
