"""Reports of players about others at their table and about rule sheets, for the operator.

One is taken about each person in a match, and one about each sheet."""

from dataclasses import dataclass

from bussolotto.core.errors import refuse
from bussolotto.server.clock import ServerClock
from bussolotto.server.match.sheets import Sheets
from bussolotto.server.people.talk import Spoken, Talk
from bussolotto.server.protocol import SaidLine
from bussolotto.server.store import moderation_rows
from bussolotto.server.store.database import Store
from bussolotto.server.store.moderation_rows import Reason, ReportRow
from bussolotto.server.table.live_matches import LiveMatches
from bussolotto.server.table.tables import Table

A_DAY = 20  # reports per guest
DAY_S = 24 * 3600


@dataclass
class Reports:
    """The reports of one server."""

    store: Store
    clock: ServerClock
    matches: LiveMatches
    talk: Talk
    sheets: Sheets

    async def make(self, reporter: str, table: Table, seat: int, reason: Reason, words: str) -> ReportRow:
        """Report the person in a seat, with what was said at the table until now.

        Raises `not-seated`, `nobody-there`, `already-reported`, `too-many-reports`.
        """
        table.own_seat(reporter)
        occupant = table.occupant(seat)
        if occupant.guest is None or occupant.guest == reporter:
            raise refuse("nobody-there", seat=seat)
        self._require_room(reporter, occupant.guest, table.match)
        report = self._begin(reporter, occupant.guest, occupant.name, table.match, reason, words)
        report.table, report.seat = table.name, seat
        report.version = self.matches.find(table.match).match.version
        report.said = [_line(spoken) for spoken in self.talk.list_recent(table.name)]
        return await self._keep(report)

    async def make_of_sheet(self, reporter: str, sheet: str, reason: Reason, words: str) -> ReportRow:
        """Report a rule sheet. Raises NotFound, `sheet-removed`, `sheet-reported`, `too-many-reports`."""
        row = self.sheets.find(sheet)
        if moderation_rows.has_reported_sheet(self.store, reporter, sheet):
            raise refuse("sheet-reported")
        self._require_few(reporter)
        report = self._begin(reporter, row.guest, row.title, sheet, reason, words)
        report.sheet = sheet
        return await self._keep(report)

    def _begin(
        self, reporter: str, reported: str | None, name: str, match: str, reason: Reason, words: str
    ) -> ReportRow:
        """A report of now, of somebody or something called so; where it was is still to be told."""
        return ReportRow(
            report=0,
            reporter=reporter,
            reported=reported,
            name=name,
            table="",
            match=match,
            version=0,
            seat=0,
            reason=reason,
            words=words,
            said=[],
            since_s=int(self.clock.wall_s()),
            settled_s=None,
        )

    async def _keep(self, report: ReportRow) -> ReportRow:
        await self.store.run(moderation_rows.insert_report(report))
        return report

    def _require_room(self, reporter: str, reported: str, match: str) -> None:
        if moderation_rows.has_reported(self.store, reporter, reported, match):
            raise refuse("already-reported")
        self._require_few(reporter)

    def _require_few(self, reporter: str) -> None:
        if moderation_rows.count_reports(self.store, reporter, self.clock.wall_s() - DAY_S) >= A_DAY:
            raise refuse("too-many-reports", n=A_DAY)


def _line(spoken: Spoken) -> SaidLine:
    said = spoken.said
    return SaidLine(spoken.guest, said.seat, said.name, said.phrase, said.text)
