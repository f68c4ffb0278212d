"""What a test has started in a terminal ends with the test, whatever it has started itself."""

import os
import time

import pytest

from tests.terminals import Terminal

PATIENCE_S = 60


def runs(group: int) -> bool:
    """Does any process of this group live?"""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_what_still_runs_ends_with_its_terminal() -> None:
    opened = Terminal("simulate", "my-dice-your-dice", "--players", "perfect,random", "--matches", "100000")
    group = opened.pid
    opened.until(r"\b[1-9]\d*/100000")  # by workers in processes of their own
    opened.close()
    end = time.monotonic() + PATIENCE_S
    while runs(group) and time.monotonic() < end:
        time.sleep(0.05)
    assert not runs(group)
