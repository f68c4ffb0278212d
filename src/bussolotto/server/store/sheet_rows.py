"""Rule sheets that were brought to this server. The name of a sheet is that of its game, with a digest of its text."""

import json
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from bussolotto.server.store import schema
from bussolotto.server.store.database import Reader, Statement
from bussolotto.server.store.single_rows import read_each
from bussolotto.sheets import game_from_sheet

INSERT = """
    INSERT INTO sheets
        (name, text, title, authors, licence, about, seats, guest, since_s, removed_s, measured, withdrawn_s, game)
    VALUES
        (:name, :text, :title, :authors, :licence, :about, :seats, :guest, :since_s, :removed_s, :measured,
        :withdrawn_s, :game)
    ON CONFLICT (name) DO UPDATE SET guest = excluded.guest, since_s = excluded.since_s, withdrawn_s = NULL
"""
OF_MATCH = "SELECT text FROM sheets JOIN matches ON sheets.name = matches.game WHERE number = ?"

Work = tuple[str | None, ...]


class SheetRow(Struct):
    """A sheet, and what it says of itself. `guest`: who brought it; None for guests who have deleted their data.

    `measured`: as `study.sheet` writes it. `removed_s`: when the operator took it down; `withdrawn_s`: when its bringer
    withdrew it, after which anybody may bring it again.
    """

    name: str
    text: str
    title: str
    authors: list[str]
    licence: str
    about: str
    seats: list[int]
    guest: str | None
    since_s: int
    removed_s: int | None = None
    measured: list[dict[str, Any]] | None = None
    withdrawn_s: int | None = None
    game: str | None = None

    @property
    def stands(self) -> bool:
        """Whether it was neither taken down nor withdrawn."""
        return self.removed_s is None and self.withdrawn_s is None

    @property
    def work(self) -> Work:
        """What this is a version of. Anybody can claim a title and authors, so all versions have the same bringer."""
        return self.guest or self.name, self.name.rsplit("-", 1)[0], self.title, *self.authors

    @property
    def searched(self) -> str:
        """What a search looks at."""
        return " ".join((self.title, *self.authors, self.about, self.name)).casefold()


def insert(row: SheetRow) -> Statement:
    """Return the statement that keeps a sheet, or brings one again that was withdrawn."""
    return INSERT, asdict(row) | {"authors": json.dumps(row.authors), "seats": json.dumps(row.seats)}


def remove(name: str, now_s: float) -> Statement:
    """Return the statement that takes a sheet down. It stays, for the matches that were played by it."""
    return "UPDATE sheets SET removed_s = ? WHERE name = ? AND removed_s IS NULL", (int(now_s), name)


def withdraw(name: str, now_s: float) -> Statement:
    """Return the statement that takes a sheet out of the list. It stays, like one that was taken down."""
    return "UPDATE sheets SET withdrawn_s = ? WHERE name = ?", (int(now_s), name)


def set_measured(name: str, measured: list[dict[str, Any]]) -> Statement:
    return "UPDATE sheets SET measured = ? WHERE name = ?", (json.dumps(measured), name)


def list_all(store: Reader) -> list[SheetRow]:
    """Return all sheets, the oldest first."""
    return read_each(store, "sheet", "name", SheetRow, "SELECT * FROM sheets ORDER BY since_s, name")


def list_of_guest(store: Reader, guest: str) -> list[SheetRow]:
    """Return the sheets that a guest has brought."""
    return read_each(store, "sheet", "name", SheetRow, "SELECT * FROM sheets WHERE guest = ? ORDER BY name", guest)


def learn(store: Reader, number: int) -> None:
    """Read the sheet that a match is played by, if any: then its game is found in a process that only reads, too."""
    if store.version < schema.SINCE_SHEETS:
        return
    text = store.value(OF_MATCH, number)
    if text is not None:
        game_from_sheet(str(text))
