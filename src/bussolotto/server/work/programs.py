"""Programs that take a minute, done by workers: reviews, studies, what a sheet plays like.

A program reads a file and writes a file, with others beside it. A worker gets the first, reports every half second what
it has written so far, and ends when the server that asked no longer answers. Where its reports stay away, the program
is begun again here.
"""

from __future__ import annotations

import asyncio
import secrets
import subprocess
import zlib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec
from msgspec import Struct

from bussolotto.review.kept import SeatReview
from bussolotto.review.told import ReviewTold
from bussolotto.server.bus.messages import NoAnswer, TooLarge
from bussolotto.server.work.identity import identity, subject_of
from bussolotto.server.work.offers import Offers

PROGRAM = "program"
PROGRESS = ".part"  # the file that is only there meanwhile
ACCEPTED, BUSY, REFUSED = b"accepted", b"busy", b"refused"
GO_ON, END = b"go on", b"end"
ASK_S = 2.0  # for a worker that takes it
TRIES = 3  # workers that are asked, where they are busy
SILENT_S = 10.0  # without a report
LARGEST_RESULT = 16 * 2**20  # bytes, of all files together
Check = Callable[[bytes], object]  # raises ValueError


class Kind(NamedTuple):
    """A program that workers run: its module, and how its files are checked, by what follows the name of the target."""

    module: str
    checks: Mapping[str, Check]


def _decoded(kind: Any) -> Check:
    def check(content: bytes) -> None:
        try:
            msgspec.json.decode(content, type=kind)
        except msgspec.MsgspecError as problem:
            raise ValueError(str(problem)) from problem

    return check


KINDS = {
    "review": Kind(
        "bussolotto.review", {"": _decoded(ReviewTold), ".seats": _decoded(list[SeatReview]), PROGRESS: float}
    ),
    "study": Kind("bussolotto.study.lab", {"": _decoded(dict[str, Any])}),
    "sheet": Kind("bussolotto.study.sheet", {"": _decoded(list[Any])}),
}
KIND_OF = {kind.module: name for name, kind in KINDS.items()}


class ProgramJob(Struct, frozen=True):
    """What to run: with which file, compressed, and more words. `name`: where reports go."""

    identity: str
    kind: str
    name: str
    source: bytes
    words: list[str]


class Report(Struct, frozen=True):
    """What a program has written, compressed, by what follows the name of the target; `code` once it has ended."""

    files: dict[str, bytes]
    code: int | None = None


def report_subject(name: str) -> str:
    """Where reports on a job of this name go."""
    return f"bussolotto.report.{name}"


def unpacked(content: bytes) -> bytes:
    """Return what was compressed. Raises ValueError if it is damaged or too large."""
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(content, LARGEST_RESULT)
    except zlib.error as problem:
        raise ValueError(str(problem)) from problem
    if not unpacking.eof:
        raise ValueError("it is cut off, or too large")
    return found


class OfferedProgram:
    """A program that a worker runs, or this machine: to be used as the process that it is here."""

    def __init__(
        self, offers: Offers, kind: str, words: tuple[str, ...], start_here: Callable[[], subprocess.Popen[bytes]]
    ) -> None:
        """`words`: of the command line, first the file that it reads, then the one that it writes."""
        self._offers = offers
        self._kind = kind
        source, self._target, *self._more = words
        self._source = zlib.compress(Path(source).read_bytes())
        self._start_here = start_here
        self._name = secrets.token_hex(16)
        self._here: subprocess.Popen[bytes] | None = None
        self._code: int | None = None
        self._code_told: int | None = None  # by the worker
        self._heard = asyncio.Event()
        self._ended = False
        self._task = asyncio.get_running_loop().create_task(self._run())

    @property
    def returncode(self) -> int | None:
        """Its exit status; None while it runs."""
        return self._here.returncode if self._here is not None else self._code

    def poll(self) -> int | None:
        """The same, after a look."""
        return self._here.poll() if self._here is not None else self._code

    def terminate(self) -> None:
        """End it, wherever it runs: a worker learns of it with its next report."""
        self._ended = True
        self._task.cancel()
        if self._here is not None:
            self._here.terminate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._here is not None:
            self._here.wait()

    async def _run(self) -> None:
        """Let a worker do it; if none does, do it here."""
        code = None
        try:
            cancel = await self._offers.bus.serve(report_subject(self._name), "server", self._hear)
            try:
                if await self._is_accepted():
                    code = await self._follow()
            finally:
                await cancel()
        finally:
            if not self._ended:
                self._end(code)

    def _end(self, code: int | None) -> None:
        self._ended = True
        if code == 0:
            self._offers.count(self._kind, "worker")
            self._code = code
        else:
            self._offers.count(self._kind, "here")
            self._here = self._start_here()

    async def _is_accepted(self) -> bool:
        """Whether a worker takes it."""
        job = ProgramJob(identity(), self._kind, self._name, self._source, self._more)
        message = msgspec.msgpack.encode(job)
        try:
            for _ in range(TRIES if self._offers.open else 0):
                answer = await self._offers.bus.request(subject_of(PROGRAM), message, ASK_S)
                if answer == ACCEPTED:
                    return True
        except (NoAnswer, TooLarge) as problem:
            if getattr(problem, "why", "") != "nobody":
                self._offers.fail(self._kind, str(problem))
        return False

    async def _follow(self) -> int | None:
        """Wait for its end, and return its exit status; None if no report comes any more."""
        while self._code_told is None:
            self._heard.clear()
            try:
                async with asyncio.timeout(SILENT_S):
                    await self._heard.wait()
            except TimeoutError:
                self._offers.fail(self._kind, "a worker does not report any more")
                return None
        if self._code_told != 0:
            self._offers.fail(self._kind, f"a worker ended with status {self._code_told}")
        return self._code_told

    async def _hear(self, message: bytes) -> bytes:
        """Take over what a worker has written; it may come twice, or after the end."""
        if self._ended or self._code_told is not None:
            return END
        report = msgspec.msgpack.decode(message, type=Report)
        try:
            self._write(report)
            if report.code == 0:
                self._require_all()
            self._code_told = report.code
        except ValueError:
            self._code_told = -1
        self._heard.set()
        return GO_ON if report.code is None else END

    def _write(self, report: Report) -> None:
        """Write these files, the target itself at last. Raises ValueError where one of them cannot be."""
        checks = KINDS[self._kind].checks
        for ending, content in sorted(report.files.items(), reverse=True):
            if ending not in checks:
                raise ValueError(f"no file of it ends with {ending!r}")
            found = unpacked(content)
            checks[ending](found)
            target = Path(f"{self._target}{ending}")
            draft = target.with_name(f"{target.name}.new")
            draft.write_bytes(found)
            draft.replace(target)

    def _require_all(self) -> None:
        """Raises ValueError unless every file is there that the program leaves."""
        for ending in KINDS[self._kind].checks:
            if ending != PROGRESS and not Path(f"{self._target}{ending}").exists():
                raise ValueError(f"no file of it ends with {ending!r}")


def offering(offers: Offers, start_here: Callable[..., subprocess.Popen[bytes]]) -> Callable[..., Any]:
    """Return what starts a program as `start_here` does, but offers it to workers first, if they have that kind."""

    def start(module: str, *words: str) -> Any:
        kind = KIND_OF.get(module)
        if kind is None:
            return start_here(module, *words)
        return OfferedProgram(offers, kind, words, partial(start_here, module, *words))

    return start
