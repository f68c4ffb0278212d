"""What ./play and ./test do: set up `.venv` once, then their job. Standard library only.

    python tools/bootstrap.py play [arguments of `bussolotto serve`]
    python tools/bootstrap.py test [arguments of pytest]

The set-up is done again when what it was made from has changed, and from scratch when it was interrupted.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "made-from.json"  # written last: a .venv without it is half made
REQUIREMENTS = {"play": "requirements.txt", "test": "constraints.txt"}  # the second holds the first
# a test file a processor at a time, in their order, for those of the page leave a running loop behind them
TOGETHER = ("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder")
SKIPPED = re.compile(r"SKIPPED \[(?P<count>\d+)\] \S+: (?P<reason>.*)")  # how pytest tells a skip
NODE_MODULES = ROOT / "node_modules"


def main(arguments: Sequence[str]) -> int:
    """Run one of the two commands; the exit status."""
    command, *rest = arguments or [""]
    if command not in REQUIREMENTS:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        set_up(command)
        return {"play": play, "test": test}[command](rest)
    except SetUpFailed as problem:
        print(f"\n{problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def play(arguments: Sequence[str]) -> int:
    """Become the server, so that signals reach it."""
    command = [str(python_of(VENV)), "-m", "bussolotto", "serve", *arguments]
    if os.name != "nt":
        os.execv(command[0], command)  # noqa: S606  # no shell is wanted
    return subprocess.call(command)


def test(arguments: Sequence[str]) -> int:
    """Run every check; the last lines say how each went and what was skipped."""
    results = [run(check) for check in checks(arguments)]
    told = summary(results)
    refused = os.environ.get("BUSSOLOTTO_NO_SKIP") == "1" and any(result.skips for result in results)
    if refused:
        told.append("BUSSOLOTTO_NO_SKIP=1: a skip is a failure here.")
    print("\n" + "\n".join(told), flush=True)
    return 1 if refused or any(result.failed for result in results) else 0


# --- set-up -------------------------------------------------------------------


class SetUpFailed(Exception):
    """Something outside is missing; the text says what to do."""


def set_up(command: str) -> None:
    """Make `.venv` fit for a command; nothing to do when its stamp says so."""
    if fits(command):
        return
    with alone():
        if not fits(command):
            install(command)


def fits(command: str) -> bool:
    """Was `.venv` made, completely, from the files that lie here now?"""
    return read_stamp().get(command) == fingerprint(command) and sound()


def sound() -> bool:
    """Is `.venv` complete, in the place it was made for, and its Python still the same?"""
    return read_stamp().get("home") == home()


def home() -> str:
    """Where `.venv` lies and which Python it stands on: a moved checkout or an upgraded Python breaks it."""
    return f"{VENV} on {python_of(VENV).resolve()}" if python_of(VENV).exists() else "nowhere"


def fingerprint(command: str) -> str:
    """A hash of everything the set-up for a command depends on."""
    digest = hashlib.sha256()
    for name in ("pyproject.toml", REQUIREMENTS[command], "tools/bootstrap.py"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def read_stamp() -> dict[str, str]:
    """What `.venv` was made from; empty when it is not there or half made."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def install(command: str) -> None:
    """Make `.venv`, or bring it up to date, and stamp it."""
    started = time.monotonic()
    stamp = read_stamp() if sound() else {}
    print("Completing .venv." if stamp else "Setting up .venv: this takes a minute or two, once.", flush=True)
    STAMP.unlink(missing_ok=True)
    if not stamp:
        make_venv()
    pip("--require-hashes", "--requirement", str(ROOT / REQUIREMENTS[command]))
    pip("--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    commands = ("play", "test") if command == "test" else ("play",)
    stamp |= {"home": home()} | {name: fingerprint(name) for name in commands}
    STAMP.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    print(f"Ready after {time.monotonic() - started:.0f} s.", flush=True)


def make_venv() -> None:
    """An empty environment with pip in it."""
    shutil.rmtree(VENV, ignore_errors=True)
    command = [sys.executable, "-m", "venv", str(VENV)]
    made = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    if made.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        raise SetUpFailed(
            f"{sys.executable} cannot make a virtual environment. On Debian and Ubuntu `apt install python3-venv` "
            f"brings what is missing. It said:\n{(made.stdout + made.stderr).strip()}"
        )


def pip(*arguments: str) -> None:
    """Install with the pip of `.venv`, quietly; it asks the package index that this machine is set up for."""
    quiet = ("-qq", "--no-input", "--disable-pip-version-check", "--progress-bar", "off")
    command = [str(python_of(VENV)), "-m", "pip", "install", *quiet, *arguments]
    if subprocess.call(command, stdin=subprocess.DEVNULL):
        raise SetUpFailed("The packages could not be installed; pip's own words stand above. Try again when mended.")


def python_of(venv: Path) -> Path:
    """The interpreter of a virtual environment."""
    return venv / "Scripts" / "python.exe" if os.name == "nt" else venv / "bin" / "python"


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Let one set-up at a time work in this checkout; Windows has no such lock and goes without."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


# --- checks -------------------------------------------------------------------


class Check(NamedTuple):
    """One command of ./test, and why it cannot run here ("" when it can)."""

    name: str
    command: list[str]
    missing: str = ""


class Result(NamedTuple):
    """How a check went."""

    name: str
    failed: bool
    seconds: float
    closing: str = ""  # its last line
    skips: tuple[str, ...] = ()


def checks(arguments: Sequence[str]) -> list[Check]:
    """All checks, the quick ones first."""
    python = str(python_of(VENV))
    return [
        Check("ruff check", [python, "-m", "ruff", "check", "--output-format", "concise"]),
        Check("ruff format", [python, "-m", "ruff", "format", "--check"]),
        Check("mypy", [python, "-m", "mypy"]),
        Check("tsc", [*node_tool("tsc"), "-p", "tsconfig.json"], missing_for_tsc()),
        Check("pytest", [python, "-m", "pytest", *TOGETHER, *arguments]),
    ]


def run(check: Check) -> Result:
    """Run a check, showing what it says."""
    if check.missing:
        return Result(check.name, failed=False, seconds=0, skips=(check.missing,))
    print(f"\n--- {check.name}", flush=True)
    started = time.monotonic()
    status, lines = shown(check.command)
    skips = skips_of(lines)
    closing = next((line.strip("= ") for line in reversed(lines) if line.strip()), "")
    return Result(check.name, status != 0, time.monotonic() - started, closing, skips)


def skips_of(lines: Sequence[str]) -> tuple[str, ...]:
    """What pytest says it skipped, by reason: `49 tests: no Chromium`."""
    found = [match for line in lines if (match := SKIPPED.fullmatch(line))]
    counts: dict[str, int] = {}
    for match in found:
        counts[match["reason"]] = counts.get(match["reason"], 0) + int(match["count"])
    return tuple(f"{count} test{'s' * (count > 1)}: {reason}" for reason, count in counts.items())


def shown(command: Sequence[str]) -> tuple[int, list[str]]:
    """Run a command in the checkout, passing on its output line by line; its status and those lines."""
    lines = []
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line.rstrip("\n"))
    return process.returncode, lines


def summary(results: Sequence[Result]) -> list[str]:
    """One line for every check, then one for every skip."""
    told = []
    for result in results:
        word = "FAILED" if result.failed else "skipped" if result.skips and not result.seconds else "ok"
        told.append(f"{result.name:<12} {word:<8} {result.seconds:6.1f} s  {result.closing}".rstrip())
    told += [f"skipped: {result.name}: {skip}" for result in results for skip in result.skips]
    return told


def missing_for_tsc() -> str:
    """Why the type check of the page cannot run here; "" after installing it where Node.js can."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "no Node.js on this machine"
    if not node_modules_fit():
        print("\n--- npm ci", flush=True)
        if shown([shutil.which("npm") or "npm", "ci", "--no-audit", "--no-fund"])[0]:
            return "npm could not install the type checker"
    return ""


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


def node_tool(name: str) -> list[str]:
    """The command of a tool in node_modules."""
    return [str(NODE_MODULES / ".bin" / (f"{name}.cmd" if os.name == "nt" else name))]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
