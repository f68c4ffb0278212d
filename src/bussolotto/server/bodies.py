"""What HTTP requests and answers hold. These structs are the schema: what does not fit is refused at the edge."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from bussolotto.server.protocol import End, State
from bussolotto.solve.advice import Measure, Odds

SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\S")]
Word = Annotated[str, Meta(min_length=1, max_length=64)]
OptionValue = Annotated[str, Meta(max_length=400)]


class Naming(Struct, forbid_unknown_fields=True):
    """How a guest wants to be called."""

    name: Name


class Me(Struct):
    """A guest. `link` is the path that makes any browser his."""

    id: str
    name: str
    link: str


class BotSeat(Struct, forbid_unknown_fields=True):
    seat: SeatNumber
    player: Word


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to open. Who opens it is its host; with `sit` he takes that seat at once.

    With `hints` those who sit may ask for advice; only in games that have some.
    """

    game: Word
    seats: Annotated[int, Meta(ge=1, le=8)]
    options: Annotated[dict[Word, OptionValue], Meta(max_length=32)] = {}
    bots: Annotated[list[BotSeat], Meta(max_length=8)] = []
    visibility: Literal["open", "link", "closed"] = "open"
    sit: SeatNumber | None = None
    hints: bool = False


class TableOpened(Struct):
    table: str
    link: str
    match: str


class SeatClaim(Struct):
    """Sit down, under this name if one is given; or, as host, put a bot there."""

    name: Name | None = None
    player: Word | None = None


class Started(Struct):
    match: str
    version: int


class GameView(Struct):
    """A game that can be played here. `own`: the options whose value may also be written by hand.

    `numbers`: those that are numbers of the game rather than house rules. `hints`: is there advice to ask for?
    """

    name: str
    title: str
    rules: int
    seats: list[int]
    options: dict[str, list[str]]
    race: bool
    players: list[str]
    own: list[str]
    numbers: list[str]
    hints: bool


class GameDetails(GameView):
    """The same with its notation: the text of every action and outcome, by code.

    `apart`: words of outcomes that are each told by themselves, even where several follow each other.
    """

    actions: list[str]
    outcomes: list[str]
    apart: list[str]
    clauses: str


class PastMatch(Struct):
    """One's own match. `version` is the number of plies."""

    match: str
    table: str
    game: str
    names: list[str]
    seat: int
    over: bool
    returns: list[float] | None
    started: int
    version: int
    my_turn: bool


class MatchView(Struct):
    """A match as one viewer may know it. `seats` tells who sits where, `seat` where the viewer does."""

    match: str
    table: str
    game: str
    version: int
    state: State
    view: msgspec.Raw
    movers: list[int] | None
    legal: list[int] | None
    show: str
    over: bool
    seats: int
    seat: int | None
    names: list[str]
    options: dict[str, str]
    playable: bool
    returns: list[float] | msgspec.UnsetType = msgspec.UNSET
    scores: list[float] | msgspec.UnsetType = msgspec.UNSET
    end: End | msgspec.UnsetType = msgspec.UNSET


class AdviceView(Struct):
    """Advice to a seat about its decision at this version; see bussolotto.solve.advice.

    `values`: by action, all that are legal or none. `measure`: what they are, mostly chances of. `odds`: of what may
    be hoped.
    """

    version: int
    measure: Measure
    values: dict[int, float]
    odds: list[Odds]


class Frame(Struct):
    """The match after one ply; seat, action and text are those of the ply, null before the first."""

    version: int
    seat: int | None
    action: int | None
    text: str | None
    view: dict[str, Any]
    movers: list[int]
    show: str


class ReplayView(Struct):
    """A whole match, ply by ply; frame 0 is the opening position, before anybody has moved."""

    game: str
    rules: int
    names: list[str]
    options: dict[str, str]
    seats: int
    end: End | None
    frames: list[Frame]
    scores: list[list[float]]


class Health(Struct):
    status: Literal["ok"]


class Problem(Struct, omit_defaults=True):
    """RFC 9457: what was wrong. `code` is stable; `clause` cites the rule; `where` names the place in the request."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    clause: str | None = None
    where: str | None = None
    values: dict[str, Any] = {}
