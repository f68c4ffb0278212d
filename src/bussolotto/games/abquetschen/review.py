"""How much a review of this game plays on: a match takes a third of a millisecond."""

EFFORT = 0.4  # of what others play on
