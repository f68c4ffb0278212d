"""Is it the dice? Reports over the matches of a person, of a table and of the server."""

import json
from pathlib import Path
from typing import Any

import pytest

import bussolotto
from bussolotto.play import notation
from bussolotto.review import dice
from bussolotto.server.match import dice_program
from tests.command_line import do, done
from tests.depth import full
from tests.review.sittings import sensible
from tests.server.outside import REVIEWED_S, until
from tests.server.people import Server, duel, finished

GAME = bussolotto.game("my-dice-your-dice")


def reported(server: Server, tmp_path: Path, of: str, name: str = "") -> dict[str, Any]:
    """What the program writes that the server starts."""
    source, target = tmp_path / "dice.json", tmp_path / "done.json"
    source.write_text(json.dumps({"folder": str(server.folder), "of": of, "name": name}))
    dice_program.main([str(source), str(target)])
    told: dict[str, Any] = json.loads(target.read_text())
    return told


@full
def test_a_report_is_of_the_matches_that_were_asked_about(server: Server, tmp_path: Path) -> None:
    before = reported(server, tmp_path, "server")["matches"]
    anna, table = finished(server, GAME.NAME)
    finished(server, GAME.NAME)
    duel(server)  # which goes on
    anna.ask("POST", f"/api/games/{GAME.NAME}/practice")
    record = notation.parse(anna.send("GET", f"/api/matches/{table['match']}/file").content)
    of_table = reported(server, tmp_path, "table", table["table"])
    assert of_table["matches"] == 1
    assert of_table["outcomes"] == sum(seat == bussolotto.CHANCE for seat, _ in record.steps)
    assert reported(server, tmp_path, "guest", anna.me["id"]) == {**of_table, "luck": []}
    assert reported(server, tmp_path, "guest", "nobody")["matches"] == 0
    of_all = reported(server, tmp_path, "server")
    assert of_all["matches"] == before + 2 and of_all["luck"] == []
    told = json.loads(done("dice", "--data", str(server.folder), "--json").output)
    assert (told["matches"], told["dice"], told["luck"]) == (before + 2, of_all["outcomes"], {})
    looked = json.loads(done("puzzles", "--data", str(server.folder), "--depth", "0.05", "--json").output)
    assert len(looked) == before + 2  # the same matches
    for kind in of_all["kinds"]:
        assert sum(kind["seen"]) == pytest.approx(sum(kind["expected"]))


def test_a_page_asks_until_the_report_is_done(server: Server) -> None:
    anna, table = finished(server, GAME.NAME)
    path = f"/api/matches/{table['match']}/dice"
    until(lambda: anna.ask("GET", path)["state"] == "done", patience_s=REVIEWED_S)
    assert anna.ask("GET", path)["dice"]["matches"] == 1


def test_dice_of_a_running_match_are_nobody_s_business(server: Server) -> None:
    anna, _, table = duel(server)
    assert anna.refused("GET", f"/api/matches/{table['match']}/dice") == (409, "match-running")


def test_the_percentile_of_a_person_follows_their_seat() -> None:
    records = [sensible(GAME, 2, seed) for seed in range(3)]
    by_seat = {one.seat: one for one in dice.luck_of([(record, None) for record in records])}
    (mine,) = dice.luck_of([(record, 1) for record in records])
    assert mine == dice.LuckTold(None, by_seat[1].percentile, by_seat[1].rolls)
    assert by_seat[0].percentile + by_seat[1].percentile == pytest.approx(1.0)


def test_the_command_asks_for_files_or_a_folder() -> None:
    told = do("dice")
    assert told.exit_code == 2 and "Name match files or a data folder." in told.output
