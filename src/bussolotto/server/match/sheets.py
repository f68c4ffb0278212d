"""What people have brought to the collection of this server: kept, found by name, measured, withdrawn, taken down.

They are measured in the background, one after the other, as soon as nobody waits for anything else that is computed
there. Whoever looks at one meanwhile is served first.

Rule sheets are found by the name of their game. House rules have one that is made in the same way.

All are in memory, so that whatever runs in this process finds the game of a table, in any thread. Programs in the
background are given the sheet itself.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import cache, lru_cache
from pathlib import Path
from typing import cast

from bussolotto.core.errors import Refusal, refuse
from bussolotto.games import game as module_of
from bussolotto.server.clock import ServerClock, Timer
from bussolotto.server.limits import Allowance, Asker
from bussolotto.server.match.background import Background, Progress, Start
from bussolotto.server.match.shared_rules import SharedRules, question, read_shared
from bussolotto.server.match.solving import Process
from bussolotto.server.store import sheet_rows
from bussolotto.server.store.database import Statement, Store
from bussolotto.server.store.sheet_rows import SheetRow, Work
from bussolotto.sheets import SheetGame, library
from bussolotto.sheets.game import digest, finding, known
from bussolotto.sheets.meaning import meaning
from bussolotto.sheets.reading import read
from bussolotto.study.sheet import BOTS

PROGRAM = "bussolotto.study.sheet"
MOST = 4_000  # sheets of everybody that are listed, of at most 8 KB each
COMPARED = 500  # of those that were taken down, the last ones are compared with what is brought
MOST_KEPT = 20_000  # with those that were taken down or withdrawn, which stay for the matches played by them
GUEST_A_DAY, ADDRESS_A_DAY = 30, 120  # sheets that are new here
DAY_S = 24 * 3600
NOBODY = ""  # wants what is measured though nobody looks at it
LOOK_S = 5.0  # how often that goes on


class Sheets:
    """The sheets of one server."""

    def __init__(self, is_on: bool, store: Store, clock: ServerClock, background: Background) -> None:
        """Read all sheets. From now on their games are found by name, until `stop`."""
        self.is_on = is_on
        self._store = store
        self._clock = clock
        self._background = background
        self._of = {row.name: row for row in sheet_rows.list_all(store)}
        of_guest, of_address = (GUEST_A_DAY / DAY_S, GUEST_A_DAY), (ADDRESS_A_DAY / DAY_S, ADDRESS_A_DAY)
        self._allowance = Allowance(of_guest, of_address, clock.now_s)
        self._unmeasured: deque[str] = deque()  # names, of what came first first
        self._timer: Timer | None = None
        self._open = ExitStack()
        self._open.enter_context(finding(self._find_text))

    def start(self) -> None:
        """Measure what is not measured yet, also what comes from now on."""
        self._unmeasured.extend(row.name for row in self._of.values() if _measured_next(row) is not None)
        self._look_later()

    def stop(self) -> None:
        """Find no games for others any more, and measure none."""
        if self._timer is not None:
            self._timer.cancel()
        self._open.close()

    def require_on(self) -> None:
        """Raises `sheets-off`."""
        if not self.is_on:
            raise refuse("sheets-off")

    def require_playable(self, game: str) -> None:
        """Raises `sheets-off`, `sheet-removed` or NotFound, if this game is a sheet for which nobody can open a table.

        One that is known from the file of a match alone was never brought here.
        """
        if known(game) is not None:
            self.require_on()
            self.find(game)

    def require_not_removed(self, game: str) -> None:
        """Raises `sheet-removed`, if this game is a sheet that was taken down: nobody begins a match by it."""
        if self.is_removed(game):
            raise refuse("sheet-removed")

    def is_removed(self, game: str) -> bool:
        """Return whether this game is a sheet that was taken down."""
        row = self._of.get(game)
        return row is not None and row.removed_s is not None

    def list_newest(self) -> list[SheetRow]:
        """Return the newest version of each sheet that was neither taken down nor withdrawn, the newest first."""
        return newest_of(self.list_versions())

    def list_versions(self) -> Mapping[Work, Sequence[SheetRow]]:
        """Return the versions of each sheet that were neither taken down nor withdrawn, the newest first."""
        found: dict[Work, list[SheetRow]] = {}
        for row in reversed(self._of.values()):
            if row.stands:
                found.setdefault(row.work, []).append(row)
        return found

    def versions_of(self, one: SheetRow) -> Sequence[SheetRow]:
        """Return those of one sheet."""
        work = one.work
        return [row for row in reversed(self._of.values()) if row.stands and row.work == work]

    def find(self, name: str) -> SheetRow:
        """Raises NotFound, `sheet-removed` for a sheet that was taken down, `sheet-withdrawn` for one that was that."""
        row = self._find_standing(name)
        if row.withdrawn_s is not None:
            raise refuse("sheet-withdrawn")
        return row

    def _find_standing(self, name: str) -> SheetRow:
        """Raises NotFound, `sheet-removed`."""
        row = self._of.get(name)
        if row is None:
            raise refuse("not-found", what="sheet", name=name)
        self.require_not_removed(name)
        return row

    async def keep(self, game: SheetGame, asker: Asker) -> SheetRow:
        """Keep a sheet, unless it is here already.

        Raises `sheets-off`, `sheet-removed`, `sheet-copied`, `too-many-sheets`, `sheets-full`, NotStored.
        """
        told, now_s = game.sheet.game, int(self._clock.wall_s())
        facts = (told.title, list(told.authors), told.licence, told.about, list(told.seats))
        return await self._keep(SheetRow(game.facts.name, game.text, *facts, asker.guest, now_s), asker)

    async def keep_rules(self, rules: SharedRules, asker: Asker) -> SheetRow:
        """Keep house rules in the same way."""
        facts = (rules.name, rules.authors, rules.licence, rules.about, _seats(rules))
        text, now_s = rules.text, int(self._clock.wall_s())
        name = f"{rules.game}-{digest(text)}"
        return await self._keep(SheetRow(name, text, *facts, asker.guest, now_s, game=rules.game), asker)

    async def _keep(self, row: SheetRow, asker: Asker) -> SheetRow:
        self.require_on()
        before = self._of.get(row.name)
        if before is not None and before.withdrawn_s is None:
            return self.find(row.name)
        if before is not None:
            self._find_standing(row.name)
        if row.game is None:
            await self._require_other_rules(row.text)
        self._require_room(is_new=before is None)
        if not self._allowance.take(asker):
            raise refuse("too-many-sheets")
        await self._store.run(sheet_rows.insert(row))
        return self._list(row)

    def _require_room(self, is_new: bool) -> None:
        """Raises `sheets-full`."""
        if sum(row.stands for row in self._of.values()) >= MOST or (is_new and len(self._of) >= MOST_KEPT):
            raise refuse("sheets-full")

    async def _require_other_rules(self, text: str) -> None:
        """Raises `sheet-copied` for a sheet that means the same as one of those that were taken down last.

        What comes with the package can be brought: somebody may have brought it under an insulting title.
        """
        removed = [row for row in self._of.values() if row.removed_s is not None and row.game is None]
        newest = sorted(removed, key=lambda row: cast(int, row.removed_s))[-COMPARED:]
        if await asyncio.to_thread(_is_copy, text, [row.text for row in newest]):
            raise refuse("sheet-copied")

    def _list(self, row: SheetRow) -> SheetRow:
        """List a sheet that is stored, as the newest one, unless somebody else has brought it meanwhile."""
        before = self._of.get(row.name)
        if before is not None and before.withdrawn_s is None:
            return before
        row.measured = before.measured if before else None
        self._of.pop(row.name, None)
        self._of[row.name] = row
        self._unmeasured.append(row.name)
        self._look_later()
        return row

    async def withdraw(self, name: str, guest: str | None) -> None:
        """Take one's own sheet out of the list: no table is opened for it, until somebody brings it again.

        Matches that were played by it can still be looked at. Raises NotFound, `sheet-removed`, `sheet-withdrawn`,
        `not-your-sheet`.
        """
        row = self.find(name)
        if guest is None or row.guest != guest:
            raise refuse("not-your-sheet")
        now_s = int(self._clock.wall_s())
        await self._store.run(sheet_rows.withdraw(name, now_s))
        row.withdrawn_s = now_s

    async def remove(self, name: str, *audit: Statement) -> None:
        """Take a sheet down, and record it as given: it is listed no more, and no table is opened for it.

        Matches that were played by it can still be looked at. Raises NotFound, `sheet-removed`.
        """
        row = self._find_standing(name)
        now_s = int(self._clock.wall_s())
        await self._store.run(sheet_rows.remove(name, now_s), *audit)
        row.removed_s = now_s

    def forget_guest(self, guest: str) -> None:
        """A guest has been deleted: their house rules, too; nobody knows any more who brought their rule sheets."""
        for row in [row for row in self._of.values() if row.guest == guest]:
            row.guest = None
            if row.game is not None:
                del self._of[row.name]

    def measure(self, row: SheetRow, sender: str) -> Progress | None:
        """How far the measuring of a sheet is; it is begun if nobody has asked before. None if it is done.

        First it is played at random, which is quick; then by bots, as far as that takes little time.
        """
        told = _told(row)
        by = _measured_next(row)
        if by is None or told is None:
            return None

        def begin(start: Start, target: Path) -> Process:
            source = target.with_name("sheet")
            source.write_text(told, encoding="utf-8")
            return start(PROGRAM, str(source), str(target), *([by] if by else []))

        try:
            return self._background.ask(f"sheet {row.name} {by}", sender, begin, self._keep_measured(row.name))
        except Refusal:  # too many wait; whoever looks next asks again
            return Progress("none", 0.0)

    def _look_later(self) -> None:
        if self._timer is None and self._unmeasured and self.is_on:
            self._timer = self._clock.call_later(LOOK_S, self._look)

    def _look(self) -> None:
        """Take over what is measured, and begin the next. What fails is tried again after a restart."""
        self._timer = None
        while self._unmeasured and self._background.is_free():
            row = self._of.get(self._unmeasured[0])
            progress = self.measure(row, NOBODY) if row is not None and row.stands else None
            if progress is not None and progress.state == "running":
                break
            self._unmeasured.popleft()
        self._look_later()

    def _keep_measured(self, name: str) -> Callable[[Path], None]:
        def end(target: Path) -> None:
            row = self._of.get(name)  # another one, where it was brought again meanwhile
            if row is not None:
                row.measured = found = [*(row.measured or []), *json.loads(target.read_text(encoding="utf-8"))]
                self._store.put(None, [sheet_rows.set_measured(name, found)], lambda _: None)

        return end

    def _find_text(self, name: str) -> str | None:
        row = self._of.get(name)
        return None if row is None or row.game is not None else row.text


def _is_copy(text: str, others: Sequence[str]) -> bool:
    """Does a sheet that does not come with the package mean the same as another? Half a second where none is known."""
    return text not in _of_package() and _meaning_of(text) in {_meaning_of(other) for other in others} - {None}


@lru_cache(maxsize=4 * COMPARED)
def _meaning_of(text: str) -> str | None:
    """What this sheet means; None for one that this version no longer reads."""
    try:
        return meaning(read(text))
    except Refusal:
        return None


@cache
def _of_package() -> frozenset[str]:
    return frozenset(path.read_text(encoding="utf-8") for path in library().values())


def newest_of(versions: Mapping[Work, Sequence[SheetRow]], words: str = "") -> list[SheetRow]:
    """Return the newest version of each sheet.

    With `words` the newest that has all of them in its title, authors, description or game, where there is one.
    """
    wanted = words.casefold().split()
    matching = ([row for row in rows if all(word in row.searched for word in wanted)] for rows in versions.values())
    return [rows[0] for rows in matching if rows]


def _seats(rules: SharedRules) -> list[int]:
    return list(module_of(rules.game).SEATS) if rules.seats is None else [rules.seats]


def _measured_next(row: SheetRow) -> str | None:
    """By whom a sheet is to be measured next: "" for the players that are quick, then bots; None when that is done."""
    if row.measured is None:
        return ""
    by_bots = row.game is not None or any(found.get("by") in BOTS for found in row.measured)
    return None if by_bots else "bots"


def _told(row: SheetRow) -> str | None:
    """What the program that measures it is told; None where that makes no sense any more."""
    if row.game is None:
        return row.text
    rules = read_shared(row.text)
    return question(rules) if rules is not None and rules.fits else None
