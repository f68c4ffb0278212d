"""Puzzles: positions of reviewed matches with one clearly best choice, as files keep them.

A file has a line for every match that was looked at: what was played until the last puzzle, and the puzzles. It has no
names. So what was looked at is known to whoever goes on, and a match without puzzles is not looked at again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from functools import cached_property
from importlib.resources import files

import msgspec
from msgspec import Struct

from bussolotto.core.contract import Game
from bussolotto.core.errors import refuse
from bussolotto.games import game as game_of
from bussolotto.games import names
from bussolotto.play.match import Match, replay
from bussolotto.review.losses import Kind

FILE = "puzzles.jsonl"  # in the folder of a game: those that come with it
LONGEST_LINE = 1 << 20


class Cost(Struct):
    """What an action costs against the best one, in win share, with its standard error: both 0 for the best."""

    action: int
    loss: float
    error: float


class Found(Struct):
    """A puzzle in a match: after so many plies this seat decides. `share`: what it wins with the best action.

    `costs`: of every legal action, the best first. `kind`: how the costs are known.
    """

    ply: int
    seat: int
    kind: Kind
    share: float
    costs: list[Cost]


class Looked(Struct):
    """A match that was looked at: `match` is a digest of it, `depth` that of the review.

    `steps`: what was played until the last puzzle, empty where there is none.
    """

    match: str
    depth: float
    game: str
    rules: int
    seats: int
    options: dict[str, str]
    steps: list[tuple[int, int]]
    puzzles: list[Found]


class Puzzle:
    """A position in which one action is clearly best."""

    def __init__(self, looked: Looked, found: Found) -> None:
        self.found = found
        self._looked = looked

    @cached_property
    def name(self) -> str:
        """A digest of the position: the same everywhere, and in no order that people would notice."""
        looked, found = self._looked, self.found
        steps = looked.steps[: found.ply]
        return digest(looked.game, looked.rules, looked.seats, looked.options, steps, found.seat)

    @property
    def game(self) -> str:
        return self._looked.game

    @property
    def best(self) -> int:
        """The best action."""
        return self.found.costs[0].action

    def fits(self) -> bool:
        """Can it be played by the rules that are installed here?"""
        return self.game in names() and self._looked.rules == game_of(self.game).RULES

    def match(self) -> Match:
        """The match up to the decision. Raises a Refusal where the file does not describe one."""
        looked, found = self._looked, self.found
        match = replay(game_of(looked.game), looked.seats, looked.options, looked.steps[: found.ply])
        legal = match.legal(found.seat)
        if match.version != found.ply or sorted(cost.action for cost in found.costs) != legal:
            raise refuse("broken-log", ply=found.ply, problem="its actions are not those of this position")
        return match


def digest(*parts: object) -> str:
    """Twelve hexadecimal digits that stand for these parts."""
    said = json.dumps(parts, sort_keys=True, default=int)  # whatever kind of integer they are
    return hashlib.sha256(said.encode()).hexdigest()[:12]


def encode(looked: Iterable[Looked]) -> bytes:
    """The content of a file."""
    return b"".join(msgspec.json.encode(one) + b"\n" for one in looked)


def decode(content: bytes) -> list[Looked]:
    """What a file holds. Raises DamagedFile."""
    return [_line(number, line) for number, line in enumerate(content.splitlines(), 1)]


def _line(number: int, line: bytes) -> Looked:
    try:
        if len(line) > LONGEST_LINE:
            raise ValueError(f"it has more than {LONGEST_LINE} bytes")  # noqa: TRY301  # told like every other damage
        found = msgspec.json.decode(line, type=Looked)
        if any(len(one.costs) < 2 or not 0 <= one.ply <= len(found.steps) for one in found.puzzles):
            raise ValueError("a puzzle in it has no choice, or lies beyond what was played")  # noqa: TRY301
    except (ValueError, RecursionError) as problem:
        raise refuse("damaged-file", line=number, reason="form", problem=f"{problem}.") from problem
    return found


def puzzles_of(looked: Iterable[Looked]) -> list[Puzzle]:
    """All puzzles that can be played here."""
    found = [Puzzle(match, one) for match in looked for one in match.puzzles]
    return [puzzle for puzzle in found if puzzle.fits()]


def shipped(game: Game) -> Sequence[Looked]:
    """Those that come with a game."""
    found = files(game.package) / FILE if game.package else None
    return decode(found.read_bytes()) if found is not None and found.is_file() else ()
