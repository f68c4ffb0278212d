"""Abquetschen (Squeeze Play): the names of its rules are available here, `from bussolotto.games import abquetschen`."""

from bussolotto.games.abquetschen.game import *  # noqa: F403
