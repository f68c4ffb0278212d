"""What makes dice verifiable: the seed of each match, its transcript, and the keys that sign files."""

from collections.abc import Sequence
from typing import NamedTuple

from bussolotto.core.errors import refuse
from bussolotto.fair import ledger
from bussolotto.fair.hashes import HASH_BYTES, Flaw
from bussolotto.fair.ledger import Ledger
from bussolotto.fair.proof import Proof
from bussolotto.fair.transcript import Ply
from bussolotto.server.store import schema
from bussolotto.server.store.database import Reader, Statement
from bussolotto.server.store.match_rows import Log

SIGNING = "signing "  # what the name of a signing key begins with; then comes the day since when it signs
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


def read_ledger(store: Reader, number: int, log: Log) -> Ledger | None:
    """Return the transcript of a match as far as it is stored. Raises Unreadable."""
    row = find(store, number)
    if row is None:
        return None
    try:
        found = Ledger(bytes(row.seed), row.start)
        for seat, plies in _decisions(log):
            found.resume(seat, plies)
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
        return ledger.prove(bytes(row.seed), row.start, _decisions(log), row.ending, opened, row.head)
    except (Flaw, TypeError, ValueError) as problem:
        raise refuse("unreadable", cause="form", problem=str(problem)) from problem


def insert_signing_key(since: str, secret: bytes) -> Statement:
    return "INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING", (SIGNING + since, secret)


def list_signing_keys(store: Reader) -> list[SigningKey]:
    """Return the keys that sign files or have signed them, the oldest first."""
    rows = store.rows(KEYS, SIGNING)
    keys = [SigningKey(str(row["name"]).removeprefix(SIGNING), bytes(row["secret"])) for row in rows]
    return [key for key in keys if len(key.secret) == HASH_BYTES]


def _decisions(log: Log) -> list[tuple[int, list[Ply]]]:
    """The seat and the plies of each decision."""
    return [
        (decision.seat, ledger.read_marks(decision.marks or "", decision.version, steps))
        for decision, steps in zip(log.decisions, log.steps, strict=True)
    ]
