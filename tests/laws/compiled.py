"""Compiled code of every game beside the interpreter, in a process whose environment decides how it is compiled.

`python -m tests.laws.compiled [GAME ..]` plays every game, or those named; with NUMBA_BOUNDSCHECK=1 in the environment
every index is checked as well.
"""

import os
import sys
from collections.abc import Sequence

from bussolotto.testing.compiled import all_side_by_side
from tests.laws.games import GAMES

SOME = 2  # one world of so many is played side by side where indices are checked


def main(names: Sequence[str]) -> None:
    """All of it for these games, or every game; with checked indices in some worlds only."""
    checked = os.environ.get("NUMBA_BOUNDSCHECK") == "1"
    for game in [game for game in GAMES if not names or game.NAME in names]:
        all_side_by_side(game, SOME if checked else 1)
        print(f"{game.NAME}: the same beside the interpreter")


if __name__ == "__main__":
    main(sys.argv[1:])
