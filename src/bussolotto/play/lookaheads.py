"""What a game without secrets and dice brings so that somebody can look many moves ahead in it, written as rules.

The module `lookahead` of a game defines

- `MOST_MOVES`, how many moves a position has at most. A move is all that a seat does until another one decides;
- `tables(opening)`, a tuple of arrays: room for what the rules compute;
- the rule `order_moves(s, moves, merits, rng, tables)`: write the moves that are worth a look, numbers of any kind, the
  most promising first; return how many there are, one at least where a seat may act. `merits` is room for numbers to
  sort by; `rng`, the state of a generator, orders what looks alike;
- the rule `play(s, move, tables)`: play a move;
- the rule `begin(s, move)`: the action with which a move begins, in the position as it is, where a part of it may have
  been done;
- the rule `worth(s, seat, tables)`: what a position is worth to a seat, in any measure; every position has one.

For a game without such a module this one stands in, which is never asked.
"""

import sys
from types import ModuleType
from typing import Any

from bussolotto.core.contract import Game
from bussolotto.core.kernel import rule
from bussolotto.play.policies import no_tables

MOST_MOVES = 0

tables = no_tables


@rule
def order_moves(s: Any, moves: Any, merits: Any, rng: Any, tables: Any) -> int:
    """Never asked."""
    return 0


@rule
def play(s: Any, move: int, tables: Any) -> None:
    """Never asked."""


@rule
def begin(s: Any, move: int) -> int:
    """Never asked."""
    return 0


@rule
def worth(s: Any, seat: int, tables: Any) -> float:
    """Never asked."""
    return 0.0


def lookahead_of(game: Game) -> ModuleType:
    """The module with what this game brings, or this one."""
    return game.part("lookahead") or sys.modules[__name__]
