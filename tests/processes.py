"""Processes that tests start: each ends with the process that started it, however that ends.

A test runner that is killed has no time to clean up. On Linux the kernel does it: `setpriv --pdeathsig`. Elsewhere a
killed test run may leave processes behind.
"""

import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    from tests.forked import Process

_SETPRIV = shutil.which("setpriv")
BOUND = (_SETPRIV, "--pdeathsig", "KILL", "--") if _SETPRIV else ()
ENDS_WITHIN_S = 60


@overload
def start(command: Sequence[str], *, text: Literal[True], **settings: Any) -> "subprocess.Popen[str]": ...
@overload
def start(command: Sequence[str], **settings: Any) -> "subprocess.Popen[bytes]": ...
def start(command: Sequence[str], **settings: Any) -> Any:
    """Like subprocess.Popen."""
    return subprocess.Popen([*BOUND, *command], **settings)


@overload
def run(command: Sequence[str], *, text: Literal[True], **settings: Any) -> "subprocess.CompletedProcess[str]": ...
@overload
def run(command: Sequence[str], **settings: Any) -> "subprocess.CompletedProcess[bytes]": ...
def run(command: Sequence[str], **settings: Any) -> Any:
    """Like subprocess.run."""
    return subprocess.run([*BOUND, *command], check=settings.pop("check", False), **settings)


@contextmanager
def starting(process: "Process") -> Iterator[None]:
    """While it starts: if it does not come so far, it is killed, for nobody else would end it."""
    try:
        yield
    except BaseException:
        kill(process)
        raise


def end(process: "Process", how: int = signal.SIGTERM, within_s: float = ENDS_WITHIN_S) -> tuple[Any, Any]:
    """Tell it to end, and wait; what it has said. One that does not is killed. Raises `subprocess.TimeoutExpired`."""
    process.send_signal(how)
    with starting(process):
        return process.communicate(timeout=within_s)


def kill(process: "Process") -> None:
    """As a power cut would."""
    process.kill()
    process.communicate()
