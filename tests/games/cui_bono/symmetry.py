"""Cui bono?, turned and mirrored: pips do not matter, so only cells move. And its colours may be exchanged."""

from collections.abc import Sequence
from itertools import permutations
from typing import Any

from bussolotto.core.kernel import CHANCE, copied
from bussolotto.games.cui_bono import game
from tests.laws.symmetries import PLACES

SYMMETRIES = (1, 2, 3, 4, 5)
COLOURS = tuple((0, *colours) for colours in permutations((1, 2, 3)))  # [colour] -> the one in its place; 0 is none


def settled(s: Any) -> bool:
    """Is the pyramid complete?"""
    return bool(s.phase > game.LAYING)


def moved_state(s: Any, symmetry: int) -> Any:
    """A copy with the pyramid moved."""
    moved = copied(s)
    for cell, place in enumerate(PLACES[symmetry]):
        moved.colour[place] = s.colour[cell]
    turns = range(s.idle + (s.phase == game.PUTTING) if s.repeat_ == 0 else 0)
    for turn in turns:
        moved.took[turn] = PLACES[symmetry][s.took[turn]]
        moved.left[turn] = PLACES[symmetry][s.left[turn]]
        moved.into[turn] = PLACES[symmetry][s.into[turn]] if turn < s.idle else 0
    for index in range(s.bars):
        moved.barred[index] = PLACES[symmetry][s.barred[index]]
    return moved


def moved_action(symmetry: int, seat: int, action: int) -> tuple[int, int]:
    """Cells moved; seats stay."""
    if seat == CHANCE or action == game.KEEP:
        return seat, action
    if action < game.PUT:
        return seat, PLACES[symmetry][action]
    return seat, game.PUT + PLACES[symmetry][action - game.PUT]


def coloured_state(s: Any, permutation: Sequence[int]) -> Any:
    """A copy in which every die has the colour that this permutation, one of COLOURS, puts in place of its own.

    Movers, legal and apply do not tell the difference; points do.
    """
    coloured = copied(s)
    coloured.colour[:] = [permutation[colour] for colour in s.colour]
    coloured.held = permutation[s.held]
    for kind in range(3):
        coloured.to_lay[permutation[kind + 1] - 1] = s.to_lay[kind]
        for kept, before in zip(coloured.kept, s.kept, strict=True):
            kept[permutation[kind + 1] - 1] = before[kind]
    return coloured


def coloured_action(permutation: Sequence[int], seat: int, action: int) -> tuple[int, int]:
    """The same ply; only a die that is laid has a colour."""
    if seat == CHANCE and action >= game.LAY:
        return seat, game.LAY + permutation[action - game.LAY + 1] - 1
    return seat, action
