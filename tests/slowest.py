"""`./test --slowest N` lists the N test files that took longest, and what each tier took: where time can be saved."""

from collections import Counter
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
    by_tier: Counter[str] = Counter()
    for file, seconds in files.items():
        by_tier[tiers.tier_of(tiers.ROOT / file)] += seconds
    terminalreporter.section("slowest files, in seconds of all workers")
    for name, seconds in (*by_tier.most_common(), *files.most_common(wanted)):
        terminalreporter.write_line(f"{seconds:8.1f}  {name}")


def seconds_by_file(stats: dict[str, list[object]]) -> Counter[str]:
    """How long the tests of each file took, with what they set up and cleared away."""
    files: Counter[str] = Counter()
    for report in (each for reports in stats.values() for each in reports):
        if isinstance(report, pytest.TestReport):
            files[Path(report.nodeid.partition("::")[0]).as_posix()] += report.duration
    return files
