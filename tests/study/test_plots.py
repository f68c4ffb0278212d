"""Pictures of studies: sides can be told apart, however many there are."""

from collections.abc import Callable
from typing import Any

import pytest

from bussolotto.study import plots

MANY = 25


@pytest.mark.parametrize("look", [plots.style_of, plots.mark_of, plots.bar_of])
def test_no_two_sides_look_alike(look: Callable[[int], dict[str, Any]]) -> None:
    looks = [repr(sorted(look(side).items())) for side in range(MANY)]
    assert len(set(looks)) == MANY
