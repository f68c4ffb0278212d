"""A check of the whole database, some time after each start: `bussolotto doctor` in a process of lowest priority."""

import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from bussolotto.server.match.solving import LOWEST, PROGRAM
from bussolotto.server.store.aside import Aside
from bussolotto.server.store.connection import DATABASE, Source


class FileState(Struct):
    """What the check has found. `matches`: how many were read; `unchecked`: those of older versions, without checksums.

    `problems`: what is wrong with the file itself.
    """

    state: Literal["waiting", "running", "whole", "damaged", "stopped"] = "waiting"
    matches: int = 0
    unchecked: int = 0
    problems: list[str] = []


class _Found(Struct):
    kind: str
    name: str
    reason: str
    detail: str


class _Report(Struct):
    file: list[str]
    found: list[_Found]
    matches: int
    unchecked: int


class FileCheck:
    """The check of one server. What it finds is set aside."""

    def __init__(self, source: Source, after_s: float | None, aside: Aside) -> None:
        self.found = FileState()
        self._source = source
        self._after_s = after_s
        self._aside = aside
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Check soon, unless this server does not check at all."""
        if self._after_s is not None:
            self._task = asyncio.get_running_loop().create_task(self._check(self._after_s))

    def stop(self) -> None:
        """End the check. It begins again after the next start."""
        if self._task is not None:
            self._task.cancel()

    async def _check(self, after_s: float) -> None:
        await asyncio.sleep(after_s)
        self.found = FileState("running")
        pipe, nowhere = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        command = [sys.executable, "-c", PROGRAM, "bussolotto", "doctor", "--json"]
        environment = dict(os.environ)
        if isinstance(self._source, Path):
            command += ["--data", str(self._source)]
        else:
            environment[DATABASE] = self._source  # others see the arguments of a process
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=nowhere, env=environment
        )
        try:
            with suppress(AttributeError, OSError):  # Windows has no such call
                os.setpriority(os.PRIO_PROCESS, process.pid, LOWEST)
            assert process.stdout is not None, "it has a pipe"
            self._take(await process.stdout.read())
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.terminate()
                await process.wait()

    def _take(self, said: bytes) -> None:
        try:
            report = msgspec.json.decode(said, type=_Report)
        except msgspec.MsgspecError:
            self.found = FileState("stopped")
            return
        for one in report.found:
            self._aside.note(one.kind, one.name, one.reason, one.detail)
        whole = not (report.file or report.found)
        self.found = FileState("whole" if whole else "damaged", report.matches, report.unchecked, report.file)
