"""The time of a server in another process."""

import os
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.moving import MOVED, TimeOf


def test_time_goes_on_after_a_test_that_fails_while_it_stands() -> None:
    """Others use the same server."""
    (told, stdin), (stdout, answers) = os.pipe(), os.pipe()
    with os.fdopen(told, "rb") as heard, os.fdopen(stdin, "wb") as to_it, os.fdopen(stdout, "rb") as from_it:
        with os.fdopen(answers, "wb") as said:
            said.write(2 * MOVED)
        server = cast(Any, SimpleNamespace(stdin=to_it, stdout=from_it))
        with pytest.raises(ZeroDivisionError), TimeOf(server).stands():
            _ = 1 / 0
        assert os.read(heard.fileno(), 100) == b"stand\ngo\n"
