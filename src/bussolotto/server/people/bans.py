"""Who may not use this server: guests, and for a time everybody at an address. Checked on every request and socket."""

from datetime import UTC, datetime
from ipaddress import ip_address

from bussolotto.core.errors import Refusal, refuse
from bussolotto.server.clock import ServerClock
from bussolotto.server.guard.addresses import group
from bussolotto.server.people.news import News
from bussolotto.server.store import moderation_rows
from bussolotto.server.store.database import Statement, Store
from bussolotto.server.store.moderation_rows import BanRow


class Bans:
    """All bans that are in force, in memory and on disk."""

    def __init__(self, store: Store, clock: ServerClock, news: News) -> None:
        self._store = store
        self._clock = clock
        self._news = news
        self._of: dict[str, BanRow] = {}
        self.read()
        news.on("bans", lambda _: self.read())

    def require_welcome(self, guest: str | None, sender: str) -> None:
        """Raises `banned` or `banned-until` for a guest, `banned-address` for all at an address, if they are banned."""
        if self._of:
            self._require(self._of.get(guest or ""))
            self._require(self._of.get(sender))

    def in_force(self) -> list[BanRow]:
        """Return all bans in force, newest first."""
        return moderation_rows.list_bans(self._store, self._clock.wall_s())

    def is_banned(self, guest: str) -> bool:
        """Return whether this guest is banned now."""
        ban = self._of.get(guest)
        return ban is not None and not self._is_over(ban)

    async def add(self, subjects: list[BanRow], *audit: Statement) -> None:
        """Store bans, which are in force from now on, with what is recorded about them. Raises NotStored."""
        await self._store.run(*(statement for ban in subjects for statement in moderation_rows.save_ban(ban)), *audit)
        self._change()

    async def remove(self, ban: int, *audit: Statement) -> None:
        """End a ban. Raises NotStored."""
        await self._store.run(moderation_rows.delete_ban(ban), *audit)
        self._change()

    def read(self) -> None:
        """Read again which bans are in force."""
        self._of = {ban.guest or ban.address or "": ban for ban in self.in_force()}

    def _change(self) -> None:
        self.read()
        self._news.tell("bans")

    def _require(self, ban: BanRow | None) -> None:
        if ban is not None and not self._is_over(ban):
            raise _refusal(ban)

    def _is_over(self, ban: BanRow) -> bool:
        return ban.until_s is not None and ban.until_s <= self._clock.wall_s()


def sender_at(address: str) -> str:
    """Return what an address counts as: itself, or the network of an IPv6 address. Raises `no-address`."""
    bare = address.partition("/")[0].strip()
    try:
        ip_address(bare)
    except ValueError as problem:
        raise refuse("no-address", address=address) from problem
    return group(bare)


def _refusal(ban: BanRow) -> Refusal:
    if ban.until_s is None:
        return refuse("banned", reason=ban.reason)
    code = "banned-until" if ban.guest else "banned-address"
    until = f"{datetime.fromtimestamp(ban.until_s, UTC):%Y-%m-%d %H:%M} UTC"
    return refuse(code, until=until, until_s=ban.until_s, reason=ban.reason)
