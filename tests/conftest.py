"""What all tests share: Hypothesis profiles, a place for commands, no skip where BUSSOLOTTO_NO_SKIP=1 forbids it."""

import os
from collections.abc import Generator
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import settings

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

NO_SKIP = os.environ.get("BUSSOLOTTO_NO_SKIP") == "1"

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if NO_SKIP or os.environ.get("CI") else "here")


@pytest.fixture
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For commands: no files there, English, a hundred columns."""
    from bussolotto.cli import words

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(words.Speaker, "language", "en")
    monkeypatch.setenv("COLUMNS", "100")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The page comes last, whatever was asked for first: its browser leaves an event loop running in the process."""
    items.sort(key=lambda item: item.path.parent.name == "web")


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
