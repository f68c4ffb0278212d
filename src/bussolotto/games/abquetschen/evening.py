"""What Abquetschen leaves standing for the next game of an evening, and how it begins on a given pile (GEN-9)."""

from bussolotto.play.evening.pile import NOTHING, GameInEvening, owned

EVENING = GameInEvening(leaves=owned, set_up=NOTHING)  # ABQ-1
