"""What takes a minute and is only looked at: computed one at a time, in a process of its own at the lowest priority.

So neither tables nor bots wait for it. Pages ask again and again until it is done; what nobody asks for any more is not
begun. The last few results are kept.
"""

from __future__ import annotations

import tempfile
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

from bussolotto.core.errors import refuse
from bussolotto.server.match.solving import Process, start_behind

KEPT = 32  # results
WAITING = 20  # that are not begun yet, of everybody
OF_ONE = 3  # and of one sender
PATIENCE_S = 30.0  # what nobody has asked for so long is not begun

State = Literal["none", "waiting", "running", "done", "failed"]
Start = Callable[..., Process]
Begin = Callable[[Start, Path], Process]  # starts the program that writes this file, and its progress beside it
End = Callable[[Path], None]  # looks at what it has written


class Progress(NamedTuple):
    """How far it is: `done` from 0 to 1, and the result as JSON when it is finished."""

    state: State
    done: float
    result: bytes | None = None


class _Wanted:
    """What is not begun yet."""

    def __init__(self, sender: str, begin: Begin, end: End | None) -> None:
        self.sender = sender
        self.begin = begin
        self.end = end
        self.asked_s = time.monotonic()


class Background:
    """The programs of one server that compute something in the background."""

    def __init__(self, start: Start = start_behind) -> None:
        """`start` runs a module as a program in the background."""
        self._start = start
        self._done: OrderedDict[str, bytes | None] = OrderedDict()  # None: it failed
        self._waiting: OrderedDict[str, _Wanted] = OrderedDict()
        self._running: tuple[str, Process, End | None] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def ask(self, name: str, sender: str, begin: Begin, end: End | None = None) -> Progress:
        """How far this is; it is begun if nobody has asked before.

        `begin` is called when its turn has come, `end` when all is written. Raises `too-fast` where too many wait.
        """
        if (known := self.find(name)).state not in ("none", "waiting"):
            return known
        if name not in self._waiting:
            self._admit(sender)
            self._waiting[name] = _Wanted(sender, begin, end)
        self._waiting[name].asked_s = time.monotonic()
        self._go_on()
        return Progress("running" if self._running and self._running[0] == name else "waiting", 0.0)

    def find(self, name: str) -> Progress:
        """How far this is, if anybody has asked for it: `none` begins nothing."""
        self._go_on()
        if name in self._done:
            self._done.move_to_end(name)
            found = self._done[name]
            return Progress("failed", 1.0) if found is None else Progress("done", 1.0, found)
        if self._running and self._running[0] == name:
            return Progress("running", self._part())
        return Progress("waiting" if name in self._waiting else "none", 0.0)

    def is_free(self) -> bool:
        """Whether nothing runs or waits, once what is finished is taken over: what nobody waits for may begin."""
        self._go_on()
        return self._running is None

    def keep(self, name: str, result: bytes | None) -> None:
        """Remember a result for a while, or that there is none because it failed."""
        self._done[name] = result
        while len(self._done) > KEPT:
            self._done.popitem(last=False)

    def stop(self) -> None:
        """End what is running, and forget everything."""
        if self._running is not None:
            _, process, _ = self._running
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
            name, process, end = self._running
            with process:
                self._running = None
            with suppress(FileNotFoundError):
                self.keep(name, self._file("done.json").read_bytes() if process.returncode == 0 else None)
                if process.returncode == 0 and end is not None:
                    end(self._file("done.json"))
        while self._running is None and self._waiting:
            name, wanted = self._waiting.popitem(last=False)
            if time.monotonic() - wanted.asked_s <= PATIENCE_S:
                for old in map(self._file, ("done.json", "done.json.part", "done.json.seats")):
                    old.unlink(missing_ok=True)
                self._running = name, wanted.begin(self._start, self._file("done.json")), wanted.end

    def _part(self) -> float:
        try:
            return float(self._file("done.json.part").read_text(encoding="utf-8"))
        except FileNotFoundError:
            return 0.0

    def _file(self, name: str) -> Path:
        """A file in a folder that only this user can read: what was hidden in a match may be in it."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="bussolotto-")
        return Path(self._folder.name) / name
