"""Your Game."""
