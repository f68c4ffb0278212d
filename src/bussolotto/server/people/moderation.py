"""What the operator does about guests and tables. Each action is recorded, together with what it changes."""

from dataclasses import dataclass

from bussolotto.core.errors import refuse
from bussolotto.server.clock import ServerClock, Timer
from bussolotto.server.match.broadcaster import Broadcaster
from bussolotto.server.match.sheets import Sheets
from bussolotto.server.people.bans import Bans, sender_at
from bussolotto.server.people.departures import Departures
from bussolotto.server.people.guests import Guests
from bussolotto.server.people.own_data import OwnData
from bussolotto.server.people.renaming import Renaming
from bussolotto.server.store import moderation_rows
from bussolotto.server.store.database import Statement, Store
from bussolotto.server.store.moderation_rows import Action, BanRow, Key
from bussolotto.server.table.table_commands import TableCommands

HOUR_S = 3600
SWEEP_S = HOUR_S
REPORTS_KEPT_S = 180 * 24 * HOUR_S


@dataclass
class Moderation:
    """The operator's actions on one server. `kind` of each is the key that the operator used."""

    store: Store
    clock: ServerClock
    guests: Guests
    bans: Bans
    departures: Departures
    renaming: Renaming
    own_data: OwnData
    commands: TableCommands
    broadcaster: Broadcaster
    sheets: Sheets
    _sweeping: Timer | None = None

    def start(self) -> None:
        """Delete what is over, now and every hour."""
        now_s = self.clock.wall_s()
        expired = moderation_rows.delete_expired(now_s, now_s - HOUR_S, now_s - REPORTS_KEPT_S)
        self.store.put(None, expired, lambda _: None)
        self._sweeping = self.clock.call_later(SWEEP_S, self.start)

    def stop(self) -> None:
        """Do not sweep any more."""
        if self._sweeping is not None:
            self._sweeping.cancel()

    async def ban(
        self, kind: Key, guest: str | None, address: str | None, hours: int | None, reason: str
    ) -> list[BanRow]:
        """Ban a guest, everybody at an address, or both. Their pages are closed, and the guest leaves all tables.

        An address is banned for a time only: others will use it some day. Raises `nobody-to-ban`, `not-found`,
        `no-address`, `needs-hours`.
        """
        if not (guest or address):
            raise refuse("nobody-to-ban")
        if address and hours is None:
            raise refuse("needs-hours")
        if guest:
            self._require_guest(guest)
        since_s = int(self.clock.wall_s())
        until_s = None if hours is None else since_s + hours * HOUR_S
        network = sender_at(address) if address else None
        pairs = [(guest, None)] * bool(guest) + [(None, network)] * bool(network)
        bans = [BanRow(0, one, other, since_s, until_s, reason) for one, other in pairs]
        await self.bans.add(bans, *(self._record(kind, "ban", one or other or "", until_s) for one, other in pairs))
        if guest:
            await self.departures.remove(guest)
        if network:
            for page in self.broadcaster.find_all(lambda page: page.address == network):
                page.dismiss()
        return [ban for ban in self.bans.in_force() if (ban.guest or ban.address) in (guest, network)]

    async def unban(self, kind: Key, ban: int) -> None:
        """End a ban. Raises NotFound."""
        found = next((one for one in self.bans.in_force() if one.ban == ban), None)
        if found is None:
            raise refuse("not-found", what="ban", name=ban)
        await self.bans.remove(ban, self._record(kind, "unban", found.guest or found.address or ""))

    async def rename(self, kind: Key, guest: str, name: str) -> None:
        """Give a guest another name, at their tables too. Raises NotFound."""
        self._require_guest(guest)
        await self.store.run(self._record(kind, "rename", guest))
        await self.renaming.rename(guest, name)

    async def delete(self, kind: Key, guest: str) -> None:
        """Delete what is stored of a guest. Raises NotFound."""
        self._require_guest(guest)
        await self.own_data.delete(guest, self._record(kind, "delete", guest))

    async def close(self, kind: Key, table: str) -> None:
        """Close a table for good: its match ends as it stands. Raises NotFound, `table-shut`."""
        await self.commands.shut(table, self._record(kind, "close", table))

    async def remove_sheet(self, kind: Key, sheet: str) -> None:
        """Take a rule sheet down for good. Raises NotFound, `sheet-removed`."""
        await self.sheets.remove(sheet, self._record(kind, "remove-sheet", sheet))

    async def settle(self, kind: Key, report: int) -> None:
        """Mark a report as dealt with. Raises NotFound."""
        if moderation_rows.find_report(self.store, report) is None:
            raise refuse("not-found", what="report", name=report)
        settled = moderation_rows.settle_report(report, self.clock.wall_s())
        await self.store.run(settled, self._record(kind, "settle", str(report)))

    def _require_guest(self, guest: str) -> None:
        if not self.guests.exists(guest):
            raise refuse("not-found", what="guest", name=guest)

    def _record(self, kind: Key, action: Action, subject: str, until_s: int | None = None) -> Statement:
        details = {} if until_s is None else {"until_s": until_s}
        return moderation_rows.insert_audit(kind, self.clock.wall_s(), action, subject, **details)
