"""Whatever a test or a command starts ends with it, also when it is killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import forked, processes
from tests.repo.sources import ROOT

PATIENCE_S = 60

BY_A_TEST = """
import sys
from tests import processes
processes.start([sys.executable, "-c", "import os, time; print(os.getpid(), flush=True); time.sleep(600)"]).wait()
"""
FORKED = """
import os, sys
from tests import forked
server = forked.start("import os, time; print(os.getpid(), flush=True); time.sleep(600)", [], os.environ, None)
print(server.stdout.readline(), end="", flush=True)
server.communicate()
"""
BY_A_COMMAND = """
import os
from bussolotto.play.engines import Processes

def work(number):
    os.write(1, f"{os.getpid()}\\n".encode())  # print writes line and end apart where nothing is buffered
    while True:
        pass

if __name__ == "__main__":
    list(Processes(2).map(work, range(2)))
"""


def is_alive(process: int) -> bool:
    """Is there such a process, and not merely its exit status?"""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


@pytest.mark.skipif(not processes.BOUND, reason="no setpriv on this machine")
@pytest.mark.parametrize(
    ("program", "children"), [(BY_A_TEST, 1), (FORKED, 1), (BY_A_COMMAND, 2)], ids=["test", "server", "command"]
)
def test_what_was_started_ends_with_who_is_killed(tmp_path: Path, program: str, children: int) -> None:
    file = tmp_path / "program.py"
    file.write_text(program, encoding="utf-8")
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    parent = processes.start(
        [sys.executable, str(file)], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": paths}
    )
    with processes.starting(parent):
        assert parent.stdout is not None
        started = [int(parent.stdout.readline()) for _ in range(children)]
        assert all(map(is_alive, started))
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    limit = time.monotonic() + PATIENCE_S
    while any(map(is_alive, started)):
        assert time.monotonic() < limit, "they go on"
        time.sleep(0.05)


def test_a_forked_server_is_a_process_with_arguments_an_environment_pipes_and_a_status() -> None:
    program = "import os, sys; print(sys.argv[1:], os.environ['MINE'], input()); sys.stderr.write('no'); sys.exit(7)"
    server = forked.start(program, ["a", "b"], {"MINE": "yes"}, None)
    assert server.pid != os.getpid() and server.poll() is None
    server.stdin.write("said\n")
    server.stdin.flush()
    assert server.communicate(timeout=PATIENCE_S) == ("['a', 'b'] yes said\n", "no")
    assert server.poll() == 7


def test_a_forked_server_tells_what_has_ended_it_and_ends_with_nobody_else(tmp_path: Path) -> None:
    with (tmp_path / "log").open("ab") as log:
        one, other = (
            forked.start(f"import time; 1/{number}; time.sleep(600)", [], os.environ, log) for number in (1, 0)
        )
    other.communicate(timeout=PATIENCE_S)
    assert other.poll() == 1 and "ZeroDivisionError" in (tmp_path / "log").read_text(encoding="utf-8")
    with pytest.raises(subprocess.TimeoutExpired):
        one.communicate(timeout=0.01)
    one.kill()
    one.communicate(timeout=PATIENCE_S)
    assert one.poll() == -signal.SIGKILL and not is_alive(one.pid)


STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("begun", flush=True)
time.sleep(600)
"""


def test_none_is_left_that_does_not_come_so_far_or_does_not_end() -> None:
    """It would be told of in a test that knows nothing of it."""
    first, second = (
        processes.start([sys.executable, "-c", STUBBORN], stdout=subprocess.PIPE, text=True) for _ in range(2)
    )
    with pytest.raises(ZeroDivisionError), processes.starting(first):
        _ = 1 / 0
    assert second.stdout is not None and second.stdout.readline() == "begun\n"
    with pytest.raises(subprocess.TimeoutExpired):
        processes.end(second, within_s=0.01)
    assert first.returncode == second.returncode == -signal.SIGKILL


def test_no_test_starts_processes_by_another_road() -> None:
    """Of subprocess itself only names of types and pipes are used."""
    found = [
        f"{file.relative_to(ROOT)}: {call}"
        for file in sorted((ROOT / "tests").rglob("*.py"))
        for call in ("subprocess.run(", "subprocess.Popen(", "subprocess.call(", "subprocess.check_output(")
        if call in file.read_text(encoding="utf-8") and file.name not in ("processes.py", "test_processes.py")
    ]
    assert found == []
