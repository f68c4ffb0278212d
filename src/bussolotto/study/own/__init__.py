"""What one game alone has to measure: a module of a game's name here is found by itself.

It says `PLACES`, names of what players contest, `FATES`, what becomes of a place each time, and
`watch(states, seats, actions, out)`, told of many matches at once before each decision is carried out: `states`
STATE[n], `seats` and `actions` int64[n]; it adds to `out`, int64[n, places, fates], whatever is decided by that.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def of(game: ModuleType) -> ModuleType | None:
    """The module with this game's own measures, if it has one."""
    name = f"{__name__}.{game.NAME.replace('-', '_')}"
    return import_module(name) if find_spec(name) else None
