"""Servers of tests: the dice of a match, and what bots make of them, follow from the test that asks for it."""

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from bussolotto.play import notation
from tests.server.outside import until
from tests.server.people import client
from tests.web.serving import LiveServer, running_test

MATCHES = 2
PLIES = 20  # of a match: at least so many
WISH = {"game": "spilorcio", "seats": 2, "options": {}, "visibility": "open"}
BOTS = [{"seat": seat, "player": "random"} for seat in range(2)]

Play = Callable[[str], list[list[tuple[int, int]]]]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """The plies of some matches of bots, on a new server that has this luck."""

    def play(luck: str) -> list[list[tuple[int, int]]]:
        monkeypatch.setenv("BUSSOLOTTO_LUCK", luck)
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        server = LiveServer(folder, bot_pace=0)
        server.start()
        with client(server.address, headers={"Origin": server.address}) as person:
            person.put("/api/me", json={"name": "Anna"}).raise_for_status()
            found = [play_one(person) for _ in range(MATCHES)]
        server.stop()
        return found

    return play


def play_one(person: httpx.Client) -> list[tuple[int, int]]:
    table = person.post("/api/tables", json=WISH | {"bots": BOTS}).raise_for_status().json()
    person.post(f"/api/tables/{table['table']}/start").raise_for_status()
    file = f"/api/matches/{table['match']}/file"
    until(lambda: person.get(file).is_success)
    return notation.parse(person.get(file).content).steps


def test_a_match_is_the_same_each_time_but_with_other_luck(play: Play) -> None:
    found = []
    for luck in ("7", "7", "8"):
        running_test().write_text("a test", encoding="utf-8")  # as at its beginning
        found.append(play(luck))
    first, again, other = found
    assert first[0] != first[1] and len(first[0]) > PLIES
    assert first == again != other
