"""What HTTP requests and answers hold. These structs are the schema: what does not fit is refused at the edge."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from bussolotto.play.notation import ClaimTold
from bussolotto.review import ReviewTold
from bussolotto.review.dice import DiceTold
from bussolotto.review.losses import Kind as LossKind
from bussolotto.server import protocol
from bussolotto.server.http.file_check import FileState
from bussolotto.server.store.moderation_rows import Reason as ReportReason
from bussolotto.solve.advice import Goal, Measure, Odds, Reason

SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\S")]


class Naming(Struct, forbid_unknown_fields=True):
    """How a guest wants to be called."""

    name: Name


class Me(Struct):
    """A guest. `link` is the path where any browser can become theirs; null if they have withdrawn it."""

    id: str
    name: str
    link: str | None


class LinkOwner(Struct):
    """Whose personal link this is; `mine`: mine."""

    name: str
    mine: bool


class BotSeat(Struct, forbid_unknown_fields=True):
    seat: SeatNumber
    player: protocol.Word


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to open. The guest who opens it is its host; with `sit` they take that seat at once.

    With `hints` the players may ask for advice; only in games that offer it. With real `dice` people roll them and type
    in what they see; only in games where dice are rolled. With `device` one device is passed around: its guest takes a
    free seat for each of these `names` (not in a race, and `sit` is then ignored). With an `evening` several games are
    played; `game` and `options` are then those of the first one. With a `countdown` a race begins three seconds after
    all people have said Ready. `fair`: may the pages of those who play have a part in the dice, or does the server draw
    them alone, which needs no round trip?
    """

    game: protocol.Word
    seats: Annotated[int, Meta(ge=1, le=8)]
    options: Annotated[dict[protocol.Word, protocol.OptionValue], Meta(max_length=32)] = {}
    bots: Annotated[list[BotSeat], Meta(max_length=8)] = []
    visibility: Literal["open", "link", "closed"] = "open"
    sit: SeatNumber | None = None
    hints: bool = False
    clock: protocol.Clock | None = None
    chat: protocol.Chat = "phrases"
    pace: protocol.Pace = "live"
    dice: protocol.Dice = "program"
    device: bool = False
    names: Annotated[list[Name], Meta(max_length=8)] = []
    evening: protocol.EveningWish | None = None
    preset: Name | None = None
    countdown: bool = False
    fair: protocol.Fair = "pages"


class TableOpened(Struct):
    table: str
    link: str
    match: str


class QuickWish(Struct, forbid_unknown_fields=True):
    """Games of which I would play any, at once; with `seats` only with so many people.

    `bots`: now, the first of these games, with all who wait for it and bots in the seats that stay free.
    """

    games: Annotated[list[protocol.Word], Meta(min_length=1, max_length=16)]
    seats: Annotated[int, Meta(ge=2, le=8)] | None = None
    bots: bool = False


class QuickMatch(Struct):
    """Still waiting, since when, and how many others look for one of these games; or the table that was found."""

    waiting: bool
    since_s: int
    others: int
    table: str | None = None


class Blocked(Struct):
    """Somebody whom I have blocked: what they were called then, and when it was. `token` takes it back."""

    name: str
    since: int
    token: str


class NewReport(Struct, forbid_unknown_fields=True):
    """What is wrong with somebody at my table, for the operator of the server; in my own words too, if I like."""

    reason: ReportReason
    words: Annotated[str, Meta(max_length=400)] = ""


class Reported(Struct):
    """Whom I reported, and why."""

    name: str
    reason: ReportReason


class SeatClaim(Struct):
    """Sit down, under this name if one is given; or, as host, put a bot there."""

    name: Name | None = None
    player: protocol.Word | None = None


class Started(Struct):
    match: str
    version: int


class NumberRange(Struct):
    """The numbers that an option may be: from `low` in steps to `high`."""

    low: int
    high: int
    step: int


