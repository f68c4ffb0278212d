"""How much a review of this game plays on: a match takes some 30 microseconds."""

EFFORT = 3.0  # of what others play on
