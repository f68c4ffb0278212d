"""Whether anything can be stored right now: the file is there, is whole at its head, and takes a row."""

import os
from pathlib import Path
from typing import Literal

from bussolotto.core.errors import NotStored
from bussolotto.server.clock import ServerClock
from bussolotto.server.store.database import FILE, Store
from bussolotto.server.store.opening import BEAT

Problem = Literal["removed", "damaged", "full"]
Role = Literal["owner", "tables", "standby"]  # has the site, has tables of it, waits for it
HEAD = b"SQLite format 3\0"
LASTS_S = 1.0  # for which a result is given again, however often somebody asks
# Where new matches go: a page of decisions that takes no row would refuse all of them.
BEYOND = 1 << 60
TRY_DECISION = "INSERT INTO decisions (number, version, seat, message, steps) VALUES (?, 0, 15, '', '')"
TAKE_BACK = "DELETE FROM decisions WHERE number = ?"


class Readiness:
    """Of one server."""

    def __init__(self, store: Store, clock: ServerClock, role: Role = "owner") -> None:
        self.role = role
        self._store = store
        self._clock = clock
        self._file = _File(store.source / FILE) if isinstance(store.source, Path) else None
        self._known: tuple[float, Problem | None] | None = None

    async def find_problem(self) -> Problem | None:
        """Return in a word why nothing can be stored: `removed`, `damaged` or `full`; None if all is well.

        A PostgreSQL database that is lost is `removed`.
        """
        now_s = self._clock.now_s()
        if self._known is None or now_s - self._known[0] > LASTS_S:
            self._known = now_s, await self._try()
        return self._known[1]

    async def _try(self) -> Problem | None:
        problem = self._file.find_problem() if self._file else None
        if problem is not None or self._store.lost:
            return problem or "removed"
        try:
            beat = BEAT, (int(self._clock.wall_s()),)
            await self._store.run(beat, (TRY_DECISION, (BEYOND,)), (TAKE_BACK, (BEYOND,)))
        except NotStored as refusal:
            return "damaged" if refusal.values.get("cause") == "file" else "full"
        return None


class _File:
    """The file of SQLite: whether it is the one that was opened, and whole at its head."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._inode, self._size = self._look()
        # Never closed: closing any descriptor of a file drops all locks that this process holds on it (POSIX), SQLite's
        # as well. The next to close the file from outside would then take itself for the last and remove the WAL.
        self._head = os.open(self._file, os.O_RDONLY | getattr(os, "O_BINARY", 0))

    def find_problem(self) -> Problem | None:
        """Return `removed` or `damaged`; None if all is well."""
        try:
            inode, size = self._look()
            head = self._read_head()
        except OSError:
            return "removed"
        if inode != self._inode:
            return "removed"
        if head != HEAD or size < self._size:
            return "damaged"
        self._size = size
        return None

    def _read_head(self) -> bytes:
        os.lseek(self._head, 0, os.SEEK_SET)
        return os.read(self._head, len(HEAD))

    def _look(self) -> tuple[int, int]:
        found = self._file.stat()
        return found.st_ino, found.st_size
