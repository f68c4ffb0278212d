"""The store: one SQLite file, one writer thread, natural group commit.

Whatever was put in while the last commit ran is handed over together and committed together; there is no timer.
`done` of a write runs on the event loop after its commit has reached the disk (WAL, synchronous=FULL), or with the
refusal if it could not be stored. (Handing over one by one costs a wake-up of the thread and, on a fast disk, a commit
for nearly every decision: 90 microseconds of processor time instead of 10.)
"""

import asyncio
import json
import logging
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

import msgspec

from bussolotto import notation
from bussolotto.server import schema
from bussolotto.server.problems import NoData, NotFound, NotRunning, NotStored

FILE = "bussolotto.sqlite"
ROWS_A_STATEMENT = 64  # one INSERT of many rows gives the interpreter lock away once, not once a row
INSERT_DECISIONS = [
    "INSERT INTO decisions VALUES " + ", ".join(["(?, ?, ?, ?, ?)"] * rows)  # noqa: S608  # places, no values
    for rows in range(ROWS_A_STATEMENT + 1)
]
INSERT_DECISION = INSERT_DECISIONS[1]
CLAIMS = "SELECT content FROM claims WHERE number = ? ORDER BY place"

Steps = list[tuple[int, int]]
Statement = tuple[str, tuple[Any, ...] | dict[str, Any]]
Done = Callable[[NotStored | None], None]

log = logging.getLogger(__name__)


class Decision(NamedTuple):
    """One row: what a seat decided at a version of a match, and every ply it caused. Chance alone has no message."""

    number: int
    version: int
    seat: int
    message: str
    steps: str


class Write(NamedTuple):
    decision: Decision | None
    statements: Sequence[Statement]
    done: Done


def pack(steps: Steps) -> str:
    """`[(0, 231), (15, 3)]` as `0:231 15:3`."""
    return " ".join(f"{seat}:{action}" for seat, action in steps)


def unpack(steps: str) -> Steps:
    """What `pack` has packed."""
    return [(int(seat), int(action)) for seat, _, action in (step.partition(":") for step in steps.split())]


def connect(file: Path | str) -> sqlite3.Connection:
    """A connection whose commits are on the disk when they return."""
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA busy_timeout = 5000")
    return connection


class Store:
    """The database of a running server. Reads go directly, writes through the writer thread."""

    def __init__(self, folder: Path, loop: asyncio.AbstractEventLoop) -> None:
        """Open or make the database in this folder. Raises NewerData for one of a newer program."""
        folder.mkdir(parents=True, exist_ok=True)
        self._loop = loop
        self._connection = connect(folder / FILE)
        schema.migrate(self._connection)
        self._reader = connect(folder / FILE)
        self._waiting: list[Write] = []
        self._writing = False
        self._batches: SimpleQueue[list[Write] | None] = SimpleQueue()
        self._next_number = self._highest_number() + 1
        self._thread = Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    def future(self) -> "asyncio.Future[None]":
        """Something to wait for on the loop of this store."""
        return self._loop.create_future()

    def rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        """All rows of a query, as they are on the disk."""
        return self._reader.execute(query, values).fetchall()

    def row(self, query: str, *values: object) -> sqlite3.Row | None:
        """The first row of a query, or None."""
        found: sqlite3.Row | None = self._reader.execute(query, values).fetchone()
        return found

    def claims(self, number: int) -> list[notation.ClaimTold]:
        """The claims of a race that were judged, in this order."""
        return [msgspec.json.decode(row["content"], type=notation.ClaimTold) for row in self.rows(CLAIMS, number)]

    def new_number(self) -> int:
        """The number of a new match; no other gets it."""
        self._next_number += 1
        return self._next_number - 1

    def put(self, decision: Decision, statements: Sequence[Statement], done: Done) -> None:
        """Hand in a decision; `done` is called on the loop with None once it is on the disk, else with the refusal."""
        self._put(Write(decision, statements, done))

    def note(self, statement: Statement, done: Done) -> None:
        """Write this too."""
        self._put(Write(None, [statement], done))

    async def run(self, *statements: Statement) -> None:
        """Write all of it or nothing, and wait until it is on the disk. Raises NotStored."""
        stored = self.future()

        def done(refusal: NotStored | None) -> None:
            if stored.cancelled():
                return
            if refusal is None:
                stored.set_result(None)
            else:
                stored.set_exception(refusal)

        self._put(Write(None, statements, done))
        await stored

    async def secret(self, name: str) -> bytes:
        """Random bytes of this database, made once and never served."""
        await self.run(("INSERT OR IGNORE INTO secrets VALUES (?, ?)", (name, secrets.token_bytes(32))))
        found = self.row("SELECT secret FROM secrets WHERE name = ?", name)
        assert found is not None
        return bytes(found["secret"])

    async def close(self) -> None:
        """Write what is left and close the file."""
        while self._writing or self._waiting:
            await self.run()
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join)
        self._reader.close()

    def _highest_number(self) -> int:
        (number,) = self._connection.execute("SELECT coalesce(max(number), 0) FROM matches").fetchone()
        return int(number)

    def _put(self, write: Write) -> None:
        self._waiting.append(write)
        if not self._writing:
            self._writing = True
            self._loop.call_soon(self._hand_over)  # with all that this turn of the loop brings

    def _hand_over(self) -> None:
        batch, self._waiting = self._waiting, []
        self._batches.put(batch)

    def _write_all(self) -> None:
        while (batch := self._batches.get()) is not None:
            refusals = [_refusal(problem) for problem in self._commit(batch)]
            self._loop.call_soon_threadsafe(self._settle, batch, refusals)
        self._connection.close()

    def _settle(self, batch: list[Write], refusals: list[NotStored | None]) -> None:
        self._writing = bool(self._waiting)
        if self._writing:
            self._hand_over()
        for write, refusal in zip(batch, refusals, strict=True):
            try:
                write.done(refusal)
            except Exception:
                log.exception("what follows a stored write failed")  # the others are stored all the same

    def _commit(self, batch: list[Write]) -> list[sqlite3.Error | None]:
        """One commit for all; if that fails, one for each, so that nobody fails for another's sake."""
        try:
            self._execute(batch)
        except sqlite3.Error as problem:
            if len(batch) == 1:
                return [problem]
            return [self._commit([write])[0] for write in batch]
        return [None] * len(batch)

    def _execute(self, batch: list[Write]) -> None:
        rows = [write.decision for write in batch if write.decision is not None]
        statements = [statement for write in batch for statement in write.statements]
        inserts = [_insert(rows[at : at + ROWS_A_STATEMENT]) for at in range(0, len(rows), ROWS_A_STATEMENT)]
        if len(inserts) == 1 and not statements:
            self._connection.execute(*inserts[0])  # its own transaction
            return
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in (*statements, *inserts):
                self._connection.execute(*statement)
            self._connection.execute("COMMIT")
        except sqlite3.Error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise


