"""`bussolotto.evening`, as documentation has always shown it; it lies in `bussolotto.play.evening`."""

from bussolotto.play.evening import *  # noqa: F403
