"""Reviews of finished matches: computed one at a time in the background, for whoever may see the replay."""

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import bussolotto
from bussolotto.core.contract import Game
from bussolotto.play import notation
from bussolotto.play.notation import Record
from bussolotto.review import as_json, explain, review
from bussolotto.review import edition as module
from bussolotto.review.edition import edition
from bussolotto.server.match import background, persistence
from bussolotto.server.match.background import Background, Progress
from bussolotto.server.match.reviews import Reviews
from bussolotto.server.store import expiry_rows, inspection, match_rows, review_rows
from bussolotto.server.store.database import FILE, Store, connect_to_read
from bussolotto.server.store.expiry_rows import ExpiredMatch
from bussolotto.server.store.match_rows import MatchRow
from tests.depth import full, in_full_runs
from tests.refusals import refused
from tests.review.sittings import sensible
from tests.server import stores
from tests.server.outside import REVIEWED_S, until
from tests.server.people import Person, Server, duel, finished, running
from tests.server.test_damage import change, set_aside
from tests.server.test_planners import Compiling
from tests.server.test_restart import moved

GAME = bussolotto.game("my-dice-your-dice")


def path_of(table: dict[str, Any]) -> str:
    return f"/api/matches/{table['match']}/review"


def reviewed(person: Person, table: dict[str, Any]) -> dict[str, Any]:
    """The review, as soon as it is done."""
    until(lambda: person.ask("GET", path_of(table))["state"] == "done", patience_s=REVIEWED_S)
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


class Shelf:
    """What is kept, for as long as the test."""

    def __init__(self) -> None:
        self.reviews: dict[str, bytes] = {}

    def find(self, match: str, game: Game) -> bytes | None:
        return self.reviews.get(match)

    def keep(self, match: str, game: Game, review: bytes) -> None:
        self.reviews[match] = review


class Programs:
    """Reviews that end when they are told to."""

    def __init__(self) -> None:
        self.begun: list[Compiling] = []
        self.background = Background(self.start)

    def start(self, module: str, source: str, target: str) -> Any:
        program = Compiling()
        self.begun.append(program)
        self.target = Path(target)
        given = notation.parse(Path(source).read_bytes())
        assert given.playable and not any(given.names), "names stay with the server"
        return program.start(module)

    def end(self, text: str | None) -> None:
        program = self.begun[-1]
        program.rc = program.returncode = 0 if text else 1  # type: ignore[attr-defined]
        if text:
            self.target.write_text(text, encoding="utf-8")
            self.target.with_name(f"{self.target.name}.seats").write_text("[]", encoding="utf-8")


def record() -> Record:
    return sensible(GAME, 2, 1)


@pytest.fixture
def programs() -> Programs:
    return Programs()


def test_one_is_computed_at_a_time_and_kept(programs: Programs) -> None:
    queue = Reviews(programs.background, Shelf())
    assert queue.ask("one", GAME, "anna", record).state == "running"
    assert queue.ask("two", GAME, "bruno", record).state == "waiting"
    programs.target.with_name(f"{programs.target.name}.part").write_text("0.25", encoding="utf-8")
    assert queue.ask("one", GAME, "carla", record) == Progress("running", 0.25)
    programs.end('{"done": 1}')
    assert queue.ask("one", GAME, "anna", record) == Progress("done", 1.0, b'{"done": 1}')
    assert len(programs.begun) == 2 and queue.ask("two", GAME, "bruno", record) == Progress("running", 0.0)
    programs.background.stop()
    assert programs.begun[-1].ended and not programs.target.parent.exists()


def test_one_may_look_without_beginning_anything(programs: Programs) -> None:
    queue = Reviews(programs.background, Shelf())
    assert queue.find("one", GAME) == Progress("none", 0.0) and not programs.begun
    queue.ask("one", GAME, "anna", record)
    assert queue.find("one", GAME).state == "running" and queue.find("two", GAME).state == "none"
    programs.end("{}")
    assert queue.find("one", GAME).result == b"{}"
    programs.background.stop()


def test_one_that_fails_is_not_tried_again(programs: Programs) -> None:
    queue = Reviews(programs.background, Shelf())
    queue.ask("one", GAME, "anna", record)
    programs.end(None)
    assert queue.ask("one", GAME, "anna", record).state == queue.ask("one", GAME, "anna", record).state == "failed"
    assert len(programs.begun) == 1
    programs.background.stop()