class GameView(Struct):
    """A game that can be played here. `author`: of a rule sheet, as it says; "" where texts tell.

    `own`: the options whose value may also be written by hand.

    `numbers`: those that are numbers of the game rather than house rules. `printed`: the value that the rulebook
    has, where it is known; it need not be the first. `ranges`: what an option may be besides the values suggested
    in `options`, where it is a number. `fewest_win`: do the fewest points win? `point_worth`: what a point is shown
    as: 1000 where money is counted in thousands. `hints`: is there advice to ask for? `rolled`: are dice rolled, so
    that people can roll real ones? `secrets`: does a seat see what others may not? `page`: the path of the module
    of its own page, null where it has none; `board`: of the one that draws in the lab what is chosen on its board.
    `minutes`: how long a match takes, as the box says; 0 where nobody
    says. `kind`: what people find in it (bluff, race, memory, building, calm); "" where nobody says. `colours`: of
    the dice that seats own, by seat, again from the first where there are more seats; empty where dice belong to
    nobody. `picture`: the path of a small picture of its table, null where it has none. `practice`: is there a
    practice table?
    """

    name: str
    title: str
    author: str
    rules: int
    seats: list[int]
    options: dict[str, list[str]]
    race: bool
    fewest_win: bool
    point_worth: int
    players: list[str]
    own: list[str]
    numbers: list[str]
    printed: dict[str, str]
    ranges: dict[str, NumberRange]
    hints: bool
    secrets: bool
    rolled: bool
    page: str | None
    board: str | None
    minutes: int
    kind: str
    colours: list[str]
    picture: str | None
    practice: bool


class PileLook(Struct):
    """The pyramid on a general page. `dice`, `faces`: fields by cell; `size`: of the lattice, or the field with it.

    `first_pose`: what stands for the first pose, where `faces` holds poses. `own_side`: seats have theirs nearest.
    """

    dice: str
    colours: list[str]
    faces: str
    first_pose: int
    size: int | str
    own_side: bool


class TrayLook(Struct):
    """Dice on a general page: a field with faces, with counts by face, or, of several colours, with counts by colour.

    `kinds`: the field has the colour of a die, from 1. `takes`: the first word of an action that takes a die of some
    face.
    """

    field: str
    colours: list[str]
    counts: bool
    kinds: bool
    by_seat: bool
    takes: str


class FigureLook(Struct):
    """A number on a general page: a field, and the one that says how far it goes."""

    field: str
    of: str
    by_seat: bool


class TryLook(Struct):
    """What can be tried in a race while `field` holds `value`: actions that begin with `word`.

    `at`: a die or a gap has to be at the cell, or "". `by`: the field with the only seat that may. `once`: the field
    with the seats, as bits, that have done it already.
    """

    word: str
    field: str
    value: int
    at: str
    by: str
    once: str


class LooksView(Struct):
    """What lies on the table of a game without a page of its own.

    `score`: the field with the points of each seat. `thrown`: first words of outcomes that are dice; those of this turn
    lie there, too. `tries`: of a race.
    """

    pile: PileLook | None
    trays: list[TrayLook]
    figures: list[FigureLook]
    score: str
    thrown: list[str]
    tries: list[TryLook]


class GameDetails(GameView):
    """The same with its notation: the text of every action and outcome, by code.

    `apart`: words of outcomes that are each told by themselves, even where several follow each other. `phases`: names
    of what the field `phase` holds, from 0; none where the game names none. `looks`: what lies on its table, if
    anything. Neither is told where the game has a page of its own.
    """

    actions: list[str]
    outcomes: list[str]
    apart: list[str]
    clauses: str
    phases: list[str]
    looks: LooksView | None


class PastMatch(Struct):
    """One's own match. `version` is the number of plies; `seats` are all that are one's own (on one device several).

    Over days: `movers` are the names of those whose turn it is, `turn_since` when it became so.
    """

    match: str
    table: str
    game: str
    names: list[str]
    seat: int
    seats: list[int]
    over: bool
    returns: list[float] | None
    started: int
    version: int
    my_turn: bool
    pace: protocol.Pace = "live"
    turn_since: int | None = None
    movers: list[str] = []


