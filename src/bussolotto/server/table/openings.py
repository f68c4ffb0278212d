"""How many tables each guest has opened at which nobody plays yet: so that nobody fills the lobby with empty ones."""

from collections.abc import Callable

from bussolotto.core.errors import refuse

COUNTED_S = 3600  # older ones are no longer counted
MOST_GUESTS = 10_000  # the one who has opened none for the longest time is forgotten


class Openings:
    """The tables opened lately that have not begun, by guest. After a restart counting starts again."""

    def __init__(self, most: int, now_s: Callable[[], float]) -> None:
        self._most = most
        self._now_s = now_s
        self._of: dict[str, dict[str, float]] = {}

    def add(self, guest: str, table: str) -> None:
        """Count a table. Raises `too-many-waiting`."""
        now_s = self._now_s()
        young = {name: at_s for name, at_s in self._of.pop(guest, {}).items() if now_s - at_s < COUNTED_S}
        self._of[guest] = young
        if len(young) >= self._most:
            raise refuse("too-many-waiting", n=self._most)
        young[table] = now_s
        if len(self._of) > MOST_GUESTS:
            del self._of[next(iter(self._of))]

    def begin(self, guest: str, table: str) -> None:
        """Count it no more: its match has begun."""
        own = self._of.get(guest, {})
        own.pop(table, None)
        if not own:
            self._of.pop(guest, None)
