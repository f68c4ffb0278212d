"""Moderation: bans, reports, what the operator has done, and the keys that prove who the operator is."""

import json
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from bussolotto.server.protocol import SaidLine
from bussolotto.server.store.database import Statement, Store, read_row
from bussolotto.server.store.guest_rows import GuestRow
from bussolotto.server.store.single_rows import read_each

Key = Literal["token", "page", "command"]
Reason = Literal["insults", "cheating", "stalling", "name", "copied", "other"]
Action = Literal[
    "ban",
    "unban",
    "rename",
    "delete",
    "close",
    "remove-sheet",
    "settle",
    "sign-in",
    "sign-out",
    "token",
]

DROP_BAN = "DELETE FROM bans WHERE guest = :guest OR address = :address"
SAVE_BAN = """
    INSERT INTO bans (guest, address, since_s, until_s, reason)
    VALUES (:guest, :address, :since_s, :until_s, :reason)
"""
INSERT_REPORT = """
    INSERT INTO reports
        (reporter, reported, name, table_name, match, version, seat, reason, words, said, since_s, sheet)
    VALUES
        (:reporter, :reported, :name, :table_name, :match, :version, :seat, :reason, :words, :said, :since_s, :sheet)
"""
OPEN_REPORTS = "SELECT * FROM reports WHERE settled_s IS NULL ORDER BY report DESC LIMIT ?"
ALL_REPORTS = "SELECT * FROM reports ORDER BY report DESC LIMIT ?"
REPORTED_ALREADY = "SELECT 1 FROM reports WHERE reporter = ? AND reported = ? AND match = ?"
SHEET_REPORTED = "SELECT 1 FROM reports WHERE reporter = ? AND sheet = ?"
REPORTS_SINCE = "SELECT count(*) FROM reports WHERE reporter = ? AND since_s > ?"
LIVE_KEYS = "SELECT digest, kind, until_s FROM operator_keys WHERE until_s IS NULL OR until_s > ?"


class BanRow(Struct):
    """A ban of a guest or of an address. `until_s` is None for a ban without end."""

    ban: int
    guest: str | None
    address: str | None
    since_s: int
    until_s: int | None
    reason: str


class ReportRow(Struct, rename={"table": "table_name"}):
    """A report. `reporter` and `reported` are None for guests who have deleted their data since.

    `sheet`: a rule sheet that is reported, in place of a person; then `name` is its title and `match` its name.
    """

    report: int
    reporter: str | None
    reported: str | None
    name: str
    table: str
    match: str
    version: int
    seat: int
    reason: Reason
    words: str
    said: list[SaidLine]
    since_s: int
    settled_s: int | None
    sheet: str | None = None


class AuditRow(Struct):
    """Something the operator did, and in which way they proved who they are.

    `action`: an `Action`, or one of a later version, whose data is read here.
    """

    entry: int
    at_s: int
    operator: Key
    action: str
    subject: str
    details: dict[str, int]


class KeyRow(Struct):
    digest: bytes
    kind: Key
    until_s: int | None


def save_ban(ban: BanRow) -> list[Statement]:
    """Return the statements that store a ban, in place of an older one of the same guest or address."""
    return [(DROP_BAN, {"guest": ban.guest, "address": ban.address}), (SAVE_BAN, asdict(ban))]


def delete_ban(ban: int) -> Statement:
    return "DELETE FROM bans WHERE ban = ?", (ban,)


def list_bans(store: Store, now_s: float) -> list[BanRow]:
    """Return the bans that are in force, newest first."""
    query = "SELECT * FROM bans WHERE until_s IS NULL OR until_s > ? ORDER BY ban DESC"
    return read_each(store, "ban", "ban", BanRow, query, now_s)


def insert_report(report: ReportRow) -> Statement:
    said = json.dumps([asdict(line) for line in report.said])
    return INSERT_REPORT, asdict(report) | {"table_name": report.table, "said": said}


