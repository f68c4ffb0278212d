"""How much a review of this game plays on: a match takes half a millisecond, but there are few choices and dice."""

EFFORT = 4.0  # of what others play on
