"""Cui bono?: the names of its rules are available here, `from bussolotto.games import cui_bono`."""

from bussolotto.games.cui_bono.game import *  # noqa: F403
