"""A position of Würfelmarsch as a picture: the pile seen from above, and what is beside it."""

from bussolotto.core.pyramid import CELLS
from bussolotto.games.wuerfelmarsch.game import COLOURS
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
