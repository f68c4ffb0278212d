"""Rows that stand alone, as of guests or blocks. One that cannot be read is set aside, and the others count."""

from typing import TypeVar

from bussolotto.core.errors import Refusal, Unreadable
from bussolotto.server.store.database import Reader, read_row

Kind = TypeVar("Kind")
DOCUMENTS = {
    "preset": ("options", "authors"),
    "notice": ("waiting",),
    "report": ("said",),
    "audit": ("details",),
    "sheet": ("authors", "seats", "measured"),
}  # JSON columns
UNKNOWN = "?"  # the name of rows behind the place where a file cannot be read


def read_each(store: Reader, kind: str, key: str, into: type[Kind], query: str, *values: object) -> list[Kind]:
    """Return the rows of a query that can be read, in order. `key` is the column that names them.

    The watch of the store learns of all others. Raises Unreadable only if the disk does not answer.
    """
    rows, end = store.rows_until(query, *values)
    if end is not None and end.values["cause"] == "busy":
        raise end
    found = []
    for row in rows:
        try:
            found.append(read_row(row, into, *DOCUMENTS.get(kind, ())))
        except Unreadable as problem:
            _note(store, kind, str(row[key]), problem)
        else:
            _note(store, kind, str(row[key]), None)
    if end is not None:
        _note(store, kind, UNKNOWN, end)
    return found


def _note(store: Reader, kind: str, name: str, problem: Refusal | None) -> None:
    if store.watch is None:
        return
    if problem is None:
        store.watch.note_readable(kind, name)
    else:
        store.watch.note_unreadable(kind, name, problem)
