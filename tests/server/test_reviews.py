"""Reviews of finished matches: computed one at a time in the background, for whoever may see the replay."""

from pathlib import Path
from typing import Any

import pytest

import bussolotto
from bussolotto.play import notation
from bussolotto.play.notation import Record
from bussolotto.review import as_json, explain, review
from bussolotto.server.match import background
from bussolotto.server.match.background import Background, Progress
from bussolotto.server.match.reviews import Reviews
from tests.refusals import refused
from tests.review.sittings import sensible
from tests.server.outside import until
from tests.server.people import Person, Server, duel, finished
from tests.server.test_planners import Compiling

GAME = bussolotto.game("my-dice-your-dice")


def path_of(table: dict[str, Any]) -> str:
    return f"/api/matches/{table['match']}/review"


def reviewed(person: Person, table: dict[str, Any]) -> dict[str, Any]:
    """The review, as soon as it is done."""
    until(lambda: person.ask("GET", path_of(table))["state"] == "done")
    found: dict[str, Any] = person.ask("GET", path_of(table))
    return found


def test_a_finished_match_is_reviewed_as_its_file_is_and_forgets_a_name_with_its_person(server: Server) -> None:
    anna, table = finished(server, GAME.NAME)
    assert anna.ask("GET", f"{path_of(table)}?begin=false") == {"state": "none", "done": 0.0, "review": None}
    found = reviewed(anna, table)
    record = notation.parse(anna.send("GET", f"/api/matches/{table['match']}/file").content)
    told = review(record)
    explain(told, record, GAME)
    assert found == {"state": "done", "done": 1.0, "review": as_json(told, record, GAME)}
    assert found["review"]["names"][0] == "Anna"
    assert anna.send("DELETE", "/api/me").is_success
    kept = server.person("Bruno").ask("GET", f"{path_of(table)}?begin=false")
    assert kept["review"] == {**found["review"], "names": ["", "random"]}


def test_a_running_match_is_not_reviewed(server: Server) -> None:
    anna, _, table = duel(server)
    assert anna.refused("GET", path_of(table)) == (409, "match-running")


def test_search_engines_are_told_not_to_list_matches(server: Server) -> None:
    anna, table = finished(server, GAME.NAME)
    for path in (f"/r/{table['match']}", f"/r/{table['match']}/review", path_of(table)):
        assert anna.send("GET", path).headers["x-robots-tag"] == "noindex"
    assert "x-robots-tag" not in anna.send("GET", "/").headers


class Programs:
    """Reviews that end when they are told to."""

    def __init__(self) -> None:
        self.begun: list[Compiling] = []
        self.background = Background(self.start)

    def start(self, module: str, source: str, target: str) -> Any:
        program = Compiling()
        self.begun.append(program)
        self.target = Path(target)
        assert notation.parse(Path(source).read_bytes()).playable
        return program.start(module)

    def end(self, text: str | None) -> None:
        program = self.begun[-1]
        program.rc = program.returncode = 0 if text else 1  # type: ignore[attr-defined]
        if text:
            self.target.write_text(text, encoding="utf-8")


def record() -> Record:
    return sensible(GAME, 2, 1)


@pytest.fixture
def programs() -> Programs:
    return Programs()


def test_one_is_computed_at_a_time_and_kept(programs: Programs) -> None:
    queue = Reviews(programs.background)
    assert queue.ask("one", "anna", record).state == "running"
    assert queue.ask("two", "bruno", record).state == "waiting"
    programs.target.with_name(f"{programs.target.name}.part").write_text("0.25", encoding="utf-8")
    assert queue.ask("one", "carla", record) == Progress("running", 0.25)
    programs.end('{"done": 1}')
    assert queue.ask("one", "anna", record) == Progress("done", 1.0, b'{"done": 1}')
    assert len(programs.begun) == 2 and queue.ask("two", "bruno", record) == Progress("running", 0.0)
    programs.background.stop()
    assert programs.begun[-1].ended and not programs.target.parent.exists()


def test_one_may_look_without_beginning_anything(programs: Programs) -> None:
    queue = Reviews(programs.background)
    assert queue.find("one") == Progress("none", 0.0) and not programs.begun
    queue.ask("one", "anna", record)
    assert queue.find("one").state == "running" and queue.find("two").state == "none"
    programs.end("{}")
    assert queue.find("one").result == b"{}"
    programs.background.stop()


def test_one_that_fails_is_not_tried_again(programs: Programs) -> None:
    queue = Reviews(programs.background)
    queue.ask("one", "anna", record)
    programs.end(None)
    assert queue.ask("one", "anna", record).state == queue.ask("one", "anna", record).state == "failed"
    assert len(programs.begun) == 1
    programs.background.stop()


def test_nobody_makes_the_others_wait_for_ever(programs: Programs) -> None:
    queue = Reviews(programs.background)
    for number in range(background.OF_ONE + 1):  # one of them is running
        queue.ask(f"match {number}", "anna", record)
    with refused("too-fast"):
        queue.ask("another", "anna", record)
    assert queue.ask("his", "bruno", record).state == "waiting"
    programs.background.stop()


def test_what_nobody_asks_for_any_more_is_not_begun(programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    queue = Reviews(programs.background)
    queue.ask("one", "anna", record)
    queue.ask("two", "anna", record)
    monkeypatch.setattr(background, "PATIENCE_S", -1.0)
    programs.end("{}")
    queue.ask("one", "anna", record)
    assert len(programs.begun) == 1
    programs.background.stop()
