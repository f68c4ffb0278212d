"""A guest's own matches, described from what is stored: no match is loaded for a list."""

from contextlib import suppress
from dataclasses import dataclass

from bussolotto.core.errors import NotFound, Refusal, SetAside, Unreadable, refuse
from bussolotto.games import game as module_of
from bussolotto.server.http import bodies
from bussolotto.server.match import persistence
from bussolotto.server.match.seats import seats_of
from bussolotto.server.store import match_rows, notice_rows
from bussolotto.server.store.aside import Aside
from bussolotto.server.store.database import Decision, Store, unpack
from bussolotto.server.store.match_rows import MatchRow, OwnRow
from bussolotto.server.table.live_matches import LiveMatches
from bussolotto.server.table.tables import Tables


@dataclass
class OwnMatches:
    """The lists for all guests."""

    store: Store
    aside: Aside
    tables: Tables
    matches: LiveMatches

    def list_rows(self, guest: str, after: tuple[int, int] | None, most: int) -> list[OwnRow]:
        """Return a page of the matches of a guest: running ones, then the others, newest first."""
        return match_rows.list_own(self.store, guest, after, most)

    def describe(self, guest: str, own: OwnRow) -> bodies.PastMatch | None:
        """Describe a match to one of its people. None if it cannot be read."""
        with suppress(NotFound, SetAside, Unreadable), self.aside.reading("match", f"#{own.number}"):
            row = match_rows.find_by_number(self.store, own.number)
            if row is None:
                raise refuse("unreadable", cause="lost", problem="its row is missing")
            with self.aside.reading("match", row.name):
                return self._describe(guest, own, row)
        return None

    def _describe(self, guest: str, own: OwnRow, row: MatchRow) -> bodies.PastMatch:
        end, running = row.ending, row.ending is None
        last = match_rows.find_last_decision(self.store, row.number)
        people = persistence.read_occupants(row)
        seats = seats_of(people, guest) or [own.seat]
        awaited = self._find_awaited(row, last) if running else []
        days = running and self.tables.find(row.table).pace == "days"
        if row.started_s is None:
            raise refuse("unreadable", cause="form", problem="it has people, but has not begun")
        return bodies.PastMatch(
            match=row.name,
            table=row.table,
            game=row.game,
            names=[occupant.name for occupant in people],
            seat=own.seat,
            seats=seats,
            over=not running,
            returns=end.returns if end else None,
            started=row.started_s,
            version=last.version + len(unpack(last.steps)) if last else 0,
            my_turn=running and (module_of(row.game).RACE or not set(seats).isdisjoint(awaited)),
            pace="days" if days else "live",
            turn_since=notice_rows.find_turn_start(self.store, row.name) if days else None,
            movers=[people[seat].name for seat in awaited] if days else [],
        )

    def _find_awaited(self, row: MatchRow, last: Decision | None) -> list[int]:
        """Return the seats that may act. Only if the last decision does not say so, the match is loaded."""
        live = self.matches.find_loaded(row.name)
        if live is None and last is not None and last.awaited is not None:
            return [seat for seat in range(row.seats) if last.awaited >> seat & 1]
        with suppress(Refusal):
            return (live or self.matches.find(row.name)).awaited_seats()
        return []
