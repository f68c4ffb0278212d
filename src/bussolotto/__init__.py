"""Bussolotto: ten dice games to play, to study and to learn from. One source of rules for all three."""

from typing import Any

from bussolotto.core.contract import Game, Rules, new_state
from bussolotto.core.kernel import CHANCE, SPECTATOR
from bussolotto.games import game, names
from bussolotto.sheets import game_from_sheet

__version__ = "0.1.0"
__all__ = ["CHANCE", "SPECTATOR", "Game", "compiled", "game", "game_from_sheet", "games", "new_state"]


def games() -> tuple[str, ...]:
    """The names of all games."""
    return names()


def compiled(rules: Game | Rules) -> Any:
    """The same functions compiled by Numba: takes seconds the first time, a blink afterwards."""
    from bussolotto.play import compiler  # Numba is loaded only when somebody asks for speed

    return compiler.compiled(rules)
