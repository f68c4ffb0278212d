"""What Abquetschen leaves standing for the next game of an evening, and how it begins on a given pile (GEN-9)."""

from bussolotto.play.evening.pile import NOTHING, owned

leaves = owned
SET_UP = NOTHING  # ABQ-1
