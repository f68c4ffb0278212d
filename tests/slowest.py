"""`./test --slowest N` lists the N test files that took longest, and what each tier took: where time can be saved."""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

from tools import tiers


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slowest", type=int, default=0, metavar="N", help="list the N files that took longest")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Wall-clock seconds, of all workers together."""
    wanted = terminalreporter.config.getoption("slowest")
    if not wanted:
        return
    files = seconds_by_file(terminalreporter.stats)
    by_tier: defaultdict[str, float] = defaultdict(float)
    for file, seconds in files.items():
        by_tier[tiers.tier_of(tiers.ROOT / file)] += seconds
    terminalreporter.section("slowest files, in seconds of all workers")
    for name, seconds in (*longest(by_tier), *longest(files)[:wanted]):
        terminalreporter.write_line(f"{seconds:8.1f}  {name}")


def seconds_by_file(stats: dict[str, list[object]]) -> dict[str, float]:
    """How long the tests of each file took, with what they set up and cleared away."""
    files: defaultdict[str, float] = defaultdict(float)
    for report in (each for reports in stats.values() for each in reports):
        if isinstance(report, pytest.TestReport):
            files[Path(report.nodeid.partition("::")[0]).as_posix()] += report.duration
    return files


def longest(seconds: Mapping[str, float]) -> list[tuple[str, float]]:
    """The longest first."""
    return sorted(seconds.items(), key=lambda item: -item[1])
