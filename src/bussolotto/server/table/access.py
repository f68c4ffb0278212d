"""Access to closed tables: open to all who know the table until the match begins, then only to its people."""

from dataclasses import dataclass

from bussolotto.core.errors import refuse
from bussolotto.server.match.broadcaster import Broadcaster
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.store import match_rows
from bussolotto.server.store.database import Store
from bussolotto.server.table.tables import Tables


@dataclass
class Access:
    """Access control for all tables."""

    store: Store
    tables: Tables
    broadcaster: Broadcaster

    def require_access(self, live: LiveMatch, guest: str | None) -> None:
        """Raises `closed-table` for those who may not watch this match."""
        if live.closed and live.state != "waiting" and not self._belongs(live, guest):
            raise refuse("closed-table")

    def dismiss_outsiders(self, live: LiveMatch) -> None:
        """Close the pages of everybody who may not watch this closed match."""
        for subscriber in self.broadcaster.at_match(live.name):
            if not self._belongs(live, subscriber.guest):
                subscriber.dismiss()

    def _belongs(self, live: LiveMatch, guest: str | None) -> bool:
        """Return whether a guest may see a closed match. Guests sent away from it may see it only once it is over."""
        if live.seat_of(guest) is not None:
            return True
        away = not live.over and guest in self.tables.find(live.table).sent_away
        return not away and guest is not None and match_rows.has_begun(self.store, guest, live.number)
