"""How much of a game's rules a few matches reach: which lines ran, which kinds of plies were met."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, NamedTuple

from bussolotto.core.contract import Game
from bussolotto.core.kernel import CHANCE, SPECTATOR, copied
from bussolotto.testing.laws import told
from bussolotto.testing.worlds import World

OFTEN = 5  # at every so many-th ply everything is asked for


class Reached(NamedTuple):
    """`lines` of `of` in the rules' functions ran. `left`: functions with lines that did not, and how many."""

    lines: int
    of: int
    left: dict[str, int]
    kinds: set[str]  # kinds of plies that the rules know and no match has had


class Watch:
    """What random matches reach, each played with every line of the rules watched, which must not be compiled for it.

    A match that raises counts as far as it came.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._functions = dict(functions_of(game.rules))
        self._ran: set[tuple[str, int]] = set()
        self._met: set[str] = set()

    def play(self, world: World) -> None:
        """Play one match."""
        with watched({code.co_filename for code in self._functions.values()}, self._ran):
            rng = Random(world.seed)
            for s, seat, action in world.plies():
                self._met.add(kind(self._game, seat, action))
                for viewer in (*range(world.seats), SPECTATOR):
                    self._game.sees(s, viewer, seat, action)
                if s.plies % OFTEN == 0:
                    ask(self._game, s, world.seats, rng)
            ask(self._game, s, world.seats, rng)

    def reached(self) -> Reached:
        """What all of them together have reached."""
        wanted = {name: set(lines_of(code)) for name, code in self._functions.items()}
        missed = {name: sum(line not in self._ran for line in lines) for name, lines in wanted.items()}
        total = sum(map(len, wanted.values()))
        left = {name: n for name, n in missed.items() if n}
        return Reached(total - sum(missed.values()), total, left, kinds_of(self._game) - self._met)


def ask(game: Game, s: Any, seats: int, rng: Random) -> None:
    """Ask the rules all that they can be asked about a position, and what a view of it might hide."""
    game.check(s)
    game.show(s)
    if game.movers(s) == 0:
        game.ending(s)
    for viewer in range(seats):
        told(game, s, viewer)
        view = copied(s)
        game.hide(view, viewer)
        game.guess(view, rng)


def kind(game: Game, seat: int, action: int) -> str:
    """The first word of a ply."""
    return game.say(seat, action).split()[0]


def kinds_of(game: Game) -> set[str]:
    """The first words of all plies that there are."""
    actions = {kind(game, 0, action) for action in range(game.ACTIONS)}
    return actions | {kind(game, CHANCE, outcome) for outcome in range(game.OUTCOMES)}


def functions_of(rules: ModuleType) -> Iterator[tuple[str, CodeType]]:
    """The functions that a module of rules defines itself, by name."""
    for name, found in vars(rules).items():
        function = getattr(found, "py_func", found)
        if isinstance(function, FunctionType) and function.__module__ == rules.__name__:
            yield name, function.__code__


def lines_of(code: CodeType) -> Iterator[tuple[str, int]]:
    """The file and number of each line with something to run, those of functions within it, too."""
    first = code.co_firstlineno
    yield from {(code.co_filename, line) for _, _, line in code.co_lines() if line and line > first}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from lines_of(constant)


@contextmanager
def watched(files: set[str], ran: set[tuple[str, int]]) -> Iterator[None]:
    """Collect the lines of these files that run meanwhile. A debugger that watches already is put aside."""
    before = sys.gettrace()
    sys.settrace(_watch_files({str(Path(file)) for file in files} | files, ran))
    try:
        yield
    finally:
        sys.settrace(before)


def _watch_files(files: set[str], ran: set[tuple[str, int]]) -> Callable[..., Any]:
    def watch_lines(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            ran.add((frame.f_code.co_filename, frame.f_lineno))
        return watch_lines

    def watch_calls(frame: FrameType, event: str, _: Any) -> Any:
        return watch_lines if frame.f_code.co_filename in files else None

    return watch_calls
