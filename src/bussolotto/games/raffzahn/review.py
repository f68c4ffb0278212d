"""How much a review of this game plays on: a match takes a seventh of a millisecond."""

EFFORT = 0.8  # of what others play on
