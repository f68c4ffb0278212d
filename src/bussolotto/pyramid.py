"""`bussolotto.pyramid`, as documentation has always shown it; it lies in `bussolotto.core.pyramid`."""

from bussolotto.core.pyramid import *  # noqa: F403
