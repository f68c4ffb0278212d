"""What Quarry leaves standing for the next game of an evening, and how it begins on a given pile."""

from bussolotto.play.evening.pile import LAY, Die, GameInEvening, SetUp, levels

from quarry.game import COLOURS, DICE  # isort: skip


def _lay_colour(die: Die) -> str | None:
    return None if die.colour is None else LAY + COLOURS[die.colour]


EVENING = GameInEvening(
    leaves=lambda s: {cell: Die(colour=colour - 1) for cell, colour in enumerate(s.colour) if colour},
    set_up=SetUp(lambda size: levels(size, size + 1), _lay_colour, lambda size: int(DICE[size]) // len(COLOURS)),
)
