"""Cui bono? on a server: a running match that began before positions were forbidden to stand twice (CUI-8)."""

import json
import sqlite3
from pathlib import Path

from bussolotto.core.kernel import CHANCE
from bussolotto.games.cui_bono import game
from bussolotto.server.store import database
from bussolotto.testing.golden import Playthrough
from tests.playthroughs.files import FOLDER, read
from tests.server.people import Person, running
from tests.server.test_restart import moved

OLD_RULES = 2  # the version without the option `repeat`


def repeating() -> Playthrough:
    """A match in which a position stood twice, as the first rules allowed it."""
    return read(FOLDER / "cui_bono" / "playthroughs" / "no-progress.txt")


def make_old(folder: Path, match: str) -> None:
    """Put the log of that match, but for its last ply, under the old rules in place of a stored one."""
    record = repeating().record
    options = {name: value for name, value in record.options.items() if name != "repeat"}
    with sqlite3.connect(folder / database.FILE) as connection:
        ((number,),) = connection.execute("SELECT number FROM matches WHERE name = ?", [match])
        connection.execute(
            "UPDATE matches SET rules = ?, options = ?, checksum = NULL WHERE number = ?",
            [OLD_RULES, json.dumps(options), number],
        )
        connection.execute("DELETE FROM decisions WHERE number = ?", [number])
        connection.execute("DELETE FROM chains WHERE number = ?", [number])
        connection.execute("DELETE FROM fair WHERE number = ?", [number])
        connection.execute(
            "INSERT INTO decisions (number, version, seat, message, steps) VALUES (?, 0, ?, '', ?)",
            [number, CHANCE, database.pack(record.steps[:-1])],
        )
    connection.close()


def test_a_running_match_of_the_old_rules_is_viewed_and_people_are_told(tmp_path: Path) -> None:
    plies = len(repeating().record.steps)
    with running(tmp_path) as server:
        anna = Person(server, "Anna")
        bots = [{"seat": seat, "player": "random"} for seat in (1, 2)]
        table = anna.open_table(3, game=game.FACTS.name, options={}, bots=bots)
        anna.ask("POST", f"/api/tables/{table['table']}/start")
    make_old(tmp_path, table["match"])
    with running(tmp_path) as server:
        anna = moved(anna, server)
        view = anna.ask("GET", f"/api/matches/{table['match']}")
        assert (view["playable"], view["over"]) == (False, False)
        assert anna.ask("GET", f"/api/tables/{table['table']}")["old_rules"] == OLD_RULES
        assert 166 < view["version"] < plies  # as far as today's rules go: up to the die that repeats a position
        with anna.page(table["match"]) as page:
            position = page.resume()
            assert position["version"] == view["version"]
            assert page.act(game.KEEP, version=view["version"])["code"] == "other-rules"
