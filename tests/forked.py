"""Servers that tests start, forked from a process that has loaded the server: a start costs a fraction of a new one.

Each test runner has one such process (`_Starter`), which starts nothing by itself and has no threads. A server is a
process of its own all the same: with a number, pipes and an environment of its own, it can be killed, and it ends with
the runner, however that ends. Where the kernel cannot promise this, on other systems than Linux, a server is started
anew.
"""

import array
import atexit
import ctypes
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NoReturn, Protocol

from tests import processes

SERVER = "bussolotto.server.app.handover"  # which loads the rest; not wanted in a test runner
LOADED = ("tests.moving", "tests.interpreting", "tests.luck", "tests.dishonest", "tests.pig")
PR_SET_PDEATHSIG = 1
MESSAGE_BYTES = 1 << 20
ROOT = Path(__file__).resolve().parent.parent


class Process(Protocol):
    """What tests do with a server process; a `subprocess.Popen` is one."""

    pid: int
    stdin: Any
    stdout: Any

    def poll(self) -> int | None: ...
    def kill(self) -> None: ...
    def terminate(self) -> None: ...
    def send_signal(self, sig: int) -> None: ...
    def communicate(self, *, timeout: float | None = None) -> tuple[Any, Any]: ...


def start(program: str, arguments: Sequence[str], environment: Mapping[str, str], log: IO[bytes] | None) -> Process:
    """Run a program that serves, with these `sys.argv[1:]`. Its stderr goes to a log, or to who communicates."""
    if sys.platform != "linux":
        pipe, command = subprocess.PIPE, [sys.executable, "-c", program, *arguments]
        return processes.start(command, stdin=pipe, stdout=pipe, stderr=log or pipe, text=True, env=environment)
    return _starter().start(program, arguments, environment, log)


@cache
def _starter() -> "_Starter":
    return _Starter()


class _Starter:
    """The process that all servers of this runner are forked from."""

    def __init__(self) -> None:
        self._line, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-m", "tests.forked", str(there.fileno())]
        one_thread = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # what forks may have no others
        environment, nothing = {**os.environ, **one_thread}, subprocess.DEVNULL
        ends = [there.fileno()]
        self._process = processes.start(
            command, pass_fds=ends, cwd=ROOT, env=environment, stdin=nothing, stdout=nothing
        )
        there.close()
        atexit.register(self.stop)

    def stop(self) -> None:
        """End it; servers that still run end with it."""
        self._line.close()
        self._process.wait()

    def start(
        self, program: str, arguments: Sequence[str], environment: Mapping[str, str], log: IO[bytes] | None
    ) -> "Forked":
        told, there = socket.socketpair()
        (stdin, to_it), (from_it, stdout) = os.pipe(), os.pipe()
        errors = tempfile.TemporaryFile()  # noqa: SIM115  # not a pipe: nobody reads it before the end, and it would fill
        wish = {"program": program, "arguments": list(arguments), "environment": dict(environment)}
        given = [there.fileno(), stdin, stdout, (log or errors).fileno()]
        socket.send_fds(self._line, [json.dumps({**wish, "folder": str(Path.cwd())}).encode()], given)
        there.close()
        os.close(stdin)
        os.close(stdout)
        return Forked(told, os.fdopen(to_it, "w"), os.fdopen(from_it), errors)


class Forked:
    """A server process, as `subprocess.Popen` would show it."""

    def __init__(self, told: socket.socket, stdin: IO[str], stdout: IO[str], errors: IO[bytes]) -> None:
        self._told, self.stdin, self.stdout, self._errors = told, stdin, stdout, errors
        self.pid = _number(told)
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit status, the negative number of a signal if one has ended it; None while it runs."""
        return self._wait(0)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, sig)

    def communicate(self, *, timeout: float | None = None) -> tuple[str, str]:
        """What it has said on stdout and on stderr, once it has ended. Raises `subprocess.TimeoutExpired`."""
        with suppress(BrokenPipeError):
            self.stdin.close()
        said = self._read(None if timeout is None else time.monotonic() + timeout)
        if said is None or self._wait(timeout) is None:
            raise subprocess.TimeoutExpired("a server", timeout or 0)
        self._told.close()
        with self.stdout, self._errors:
            self._errors.seek(0)
            return said.decode(), self._errors.read().decode()

    def _read(self, limit_s: float | None) -> bytes | None:
        """Its stdout up to the end; None if that does not come in time."""
        said = b""
        while select.select([self.stdout], [], [], limit_s and max(0.0, limit_s - time.monotonic()))[0]:
            piece = os.read(self.stdout.fileno(), 65536)
            if not piece:
                return said
            said += piece
        return None

    def _wait(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._told], [], [], timeout)[0]:
            status = _number(self._told)
            self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


def _number(line: socket.socket) -> int:
    """The next number on a line. Raises an assertion if there is none: the starter has ended."""
    told = array.array("q")
    told.frombytes(line.recv(told.itemsize, socket.MSG_WAITALL))
    assert told, "the process that starts servers has ended"
    return told[0]


def _serve_wishes(line: socket.socket) -> str:
    """Fork a process for each wish; in that process, return the program. Does not return in this one."""
    starter = os.getpid()
    while True:
        wish, given, _, _ = socket.recv_fds(line, MESSAGE_BYTES, 4)
        _reap()  # what servers took counts as taken by this process
        if not wish:
            sys.exit()
        if os.fork() == 0:
            line.close()
            _end_with(starter)
            return _fork_server(json.loads(wish), given)
        for end in given:
            os.close(end)


def _reap() -> None:
    """Of those who waited for a server, none is left that has ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _fork_server(wish: dict[str, Any], given: Sequence[int]) -> str:
    """Become the process that waits for a server and tells its status, and in another one that server."""
    told, *pipes = given
    waiting, server = os.getpid(), os.fork()
    if server:
        _tell_status(server, told, pipes)
    _end_with(waiting)
    for number, end in enumerate(pipes):
        os.dup2(end, number)
    for end in given:
        os.close(end)
    os.chdir(wish["folder"])
    os.environ.clear()
    os.environ.update(wish["environment"])
    for name in ("setpriority", "sched_setscheduler"):
        setattr(os, name, _stay_as_it_is)
    sys.argv = ["-c", *wish["arguments"]]
    return str(wish["program"])


def _stay_as_it_is(*wish: Any) -> None:
    """Keep the usual priority: at a lower one, what a server computes would wait until no other test does anything."""


def _tell_status(server: int, told: int, pipes: Sequence[int]) -> NoReturn:
    for end in pipes:
        os.close(end)
    os.write(told, array.array("q", [server]).tobytes())
    status = os.waitpid(server, 0)[1]
    with suppress(BrokenPipeError):
        os.write(told, array.array("q", [status]).tobytes())
    os._exit(0)


def _end_with(parent: int) -> None:
    """The kernel kills this process when its parent ends; if that has ended already, it ends itself."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


if __name__ == "__main__":
    import_module(SERVER).warm_up()
    for module in LOADED:
        import_module(module)
    assert threading.active_count() == 1
    gc.collect()
    gc.freeze()  # a fork shares what nobody writes to
    program = _serve_wishes(socket.socket(fileno=int(sys.argv.pop())))
    exec(compile(program, "<server>", "exec"), {"__name__": "__main__"})
