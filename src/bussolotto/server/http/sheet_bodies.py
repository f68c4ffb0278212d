"""What the requests and answers about rule sheets hold."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from bussolotto.sheets.reading import LARGEST


class NewSheet(Struct, forbid_unknown_fields=True):
    """A rule sheet: the text of a TOML file."""

    sheet: Annotated[str, Meta(max_length=LARGEST)]


class SheetFigures(Struct):
    """What random matches of so many seats were like. `decisions`: of how many 5, 50 and 95 % have no more.

    `places`: win shares in the order of play, from who begins.
    """

    seats: int
    matches: int
    decisions: list[float]
    places: list[float]
    endings: dict[str, int]


class SheetView(Struct):
    """A rule sheet of this server. `sheet`: the name of its game.

    `measured`: by number of seats, null before it is known; then `measuring` says how far that is.
    """

    sheet: str
    title: str
    authors: list[str]
    licence: str
    about: str
    seats: list[int]
    since: int
    mine: bool
    link: str
    measured: list[SheetFigures] | None
    measuring: Literal["none", "waiting", "running", "done", "failed"] | None = None


class SheetReport(Struct, forbid_unknown_fields=True):
    """What is wrong with a rule sheet, for the operator of the server; in my own words too, if I like."""

    reason: Literal["insults", "copied", "other"]
    words: Annotated[str, Meta(max_length=400)] = ""
