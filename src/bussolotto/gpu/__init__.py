# mypy: disable-error-code="attr-defined, no-untyped-call"
"""Random play on a graphics card: the rules as they stand, compiled for CUDA, one match a thread.

Results and final positions are those of `bussolotto.study.matches`, byte for byte: each match has the same streams of
the same seed, and rules know whole numbers only. docs/gpu.md tells what is needed, and what is known of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import cuda

import bussolotto
from bussolotto import chance, errors, kernel
from bussolotto.gpu import loops
from bussolotto.study.matches import OUTCOME, Results

THREADS = 64  # of a block

Records = npt.NDArray[Any]

SIMULATED = bool(numba.config.ENABLE_CUDASIM)  # NUMBA_ENABLE_CUDASIM=1 asks for it before Numba is imported


def play(
    game: ModuleType | Any,
    matches: int,
    seats: int,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    states: Records | None = None,
) -> Results:
    """So many matches of random play, from the first of a seed on; `states`, STATE[matches], receives their ends.

    Raises BadSeats, UnknownOption, UnknownValue; NoDevice where there is neither a device nor Numba's simulator,
    MissingExtra where there is a device and no compiler for it.
    """
    final = np.zeros(matches, game.STATE) if states is None else states
    final[:] = bussolotto.new_state(game, seats, **dict(options or {}))
    require_device()
    outcomes = np.zeros(matches, OUTCOME)
    if matches:
        dice, choices = (chance.streams(seed, first, matches) for first in (0, chance.CHOICES))
        _launch(game, seats, final, outcomes, dice, choices)
    return Results(*(outcomes[name] for name in OUTCOME.fields or ()))


def require_device() -> None:
    """Raises NoDevice or MissingExtra where CUDA code cannot run."""
    if not cuda.is_available():
        raise errors.NoDevice
    if not SIMULATED and find_spec("numba_cuda") is None:
        raise errors.MissingExtra("gpu")


def _launch(game: Any, seats: int, final: Records, outcomes: Records, dice: Any, choices: Any) -> None:
    """Play all matches of `final` to their ends."""
    run = _compiled(game)[-(-len(final) // THREADS), THREADS]
    if SIMULATED:  # the interpreter reads a record as `ctypes`
        run([kernel.plain(record) for record in final], seats, dice, choices, list(outcomes.view(np.recarray)))
        return
    states = cuda.to_device(final.astype(aligned(game.STATE)))
    told = cuda.to_device(outcomes.astype(aligned(OUTCOME)))
    run(states, seats, dice, choices, told)
    final[:] = states.copy_to_host()
    outcomes[:] = told.copy_to_host()


@cache
def _compiled(game: ModuleType | Any) -> Any:
    """The kernel of a game, compiled when it is first called."""
    if not SIMULATED:
        from bussolotto.gpu import rules

        rules.register_rules()
    return loops.kernel_of(game)


def aligned(state: np.dtype[Any]) -> np.dtype[Any]:
    """The same fields, each at a multiple of its own size: a device reads no number that lies otherwise."""
    assert state.names is not None
    return np.dtype([(name, *(state[name].subdtype or (state[name],))) for name in state.names], align=True)
