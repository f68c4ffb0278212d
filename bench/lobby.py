"""A server on a database that has grown: 100,000 open tables and 1,000,000 finished matches. Linux only.

How long it takes to start, to list a page of tables (also from the middle of the list and by a filter), to list one's
own matches, and to open and start a table; and how much memory it holds afterwards.
"""

import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
import msgspec

from bench.hosting import bussolotto_server, resident_mb
from bench.report import Figure
from bussolotto.core.chance import System
from bussolotto.core.kernel import CHANCE
from bussolotto.games import game
from bussolotto.play.match import Match
from bussolotto.server.match.match_state import build_end
from bussolotto.server.match.seats import Occupant
from bussolotto.server.store import checksums, match_rows, schema
from bussolotto.server.store.database import FILE, connect, pack
from bussolotto.server.table import table_edits

OPEN, FINISHED = 100_000, 1_000_000
GAMES = ("spilorcio", "my-dice-your-dice", "cincinnati", "bunte-kuh")
GUESTS, A_DAY_S = 10_000, 24 * 3600
ASKED = 40  # requests of each kind
START_S, ANSWER_MS, MEMORY_MB = 5, 50, 500  # the bars
INSERT_MATCH = f"""
    INSERT INTO matches ({", ".join(match_rows.COLUMNS)}, checksum)
    VALUES ({", ".join("?" * len(match_rows.COLUMNS))}, ?)
"""
INSERT_TABLE = "INSERT INTO tables (name, content, changed_s, checksum) VALUES (?, ?, ?, ?)"
INSERT_DECISION = "INSERT INTO decisions VALUES (?, 0, ?, '', ?, 0, ?, NULL)"
INSERT_SITTER = "INSERT INTO sitters (guest, number, seat, over) VALUES (?, ?, ?, 1)"
INSERT_GUEST = "INSERT INTO guests (guest, name, since_s, seen_s) VALUES (?, ?, ?, ?)"


