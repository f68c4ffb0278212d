"""How thoroughly compiled code is optimised: wholly, or with BUSSOLOTTO_COMPILE=quick, as under test, quickly.

Quickly, compiling takes some 40 % less time, for code that is up to two fifths slower.
"""

import os
from typing import Any

from numba.core import config
from numba.core.codegen import CPUCodeLibrary
from numba.core.event import Listener, register

QUICK = os.environ.get("BUSSOLOTTO_COMPILE") == "quick"


class Depth(Listener):
    """How many functions are being compiled now, each for the one before."""

    def __init__(self) -> None:
        self.now = 0

    def on_start(self, event: Any) -> None:
        """One more."""
        self.now += 1

    def on_end(self, event: Any) -> None:
        """One less."""
        self.now -= 1


def optimise_quickly() -> None:
    """Have Numba spend little time on what runs for moments only."""
    settings = vars(config)
    settings["OPT"] = type(settings["OPT"])(2)  # of 3 levels; 1 inlines less, and so takes longer
    settings["LOOP_VECTORIZE"] = settings["SLP_VECTORIZE"] = 0
    optimise_only_the_outermost()


def optimise_only_the_outermost() -> None:
    """Have Numba optimise what is called from Python, with all that it calls, and nothing of that by itself before.

    Else a function is optimised once more in each function that calls it, on every way up.
    """
    depth = Depth()
    register("numba:compile", depth)  # type: ignore[no-untyped-call]  # Numba's
    optimise = CPUCodeLibrary._optimize_final_module  # noqa: SLF001  # Numba has no setting for it

    def optimise_outermost(library: Any) -> None:
        if depth.now <= 1:
            optimise(library)  # type: ignore[no-untyped-call]  # Numba's

    CPUCodeLibrary._optimize_final_module = optimise_outermost  # type: ignore[method-assign]  # noqa: SLF001
