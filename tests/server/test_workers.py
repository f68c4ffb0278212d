"""Workers: what they find is what would be found here, and nothing depends on them, whatever becomes of them."""

import asyncio
import sys
import threading
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Self

import msgspec
import numpy as np
import pytest

import bussolotto
from bussolotto import players
from bussolotto.core.chance import Fast
from bussolotto.core.contract import Game
from bussolotto.play.match import Match
from bussolotto.players.planning import Looking, Planned, Planner
from bussolotto.search import Found
from bussolotto.server.bus.memory import Hub
from bussolotto.server.match import planners as module
from bussolotto.server.match import working
from bussolotto.server.match.planners import Planners
from bussolotto.server.match.working import Working
from bussolotto.server.work import offers as offering_searches
from bussolotto.server.work import programs, searches
from bussolotto.server.work.identity import identity, subject_of
from bussolotto.server.work.offers import Offers
from bussolotto.server.work.programs import (
    ACCEPTED,
    END,
    PROGRAM,
    OfferedProgram,
    ProgramJob,
    Report,
    offering,
)
from bussolotto.server.work.searches import SEARCH, SearchAnswer, SearchJob, found_in, job_of, legal_of, look_of
from bussolotto.solve.planning import Asked, Measuring, compile_for
from tests import processes
from tests.command_line import do
from tests.depth import full
from tests.server import outside
from tests.server.buses import PATIENCE_S, NatsPlace, until
from tests.server.people import Server, finished, running
from tests.server.test_planners import Compiling

GAME = bussolotto.game("cui-bono")
FEW = Planned(players.RandomPlayer, iterations=200)
COLUMNS = ("actions", "visits", "values", "errors", "strategy")


def decision(game: Game = GAME, seats: int = 3) -> tuple[Match, int]:
    """A match at its first decision, and who decides."""
    match = Match(game, seats)
    match.fall(Fast(1))
    return match, next(seat for seat in range(seats) if match.movers() >> seat & 1)


def move() -> Looking:
    match, seat = decision()
    return Looking(GAME, FEW, match.hidden(seat), seat, 5)


