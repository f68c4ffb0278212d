"""The shape of a rule sheet: what TOML may hold, and where. What the words mean is checked by `reading`."""

from typing import Any

import msgspec

Value = int | str  # a number, or the name of one of the sheet's numbers


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    """A table of a sheet: keys that it does not have are refused."""


class Range(Shape):
    """Values that a test permits: at least, at most, or both."""

    least: Value | None = None
    most: Value | None = None


Test = int | str | list[int | str] | Range
Tests = dict[str, Test]  # what is compared -> what it has to be


class Number(Shape):
    """A number that has a name: an option of the game, or one that depends on the number of seats."""

    default: int | None = None
    low: int | None = None
    high: int | None = None
    by_seats: list[int] | None = None


class Points(Shape):
    """What a move scores: by colour, or some measure times a number."""

    colour: list[Value] | None = None
    by: str | None = None
    times: Value = 1


class About(Shape):
    """What the game is called, whose it is, how many play it."""

    name: str
    title: str
    authors: list[str]
    seats: list[int]
    licence: str = ""
    about: str = ""
    plies: int = 5_000


class Pile(Shape):
    """What is laid before the first move."""

    size: Value = 8
    dice: str = "colours"
    laid: str = "all"
    without_top: bool = False
    stock: Value = 0


class Move(Shape):
    """A move: what is done, where, and what follows."""

    do: str
    then: str
    name: str = ""
    word: str = ""
    by: str = "step"
    by_itself: str = "no"
    to: str = ""
    condition: Tests | None = msgspec.field(default=None, name="if")
    where: Tests | list[Tests] | None = None
    points: Value | Points = 0
    levy: Value = 0
    pay: Value = 0
    idle: str = "no"
    turn: str = "stays"


class Step(Shape):
    """A step: who may act, and how; or dice that are thrown."""

    name: str
    who: str = "turn"
    throw: int = 0
    then: str = ""
    move: list[Move] = []


class End(Shape):
    """A way to end: what has to hold, and after which moves it is asked."""

    name: str
    when: Tests
    after: list[str] | None = None


class Win(Shape):
    """Who wins: the first key decides, the next ones between those who are equal."""

    by: list[str]


class Sheet(Shape):
    """A rule sheet."""

    sheet: int
    game: About
    win: Win
    step: list[Step]
    pile: Pile = msgspec.field(default_factory=Pile)
    numbers: dict[str, Number] = {}
    end: list[End] = []


SHAPES: dict[str, type[Shape]] = {  # by path, without the numbers of items
    "": Sheet,
    "game": About,
    "pile": Pile,
    "numbers": Number,
    "step": Step,
    "step.move": Move,
    "end": End,
    "win": Win,
}


def keys_at(path: str) -> tuple[str, ...]:
    """The keys of the table that stands here; none if its keys are free."""
    shape = SHAPES.get("numbers" if path.startswith("numbers") else path)
    if shape is None:
        shape = Points if path.endswith("points") else Range
    return tuple(each.encode_name for each in msgspec.structs.fields(shape))


def shaped(found: dict[str, Any]) -> Sheet:
    """The sheet in this shape. Raises msgspec.ValidationError."""
    return msgspec.convert(found, Sheet)
