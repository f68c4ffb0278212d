"""Everything that is stored of one guest, wherever it is: found, and deleted.

`DELETED` and `WITHOUT_GUESTS` name every table of the schema between them; a test checks that none is missing.
"""

import json
from contextlib import suppress
from typing import NamedTuple

from bussolotto.core.errors import Unreadable
from bussolotto.server.store.connection import Source
from bussolotto.server.store.database import Statement, Store, open_database, read_row
from bussolotto.server.store.match_rows import MatchRow

DELETED = {  # by table: what deletes the rows of a guest, or everything about the guest in them
    "sitters": "DELETE FROM sitters WHERE guest = :guest",
    "webhooks": "DELETE FROM webhooks WHERE guest = :guest",
    "pushes": "DELETE FROM pushes WHERE guest = :guest",
    "notices": "DELETE FROM notices WHERE guest = :guest",
    "blocks": "DELETE FROM blocks WHERE blocker = :guest OR blocked = :guest",
    "presets": "DELETE FROM presets WHERE guest = :guest",
    "bans": "DELETE FROM bans WHERE guest = :guest",
    "links": "DELETE FROM links WHERE guest = :guest",
    "reports": "DELETE FROM reports WHERE reporter = :guest",
    "reviewed": "DELETE FROM reviewed WHERE guest = :guest",
    "puzzles": "DELETE FROM puzzles WHERE guest = :guest",
    "sheets": "UPDATE sheets SET guest = NULL WHERE guest = :guest",  # others have tables and matches by them
    "guests": "DELETE FROM guests WHERE guest = :guest",
}
HOUSE_RULES = "DELETE FROM sheets WHERE guest = :guest AND game IS NOT NULL"  # their author is the guest's name
# reports by others stay, without the name, the words and the chat
ANONYMOUS = "UPDATE reports SET reported = NULL, name = '', words = '', said = '[]' WHERE reported = :guest"
SCRUBBED = ("tables", "seated", "matches")  # whose documents are rewritten without the guest, and their index
WITHOUT_GUESTS = {  # by table: why nothing of a guest is in it
    "secrets": "random bytes of the server",
    "decisions": "a seat, its actions and the ids of messages, which pages draw at random",
    "claims": "a seat and times; part of the match, which stays",
    "clocks": "times by seat",
    "chains": "checksums of decisions",
    "fair": "seeds, and commitments to names with salts that are never told once a name is deleted",
    "leases": "which server has the site, and until when",
    "placements": "which server has a table, where there are several",
    "nonces": "random numbers of pages by seat, which the file of the match has, too",
    "reviews": "what choices of seats cost, without names",
    "open_tables": "which tables are open, and how many people sit there",
    "aside": "names of rows that cannot be read",
    "pulse": "when the disk was last tried",
    "audit": "what the operator did; a guest is named by the id alone, which means nothing once the guest is deleted",
    "operator_keys": "digests of the keys of the operator",
}


class Traces(NamedTuple):
    """Where a guest occurs: the documents of tables by name, and matches."""

    tables: dict[str, str]
    matches: list[MatchRow]


def find_traces(source: Source, guest: str) -> Traces:
    """Search all tables and matches for a guest, through a connection of its own: to be called in a thread."""
    connection = open_database(source)
    try:
        tables = connection.execute("SELECT name, content FROM tables WHERE instr(content, ?) > 0", (guest,)).fetchall()
        rows = connection.execute(
            "SELECT * FROM matches WHERE instr(sitters, ?) > 0 ORDER BY number", (guest,)
        ).fetchall()
    finally:
        connection.close()
    matches = []
    for row in rows:
        with suppress(Unreadable):  # what is damaged does not hide the others
            matches.append(read_row(row, MatchRow, "options", "ending"))
    return Traces({row["name"]: row["content"] for row in tables}, matches)


def delete(store: Store, guest: str) -> list[Statement]:
    """Return the statements that delete all rows of a guest. Documents of tables and matches are rewritten before."""
    own = {"guest": guest}
    return [
        (HOUSE_RULES, own),
        *((statement, own) for statement in DELETED.values()),
        (ANONYMOUS, own),
        *_silence(store, guest),
    ]


def _silence(store: Store, guest: str) -> list[Statement]:
    """Return the statements that remove what a guest said from reports about others."""
    update = "UPDATE reports SET said = ? WHERE report = ?"
    found = store.rows("SELECT report, said FROM reports WHERE instr(said, ?) > 0", guest)
    kept = {row["report"]: [line for line in json.loads(row["said"]) if line["guest"] != guest] for row in found}
    return [(update, (json.dumps(lines), report)) for report, lines in kept.items()]
