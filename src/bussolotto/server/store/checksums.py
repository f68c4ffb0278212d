"""Checksums of what is stored, so that damage is noticed and never served as truth.

A row has the checksum of its other columns. The decisions of a match form a chain: each checksum includes the previous
one, and the last is also kept in `chains`, so that a decision that is lost, doubled or out of place is noticed too.
A CRC finds accidents; it is no signature.
"""

from collections.abc import Sequence
from typing import Protocol
from zlib import crc32

from bussolotto.core.errors import Refusal, refuse
from bussolotto.server.store.connection import Row


class Link(Protocol):
    """A decision, as far as its chain is concerned."""

    @property
    def version(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def message(self) -> str: ...
    @property
    def steps(self) -> str: ...
    @property
    def awaited(self) -> int | None: ...
    @property
    def checksum(self) -> int | None: ...
    @property
    def marks(self) -> str | None: ...


def of_row(*values: object) -> int:
    """Return the checksum of a row, given its columns."""
    return crc32(repr(values).encode("utf-8", "surrogatepass"))


def extend(
    chain: int, version: int, seat: int, message: str, steps: str, awaited: int | None, marks: str | None
) -> int:
    """Return the checksum of a decision, given that of the decision before it, or the match's number."""
    row = f"{version} {seat} {message} {steps} {awaited}"
    return crc32((row if marks is None else f"{row} {marks}").encode("utf-8", "surrogatepass"), chain)


def require_row(checksum: object, *values: object) -> None:
    """Raises Unreadable unless a row is as it was written. A row of an older version has no checksum."""
    if checksum is not None and checksum != of_row(*values):
        raise _damaged("a row is not as it was written")


def read_content(row: Row | None, key: object) -> str | None:
    """Return the document of a row with this key, None without a row. Raises Unreadable."""
    if row is None:
        return None
    require_row(row["checksum"], key, row["content"])
    return str(row["content"])


def follow(number: int, decisions: Sequence[Link], lengths: Sequence[int], last: int | None) -> int:
    """Return the last checksum of a match whose decisions caused so many plies. Raises Unreadable if one is wrong.

    `last` is what `chains` says. The first decisions may have been stored by an older version, without a checksum.
    """
    chain, version, checked = number, 0, False
    for decision, length in zip(decisions, lengths, strict=True):
        if decision.version != version:
            raise _damaged(f"version {version} is missing")
        content = decision.version, decision.seat, decision.message, decision.steps, decision.awaited
        chain = extend(chain, *content, decision.marks)
        if decision.checksum != chain and (checked or decision.checksum is not None):
            raise _damaged(f"version {version} is not as it was written")
        checked = decision.checksum is not None
        version += length
    if last != (chain if checked else None):
        raise _damaged("the last decisions are missing")
    return chain


def _damaged(problem: str) -> Refusal:
    return refuse("unreadable", cause="checksum", problem=problem)
