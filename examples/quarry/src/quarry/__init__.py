"""Quarry, a game for the pyramid of dice."""
