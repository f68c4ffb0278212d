"""Commands in terminals: read and typed to as people do."""

import codecs
import os
import pty
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from tests.processes import BOUND


class Terminal:
    """A command in a terminal of its own, read and typed to as people do."""

    def __init__(self, *arguments: str) -> None:
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            os.environ.update(LC_ALL="C", TERM="xterm", COLUMNS="100")
            command = [*BOUND, sys.executable, "-m", "bussolotto", *arguments]
            os.execvp(command[0], command)
        self.told = ""
        self._signs = codecs.getincrementaldecoder("utf-8")()  # what is read at once may end within a sign

    def until(self, pattern: str, timeout_s: float = 240) -> str:
        """Read until the text matches; what was told up to there, since the last time."""
        end = time.monotonic() + timeout_s
        while not (found := re.search(pattern, self.told)):
            ready, _, _ = select.select([self.screen], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"no {pattern!r} in {self.told!r}"
            self.told += self._signs.decode(os.read(self.screen, 65536))
        told, self.told = self.told[: found.end()], self.told[found.end() :]
        return told

    def type(self, text: str) -> None:
        os.write(self.screen, text.encode())

    def exit_code(self) -> int:
        """Wait for the end."""
        while True:
            try:
                if not os.read(self.screen, 65536):
                    break
            except OSError:  # what a terminal answers whose program has gone
                break
        pid, self.pid = self.pid, 0
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def close(self) -> None:
        """End whatever still runs there: with its terminal goes everything that was started in it."""
        if self.pid:
            os.killpg(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.screen)


@pytest.fixture
def terminal() -> Iterator["OpenTerminal"]:
    """Starts commands in terminals; what still runs at the end of the test ends with it."""
    with ExitStack() as stack:
        yield lambda *arguments: stack.enter_context(closing(Terminal(*arguments)))


OpenTerminal = Callable[..., Terminal]
