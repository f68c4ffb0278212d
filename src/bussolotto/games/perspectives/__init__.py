"""Perspectives: the names of its rules are available here, `from bussolotto.games import perspectives`."""

from bussolotto.games.perspectives.game import *  # noqa: F403
