"""Processes that tests start: each ends with the process that started it, however that ends.

A test runner that is killed has no time to clean up. On Linux the kernel does it: `setpriv --pdeathsig`. Elsewhere a
killed test run may leave processes behind.
"""

import shutil
import subprocess
from collections.abc import Sequence
from typing import Any, Literal, overload

_SETPRIV = shutil.which("setpriv")
BOUND = (_SETPRIV, "--pdeathsig", "KILL", "--") if _SETPRIV else ()


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