def sent(message: Any, kind: Any) -> Any:
    """A message as it arrives."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(message), type=kind)


def evenly(look: Any, milliseconds: float | None = None) -> Found:
    """A search that finds all actions equally good."""
    legal = legal_of(look)
    each = np.ones(len(legal))
    return Found(np.array(legal), each.astype(np.int64), each / 2, each / 9, each / len(legal), len(legal))


class Bench:
    """A server and a worker at a bus in memory."""

    def __init__(self, at_once: int = 1, start: Callable[..., Any] | None = None) -> None:
        self.hub = Hub()
        self.jobs: Counter[tuple[str, str]] = Counter()
        self.server, self.away = self.hub.join(), self.hub.join()
        self.offers = Offers(self.server, self.jobs)
        compiling = Compiling()
        compiling.rc = 0
        self.working = Working(self.away, at_once, start or compiling.start)

    async def search(self, look: Any, milliseconds: float = PATIENCE_S * 1000) -> Found | None:
        """Offer a search as a thread does."""
        return await asyncio.to_thread(self.offers.search, look, milliseconds)


def on_a_bench(use: Callable[[Bench], Awaitable[None]], **settings: Any) -> Counter[tuple[str, str]]:
    """Returns what was counted."""

    async def run() -> Counter[tuple[str, str]]:
        bench = Bench(**settings)
        await bench.working.begin()
        try:
            await use(bench)
        finally:
            await bench.working.close()
            await bench.away.close()
            await bench.server.close()
        return bench.jobs

    return asyncio.run(run())


# --- searches -----------------------------------------------------------------


def test_the_same_seed_and_iterations_give_the_same_there_as_here() -> None:
    match, seat = decision()
    view = match.hidden(seat)
    for look in (move(), Measuring(GAME, view, seat, Asked(FEW, match.legal(seat)[1]), None)):
        here = look()
        there = found_in(
            sent(searches.answer_of(look_of(sent(job_of(look, None), SearchJob))()), SearchAnswer), match.legal(seat)
        )
        assert here.iterations == there.iterations
        assert all(getattr(here, name).tolist() == getattr(there, name).tolist() for name in COLUMNS)


def test_a_job_holds_the_view_of_its_seat_and_what_that_knows_and_nothing_else() -> None:
    game = bussolotto.game("eintrichtern")
    match, seat = decision(game, 2)
    secret = match.state  # whoever passes it by mistake
    facts = {(3, 1): 4}
    job = sent(job_of(Measuring(game, secret, seat, Asked(FEW), facts), 400), SearchJob)
    assert job.view == match.view_bytes(seat) != bytes(secret)
    assert job.facts == facts
    assert set(SearchJob.__struct_fields__) == {
        "identity", "edition", "kind", "game", "view", "seat", "plan", "milliseconds", "seed", "choice", "facts",
    }  # fmt: skip


def test_what_no_message_holds_is_not_offered() -> None:
    match, seat = decision()
    look = Measuring(GAME, match.hidden(seat), seat, Asked(FEW), object())
    with pytest.raises(searches.CannotBeSent):
        job_of(look, 1)

    async def use(bench: Bench) -> None:
        assert await bench.search(look) is None

    assert on_a_bench(use) == {("hint", "here"): 1}


def test_a_worker_searches_so_many_at_a_time_and_says_that_it_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def slowly(look: Any, milliseconds: float | None = None) -> Found:
        begun.set()
        assert may_end.wait(PATIENCE_S)
        return evenly(look)

    monkeypatch.setattr(Looking, "__call__", slowly)

    async def use(bench: Bench) -> None:
        first = asyncio.create_task(bench.search(move()))
        await asyncio.to_thread(begun.wait, PATIENCE_S)
        assert await bench.search(move()) is None
        may_end.set()
        assert (await first) is not None

    assert on_a_bench(use) == {("move", "worker"): 1, ("move", "here"): 1}


@pytest.mark.parametrize("changed", [{"identity": "another"}, {"edition": "another"}])
def test_a_worker_with_another_software_does_not_compute(changed: dict[str, str]) -> None:
    async def use(bench: Bench) -> None:
        job = msgspec.structs.replace(job_of(move(), 1), **changed)
        answer = await bench.working.search(msgspec.msgpack.encode(job))
        assert msgspec.msgpack.decode(answer, type=SearchAnswer).refused == "another-version"

    on_a_bench(use)


def test_a_worker_does_not_search_before_it_has_compiled() -> None:
    compiling = Compiling()

    async def use(bench: Bench) -> None:
        assert await bench.search(move()) is None
        assert compiling.begun == [("bussolotto.solve.planning", "cui-bono")]

    assert on_a_bench(use, start=compiling.start) == {("move", "here"): 1}


GOOD = SearchAnswer("", [1, 2], [1, 3], [0.5, 0.5], [0.1, 0.1], [0.0, 1.0], 4)
WRONG = [
    {"refused": "failed"},
    {"actions": [1, 3]},  # one of them is not legal
    {"actions": [1]},
    {"visits": [1]},
    {"visits": [1, -1]},
    {"values": [0.5, float("nan")]},
    {"values": [0.5, 1.5]},
    {"errors": [0.1, float("inf")]},
    {"errors": [0.1, -0.1]},
    {"strategy": [0.0, 0.0]},
    {"strategy": [2.0, -1.0]},
]


@pytest.mark.parametrize("wrong", WRONG)
def test_what_cannot_have_been_found_is_not_used(wrong: dict[str, Any]) -> None:
    assert found_in(GOOD, [1, 2]).best == 2
    with pytest.raises(ValueError, match="a worker"):
        found_in(msgspec.structs.replace(GOOD, **wrong), [1, 2])


@pytest.mark.parametrize("answer", [b"", b"\xc1", msgspec.msgpack.encode(GOOD), msgspec.msgpack.encode({"visits": 1})])
def test_a_damaged_answer_is_computed_here_and_nobody_is_asked_for_a_while(
    answer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    async def wrong(message: bytes) -> bytes:
        nonlocal asked
        asked += 1
        return answer

    async def use(bench: Bench) -> None:
        await bench.working.close()
        await bench.away.serve(subject_of(SEARCH), working.GROUP, wrong)
        assert await bench.search(move()) is None
        assert await bench.search(move()) is None
        assert asked == 1
        monkeypatch.setattr(bench.offers, "_rests_until_s", 0.0)
        assert await bench.search(move()) is None
        assert asked == 2

    assert on_a_bench(use) == {("move", "failed"): 2, ("move", "here"): 3}


def test_a_search_that_a_worker_cannot_do_fails_there_and_is_done_here(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(look: Any, milliseconds: float | None = None) -> Found:
        raise ZeroDivisionError

    monkeypatch.setattr(Looking, "__call__", fail)

    async def use(bench: Bench) -> None:
        assert await bench.search(move()) is None
        damaged = await bench.working.search(b"nonsense")
        assert msgspec.msgpack.decode(damaged, type=SearchAnswer).refused == "failed"

    assert on_a_bench(use) == {("move", "failed"): 1, ("move", "here"): 1}
    assert "ZeroDivisionError" in caplog.text


def test_a_bot_plays_within_its_time_though_the_worker_has_died_in_the_middle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[float | None] = []

    def here(look: Any, milliseconds: float | None = None) -> Found:
        searched.append(milliseconds)
        return evenly(look)

    async def be_silent(message: bytes) -> None:
        return None

    monkeypatch.setattr(Looking, "__call__", here)
    monkeypatch.setattr(module, "MOVE_MS", 30)
    monkeypatch.setattr(offering_searches, "SLACK_S", 0.01)
    monkeypatch.setattr(offering_searches, "REST_S", 600.0)  # however slow this machine is
    compiling = Compiling()
    compiling.rc = 0

    async def use(bench: Bench) -> None:
        await bench.working.close()
        await bench.away.serve(subject_of(SEARCH), working.GROUP, be_silent)
        planners = Planners(compiling.start, offers=bench.offers)
        match, seat = decision()
        player = players.player("hard", GAME)
        planners.brief(player, GAME)
        assert isinstance(player, Planner)
        for _ in range(2):  # who did not answer is not asked again at once
            chosen = await asyncio.get_running_loop().run_in_executor(
                planners.bots, player.choose, match.hidden(seat), match.legal(seat), Random(1)
            )
            assert chosen is not None
            assert chosen[0] in match.legal(seat)
        planners.stop()

    assert on_a_bench(use) == {("move", "failed"): 1, ("move", "here"): 2}
    assert searched == [30, 30]  # for as long as bots may search here


@pytest.mark.parametrize("kind", ["hint", "move"])
def test_hints_and_bots_are_searched_for_by_workers_and_not_in_threads_of_the_server(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float | None] = []

    def there(look: Any, milliseconds: float | None = None) -> Found:
        asked.append(milliseconds)
        return evenly(look)

    for look in (Looking, Measuring):
        monkeypatch.setattr(look, "__call__", there)
    monkeypatch.setattr(offering_searches, "SLACK_S", PATIENCE_S)  # however slow this machine is
    compiling = Compiling()
    compiling.rc = 0
    match, seat = decision()
    view, legal = match.hidden(seat), match.legal(seat)

    async def use(bench: Bench) -> None:
        planners = Planners(compiling.start, offers=bench.offers)
        planners.threads.shutdown()  # nothing can be searched for there
        player = players.player("hard", GAME)
        planners.brief(player, GAME)
        if kind == "hint":
            found = await asyncio.to_thread(planners.search, GAME, Measuring(GAME, view, seat, Asked(FEW), None))
            assert found is not None
            assert found.actions.tolist() == legal
        else:
            chosen = await asyncio.get_running_loop().run_in_executor(
                planners.bots, player.choose, view, legal, Random(1)
            )
            assert chosen is not None
            assert chosen[0] in legal
        planners.stop()

    assert on_a_bench(use) == {(kind, "worker"): 1}
    assert asked == [module.MOVE_MS]


# --- programs -----------------------------------------------------------------


class Program:
    """A program that writes what it is told to, and ends when it is told to."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, ...]] = []
        self.returncode: int | None = None
        self.ended = False

    def start(self, module: str, *words: str) -> Any:
        self.begun.append((module, Path(words[0]).read_text(encoding="utf-8"), *words[2:]))
        self.target = Path(words[1])
        self.ended, self.returncode = False, None
        return self

    def write(self, text: str, ending: str = "") -> None:
        Path(f"{self.target}{ending}").write_text(text, encoding="utf-8")

    def poll(self) -> int | None:
        return self.returncode

    def terminate(self) -> None:
        self.ended, self.returncode = True, -15

    def wait(self) -> None:
        return None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        return None