def _insert(rows: list[Decision]) -> Statement:
    return INSERT_DECISIONS[len(rows)], tuple(value for row in rows for value in row)


def _refusal(problem: sqlite3.Error | None) -> NotStored | None:
    if problem is None:
        return None
    log.error("could not store: %s", problem)
    return NotStored()


def _open(folder: Path) -> sqlite3.Connection:
    if not (folder / FILE).exists():
        raise NoData(str(folder / FILE))
    connection = connect(folder / FILE)
    schema.require_known(connection)
    return connection


def backup(folder: Path, target: Path) -> None:
    """Copy the database to the file `target`, also while a server is writing to it. Raises NoData."""
    source = _open(folder)
    copy = sqlite3.connect(target)
    try:
        source.backup(copy)
    finally:
        copy.close()
        source.close()


def record(folder: Path, name: str) -> tuple[notation.Record, bytes]:
    """A stored match and the key of its salts, also while a server is running. Raises NoData, NotFound, NotRunning."""
    connection = _open(folder)
    try:
        found = connection.execute("SELECT * FROM matches WHERE name = ?", (name,)).fetchone()
        if found is None:
            raise NotFound("match", name)
        if found["started_s"] is None:
            raise NotRunning
        steps = connection.execute(
            "SELECT steps FROM decisions WHERE number = ? ORDER BY version", (found["number"],)
        ).fetchall()
        older = schema.version(connection) < schema.SINCE_CLAIMS
        claims = [] if older else connection.execute(CLAIMS, (found["number"],)).fetchall()
    finally:
        connection.close()
    record = as_record(found, [step for row in steps for step in unpack(row["steps"])])
    record.claims = [msgspec.json.decode(row["content"]) for row in claims]
    return record, bytes(found["salt_key"])


def as_record(found: sqlite3.Row, steps: Steps) -> notation.Record:
    """A row of `matches` and its steps as the match file tells them."""
    sitters = json.loads(found["sitters"] or "[]")
    return notation.Record(
        game=found["game"],
        rules=found["rules"],
        seats=found["seats"],
        names=[sitter["name"] for sitter in sitters],
        options=json.loads(found["options"]),
        steps=steps,
        end=json.loads(found["ending"]) if found["ending"] else None,
        dice=found["dice"],
    )
