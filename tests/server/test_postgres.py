"""PostgreSQL as the store: chosen by its address, and nothing acknowledged is lost however it fails."""

from pathlib import Path

import pytest

from tests.server import stores
from tests.server.people import duel, opened, running
from tests.server.test_restart import moved, turn


@pytest.fixture(autouse=True)
def on_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "chosen", stores.POSTGRESQL)


def test_a_match_is_played_and_goes_on_after_a_kill(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna, bruno, table = duel(server)
        pages = [anna.page(table["match"]), bruno.page(table["match"])]
        for _ in range(6):
            known = turn(pages).play()["version"]
        opened.close()
        server.kill()
    assert not (tmp_path / "bussolotto.sqlite").exists()
    with running(tmp_path) as server:
        anna, bruno = moved(anna, server), moved(bruno, server)
        assert anna.ask("GET", f"/api/tables/{table['table']}")["state"] == "running"
        pages = [anna.page(table["match"]), bruno.page(table["match"])]
        assert [page.resume()["version"] for page in pages] == [known, known]
        assert turn(pages).play()["type"] == "ack"
