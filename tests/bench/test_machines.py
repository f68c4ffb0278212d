"""Processes that come and go while something is done to all of them."""

import signal

import pytest

from bench import machines
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
