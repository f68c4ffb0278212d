"""Clocks: what a decision costs, when nobody's time runs, who runs out, and what a restart leaves."""

import json
from pathlib import Path
from typing import Any

import pytest

from bussolotto.server.match.clocks import GRACE_S, RETURN_S, Clocks
from bussolotto.server.protocol import Clock
from tests.moving import MovableClock
from tests.server import stores
from tests.server.outside import until
from tests.server.people import Person, Server, duel, opened, running
from tests.server.test_away import looking, path
from tests.server.test_restart import moved


@pytest.fixture
def hours() -> MovableClock:
    return MovableClock()


def of(
    hours: MovableClock, move_s: int | None = None, bank_s: int | None = None, increment_s: int = 0, seats: int = 2
) -> Clocks:
    return Clocks(Clock(move_s, bank_s, increment_s), 1, seats, hours)


def left_s(found: Clocks) -> list[int]:
    return [round(left_ms / 1000) for left_ms in found.view().left_ms]


def decide(found: Clocks, seat: int, following: list[int]) -> None:
    """This seat decides, which is stored; then these are to."""
    found.record_decision(seat)
    found.settle(stored=True)
    found.go(following)


def test_a_bank_alone_is_a_chess_clock_with_an_increment(hours: MovableClock) -> None:
    found = of(hours, bank_s=60, increment_s=5)
    found.go([0])
    hours.advance(20)
    assert left_s(found) == [40, 60]
    decide(found, 0, [1])
    hours.advance(1)
    assert left_s(found) == [45, 59]
    decide(found, 1, [0])
    assert left_s(found) == [45, 64]


def test_time_for_a_move_comes_before_the_bank(hours: MovableClock) -> None:
    found = of(hours, move_s=30, bank_s=60)
    found.go([0])
    hours.advance(30)
    decide(found, 0, [1])
    assert left_s(found) == [90, 90]
    hours.advance(50)
    assert left_s(found) == [90, 40]
    decide(found, 1, [0])
    assert left_s(found) == [90, 70]  # the bank has paid twenty, and the next move has its thirty again


def test_time_for_a_move_alone_is_a_limit(hours: MovableClock) -> None:
    found = of(hours, move_s=30)
    late: list[int] = []
    found.out = late.append
    found.go([0])
    hours.advance(29)
    decide(found, 0, [1])
    hours.advance(29.9)
    assert late == []
    hours.advance(0.2)
    assert late == [1] and left_s(found) == [30, 0]
    hours.advance(100)
    assert late == [1], "told once"


def test_everybody_who_may_act_runs_and_pays_when_he_may_no_more(hours: MovableClock) -> None:
    found = of(hours, bank_s=60, increment_s=5, seats=3)
    found.go([0, 1, 2])
    assert found.view().running == [0, 1, 2]
    hours.advance(10)
    decide(found, 0, [1, 2])
    hours.advance(10)
    decide(found, 1, [0])  # seat 2 need not act any more: it has paid, and gets no increment
    assert left_s(found) == [55, 45, 40]


def test_several_may_run_out_at_different_times(hours: MovableClock) -> None:
    found = of(hours, bank_s=60, seats=3)
    late: list[int] = []
    found.out = late.append
    found.go([0])
    hours.advance(15)
    decide(found, 0, [0, 1])
    hours.advance(45)
    assert late == [0]
    hours.advance(15)
    assert late == [0, 1]


def test_a_rest_and_what_is_being_stored_cost_nothing(hours: MovableClock) -> None:
    found = of(hours, bank_s=60)
    found.go([0], rest_ms=1500)
    assert found.view().rest_ms == 1500
    hours.advance(1.5)
    assert left_s(found) == [60, 60]
    hours.advance(10)
    found.record_decision(0)
    hours.advance(1000)  # a slow disk
    found.settle(stored=True)
    found.go([0])
    assert left_s(found) == [50, 60] and not found._told


def test_what_was_not_stored_goes_on(hours: MovableClock) -> None:
    found = of(hours, bank_s=60, increment_s=5)
    found.go([0])
    hours.advance(10)
    found.record_decision(0)
    found.settle(stored=False)
    found.go([0])
    hours.advance(10)
    assert left_s(found) == [40, 60]


