"""Damages databases in every way and looks whether everybody else plays on.

    python -m tools.damage --rows 10000 --files 500 --starts 50

`--rows`: so many rows are changed, some at a time, in copies of a database that is then opened in this process. Every
match must be served as it was, or be set aside. `--files`: pages are overwritten, or the file is cut off; the database
must open, and every match likewise, or the start must be refused with one sentence that names the doctor. `--starts`:
as many of the files are given to a whole server in a process of its own.
"""

import argparse
import asyncio
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from bussolotto.core.errors import Refusal
from bussolotto.games import game, names
from bussolotto.server.app.services import Services, Settings, start_services
from bussolotto.server.match.judging import MoveRequest
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.protocol import Clock
from bussolotto.server.store import guest_rows, moderation_rows, notice_rows
from bussolotto.server.store.database import FILE, Statement
from bussolotto.server.store.table_rows import Wish
from bussolotto.server.table import table_edits
from tests import processes

MATCHES_EACH, MOST_PLIES = 4, 40  # for each game
ROWS_A_COPY = 50
PAGE, CUT_OFF = 4096, 0.2
PATIENCE_S, REFUSED = 60, 2
SAID = ("damaged-data", "cannot-write")
COLUMNS = {  # what is changed
    "decisions": ("version", "seat", "message", "steps", "awaited"),
    "matches": ("name", "game", "rules", "seats", "options", "sitters", "started_s", "ended_s", "ending", "dice"),
    "tables": ("content",),
    "clocks": ("content",),
    "claims": ("content",),
    "guests": ("name", "since_s", "seen_s"),
    "presets": ("guest", "game", "name", "rules", "options", "seats"),
    "blocks": ("name", "since_s", "token"),
    "notices": ("match", "event", "turn", "since_s", "due_s", "tries", "waiting"),
    "bans": ("address", "since_s", "until_s", "reason"),
}
VALUES = ("", "{", "[]", "0:999", 7, -1, 1 << 40, 1.5, b"\xff\x00", "x" * 5_000, None)


class Truth(NamedTuple):
    """A match as it was played."""

    log: list[tuple[int, int]]
    names: list[str]
    options: dict[str, str]
    ending: Any


def main() -> int:
    """Run all three, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, number in (("rows", 10_000), ("files", 500), ("starts", 50), ("seed", 16)):
        parser.add_argument(f"--{name}", type=int, default=number, metavar="N")
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        origin = Path(folder) / "origin"
        truth = asyncio.run(play_matches(origin, rng))
        found = damage_rows(origin, truth, asked.rows, rng) + damage_files(origin, truth, asked, rng)
    for what, number in sorted(found.items()):
        print(f"{what}: {number:,}")
    return int(
        bool(
            found["altered, but served"]
            or found["undamaged, but not served"]
            or found["traceback"]
            or any("otherwise" in what for what in found)
        )
    )


async def play_matches(folder: Path, rng: random.Random) -> dict[str, Truth]:
    """Play matches of every game, half of them with a clock where there is one; some are over."""
    services = await start_services(Settings(folder, bot_pace=0))
    truth: dict[str, Truth] = {}
    for name in names():
        for number in range(MATCHES_EACH):
            truth |= await _play(services, name, number, rng)
    await services.store.run(*(row for number, match in enumerate(truth) for row in _list_beside(match, str(number))))
    await services.close()
    return truth


def _list_beside(match: str, name: str) -> list[Statement]:
    """Return what stores rows beside a match: of a guest, and what this guest has asked for."""
    return [
        guest_rows.insert(name, name, 1),
        guest_rows.save_preset(guest_rows.PresetRow(name, name, "spilorcio", name, 1, {}, None), 1),
        guest_rows.insert_block(guest_rows.Block(name, f"not {name}", name, 1, name)),
        notice_rows.insert(match, name, "your-turn", 0, 1, 1.0),
        *moderation_rows.save_ban(moderation_rows.BanRow(0, name, None, 1, None, name)),
    ]


async def _play(services: Services, name: str, number: int, rng: random.Random) -> dict[str, Truth]:
    module = game(name)
    seats = min(module.SEATS, key=lambda count: abs(count - 2))
    people = [await services.guests.create(f"guest {seat}") for seat in range(seats)]
    table = table_edits.new_table(name, seats, {}, [], "open", people[0])
    for seat, guest in enumerate(people):
        table_edits.seat_person(table, "waiting", seat, guest, f"guest {seat}")
    if number % 2 and not module.RACE:
        table_edits.set_clock(table, Clock(bank_s=36_000))
    await services.commands.open_table(table)
    await services.commands.start(table.name, people[0])
    live = services.matches.find(table.match)
    for ply in range(MOST_PLIES):
        movers = [seat for seat in live.movers() if live.legal(seat)]
        if movers:
            seat = rng.choice(movers)
            action = rng.choice(live.legal(seat))
            live.submit(MoveRequest(seat, live.match.version, (action,), f"m{ply}", lambda _: None))
            await services.store.run()
    if number == 0 and seats == 2 and live.state == "running":
        await services.commands.resign(table.name, people[0])
    return {table.match: _truth_of(live)}


def _truth_of(live: LiveMatch) -> Truth:
    return Truth(list(live.match.log), [one.name for one in live.occupants], dict(live.match.options), live.ending)


def damage_rows(origin: Path, truth: dict[str, Truth], rows: int, rng: random.Random) -> Counter[str]:
    """Change rows of copies, and open each."""
    found: Counter[str] = Counter()
    while found["rows changed"] < rows:
        with copied(origin) as folder:
            connection = sqlite3.connect(folder / FILE)
            damaged = {_change_row(connection, rng) for _ in range(min(ROWS_A_COPY, rows - found["rows changed"]))}
            connection.commit()
            connection.close()
            found["rows changed"] += ROWS_A_COPY
            found += asyncio.run(look(folder, truth, damaged))
    return found


def _change_row(connection: sqlite3.Connection, rng: random.Random) -> str:
    """Put another value into a row. Return the name of its match."""
    table = rng.choice([name for name in COLUMNS if connection.execute(f"SELECT 1 FROM {name}").fetchone()])  # noqa: S608
    row = connection.execute(f"SELECT * FROM {table} ORDER BY random() LIMIT 1")  # noqa: S608
    names = [column[0] for column in row.description]
    found = dict(zip(names, row.fetchone(), strict=True))
    key = names[0]
    match = found.get("name") if table == "matches" else None
    if table in ("tables", "decisions", "clocks", "claims"):
        match = _match_of(connection, table, found)
    column, value = rng.choice(COLUMNS[table]), rng.choice(VALUES)
    more = " AND version = :version" if "version" in found else " AND place = :place" if "place" in found else ""
    with suppress(sqlite3.IntegrityError):  # some columns are unique or must not be empty: then nothing changes
        change = f"UPDATE {table} SET {column} = :value WHERE {key} = :{key}{more}"  # noqa: S608  # names of columns
        connection.execute(change, {**found, "value": value})
    return str(match)


def _match_of(connection: sqlite3.Connection, table: str, found: dict[str, Any]) -> object:
    column, key = ("table_name", "name") if table == "tables" else ("number", "number")
    query = f"SELECT name FROM matches WHERE {column} = ?"  # noqa: S608  # names of columns
    row = connection.execute(query, (found[key],)).fetchone()
    return row[0] if row else None


def damage_files(origin: Path, truth: dict[str, Truth], asked: argparse.Namespace, rng: random.Random) -> Counter[str]:
    """Overwrite pages of copies, or cut them off, and open each: here, or as a whole server."""
    found: Counter[str] = Counter()
    for number in range(asked.files):
        with copied(origin) as folder:
            _damage_file(folder / FILE, rng)
            found["files damaged"] += 1
            if number < asked.starts:
                found += start_server(folder)
            else:
                found += asyncio.run(look(folder, truth, set(truth)))
    return found


def _damage_file(file: Path, rng: random.Random) -> None:
    content = bytearray(file.read_bytes())
    if rng.random() < CUT_OFF:
        del content[rng.randrange(len(content)) :]
    else:
        for _ in range(rng.randint(1, 4)):
            page = rng.randrange(len(content) // PAGE)
            length = rng.choice((1, 16, 256, PAGE))
            first = page * PAGE + rng.randrange(PAGE - length + 1)
            content[first : first + length] = rng.randbytes(length)
    file.write_bytes(content)


@contextmanager
def copied(origin: Path) -> Iterator[Path]:
    """A folder with a copy of the database."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(origin / FILE, Path(folder) / FILE)
        yield Path(folder)


