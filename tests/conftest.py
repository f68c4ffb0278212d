"""What all tests share: Hypothesis profiles, a place for commands, no skip where BUSSOLOTTO_NO_SKIP=1 forbids it."""

import gc
import os
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import settings

from tests.depth import FULL, count
from tests.spread import ByFileAndGame

# A browser and a server, for tests of pages wherever they lie; terminals for commands
pytest_plugins = (
    "tests.web.visits",
    "tests.components.stages",
    "tests.terminals",
    "tests.new_games",
    "tests.slowest",
    "tests.failures",
)

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

os.environ.setdefault("BUSSOLOTTO_COMPILE", "quick")  # before anything is imported that compiles
NO_SKIP = os.environ.get("BUSSOLOTTO_NO_SKIP") == "1"

EXAMPLES = count(short=20, full=40)
settings.register_profile("here", deadline=None, max_examples=EXAMPLES)
settings.register_profile("ci", deadline=None, max_examples=EXAMPLES, derandomize=True)
settings.load_profile("ci" if NO_SKIP or os.environ.get("CI") else "here")


@pytest.fixture
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For commands: no files there, English, a hundred columns."""
    from bussolotto.cli import words

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(words.Speaker, "language", "en")
    monkeypatch.setenv("COLUMNS", "100")


def pytest_configure() -> None:
    """Ctrl-C stops what tests start, also where a shell has started the tests in the background, which ignores it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Several workers take whole files (`--dist loadfile`), of the laws a game at a time."""
    return ByFileAndGame(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is for full runs; files with a test in the browser come last.

    Playwright leaves an event loop running in the process.
    """
    if not FULL:
        left_out = [item for item in items if item.get_closest_marker("full")]
        items[:] = [item for item in items if not item.get_closest_marker("full")]
        config.hook.pytest_deselected(items=left_out)
    in_browser = {item.path for item in items if "chromium" in getattr(item, "fixturenames", ())}
    items.sort(key=lambda item: item.path in in_browser)


def pytest_collection_finish() -> None:
    """Spare the collector what lives as long as the tests do: a twentieth of the time of those of the rules."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that skips itself fails where nothing may be skipped."""
    report = yield
    return refuse_skip(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """So does a module that skips itself."""
    report = yield
    return refuse_skip(report)


def refuse_skip(report: Report) -> Report:
    """Turn the report of a skip into one of a failure, with the reason kept."""
    if NO_SKIP and report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped although BUSSOLOTTO_NO_SKIP=1: {report.longreprtext}"
    return report