class Study:
    """A study that a server asks for: there is a program at the worker, and one here."""

    def __init__(self, folder: Path) -> None:
        self.there, self.here = Program(), Program()
        self.source, self.target = folder / "question", folder / "answer"
        self.source.write_text("?", encoding="utf-8")

    def begin(self, bench: Bench) -> OfferedProgram:
        start = offering(bench.offers, self.here.start)
        found = start("bussolotto.study.lab", str(self.source), str(self.target))
        assert isinstance(found, OfferedProgram)
        return found

    def answer(self) -> str:
        return self.target.read_text(encoding="utf-8") if self.target.exists() else ""


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Study:
    monkeypatch.setattr(working, "REPORT_S", 0.002)
    return Study(tmp_path)


def test_a_worker_runs_a_program_and_tells_how_far_it_is(study: Study) -> None:
    async def use(bench: Bench) -> None:
        with study.begin(bench) as program:
            await until(lambda: study.there.begun)
            study.there.write('{"part": 1}')
            await until(lambda: study.answer() == '{"part": 1}')
            assert program.poll() is None
            study.there.write('{"part": 2}')
            study.there.returncode = 0
            await until(lambda: program.poll() is not None)
            assert (program.returncode, study.answer()) == (0, '{"part": 2}')

    assert on_a_bench(use, start=study.there.start) == {("study", "worker"): 1}
    assert study.there.begun == [("bussolotto.study.lab", "?")] and not study.here.begun


