"""Cincinnati: the names of its rules are available here, `from bussolotto.games import cincinnati`."""

from bussolotto.games.cincinnati.game import *  # noqa: F403
