"""What a run of the tests says while it goes on."""

import sys
from pathlib import Path

from tests import processes
from tests.depth import full
from tests.repo.sources import ROOT

FAILS = "def test_fails():\n    assert False\n"
ENDS_ALL = "import os\n\ndef test_ends_all():\n    os._exit(9)\n"


def output(folder: Path, script: str, *arguments: str) -> str:
    (folder / "test_it.py").write_text(script, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.failures", "-c", "/dev/null", *arguments, str(folder)]
    return processes.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout


def test_a_failed_test_is_named_before_the_run_ends(tmp_path: Path) -> None:
    assert "FAILED in call: " in output(tmp_path, FAILS + ENDS_ALL)


@full
def test_so_it_is_where_workers_run_the_tests(tmp_path: Path) -> None:
    assert "FAILED in call: " in output(tmp_path, FAILS, "-n", "1")
