"""How much a review of this game plays on: a match by the sensible player takes a millisecond."""

EFFORT = 0.3  # of what others play on
