"""Matches read back from the store, and what their files tell."""

import json

import msgspec

from bussolotto.notation import Record
from bussolotto.server import match_rows
from bussolotto.server.clocks import GRACE_S, Clocks
from bussolotto.server.problems import MatchRunning, NotFound
from bussolotto.server.seated import SeatedMatch
from bussolotto.server.sittings import Sitting
from bussolotto.server.store import Decision, Store, unpack
from bussolotto.server.tables import Table, Tables

MATCH = "SELECT * FROM matches WHERE name = ?"
DECISIONS = "SELECT * FROM decisions WHERE number = ? ORDER BY version"
CLOCKS = "SELECT content FROM clocks WHERE number = ?"
SALT_KEY = "SELECT salt_key FROM matches WHERE number = ?"


def read(store: Store, tables: Tables, name: str) -> Sitting:
    """A match as it was when it was last stored. Raises NotFound, and BrokenLog."""
    row = store.row(MATCH, name)
    if row is None:
        raise NotFound("match", name)
    decisions = [Decision(*found) for found in store.rows(DECISIONS, row["number"])]
    match = match_rows.match_in(row, [step for decision in decisions for step in unpack(decision.steps)])
    table = tables.find(row["table_name"])
    of_now = table.match == name and row["ended_s"] is None
    sitters = table.seats if of_now else match_rows.sitters_in(row)
    sitting = Sitting(store, row["number"], name, table.name, match, sitters, bool(row["closed"]))
    sitting.rules, sitting.dice = row["rules"], row["dice"]
    sitting.started_s, sitting.ending = row["started_s"], match_rows.end_in(row)
    for decision in decisions:
        sitting.remember(decision, len(unpack(decision.steps)))
    _restore_clocks(store, table, sitting)
    return sitting


def _restore_clocks(store: Store, table: Table, sitting: Sitting) -> None:
    row = store.row(CLOCKS, sitting.number)
    if row is None or table.clock is None or table.match != sitting.name:
        return
    sitting.clocks = Clocks(table.clock, sitting.number, sitting.match.seats)
    sitting.clocks.restore(row["content"], sitting.deciders(), GRACE_S[table.pace])


def record_of(store: Store, seated: SeatedMatch) -> Record:
    """What the match file tells. Raises MatchRunning before the end."""
    if not seated.over:
        raise MatchRunning()
    return Record(
        game=seated.match.module.NAME,
        rules=seated.rules,
        seats=seated.match.seats,
        names=[sitter.name for sitter in seated.sitters],
        options=seated.match.options,
        steps=list(seated.match.log),
        end=json.loads(msgspec.json.encode(seated.ending)),
        dice=seated.dice,
        claims=msgspec.to_builtins(store.claims(seated.number)) if seated.match.module.RACE else [],
    )


def salt_key(store: Store, seated: SeatedMatch) -> bytes:
    """The key of the salts in the file of a match."""
    row = store.row(SALT_KEY, seated.number)
    assert row is not None, f"match {seated.name} is live and not stored"
    return bytes(row["salt_key"])
