"""Würfelmarsch: the names of its rules are available here, `from bussolotto.games import wuerfelmarsch`."""

from bussolotto.games.wuerfelmarsch.game import *  # noqa: F403
