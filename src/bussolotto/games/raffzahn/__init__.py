"""Raffzahn (Pack Rat): the names of its rules are available here, `from bussolotto.games import raffzahn`."""

from bussolotto.games.raffzahn.game import *  # noqa: F403
