"""Code that runs any game, naming none: matches, notation, compiled loops, batches, the arbiter of races."""