class Hook(Struct, forbid_unknown_fields=True):
    """An https address that is notified of one's turns; null for none."""

    webhook: Annotated[str, Meta(min_length=8, max_length=500)] | None


class Notified(Struct):
    """How I am notified of my turns: my webhook, and how many browsers. `secret` signs what is posted; shown once."""

    webhook: str | None
    browsers: int
    secret: str | None = None


class PushKey(Struct):
    """The public key of this server for web push, base64url."""

    key: str


class Subscription(Struct):
    """What a browser tells of its subscription. Nothing is sent inside a push, so its own keys are not needed."""

    endpoint: Annotated[str, Meta(min_length=8, max_length=1000)]


class Notice(Struct):
    """Something I was notified of, or am about to be. `event`: my turn, a clock that runs out, a match that is over.

    `title`: what the game is called, as on its box or its sheet.
    """

    id: int
    event: Literal["your-turn", "hurry", "over"]
    match: str
    table: str
    game: str
    title: str
    names: list[str]
    since: int


class MatchView(Struct):
    """A match as one viewer may know it. `seats` tells who sits where, `seat` where the viewer does."""

    match: str
    table: str
    game: str
    version: int
    state: protocol.State
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
    dice: protocol.Dice = "program"
    throw: protocol.ThrowDue | msgspec.UnsetType = msgspec.UNSET
    returns: list[float] | msgspec.UnsetType = msgspec.UNSET
    scores: list[float] | msgspec.UnsetType = msgspec.UNSET
    end: protocol.End | msgspec.UnsetType = msgspec.UNSET


class AdviceView(Struct):
    """Advice to a seat about its decision at this version; see bussolotto.solve.advice.

    `best`: what to do, any of these. `then`: what to do after the first of them, while nobody else decides. `by`: the
    name of the player who would do that, `search` where a search finds it better, or `exact` where it is known to be
    best. `values`: by action, all that are legal or none, and their standard `errors`. `measure`: what they are.
    `strategy`: how often to do what, where others decide in secret at the same time. `chances`: by action, of reaching
    this `goal`. `odds`: of what may be hoped.
    """

    version: int
    best: list[int]
    then: list[int]
    by: str
    reason: Reason | None
    measure: Measure | None
    values: dict[int, float]
    errors: dict[int, float]
    strategy: dict[int, float]
    goal: Goal | None
    chances: dict[int, float]
    odds: list[Odds]


class Frame(Struct):
    """The match after one ply; seat, action and text are those of the ply, null before the first.

    `events`: what the ply has decided; `scene`: the view in which that is shown, where it stops the table;
    `begins`: a round begins with it.
    """

    version: int
    seat: int | None
    action: int | None
    text: str | None
    view: dict[str, Any]
    movers: list[int]
    show: str
    events: list[protocol.EventTold] | UnsetType = UNSET
    scene: dict[str, Any] | UnsetType = UNSET
    begins: bool = False


class PublicKey(Struct):
    """A public key that signs files: Ed25519, in hex. `since`: the day of its first use, `2026-11-25`."""

    key: str
    since: str


class PublicKeys(Struct):
    """The public keys of this server, the oldest first."""

    keys: list[PublicKey]


class ReplayView(Struct):
    """A whole match, ply by ply; frame 0 is the opening position, before anybody has moved. `claims`: of a race.

    `evening`: the whole of which this match is a part, where the file of an evening was sent.
    """

    game: str
    rules: int
    names: list[str]
    options: dict[str, str]
    seats: int
    end: protocol.End | None
    frames: list[Frame]
    scores: list[list[float]]
    dice: protocol.Dice = "program"
    claims: list[ClaimTold] = []
    evening: protocol.EveningView | None = None


class ReviewView(Struct):
    """The review of a match, or how far it is: `done` from 0 to 1; `none` if nobody has asked for one."""

    state: Literal["none", "waiting", "running", "done", "failed"]
    done: float
    review: ReviewTold | None = None


