"""Where the peers run: an environment of their own, made once in the cache folder from pins; Node.js for boardgame.io.

Nothing of it is needed to play, to test or for the other benches.
"""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from bussolotto.play.compiler import cache_root

HERE = Path(__file__).parent
PINS = HERE / "pins.txt"  # of wanted.txt; the README of the benches says how they are made
PACKAGE = ("package.json", "package-lock.json")


class Missing(Exception):
    """A peer cannot be had here; the text says why."""


def python() -> Path:
    """A Python that has the peers which are written for it. Raises Missing."""
    return made("python", PINS.read_bytes() + sys.version.encode(), _make_python) / "bin" / "python"


def node_modules() -> Path:
    """The folder of packages for Node.js. Raises Missing."""
    if not shutil.which("node") or not shutil.which("npm"):
        raise Missing("there is no Node.js with npm on this machine")
    content = b"".join((HERE / name).read_bytes() for name in PACKAGE)
    return made("node", content, _make_node) / "node_modules"


def made(kind: str, content: bytes, make: Callable[[Path], None]) -> Path:
    """The folder made from this content; complete when its stamp is there."""
    folder = cache_root() / "peers" / f"{kind}-{hashlib.sha256(content).hexdigest()[:12]}"
    stamp = folder / "complete"
    if not stamp.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        print(f"Making {kind} for the peers, once.", file=sys.stderr)
        try:
            make(folder)
        except subprocess.CalledProcessError as problem:
            raise Missing(f"its environment cannot be made: {last_line(problem.stderr)}") from problem
        stamp.touch()
    return folder


def _make_python(folder: Path) -> None:
    run(sys.executable, "-m", "venv", str(folder))
    pip = (str(folder / "bin" / "python"), "-m", "pip", "install", "--disable-pip-version-check", "--quiet")
    run(*pip, "--require-hashes", "--requirement", str(PINS))


def _make_node(folder: Path) -> None:
    for name in PACKAGE:
        shutil.copy(HERE / name, folder / name)
    run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(folder))


def run(*command: str) -> None:
    """Raises CalledProcessError with what was said."""
    subprocess.run(command, check=True, capture_output=True, text=True)


def last_line(text: str) -> str:
    """The last line that is not empty."""
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "no reason was given")
