"""How much a review of this game plays on: what is hidden is guessed anew for every four matches."""

EFFORT = 0.5  # of what others play on
