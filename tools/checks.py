"""What ./test does once `.venv` is there: run the checks that were asked for, and say how each went.

    ./test                     every tier at the depth that finds regressions
    ./test --full              every tier at full count, whole matches of every kind; what .ci/run calls
    ./test static              formatters, linters, types, floors
    ./test rules [GAME ..]     laws, clauses, twins and playthroughs, of all games or some
    ./test page                the page's modules in Node.js
    ./test server | library | browser
    ./test changed [--since REV]   what the changed files can reach

Several tiers may be named. What follows goes to pytest: `./test rules -k cin_12`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests import processes
from tools import reach, tiers

ROOT = Path(__file__).resolve().parent.parent
# a test file a worker at a time, in their order, for those of the page leave a running loop behind them
BY_FILE = ("--dist", "loadfile", "--no-loadscope-reorder")
SKIPPED = re.compile(r"SKIPPED \[(?P<count>\d+)\] \S+: (?P<reason>.*)")  # how pytest tells a skip
NODE_MODULES = ROOT / "node_modules"
PRETTIER = NODE_MODULES / "prettier" / "bin" / "prettier.cjs"
SCRIPTS = (  # for prettier
    "src/bussolotto/web/**/*.js",
    "src/bussolotto/fair/*.mjs",
    "src/bussolotto/testing/*.mjs",
    "src/bussolotto/games/*/page/*.js",
    "tests/page/*.js",
    "tests/components/*.js",
)
NODE = 18  # the oldest version that runs the tests of the page: Debian's
FULL = "BUSSOLOTTO_FULL"  # tests/depth.py reads it
NOTHING_FOUND = 5  # pytest: no test fits


class Check(NamedTuple):
    """One command of ./test, and why it cannot run here ("" when it can)."""

    name: str
    command: list[str]
    missing: str = ""
    alone: bool = False  # it keeps all processors busy by itself, and takes so long that people want to see how it goes


class Result(NamedTuple):
    """How a check went."""

    name: str
    failed: bool
    seconds: float
    closing: str = ""  # its last line
    skips: tuple[str, ...] = ()


def main(arguments: Sequence[str]) -> int:
    """Run the checks asked for; the exit status."""
    if "--help" in arguments or "-h" in arguments:
        print(__doc__)
        return 0
    rest = [argument for argument in arguments if argument != "--full"]
    if len(rest) < len(arguments):
        os.environ[FULL] = "1"
    try:
        return report(run_all(checks(rest)))
    except reach.Unknown as problem:
        print(problem, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def report(results: Sequence[Result]) -> int:
    """Print how each check went and what was skipped; 1 if anything failed."""
    told = summary(results)
    refused = os.environ.get("BUSSOLOTTO_NO_SKIP") == "1" and any(result.skips for result in results)
    if refused:
        told.append("BUSSOLOTTO_NO_SKIP=1: a skip is a failure here.")
    print("\n" + "\n".join(told), flush=True)
    return 1 if refused or any(result.failed for result in results) else 0


# --- which checks -------------------------------------------------------------


def checks(arguments: Sequence[str]) -> list[Check]:
    """The checks that these arguments ask for, the quick ones first."""
    asked, games, rest = tiers.parse(arguments)
    if tiers.CHANGED in asked:
        return changed(rest)
    wanted = asked or tiers.NAMES
    paths = tiers.files_of(wanted) if asked else []
    only = ["-k", cases_of(games)] if games else []
    tested = [pytest(*paths, *only, *rest)] if not asked or paths else []
    return [*(static() if "static" in wanted else []), *([page()] if "page" in wanted else []), *tested]


def static() -> list[Check]:
    """Formatters, linters, types, floors."""
    python, missing = sys.executable, missing_for_scripts()
    return [
        Check("ruff check", [python, "-m", "ruff", "check", "--output-format", "concise"]),
        Check("ruff format", [python, "-m", "ruff", "format", "--check"]),
        Check("floors", [python, "-m", "tools.floors"]),
        Check("mypy", [python, "-m", "mypy"]),
        Check("tsc", [python, "-m", "tools.page_check"], missing),
        Check("prettier", ["node", str(PRETTIER), "--log-level", "warn", "--check", *SCRIPTS], missing),
    ]


def page() -> Check:
    """The page's modules in the test runner of Node.js; it needs no packages."""
    missing = missing_node()
    files = [file.relative_to(ROOT).as_posix() for file in sorted((ROOT / "tests" / "page").glob("*.test.js"))]
    return Check("page", ["node", "--test", *([] if missing else several_at_once()), *files], missing)


