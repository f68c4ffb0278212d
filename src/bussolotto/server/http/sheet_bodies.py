"""What the requests and answers about rule sheets hold."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from bussolotto.core.kernel import MAX_SEATS
from bussolotto.locale import Language
from bussolotto.server.http.bodies import GameDetails, Name
from bussolotto.server.http.preset_bodies import About, Authors
from bussolotto.server.match.trials import LONGEST
from bussolotto.server.protocol import OptionValue, Word
from bussolotto.sheets.reading import LARGEST

Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]


class NewSheet(Struct, forbid_unknown_fields=True):
    """A rule sheet: the text of a TOML file."""

    sheet: Annotated[str, Meta(max_length=LARGEST)]


class NewSharedRules(Struct, forbid_unknown_fields=True):
    """House rules for the collection, under a name; those options that are not given are as usual.

    `about`: what they are for. `licence`: by which others may hand them on and change them. `authors`: of the file
    from which they were brought; null is me.
    """

    game: Word
    name: Name
    options: Annotated[dict[Word, OptionValue], Meta(max_length=32)] = {}
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)] | None = None
    about: About = ""
    licence: Name = "CC0-1.0"
    authors: Authors | None = None


class HouseRules(Struct):
    """House rules of a game. `rules`: the version that they were chosen for; `fits`: can tables be set with them?"""

    game: str
    rules: int
    options: dict[str, str]
    seats: int | None
    fits: bool


class SheetExample(Struct):
    """A rule sheet to begin with: its text, and what it is called; "" for the least that is a game."""

    title: str
    sheet: str


class Decision(Struct, forbid_unknown_fields=True):
    """What a seat did."""

    seat: Seat
    action: Annotated[int, Meta(ge=0, le=1 << 20)]


class SheetTrial(Struct, forbid_unknown_fields=True):
    """A rule sheet that is being written, and how far a match of it has been walked.

    `decisions` of the walk so far, then `more` at random. `seed`: of its dice. `seat`: whose actions are wanted where
    several may act. `known`: the name of the game that the page has facts and texts of, in this language.
    """

    sheet: Annotated[str, Meta(max_length=LARGEST)]
    lang: Language
    seed: Annotated[int, Meta(ge=0, lt=1 << 32)]
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)] | None = None
    decisions: Annotated[list[Decision], Meta(max_length=LONGEST)] = []
    more: Annotated[int, Meta(ge=0, le=LONGEST)] = 0
    seat: Seat | None = None
    known: str = ""


class SheetFault(Struct):
    """What is wrong with a sheet: a refusal, and the line, from 1, at which it is."""

    code: str
    text: str
    values: dict[str, Any]
    line: int


class DecisionRefused(Struct):
    """Why a decision was not played."""

    code: str
    clause: str | None
    text: str
    values: dict[str, Any]


class TriedMatch(Struct):
    """Where a walk through a match of a sheet has come to.

    `decisions`: those that were played; `refused`: why not the next one, if there was one. `legal`: what `seat` may
    do, one of the `movers`; null where nobody acts. `ending`: how the match has ended, "" before that. `stopped`: it
    goes on, but this walk no further.
    """

    seats: int
    decisions: list[Decision]
    version: int
    view: dict[str, Any]
    show: str
    movers: list[int]
    seat: int | None
    legal: list[int]
    scores: list[float]
    returns: list[float]
    ending: str
    stopped: bool
    refused: DecisionRefused | None


class SheetTried(Struct):
    """What becomes of a sheet that is being written: what is wrong with it, or else a match of it.

    `game`: the name. `facts` and `texts` of it: null if the page has them.
    """

    fault: SheetFault | None = None
    game: str = ""
    facts: GameDetails | None = None
    texts: dict[str, str] | None = None
    match: TriedMatch | None = None


class SheetFigures(Struct):
    """What matches of so many seats were like. `decisions`: of how many 5, 50 and 95 % have no more.

    `by`: who played them: "random", or a level of the bots; "" for the computer player of a game. `places`: win shares
    in the order of play, from who begins.
    """

    seats: int
    matches: int
    decisions: list[float]
    places: list[float]
    endings: dict[str, int]
    by: str = ""


class SheetVersion(Struct):
    """A version of a rule sheet of this server, or of house rules, and when it came."""

    sheet: str
    since: int


class SheetView(Struct):
    """A rule sheet of this server, or house rules. `sheet`: the name of its game, or that of the house rules.

    `rules`: what these are; null for a sheet. `measured`: by number of seats and who played, null before anything is
    known; while there is more to come, `measuring` says how far that is. `versions`: this one and others of the same
    name, title and authors that the same guest has brought, the newest first.
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
    rules: HouseRules | None
    measured: list[SheetFigures] | None
    versions: list[SheetVersion]
    measuring: Literal["none", "waiting", "running", "done", "failed"] | None = None


class SheetReport(Struct, forbid_unknown_fields=True):
    """What is wrong with a rule sheet, for the operator of the server; in my own words too, if I like."""

    reason: Literal["insults", "copied", "other"]
    words: Annotated[str, Meta(max_length=400)] = ""
