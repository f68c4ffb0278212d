"""What a worker does for the servers at its bus: searches in threads of its own, programs in processes of their own.

So many of each at a time; whoever asks for more is told that it is busy. It keeps nothing: what it has computed is in
its answers.
"""

from __future__ import annotations

import asyncio
import logging
import subprocess
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from bussolotto.server.bus.messages import Bus, Cancel, NoAnswer, TooLarge
from bussolotto.server.match.planners import Planners
from bussolotto.server.match.solving import start_program
from bussolotto.server.work.identity import identity, subject_of
from bussolotto.server.work.programs import (
    ACCEPTED,
    BUSY,
    END,
    KINDS,
    PROGRAM,
    REFUSED,
    ProgramJob,
    Report,
    report_subject,
    unpacked,
)
from bussolotto.server.work.searches import (
    LONGEST_MS,
    SEARCH,
    SearchAnswer,
    SearchJob,
    answer_of,
    fits,
    look_of,
)

GROUP = "workers"
REPORT_S = 0.5  # between reports of a program
ASK_S = 2.0  # for the server to hear one
UNHEARD_S = 5.0  # after which a program ends that nobody hears of
TOO_MUCH = 75  # status of a program whose files no message holds

log = logging.getLogger(__name__)


class Working:
    """The work that one worker does."""

    def __init__(self, bus: Bus, at_once: int, start: Callable[..., subprocess.Popen[bytes]] = start_program) -> None:
        """`at_once`: searches, and as many programs. `start` runs a module as a program in the background."""
        self._bus = bus
        self._at_once = at_once
        self._start = start
        self._planners = Planners(start, at_once)
        self._searches: set[asyncio.Future[SearchAnswer]] = set()
        self._programs: set[asyncio.Task[None]] = set()
        self._cancels: list[Cancel] = []
        self.done: Counter[str] = Counter()  # jobs, by kind

    async def begin(self) -> None:
        """Take jobs from now on."""
        self._cancels = [
            await self._bus.serve(subject_of(SEARCH), GROUP, self.search),
            await self._bus.serve(subject_of(PROGRAM), GROUP, self.accept),
        ]

    async def close(self) -> None:
        """Take no more jobs, finish searches, end programs: whoever asked for them does them."""
        for cancel in self._cancels:
            await cancel()
        await asyncio.gather(*self._searches, return_exceptions=True)
        for task in self._programs:
            task.cancel()
        await asyncio.gather(*self._programs, return_exceptions=True)
        self._planners.stop()

    async def search(self, message: bytes) -> bytes:
        """Answer a request to search."""
        try:
            answer = await self._search(msgspec.msgpack.decode(message, type=SearchJob))
        except Exception:
            log.exception("a search failed")
            answer = SearchAnswer("failed")
        return msgspec.msgpack.encode(answer)

    async def _search(self, job: SearchJob) -> SearchAnswer:
        if job.identity != identity():
            return SearchAnswer("another-version")
        if len(self._searches) >= self._at_once:
            return SearchAnswer("busy")
        search = asyncio.get_running_loop().run_in_executor(self._planners.threads, self._find, job)
        self._searches.add(search)
        search.add_done_callback(self._searches.discard)
        answer = await search
        if not answer.refused:
            self._note(job.kind)
        return answer

    def _find(self, job: SearchJob) -> SearchAnswer:
        """Search, in a thread."""
        if not fits(job):
            return SearchAnswer("another-version")
        look = look_of(job)
        if not self._planners.is_compiled(look.game):
            return SearchAnswer("compiling")
        milliseconds = None if job.milliseconds is None else min(job.milliseconds, LONGEST_MS)
        return answer_of(look(milliseconds))

    def _note(self, kind: str) -> None:
        self.done[kind] += 1
        log.info("job", extra={"fields": {"kind": kind, "done": self.done[kind]}})

    async def accept(self, message: bytes) -> bytes:
        """Answer a request to run a program: whether it is begun."""
        try:
            job = msgspec.msgpack.decode(message, type=ProgramJob)
            source = unpacked(job.source)
        except (ValueError, msgspec.MsgspecError) as problem:
            log.warning("a program was asked for that cannot be: %s", problem)
            return REFUSED
        if job.identity != identity() or job.kind not in KINDS or len(job.words) > 1:
            return REFUSED
        if len(self._programs) >= self._at_once:
            return BUSY
        task = asyncio.get_running_loop().create_task(self._run(job, source))
        self._programs.add(task)
        task.add_done_callback(self._programs.discard)
        return ACCEPTED

    async def _run(self, job: ProgramJob, source: bytes) -> None:
        with tempfile.TemporaryDirectory(prefix="bussolotto-worker-") as folder:
            read, written = Path(folder) / "source", Path(folder) / "target"
            read.write_bytes(source)
            with self._start(KINDS[job.kind].module, str(read), str(written), *job.words) as process:
                try:
                    await _Reporting(self._bus, job, written).follow(process)
                finally:
                    if process.poll() is None:
                        process.terminate()
        if process.returncode == 0:
            self._note(job.kind)


class _Reporting:
    """Tells the server that has asked for a program how far it is, until it has ended or nobody wants it any more."""

    def __init__(self, bus: Bus, job: ProgramJob, target: Path) -> None:
        self._bus = bus
        self._job = job
        self._target = target
        self._sent: dict[str, bytes] = {}
        self._heard_s = asyncio.get_running_loop().time()

    async def follow(self, process: subprocess.Popen[bytes]) -> None:
        """Report until the end."""
        wanted = True
        while wanted:
            code = process.poll()
            try:
                wanted = await self._report(code)
            except TooLarge:
                await self._ask(Report({}, TOO_MUCH))
                return
            if wanted and code is None:
                await asyncio.sleep(REPORT_S)

    async def _report(self, code: int | None) -> bool:
        """Report what is new. Returns whether to go on."""
        files = {ending: content for ending, content in self._read().items() if self._sent.get(ending) != content}
        answer = await self._ask(Report({ending: zlib.compress(content) for ending, content in files.items()}, code))
        now_s = asyncio.get_running_loop().time()
        if answer is None:
            await asyncio.sleep(REPORT_S)
            return now_s - self._heard_s < UNHEARD_S
        self._sent |= files
        self._heard_s = now_s
        return answer != END

    async def _ask(self, report: Report) -> bytes | None:
        try:
            return await self._bus.request(report_subject(self._job.name), msgspec.msgpack.encode(report), ASK_S)
        except NoAnswer:
            return None

    def _read(self) -> dict[str, bytes]:
        found = {}
        for ending in KINDS[self._job.kind].checks:
            with suppress(FileNotFoundError):
                found[ending] = Path(f"{self._target}{ending}").read_bytes()
        return found