def pytest(*arguments: str) -> Check:
    """Some tests of Python."""
    return Check("pytest", [sys.executable, "-m", "pytest", "-n", str(workers()), *BY_FILE, *arguments], alone=True)


def workers() -> int:
    """One more than processors, for tests of pages and servers wait. Each has a browser and servers of its own."""
    return (os.cpu_count() or 1) + 1


def changed(arguments: Sequence[str]) -> list[Check]:
    """What the changed files can reach: checks of their kind, and the tests that could notice."""
    since, rest = "HEAD", list(arguments)
    if rest[:1] == ["--since"]:
        since, rest = (rest[1] if len(rest) > 1 else ""), rest[2:]
    files = reach.changed_files(since)
    found = reach.reached(files)
    print(f"{len(files)} changed files reach {len(found.whole) + len(found.for_games)} test files.", flush=True)
    games = ["-k", cases_of(sorted(found.games))]
    return [
        *(static() if files else []),
        *([page()] if found.page else []),
        *([pytest(*sorted(found.whole), *rest)] if found.whole else []),
        *([pytest(*sorted(found.for_games), *games, *rest)._replace(name="pytest -k")] if found.for_games else []),
    ]


def cases_of(games: Sequence[str]) -> str:
    """What pytest calls the tests of some games: files have `cui_bono` in their names, cases have `cui-bono`."""
    return " or ".join(dict.fromkeys(name for game in games for name in (game, game.replace("_", "-"))))


# --- running them ---------------------------------------------------------------


def run_all(some: Sequence[Check]) -> list[Result]:
    """Run checks, first those that need not be alone; how each went, in their order."""
    beside = run_together([check for check in some if not check.alone])
    return [*beside, *(run(check) for check in some if check.alone)]


def run_together(some: Sequence[Check]) -> list[Result]:
    """Run as many checks at a time as there are processors, showing what each says once it has ended."""
    with waiting_to_be_interrupted() as interrupted, ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = [pool.submit(run_quietly, check, interrupted) for check in some]
        for ended in as_completed(runs):
            show_all(ended)
    return [each.result()[0] for each in runs]


def run_quietly(check: Check, interrupted: Sequence[bool]) -> tuple[Result, list[str]]:
    """Run a check that is not the only one, unless everything was interrupted; how it went, and what it said."""
    lines: list[str] = []
    if interrupted:
        return Result(check.name, failed=True, seconds=0), lines
    return outcome(check, lines.append), lines


def show_all(ended: Future[tuple[Result, list[str]]]) -> None:
    """Show all that a check has said."""
    print("".join(ended.result()[1]), end="", flush=True)


def run(check: Check) -> Result:
    """Run a check, showing what it says. An interruption reaches it, too, and is raised once it has ended."""
    with waiting_to_be_interrupted():
        return outcome(check, partial(print, end="", flush=True))


def outcome(check: Check, show: Callable[[str], object]) -> Result:
    """Run a check, handing on what it says."""
    if check.missing:
        return Result(check.name, failed=False, seconds=0, skips=(check.missing,))
    show(f"\n--- {check.name}\n")
    started = time.monotonic()
    status, lines = shown(check.command, show)
    skips = skips_of(lines)
    closing = next((line.strip("= ") for line in reversed(lines) if line.strip()), "")
    failed = status not in ((0, NOTHING_FOUND) if check.name == "pytest -k" else (0,))
    return Result(check.name, failed, time.monotonic() - started, closing, skips)


