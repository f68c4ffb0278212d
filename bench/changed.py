"""The command `bussolotto`, changed as drills need it: as a later version, and with a wall clock that jumps.

A version that is so many later calls itself so, and has as many more migrations of the schema. SIGUSR1 sets what
Python takes for the time of day on by a day, the next one back by two, and so on.
"""

import os
import signal
import time
from collections.abc import Callable
from itertools import cycle
from typing import Any

import bussolotto
from bussolotto.server.store import schema

LATER = "DRILL_LATER_BY"
DAY_S = 86_400
JUMPS_S = (DAY_S, -2 * DAY_S, DAY_S)


def call_later(by: int) -> None:
    """Be the version that comes so many later."""
    bussolotto.__version__ = f"{bussolotto.__version__}.dev{by}"
    more = [(f"CREATE TABLE later_{number} (number INTEGER)",) for number in range(by)]
    schema.MIGRATIONS = (*schema.MIGRATIONS, *more)  # type: ignore[assignment]  # longer


def let_jump() -> None:
    """Let each SIGUSR1 move the wall clock."""
    offset_s, jumps = [0], cycle(JUMPS_S)
    time_s, time_ns = time.time, time.time_ns

    def jump(*_: object) -> None:
        offset_s[0] += next(jumps)

    clocks: dict[str, Callable[[], Any]] = {
        "time": lambda: time_s() + offset_s[0],
        "time_ns": lambda: time_ns() + offset_s[0] * 10**9,
    }
    for name, clock in clocks.items():
        setattr(time, name, clock)
    signal.signal(signal.SIGUSR1, jump)


if __name__ == "__main__":
    call_later(int(os.environ[LATER]))
    let_jump()
    from bussolotto.cli import main

    main()