def test_a_program_that_nobody_wants_any_more_ends_at_the_worker(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "UNHEARD_S", 0.02)

    async def use(bench: Bench) -> None:
        with study.begin(bench) as program:
            await until(lambda: study.there.begun)
            program.terminate()
        await until(lambda: study.there.ended)

    assert not on_a_bench(use, start=study.there.start)
    assert not study.here.begun


def test_without_a_worker_or_a_bus_a_program_runs_here_at_once(study: Study) -> None:
    def has_begun(times: int) -> bool:
        return len(study.here.begun) == times

    async def use(bench: Bench) -> None:
        await bench.working.close()
        for times in (1, 2):
            program = study.begin(bench)
            await until(partial(has_begun, times))
            study.here.returncode = 0
            assert program.poll() == 0
            bench.hub.runs = False

    assert on_a_bench(use) == {("study", "here"): 2}


def dies(study: Study, bench: Bench) -> None:
    bench.working._programs.pop().cancel()


def fails(study: Study, bench: Bench) -> None:
    study.there.returncode = 1


def brings_nothing(study: Study, bench: Bench) -> None:
    study.target.unlink()
    study.there.returncode = 0


def lies(study: Study, bench: Bench) -> None:
    study.there.write("no JSON")


def is_too_much(study: Study, bench: Bench) -> None:
    digits = "".join(map(str, np.random.default_rng(1).integers(0, 10**9, 300_000)))
    study.there.write(f'["{digits}"]')


