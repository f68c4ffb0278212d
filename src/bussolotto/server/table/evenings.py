"""Evenings at a table: the next game with the same people, and one record of all games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bussolotto import players
from bussolotto.core.errors import refuse
from bussolotto.games import game as module_of
from bussolotto.play import evening
from bussolotto.play.notation import EveningRecord
from bussolotto.server.match import live_match, persistence
from bussolotto.server.match.seats import Occupant
from bussolotto.server.protocol import EveningGame, PileView
from bussolotto.server.store import match_rows
from bussolotto.server.store.database import Store
from bussolotto.server.table.live_matches import LiveMatches
from bussolotto.server.table.series import Evening, outcome_of
from bussolotto.server.table.table_commands import TableCommands, find_next_starter
from bussolotto.server.table.tables import Table, Tables, new_name


@dataclass
class Evenings:
    """The evenings of all tables."""

    store: Store
    tables: Tables
    matches: LiveMatches
    commands: TableCommands
    is_removed: Callable[[str], bool]  # by game: a sheet that was taken down

    async def begin_next(self, name: str, guest: str) -> live_match.LiveMatch:
        """Start the next game at the same table. The seat after the last starter begins.

        Raises `no-evening`, `evening-over`, `not-running`, `match-running`, `not-seated` or `seat-empty`.
        """
        async with self.tables.draft(name) as table:
            if guest != table.host:
                table.own_seat(guest)
            series = _require_series(table)
            last = self.matches.find(table.match)
            outcome = outcome_of(last)
            if outcome is None:
                raise refuse("not-running") if last.state == "waiting" else refuse("match-running")
            await self._leave_out_removed(table, series)
            if series.last:
                raise refuse("evening-over")
            table.require_full()
            series.outcomes.append(outcome)
            pile = self._find_pile(series)
            following = _turn_over(table, series, pile)
            live, statement = self.matches.create(table)
            starter = find_next_starter(last.match, live.match)
            await self.commands.begin(table, live, starter, statement, bent=_bend(following, pile))
        return live

    def build_record(self, table: Table, guest: str | None) -> tuple[EveningRecord, list[bytes]]:
        """Return the record of a finished evening, and the salt keys of its games. Raises `evening-goes-on`."""
        series = _require_series(table)
        found = [self.matches.find_watchable(match, guest)[0] for match in series.matches]
        if not (series.last and found[-1].over):
            raise refuse("evening-goes-on")
        record = EveningRecord(
            games=[(part.game, part.options) for part in series.games],
            score=series.score,
            shared=series.shared,
            names=[occupant.name for occupant in found[-1].occupants],
            matches=series.matches,
            records=[persistence.build_proved_record(self.store, live) for live in found],
        )
        return record, [match_rows.find_salt_key(self.store, live.number) for live in found]

    async def _leave_out_removed(self, table: Table, series: Evening) -> None:
        """Leave out what was taken down meanwhile, and tell everybody if that makes the last game the last one."""
        was_last = series.last
        series.leave_out(self.is_removed)
        if series.last and not was_last:
            await self.tables.keep(table)
            self.commands.review(table)

    def _find_pile(self, series: Evening) -> evening.Pile | None:
        """Return what the last game on the shared pyramid has left, or None if each game has its own."""
        if not series.shared:
            return None
        pile: evening.Pile | None = None
        for match in series.matches:
            pile = evening.leaves(self.matches.find(match).match, pile) or pile
        return pile


def _require_series(table: Table) -> Evening:
    if table.evening is None:
        raise refuse("no-evening")
    return table.evening


def _turn_over(table: Table, series: Evening, pile: evening.Pile | None) -> EveningGame:
    series.at += 1
    following = series.games[series.at]
    table.game, table.options = following.game, following.options
    table.seats = [_reseat(occupant, following.game) for occupant in table.seats]
    table.match = new_name()
    series.matches.append(table.match)
    found = evening.account(following.game, following.options, pile) if pile else None
    series.pile = PileView(*found) if found else None
    return following


def _reseat(occupant: Occupant, game: str) -> Occupant:
    """Return the same person, or the same bot, or the game's usual bot if it has none of that name."""
    if occupant.guest and not occupant.left:
        return Occupant(occupant.guest, occupant.name)
    module = module_of(game)
    player = occupant.player if occupant.player in players.names(module) else players.usual(module)
    return Occupant(None, player, player)


def _bend(part: EveningGame, pile: evening.Pile | None) -> live_match.Bent:
    """Return what leaves the dice as the game before did."""
    wishes: Sequence[str | None] = evening.wishes(part.game, part.options, pile) if pile else ()
    return lambda chance: evening.Carried(part.game, wishes, chance)
