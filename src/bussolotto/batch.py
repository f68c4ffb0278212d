"""`bussolotto.batch`, as documentation has always shown it; it lies in `bussolotto.play.batch`."""

from bussolotto.play.batch import *  # noqa: F403
