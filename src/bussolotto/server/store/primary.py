"""Connections to the PostgreSQL server that may be written to: of several hosts, the one that was promoted last.

A replica that is promoted begins a new timeline. The primary before it may come back and take writes, which are lost
when it becomes a replica. So a process uses the newest timeline that an address leads to, and never an older one than
it has seen. Nor does it wait for a server that stands still: one with a newer timeline may have taken its place.
"""

import time
from collections.abc import Callable, Generator, Mapping
from threading import Condition, Thread
from typing import Any, NamedTuple

import psycopg
from psycopg import errors

OTHERS_WITHIN_S = 1.0  # once a host has been reached
PLACE = """
    SELECT system_identifier, CASE WHEN pg_is_in_recovery() THEN 0
        ELSE ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint END
    FROM pg_control_system()
"""

_newest: dict[int, int] = {}  # by system, the newest timeline that this process has seen


class Place(NamedTuple):
    """Where a connection leads: a system keeps its number when it is copied. A replica has the timeline 0."""

    system: int
    timeline: int

    @property
    def is_old(self) -> bool:
        """Whether another server has been promoted since."""
        return self.timeline < _newest.get(self.system, 0)


UNTOLD = Place(0, 0)  # where somebody else runs the database and does not tell, nor needs us to choose


class Link(psycopg.Connection[Any]):
    """A connection that is closed if a statement takes longer than `within_s`, wherever it is held up; 0 for ever."""

    within_s = 0.0
    place: Place

    def wait(self, gen: Generator[Any, Any, Any], *args: Any, **kwargs: Any) -> Any:
        """Let a statement go on until its answer is there. Raises psycopg.OperationalError."""
        try:
            return super().wait(_bounded(gen, self.within_s) if self.within_s else gen, *args, **kwargs)
        except TimeoutError as problem:
            self.close()
            raise errors.ConnectionFailure("the database does not answer") from problem


def connect(given: Mapping[str, str], **settings: Any) -> Link:
    """Connect to the newest primary that these parameters lead to, a replica if there is none. Raises psycopg.Error."""
    hosts = _list_hosts(given)
    links = [_connect(hosts[0], settings)] if len(hosts) == 1 else _connect_to_all(hosts, settings)
    links.sort(key=lambda link: link.place.timeline)
    newest = links.pop()
    for link in links:
        link.close()
    if newest.place.timeline and newest.place.is_old:
        newest.close()
        raise errors.ReadOnlySqlTransaction("it is an old primary: another server has been promoted")
    _newest[newest.place.system] = max(newest.place.timeline, _newest.get(newest.place.system, 0))
    return newest


def _list_hosts(given: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the parameters for each host."""
    several = {name: str(given[name]).split(",") for name in ("host", "hostaddr", "port") if given.get(name)}
    count = max(map(len, several.values()), default=1)
    return [
        {
            **given,
            **{name: (values * count)[at] if len(values) == 1 else values[at] for name, values in several.items()},
        }
        for at in range(count)
    ]


def _connect(given: Mapping[str, str], settings: Mapping[str, Any]) -> Link:
    link = Link.connect(**given, **settings)  # type: ignore[arg-type]  # texts, as in an address
    try:
        link.place = Place(*map(int, link.execute(PLACE).fetchone() or ()))
    except (errors.InsufficientPrivilege, errors.FeatureNotSupported):
        link.place = UNTOLD
    except BaseException:
        link.close()
        raise
    return link


def _connect_to_all(hosts: list[dict[str, str]], settings: Mapping[str, Any]) -> list[Link]:
    """Connect at once to all hosts that can be reached soon. Raises psycopg.Error if none can be."""
    attempts = _Attempts(len(hosts))
    for given in hosts:
        Thread(target=attempts.make, args=(lambda given=given: _connect(given, settings),), daemon=True).start()
    return attempts.finish()


class _Attempts:
    """Attempts to connect, each in a thread."""

    def __init__(self, count: int) -> None:
        self._changed = Condition()
        self._left = count
        self._links: list[Link] = []
        self._problem: psycopg.Error | None = None
        self._over = False

    def make(self, attempt: Callable[[], Link]) -> None:
        """Make one, and close what comes too late."""
        link, problem = None, None
        try:
            link = attempt()
        except psycopg.Error as failure:
            problem = failure
        with self._changed:
            self._left -= 1
            self._problem = problem or self._problem
            if link is not None and self._over:
                link.close()
            elif link is not None:
                self._links.append(link)
            self._changed.notify()

    def finish(self) -> list[Link]:
        """Return the connections, once there is one and the others have had their time."""
        with self._changed:
            self._changed.wait_for(lambda: self._links or not self._left)
            self._changed.wait_for(lambda: not self._left, OTHERS_WITHIN_S)
            self._over = True
            if not self._links:
                assert self._problem is not None, "no attempt has ended"
                raise self._problem
            return self._links


def _bounded(gen: Generator[Any, Any, Any], within_s: float) -> Generator[Any, Any, Any]:
    """The same generator, which waits for so long. It is asked ten times a second. Raises TimeoutError."""
    until_s = time.monotonic() + within_s
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > until_s:
                gen.close()
                raise TimeoutError
            wanted = gen.send(ready)
    except StopIteration as ended:
        return ended.value