async def look(folder: Path, truth: dict[str, Truth], damaged: set[str]) -> Counter[str]:
    """Open the database, and ask for the lists and every match."""
    found: Counter[str] = Counter()
    try:
        services = await start_services(Settings(folder, bot_pace=0))
    except Refusal as refusal:
        found["starts refused" if refusal.code in SAID else f"starts refused otherwise: {refusal.code}"] += 1
        return found
    try:
        with suppress(Refusal):
            services.open_list.list_page(Wish(), None, "", None, 100)
        found += _use_rows(services, len(truth))
        for name, known in truth.items():
            found[_judge(services, name, known, name in damaged)] += 1
    finally:
        await services.close()
    found["opened"] += 1
    return found


def _use_rows(services: Services, guests: int) -> Counter[str]:
    """Read the rows of all guests; one that cannot be read is left out."""
    store = services.store
    try:
        for name in map(str, range(guests)):
            services.guests.find_name(name)
            services.blocks.of(name)
            guest_rows.list_presets(store, name)
            guest_rows.find_last_visit(store, name)
            services.notices.of_guest(name)
        services.bans.in_force()
    except Refusal as refusal:
        return Counter({"rows refused": refusal.code == "unreadable"})
    except Exception:  # noqa: BLE001  # that is what is looked for
        traceback.print_exc()
        return Counter({"traceback": 1})
    return Counter({"rows used": guests})


def _judge(services: Services, name: str, known: Truth, damaged: bool) -> str:
    try:
        live = services.matches.find(name)
    except Refusal as refusal:
        gone = refusal.code in ("set-aside", "not-found", "unreadable")
        return (
            ("set aside" if damaged else "undamaged, but not served") if gone else f"refused otherwise: {refusal.code}"
        )
    except Exception:  # noqa: BLE001  # that is what is looked for
        traceback.print_exc()
        return "traceback"
    return "served as it was" if _truth_of(live) == known else "altered, but served"


def start_server(folder: Path) -> Counter[str]:
    """Start a whole server: it must come up, or say in one sentence why it does not."""
    command = [sys.executable, "-m", "bussolotto", "--lang", "en", "serve", "--port", "0", "--no-browser"]
    command += ["--data", str(folder)]
    process = processes.start(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + PATIENCE_S
    while process.poll() is None and not (folder / "server.json").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    came_up = process.poll() is None
    if came_up:
        process.send_signal(signal.SIGTERM)
    said = process.communicate(timeout=PATIENCE_S)[1]
    if "Traceback" in said:
        print(said)
        return Counter({"traceback": 1})
    if came_up:
        return Counter({"whole servers that came up": 1})
    named = "doctor --recover" in said and process.returncode == REFUSED
    return Counter({"whole servers that named the doctor" if named else "traceback": 1})


if __name__ == "__main__":
    sys.exit(main())