def test_nobody_makes_the_others_wait_for_ever(programs: Programs) -> None:
    queue = Reviews(programs.background, Shelf())
    for number in range(background.OF_ONE + 1):  # one of them is running
        queue.ask(f"match {number}", GAME, "anna", record)
    with refused("too-fast"):
        queue.ask("another", GAME, "anna", record)
    assert queue.ask("his", GAME, "bruno", record).state == "waiting"
    programs.background.stop()


def test_what_nobody_asks_for_any_more_is_not_begun(programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    queue = Reviews(programs.background, Shelf())
    queue.ask("one", GAME, "anna", record)
    queue.ask("two", GAME, "anna", record)
    monkeypatch.setattr(background, "PATIENCE_S", -1.0)
    programs.end("{}")
    queue.ask("one", GAME, "anna", record)
    assert len(programs.begun) == 1
    programs.background.stop()


def test_what_is_kept_is_not_computed_again(programs: Programs) -> None:
    shelf = Shelf()
    first = Reviews(programs.background, shelf)
    first.ask("one", GAME, "anna", record)
    programs.end('{"done": 1}')
    assert first.find("one", GAME).state == "done" and shelf.reviews == {"one": b'{"done": 1}'}
    later = Reviews(background := Background(programs.start), shelf)
    assert later.find("one", GAME) == later.ask("one", GAME, "anna", record) == Progress("done", 1.0, b'{"done": 1}')
    assert len(programs.begun) == 1
    for one in (programs.background, background):
        one.stop()


def test_the_edition_of_a_review_is_that_of_its_game_its_rules_and_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    known = edition(GAME)
    assert known == edition(GAME) != edition(bussolotto.game("cui-bono"))
    with monkeypatch.context() as other:
        other.setattr(GAME, "RULES", GAME.RULES + 1)
        assert edition(GAME) != known
    monkeypatch.setattr(module, "_code", lambda package: "changed" if package in module.OWN else "same")
    changed = edition(GAME)
    monkeypatch.setattr(module, "_code", lambda package: "same")
    assert changed != edition(GAME)


@full
@pytest.mark.of_files  # it is changed from outside
def test_a_review_outlives_the_server_and_a_damaged_one_is_set_aside_and_made_anew(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna, table = finished(server, GAME.NAME)
        found = reviewed(anna, table)
    with running(tmp_path) as server:
        anna = moved(anna, server)
        assert anna.ask("GET", f"{path_of(table)}?begin=false") == found
    change(tmp_path, "UPDATE reviews SET edition = 'of another'")  # which its checksum notices
    assert inspected(tmp_path) == [("review", table["match"], "checksum")]
    with running(tmp_path) as server:
        anna = moved(anna, server)
        assert anna.ask("GET", f"{path_of(table)}?begin=false")["state"] == "none"
        until(lambda: set_aside(tmp_path) == [("review", "checksum")])
        assert reviewed(anna, table) == found
    assert not set_aside(tmp_path) and not inspected(tmp_path)


def inspected(folder: Path) -> list[tuple[str, str, str]]:
    """What the doctor finds: its kind, its name and the reason."""
    with closing(connect_to_read(folder / FILE)) as database:
        return [one[:3] for one in inspection.inspect(database, persistence.read_match).findings]


@pytest.mark.parametrize("kind", [stores.SQLITE, *in_full_runs(stores.POSTGRESQL)])
def test_reviews_are_kept_for_a_time_and_so_many_and_go_with_their_match(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "chosen", kind)
    names = ["m1", "m2", "m3", "m4"]

    async def run() -> list[list[str]]:
        store = Store(stores.source_of(tmp_path), asyncio.get_running_loop())
        for number, name in enumerate(names, 1):
            match = MatchRow(number, name, "t", GAME.NAME, GAME.RULES, 2, {}, False, "program")
            await store.run(match_rows.insert(match), review_rows.keep(name, "one", name.encode(), 10 * number))
        await store.run(review_rows.keep("gone", "one", b"{}", 10))  # nothing, for there is no such match

        def kept(edition: str = "one") -> list[str]:
            return [name for name in names if review_rows.find(store, name, edition) == name.encode()]

        found = [kept(), kept("another")]
        found.append([str(number) for number in review_rows.list_expired(store, 15, 3, 50)])
        found.append([str(number) for number in review_rows.list_expired(store, 0, 2, 50)])
        await store.run(*expiry_rows.delete_ended(ExpiredMatch(2, "m2", "t")), review_rows.delete(1))
        await store.run(review_rows.keep("m3", "two", b"m3", 99))
        found += [kept(), kept("two")]
        await store.close()
        return found

    assert asyncio.run(run()) == [names, [], ["1"], ["1", "2"], ["m4"], ["m3"]]
