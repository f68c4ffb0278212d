"""Stored matches that are replayed before anybody asks for them: while another server still plays them.

A match of a thousand decisions takes a tenth of a second and more to replay, and again to tell its events. A server
that takes over many of them would let everybody wait. What was stored since then is played when the match is asked for.
"""

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from bussolotto.core.errors import Refusal
from bussolotto.games import game as module_of
from bussolotto.play.match import Match, play_rest
from bussolotto.play.narration import Narration
from bussolotto.server.store import files, match_rows, schema
from bussolotto.server.store.connection import Source
from bussolotto.server.store.database import Reader, Steps
from bussolotto.server.store.match_rows import MatchRow

MOST_MATCHES = 2_000
LONGEST_S = 20.0  # the server before this one still plays meanwhile, but whoever replaces it waits
ROUNDS = 3  # each adds what was stored during the one before
UP_TO_DATE_S = 0.3  # after a round as short as this, little can be missing


class Replayed(NamedTuple):
    """A match as it was stored at some time, and what was told of it."""

    row: MatchRow
    match: Match
    narration: Narration

    def fits(self, row: MatchRow, log: Steps) -> bool:
        """Return whether this stored match is a continuation of it."""
        form = (row.number, row.game, row.seats, row.options) == (
            self.row.number,
            self.row.game,
            self.row.seats,
            self.row.options,
        )
        return form and row.rules == self.row.rules and log[: self.match.version] == self.match.log


class Replays:
    """The matches that have been replayed, by name. Each is given away once."""

    def __init__(self) -> None:
        self._of: dict[str, Replayed] = {}

    def __len__(self) -> int:
        return len(self._of)

    def read(self, source: Source, names: Sequence[str]) -> None:
        """Replay these matches, and again what is stored meanwhile, until little is missing."""
        end_s = time.monotonic() + LONGEST_S
        with suppress(Refusal), files.opened(source) as connection:  # what is wrong, the start will say
            store = Reader(connection)
            for _ in range(ROUNDS if store.version == len(schema.MIGRATIONS) else 0):
                if self._read_all(store, names, end_s) < UP_TO_DATE_S:
                    return

    def _read_all(self, store: Reader, names: Sequence[str], end_s: float) -> float:
        """Replay these matches as far as they are stored now. Returns how long it took, 0 after the end of the time."""
        begun_s = time.monotonic()
        for name in names[:MOST_MATCHES]:
            if time.monotonic() > end_s:
                return 0.0
            try:
                self._read_one(store, name)
            except Exception:  # noqa: BLE001  # what cannot be read is set aside by whoever asks for it
                self._of.pop(name, None)
        return time.monotonic() - begun_s

    def _read_one(self, store: Reader, name: str) -> None:
        row = match_rows.find(store, name)
        if row is None:
            return
        log = [step for steps in match_rows.read_log(store, row.number).steps for step in steps]
        if row.rules != module_of(row.game).RULES:
            return
        match, narration = self.take(row, log) or _begin(row, log)
        narration.catch_up(match.log)
        self._of[name] = Replayed(row, match, narration)

    def take(self, row: MatchRow, log: Steps) -> tuple[Match, Narration] | None:
        """Return the match up to the end of its log, if it was replayed and is still the same. Raises BrokenLog."""
        found = self._of.pop(row.name, None)
        if found is None or not found.fits(row, log):
            return None
        play_rest(found.match, log)
        return found.match, found.narration

    def clear(self) -> None:
        """Forget the matches that nobody has asked for."""
        self._of.clear()


def _begin(row: MatchRow, log: Steps) -> tuple[Match, Narration]:
    match = Match(module_of(row.game), row.seats, row.options)
    narration = Narration(match)
    play_rest(match, log)
    return match, narration
