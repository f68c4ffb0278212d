"""The command that damages databases, at a small count: nothing altered is served, and nothing stops a start."""

import pytest

from tests.depth import full
from tools import damage


@full
def test_what_is_damaged_is_set_aside_and_the_rest_served(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["damage", "--rows", "50", "--files", "3", "--starts", "1"])
    assert damage.main() == 0, capsys.readouterr().out
