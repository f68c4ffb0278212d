"""How deep tests go: at the depth that finds regressions, or (`./test --full`, BUSSOLOTTO_FULL=1) at full count."""

import os

import pytest

FULL = os.environ.get("BUSSOLOTTO_FULL") == "1"

full = pytest.mark.full  # a test for ./test --full alone: what it proves is proved more cheaply elsewhere


def count(short: int, full: int) -> int:
    """How many of something a test plays or draws."""
    return full if FULL else short
