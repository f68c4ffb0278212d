"""What ./play and ./test do: set up `.venv` once, then their job. Standard library only.

    python tools/bootstrap.py play [arguments of `bussolotto serve`]
    python tools/bootstrap.py test [tiers] [arguments of pytest]

The set-up is done again when what it was made from has changed, and from scratch when it was interrupted.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "made-from.json"  # written last: a .venv without it is half made
REQUIREMENTS = {"play": "requirements.txt", "test": "constraints.txt"}  # the second holds the first
JOBS = {"play": ("bussolotto", "serve"), "test": ("tools.checks",)}


def main(arguments: Sequence[str]) -> int:
    """Run one of the two commands; the exit status."""
    command, *rest = arguments or [""]
    if command not in REQUIREMENTS:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        set_up(command)
        if command == "test":
            os.chdir(ROOT)  # where `tools` is found
        return become(*JOBS[command], *rest)
    except SetUpFailed as problem:
        print(f"\n{problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def become(*arguments: str) -> int:
    """Turn into `python -m ..` of the environment, so that signals reach it."""
    command = [str(python_of(VENV)), "-m", *arguments]
    if os.name != "nt":
        os.execv(command[0], command)  # noqa: S606  # no shell is wanted
    return subprocess.call(command)


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
    python = outside_of(VENV)
    shutil.rmtree(VENV, ignore_errors=True)
    command = [python, "-m", "venv", str(VENV)]
    made = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    if made.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        raise SetUpFailed(
            f"{python} cannot make a virtual environment. On Debian and Ubuntu `apt install python3-venv` "
            f"brings what is missing. It said:\n{(made.stdout + made.stderr).strip()}"
        )


def pip(*arguments: str) -> None:
    """Install with the pip of `.venv`, quietly; it asks the package index that this machine is set up for."""
    quiet = ("-qq", "--no-input", "--disable-pip-version-check", "--progress-bar", "off")
    command = [str(python_of(VENV)), "-m", "pip", "install", *quiet, *arguments]
    if subprocess.call(command, stdin=subprocess.DEVNULL):
        raise SetUpFailed("The packages could not be installed; pip's own words stand above. Try again when mended.")


def outside_of(venv: Path) -> str:
    """A Python that is still there without this environment: whoever has activated it runs us with its own."""
    if Path(sys.prefix) != venv:
        return sys.executable
    return str(sys._base_executable)  # type: ignore[attr-defined]  # noqa: SLF001  # as `venv` does


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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
