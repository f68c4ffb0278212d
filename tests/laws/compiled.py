"""Compiled code of every game under the laws, in a process of its own, whose environment decides how it is compiled.

`python -m tests.laws.compiled [--side-by-side] [GAME ..]` plays beside the interpreter, and unless that is all that is
asked for, under the compiled law loop, for every game, or those named; with NUMBA_BOUNDSCHECK=1 in the environment,
every index is checked as well.
"""

import os
import sys
from collections.abc import Sequence

from bussolotto.testing.compiled import all_side_by_side, law_loops
from tests.depth import FULL
from tests.laws.games import GAMES

SOME = 4  # one world of so many is played side by side where indices are checked


def main(arguments: Sequence[str]) -> None:
    """All of it for these games, or every game; few matches, with checked indices side by side in some worlds only."""
    checked = os.environ.get("NUMBA_BOUNDSCHECK") == "1"
    names = [name for name in arguments if name != "--side-by-side"]
    for game in [game for game in GAMES if not names or game.NAME in names]:
        all_side_by_side(game, SOME if checked else 1)
        if len(names) == len(arguments):
            print(f"{game.NAME}: {law_loops(game, 200, thorough=FULL)} plies under the compiled laws")


if __name__ == "__main__":
    main(sys.argv[1:])
