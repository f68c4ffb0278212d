"""The pages of the games are looked at with dice in three dimensions, as on a desktop."""

import pytest


@pytest.fixture
def solid() -> bool:
    return True
