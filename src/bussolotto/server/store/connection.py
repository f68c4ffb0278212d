"""What the store needs of a database, whichever one it is: the part of `sqlite3` that is used here."""

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

DATABASE = "BUSSOLOTTO_DATABASE"  # an address in the environment, where no other account reads its password
Source = Path | str  # where data are: the folder of a file of SQLite, or the address of a PostgreSQL database
SECRET = re.compile(r"(?<=//)[^/@]*@|\?.*")  # of an address: who asks, with which password, and how


class Row(Protocol):
    """A row: its columns by place or by name."""

    def __getitem__(self, column: Any, /) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    def keys(self) -> list[str]: ...


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class OtherConnection(Protocol):
    """An open database of another kind. Every statement stands in the words of SQLite. Raises sqlite3.Error alone."""

    text_factory: Any

    def execute(self, statement: str, values: Sequence[Any] | Mapping[str, Any] = (), /) -> Cursor: ...
    def close(self) -> None: ...
    @property
    def version(self) -> int: ...
    def prepare(self) -> None: ...  # within the transaction of a migration
    def note_version(self, number: int) -> None: ...
    def count_on(self, columns: Sequence[tuple[str, str]]) -> None: ...


Connection = sqlite3.Connection | OtherConnection


def without_password(address: str) -> str:
    """Return the address of a database, for people to read."""
    return SECRET.sub("", address)