def test_a_bot_and_who_says_how_real_dice_fell_get_no_increment(hours: MovableClock) -> None:
    found = of(hours, bank_s=60, increment_s=5)
    found.go([])
    decide(found, 1, [])
    decide(found, 15, [0])  # chance, drawn by the program
    assert left_s(found) == [60, 60]


def test_who_is_back_has_a_rest_at_least(hours: MovableClock) -> None:
    found = of(hours, move_s=10, bank_s=60)
    found.go([0])
    hours.advance(70)
    found.go([])
    found.readmit(0)
    found.go([0])
    assert left_s(found) == [10 + RETURN_S, 70]


def test_who_is_back_has_it_though_the_decision_of_another_is_just_being_stored(hours: MovableClock) -> None:
    found = of(hours, bank_s=60)
    found.go([0])
    hours.advance(70)
    found.go([1])
    found.record_decision(1)
    found.readmit(0)
    found.settle(stored=True)
    found.go([0])
    assert left_s(found) == [RETURN_S, 60]


def test_after_a_restart_the_time_between_counts_but_for_a_grace(hours: MovableClock) -> None:
    before = of(hours, bank_s=600)
    before.go([0])
    hours.advance(100)
    _, (_, content, *_) = before.record_decision(0)
    hours.advance(300)
    after = of(hours, bank_s=600)
    after.restore(content, [0], GRACE_S["live"])
    assert left_s(after) == [200, 600]
    hours.advance(100_000)
    after.restore(content, [0, 1], GRACE_S["live"])
    assert left_s(after) == [60, 60]
    after.go([0, 1])
    hours.advance(40)
    decide(after, 0, [1])
    after.go([1])
    assert left_s(after)[1] == 20
    after.restore(content, [1], GRACE_S["days"])
    assert left_s(after) == [500, 3600]


def mover(*people: Person, table: dict[str, Any]) -> int:
    return next(seat for seat, one in enumerate(people) if one.ask("GET", f"/api/matches/{table['match']}")["legal"])


def test_whose_time_runs_out_is_played_for_and_asks_for_his_seat(server: Server) -> None:
    with server.time.stands():
        anna, bruno, table = duel(server, clock={"bank_s": 600})
        people = (anna, bruno)
        slow = mover(*people, table=table)
        with looking(people[slow], table) as own, looking(people[1 - slow], table) as other:
            server.time.advance(599)
            assert other.resume()["version"] == own.position["version"] and not other.table["seats"][slow]["late"]
            server.time.advance(2)
            told = other.hear("table", lambda told: told["table"]["seats"][slow]["late"])["table"]
            seat = told["seats"][slow]
            assert (seat["kind"], seat["away"], seat["left"]) == ("bot", True, False)
            assert own.act(0, version=0)["code"] == "bot-plays"
            back = people[slow].ask("POST", path(table, f"/seats/{slow}"))
            assert back["seats"][slow]["kind"] == "person" and not back["seats"][slow]["late"]
            assert back["clock"]["left_ms"][slow] == 1000 * RETURN_S
            assert own.act(0, version=0)["code"] != "bot-plays"


def test_how_the_clocks_stand_is_told_with_every_decision(server: Server) -> None:
    anna, bruno, table = duel(server, clock={"move_s": 600, "bank_s": 900, "increment_s": 20})
    people = (anna, bruno)
    first = mover(*people, table=table)
    with looking(people[first], table) as page:
        clock = page.table["clock"]
        assert {key: clock[key] for key in ("move_s", "bank_s", "increment_s", "running", "rest_ms")} == {
            "move_s": 600,
            "bank_s": 900,
            "increment_s": 20,
            "running": [first],
            "rest_ms": 0,
        }
        assert clock["left_ms"][1 - first] == 1_500_000 and clock["left_ms"][first] <= 1_500_000
        page.play()
        told = page.hear("table")["table"]["clock"]
        assert told["left_ms"][first] > 1_500_000, "the increment"


