"""Spilorcio (Geizen): the names of its rules are available here, `from bussolotto.games import spilorcio`."""

from bussolotto.games.spilorcio.game import *  # noqa: F403
