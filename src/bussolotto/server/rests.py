"""The clock of a match that rests after a ply which shows something to all."""

from math import ceil
from time import monotonic

from bussolotto.rests import RESTS_MS


class Rest:
    """The time until the next claim is accepted."""

    def __init__(self, game: str) -> None:
        self._after_ms = RESTS_MS.get(game, {})
        self._until_s = 0.0
        self.longest_ms = max(self._after_ms.values(), default=0)

    def begin(self, text: str) -> None:
        """This ply has been shown."""
        if length_ms := self._after_ms.get(text.partition(" ")[0]):
            self._until_s = monotonic() + length_ms / 1000

    @property
    def left_ms(self) -> int:
        """Milliseconds that are left of it."""
        return max(0, ceil(1000 * (self._until_s - monotonic()))) if self._until_s else 0
