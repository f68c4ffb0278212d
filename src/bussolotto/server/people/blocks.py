"""Guests who do not want to meet. A block works both ways, but nobody is notified. Running matches are not affected."""

import secrets

from bussolotto import players
from bussolotto.core.errors import refuse
from bussolotto.games import game as module_of
from bussolotto.server.clock import ServerClock
from bussolotto.server.match.seats import Occupant
from bussolotto.server.people.news import News
from bussolotto.server.protocol import State
from bussolotto.server.store import guest_rows
from bussolotto.server.store.database import Store
from bussolotto.server.table.tables import Table


def send_away(table: Table, state: State, seat: int, host: str) -> bool:
    """Send away the person in a seat, at the host's request. Returns False if no other person sits there.

    All their seats are given up: during a match a bot plays on, otherwise the seat becomes free. They cannot sit down
    at this table again.
    """
    guest = table.occupant(seat).guest
    if guest is None or guest == host or host != table.host:
        return False
    usual = players.usual(module_of(table.game))
    for place, occupant in enumerate(table.seats):
        if occupant.guest == guest:
            table.seats[place] = Occupant() if state == "waiting" else Occupant(None, usual, usual)
            table.offers = [offer for offer in table.offers if offer != place]
    table.sent_away.append(guest)
    return True


class Blocks:
    """All blocks, in memory and on disk."""

    def __init__(self, store: Store, clock: ServerClock, news: News) -> None:
        self._store = store
        self._clock = clock
        self._news = news
        self._read()
        news.on("blocks", lambda _: self._read())

    def of(self, guest: str) -> list[guest_rows.Block]:
        """Return the blocks made by this guest, newest first."""
        return sorted(self._of.get(guest, {}).values(), key=lambda block: -block.since_s)

    def has_blocked(self, listener: str | None, speaker: str) -> bool:
        """Return whether the listener has blocked the speaker."""
        return listener is not None and speaker in self._of.get(listener, ())

    def are_apart(self, one: str | None, other: str) -> bool:
        """Return whether either guest has blocked the other."""
        return one is not None and (self.has_blocked(one, other) or self.has_blocked(other, one))

    def is_hidden_from(self, guest: str | None, table: Table) -> bool:
        """Return whether somebody at this table should not meet this guest."""
        present = {table.host, *(occupant.guest for occupant in table.seats if occupant.guest and not occupant.left)}
        return any(self.are_apart(guest, other) for other in present)

    def require_welcome(self, guest: str, table: Table) -> None:
        """Check that this guest may sit down. Raises `sent-away`, or `no-seat-for-you`, hiding who blocked whom."""
        if table.seat_of(guest) is not None:
            return
        if guest in table.sent_away:
            raise refuse("sent-away")
        if self.is_hidden_from(guest, table):
            raise refuse("no-seat-for-you")

    async def block(self, blocker: str, table: Table, seat: int) -> guest_rows.Block:
        """Block the person in a seat. Raises `nobody-there`, NotStored."""
        occupant = table.occupant(seat)
        if occupant.guest is None or occupant.guest == blocker:
            raise refuse("nobody-there", seat=seat)
        known = self._of.get(blocker, {}).get(occupant.guest)
        if known is not None:
            return known
        since_s = int(self._clock.wall_s())
        block = guest_rows.Block(blocker, occupant.guest, occupant.name, since_s, secrets.token_urlsafe(9))
        await self._store.run(guest_rows.insert_block(block))
        self._news.tell("blocks")
        return self._keep(block)

    async def unblock(self, blocker: str | None, token: str) -> None:
        """Remove a block. Raises NotFound, NotStored."""
        found = next((block for block in self.of(blocker or "") if block.token == token), None)
        if found is None:
            raise refuse("not-found", what="block", name=token)
        await self._store.run(guest_rows.delete_block(token))
        self._of[found.blocker].pop(found.blocked, None)
        self._news.tell("blocks")

    def forget(self, guest: str) -> None:
        """Forget the blocks by and of a guest whose rows have been deleted."""
        self._of.pop(guest, None)
        for blocked in self._of.values():
            blocked.pop(guest, None)
        self._news.tell("blocks")

    def _read(self) -> None:
        self._of: dict[str, dict[str, guest_rows.Block]] = {}
        for block in guest_rows.list_blocks(self._store):
            self._keep(block)

    def _keep(self, block: guest_rows.Block) -> guest_rows.Block:
        return self._of.setdefault(block.blocker, {}).setdefault(block.blocked, block)
