"""How tests are spread over workers."""

import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import processes
from tests.depth import full
from tests.repo.sources import ROOT
from tests.spread import ByFileAndGame, group_of

LIMIT_S = 240
CONFTEST = """
import pytest
from tests.spread import ByFileAndGame

@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    return ByFileAndGame(config, log)
"""
GOOD = "def test_good(): pass\n"
BAD = f"""
import os, pathlib
def test_bad():
    with pathlib.Path("times").open("a") as file:
        file.write(".")
    os._exit(1)
{GOOD}
"""


@pytest.mark.parametrize(
    ("test", "group"),
    [
        ("tests/laws/test_laws.py::test_static_law[pig-static_law_layout]", "tests/laws/test_laws.py[pig]"),
        ("tests/laws/test_laws.py::test_law[cui-bono-law_nobody_knows_more]", "tests/laws/test_laws.py[cui-bono]"),
        (
            "tests/laws/test_reasons.py::test_no_sentence[my-dice-your-dice]",
            "tests/laws/test_reasons.py[my-dice-your-dice]",
        ),
        ("tests/laws/test_previews.py::test_a_preview", "tests/laws/test_previews.py"),
        ("tests/web/test_match.py::test_whole_match[pig]", "tests/web/test_match.py"),
    ],
)
def test_files_stay_together_and_laws_go_by_game(test: str, group: str) -> None:
    assert group_of(test) == group


class Worker:
    """One that can be sent so many lots of tests before it has ended."""

    shutting_down = False
    gateway = SimpleNamespace(id="")

    def __init__(self, lots: int) -> None:
        self.lots = lots
        self.given: list[int] = []

    def send_runtest_some(self, tests: list[int]) -> None:
        if len(self.given) == self.lots:
            raise OSError("cannot send (already closed?)")
        self.given += tests

    def shutdown(self) -> None:
        self.shutting_down = True


def test_what_a_worker_is_given_that_has_just_ended_goes_to_another() -> None:
    """Its end is not known yet when one of its tests before is told of."""
    tests = [f"test_{number}.py::test_it" for number in range(6)]
    options = SimpleNamespace(loadscopereorder=False)
    scheduling = ByFileAndGame(SimpleNamespace(getvalue=lambda name: ["2*popen"], option=options))
    ending, other = Worker(2), Worker(len(tests))
    for worker in (ending, other):
        scheduling.add_node(worker)
        scheduling.add_node_collection(worker, tests)
    scheduling.schedule()
    first, second = ending.given
    scheduling.mark_test_complete(ending, first)
    assert scheduling.remove_node(ending) == tests[second]
    for test in iter(other.given):  # grows meanwhile
        scheduling.mark_test_complete(other, test)
    assert sorted([first, second, *other.given]) == list(range(6))


@full
@pytest.mark.parametrize(("workers", "files"), [(1, "gbgg"), (2, "ggggb"), (2, "bgb")])
def test_a_test_that_ends_its_worker_fails_once_and_all_others_are_run(
    tmp_path: Path, workers: int, files: str
) -> None:
    """Nor does the run wait for ever: most of it is done by then, and the other worker has ended perhaps."""
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    for number, kind in enumerate(files):
        content = {"g": GOOD, "b": BAD}[kind]
        (tmp_path / f"test_{number}.py").write_text(content, encoding="utf-8")
    options = ("-p", "no:cacheprovider", "--dist", "loadfile", "--no-loadscope-reorder", "-n", str(workers))
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    told = processes.run(
        [sys.executable, "-m", "pytest", "-q", *options],
        text=True,
        cwd=tmp_path,
        env={**environment, "PYTHONPATH": paths},
        capture_output=True,
        timeout=LIMIT_S,
    )
    bad = files.count("b")
    assert f"{bad} failed, {len(files)} passed" in told.stdout, told.stdout + told.stderr
    assert (tmp_path / "times").read_text() == bad * "."
