"""A table as each of those at it sees it, and how all of them are told."""

from collections.abc import Callable

from msgspec import UNSET

from bussolotto.server.gallery import Gallery, Watcher
from bussolotto.server.programme import EveningView, Outcome
from bussolotto.server.protocol import Kind, Mine, SeatView, TableMessage, TableView, frame
from bussolotto.server.referees import Referees
from bussolotto.server.sitters import Sitter
from bussolotto.server.sittings import Sitting
from bussolotto.server.tables import Table


class TableViews:
    """Those of one server. `match_of`: the match of a table; `turn_since`: since when it is somebody's turn in one
    that is played over days, by its name. `base_url`: the address of the server, if it is known.
    """

    def __init__(
        self,
        gallery: Gallery,
        referees: Referees,
        match_of: Callable[[Table], Sitting],
        turn_since: Callable[[str], int | None],
        base_url: str | None,
    ) -> None:
        self._gallery = gallery
        self._referees = referees
        self._match_of = match_of
        self._turn_since = turn_since
        self._base_url = base_url

    def link(self, table: str, base: str) -> str:
        """The link to a table for those who come by this address."""
        return f"{self._base_url or base}/t/{table}"

    def view(self, table: Table, guest: str | None, base: str, wanted: int | None = None) -> TableView:
        """A table as this guest sees it from the wanted seat; `base` is the address by which he came."""
        sitting = self._match_of(table)
        present = self._gallery.guests(table.name)
        people = {sitter.guest for sitter in table.seats}
        return TableView(
            table=table.name,
            link=self.link(table.name, base),
            game=table.game,
            seats=[_seat_view(seat, sitter, present) for seat, sitter in enumerate(table.seats)],
            options=table.options,
            visibility=table.visibility,
            host=table.seat_of(table.host),
            match=table.match,
            state=sitting.state,
            spectators=len(present - people) + self._gallery.strangers(table.name),
            offers=table.offers,
            me=_mine(table, sitting, guest, wanted),
            hints=table.hints,
            device=table.device,
            chat=table.chat,
            dice=table.dice,
            preset=table.preset,
            evening=_evening_view(table, sitting),
            end=sitting.ending,
            returns=sitting.ending.returns if sitting.ending else None,
            clock=sitting.clocks.view() if sitting.clocks else None,
            race=self._referees.view(sitting),
            pace=table.pace,
            since=self._turn_since(table.match) if table.pace == "days" and sitting.state == "running" else None,
        )

    def frame(self, table: Table, watcher: Watcher) -> bytes:
        """The same as a message to a page."""
        return frame(TableMessage(self.view(table, watcher.guest, watcher.base, watcher.wanted)))

    def announce(self, table: Table) -> None:
        """Tell everybody at a table how it stands."""
        frames: dict[tuple[object, ...], bytes] = {}  # spectators are all told the same
        for watcher in self._gallery.at_table(table.name):
            sent_away = watcher.guest in table.sent_away
            seats = table.seat_of(watcher.guest), table.seat_of(watcher.guest, watcher.wanted)
            key = (*seats, watcher.guest == table.host, sent_away, watcher.base)
            if key not in frames:
                frames[key] = self.frame(table, watcher)
            watcher.send(frames[key])


def _mine(table: Table, sitting: Sitting, guest: str | None, wanted: int | None) -> Mine:
    """What the table is to who asks."""
    seat = table.seat_of(guest, wanted)
    return Mine(
        seat,
        guest == table.host,
        guest in table.sent_away or UNSET,
        table.seats_of(guest) if table.device else UNSET,
        sitting.stand_in(seat) or UNSET,
    )


def _seat_view(seat: int, sitter: Sitter, present: set[str]) -> SeatView:
    kind: Kind | None = "bot" if sitter.player else "person" if sitter.guest else None
    here = sitter.player is not None or sitter.guest in present
    return SeatView(seat, sitter.name, kind, sitter.player, here, sitter.left, sitter.away, sitter.late)


def _evening_view(table: Table, sitting: Sitting) -> EveningView | None:
    if table.evening is None:
        return None
    end = sitting.ending
    return table.evening.view(len(table.seats), Outcome(end.returns, end.scores) if end else None)
