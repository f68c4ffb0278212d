"""Processes that come and go while something is done to all of them."""

import os
import signal
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bench import machines, stores
from tests import processes


def test_one_that_has_ended_meanwhile_keeps_no_other_from_being_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with processes.start(["true"]) as gone, processes.start(["sleep", "60"]) as there:
        gone.wait()
        monkeypatch.setattr(machines, "family", lambda pid: [gone.pid, pid])
        machines.tell_family(there.pid, signal.SIGKILL)
        assert there.wait(10) == -signal.SIGKILL


def test_one_that_has_ended_meanwhile_has_taken_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = machines.Machine(0, apart=False)
    with processes.start(["true"]) as gone:
        gone.wait()
        monkeypatch.setattr(machine, "pids", lambda: [gone.pid])
        assert machine.processor_s() == 0


def test_of_a_database_the_processes_count_that_are_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def taken_s(pid: int) -> float:
        if pid != os.getpid():
            raise FileNotFoundError
        return 2.0

    monkeypatch.setattr(stores, "processor_s", taken_s)
    with processes.start(["sleep", "60"]) as gone:
        assert stores.database_s(cast(Any, SimpleNamespace(pid=os.getpid()))) >= 2.0
        gone.kill()
