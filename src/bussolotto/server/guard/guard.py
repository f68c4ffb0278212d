"""Everything that is counted by sender."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bussolotto.core.errors import refuse
from bussolotto.server.guard.addresses import Addresses, group, is_nearby
from bussolotto.server.guard.loop_time import LoopTime
from bussolotto.server.guard.unread import Unread
from bussolotto.server.limits import Buckets, Counts, Limits

HOUR_S = 3600
GUESTS_AT_ONE_ADDRESS = 6  # who may ask as much as one guest may, at the same time


class Guard:
    """Refuses what is too much for one sender. A sender is an address as `find_sender` returns it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, now_s: Callable[[], float], limits: Limits) -> None:
        """Raises `bad-address` for a trusted proxy that is none."""
        self.limits = limits
        self.addresses = Addresses(limits.trusted)
        self.loop_time = LoopTime(loop, limits.loop_share)
        self.unread = Unread(loop, limits.unread_mb * 1_000_000)
        self.connections = Counts()
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
            raise refuse("too-fast")

    def require_new_guest(self, sender: str) -> None:
        """Count a new guest. Raises `too-many-guests`."""
        if not self._new_guests.take(sender, self.times(sender)):
            raise refuse("too-many-guests")

    def require_new_table(self, sender: str) -> None:
        """Count a new table. Raises `too-many-tables`."""
        if not self._new_tables.take(sender, self.times(sender)):
            raise refuse("too-many-tables")

    def require_socket(self, sender: str) -> None:
        """Count an open socket, until `sockets.leave`. Raises `too-many-sockets`."""
        if not self.sockets.enter(sender, self.limits.sockets * self.times(sender)):
            raise refuse("too-many-sockets")

    def admit_connection(self, peer: str) -> bool:
        """Count an HTTP connection, until `leave_connection`. Returns whether there is room for it."""
        if self.connections.total + self.sockets.total >= self.limits.all_connections:
            return False
        trusted = self.addresses.is_trusted(peer)
        sender = group(peer)
        most = self.limits.all_connections if trusted else self.limits.connections * self.times(sender)
        return self.connections.enter(sender, most)

    def leave_connection(self, peer: str) -> None:
        """Count it no more."""
        self.connections.leave(group(peer))
