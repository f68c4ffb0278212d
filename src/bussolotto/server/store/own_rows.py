"""The matches that a guest has played, and what reviews have found of them: for their own figures."""

from collections.abc import Sequence
from contextlib import closing, suppress
from typing import NamedTuple

import msgspec

from bussolotto.core.errors import Unreadable
from bussolotto.review.kept import SeatReview
from bussolotto.server.store import checksums
from bussolotto.server.store.connection import Row, Source
from bussolotto.server.store.database import Reader, Statement, open_database
from bussolotto.server.store.match_rows import MatchRow, read_match_row

KEEP = """
    INSERT INTO reviewed (guest, number, content, checksum)
    SELECT guest, number, :content, :checksum
    FROM sitters JOIN matches USING (number) WHERE name = :match AND seat = :seat
    ON CONFLICT (guest, number) DO UPDATE SET content = excluded.content, checksum = excluded.checksum
"""  # nothing where the guest or the match has been deleted
PLAYED = """
    SELECT matches.*, sitters.seat AS own_seat, reviewed.content AS found, reviewed.checksum AS found_checksum
    FROM sitters JOIN matches USING (number) LEFT JOIN reviewed USING (guest, number)
    WHERE guest = ? AND over = 1 AND ended_s IS NOT NULL ORDER BY number DESC LIMIT ?
"""
FORGET = "DELETE FROM reviewed WHERE guest = ?"


class Played(NamedTuple):
    """A finished match of a guest, the seat they had, and what a review has found of it; None if there was none."""

    match: MatchRow
    seat: int
    found: SeatReview | None


def keep(match: str, reviews: Sequence[SeatReview]) -> list[Statement]:
    """Return the statements that keep what was found of the seats that belong to guests."""
    return [_keep(match, review.seat, msgspec.json.encode(review).decode()) for review in reviews]


def _keep(match: str, seat: int, content: str) -> Statement:
    checksum = checksums.of_row(match, seat, content)
    return KEEP, {"match": match, "seat": seat, "content": content, "checksum": checksum}


def forget(guest: str) -> Statement:
    """Return the statement that deletes what reviews have found of a guest."""
    return FORGET, (guest,)


def read_played(source: Source, guest: str, most: int) -> list[Played]:
    """Return the last finished matches of a guest, the oldest first; those that can be read.

    Through a connection of its own: to be called in a thread.
    """
    found = []
    with closing(open_database(source)) as connection:
        for row in reversed(Reader(connection).rows(PLAYED, guest, most)):
            with suppress(Unreadable):  # what is damaged does not hide the others
                found.append(Played(read_match_row(row), row["own_seat"], _read(row)))
    return found


def _read(row: Row) -> SeatReview | None:
    """What a review has found; None where there was none, or it is not as it was written: it can be made again."""
    content = row["found"]
    if content is None or row["found_checksum"] != checksums.of_row(row["name"], row["own_seat"], content):
        return None
    try:
        return msgspec.json.decode(content, type=SeatReview)
    except msgspec.MsgspecError:
        return None
