"""`bussolotto.engines`, as documentation has always shown it; it lies in `bussolotto.play.engines`."""

from bussolotto.play.engines import *  # noqa: F403
