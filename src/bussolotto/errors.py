"""`bussolotto.errors`, as documentation has always shown it; it lies in `bussolotto.core.errors`."""

from bussolotto.core.errors import *  # noqa: F403
