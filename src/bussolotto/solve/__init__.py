"""Exact values: games, or parts of them, that can be reckoned through to the end."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol, cast

from bussolotto.engines import Engine

Progress = Callable[[int, int], None]  # steps done, of how many


class Solver(Protocol):
    """What a module of this folder offers to the command line."""

    def solve(self, progress: Progress, /, *board: str, **engine: Engine) -> Any:
        """Everything from nothing: its solution. `board`: one of BOARDS, where the game has any; `engine` if SPREAD."""

    def headline(self, solution: Any) -> float:
        """The one number that is printed."""

    def as_json(self, solution: Any) -> dict[str, Any]:
        """What programs read."""


SOLVERS = {  # game -> its module here
    "cincinnati": "cincinnati",
    "my-dice-your-dice": "my_dice_your_dice",
    "spilorcio": "spilorcio",
}
BOARDS = {  # game -> the boards or parts on which it is solved; the first unless asked
    "cincinnati": ("duel", "openings"),
    "spilorcio": ("reduced", "standard"),
}
SPREAD = {("cincinnati", "openings"): "openings"}  # what many machines can share -> its module here


def solver(name: str, board: str = "") -> Solver:
    """What solves the game of this name, one of SOLVERS, or a board or part of it."""
    return cast(Solver, import_module(f"{__name__}.{SPREAD.get((name, board), SOLVERS[name])}"))
