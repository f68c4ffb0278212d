"""Hints: given at tables that allow them, to who has to decide, and to nobody else."""

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import bussolotto
from bench.games import PEERS
from bussolotto.core.chance import Fast
from bussolotto.core.contract import Game
from bussolotto.play.match import Match
from bussolotto.search import Found
from bussolotto.server.match import hints, solving
from bussolotto.server.match.hints import Hints
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.match.planners import MOVE_MS, Planners
from bussolotto.server.match.solving import Solving
from bussolotto.server.table.preparing import Preparing
from bussolotto.server.table.table_edits import new_table
from bussolotto.solve import planning
from bussolotto.solve.advice import Advice, Adviser, exact
from tests.depth import full
from tests.moving import MovableClock
from tests.processes import start
from tests.refusals import refused
from tests.server.outside import until
from tests.server.people import PATIENCE_S, Person, Server, duel, running
from tests.server.test_planners import Compiling

SPILORCIO = bussolotto.game("spilorcio")
SOLVES = """
import time
from bussolotto.server.match import solving
print(solving.solve(("spilorcio", "--board", "standard")).pid, flush=True)
time.sleep(600)
"""
SOLVED: dict[str, Any] = {"game": "my-dice-your-dice", "options": {}, "hints": True}


def advice_path(table: dict[str, Any]) -> str:
    return f"/api/matches/{table['match']}/advice"


def legal_of(person: Person, table: dict[str, Any]) -> list[int]:
    legal: list[int] = person.ask("GET", f"/api/matches/{table['match']}")["legal"]
    return legal


def ready(person: Person, table: dict[str, Any]) -> dict[str, Any]:
    """The advice, as soon as it is there."""
    until(lambda: person.send("GET", advice_path(table)).status_code != 503)
    advice: dict[str, Any] = person.ask("GET", advice_path(table))
    return advice


def asked(server: Server, **wishes: Any) -> tuple[Person, Person, dict[str, Any]]:
    """A match of two at a table with hints: who has to decide, the other, the table."""
    anna, bruno, table = duel(server, **{**SOLVED, **wishes})
    return (anna, bruno, table) if legal_of(anna, table) else (bruno, anna, table)


def test_who_has_to_decide_is_told_the_value_of_each_choice(server: Server) -> None:
    mover, _, table = asked(server)
    advice = ready(mover, table)
    assert sorted(map(int, advice["values"])) == legal_of(mover, table)
    assert all(0 <= value <= 1 for value in advice["values"].values())
    assert advice["measure"] == "win" and advice["odds"] == []
    assert advice["version"] == mover.ask("GET", f"/api/matches/{table['match']}")["version"]


def test_nobody_else_is(server: Server) -> None:
    mover, other, table = asked(server)
    ready(mover, table)
    assert other.refused("GET", advice_path(table)) == (409, "not-your-turn")
    assert server.person("Sofia").refused("GET", advice_path(table)) == (403, "not-seated")
    assert mover.refused("GET", "/api/matches/nowhere/advice") == (404, "not-found")


@pytest.mark.parametrize("wish", [{}, {"hints": False}])
def test_tables_give_no_hints_unless_they_say_so(server: Server, wish: dict[str, bool]) -> None:
    anna, bruno, table = duel(server, game="my-dice-your-dice", options={}, **wish)
    assert not anna.ask("GET", f"/api/tables/{table['table']}")["hints"]
    assert {person.refused("GET", advice_path(table)) for person in (anna, bruno)} == {(403, "hints-off")}


def test_a_game_without_advice_cannot_have_them(server: Server) -> None:
    anna = server.person("Anna")
    wish = {"game": "raffzahn", "seats": 3, "hints": True}
    assert anna.refused("POST", "/api/tables", wish) == (409, "no-advice")
    games = {game["name"]: game["hints"] for game in anna.ask("GET", "/api/games")}
    assert {name for name, hints in games.items() if not hints} == {"bunte-kuh", "perspectives", "raffzahn"}


