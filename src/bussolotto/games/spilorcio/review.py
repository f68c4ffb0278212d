"""How much a review of this game plays on: a match by the sensible player takes a millisecond."""

EFFORT = 0.15  # of what others play on
