"""Who may watch at a closed table: until the match begins all who know the table, then only who belongs there."""

from bussolotto.server.gallery import Gallery
from bussolotto.server.problems import ClosedTable
from bussolotto.server.sittings import Sitting
from bussolotto.server.store import Store
from bussolotto.server.tables import Tables


class Doors:
    """Those of all tables."""

    def __init__(self, store: Store, tables: Tables, gallery: Gallery) -> None:
        self._store = store
        self._tables = tables
        self._gallery = gallery

    def require_open(self, sitting: Sitting, guest: str | None) -> None:
        """Raises ClosedTable for who may not watch this match."""
        if sitting.closed and sitting.state != "waiting" and not self._belongs(sitting, guest):
            raise ClosedTable()

    def show_out_strangers(self, sitting: Sitting) -> None:
        """Whoever may not watch this closed match has to go."""
        for watcher in self._gallery.at_match(sitting.name):
            if not self._belongs(sitting, watcher.guest):
                watcher.dismiss()

    def _belongs(self, sitting: Sitting, guest: str | None) -> bool:
        """May he see a closed match? Who was sent away from it not before it is over."""
        if sitting.seat_of(guest) is not None:
            return True
        away = not sitting.over and guest in self._tables.find(sitting.table).sent_away
        return not away and self._sat(sitting, guest)

    def _sat(self, sitting: Sitting, guest: str | None) -> bool:
        """Did this guest begin this match, though he resigned since?"""
        query = "SELECT 1 FROM sitters WHERE guest = ? AND number = ?"
        return guest is not None and self._store.row(query, guest, sitting.number) is not None
