"""How much a review of this game plays on: a match takes some 60 microseconds."""

EFFORT = 2.0  # of what others play on
