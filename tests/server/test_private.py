"""What a server keeps is closed to other accounts, a copy overwrites nothing, and no file steers a terminal."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import bussolotto
from bussolotto.core.characters import show_hidden
from bussolotto.play import notation
from bussolotto.server.store import files, private
from bussolotto.server.store.database import FILE
from tests import processes
from tests.depth import first_of_each
from tests.refusals import refused
from tests.server.people import Server, running
from tests.test_cli import COMMAND

pytestmark = pytest.mark.skipif(os.name == "nt", reason="modes of files are those of Unix")
SPILORCIO = bussolotto.game("spilorcio")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_the_folder_and_its_files_are_made_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with running(folder) as server:
        server.person("Anna")
        assert mode(folder) == 0o700
        assert {entry.name: oct(mode(entry)) for entry in folder.iterdir() if mode(entry) & 0o077} == {}


def test_wider_modes_are_mended_and_told(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with running(folder):
        pass
    folder.chmod(0o755)
    (folder / FILE).chmod(0o644)
    server = Server(folder)
    assert (mode(folder), mode(folder / FILE)) == (0o700, 0o600)
    said = server.stop()
    assert "was open to other accounts (755)" in said and "was open to other accounts (644)" in said


def test_a_file_that_is_gone_meanwhile_is_none_to_be_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As those beside the database, which the server before removes as it ends."""
    (tmp_path / f"{FILE}-wal").touch(0o644)
    monkeypatch.setattr(Path, "is_symlink", lambda path: path.unlink())
    private.make_private(tmp_path)
    assert mode(tmp_path) == 0o700 and "-wal" not in caplog.text


def test_a_folder_of_others_is_left_and_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "thesis.txt").touch(0o644)
    tmp_path.chmod(0o755)
    private.make_private(tmp_path)
    assert mode(tmp_path) == 0o755 and "it should be 0700" in caplog.text
    assert mode(tmp_path / "thesis.txt") == 0o644


class TestBackup:
    def test_it_is_private_and_overwrites_nothing_unasked(self, tmp_path: Path) -> None:
        with running(tmp_path / "data") as server:
            server.person("Anna")
            target = tmp_path / "copy.sqlite"
            files.backup(server.folder, target)
            assert mode(target) == 0o600
            target.write_bytes(b"precious")
            with refused("backup-there"):
                files.backup(server.folder, target)
            assert target.read_bytes() == b"precious"
            files.backup(server.folder, target, force=True)
            with closing(sqlite3.connect(target)) as copy:
                assert copy.execute("SELECT name FROM guests").fetchall() == [("Anna",)]
            assert mode(target) == 0o600 and sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite", "data"]

    def test_it_never_overwrites_the_database_itself(self, tmp_path: Path) -> None:
        with running(tmp_path) as server:
            for force in (False, True):
                with refused("backup-of-itself"):
                    files.backup(server.folder, server.folder / FILE, force=force)

    def test_the_command_asks_for_force(self, tmp_path: Path) -> None:
        with running(tmp_path / "data"):
            command = [*COMMAND, "backup", str(tmp_path / "copy"), "--data", str(tmp_path / "data")]
            wishes: list[list[str]] = [[], [], ["--force"]]
            done = [processes.run([*command, *more], capture_output=True, text=True, check=False) for more in wishes]
        assert [one.returncode == 0 for one in done] == [True, False, True]
        assert "--force" in done[1].stderr


class TestTerminal:
    EVIL = "\x1b]0;pwned\x07\x9b2J\u202e"

    def test_what_is_hidden_is_spelt(self) -> None:
        shown = show_hidden(f"a{self.EVIL}\n\tb")
        assert shown.replace("\n", "").replace("\t", "").isprintable() and "pwned" in shown and "\n\tb" in shown

    @pytest.mark.parametrize(("form", "command"), first_of_each(["file", "text", "damaged"], ["check", "replay"]))
    def test_no_file_steers_it(self, tmp_path: Path, command: str, form: str) -> None:
        names = [f"A{self.EVIL}", "B"]
        rules = 99 if form == "text" else SPILORCIO.RULES
        record = notation.Record("spilorcio", rules, 2, names, spilorcio_options(), [])
        content = notation.write(record, b"key") if form == "file" else notation.to_text(record).encode()
        if form == "damaged":
            content = f"bussolotto 1\n{self.EVIL}\n".encode()
        file = tmp_path / f"f{self.EVIL.replace('/', '')}.jsonl"
        file.write_bytes(content)
        done = processes.run([*COMMAND, command, str(file)], capture_output=True, check=False)
        said = (done.stdout + done.stderr).decode()
        assert said and "Traceback" not in said
        assert [sign for sign in said if sign != "\n" and not sign.isprintable()] == [], said


def spilorcio_options() -> dict[str, str]:
    """All options, as usual."""
    return {name: values[0] for name, values in SPILORCIO.OPTIONS.items()}


def test_a_file_that_is_too_large_is_told_the_limit_that_holds(server: Server) -> None:
    anna = server.person()
    small = anna.http.put("/api/me", content=b"x" * 70_000, headers={"content-type": "application/json"})
    large = anna.http.post("/api/replays", content=b"x" * (8 * 1024 * 1024 + 1))
    assert [answer.json()["values"]["limit"] for answer in (small, large)] == [64 * 1024, 8 * 1024 * 1024]
