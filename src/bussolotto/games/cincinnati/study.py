"""How contested the tables of Cincinnati are, round by round."""

from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.games.cincinnati import game

PLACES = tuple(game.TABLES)
FATES = ("empty", "alone", "contested")  # nobody chose it, one, or several


def watch(
    states: npt.NDArray[Any], seats: npt.NDArray[np.int64], actions: npt.NDArray[np.int64], out: npt.NDArray[np.int64]
) -> None:
    """Count the players at each table when the last seat chooses."""
    last = (states["phase"] == game.CHOOSING) & (states["asked"] == 1 << seats)
    for match in np.flatnonzero(last).tolist():
        chosen = states["chosen"][match].astype(np.int64)
        chosen[seats[match]] = actions[match] - game.TABLE + 1
        there = np.bincount(chosen[: states["seats"][match]], minlength=len(PLACES) + 1)[1:]
        for place in (0, 2) if states["seats"][match] == game.SEATS[0] else range(len(PLACES)):
            out[match, place, min(int(there[place]), 2)] += 1
