"""How long people wait: imports, the command line, compiled rules, `./play` for the first time and afterwards.

Every figure is the best of several fresh processes, as the clock goes. The first `./play` works in a clone of this
repository with an empty home: it includes fetching and installing the packages, so it needs the package index.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench import report
from bench.report import Figure
from tests import processes

ROOT = Path(__file__).resolve().parents[1]
FIRST_START_S, NEXT_START_S = 180, 5  # the bars
FAST = "import bussolotto as b; g = b.game('spilorcio'); b.compiled(g).movers(b.new_state(g, 2))"


def measure(quick: bool = False) -> list[Figure]:
    """Seconds of each; a quick run leaves the first `./play` out."""
    with tempfile.TemporaryDirectory() as folder:
        home = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "BUSSOLOTTO_CACHE": folder}
        figures = [
            seconds("python, doing nothing", ["-c", ""], home),
            seconds("import bussolotto", ["-c", "import bussolotto"], home),
            seconds("import bussolotto.server", ["-c", "import bussolotto.server.app.run"], home),
            seconds("bussolotto games", ["-m", "bussolotto", "games"], home),
            seconds("first compiled call, from the cache", ["-c", FAST], home),
        ]
    return figures if quick else [*figures, *starts()]


def seconds(what: str, arguments: list[str], environment: dict[str, str], times: int = 5) -> Figure:
    """The best of some fresh processes."""
    best = float("inf")
    for _ in range(times + 1):  # the first one reads from the disk
        begun_s = time.perf_counter()
        subprocess.run([sys.executable, *arguments], env=environment, check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - begun_s)
    return Figure(what, best, "s")


def starts() -> list[Figure]:
    """`./play` in a fresh clone, twice."""
    with tempfile.TemporaryDirectory() as folder:
        clone, home = Path(folder) / "clone", Path(folder) / "home"
        home.mkdir()
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
        environment["HOME"] = str(home)
        first_s, next_s = (start(clone, Path(folder) / "data", environment) for _ in range(2))
        shutil.rmtree(clone)
    return [
        Figure("./play answers, first time", first_s, "s", bar=FIRST_START_S, at_most=True),
        Figure("./play answers, afterwards", next_s, "s", bar=NEXT_START_S, at_most=True),
    ]


def start(clone: Path, folder: Path, environment: dict[str, str]) -> float:
    """Seconds until `./play` answers; it is stopped then."""
    begun_s = time.perf_counter()
    command = [str(clone / "play"), "--port", "0", "--no-browser", "--data", str(folder)]
    playing = processes.start(command, env=environment, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        while not answers(folder):
            if playing.poll() is not None or time.perf_counter() - begun_s > 2 * FIRST_START_S:
                raise RuntimeError("./play did not start")
            time.sleep(0.02)
        return time.perf_counter() - begun_s
    finally:
        with suppress(ProcessLookupError):
            os.killpg(playing.pid, signal.SIGTERM)
        playing.wait(30)


def answers(folder: Path) -> bool:
    """Is there a server on this folder that is ready?"""
    try:
        status: dict[str, Any] = json.loads((folder / "server.json").read_text())
        with urllib.request.urlopen(f"http://127.0.0.1:{status['port']}/healthz", timeout=1) as answer:
            return bool(answer.status == 200)
    except (FileNotFoundError, urllib.error.URLError):
        return False


if __name__ == "__main__":
    report.run({"startup": measure}, __doc__)
