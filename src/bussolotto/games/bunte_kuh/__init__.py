"""Bunte Kuh (Sums): the names of its rules are available here, `from bussolotto.games import bunte_kuh`."""

from bussolotto.games.bunte_kuh.game import *  # noqa: F403
