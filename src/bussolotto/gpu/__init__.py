# mypy: disable-error-code="attr-defined, no-untyped-call"
"""Random play on a graphics card: the unchanged rules, compiled for CUDA, with one match per thread.

Results and final positions are identical to those of `bussolotto.study.matches`, byte for byte: each match has the same
random streams from the same seed, and the rules use only integers. docs/gpu.md gives the requirements and performance.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import cuda

import bussolotto
from bussolotto.core import chance, errors, kernel
from bussolotto.core.contract import Game
from bussolotto.gpu import loops
from bussolotto.play.tally import TALLY
from bussolotto.study.matches import Results

THREADS = 64  # per block

Records = npt.NDArray[Any]

SIMULATED = bool(numba.config.ENABLE_CUDASIM)  # set by NUMBA_ENABLE_CUDASIM=1 before Numba is imported


def play(
    game: Game,
    matches: int,
    seats: int,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    states: Records | None = None,
) -> Results:
    """Play this many random matches from the first of a seed. `states`, STATE[matches], receives final positions.

    Raises BadSeats, UnknownOption, UnknownValue; NoDevice if there is neither a device nor Numba's simulator,
    MissingExtra if there is a device but no compiler for it.
    """
    final = np.zeros(matches, game.STATE) if states is None else states
    final[:] = bussolotto.new_state(game, seats, **dict(options or {}))
    require_device()
    outcomes = np.zeros(matches, TALLY)
    if matches:
        dice, choices = (chance.streams(seed, first, matches) for first in (0, chance.CHOICES))
        _launch(game, seats, final, outcomes, dice, choices)
    return Results.of(outcomes)


def require_device() -> None:
    """Raise NoDevice or MissingExtra if CUDA code cannot run."""
    if not cuda.is_available():
        raise errors.refuse("no-device")
    if not SIMULATED and find_spec("numba_cuda") is None:
        raise errors.refuse("missing-extra", extra="gpu")


def _launch(game: Any, seats: int, final: Records, outcomes: Records, dice: Any, choices: Any) -> None:
    """Play all matches in `final` to the end."""
    run = _compiled(game)[-(-len(final) // THREADS), THREADS]
    if SIMULATED:  # the interpreter reads records as `ctypes`
        run([kernel.plain(record) for record in final], seats, dice, choices, list(outcomes.view(np.recarray)))
        return
    states = cuda.to_device(final.astype(aligned(game.STATE)))
    told = cuda.to_device(outcomes.astype(aligned(TALLY)))
    run(states, seats, dice, choices, told)
    final[:] = states.copy_to_host()
    outcomes[:] = told.copy_to_host()


@cache
def _compiled(game: Game) -> Any:
    """Return the kernel of a game. It is compiled on its first call."""
    if not SIMULATED:
        from bussolotto.gpu import rules

        rules.register_rules()
    return loops.kernel_of(game)


def aligned(state: np.dtype[Any]) -> np.dtype[Any]:
    """Return the same fields, each aligned to its own size, because a device cannot read unaligned numbers."""
    assert state.names is not None
    return np.dtype([(name, *(state[name].subdtype or (state[name],))) for name in state.names], align=True)
