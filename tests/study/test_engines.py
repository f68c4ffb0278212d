"""Engines: results in order whoever works, the same bits; workers of a cluster that die, come late, or are refused."""

import json
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import fields
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bussolotto.core import errors
from bussolotto.games.cincinnati import openings
from bussolotto.play import engines
from bussolotto.play.engines import Cluster, Engine, Here, Processes, Threads
from bussolotto.study import keeping, matches
from bussolotto.study.matches import MatchConfig, Results, validate
from tests import processes
from tests.command_line import do, done
from tests.depth import full, in_full_runs
from tests.ports import reserve_port
from tests.refusals import refused
from tests.study.clusters import Town, squared, town

BOTS = validate(MatchConfig("my-dice-your-dice", ("perfect", "random"), seed=11))
STUDY = ["study", "spilorcio", "--change", "loan=five", "--option", "board=short", "--matches", "40"]
STUDY += ["--quick", "--no-html", "--json"]
TOURNAMENT = ["tournament", "spilorcio", "--players", "sensible,random", "--matches", "40", "--json"]
RANDOM = validate(MatchConfig("spilorcio", ("random", "random"), seed=11))


@pytest.fixture(scope="module", autouse=True)
def patient() -> Iterator[None]:
    """Clusters may take a minute to answer: this machine may have much else to do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engines, "PATIENCE_S", 60.0)
        yield


@pytest.fixture(scope="module")
def two() -> Iterator[Town]:
    """A cluster of two workers."""
    with town() as here:
        here.start_workers(2)
        here.joined(2).close()
        yield here


@pytest.fixture
def cluster(two: Town) -> Iterator[Cluster]:
    """Who sends work there."""
    found = Cluster(two.address)
    yield found
    found.close()


def tasks(cluster: Cluster) -> int:
    """How many tasks the scheduler knows of."""
    return int(cluster._client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)))


def empty(cluster: Cluster) -> bool:
    """Is nothing left to do there, a minute later at most?"""
    limit = time.monotonic() + 60
    while tasks(cluster) and time.monotonic() < limit:
        time.sleep(0.05)
    return not tasks(cluster)


@pytest.mark.parametrize("engine", [Here, Threads, lambda: Processes(2)], ids=["here", "threads", "processes"])
def test_results_come_in_the_order_of_the_items(engine: Any) -> None:
    by: Engine = engine()
    assert [square for square, _ in by.map(squared, range(30))] == [number**2 for number in range(30)]
    by.close()


def test_items_are_taken_as_they_are_wanted() -> None:
    by = Threads(2)
    endless = by.map(squared, count())
    assert [next(endless)[0] for _ in range(3)] == [0, 1, 4]
    by.close()


class TestCluster:
    @pytest.mark.parametrize(
        ("setting", "wanted"), [(RANDOM, 12_000), *in_full_runs((BOTS, 90))], ids=["compiled", "bots"]
    )
    def test_matches_are_bit_for_bit_those_of_one_machine(
        self, cluster: Cluster, setting: MatchConfig, wanted: int
    ) -> None:
        there, here = (list(matches.play_batches(setting, wanted, engine=engine)) for engine in (cluster, Here()))
        assert [len(batch) for batch in there] == [len(batch) for batch in here]
        for name in (each.name for each in fields(Results)):
            for one, other in zip(there, here, strict=True):
                assert np.array_equal(getattr(one, name), getattr(other, name)), name

    @full
    def test_openings_are_solved_to_the_same_digits(self, cluster: Cluster) -> None:
        wanted = list(openings.openings((3,)))[20:24]
        choices = cluster.map(openings.chosen, wanted), map(openings.chosen, wanted)
        there, here = (openings.Solution(wanted, [*each]) for each in choices)
        assert openings.as_json(there) == openings.as_json(here)

    def test_who_stops_asking_leaves_nothing_there(self, cluster: Cluster) -> None:
        endless = cluster.map(squared, count())
        assert [next(endless)[0] for _ in range(5)] == [0, 1, 4, 9, 16]
        assert tasks(cluster)
        endless.close()  # type: ignore[attr-defined]  # a generator
        assert empty(cluster)

    def test_ctrl_c_sums_up_and_leaves_nothing_there(self, two: Town, cluster: Cluster) -> None:
        command = [*two.simulate, "--json"]
        command[command.index("60")] = "1000000"
        process = processes.start(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while tasks(cluster) < cluster._room():  # then it waits for what the first of them finds
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        told, said = process.communicate(timeout=60)
        assert process.returncode == 130 and "Traceback" not in said
        assert json.loads(told)["interrupted"]
        assert empty(cluster)

    @full
    def test_the_command_of_the_page_says_what_it_says_without_a_cluster(self, two: Town) -> None:
        alone = two.simulate[: two.simulate.index("--cluster")]
        answers = [processes.run(command, capture_output=True, check=True) for command in (two.simulate, alone)]
        assert answers[0].stdout == answers[1].stdout != b""

    @pytest.mark.parametrize("command", [STUDY, TOURNAMENT], ids=["study", "tournament"])
    def test_a_study_and_a_tournament_say_the_same_with_a_cluster(
        self, two: Town, command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        told = []
        for number, where in enumerate(([], ["--cluster", two.address])):
            monkeypatch.setattr(keeping, "root", lambda here=tmp_path / str(number): here)
            told.append(json.loads(done(*command, *where).stdout))
            told[-1].pop("command", None)
        assert told[0] == told[1]

    def test_what_fails_there_fails_here(self, cluster: Cluster) -> None:
        with pytest.raises(TypeError):
            list(cluster.map(squared, ["two"]))  # type: ignore[arg-type]  # that is the point
        assert empty(cluster)

    @pytest.mark.parametrize("what", ["bussolotto", "sources", "python", "numpy", "numba"])
    def test_another_version_is_refused_before_any_work(
        self, two: Town, what: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        differing(monkeypatch, what)
        with refused("worker-differs", match=rf"another version of {what}: .*, here it is 9\.9"):
            Cluster(two.address)

    def test_another_version_that_came_late_is_refused(self, cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
        differing(monkeypatch, "sources")
        with refused("worker-differs", match="sources"):
            list(cluster.map(squared, range(3)))


def differing(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Be somebody who has another version of something."""
    true = engines.identity()
    assert what in true
    monkeypatch.setattr(engines, "_identity", lambda: {**true, what: "9.9"})


