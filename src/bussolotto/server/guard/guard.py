"""Everything that is counted by sender."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn, Protocol

from bussolotto.core.errors import refuse
from bussolotto.server.guard.addresses import Addresses, group, is_nearby
from bussolotto.server.guard.loop_time import LoopTime
from bussolotto.server.guard.unread import Unread
from bussolotto.server.limits import Buckets, Counts, Limits

HOUR_S = 3600
REFUSALS_A_SECOND, REFUSALS_AT_ONCE = 2, 100  # of one sender, who is shut out if they go on
OUT_S = 10.0
GUESTS_AT_ONE_ADDRESS = 6  # who may ask as much as one guest may, at the same time


class Connection(Protocol):
    """An HTTP connection."""

    def shut(self) -> None:
        """End it now."""


class Guard:
    """Refuses what is too much for one sender. A sender is an address as `find_sender` returns it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, now_s: Callable[[], float], limits: Limits) -> None:
        """Raises `bad-address` for a trusted proxy that is none."""
        self.limits = limits
        self.addresses = Addresses(limits.trusted)
        self.loop_time = LoopTime(loop, limits.loop_share)
        self.unread = Unread(loop, limits.unread_mb * 1_000_000)
        self.connections = Counts()
        self._loop = loop
        self._now_s = now_s
        self._open: dict[str, set[Connection]] = {}  # HTTP connections by the sender at their other end
        self._out_until_s: dict[str, float] = {}
        self._refused = Buckets(REFUSALS_A_SECOND, REFUSALS_AT_ONCE, now_s)
        self.sockets = Counts()
        self._by_guest = Buckets(limits.requests_a_second, limits.requests_at_once, now_s)
        many = GUESTS_AT_ONE_ADDRESS
        self._by_sender = Buckets(many * limits.requests_a_second, many * limits.requests_at_once, now_s)
        self._new_guests = Buckets(limits.guests_an_hour / HOUR_S, limits.guests_an_hour, now_s)
        self._new_tables = Buckets(limits.tables_an_hour / HOUR_S, limits.tables_an_hour, now_s)

    def find_sender(self, peer: str, forwarded_for: Iterable[str] = (), forwarded: Iterable[str] = ()) -> str:
        """Return who sends, by the address of the connection and what a trusted proxy says."""
        return group(self.addresses.find(peer, forwarded_for, forwarded))

    def find_scheme(self, client: Any, forwarded: Sequence[str], scheme: str) -> str:
        """Return the scheme that the sender used, by the connection and what a trusted proxy says."""
        told = forwarded[0] if len(forwarded) == 1 else ""
        trusted = client and self.addresses.is_trusted(client[0])
        return told if trusted and told in ("http", "https") else scheme

    def times(self, sender: str) -> float:
        """Return how many times as much as others this sender may take."""
        return self.limits.nearby if is_nearby(sender.partition("/")[0]) else 1

    def require_calm(self, sender: str, guest: str | None) -> None:
        """Count a request. Raises `too-fast`."""
        times = self.times(sender)
        if not self._by_sender.take(sender, times) or (guest and not self._by_guest.take(guest)):
            self._refuse("too-fast", sender)

    def require_new_guest(self, sender: str) -> None:
        """Count a new guest. Raises `too-many-guests`."""
        if not self._new_guests.take(sender, self.times(sender)):
            self._refuse("too-many-guests", sender)

    def require_new_table(self, sender: str) -> None:
        """Count a new table. Raises `too-many-tables`."""
        if not self._new_tables.take(sender, self.times(sender)):
            self._refuse("too-many-tables", sender)

    def require_socket(self, sender: str) -> None:
        """Count an open socket, until `sockets.leave`. Raises `too-many-sockets`."""
        if not self.sockets.enter(sender, self.limits.sockets * self.times(sender)):
            raise refuse("too-many-sockets")

    def admit_connection(self, peer: str, connection: "Connection") -> bool:
        """Count an HTTP connection, until `leave_connection`. Returns whether there is room for it."""
        if self.connections.total + self.sockets.total >= self.limits.all_connections:
            return False
        trusted = self.addresses.is_trusted(peer)
        sender = group(peer)
        if self._out_until_s.get(sender, 0.0) > self._now_s():
            return False
        most = self.limits.all_connections if trusted else self.limits.connections * self.times(sender)
        if not self.connections.enter(sender, most):
            return False
        self._open.setdefault(sender, set()).add(connection)
        return True

    def leave_connection(self, peer: str, connection: "Connection") -> None:
        """Count it no more."""
        sender = group(peer)
        self.connections.leave(sender)
        self._open[sender].discard(connection)
        if not self._open[sender]:
            del self._open[sender]

    def _refuse(self, code: str, sender: str) -> NoReturn:
        """Refuse something. A sender who goes on and on is shut out for a while, unless proxies send for them."""
        own = sender in self._open and not self.addresses.is_trusted(sender)
        if not self._refused.take(sender, self.times(sender)) and own:
            self._shut_out(sender)
        raise refuse(code)

    def _shut_out(self, sender: str) -> None:
        now_s = self._now_s()
        self._out_until_s = {who: until_s for who, until_s in self._out_until_s.items() if until_s > now_s}
        self._out_until_s[sender] = now_s + OUT_S
        for connection in self._open[sender]:
            self._loop.call_soon(connection.shut)
