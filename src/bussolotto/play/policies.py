"""Players written as rules: functions of the state alone, so that they compile together with a game.

The module `policy` of a game defines `NAME`, the name of the player among those of the game; `tables(opening)`, a tuple
of arrays for look-ups, made for the seats and options of an opening position; and the rule `decide(s, seat, rng,
tables)`, the action of a seat that may act. It reads only those parts of the state that the seat may know (a law: it
decides the same on a view); `rng` is the state int64[4] of a generator. For a game without such a module this one
stands in, with a player that is never called.
"""

import sys
from types import ModuleType
from typing import Any

import numpy as np

from bussolotto.core.contract import Game
from bussolotto.core.kernel import rule

NAME = ""


def tables(opening: Any) -> tuple[np.ndarray[Any, Any], ...]:
    """Return no tables."""
    return (np.zeros(1),)


@rule
def decide(s: Any, seat: int, rng: Any, tables: Any) -> int:
    """Never called."""
    return 0


def policy_of(game: Game) -> ModuleType:
    """The module with this game's compiled player, or this one."""
    return game.part("policy") or sys.modules[__name__]
