"""Stands in loops.py where the compiler writes the name of a game; the type checker takes it for any game."""

from typing import Any


def __getattr__(name: str) -> Any:
    raise AttributeError(f"loops.py is a pattern: {name} is known once the compiler has named a game")
