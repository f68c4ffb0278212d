"""Stopping, killing and starting again: nothing acknowledged is lost, everything goes on."""

import random
import signal
import sqlite3
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, ConnectionClosedError, InvalidHandshake

from bussolotto.games.spilorcio import game as spilorcio
from bussolotto.play import notation
from bussolotto.play.match import replay
from bussolotto.server.store import database, files
from tests import processes
from tests.depth import count
from tests.refusals import refused
from tests.server import stores
from tests.server.people import PATIENCE_S, SERVE, Page, Person, Server, duel, opened, running

KILLS = count(short=6, full=10)
SCHEMAS = Path(__file__).parent / "schemas"


def moved(person: Person, server: Server) -> Person:
    """The same guest at the server that followed."""
    again = server.person()
    again.ask("POST", person.me["link"])
    again.me = again.ask("GET", "/api/me")
    assert again.me["id"] == person.me["id"]
    return again


def test_a_match_goes_on_after_a_restart_with_its_bots(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna = server.person("Anna")
        table = anna.open_table(3, bots=[{"seat": 1, "player": "random"}, {"seat": 2, "player": "random"}])
        anna.ask("POST", f"/api/tables/{table['table']}/start")
        with anna.page(table["match"]) as page:
            page.resume()
            page.play()
            known = page.position
        opened.close()
        server.kill()
    with running(tmp_path) as server:
        anna = moved(anna, server)
        assert anna.ask("GET", f"/api/tables/{table['table']}")["state"] == "running"
        with anna.page(table["match"]) as page:
            told = page.resume(known["version"])
            assert told["type"] == "steps"
            for _ in range(10):
                page.play()


def test_a_retry_after_a_restart_gets_the_original_answer(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna, bruno, table = duel(server)
        mover, version, action = first_move(anna, bruno, table["match"])
        with mover.page(table["match"]) as page:
            first = page.act(action, version=version, message="once")
        server.kill()
    with running(tmp_path) as server, moved(mover, server).page(table["match"]) as page:
        assert page.act(action, version=version, message="once") == first
        assert page.resume()["version"] == first["version"]
        assert page.act(action + 1, version=version, message="once")["code"] == "message-reused"


def first_move(anna: Person, bruno: Person, match: str) -> tuple[Person, int, int]:
    views = {person: person.ask("GET", f"/api/matches/{match}") for person in (anna, bruno)}
    mover = anna if views[anna]["legal"] else bruno
    return mover, views[mover]["version"], views[mover]["legal"][0]


def test_no_acknowledged_action_is_lost_however_often_the_server_is_killed(tmp_path: Path) -> None:
    """Two people play as fast as they can while the server is killed again and again at random moments."""
    people: list[Person] = []
    match = ""
    acked: dict[str, int] = {}
    for kill in range(KILLS):
        with running(tmp_path) as server:
            if kill == 0:
                anna, bruno, table = duel(server)
                people, match = [anna, bruno], table["match"]
            else:
                people = [moved(person, server) for person in people]
            players = [threading.Thread(target=play_on, args=(person, match, kill, acked)) for person in people]
            for player in players:
                player.start()
            wait_for(acked, len(acked) + random.randint(1, 15))
            time.sleep(random.uniform(0, 0.003))
            server.kill()
            for player in players:
                player.join()
            opened.close()
        assert_stored(tmp_path, match, acked)
    assert len(acked) >= KILLS


def wait_for(acked: dict[str, int], wanted: int) -> None:
    """Until so many answers have come."""
    deadline = time.monotonic() + PATIENCE_S
    while len(acked) < wanted:
        assert time.monotonic() < deadline, f"{len(acked)} answers, waiting for {wanted}"
        time.sleep(0.0005)


def play_on(person: Person, match: str, life: int, acked: dict[str, int]) -> None:
    """Play until the server is gone; write down every answer that came."""
    ended = (ConnectionClosed, InvalidHandshake, OSError, EOFError)
    with suppress(*ended), person.page(match) as page:
        page.resume()
        turn = 0
        while True:
            turn += 1
            name = f"{person.me['id']}-{life}-{turn}"
            answer = page.act(random.choice(page.turn()), message=name)
            assert answer["type"] == "ack", answer
            acked[name] = answer["version"]
            while page.position["version"] < answer["version"]:
                page.hear("steps")


def assert_stored(folder: Path, match: str, acked: dict[str, int]) -> None:
    """Everything acknowledged is in the database, and what is there is a match."""
    record, _ = files.read_record(stores.source_of(folder), match)
    with stores.database(folder) as connection:
        found = connection.execute("SELECT message, version, steps FROM decisions").fetchall()
    stored = {message: version + len(database.unpack(steps)) for message, version, steps in found}
    assert {name: stored.get(name) for name in acked} == acked
    assert replay(spilorcio, 2, record.options, record.steps).version == len(record.steps)


@pytest.mark.of_files
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_graceful_end_closes_sockets_and_leaves_nothing_behind(tmp_path: Path, how: signal.Signals) -> None:
    with running(tmp_path) as server:
        anna, _bruno, table = duel(server)
        with anna.page(table["match"]) as page:
            page.resume()
            complaints = server.stop(how)
            page.hear("restarting")
            with pytest.raises(ConnectionClosedError, match="1012"):
                page.hear()
    assert complaints == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bussolotto.sqlite", "server.lock"]


@pytest.mark.of_files
def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        arguments = [sys.executable, "-c", SERVE, str(tmp_path), "0", "", ""]
        second = processes.run(arguments, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
        assert "Another server is using" in second.stderr
        assert server.person().send("GET", "/healthz").is_success


def test_a_folder_is_free_again_after_a_kill(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.kill()
        assert (tmp_path / "server.json").exists()
    with running(tmp_path) as server:
        assert server.person().send("GET", "/healthz").is_success


@pytest.mark.of_files
def test_a_backup_taken_while_people_play_is_whole(tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    with running(tmp_path / "live") as server:
        anna, bruno, table = duel(server)
        pages = [anna.page(table["match"]), bruno.page(table["match"])]
        for page in pages:
            page.resume()
        for _ in range(20):
            turn(pages).play()
        before = pages[0].resume()["version"]
        backup = threading.Thread(target=files.backup, args=(tmp_path / "live", tmp_path / "copy" / database.FILE))
        backup.start()
        for _ in range(20):
            turn(pages).play()
        backup.join()
    record, key = files.read_record(tmp_path / "copy", table["match"])
    assert len(record.steps) >= before
    assert notation.parse(notation.write(record, key)) == record


def turn(pages: list[Page]) -> Page:
    """The page whose turn it is."""
    views = [page.resume() for page in pages]
    return pages[0] if views[0]["legal"] else pages[1]


def old_release(folder: Path) -> None:
    """The data of a server with the first schema, where the rules of Spilorcio were in their first version."""
    with sqlite3.connect(folder / database.FILE) as old:
        old.executescript((SCHEMAS / "v1.sql").read_text())
    old.close()


@pytest.mark.of_files
def test_data_of_an_old_release_are_served_and_played_on(tmp_path: Path) -> None:
    """What both versions of the rules say in the same words: an old match of today's rules."""
    old_release(tmp_path)
    changed(tmp_path, f"UPDATE matches SET rules = {spilorcio.FACTS.version}")
    with running(tmp_path) as server:
        anna = server.person()
        view = anna.ask("GET", "/api/matches/match-of-v1")
        assert view["over"] and view["names"] == ["Anna", "random"]
        assert anna.send("GET", "/api/matches/match-of-v1/replay").is_success
        assert anna.ask("GET", "/api/matches/running-match-of-v1")["version"] >= 6


@pytest.mark.of_files
def test_matches_of_an_old_release_and_its_rules_are_kept_and_viewed(tmp_path: Path) -> None:
    old_release(tmp_path)
    with running(tmp_path) as server:
        anna = server.person()
        view = anna.ask("GET", "/api/matches/match-of-v1")
        assert view["over"] and view["names"] == ["Anna", "random"]
        assert anna.refused("GET", "/api/matches/match-of-v1/replay") == (409, "other-rules")
        assert anna.ask("GET", "/api/matches/running-match-of-v1")["playable"] is False


def changed(folder: Path, statement: str) -> None:
    with stores.database(folder) as connection:
        connection.execute(statement)


def test_a_match_of_other_rules_can_be_viewed_and_not_continued(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna, bruno, table = duel(server)
        mover, version, action = first_move(anna, bruno, table["match"])
    changed(tmp_path, "UPDATE matches SET rules = 77, checksum = NULL")  # as an older program stored it
    with running(tmp_path) as server:
        mover = moved(mover, server)
        view = mover.ask("GET", f"/api/matches/{table['match']}")
        assert view["version"] == version and view["playable"] is False
        with mover.page(table["match"]) as page:
            page.resume()
            assert page.act(action, version=version)["code"] == "other-rules"
        mover.ask("POST", f"/api/tables/{table['table']}/resign")
        assert mover.send("GET", f"/api/matches/{table['match']}/file").is_success
        assert mover.refused("GET", f"/api/matches/{table['match']}/replay") == (409, "other-rules")


def test_a_match_that_has_not_begun_is_not_exported(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna = Person(server, "Anna")
        table = anna.ask("POST", "/api/tables", {"game": "spilorcio", "seats": 2})
        with refused("not-running"):
            files.read_record(stores.source_of(tmp_path), table["match"])


@pytest.mark.of_files
def test_a_full_disk_refuses_the_act_and_the_match_stays_as_it_was(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna, bruno, table = duel(server)
        mover, version, action = first_move(anna, bruno, table["match"])
        changed(tmp_path, "CREATE TRIGGER full BEFORE INSERT ON decisions BEGIN SELECT RAISE(FAIL, 'disk full'); END")
        with mover.page(table["match"]) as page, anna.page(table["match"]) as other:
            other.resume()
            page.resume()
            refusal = page.act(action, message="later")
            assert (refusal["type"], refusal["code"]) == ("refused", "not-stored")
            assert page.resume()["version"] == version
            changed(tmp_path, "DROP TRIGGER full")
            assert page.act(action, message="later", version=version)["type"] == "ack"
            assert other.hear("steps")["version"] > version
