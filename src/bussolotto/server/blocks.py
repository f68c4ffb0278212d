"""Who does not want to meet whom. It holds both ways, but nobody is told of it, and no match that runs is touched."""

import secrets
import time
from typing import NamedTuple

from bussolotto import players
from bussolotto.games import game as module_of
from bussolotto.server.problems import NobodyThere, NoSeatForYou, NotFound, SentAway
from bussolotto.server.protocol import State
from bussolotto.server.sitters import Sitter
from bussolotto.server.store import Store
from bussolotto.server.tables import Table


class Block(NamedTuple):
    """A row: who blocked whom, under which name he knew him, since when, and the token that takes it back."""

    blocker: str
    blocked: str
    name: str
    since_s: int
    token: str


def send_away(table: Table, state: State, seat: int, host: str) -> bool:
    """The host sends away who sits there: during a match a bot plays on, else the seat is free; False where no other
    person sits. All his seats are given up, and he cannot sit down here again.
    """
    guest = table.sitter(seat).guest
    if guest is None or guest == host or host != table.host:
        return False
    best = players.names(module_of(table.game))[-1]
    for place, sitter in enumerate(table.seats):
        if sitter.guest == guest:
            table.seats[place] = Sitter() if state == "waiting" else Sitter(None, best, best)
            table.offers = [offer for offer in table.offers if offer != place]
    table.sent_away.append(guest)
    return True


class Blocks:
    """All of them, in memory and on the disk."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._of: dict[str, dict[str, Block]] = {}
        for row in store.rows("SELECT blocker, blocked, name, since_s, token FROM blocks ORDER BY since_s"):
            self._keep(Block(*row))

    def of(self, guest: str) -> list[Block]:
        """Whom this guest has blocked, the last one first."""
        return sorted(self._of.get(guest, {}).values(), key=lambda block: -block.since_s)

    def deaf(self, listener: str | None, speaker: str) -> bool:
        """Does he not want to hear him?"""
        return listener is not None and speaker in self._of.get(listener, ())

    def apart(self, one: str | None, other: str) -> bool:
        """Has either blocked the other?"""
        return one is not None and (self.deaf(one, other) or self.deaf(other, one))

    def hides(self, guest: str | None, table: Table) -> bool:
        """Is somebody at this table whom this guest is not to meet?"""
        present = {table.host, *(sitter.guest for sitter in table.seats if sitter.guest and not sitter.left)}
        return any(self.apart(guest, other) for other in present)

    def require_welcome(self, guest: str, table: Table) -> None:
        """May this guest take a seat? Raises SentAway, and NoSeatForYou, which does not tell who blocked whom."""
        if table.seat_of(guest) is not None:
            return
        if guest in table.sent_away:
            raise SentAway()
        if self.hides(guest, table):
            raise NoSeatForYou()

    async def block(self, blocker: str, table: Table, seat: int) -> Block:
        """Block who sits there. Raises NobodyThere, NotStored."""
        sitter = table.sitter(seat)
        if sitter.guest is None or sitter.guest == blocker:
            raise NobodyThere(seat)
        known = self._of.get(blocker, {}).get(sitter.guest)
        if known is not None:
            return known
        block = Block(blocker, sitter.guest, sitter.name, int(time.time()), secrets.token_urlsafe(9))
        await self._store.run(("INSERT OR IGNORE INTO blocks VALUES (?, ?, ?, ?, ?)", tuple(block)))
        return self._keep(block)

    async def unblock(self, blocker: str | None, token: str) -> None:
        """Take a block back. Raises NotFound, NotStored."""
        found = next((block for block in self.of(blocker or "") if block.token == token), None)
        if found is None:
            raise NotFound("block", token)
        await self._store.run(("DELETE FROM blocks WHERE token = ?", (token,)))
        self._of[found.blocker].pop(found.blocked, None)

    def _keep(self, block: Block) -> Block:
        return self._of.setdefault(block.blocker, {}).setdefault(block.blocked, block)
