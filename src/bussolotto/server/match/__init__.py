"""Live matches: their state, their moves, and what is sent to each viewer."""
