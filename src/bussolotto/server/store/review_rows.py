"""Finished reviews, packed and without names, each with the edition of the code that has made it."""

import zlib
from contextlib import suppress

from bussolotto.core.errors import Unreadable, refuse
from bussolotto.server.store import checksums
from bussolotto.server.store.connection import Row
from bussolotto.server.store.database import Reader, Statement

KIND = "review"
KEEP = """
    INSERT INTO reviews (number, edition, content, checksum, made_s)
    SELECT number, :edition, :content, :checksum, :made_s FROM matches WHERE name = :match
    ON CONFLICT (number) DO UPDATE SET edition = excluded.edition, content = excluded.content,
        checksum = excluded.checksum, made_s = excluded.made_s
"""  # nothing where the match has been deleted
ALL = "SELECT name, edition, content, reviews.checksum FROM reviews JOIN matches USING (number)"
OLD = "SELECT number FROM reviews WHERE made_s < ? ORDER BY made_s LIMIT ?"
BEYOND = "SELECT number FROM reviews ORDER BY made_s DESC, number DESC LIMIT ? OFFSET ?"
DELETE = "DELETE FROM reviews WHERE number = ?"


def keep(match: str, edition: str, review: bytes, now_s: float) -> Statement:
    """Return the statement that keeps the review of a match, as JSON, in place of an earlier one."""
    content = zlib.compress(review)
    checksum = checksums.of_row(match, edition, content)
    values = {"match": match, "edition": edition, "content": content, "checksum": checksum, "made_s": int(now_s)}
    return KEEP, values


def find(store: Reader, match: str, edition: str) -> bytes | None:
    """Return the review of a match, as JSON; None without one of this edition that can be read: it can be made again.

    The watch of the store learns of one that cannot be read. Raises Unreadable only if the disk does not answer.
    """
    found = None
    try:
        row = store.row(f"{ALL} WHERE name = ?", match)
        if row is None:
            return None
        found = read(row)
    except Unreadable as problem:
        if problem.values["cause"] == "busy":
            raise
        if store.watch is not None:
            store.watch.note_unreadable(KIND, match, problem)
        return None
    if store.watch is not None:
        store.watch.note_readable(KIND, match)
    return found if row["edition"] == edition else None


def read(row: Row) -> bytes:
    """Return the review that a row holds, as JSON. Raises Unreadable."""
    checksums.require_row(row["checksum"], row["name"], row["edition"], row["content"])
    with suppress(zlib.error, TypeError):
        return zlib.decompress(row["content"])
    raise refuse("unreadable", cause="form", problem="a review is not packed as it should be")


def list_expired(store: Reader, before_s: int, most: int, part: int) -> list[int]:
    """Return the numbers of reviews made before this time, and of the oldest where there are more than `most`."""
    rows = [*store.rows(OLD, before_s, part), *store.rows(BEYOND, part, most)]
    return sorted({row["number"] for row in rows})


def delete(number: int) -> Statement:
    return DELETE, (number,)
