"""Exact values: games, or parts of them, that can be solved completely.

A solved game has a module `solver`. If a board other than the usual one is solved separately, the game has a module
named after that board.
"""

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, Protocol, cast

from bussolotto.core.contract import Game
from bussolotto.games import game as game_of
from bussolotto.games import names

Progress = Callable[[int, int], None]  # steps done, total steps


def silent(done: int, steps: int) -> None:
    """Ignore progress."""


class Solver(Protocol):
    """What the solver of a game, or of a board or part of it, provides for the command line."""

    SPREAD: bool  # can many machines share the work? Then `solve` takes an `engine`
    OPTIONS: Mapping[str, Sequence[str]]  # by board, or by "": options that may differ from the printed ones

    def solve(self, progress: Progress, /, *board: str, **more: Any) -> Any:
        """Compute the whole solution from scratch.

        `board`: one of the game's boards, if it has any; `more`: `engine` if SPREAD, and `options` that differ from the
        printed ones.
        """

    def headline(self, solution: Any) -> float:
        """Return the one number that is printed."""

    def as_json(self, solution: Any) -> dict[str, Any]:
        """Return the result for programs."""


def solved() -> list[str]:
    """Return the names of the games that are solved, completely or in part."""
    return [name for name in names() if game_of(name).has("solver")]


def solver(game: Game, board: str = "") -> Solver | None:
    """Return the solver of this game, or of a board or part of it; None for a game that is not solved."""
    apart = board in game.facts.boards[1:] and game.has(board)
    return cast(Solver | None, game.part(board if apart else "solver"))


def __getattr__(name: str) -> ModuleType:
    """Return a module that belongs to a single game. Some of these were documented here before."""
    found = None if name.startswith("_") else next(filter(None, (game_of(each).part(name) for each in names())), None)
    if found is None:
        raise AttributeError(f"{__name__} has no {name}")
    return found
