"""What cannot be read is set aside, with its reason, and everything else goes on.

`bussolotto doctor` lists it. It is tried again after the next start; what can be read then is set aside no more.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bussolotto.core.errors import NotFound, Refusal, SetAside, Unreadable, refuse
from bussolotto.server.clock import ServerClock
from bussolotto.server.store import aside_rows
from bussolotto.server.store.database import Store

MOST = 100_000  # rows that are remembered; what is set aside beyond that is found anew each time

log = logging.getLogger(__name__)


class Aside:
    """What one server has set aside."""

    def __init__(self, store: Store, clock: ServerClock) -> None:
        self._store = store
        self._clock = clock
        self._known: set[tuple[str, str]] = set()
        self._earlier = set(aside_rows.list_names(store, MOST))
        store.watch = self

    @property
    def count(self) -> int:
        """Return how much is set aside."""
        return len(self._known | self._earlier)

    @contextmanager
    def reading(self, kind: str, name: str) -> Iterator[None]:
        """Read something stored. If it cannot be read it is set aside, and from then on refused with `set-aside`."""
        key = kind, name
        if key in self._known:
            raise refuse("set-aside", what=kind, name=name)
        try:
            yield
        except Exception as problem:
            if _says_nothing(problem, kind, name):
                raise
            self.add(kind, name, problem)
            raise refuse("set-aside", what=kind, name=name) from problem
        self.note_readable(kind, name)

    def note_unreadable(self, kind: str, name: str, problem: Exception) -> None:
        """Set something aside, unless that is known."""
        if (kind, name) not in self._known:
            self.add(kind, name, problem)

    def note_readable(self, kind: str, name: str) -> None:
        """Set something aside no more, because it has been read."""
        key = kind, name
        if key in self._earlier or key in self._known:
            self._earlier.discard(key)
            self._known.discard(key)
            self._store.put(None, [aside_rows.delete(kind, name)], lambda _: None)

    def add(self, kind: str, name: str, problem: Exception) -> None:
        """Set something aside because of this problem."""
        self.note(kind, name, *describe(problem))

    def note(self, kind: str, name: str, reason: str, detail: str) -> None:
        """Set something aside for this reason."""
        log.warning("set aside: %s %s, %s: %s", kind, name, reason, detail)
        if len(self._known) < MOST:
            self._known.add((kind, name))
        row = aside_rows.AsideRow(kind, name, reason, detail, int(self._clock.wall_s()))
        self._store.put(None, [aside_rows.insert(row)], lambda _: None)


def describe(problem: Exception) -> tuple[str, str]:
    """Return why something cannot be read: a word for it, and the details."""
    if isinstance(problem, Unreadable):
        return str(problem.values["cause"]), problem.text[:300]
    if isinstance(problem, NotFound | SetAside):
        return "lost", problem.text[:300]
    return "rules" if isinstance(problem, Refusal) else "form", f"{type(problem).__name__}: {problem}"[:300]


def _says_nothing(problem: Exception, kind: str, name: str) -> bool:
    """Return whether a problem says nothing new about what is stored.

    It is not there, it was set aside a moment ago, or the disk does not answer.
    """
    if isinstance(problem, SetAside):
        return problem.values.get("what") == kind
    if isinstance(problem, NotFound):
        return problem.values.get("name") == name
    return isinstance(problem, Unreadable) and problem.values.get("cause") == "busy"
