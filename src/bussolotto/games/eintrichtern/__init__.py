"""Eintrichtern: the names of its rules are available here, `from bussolotto.games import eintrichtern`."""

from bussolotto.games.eintrichtern.game import *  # noqa: F403