def settle_report(report: int, now_s: float) -> Statement:
    return "UPDATE reports SET settled_s = ? WHERE report = ?", (int(now_s), report)


def find_report(store: Store, report: int) -> ReportRow | None:
    row = store.row("SELECT * FROM reports WHERE report = ?", report)
    return None if row is None else read_row(row, ReportRow, "said")


def list_reports(store: Store, settled: bool, most: int) -> list[ReportRow]:
    """Return reports, newest first; with `settled` also those that the operator has dealt with."""
    return _read_reports(store, ALL_REPORTS if settled else OPEN_REPORTS, most)


def list_reports_of(store: Store, guest: str) -> list[ReportRow]:
    """Return the reports that a guest has made."""
    return _read_reports(store, "SELECT * FROM reports WHERE reporter = ? ORDER BY report", guest)


def _read_reports(store: Store, query: str, *values: object) -> list[ReportRow]:
    return read_each(store, "report", "report", ReportRow, query, *values)


def has_reported(store: Store, reporter: str, reported: str, match: str) -> bool:
    return store.row(REPORTED_ALREADY, reporter, reported, match) is not None


def has_reported_sheet(store: Store, reporter: str, sheet: str) -> bool:
    return store.row(SHEET_REPORTED, reporter, sheet) is not None


def count_reports(store: Store, reporter: str, since_s: float) -> int:
    """Return how many reports a guest has made since this time."""
    return int(store.value(REPORTS_SINCE, reporter, since_s))


def insert_audit(operator: Key, now_s: float, action: Action, subject: str, **details: int) -> Statement:
    """Return the statement that records what the operator did."""
    values = (int(now_s), operator, action, subject, json.dumps(details))
    return "INSERT INTO audit (at_s, operator, action, subject, details) VALUES (?, ?, ?, ?, ?)", values


def list_audit(store: Store, most: int) -> list[AuditRow]:
    """Return what the operator did, newest first."""
    return read_each(store, "audit", "entry", AuditRow, "SELECT * FROM audit ORDER BY entry DESC LIMIT ?", most)


def insert_key(digest: bytes, kind: Key, now_s: float, until_s: float | None) -> Statement:
    values = (digest, kind, int(now_s), None if until_s is None else int(until_s))
    return "INSERT INTO operator_keys VALUES (?, ?, ?, ?)", values


def delete_key(digest: bytes) -> Statement:
    return "DELETE FROM operator_keys WHERE digest = ?", (digest,)


def list_keys(store: Store, now_s: float) -> list[KeyRow]:
    """Return the keys that are valid now."""
    rows, _ = store.rows_until(LIVE_KEYS, now_s)
    return [KeyRow(row["digest"], row["kind"], row["until_s"]) for row in rows if isinstance(row["digest"], bytes)]


def find_guest(store: Store, guest: str) -> GuestRow | None:
    row = store.row("SELECT * FROM guests WHERE guest = ?", guest)
    return None if row is None else read_row(row, GuestRow)


def search_guests(store: Store, name: str, most: int) -> list[GuestRow]:
    """Return guests whose name contains this text, newest first."""
    query = "SELECT * FROM guests WHERE instr(lower(name), lower(?)) > 0 ORDER BY since_s DESC LIMIT ?"
    return read_each(store, "guest", "guest", GuestRow, query, name, most)


def delete_expired(now_s: float, commands_before_s: float, reports_before_s: float) -> list[Statement]:
    """Return the statements that delete bans and keys that are over, and commands and reports before these times."""
    return [
        ("DELETE FROM operator_keys WHERE kind = 'command' AND since_s < ?", (int(commands_before_s),)),
        ("DELETE FROM bans WHERE until_s <= ?", (int(now_s),)),
        ("DELETE FROM operator_keys WHERE until_s <= ?", (int(now_s),)),
        ("DELETE FROM reports WHERE since_s < ?", (int(reports_before_s),)),
    ]
