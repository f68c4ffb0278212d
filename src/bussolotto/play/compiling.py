"""The observer of compilation, which takes some seconds, once per game and machine."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Told = Callable[[str, int], None]  # the name of the game, how many functions have been compiled so far

_listening: list[Told] = []


@contextmanager
def watched(told: Told) -> Iterator[None]:
    """Call this observer after each function that is compiled in the meantime, whichever thread asked for it."""
    _listening.append(told)
    try:
        yield
    finally:
        _listening.remove(told)


def tell(game: str, count: int) -> None:
    """Report one more compiled function."""
    for told in _listening:
        told(game, count)
