"""`bussolotto.match`, as documentation has always shown it; it lies in `bussolotto.play.match`."""

from bussolotto.play.match import *  # noqa: F403
