"""A position of Würfelmarsch as a picture: the pile seen from above, and what is beside it."""

from bussolotto.core.pyramid import CELLS
from bussolotto.games.wuerfelmarsch.game import COLOURS, WAYS, target
from bussolotto.pictures.marks import Spot, spot_of, spots_of_cell, state_of
from bussolotto.pictures.piles import outline, posed, seat_colours
from bussolotto.pictures.pyramids import pile_of, view_of
from bussolotto.pictures.svg import Position

ARMIES = seat_colours(COLOURS)


def scene(position: Position) -> list[str]:
    """The armies in their colours, and the die that was picked."""
    owner = position["owner"]
    dice = {cell: posed(ARMIES[owner[cell] - 1], pose - 1) for cell, pose in enumerate(position["pose"]) if pose}
    picked = position["picked"]
    size = position["lattice"]
    mark = [outline(view_of(size), CELLS[picked - 1], width=5)] if picked else []
    return [*pile_of(dice, size), *mark]


def spots(position: Position, seat: int, text: str) -> list[Spot]:
    """The die or the funnel that is chosen; of a die that is picked, where it goes."""
    word, _, way = text.partition(" ")
    size, picked = position["lattice"], position["picked"] - 1
    if word == "tip":
        return [spot_of(cell, size) for cell in (picked, target(state_of(position), WAYS.index(way)))]
    return [spot_of(picked, size)] if word == "pose" else spots_of_cell(text, size)
