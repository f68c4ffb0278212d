"""The chances of winning in Spilorcio for two on the printed board, stored once they have been computed.

`bussolotto solve spilorcio --board standard` computes and stores them. Every position at the beginning of a turn has
one, but for those with so many chips out of the reserve that hardly any match comes there.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.games.spilorcio import game, solver
from bussolotto.solve.rolls import Values

Table = npt.NDArray[np.float32]  # [filled squares][own chips][their chips]: of the player to move; NaN: not known

COMPARED = tuple(name for name in game.FACTS.options if name not in ("board", "starting_chips", "chips_in_all"))


def stored() -> Table | None:
    """The values of the printed board; None if they have not been computed here."""
    path = solver.table_file()
    return np.load(path, mmap_mode="r") if path.exists() else None


def applies(s: Any) -> bool:
    """Is this a match for two with the printed board, chips and rules? With how many one began does not matter."""
    opening = solver.opened(solver.STANDARD)
    rows = ("length", "double", "yellow", "arrow")
    return bool(
        s.seats == 2
        and game.all_chips(s) == solver.STANDARD.chips
        and all(getattr(s, name) == opening[name] for name in COMPARED)
        and all(list(getattr(s, name)) == opening[name].tolist() for name in rows)
    )


def winning(table: Table, seat: int) -> solver.Worth:
    """A function of positions after a turn of this seat: its chance of winning; NaN where it is not known."""
    strides = np.array(solver.strides(solver.STANDARD))

    def worth(after: solver.Records) -> Values:
        own, theirs = after["chips"][:, seat], after["chips"][:, 1 - seat]
        most = table.shape[1] - 1
        known = table[after["filled"] @ strides, np.minimum(theirs, most), np.minimum(own, most)]
        shared = np.where(own == theirs, 0.5, own > theirs)  # SPI-7
        return np.asarray(np.where(after["phase"] == game.OVER, shared, 1.0 - known))

    return worth