@pytest.mark.parametrize("happens", [dies, fails, brings_nothing, lies, is_too_much])
def test_whatever_becomes_of_a_worker_in_the_middle_the_program_is_begun_again_here(
    happens: Callable[[Study, Bench], None], study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "SILENT_S", PATIENCE_S)

    async def use(bench: Bench) -> None:
        program = study.begin(bench)
        await until(lambda: study.there.begun)
        study.there.write('{"part": 1}')
        await until(study.answer)
        if happens is dies:  # from the next report on
            monkeypatch.setattr(programs, "SILENT_S", 1.0)
        study.there.write('{"part": 2}')
        await until(lambda: study.answer() == '{"part": 2}')
        happens(study, bench)
        await until(lambda: study.here.begun)
        study.here.write('{"whole": 1}')
        study.here.returncode = 0
        assert program.poll() == 0

    counted = on_a_bench(use, start=study.there.start)
    assert counted == {("study", "failed"): 1, ("study", "here"): 1}


def test_a_worker_that_nobody_hears_ends_its_program(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "UNHEARD_S", 0.02)

    async def use(bench: Bench) -> None:
        study.begin(bench)
        await until(lambda: study.there.begun)
        await bench.server.close()
        await until(lambda: study.there.ended)

    on_a_bench(use, start=study.there.start)


def test_reports_that_come_twice_or_late_or_damaged_change_nothing(study: Study) -> None:
    async def use(bench: Bench) -> None:
        asked: list[ProgramJob] = []

        async def accept(message: bytes) -> bytes:
            asked.append(msgspec.msgpack.decode(message, type=ProgramJob))
            return ACCEPTED

        await bench.working.close()
        await bench.away.serve(subject_of(PROGRAM), working.GROUP, accept)
        program = study.begin(bench)
        await until(lambda: asked)

        async def report(message: bytes) -> bytes:
            return await program._hear(message)

        pack = zlib.compress
        done = msgspec.msgpack.encode(Report({"": pack(b'{"whole": 1}')}, 0))
        with pytest.raises(msgspec.MsgspecError):  # which its bus notes and drops
            await report(b"nonsense")
        assert await report(done) == END
        assert await report(done) == END
        assert await report(msgspec.msgpack.encode(Report({"": pack(b"{}")}))) == END
        await until(lambda: program.poll() == 0)
        assert study.answer() == '{"whole": 1}'

    assert on_a_bench(use) == {("study", "worker"): 1}


@pytest.mark.parametrize(
    "files",
    [{"/../x": b""}, {"": b"not compressed"}, {"": zlib.compress(b"{}")[:-1]}, {".seats": b""}],
)
def test_a_report_writes_nothing_but_what_its_kind_has(files: dict[str, bytes], study: Study) -> None:
    async def use(bench: Bench) -> None:
        await bench.working.close()
        program = study.begin(bench)
        await program._hear(msgspec.msgpack.encode(Report(files)))
        await until(lambda: study.here.begun)
        assert sorted(file.name for file in study.target.parent.iterdir()) == ["question"]

    on_a_bench(use)


@pytest.mark.parametrize(
    "job",
    [
        b"nonsense",
        ProgramJob("another", "study", "n", zlib.compress(b"?"), []),
        ProgramJob(identity(), "shell", "n", zlib.compress(b"?"), []),
        ProgramJob(identity(), "study", "n", b"?", []),
        ProgramJob(identity(), "study", "n", zlib.compress(b"?"), ["a", "b"]),
    ],
)
def test_a_worker_runs_nothing_else(job: Any) -> None:
    async def use(bench: Bench) -> None:
        message = job if isinstance(job, bytes) else msgspec.msgpack.encode(job)
        assert await bench.working.accept(message) == programs.REFUSED

    on_a_bench(use)


