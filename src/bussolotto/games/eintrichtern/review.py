"""How much a review of this game plays on: a match takes a third of a millisecond, and there are many choices."""

EFFORT = 0.2  # of what others play on
