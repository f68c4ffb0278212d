"""Whether a server can start and store, said in one sentence; a copy before every migration; the doctor."""

import asyncio
import json
import resource
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bussolotto.server.app.services import Settings, start_services
from bussolotto.server.http.file_check import FileCheck
from bussolotto.server.store import database, files, schema
from tests import processes
from tests.server.people import Server, duel, running
from tests.server.test_damage import change, play_once
from tests.server.test_restart import moved

SCHEMAS = Path(__file__).parent / "schemas"


def ready(server: Server) -> tuple[int, dict[str, Any]]:
    answer = server.person().send("GET", "/readyz")
    return answer.status_code, answer.json()


def command(*arguments: str) -> "subprocess.CompletedProcess[str]":
    asked = [sys.executable, "-m", "bussolotto", "--lang", "en", *arguments]
    return processes.run(asked, capture_output=True, text=True, timeout=120)


def test_a_server_that_can_store_is_ready(server: Server) -> None:
    status, told = ready(server)
    assert (status, told["status"], told["problem"], told["aside"]) == (200, "ok", None, 0)
    assert server.person().ask("GET", "/healthz") == {"status": "ok"}


def test_a_removed_folder_is_noticed(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        person = server.person()
        shutil.rmtree(tmp_path / "data")
        answer = person.send("GET", "/readyz")
        assert (answer.status_code, answer.json()["problem"]) == (503, "removed")
        assert person.ask("GET", "/healthz") == {"status": "ok"}
        server.kill()


def test_a_damaged_file_is_noticed(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        person = server.person()
        with (tmp_path / database.FILE).open("r+b") as file:
            file.write(bytes(100))
        answer = person.send("GET", "/readyz")
        assert (answer.status_code, answer.json()["problem"]) == (503, "damaged")
        server.kill()


def test_who_asks_does_not_make_the_database_lose_its_locks(tmp_path: Path) -> None:
    """Whoever closes the file from outside must not take themselves for the last, and remove the WAL."""
    with running(tmp_path) as server:
        anna, _, table = duel(server)
        assert anna.send("GET", "/readyz").is_success
        log = tmp_path / f"{database.FILE}-wal"
        before = log.stat().st_ino
        for _ in range(2):
            outside = sqlite3.connect(tmp_path / database.FILE)
            outside.execute("SELECT count(*) FROM matches").fetchone()
            outside.close()
        assert log.stat().st_ino == before
        anna.ask("POST", f"/api/tables/{table['table']}/resign")
        outside = sqlite3.connect(tmp_path / database.FILE)
        assert outside.execute("SELECT ended_s FROM matches WHERE name = ?", (table["match"],)).fetchone()[0]
        outside.close()


def test_a_full_disk_is_noticed_and_passes(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna, _, table = duel(server)
        _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, -1))
        answer = anna.send("GET", "/readyz")
        assert (answer.status_code, answer.json()["problem"]) == (503, "full")
        assert anna.refused("POST", f"/api/tables/{table['table']}/resign") == (503, "not-stored")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
        server.time.advance(2)
        assert anna.send("GET", "/readyz").is_success
        anna.ask("POST", f"/api/tables/{table['table']}/resign")


@pytest.mark.parametrize(("content", "says"), [(b"no database at all" * 100, "doctor --recover"), (None, "be stored")])
def test_a_start_that_is_not_possible_says_why_in_one_sentence(
    tmp_path: Path, content: bytes | None, says: str
) -> None:
    folder = tmp_path
    if content is None:
        folder = Path("/proc/bussolotto")  # where nobody can write
    else:
        (folder / database.FILE).write_bytes(content)
        (folder / database.FILE).chmod(0o600)  # or the command says that it was open to others
    ended = command("serve", "--port", "0", "--no-browser", "--data", str(folder))
    assert ended.returncode == 2 and len(ended.stderr.splitlines()) == 1 and says in ended.stderr, ended


def test_a_migration_copies_the_database_before(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / database.FILE)
    old.executescript((SCHEMAS / "v1.sql").read_text())
    old.close()
    with running(tmp_path):
        pass
    copy = tmp_path / f"{database.FILE}.before-{len(schema.MIGRATIONS)}"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    before = sqlite3.connect(copy)
    assert schema.version(before) == 1
    assert before.execute("SELECT count(*) FROM matches").fetchone()[0] >= 2
    before.close()
    with running(tmp_path):
        pass
    assert len(list(tmp_path.glob("*.before-*"))) == 1


def test_the_doctor_lists_and_recovers(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        anna, bruno, table = duel(server)
        play_once(anna, bruno, table["match"])
        carla, dario, other = duel(server)
        play_once(carla, dario, other["match"])
        whole = command("doctor", "--data", str(tmp_path / "data"))
        assert whole.returncode == 0 and "Everything can be read" in whole.stdout, whole
    change(tmp_path / "data", "UPDATE decisions SET message = 'x' WHERE number = 1")
    told = command("doctor", "--data", str(tmp_path / "data"))
    assert told.returncode == 1 and table["match"] in told.stdout and other["match"] not in told.stdout
    report = json.loads(command("doctor", "--json", "--data", str(tmp_path / "data")).stdout)
    assert [(one["name"], one["reason"]) for one in report["found"]] == [(table["match"], "checksum")]
    target = tmp_path / "new" / database.FILE
    target.parent.mkdir()
    assert command("doctor", "--data", str(tmp_path / "data"), "--recover", str(target)).returncode == 0
    assert command("doctor", "--data", str(tmp_path / "data"), "--recover", str(target)).returncode == 2
    with running(tmp_path / "new") as server:
        assert moved(anna, server).refused("GET", f"/api/matches/{table['match']}") == (409, "set-aside")
        carla, dario = moved(carla, server), moved(dario, server)
        play_once(carla, dario, other["match"])


def test_a_damaged_page_costs_what_is_on_it(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        opened = [duel(server) for _ in range(8)]
    file = tmp_path / "data" / database.FILE
    connection = sqlite3.connect(file)
    (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'decisions'").fetchone()
    connection.close()
    content = bytearray(file.read_bytes())
    content[(root - 1) * 4096 : (root - 1) * 4096 + 64] = b"\xff" * 64
    file.write_bytes(content)
    target = tmp_path / "new.sqlite"
    assert command("doctor", "--data", str(tmp_path / "data"), "--recover", str(target)).returncode == 0
    copy = sqlite3.connect(target)
    assert copy.execute("SELECT count(*) FROM guests").fetchone()[0] == 2 * len(opened)
    assert copy.execute("SELECT count(*) FROM matches").fetchone()[0] == len(opened)
    copy.close()


def test_the_whole_file_is_checked_after_the_start(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna, bruno, table = duel(server)
        play_once(anna, bruno, table["match"])
    change(tmp_path, "UPDATE decisions SET message = 'x' WHERE number = 1")

    async def check() -> FileCheck:
        services = await start_services(Settings(tmp_path, check_after_s=0.0))
        task = services.file_check._task
        assert task is not None
        await task
        assert services.aside.count == 1
        await services.close()
        return services.file_check

    found = asyncio.run(check()).found
    assert (found.state, found.matches, found.problems) == ("damaged", 1, [])
    with files.opened(tmp_path) as connection:
        assert connection.execute("SELECT name FROM aside").fetchall()[0][0] == table["match"]
