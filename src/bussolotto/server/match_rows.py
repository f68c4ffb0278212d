"""A match as the database has it: what stores each change of it, and what its row says when it is read again."""

import json
import secrets
import time
from collections.abc import Sequence
from sqlite3 import Row

import msgspec

from bussolotto.errors import BrokenLog
from bussolotto.games import game as module_of
from bussolotto.kernel import CHANCE
from bussolotto.match import Match, replay
from bussolotto.server.protocol import End
from bussolotto.server.seated import SeatedMatch
from bussolotto.server.sitters import Sitter
from bussolotto.server.store import INSERT_DECISION, Decision, Statement, Steps, pack

INSERT_MATCH = """
    INSERT INTO matches (number, name, table_name, game, rules, seats, options, salt_key, closed, dice)
    VALUES (:number, :name, :table_name, :game, :rules, :seats, :options, :salt_key, :closed, :dice)
"""


def insert(seated: SeatedMatch) -> Statement:
    """What stores a match that has not begun, with the key of the salts in its file, which is never served."""
    row = {
        "number": seated.number,
        "name": seated.name,
        "table_name": seated.table,
        "game": seated.match.module.NAME,
        "rules": seated.rules,
        "seats": seated.match.seats,
        "options": json.dumps(seated.match.options),
        "salt_key": secrets.token_bytes(32),
        "closed": seated.closed,
        "dice": seated.dice,
    }
    return INSERT_MATCH, row


def begin(seated: SeatedMatch, opened: Match) -> list[Statement]:
    """What stores that it has begun: its first dice have fallen in `opened`, and these people are its sitters."""
    row = Decision(seated.number, 0, CHANCE, "", pack(opened.log))
    return [
        (INSERT_DECISION, row),
        *([seated.clocks.statement()] if seated.clocks else []),
        (
            "UPDATE matches SET sitters = ?, started_s = ? WHERE number = ?",
            (_packed(seated.sitters), int(time.time()), seated.number),
        ),
        *[
            ("INSERT INTO sitters VALUES (?, ?, ?)", (sitter.guest, seated.number, seat))
            for seat, sitter in enumerate(seated.sitters)
            if sitter.guest is not None and seated.seat_of(sitter.guest) == seat  # of several seats the first
        ],
    ]


def seat(seated: SeatedMatch, sitters: Sequence[Sitter]) -> Statement:
    """What stores that these sit at it now."""
    return "UPDATE matches SET sitters = ? WHERE number = ?", (_packed(sitters), seated.number)


def end(seated: SeatedMatch, how: End) -> Statement:
    """What stores that it is over."""
    content = msgspec.json.encode(how).decode()
    return "UPDATE matches SET ended_s = ?, ending = ? WHERE number = ?", (int(time.time()), content, seated.number)


def sitters_in(row: Row) -> list[Sitter]:
    """Who sat there when it was last stored; nobody before it has begun."""
    return msgspec.json.decode(row["sitters"] or "[]", type=list[Sitter])


def end_in(row: Row) -> End | None:
    """How it ended; None while it has not."""
    return msgspec.json.decode(row["ending"], type=End) if row["ending"] else None


def match_in(row: Row, log: Steps) -> Match:
    """The match as it was stored; of a match of other rules, as far as these rules go. Raises BrokenLog."""
    module = module_of(row["game"])
    options = json.loads(row["options"])
    try:
        return replay(module, row["seats"], options, log)
    except BrokenLog as broken:
        if row["rules"] == module.RULES:
            raise
        return replay(module, row["seats"], options, log[: int(str(broken.values["ply"]))])


def _packed(sitters: Sequence[Sitter]) -> str:
    return msgspec.json.encode(sitters).decode()