def measure(quick: bool = False) -> list[Figure]:
    """All of it."""
    part = 100 if quick else 1
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder), OPEN // part, FINISHED // part)
        started_s = time.perf_counter()
        with bussolotto_server(Path(folder)) as server:
            start_s = time.perf_counter() - started_s
            answers = ask(f"http://127.0.0.1:{server.port}", ASKED // (4 if quick else 1))
            memory_mb = resident_mb(server.pid)
    what = f"{OPEN // part:,} open tables, {FINISHED // part:,} finished matches"
    return [
        Figure(f"start of a server with {what}", start_s, "s", bar=START_S, at_most=True),
        *(
            Figure(f"{name}, {cut}", cuts[place], "ms", bar=ANSWER_MS, at_most=True)
            for name, cuts in answers.items()
            for cut, place in (("median", 49), ("99th percentile", 98))
        ),
        Figure("memory afterwards", memory_mb, "MB", bar=MEMORY_MB, at_most=True),
    ]


def build(folder: Path, tables: int, matches: int) -> None:
    """Write such a database: tables where one person waits for others, and matches of the last hundred days."""
    connection = connect(folder / FILE)
    connection.execute("PRAGMA synchronous = OFF")
    schema.migrate(connection)
    now_s = int(time.time())
    guests = [f"guest-{number:05}" for number in range(GUESTS)]
    write(connection, INSERT_GUEST, ((guest, guest, now_s, now_s) for guest in guests))
    played = [play(name) for name in GAMES]
    rows = (finished(number, played[number % len(played)], guests, now_s) for number in range(1, matches + 1))
    while part := list(islice(rows, 10_000)):
        write(connection, INSERT_MATCH, (row for row, _, _ in part))
        write(connection, INSERT_DECISION, (decision for _, decision, _ in part))
        write(connection, INSERT_SITTER, (sitter for _, _, sitters in part for sitter in sitters))
    waiting = (opened(matches + number, guests, now_s) for number in range(1, tables + 1))
    while found := list(islice(waiting, 10_000)):
        write(connection, INSERT_MATCH, (row for _, row in found))
        write(connection, INSERT_TABLE, (table for table, _ in found))
    connection.close()


def write(connection: sqlite3.Connection, statement: str, rows: Iterator[tuple[Any, ...]]) -> None:
    connection.execute("BEGIN")
    connection.executemany(statement, rows)
    connection.execute("COMMIT")


def play(name: str) -> Match:
    """A match of two, or as few as can be, that is over."""
    match = Match(game(name), min(game(name).SEATS, key=lambda seats: abs(seats - 2)))
    match.fall(System())
    while not match.over:
        movers = [seat for seat in range(match.seats) if match.movers() >> seat & 1]
        seat = random.choice(movers)
        match.act(seat, [random.choice(match.legal(seat))])
        match.fall(System())
    return match


def finished(number: int, match: Match, guests: list[str], now_s: int) -> tuple[Any, Any, list[Any]]:
    """The rows of a match that is over, whose plies are one decision."""
    people = random.sample(guests, match.seats)
    ended_s = now_s - random.randrange(100 * A_DAY_S)
    seated = msgspec.json.encode([Occupant(guest, guest) for guest in people]).decode()
    ending = msgspec.json.encode(build_end(match)).decode()
    row = described(number, f"match-{number}", f"table-{number}", match, seated, ended_s - 900, ended_s, ending)
    steps = pack(match.log)
    decision = number, CHANCE, steps, checksums.extend(number, 0, CHANCE, "", steps, 0, None)
    return row, decision, [(guest, number, seat) for seat, guest in enumerate(people)]


def opened(number: int, guests: list[str], now_s: int) -> tuple[Any, Any]:
    """The rows of a table where one person waits, and of its match."""
    host = random.choice(guests)
    name = GAMES[number % len(GAMES)]
    seats = min(game(name).SEATS, key=lambda seats: abs(seats - 2))
    table = table_edits.new_table(name, seats, {}, [], "open", host)
    table_edits.seat_person(table, "waiting", 0, host, host)
    table.changed_s = now_s - random.randrange(A_DAY_S // 2)
    content = msgspec.json.encode(table).decode()
    match = Match(game(name), seats)
    stored = table.name, content, table.changed_s, checksums.of_row(table.name, content)
    return stored, described(number, table.match, table.name, match, None, None, None, None)


def described(number: int, name: str, table: str, match: Match, *state: Any) -> tuple[Any, ...]:
    """The row of a match; `state`: its people, when it began and ended, and how."""
    options = msgspec.json.encode(match.options).decode()
    module = match.game
    row = number, name, table, module.NAME, module.RULES, match.seats, options, bytes(32), 0, "program", *state
    return *row, checksums.of_row(*row)


def ask(address: str, times: int) -> dict[str, list[float]]:
    """How long these requests take, in percentiles by milliseconds."""
    with httpx.Client(base_url=address, timeout=60) as http:
        http.get("/api/me").raise_for_status()
        middle = http.get("/api/tables?limit=100").headers["link"].partition("<")[2].partition(">")[0]
        asked: dict[str, Callable[[], object]] = {
            "a page of the lobby": lambda: http.get("/api/tables").raise_for_status(),
            "a page from further down": lambda: http.get(middle).raise_for_status(),
            "a page by game, pace and free seats": lambda: http.get(
                "/api/tables?game=cincinnati&pace=live&free=1"
            ).raise_for_status(),
            "a page that nothing fits": lambda: http.get("/api/tables?pace=days").raise_for_status(),
            "one's own matches": lambda: http.get("/api/me/matches").raise_for_status(),
            "to open and start a table": lambda: start_table(http),
        }
        return {name: quantiles([timed(request) for _ in range(times)], n=100) for name, request in asked.items()}


def start_table(http: httpx.Client) -> None:
    wish = {"game": "spilorcio", "seats": 2, "sit": 0, "bots": [{"seat": 1, "player": "random"}]}
    table = http.post("/api/tables", json=wish).raise_for_status().json()["table"]
    http.post(f"/api/tables/{table}/start").raise_for_status()


def timed(request: Callable[[], object]) -> float:
    began_s = time.perf_counter()
    request()
    return 1000 * (time.perf_counter() - began_s)
