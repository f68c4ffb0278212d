"""Players written as rules: functions of the state alone, so that they compile together with a game.

The module `policy` of a game defines

- `NAME`, the name of the player among those of the game;
- `tables(opening)`, a tuple of arrays for the seats and options of an opening position: tables for look-ups, and room
  for positions to be tried (`kernel.room`). Each thread asks for its own, because room cannot be shared; what is shared
  and takes long to make is kept by the module;
- the rule `decide(s, seat, rng, tables)`, the action of a seat that may act, always a legal one. It reads only those
  parts of the state that the seat may know (a law: it decides the same on a view); `rng` is the state int64[4] of a
  generator.

and, where they are needed,

- the rule `rate(s, seat, tables)`: in a race, how many actions a millisecond this seat takes on average in this
  position, 0 if it would rather wait. The time that it needs is exponential.
- `MEMORY` and the rule `watch(s, seat, action, memory)`: how many numbers a player remembers of one match that are no
  longer visible, and what to remember of a ply; `s` is the state after it. All seats share this memory, int64[MEMORY],
  so it holds only what everybody has seen. It is the last of the tables, and zero when a match begins.

For a game without such a module this one stands in, with a player that is never called.
"""

import sys
from types import ModuleType
from typing import Any

import numpy as np

from bussolotto.core.contract import Game
from bussolotto.core.kernel import rule

NAME = ""
MEMORY = 0


def no_tables(opening: Any) -> tuple[np.ndarray[Any, Any], ...]:
    """The tables of a player that needs none."""
    return (np.zeros(1),)  # compiled code cannot tell the types of an empty tuple


tables = no_tables


@rule
def decide(s: Any, seat: int, rng: Any, tables: Any) -> int:
    """Never called."""
    return 0


@rule
def rate(s: Any, seat: int, tables: Any) -> float:
    """As often as any player of a game in which nobody has to be quick."""
    return 1.0


@rule
def watch(s: Any, seat: int, action: int, memory: Any) -> None:
    """Remember nothing."""


@rule
def remember(tables: Any, memory: Any) -> Any:
    """The tables with the memory of this match."""
    return tables[:-1] + (memory,)  # noqa: RUF005  # Numba knows no unpacking of tuples


@rule
def remember_nothing(tables: Any, memory: Any) -> Any:
    """The same tables."""
    return tables


def memory_size(policy: ModuleType) -> int:
    """How many numbers the player remembers."""
    return int(getattr(policy, "MEMORY", MEMORY))


def with_memory(tables: tuple[Any, ...], memory: Any) -> tuple[Any, ...]:
    """The tables of a player with the memory of a match, if it has any; as `remember` in compiled code."""
    return (*tables[:-1], memory) if len(memory) else tables


def policy_of(game: Game) -> ModuleType:
    """The module with this game's compiled player, or this one."""
    return game.part("policy") or sys.modules[__name__]
