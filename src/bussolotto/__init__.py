"""Bussolotto: ten dice games to play, to study and to learn from. One source of rules for all three."""

from types import ModuleType
from typing import Any

from bussolotto.games import NAMES, game
from bussolotto.kernel import CHANCE, SPECTATOR, new_state

__version__ = "0.1.0"
__all__ = ["CHANCE", "SPECTATOR", "compiled", "game", "games", "new_state"]


def games() -> tuple[str, ...]:
    """The names of all games."""
    return NAMES


def compiled(module: ModuleType) -> Any:
    """The same functions compiled by Numba: takes seconds the first time, a blink afterwards."""
    from bussolotto import compiler  # Numba is loaded only when somebody asks for speed

    return compiler.compiled(module)
