"""How deep tests go: at the depth that finds regressions, or (`./test --full`, BUSSOLOTTO_FULL=1) at full count."""

import os
from collections.abc import Iterable
from typing import Any

import pytest

FULL = os.environ.get("BUSSOLOTTO_FULL") == "1"

full = pytest.mark.full  # a test for ./test --full alone: what it proves is proved more cheaply elsewhere


def in_full_runs(*values: Any) -> list[Any]:
    """Parameters that only full runs try; a tuple has the values of several."""
    return [pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=full) for value in values]


def first_of_each(values: Iterable[Any], others: Iterable[Any]) -> list[Any]:
    """All pairs for full runs; short ones try each value with one of the others, by turns."""
    one, other = list(values), list(others)
    return [
        pytest.param(value, each, marks=() if turn % len(other) == place else full)
        for turn, value in enumerate(one)
        for place, each in enumerate(other)
    ]


def one_in(several: int, values: Iterable[Any]) -> list[Any]:
    """All values for full runs; short ones try every so many-th, from the first on."""
    return [pytest.param(value, marks=full if turn % several else ()) for turn, value in enumerate(values)]


def count(short: int, full: int) -> int:
    """How many of something a test plays or draws."""
    return full if FULL else short
