"""Reviews of finished matches, for their pages: one at a time, in a process of its own at the lowest priority.

So neither tables nor bots wait for one. Pages ask again and again until it is done; what nobody asks for any more is
not begun. The last few are kept.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

from bussolotto.core.errors import refuse
from bussolotto.play import notation
from bussolotto.play.notation import Record
from bussolotto.server.match.solving import start_program

PROGRAM = "bussolotto.review"
KEPT = 32  # reviews that are done
WAITING = 20  # that are not begun yet, of everybody
OF_ONE = 3  # and of one sender
PATIENCE_S = 30.0  # what nobody has asked for so long is not begun

State = Literal["none", "waiting", "running", "done", "failed"]


class Progress(NamedTuple):
    """How far a review is: `done` from 0 to 1, and the review as JSON when it is finished."""

    state: State
    done: float
    review: bytes | None = None


class _Wanted:
    """A review that is not done."""

    def __init__(self, sender: str, record: Callable[[], Record]) -> None:
        self.sender = sender
        self.record = record
        self.asked_s = time.monotonic()


class Reviews:
    """The reviews of one server."""

    def __init__(self, start: Callable[..., subprocess.Popen[bytes]] = start_program) -> None:
        """`start` runs a module as a program in the background."""
        self._start = start
        self._done: OrderedDict[str, bytes | None] = OrderedDict()  # None: it failed
        self._waiting: OrderedDict[str, _Wanted] = OrderedDict()
        self._running: tuple[str, subprocess.Popen[bytes]] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def ask(self, match: str, sender: str, record: Callable[[], Record]) -> Progress:
        """How far the review of a match is; it is begun if nobody has asked before.

        `record` returns the record of the match when it is needed. Raises `too-fast` where too many wait.
        """
        if (known := self.find(match)).state not in ("none", "waiting"):
            return known
        if match not in self._waiting:
            self._admit(sender)
            self._waiting[match] = _Wanted(sender, record)
        self._waiting[match].asked_s = time.monotonic()
        self._go_on()
        return Progress("running" if self._running and self._running[0] == match else "waiting", 0.0)

    def find(self, match: str) -> Progress:
        """How far the review of a match is, if anybody has asked for it: `none` begins nothing."""
        self._go_on()
        if match in self._done:
            self._done.move_to_end(match)
            found = self._done[match]
            return Progress("failed", 1.0) if found is None else Progress("done", 1.0, found)
        if self._running and self._running[0] == match:
            return Progress("running", self._part())
        return Progress("waiting" if match in self._waiting else "none", 0.0)

    def stop(self) -> None:
        """End what is running, and forget everything."""
        if self._running is not None:
            _, process = self._running
            with process:
                process.terminate()
            self._running = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _admit(self, sender: str) -> None:
        now_s = time.monotonic()
        for name in [name for name, one in self._waiting.items() if now_s - one.asked_s > PATIENCE_S]:
            del self._waiting[name]
        own = sum(one.sender == sender for one in self._waiting.values())
        if own >= OF_ONE or len(self._waiting) >= WAITING:
            raise refuse("too-fast")

    def _go_on(self) -> None:
        """Take over what is finished, and begin the next."""
        if self._running is not None and self._running[1].poll() is not None:
            match, process = self._running
            with process:
                self._running = None
            with suppress(FileNotFoundError):
                self._keep(match, self._file("done.json").read_bytes() if process.returncode == 0 else None)
        while self._running is None and self._waiting:
            match, wanted = self._waiting.popitem(last=False)
            if time.monotonic() - wanted.asked_s <= PATIENCE_S:
                self._begin(match, wanted.record())

    def _keep(self, match: str, review: bytes | None) -> None:
        self._done[match] = review
        while len(self._done) > KEPT:
            self._done.popitem(last=False)

    def _begin(self, match: str, record: Record) -> None:
        source, target = self._file("match.jsonl"), self._file("done.json")
        for old in (target, self._file("done.json.part")):
            old.unlink(missing_ok=True)
        source.write_bytes(notation.write(record, os.urandom(32)))
        self._running = match, self._start(PROGRAM, str(source), str(target))

    def _part(self) -> float:
        try:
            return float(self._file("done.json.part").read_text(encoding="utf-8"))
        except FileNotFoundError:
            return 0.0

    def _file(self, name: str) -> Path:
        """A file in a folder that only this user can read: what was hidden in the match is in it."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="bussolotto-")
        return Path(self._folder.name) / name
