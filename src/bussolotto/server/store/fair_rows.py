"""What makes dice verifiable: the seed of each match, its transcript, and the keys that sign files."""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from bussolotto.core.errors import refuse
from bussolotto.fair import ledger
from bussolotto.fair.hashes import HASH_BYTES, Flaw
from bussolotto.fair.ledger import Decided, Ledger
from bussolotto.fair.proof import Proof
from bussolotto.server.store import checksums, schema
from bussolotto.server.store.database import INSERT_LINE, Reader, Statement
from bussolotto.server.store.match_rows import Log

SIGNING = "signing "  # what the name of a signing key begins with; then comes the day since when it signs
LINES = "SELECT place, version, line, checksum FROM nonces WHERE number = ? ORDER BY place"
KEYS = "SELECT name, secret FROM secrets WHERE instr(name, ?) = 1 ORDER BY name"
REPLACE = """
    INSERT INTO fair (number, seed, start) VALUES (?, ?, ?)
    ON CONFLICT (number) DO UPDATE SET seed = excluded.seed, start = excluded.start, ending = NULL, head = NULL
"""


class FairRow(NamedTuple):
    """The seed of a match, which nobody is told before the end, and its start message.

    `ending` and `head`: the text of the last entry and the head after it, None before the end.
    """

    seed: bytes
    start: str
    ending: str | None
    head: bytes | None


class Line(NamedTuple):
    """A line of a transcript that holds no plies, after so many of them."""

    version: int
    text: str


class SigningKey(NamedTuple):
    """A secret key, and the day since when it signs: `2026-11-25`."""

    since: str
    secret: bytes


def find(store: Reader, number: int) -> FairRow | None:
    """Return what makes the dice of a match verifiable, None if they are not."""
    if store.version < schema.SINCE_FAIR:
        return None
    row = store.row("SELECT seed, start, ending, head FROM fair WHERE number = ?", number)
    return None if row is None else FairRow(*row)


def insert(number: int, of: Ledger) -> Statement:
    return REPLACE, (number, of.seed, of.start)


def finish(number: int, ending: str, head: bytes) -> Statement:
    return "UPDATE fair SET ending = ?, head = ? WHERE number = ?", (ending, head, number)


def insert_line(number: int, place: int, version: int, line: str) -> Statement:
    """Return the statement that stores a line without plies, at this place among them."""
    return INSERT_LINE, (number, place, version, line, checksums.of_row(number, place, version, line))


def list_lines(store: Reader, number: int) -> list[Line]:
    """Return the lines without plies of a match, in order. Raises Unreadable."""
    if store.version < schema.SINCE_NONCES:
        return []
    found = []
    for place, row in enumerate(store.rows(LINES, number)):
        checksums.require_row(row["checksum"], number, place, row["version"], row["line"])
        found.append(Line(row["version"], row["line"]))
    return found


def read_ledger(store: Reader, number: int, log: Log) -> Ledger | None:
    """Return the transcript of a match as far as it is stored. Raises Unreadable."""
    row = find(store, number)
    if row is None:
        return None
    try:
        found = Ledger(bytes(row.seed), row.start)
        decisions, last = _decisions(log, list_lines(store, number))
        for decided in decisions:
            found.resume(decided)
        for line in last:
            found.apply(line)
    except (Flaw, TypeError, ValueError) as problem:
        raise refuse("unreadable", cause="form", problem=str(problem)) from problem
    found.head = row.head or found.head
    return found


def read_proof(store: Reader, number: int, log: Log, names: Sequence[str], key: bytes) -> Proof | None:
    """Return the proof of a match that is over; None if there is none. `key`: the salt key of the match.

    Raises Unreadable.
    """
    row = find(store, number)
    if row is None or row.ending is None or row.head is None:
        return None
    try:
        opened = ledger.opened_names(key, row.ending, names)
        decisions, last = _decisions(log, list_lines(store, number))
        return ledger.prove(bytes(row.seed), row.start, decisions, last, row.ending, opened, row.head)
    except (Flaw, TypeError, ValueError) as problem:
        raise refuse("unreadable", cause="form", problem=str(problem)) from problem


def insert_signing_key(since: str, secret: bytes) -> Statement:
    return "INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING", (SIGNING + since, secret)


def list_signing_keys(store: Reader) -> list[SigningKey]:
    """Return the keys that sign files or have signed them, the oldest first."""
    rows = store.rows(KEYS, SIGNING)
    keys = [SigningKey(str(row["name"]).removeprefix(SIGNING), bytes(row["secret"])) for row in rows]
    return [key for key in keys if len(key.secret) == HASH_BYTES]


def _decisions(log: Log, lines: Sequence[Line]) -> tuple[list[Decided], list[str]]:
    """Return each decision with the lines before it, and the lines after all of them."""
    found, left = [], deque(lines)
    for decision, steps in zip(log.decisions, log.steps, strict=True):
        before = []
        while left and left[0].version <= decision.version:
            before.append(left.popleft().text)
        plies = ledger.read_marks(decision.marks or "", decision.version, steps)
        found.append(Decided(decision.seat, plies, before))
    return found, [line.text for line in left]