def test_before_and_after_the_match_there_is_nothing_to_decide(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.open_table(**SOLVED)
    assert anna.refused("GET", advice_path(table)) == (409, "not-your-turn")
    mover, _, table = asked(server)
    mover.ask("POST", f"/api/tables/{table['table']}/resign")
    assert mover.refused("GET", advice_path(table)) == (409, "not-your-turn")


def test_where_nothing_is_solved_the_best_player_advises_and_rows_have_their_chance(server: Server) -> None:
    mover, _, table = asked(server, game="spilorcio", options={"board": "1>0 1>0 1>0 1>0 1>0"})
    advice = ready(mover, table)
    assert advice["by"] == "sensible" and set(advice["best"]) <= set(legal_of(mover, table))
    assert advice["measure"] is None and advice["values"] == {}
    assert [one["goal"] for one in advice["odds"]] == [f"row {row}" for row in range(1, 6)]


def test_the_setting_outlives_the_server_and_a_rematch(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("hints")
    with running(folder) as server:
        mover, _, table = asked(server)
        cookies, before = dict(mover.http.cookies), ready(mover, table)
    with running(folder) as server:
        again = server.person()
        again.http.cookies.clear()
        again.http.cookies.update(cookies)
        assert ready(again, table)["values"] == before["values"]
        again.ask("POST", f"/api/tables/{table['table']}/resign")
        again.ask("POST", f"/api/tables/{table['table']}/rematch")
        assert again.ask("GET", f"/api/tables/{table['table']}")["hints"] is True


def test_until_tables_are_there_it_is_not_ready_and_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end = [], threading.Event()

    def slow(game: Any, view: Any, seat: int, legal: Sequence[int], mind: Any) -> Advice:
        begun.append(seat)
        assert may_end.wait(PATIENCE_S)
        return exact(dict.fromkeys(legal, 0.5), odds=[])

    monkeypatch.setattr(hints, "advice", slow)
    monkeypatch.setattr(hints, "PATIENCE_S", 0.01)
    live = live_match("my-dice-your-dice")
    seat = live.movers()[0]

    async def ask() -> None:
        asked = Hints(Solving(False))
        for _ in range(3):
            with refused("not-ready"):
                await asked.give(True, live, seat)
        may_end.set()
        monkeypatch.setattr(hints, "PATIENCE_S", PATIENCE_S)
        for _ in range(2):
            assert list((await asked.give(True, live, seat))["values"]) == live.legal(seat)

    asyncio.run(ask())
    assert begun == [seat]


@pytest.mark.parametrize(("compiled", "by"), [(None, "sensible"), (0, "search")])
def test_what_choices_are_worth_is_searched_for_among_bots_that_search_once_that_is_compiled(
    compiled: int | None, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[tuple[int, float]] = []

    def search(game: Any, view: Any, seat: int, asked: Any, milliseconds: float, facts: Any) -> Found:
        assert threading.current_thread().name.startswith("planning") and facts is None
        searched.append((seat, milliseconds))
        chosen, each = np.array(legal), np.ones(len(legal))
        return Found(chosen, each.astype(np.int64), 0.5 * each, 0.01 * each, np.eye(len(legal))[0], len(legal))

    compiling = Compiling()
    compiling.rc = compiled
    monkeypatch.setattr(planning, "measured", search)
    monkeypatch.setattr(hints, "PATIENCE_S", PATIENCE_S)
    live = live_match("cui-bono")
    seat = live.movers()[0]
    legal = live.legal(seat)
    planners = Planners(compiling.start)

    async def ask() -> Advice:
        return await Hints(Solving(False), planners).give(True, live, seat)

    found = asyncio.run(ask())
    assert found["by"] == by and compiling.begun == [("bussolotto.solve.planning", "cui-bono")]
    assert found["values"] == (dict.fromkeys(legal, 0.5) if by == "search" else {})
    assert searched == ([(seat, MOVE_MS)] if by == "search" else [])
    planners.stop()
    assert planners.search(live.match.game, str) is None  # the server stops


def test_a_game_without_players_has_no_hint_until_its_search_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or else a bot that plays anything would advise."""

    def search(game: Any, view: Any, seat: int, asked: Any, milliseconds: float, facts: Any) -> Found:
        chosen = np.array(live.legal(seat))
        return Found(chosen, chosen, 0.1 * chosen, 0 * chosen + 0.01, np.eye(len(chosen))[0], len(chosen))

    monkeypatch.setattr(hints, "PATIENCE_S", PATIENCE_S)
    monkeypatch.setattr(planning, "measured", search)
    live = live_of(PEERS["tic_tac_toe"])
    seat, compiling = live.movers()[0], Compiling()
    planners = Planners(compiling.start)

    async def ask() -> Advice:
        asked = Hints(Solving(False), planners)
        for _ in range(2):
            with refused("not-ready"):
                await asked.give(True, live, seat)
        with refused("no-advice"):
            await Hints(Solving(False)).give(True, live, seat)
        compiling.rc = 0
        return await asked.give(True, live, seat)

    assert asyncio.run(ask())["by"] == "search"
    planners.stop()


@pytest.mark.parametrize(
    ("name", "hints_on", "begun"), [("cui-bono", True, 1), ("cui-bono", False, 0), ("raffzahn", True, 0)]
)
def test_a_table_with_hints_has_them_compiled_when_it_is_opened(name: str, hints_on: bool, begun: int) -> None:
    compiling = Compiling()
    planners = Planners(compiling.start)
    tables: Any = SimpleNamespace(find=lambda _: SimpleNamespace(hints=hints_on))
    live: Any = SimpleNamespace(table="t", over=False, match=SimpleNamespace(game=bussolotto.game(name)), bots={})
    Preparing(tables, planners).admit(live)
    planners.threads.shutdown(wait=True)
    assert compiling.begun == [("bussolotto.solve.planning", name)] * begun
    planners.stop()


def live_match(name: str) -> LiveMatch:
    """A match that has begun, stored nowhere."""
    return live_of(bussolotto.game(name))


def live_of(game: Game) -> LiveMatch:
    """The same of any game; the table, of another, lends its name and its seats."""
    table = new_table("spilorcio", 2, {}, [], "open", "anna", hints=True)
    match = Match(game, 2)
    match.fall(Fast(1))
    nothing: Any = None  # nothing is stored
    live = LiveMatch(nothing, MovableClock(), 1, table.match, table.name, match, table.seats, closed=False)
    live.started_s = 1
    return live


def test_what_would_make_hints_exact_is_solved_once_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[str, ...]] = []

    def solve(wanted: tuple[str, ...]) -> subprocess.Popen[bytes]:
        begun.append(wanted)
        return start([sys.executable, "-c", "import time; time.sleep(60)"])

    monkeypatch.setattr(solving, "solve", solve)
    monkeypatch.setattr(SPILORCIO.part("advice"), "ADVISER", Adviser(lambda *_: None, lambda view: [view]))
    allowed, forbidden = Solving(True), Solving(False)
    try:
        forbidden.begin(SPILORCIO, "standard")
        allowed.begin(bussolotto.game("my-dice-your-dice"), "standard")  # has nothing to be solved ahead
        for board in ("standard", "standard", "short"):  # one at a time
            allowed.begin(SPILORCIO, board)
        assert begun == [("standard",)]
    finally:
        allowed.stop()
    allowed.begin(SPILORCIO, "standard")  # once for a server
    allowed.begin(SPILORCIO, "short")
    allowed.stop()
    assert begun == [("standard",), ("short",)]


def test_where_programs_may_not_be_put_behind_others_they_run_at_the_lowest_priority(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forbid(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0), raising=False)
    monkeypatch.setattr(os, "sched_setscheduler", forbid, raising=False)
    with solving.start_behind("platform") as process:
        assert process.wait(PATIENCE_S) == 0


@full
@pytest.mark.parametrize("is_busy", [False, True])
def test_it_is_solved_by_the_command_at_the_lowest_priority(is_busy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (1000.0 * is_busy, 0.0, 0.0), raising=False)
    with solving.solve(("--help",)) as process:
        if hasattr(os, "getpriority"):
            assert os.getpriority(os.PRIO_PROCESS, process.pid) == solving.LOWEST
        if hasattr(os, "SCHED_IDLE"):
            assert os.sched_getscheduler(process.pid) == (os.SCHED_OTHER if is_busy else os.SCHED_IDLE)
        assert process.wait(PATIENCE_S) == 0


def test_what_is_being_solved_ends_with_the_server_however_that_ends() -> None:
    with start([sys.executable, "-c", SOLVES], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        solver = int(server.stdout.readline())
        assert is_running(solver)
        server.kill()
    until(lambda: not is_running(solver))


def is_running(process: int) -> bool:
    """Does this process still run, and is not merely waiting to be reaped?"""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # the latter if it ends while this is read
        return False
