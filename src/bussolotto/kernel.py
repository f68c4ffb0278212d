"""`bussolotto.kernel`, as documentation has always shown it; it lies in `bussolotto.core.kernel`."""

from bussolotto.core.kernel import *  # noqa: F403