def test_programs_that_workers_do_not_have_run_here_as_ever(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        here = Program()
        (tmp_path / "f").write_text("?", encoding="utf-8")
        words = (str(tmp_path / "f"), str(tmp_path / "g"))
        assert offering(bench.offers, here.start)("bussolotto.server.match.dice_program", *words) is here

    on_a_bench(use)


# --- real ones ----------------------------------------------------------------


class Worker:
    """A worker process at a bus. What it logs goes to a file."""

    def __init__(self, folder: Path, place: NatsPlace) -> None:
        self._log = folder / "worker.log"
        command = [sys.executable, "-m", "bussolotto", "worker", "--bus", place.address, "--log", "text"]
        with self._log.open("w") as log:
            self.process = processes.start(command, stdout=log, stderr=log, text=True)
        with processes.starting(self.process):
            self.wait_for(place.address)

    def has(self, words: str) -> bool:
        """Whether it has logged this."""
        return words in self._log.read_text()

    def wait_for(self, words: str) -> None:
        outside.until(lambda: self.has(words))

    def end(self) -> None:
        with self.process:
            self.process.kill()


@contextmanager
def site(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, NatsPlace, Worker]]:
    """A server, a bus and a worker, each a process of its own."""
    place = NatsPlace()
    try:
        worker = Worker(folder, place)
        monkeypatch.setenv("BUSSOLOTTO_BUS", place.address)
        try:
            with running(folder / "data") as server:
                yield server, place, worker
        finally:
            worker.end()
    finally:
        place.stop()


def reviewed(server: Server) -> dict[str, Any]:
    """The review of a match that was played to its end."""
    anna, table = finished(server, "my-dice-your-dice")
    path = f"/api/matches/{table['match']}/review"
    outside.until(lambda: anna.ask("GET", path)["state"] == "done", patience_s=outside.REVIEWED_S)
    found: dict[str, Any] = anna.ask("GET", path)["review"]
    return found


def test_a_review_is_made_by_a_worker_which_ends_when_it_is_told_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with site(tmp_path, monkeypatch) as (server, _, worker):
        assert reviewed(server)["names"] == ["Anna", "random"]
        worker.wait_for("kind=review")
        worker.process.terminate()
        assert worker.process.wait(PATIENCE_S) == 0


@full
def test_bots_search_at_a_worker_and_here_when_the_bus_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compile_for(bussolotto.game("cui-bono"))  # the worker would, with the lowest priority
    with site(tmp_path, monkeypatch) as (server, place, worker):
        anna = server.person("Anna")
        bots = [{"seat": seat, "player": "hard"} for seat in (1, 2)]
        moved = False
        while not moved:
            table = anna.open_table(3, game="cui-bono", bots=bots, options={})
            anna.ask("POST", f"/api/tables/{table['table']}/start")
            with anna.page(table["match"]) as page:
                page.resume()
                for _ in range(3):
                    page.play()
            moved = worker.has("kind=move")
        place.stop()
        with anna.page(table["match"]) as page:
            page.resume()
            page.play()
            page.turn()


def test_a_server_without_a_bus_imports_nothing_of_it(tmp_path: Path) -> None:
    program = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "import bussolotto.cli, bussolotto.server.app.application\n"
        "from bussolotto.server.app.services import Settings, start_services\n"
        "async def run():\n"
        "    services = await start_services(Settings(Path(sys.argv[1]), solve=True, lab=True))\n"
        "    await services.close()\n"
        "asyncio.run(run())\n"
        "own = {name for name in sys.modules if name.startswith(('bussolotto.server.bus', 'bussolotto.server.work'))}\n"
        "assert not own and not any(name.partition('.')[0] == 'nats' for name in sys.modules), own\n"
    )
    processes.run([sys.executable, "-c", program, str(tmp_path)], check=True)


@pytest.mark.parametrize("command", [("serve", "--no-browser", "--port", "0", "--data"), ("worker",)])
def test_a_bus_that_is_no_address_is_refused(command: tuple[str, ...], tmp_path: Path) -> None:
    words = [*command, *([str(tmp_path)] if "--data" in command else []), "--bus", "localhost:4222"]
    result = do(*words)
    assert result.exit_code == 2
    assert "localhost:4222 is not the address of a bus" in result.output
