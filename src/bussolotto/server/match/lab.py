"""The lab: studies of rules for pages, in processes of their own at the lowest priority, few at a time.

So neither tables nor bots wait for them. A question is begun once, whoever asks it, and the last answers are kept; the
matches that were played are cached on disk, so that a question asked again, or one like it, soon has its answer. What
nobody looks at any more is stopped. Each guest and each address may have a few questions under way, and begin so many
an hour.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from bussolotto.core.errors import refuse
from bussolotto.server.clock import ServerClock, Timer
from bussolotto.server.limits import Allowance, Asker
from bussolotto.server.match.solving import Process, start_behind

PROGRAM = "bussolotto.study.lab"
AT_ONCE = max(1, (os.cpu_count() or 1) // 2)  # studies that are played at the same time
KEPT = 64  # answers
WAITING = 20  # questions that are not begun yet, of everybody
OF_GUEST, OF_ADDRESS = 2, 8  # questions under way
GUEST_AN_HOUR, ADDRESS_AN_HOUR = 60, 240  # questions that are begun
PATIENCE_S = 30.0  # what nobody has looked at so long is stopped
LONGEST_S = 600.0  # a study is stopped then
LOOK_S = 5.0  # how often that is seen to, while nobody asks

State = Literal["waiting", "running", "done", "stopped", "failed"]


class Found(NamedTuple):
    """A question and what is known: `result` is JSON, None before anything is."""

    study: str
    state: State
    result: bytes | None


@dataclass
class _Study:
    """A question; `askers` says when each guest who wants to know has looked at it last."""

    question: Mapping[str, Any]
    asker: Asker
    state: State = "waiting"
    askers: dict[str, float] = field(default_factory=dict)
    process: Process | None = None
    begun_s: float = 0.0
    result: bytes | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is waiting or running."""
        return self.state in ("waiting", "running")


class Lab:
    """The studies of one server. Pages ask again and again; meanwhile it looks now and then what is to be done."""

    def __init__(self, is_on: bool, clock: ServerClock, start: Callable[..., Process] = start_behind) -> None:
        """`start` runs a module as a program in the background."""
        self._is_on = is_on
        self._clock = clock
        self._now_s = now_s = clock.now_s
        self._start = start
        self._timer: Timer | None = None
        self._studies: OrderedDict[str, _Study] = OrderedDict()  # what was looked at last is the last
        of_guest, of_address = (GUEST_AN_HOUR / 3600, GUEST_AN_HOUR), (ADDRESS_AN_HOUR / 3600, ADDRESS_AN_HOUR)
        self._allowance = Allowance(of_guest, of_address, now_s)
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    @property
    def is_on(self) -> bool:
        """Whether studies can be asked for here."""
        return self._is_on

    def require_on(self) -> None:
        """Raises `lab-off`."""
        if not self._is_on:
            raise refuse("lab-off")

    def ask(self, question: Mapping[str, Any], asker: Asker) -> Found:
        """Begin a checked question, or go on with it; what is known already is answered at once.

        Raises `lab-off`, `too-many-studies`, `come-again`.
        """
        self.require_on()
        self._go_on()
        key = hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()[:20]
        study = self._studies.get(key)
        if study is None or study.state in ("stopped", "failed"):
            self._admit(asker)
            known = None if study is None else study.result
            study = self._studies[key] = _Study(question, asker, result=known)
        study.askers[asker.guest or ""] = self._now_s()
        self._go_on()
        return self._found(key)

    def look(self, key: str, guest: str | None) -> Found:
        """What is known of a question, which goes on while somebody looks. Raises NotFound, `lab-off`."""
        self.require_on()
        if key not in self._studies:
            raise refuse("not-found", what="study", name=key)
        if guest is not None:
            self._studies[key].askers[guest] = self._now_s()
        self._go_on()
        return self._found(key)

    def leave(self, key: str, guest: str | None) -> Found:
        """This guest no longer wants to know; if nobody else does, it is stopped. Raises NotFound, `lab-off`."""
        self.look(key, None)
        study = self._studies[key]
        if guest in study.askers:
            study.askers.pop(guest)
            if study.is_open and not self._is_wanted(study):
                self._end(key, study, "stopped")
                self._go_on()
        return self._found(key)

    def stop(self) -> None:
        """End all that is running, and forget everything."""
        if self._timer is not None:
            self._timer.cancel()
        for key, study in self._studies.items():
            self._end(key, study, "stopped")
        self._studies.clear()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _found(self, key: str) -> Found:
        self._studies.move_to_end(key)
        study = self._studies[key]
        if study.state == "running":
            study.result = self._read(key) or study.result
        return Found(key, study.state, study.result)

    def _admit(self, asker: Asker) -> None:
        under_way = [study.asker for study in self._studies.values() if study.is_open]
        of_guest = sum(other.guest == asker.guest for other in under_way)
        of_address = sum(other.sender == asker.sender for other in under_way)
        waiting = sum(study.state == "waiting" for study in self._studies.values())
        if of_guest >= OF_GUEST or of_address >= OF_ADDRESS * asker.times or waiting >= WAITING:
            raise refuse("too-many-studies")
        self._allowance.require(asker)

    def _is_wanted(self, study: _Study) -> bool:
        return any(self._now_s() - looked_s <= PATIENCE_S for looked_s in study.askers.values())

    def _has_time(self, study: _Study) -> bool:
        return study.process is None or self._now_s() - study.begun_s <= LONGEST_S

    def _go_on(self) -> None:
        """Take over what is finished, end what nobody wants any more, and begin the next."""
        for key, study in list(self._studies.items()):
            if study.process is not None and (code := study.process.poll()) is not None:
                self._end(key, study, "done" if code == 0 else "failed")
            elif study.is_open and not (self._is_wanted(study) and self._has_time(study)):
                self._end(key, study, "stopped")
        running = sum(study.process is not None for study in self._studies.values())
        for key, study in list(self._studies.items()):
            if running < AT_ONCE and study.state == "waiting":
                self._begin(key, study)
                running += 1
        over = [key for key, study in self._studies.items() if not study.is_open]
        for key in over[: max(0, len(over) - KEPT)]:
            del self._studies[key]
        if self._timer is None and len(over) < len(self._studies):
            self._timer = self._clock.call_later(LOOK_S, self._look_again)

    def _look_again(self) -> None:
        self._timer = None
        self._go_on()

    def _begin(self, key: str, study: _Study) -> None:
        source = self._file(f"{key}.question")
        source.write_text(json.dumps(study.question), encoding="utf-8")
        study.state, study.begun_s = "running", self._now_s()
        study.process = self._start(PROGRAM, str(source), str(self._file(f"{key}.json")))

    def _end(self, key: str, study: _Study, state: State) -> None:
        """End its process, if it still runs, and keep what is known."""
        if study.is_open:
            study.state = state
        if study.process is None:
            return
        with study.process as process:
            if process.poll() is None:
                process.terminate()
        study.process = None
        study.result = self._read(key) or study.result
        for name in (f"{key}.question", f"{key}.json"):
            self._file(name).unlink(missing_ok=True)

    def _read(self, key: str) -> bytes | None:
        with suppress(FileNotFoundError):
            return self._file(f"{key}.json").read_bytes()
        return None

    def _file(self, name: str) -> Path:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="bussolotto-")
        return Path(self._folder.name) / name
