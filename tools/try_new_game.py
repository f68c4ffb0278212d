"""From nothing to a match in the browser against `medium`, by what docs/make-your-own.md says, and how long it takes.

    python -m tools.try_new_game [--offline]

builds the wheel and, in a folder without the checkout, follows the page: it types every command of its first block into
one shell, opens the page of the server that the last one starts, and plays a match to its end. Packages come from the
package index; with `--offline` those of this environment are lent instead, and nothing is asked of an index.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests import processes
from tests.web.visits import FLAGS, SHELL

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "make-your-own.md"
BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)
LINK = re.compile(r"http://\S+")
BAR_S = 300
LENT = "lent.pth"
OF_OURS = ("PYTHON", "VIRTUAL", "BUSSOLOTTO")  # how names of the environment begin that a stranger has not set
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_DEPS": "1", "PIP_IGNORE_INSTALLED": "1"}


def main() -> int:
    """Follow the page; fail if it takes longer than it says."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--offline", action="store_true")
    offline = parser.parse_args().offline
    with tempfile.TemporaryDirectory() as folder:
        build_wheel(Path(folder))
        taken_s = follow(Path(folder), commands(), offline)
    print(f"{taken_s:.0f} s of {BAR_S} s")
    return int(taken_s > BAR_S)


def commands(page: Path = PAGE) -> list[str]:
    """The commands of the first block of the page."""
    block = BLOCK.search(page.read_text(encoding="utf-8"))
    assert block, f"{page} shows no commands"
    return block[1].splitlines()


def build_wheel(folder: Path) -> None:
    """Build the wheel; nobody who follows the page has to."""
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--wheel-dir", str(folder), str(ROOT)], check=True, stdin=subprocess.DEVNULL)


def follow(folder: Path, lines: Sequence[str], offline: bool = False) -> float:
    """Do what the page says; the seconds until a match has been played to its end."""
    begun_s = time.monotonic()
    *set_up, serve = lines
    environment = clean_environment(offline)
    for count, line in enumerate(set_up, 1):
        script = "\n".join(["set -e", *(each for each in set_up[:count] if each.startswith(". ")), line])
        subprocess.run(["sh", "-c", script], cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
        if offline and line.startswith("python -m venv "):
            lend(folder / line.rpartition(" ")[2])
        print(f"{time.monotonic() - begun_s:6.1f} s  {line}", flush=True)
    play_on_server(folder, [*(line for line in set_up if line.startswith(". ")), serve], environment)
    taken_s = time.monotonic() - begun_s
    print(f"{taken_s:6.1f} s  a match against medium in the browser")
    return taken_s


def clean_environment(offline: bool) -> dict[str, str]:
    """The environment of a stranger: nothing of this checkout; offline, nothing of an index."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OF_OURS)}
    ours = str(Path(sys.executable).parent)
    path = os.pathsep.join(part for part in kept["PATH"].split(os.pathsep) if part != ours)
    return {**kept, **(OFFLINE if offline else {}), "PATH": path, "LANG": "en_US.UTF-8"}


def lend(venv: Path) -> None:
    """Let a fresh environment import the libraries of this one, but for Bussolotto, which its own wheel brings."""
    (libraries,) = {path for path in sys.path if Path(path).name == "site-packages"}
    (own,) = venv.glob("lib/python*/site-packages")
    (own / LENT).write_text(f"{libraries}\n", encoding="utf-8")


def play_on_server(folder: Path, lines: Sequence[str], environment: dict[str, str]) -> None:
    """Start the server as the page says, without opening a window, and play at it."""
    script = "\n".join([*lines[:-1], f"exec {lines[-1]} serve --no-browser --port 0 --data data"])
    server = processes.start(["sh", "-c", script], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout
        link = next(found[0] for line in server.stdout if (found := LINK.search(line)))
        with sync_playwright() as playwright, playwright.chromium.launch(executable_path=SHELL, args=FLAGS) as chromium:
            page = chromium.new_page()
            try:
                play(page, link)
            except Exception:
                print(f"The server has ended with {server.poll()} (None: it runs), and the page shows:", flush=True)
                print(page.inner_text("body"), flush=True)
                raise
    finally:
        server.terminate()
        server.wait()


def play(page: Page, link: str, title: str = "Left Or Right") -> None:
    """Play now, against the bot that sits down where nobody chose another, to the end."""
    page.goto(link)
    card = page.locator(".shelf-card", has=page.get_by_role("heading", name=title))
    card.get_by_role("button", name="Play now").click()
    button = page.locator(".bench-buttons button:enabled")
    expect(page.locator(".general")).to_be_visible(timeout=30_000)
    while not page.locator(".result-line").count():
        page.wait_for_selector(".bench-buttons button:enabled, .result-line", timeout=60_000)
        if button.count():
            button.last.click()
            page.wait_for_timeout(100)


if __name__ == "__main__":
    sys.exit(main())
