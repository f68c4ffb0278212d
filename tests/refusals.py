"""Refusals as tests expect them: by their code."""

import pytest

from bussolotto.core.errors import Refusal


def refused(code: str, match: str | None = None) -> pytest.RaisesExc[Refusal]:
    """What follows is refused with this code, and a text that fits."""
    return pytest.raises(Refusal, match=match, check=lambda refusal: refusal.code == code)
