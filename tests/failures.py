"""A test is named as it fails, so that a run that is stopped before its end has said what failed."""

import pytest


def pytest_sessionstart(session: pytest.Session) -> None:
    """Only where results are reported: not in a worker, not where every test is named anyway."""
    config = session.config
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter and config.get_verbosity() <= 0 and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Names(reporter))


class Names:
    """Writes the names of failed tests on lines of their own."""

    def __init__(self, reporter: pytest.TerminalReporter) -> None:
        self.reporter = reporter

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """After the letter for it."""
        if report.failed:
            self.reporter.ensure_newline()
            self.reporter.write(f"FAILED in {report.when}: {report.nodeid}\n", flush=True)
