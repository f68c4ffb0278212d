"""The seven games on the pyramid as pictures: the pile seen from above, and what lies beside it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bussolotto.games import abquetschen as building
from bussolotto.games import bunte_kuh as adding
from bussolotto.games import cui_bono as putting
from bussolotto.games import eintrichtern as lifting
from bussolotto.games import raffzahn as grabbing
from bussolotto.games import wuerfelmarsch as marching
from bussolotto.pictures.piles import (
    COLOURS,
    PEARL,
    SEATS,
    TURQUOISE,
    Die,
    View,
    flat,
    outline,
    pile,
    posed,
)
from bussolotto.pictures.svg import RED, YELLOW
from bussolotto.pyramid import CELLS, SIZE

Position = Mapping[str, Any]
Scene = Callable[[Position], list[str]]

MIDDLE, UNIT = 400, 37.0  # of the pile: where its top stands, and the edge of a die, units
ARMIES = (YELLOW, RED, PEARL)  # of Würfelmarsch


def _pile(dice: Mapping[int, Die], size: int = SIZE) -> list[str]:
    return pile(_view(size), dice, size)


def _view(size: int) -> View:
    unit = UNIT * (SIZE + 1) / (size + 1)
    return View(MIDDLE, 315 + unit * (size + 1.4) * 0.25, unit)


def _loose(faces: Iterable[int], colour: str = PEARL) -> list[str]:
    """Dice that lie beside the pyramid; 0 for those that have not fallen."""
    lying = [face for face in faces if face]
    return [flat(60, 60 + 62 * place, face, colour, 50) for place, face in enumerate(lying)]


def _posed(position: Position, colour: str) -> dict[int, Die]:
    return {cell: posed(colour, pose - 1) for cell, pose in enumerate(position["pose"]) if pose}


def _owned(position: Position) -> dict[int, Die]:
    return {cell: Die(SEATS[seat - 1]) for cell, seat in enumerate(position["owner"]) if seat}


def abquetschen(position: Position) -> list[str]:
    """Dice in the colours of their seats."""
    return [*_pile(_owned(position), building.SIZES[position["lattice"]]), *_loose([position["roll"]], TURQUOISE)]


def raffzahn(position: Position) -> list[str]:
    """Dice as they lie, and the turquoise die."""
    size = int(grabbing.SIZES[position["lattice"]])
    return [*_pile(_posed(position, PEARL), size), *_loose([position["number"]], TURQUOISE)]


def bunte_kuh(position: Position) -> list[str]:
    """Dice as they lie, the pearl dice, and the funnel that was claimed."""
    size = int(adding.SIZES[position["lattice"]])
    shapes = [*_pile(_posed(position, RED), size), *_loose(position["pearl"])]
    if position["chosen"]:
        shapes.append(outline(_view(size), CELLS[position["chosen"] - 1], width=5))
    return shapes


def cui_bono(position: Position) -> list[str]:
    """Dice by colour, and the one in hand."""
    dice = {cell: Die(COLOURS[kind - 1]) for cell, kind in enumerate(position["colour"]) if kind}
    held = [flat(60, 60, 0, COLOURS[position["held"] - 1], 50)] if position["held"] else []
    return [*_pile(dice, int(putting.SIZES[position["lattice"]])), *held]


def eintrichtern(position: Position) -> list[str]:
    """Yellow dice as far as they are seen, red dice over them, the throw."""
    faces = position["face"]
    size = int(lifting.SIZES[position["lattice"]])
    dice = {cell: Die(YELLOW, faces[cell]) for cell in range(len(faces)) if sum(CELLS[cell]) == size}
    lifted = position["lifted"] - 1
    dice |= {cell: Die(RED) for cell, there in enumerate(position["red"]) if there and cell != lifted}
    return [*_pile(dice, size), *_loose(position["pearl"])]


def wuerfelmarsch(position: Position) -> list[str]:
    """The armies in their colours, and the die that was picked."""
    owner = position["owner"]
    dice = {cell: posed(ARMIES[owner[cell] - 1], pose - 1) for cell, pose in enumerate(position["pose"]) if pose}
    picked = position["picked"]
    size = int(marching.SIZES[position["lattice"]])
    mark = [outline(_view(size), CELLS[picked - 1], width=5)] if picked else []
    return [*_pile(dice, size), *mark]


def perspectives(position: Position) -> list[str]:
    """Dice in the colours of their seats, and the turquoise die."""
    return [*_pile(_owned(position)), *_loose([position["number"]], TURQUOISE)]


SCENES: dict[str, Scene] = {
    "abquetschen": abquetschen,
    "raffzahn": raffzahn,
    "bunte-kuh": bunte_kuh,
    "cui-bono": cui_bono,
    "eintrichtern": eintrichtern,
    "wuerfelmarsch": wuerfelmarsch,
    "perspectives": perspectives,
}
