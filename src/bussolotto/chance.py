"""`bussolotto.chance`, as documentation has always shown it; it lies in `bussolotto.core.chance`."""

from bussolotto.core.chance import *  # noqa: F403