@full
def test_workers_come_late_and_die(monkeypatch: pytest.MonkeyPatch) -> None:
    """One scheduler sees: nobody, the first worker, a late one, its death, some without Bussolotto, its own end."""
    connected = engines._connected
    with town() as here:
        with monkeypatch.context() as patch, refused("no-workers"):
            patch.setattr(engines, "_connected", lambda address, _: connected(address, engines.PATIENCE_S))
            Cluster(here.address, patience_s=0.2)  # for workers
        first = here.start_workers(1, "--no-nanny")
        cluster = here.joined(1)
        numbers = iter(cluster.map(squared, range(100_000)))
        told = [next(numbers)]
        late = here.start_workers(1, "--no-nanny")
        while told[-1][1] != late.pid:
            told.append(next(numbers))
        assert first.pid in {worker for _, worker in told}
        _drop_then_kill(here, cluster, told, late)
        numbers.close()  # type: ignore[attr-defined]  # a generator
        _bring_a_stranger(here, cluster)
        numbers = iter(cluster.map(squared, range(100_000)))
        next(numbers)
        here.processes[0].kill()
        with refused("cluster-lost"):
            list(numbers)
        cluster.close()


def _drop_then_kill(here: Town, cluster: Cluster, told: list[tuple[int, int]], late: "subprocess.Popen[bytes]") -> None:
    assert [square for square, _ in told] == [number**2 for number in range(len(told))]
    wanted = 400
    results = cluster.map(squared, range(wanted))
    seen = [next(results) for _ in range(3)]
    while late.pid not in {worker for _, worker in seen}:
        seen.append(next(results))
    late.kill()
    seen += results
    assert [square for square, _ in seen] == [number**2 for number in range(wanted)]
    assert seen[-1][1] != late.pid


def _bring_a_stranger(here: Town, cluster: Cluster) -> None:
    """One that has no Bussolotto: its work is done by others, for it leaves when it is given some; or it is refused."""
    for _ in range(2):
        here.start_stranger(
            "import sys, importlib.metadata as metadata\n"
            "true = metadata.version\n"
            "def version(name):\n"
            "    if name == 'bussolotto': raise metadata.PackageNotFoundError(name)\n"
            "    return true(name)\n"
            "metadata.version = version\n"
            "sys.modules['bussolotto'] = None"
        )
    cluster._client.wait_for_workers(3)
    with refused("worker-lacks-package"):
        Cluster(here.address)
    assert [square for square, _ in cluster.map(squared, range(100))] == [number**2 for number in range(100)]


def test_nobody_there_is_said_in_one_sentence(in_an_empty_folder: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "PATIENCE_S", 0.3)
    port = reserve_port()
    for arguments in (["simulate", "spilorcio"], ["tournament", "spilorcio"]):
        result = do(*arguments, "--cluster", f"127.0.0.1:{port}")
        assert result.exit_code == 2 and result.stdout == ""
        assert result.stderr == f"No cluster answers at tcp://127.0.0.1:{port}.\n"


@pytest.mark.parametrize(
    ("said", "meant"),
    [("head", "tcp://head:8786"), ("10.0.0.1:99", "tcp://10.0.0.1:99"), ("tls://head:1", "tls://head:1")],
)
def test_an_address_may_be_short(said: str, meant: str) -> None:
    assert engines._whole(said) == meant


@full
def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(errors.MissingExtra, match=r"bussolotto\[cluster\]"):
        Cluster("127.0.0.1")
