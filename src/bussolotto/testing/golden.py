"""Whole matches as text that a person can read and a test compares line by line.

A playthrough is the text of a match, with the position after each turn indented below it and a few
remarks on top (`# ends: debt`). That of a game lies in a folder of its own.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from threading import get_ident
from typing import Any, NamedTuple

from numba.core.compiler_lock import global_compiler_lock
from numba.core.event import Listener, install_listener

import bussolotto
from bussolotto.core.kernel import SPECTATOR
from bussolotto.play.match import Match
from bussolotto.play.notation import Record, from_text, match_of, seal, to_text, turns

POSITION = "      "  # what the lines of a position begin with
REMARK = "# "


class Playthrough(NamedTuple):
    """A golden file, read. `limit`: the limit of plies that it was played with."""

    record: Record
    limit: int
    ends: str


@contextmanager
def limited(game: Any, plies: int) -> Iterator[None]:
    """Within it matches of this game end after so many plies: nobody reads one as long as the true limit.

    Nothing may be compiled meanwhile: compiled code keeps the limit for good, and is kept for other processes.
    Threads that compile beside wait; AssertionError where this one would.
    """
    with global_compiler_lock:
        true_limit = game.MAX_PLIES
        try:
            game.MAX_PLIES = game.rules.MAX_PLIES = plies
            with install_listener("numba:compile", _Forbids(get_ident())):
                yield
        finally:
            game.MAX_PLIES = game.rules.MAX_PLIES = true_limit


class _Forbids(Listener):
    def __init__(self, thread: int) -> None:
        self.thread = thread

    def on_start(self, event: Any) -> None:
        if get_ident() == self.thread:
            raise AssertionError(f"{event.data['dispatcher']} would be compiled with a limit that is not its own")

    def on_end(self, event: Any) -> None:
        pass


def read(path: Path, name: str) -> Playthrough:
    """The playthrough of a game in a file. Raises DamagedFile where it breaks the rules."""
    lines = path.read_text("utf-8").splitlines()
    remarks = dict(line.removeprefix(REMARK).split(": ") for line in lines if line.startswith(REMARK))
    game = bussolotto.game(name)
    limit = int(remarks.get("limit", game.MAX_PLIES))
    with limited(game, limit):
        record = from_text(_match_text(lines))
    return Playthrough(record, limit, remarks["ends"])


def _match_text(lines: list[str]) -> str:
    return seal("\n".join([*(line for line in lines if not line.startswith((POSITION, REMARK))), ""]))


def compare(path: Path, name: str) -> None:
    """Hold a game to a golden file. AssertionError with the first line that differs."""
    playthrough = read(path, name)
    now = written(playthrough.record, playthrough.limit).splitlines()
    for number, (line, golden_line) in enumerate(zip_longest(now, path.read_text("utf-8").splitlines()), 1):
        assert line == golden_line, f"{path.stem}, line {number}: {line!r} instead of {golden_line!r}"


def written(record: Record, limit: int) -> str:
    """The playthrough as it stands in its file."""
    game = bussolotto.game(record.game)
    true_limit = game.MAX_PLIES
    with limited(game, limit):
        lines = [f"{REMARK}ends: {ends_of(match_of(record))}"]
        lines += [] if limit == true_limit else [f"{REMARK}limit: {limit}"]
        lines += _with_positions(record)
    return "\n".join([*lines, ""])


def ends_of(match: Match) -> str:
    """In which of its game's ways a match has ended."""
    game = match.game
    return str(game.ENDINGS[game.ending(match.state)])


def _with_positions(record: Record) -> Iterator[str]:
    match = Match(bussolotto.game(record.game), record.seats, record.options)
    coming = turns(record)
    turn, played = next(coming, (None, 0))
    for line in to_text(record).splitlines()[:-1]:  # without the chain: positions stand between the lines
        yield line
        if line == turn:
            for seat, action in record.steps[match.version : played]:
                match.play(seat, action)
            yield from (POSITION + row for row in match.show(SPECTATOR).splitlines())
            turn, played = next(coming, (None, 0))


def missing(playthroughs: Iterable[Playthrough], names: Iterable[str]) -> list[str]:
    """The ways to end, seats and values of options of these games that no playthrough shows; one number is enough."""
    shown = {fact for playthrough in playthroughs for fact in _facts(playthrough)}
    return [fact for name in names for fact in _wanted(bussolotto.game(name)) if fact not in shown]


def _facts(playthrough: Playthrough) -> list[str]:
    record = playthrough.record
    game = bussolotto.game(record.game)
    values = game.OPTIONS
    changed = any(record.options[name] != values[name][0] for name in game.numbers)
    options = {name: value if value in values[name] else "own" for name, value in record.options.items()}
    return [
        f"{record.game} ends: {playthrough.ends}",
        f"{record.game} seats: {record.seats}",
        *(f"{record.game} {name}: {value}" for name, value in options.items()),
        *([f"{record.game} changed numbers"] if changed else []),
    ]


def _wanted(game: Any) -> list[str]:
    numbers = game.numbers
    house = game.OPTIONS.keys() - {*numbers}
    return [
        *(f"{game.NAME} ends: {reason}" for reason in game.ENDINGS),
        *(f"{game.NAME} seats: {seats}" for seats in game.SEATS),
        *(f"{game.NAME} {name}: {value}" for name, values in game.OPTIONS.items() for value in values if name in house),
        *([f"{game.NAME} changed numbers"] if numbers else []),
        *(f"{game.NAME} {name}: own" for name, option in game.facts.options.items() if option.own),
    ]
