"""Keeps the lease of a server with a PostgreSQL database: acquires it, renews it in a thread, tells of its loss."""

import logging
import secrets
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from threading import Event, Thread

from bussolotto.core.errors import Refusal, refuse
from bussolotto.server.ownership import Ownership, Tenure, begin_tenure, is_over, may_speak, monotonic_s
from bussolotto.server.store import leases, opening, schema
from bussolotto.server.store.connection import Connection, without_password
from bussolotto.server.store.postgres import (
    LOCK_WITHIN_S,
    USUAL,
    Backend,
    PostgresConnection,
    PostgresWriter,
    SiteConnection,
    open_for_server,
)

OWNER_FILE = "server.owner"
RENEW_S = 1.0  # four times in a term
AGAIN_S = 0.1  # between attempts to acquire, and to renew after a failure
SILENT_MS = 2_000  # of a database that does not even take what is sent: then the connection is made anew

log = logging.getLogger(__name__)


class LeaseConnection(SiteConnection):
    """A connection that gives up soon: whoever waits for an answer has no lease meanwhile."""

    usual: Mapping[str, str] = {**USUAL, "connect_timeout": "2", "tcp_user_timeout": str(SILENT_MS)}
    within_s = SILENT_MS / 1000


class LeaseKeeper(Ownership):
    """The lease of one scope. Once this process acquires it, a thread renews it until it is lost or released."""

    can_end = True

    def __init__(self, address: str, owner: str, scope: str = leases.SITE) -> None:
        """Prepare the database. Raises `data-in-use`, `newer-data`, and what opening it raises."""
        self.address, self.owner, self.scope = address, owner, scope
        self.lost = False
        self._tenure: Tenure | None = None
        self._fence = 0
        self._seen: leases.Lease | None = None  # what another owner has
        self._seen_s = 0.0  # since when it is as it was seen
        self._complained = False
        self._backend: Backend | None = None  # of the last connection
        self._stopping = Event()
        self._on_loss: Callable[[], object] = str
        self._thread = Thread(target=self._renew_all, name="lease", daemon=True)
        with ExitStack() as cleanup:
            self._link: LeaseConnection | None = cleanup.enter_context(closing(LeaseConnection(address)))
            try:
                self.site = _prepare(self._link, scope)
                self.version = schema.version(self._link)
            except sqlite3.Error as problem:
                raise refuse("cannot-write", folder=without_password(address), problem=problem) from problem
            cleanup.pop_all()

    @property
    def fence(self) -> int:
        """The number that every write carries."""
        return self._fence

    def speaks(self) -> bool:
        return not self.lost and may_speak(self._tenure, monotonic_s())

    @property
    def left_s(self) -> float:
        return 0.0 if self._tenure is None else self._tenure.until_s - monotonic_s()

    @property
    def held(self) -> bool:
        """Whether it was ever acquired."""
        return bool(self._fence)

    def acquire(self) -> "LeaseKeeper":
        """Acquire the lease, and renew it from now on. Raises `data-in-use` if somebody has it for too long."""
        end_s = time.monotonic() + LOCK_WITHIN_S
        while not self.try_to_acquire():
            if time.monotonic() > end_s:
                self._disconnect()
                raise refuse("data-in-use", folder=without_password(self.address))
            time.sleep(AGAIN_S)
        return self

    def try_to_acquire(self) -> bool:
        """Acquire the lease if nobody else has it, and renew it from now on. Raises sqlite3.Error."""
        asked_s = monotonic_s()
        try:
            fence = self._ask(asked_s)
        except sqlite3.Error:
            self._disconnect()
            raise
        if fence is None:
            return False
        self._fence, self._tenure = fence, begin_tenure(fence, asked_s)
        self._thread.start()
        return True

    def _ask(self, asked_s: float) -> int | None:
        """Look at the lease and take it if it is free or over. Return its number, None if another owner has it."""
        link = self._connection()
        lease = leases.read(link, self.scope)
        if lease != self._seen:
            self._seen, self._seen_s = lease, monotonic_s()
        if lease.is_free_for(self.owner) or is_over(self._seen_s, asked_s):
            return leases.acquire(link, self.scope, self.owner, lease)
        return None

    def wait(self) -> None:
        """Acquire the lease once nobody else has it, unless it is closed before. The database may be gone meanwhile."""
        while not self._stopping.is_set():
            try:
                if self.try_to_acquire():
                    return
            except (sqlite3.Error, Refusal) as problem:
                self._complain(problem)
            self._stopping.wait(AGAIN_S)

    def watch(self, on_loss: Callable[[], object]) -> None:
        self._on_loss = on_loss

    def lose(self) -> None:
        """Somebody else has the lease: nothing is said from now on."""
        if not self.lost:
            self.lost = True
            self._on_loss()

    def release(self) -> None:
        self._stop()
        held, self._tenure = self._tenure, None
        if held is not None:
            with suppress(sqlite3.Error, Refusal):  # others wait for a term
                leases.release(self._connection(), self.scope, self.owner, self._fence)
        self._disconnect()

    def close(self) -> None:
        self._stop()
        self._disconnect()

    def _stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def _renew_all(self) -> None:
        while not self._stopping.wait(RENEW_S if self.speaks() else AGAIN_S) and not self.lost:
            try:
                self._renew()
            except (sqlite3.Error, Refusal) as problem:
                self._complain(problem)
                self._disconnect()

    def _renew(self) -> None:
        asked_s = monotonic_s()
        if leases.renew(self._connection(), self.scope, self.owner, self._fence):
            self._tenure = begin_tenure(self._fence, asked_s)
        else:
            self.lose()

    def _complain(self, problem: Exception) -> None:
        """Log why there is no lease, once until the database is reached again."""
        if not self._complained:
            self._complained = True
            log.warning("the database cannot be asked for the lease: %s", problem)

    def _connection(self) -> Connection:
        if self._link is None:
            self._link = LeaseConnection(self.address, before=self._backend)
            self._complained = False
        return self._link

    def _disconnect(self) -> None:
        if self._link is not None:
            self._link.close()
            self._backend, self._link = self._link.backend, None
        self._seen = None  # of another database perhaps, that lacks its last renewals


def open_with_lease(
    address: str, lease: LeaseKeeper | None = None
) -> tuple[PostgresWriter, PostgresConnection, LeaseKeeper]:
    """Open a database for a server, with the lease that was acquired before, or with a new one."""
    keeper = lease or LeaseKeeper(address, secrets.token_hex(8)).acquire()
    try:
        return *open_for_server(address, keeper), keeper
    except BaseException:
        keeper.release()
        raise


def owner_of(folder: Path) -> str:
    """Return the name of the owner that has this folder locked, the same after each start."""
    file = folder / OWNER_FILE
    with opening.starting(file):
        if not file.exists():
            file.write_text(secrets.token_hex(8))
        return file.read_text()


def _prepare(link: SiteConnection, scope: str) -> str:
    """Make the table of leases, if there is none. Later migrations are the owner's: others may use the database now.

    Returns the name of the site.
    """
    schema.require_known(link)
    if schema.version(link) < schema.SINCE_LEASES:
        schema.migrate(link)
    leases.add(link, scope)
    return leases.name_of_site(link, secrets.token_hex(16))