class DiceView(Struct):
    """What fell in some matches, or how far that is: `done` from 0 to 1."""

    state: Literal["waiting", "running", "done", "failed"]
    done: float
    dice: DiceTold | None = None


class PuzzlePosition(Struct):
    """A position of a puzzle as its seat sees it, `version` plies after the beginning of the match."""

    view: dict[str, Any]
    movers: list[int]
    legal: list[int]
    show: str
    version: int


class PuzzleView(Struct):
    """A puzzle: what is best for `seat`, who sees only this? `day`: the day on which it is everybody's puzzle.

    `solved`: whether the guest who asks has solved it before.
    """

    puzzle: str
    game: str
    seats: int
    seat: int
    options: dict[str, str]
    position: PuzzlePosition
    solved: bool
    day: str | None = None


class PuzzleActions(Struct, forbid_unknown_fields=True):
    """What the seat does, one action after the other."""

    actions: Annotated[list[Annotated[int, Meta(ge=0, le=1 << 20)]], Meta(min_length=1, max_length=64)]


class PuzzleCost(Struct):
    """An action and what it costs against the best one, in win share, with the standard error."""

    action: int
    text: str
    loss: float
    error: float


class PuzzleAnswer(Struct):
    """Was `done`, the first action, the best? `costs` of all actions, the best first; `share`: what the best one wins.

    `next`: another puzzle, if possible one that the guest has not solved; null where there is no other.
    """

    done: int
    right: bool
    kind: LossKind
    share: float
    costs: list[PuzzleCost]
    next: str | None


class LabFacts(Struct):
    """Whether studies can be asked for here, and how large: values of an axis, points of a sweep, matches at each.

    A study ends earlier once all win shares are known `within` this, and is stopped after so many `minutes`. `sheets`:
    whether rule sheets can be brought here.
    """

    on: bool
    sheets: bool
    values: int
    points: int
    matches: int
    within: float
    minutes: int


class LabAxis(Struct, forbid_unknown_fields=True):
    """An option and the values to try; or `players`, and who sits in all seats."""

    option: protocol.Word
    values: Annotated[list[protocol.OptionValue], Meta(min_length=2, max_length=300)]


class LabTarget(Struct, forbid_unknown_fields=True):
    """A measure and the value that it is to have."""

    measure: protocol.Word
    value: float


class LabQuestion(Struct, forbid_unknown_fields=True):
    """A question to the lab: with one axis or two a sweep, with a target a search, without axes what players choose.

    `players`: one for each seat.
    """

    game: protocol.Word
    players: Annotated[list[protocol.Word], Meta(min_length=1, max_length=8)]
    options: Annotated[dict[protocol.Word, protocol.OptionValue], Meta(max_length=32)] = {}
    axes: Annotated[list[LabAxis], Meta(max_length=2)] = []
    target: LabTarget | None = None
    seed: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0


class LabView(Struct):
    """A question to the lab by its id, and what is known of it. While a game is compiled, `result` has `compiling`."""

    study: str
    state: Literal["waiting", "running", "done", "stopped", "failed"]
    result: dict[str, Any] | None = None


class Health(Struct):
    status: Literal["ok"]


class Retention(Struct):
    """For how long things are kept. `match_days`: finished matches; null for ever.

    `empty_table_hours`: tables where nobody sits and no match has begun; `waiting_table_days`: where somebody sits.
    `guest_days`: guests who have played no match that is kept and have stored nothing, after their last visit.
    `claim_days`: refused claims of races.
    """

    match_days: int | None
    empty_table_hours: int
    waiting_table_days: int
    guest_days: int
    claim_days: int


class Ready(Struct):
    """Whether anything can be stored, and if not, why: the file was `removed` or is `damaged`, or the disk is `full`.

    `role`: whether this server has the site, waits for that as a `standby`, or has `tables` of it.
    `file`: what the check of the whole file has found. `aside`: how much was set aside because it cannot be read.
    """

    status: Literal["ok", "unable"]
    role: Literal["owner", "standby", "tables"]
    problem: Literal["removed", "damaged", "full"] | None
    file: FileState
    aside: int