def skips_of(lines: Sequence[str]) -> tuple[str, ...]:
    """What pytest says it skipped, by reason: `49 tests: no Chromium`."""
    found = [match for line in lines if (match := SKIPPED.fullmatch(line))]
    counts: dict[str, int] = {}
    for match in found:
        counts[match["reason"]] = counts.get(match["reason"], 0) + int(match["count"])
    return tuple(f"{count} test{'s' * (count > 1)}: {reason}" for reason, count in counts.items())


def shown(command: Sequence[str], show: Callable[[str], object]) -> tuple[int, list[str]]:
    """Run a command in the checkout, handing on its output line by line; its status and those lines."""
    lines = []
    with processes.start(
        command,
        cwd=ROOT,
        env=surroundings(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            show(line)
            lines.append(line.rstrip("\n"))
    return process.returncode, lines


def surroundings() -> dict[str, str]:
    """The environment of a check. Python keeps what it has compiled, though the shell may say that it must not.

    Hundreds of processes start here; without that each compiles the sources that it reads anew, for a second or more.
    """
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@contextmanager
def waiting_to_be_interrupted() -> Iterator[list[bool]]:
    """Raise KeyboardInterrupt at the end of this instead of in its midst; what it yields is empty until then."""
    interrupted: list[bool] = []
    before = signal.signal(signal.SIGINT, lambda *_: interrupted.append(True))
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)
    if interrupted:
        raise KeyboardInterrupt


def summary(results: Sequence[Result]) -> list[str]:
    """One line for every check, then one for every skip."""
    told = []
    for result in results:
        word = "FAILED" if result.failed else "skipped" if result.skips and not result.seconds else "ok"
        told.append(f"{result.name:<12} {word:<8} {result.seconds:6.1f} s  {result.closing}".rstrip())
    told += [f"skipped: {result.name}: {skip}" for result in results for skip in result.skips]
    return told


# --- Node.js --------------------------------------------------------------------


def missing_for_scripts() -> str:
    """Why the checks of the page's scripts cannot run here; "" after installing it where Node.js can."""
    if missing := missing_node() or ("" if shutil.which("npm") else "no npm on this machine"):
        return missing
    if not node_modules_fit():
        npm = Check("npm ci", [shutil.which("npm") or "npm", "ci", "--no-audit", "--no-fund"])
        if run(npm).failed:
            return "npm could not install what checks scripts"
    return ""


def missing_node() -> str:
    """Why nothing can be run in Node.js here; "" where it can."""
    node = shutil.which("node")
    if not node:
        return "no Node.js on this machine"
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    if (found := re.match(r"v(\d+)\.", told)) and int(found[1]) >= NODE:
        return ""
    return f"Node.js {NODE} or newer is needed, and here is {told or 'another'}"


def several_at_once() -> list[str]:
    """The flag with which every processor is used, where this Node.js knows it; by itself it spares one."""
    flag = f"--test-concurrency={os.cpu_count() or 1}"
    known = subprocess.run(["node", flag, "--version"], capture_output=True, check=False).returncode == 0
    return [flag] if known else []


def node_modules_fit() -> bool:
    """Does every package of package-lock.json that this platform needs lie in node_modules, at its version?"""
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    wanted = {path: entry for path, entry in lock["packages"].items() if path and not entry.get("optional")}
    return all(installed_version(ROOT / path) == entry["version"] for path, entry in wanted.items())


def installed_version(package: Path) -> str | None:
    """The version of an installed npm package; None if it is not there."""
    try:
        version = json.loads((package / "package.json").read_text(encoding="utf-8"))["version"]
    except (OSError, ValueError, KeyError):
        return None
    return str(version)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
