"""Reads a whole database and says what cannot be read. Nothing is changed, and a server may run meanwhile."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from msgspec import Struct

from bussolotto.core.errors import Refusal, Unreadable
from bussolotto.server.store import (
    guest_rows,
    match_rows,
    moderation_rows,
    notice_rows,
    puzzle_rows,
    review_rows,
    schema,
    sheet_rows,
    table_rows,
)
from bussolotto.server.store.aside import describe
from bussolotto.server.store.connection import Connection
from bussolotto.server.store.database import LAST_NUMBER, Reader
from bussolotto.server.store.match_rows import MatchRow
from bussolotto.server.store.single_rows import read_each

MOST_LINES = 20  # of what SQLite says about its file
PART = 500  # rows that are read in one transaction
NAMES = "SELECT name FROM tables WHERE name > ? ORDER BY name LIMIT ?"
SINGLE: dict[str, tuple[str, str, type[Struct]]] = {  # rows that stand alone: their table, key and form
    "guest": ("guests", "guest", guest_rows.GuestRow),
    "preset": ("presets", "preset", guest_rows.PresetRow),
    "block": ("blocks", "token", guest_rows.Block),
    "notice": ("notices", "notice", notice_rows.NoticeRow),
    "ban": ("bans", "ban", moderation_rows.BanRow),
    "report": ("reports", "report", moderation_rows.ReportRow),
    "audit": ("audit", "entry", moderation_rows.AuditRow),
    "puzzle": ("puzzles", "entry", puzzle_rows.PuzzleRow),
    "sheet": ("sheets", "name", sheet_rows.SheetRow),
}
SINCE = {"puzzle": schema.SINCE_PUZZLES, "sheet": schema.SINCE_SHEETS}  # the version since which there are such rows
Replay = Callable[[MatchRow, list[tuple[int, int]]], object]


class Finding(NamedTuple):
    """Something that cannot be read: what it is and its name, a word for the reason, and the details."""

    kind: str
    name: str
    reason: str
    detail: str


class Report(NamedTuple):
    """What a database holds. `file`: what is wrong with the file itself; `unchecked`: matches without checksums."""

    file: list[str]
    findings: list[Finding]
    matches: int
    unchecked: int


def inspect(connection: Connection, replay: Replay) -> Report:
    """Read everything. Matches without checksums, from older versions, are played again with `replay`."""
    store = Reader(connection)
    today = schema.version(connection) >= schema.SINCE_CHECKSUMS
    findings = [*_inspect_tables(store), *_inspect_single_rows(store), *_inspect_reviews(store)] if today else []
    matches = unchecked = 0
    last = _find_last(store)
    for first in range(1, last + 1, PART):
        connection.execute("BEGIN")  # the rows of a match belong to one moment
        for number in range(first, min(first + PART, last + 1)):
            found = inspect_match(store, number, replay)
            findings += [found] if isinstance(found, Finding) else []
            matches += found is not None
            unchecked += found is False
        connection.execute("ROLLBACK")
    return Report(check_file(connection), findings, matches, unchecked)


def check_file(connection: Connection) -> list[str]:
    """Return what SQLite itself finds wrong with its file. PostgreSQL looks after its own (`pg_amcheck`)."""
    if not isinstance(connection, sqlite3.Connection):
        return []
    try:
        lines = [row[0] for row in connection.execute(f"PRAGMA quick_check({MOST_LINES})")]
    except sqlite3.Error as problem:
        return [str(problem)]
    return [] if lines == ["ok"] else [line for text in lines for line in str(text).splitlines()][:MOST_LINES]


def inspect_match(store: Reader, number: int, replay: Replay) -> Finding | bool | None:
    """Return what is wrong with a match; whether it is checked by checksums; None if there is none."""
    name = f"#{number}"
    try:
        row = match_rows.find_by_number(store, number)
        if row is None:
            lost = store.row("SELECT 1 FROM decisions WHERE number = ?", number) is not None
            return Finding("match", name, "lost", "its row is missing") if lost else None
        name = row.name
        log = match_rows.read_log(store, number)
        checked = bool(log.decisions and log.decisions[-1].checksum is not None)
        if store.version >= schema.SINCE_CHECKSUMS:
            match_rows.find_clocks(store, number)
        if store.version >= schema.SINCE_CLAIMS:
            match_rows.list_claims(store, number)
        if not checked:
            replay(row, [step for steps in log.steps for step in steps])
    except (Refusal, ValueError, TypeError, KeyError, IndexError) as problem:
        return Finding("match", name, *describe(problem))
    return checked or not log.decisions


def _inspect_tables(store: Reader) -> Iterator[Finding]:
    after: str | None = ""
    while after is not None:
        try:
            names = [row[0] for row in store.rows(NAMES, after, PART)]
        except Unreadable as problem:
            yield Finding("table", "?", *describe(problem))
            return
        for name in names:
            try:
                table_rows.find(store, name)
            except Unreadable as problem:
                yield Finding("table", name, *describe(problem))
        after = names[-1] if len(names) == PART else None


class _Listing(list[Finding]):
    """Collects what cannot be read."""

    def note_unreadable(self, kind: str, name: str, problem: Refusal) -> None:
        self.append(Finding(kind, name, *describe(problem)))

    def note_readable(self, kind: str, name: str) -> None:
        pass


def _inspect_single_rows(store: Reader) -> list[Finding]:
    """Return what is wrong with rows that stand alone, such as those of guests."""
    store.watch = listing = _Listing()
    for kind, (table, key, into) in SINGLE.items():
        if store.version < SINCE.get(kind, 0):
            continue
        read_each(store, kind, key, into, f"SELECT * FROM {table}")  # noqa: S608  # a name of our schema
    store.watch = None
    return list(listing)


def _inspect_reviews(store: Reader) -> Iterator[Finding]:
    if store.version < schema.SINCE_REVIEWS:
        return
    try:
        numbers = [row["number"] for row in store.rows("SELECT number FROM reviews ORDER BY number")]
    except Unreadable as problem:
        yield Finding(review_rows.KIND, "?", *describe(problem))
        return
    for number in numbers:
        name = f"#{number}"
        try:
            row = store.row(f"{review_rows.ALL} WHERE number = ?", number)
            if row is not None:  # else it was deleted meanwhile
                name = row["name"]
                review_rows.read(row)
        except Unreadable as problem:
            yield Finding(review_rows.KIND, name, *describe(problem))


def _find_last(store: Reader) -> int:
    """Return the number of the last match, 0 if that cannot be read."""
    with suppress(Unreadable):
        return int(store.value(LAST_NUMBER))
    return 0