def test_what_is_left_is_stored_with_the_decision(tmp_path: Path) -> None:
    """A real restart, after which an hour seems to have passed, or none."""
    clock = {"bank_s": 36_000, "increment_s": 300}
    with running(tmp_path) as server:
        anna, bruno, table = duel(server, clock=clock)
        people = (anna, bruno)
        first = mover(*people, table=table)
        with looking(people[first], table) as page:
            page.play()
        opened.close()
        server.kill()
    for passed_s, least_s in ((3600, 36_000 - 3600 - 100), (40_000, 30)):
        move_back(tmp_path, passed_s)
        with running(tmp_path) as server:
            again = [moved(person, server) for person in people]
            deciding = mover(*again, table=table)
            told = again[0].ask("GET", path(table))["clock"]
            assert told["running"] == [deciding]
            bank_s = 36_300 if deciding == first else 36_000
            assert least_s < told["left_ms"][deciding] / 1000 <= max(60, bank_s - passed_s)
            assert told["left_ms"][1 - deciding] / 1000 > 35_900
            opened.close()
            server.kill()


def move_back(folder: Path, seconds: int) -> None:
    """As if the last decision had been stored so much earlier than the last time this was called."""
    with stores.database(folder) as connection:
        (content,) = connection.execute("SELECT content FROM clocks").fetchone()
        stand = json.loads(content)
        stand["at_s"] -= seconds
        connection.execute("UPDATE clocks SET checksum = NULL, content = ?", (json.dumps(stand),))


@pytest.mark.parametrize(
    ("game", "clock", "code"),
    [
        ("raffzahn", {"move_s": 30}, "clock-in-race"),
        ("spilorcio", {}, "bad-clock"),
        ("spilorcio", {"move_s": 30, "increment_s": 5}, "bad-clock"),
        ("spilorcio", {"move_s": 0}, "bad-request"),
        ("spilorcio", {"bank_s": 60, "moves": 3}, "bad-request"),
    ],
)
def test_clocks_that_cannot_be(server: Server, game: str, clock: dict[str, int], code: str) -> None:
    wish = {"game": game, "seats": 3, "sit": 0, "clock": clock}
    assert server.person().refused("POST", "/api/tables", wish)[1] == code


def test_a_table_without_a_clock_stores_none(server: Server) -> None:
    anna, _, table = duel(server)
    assert anna.ask("GET", path(table))["clock"] is None


def test_no_time_runs_while_people_roll_real_dice(server: Server) -> None:
    anna, bruno, table = duel(server, clock={"bank_s": 600}, dice="real")
    told = anna.ask("GET", path(table))["clock"]
    assert (told["running"], told["left_ms"]) == ([], [600_000, 600_000])
    with looking(anna, table) as page:
        due = page.position["throw"]
        while not page.table["clock"]["running"]:
            due = page.position["throw"]
            page.say(type="throw", id=next(page.ids), version=page.position["version"], outcomes=due["outcomes"][:1])
            page.hear("table")
        assert mover(anna, bruno, table=table) == page.table["clock"]["running"][0]
        assert page.table["clock"]["left_ms"] == pytest.approx([600_000, 600_000], abs=10_000)


def test_in_a_match_over_days_the_clock_counts_though_nobody_looks(server: Server) -> None:
    anna, bruno, table = duel(server, pace="days", clock={"move_s": 86_400})
    slow = mover(anna, bruno, table=table)
    server.time.advance(86_400)
    until(lambda: anna.ask("GET", path(table))["seats"][slow]["late"])
    told = anna.ask("GET", path(table))["seats"][slow]
    assert (told["kind"], told["away"]) == ("bot", True)


def test_clocks_run_on_after_a_restart_though_nobody_looks(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna, bruno, table = duel(server, clock={"bank_s": 600})
        slow = mover(anna, bruno, table=table)
        opened.close()
        server.kill()
    move_back(tmp_path, 1000)
    with running(tmp_path) as server:
        server.time.advance(GRACE_S["live"])
        until(lambda: stored_seats(tmp_path)[slow]["late"])
        assert stored_seats(tmp_path)[slow]["player"]


def stored_seats(folder: Path) -> list[dict[str, Any]]:
    """Who sits at the one table of this folder, without asking the server."""
    with stores.database(folder) as connection:
        (content,) = connection.execute("SELECT content FROM tables").fetchone()
    seats: list[dict[str, Any]] = json.loads(content)["seats"]
    return seats
