"""What goes over the socket of a match, both ways. These structs are the schema: what does not fit is refused."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from bussolotto.core.errors import Refusal
from bussolotto.play import evening

State = Literal["waiting", "running", "over"]
Seconds = Annotated[int, Meta(ge=1, le=30 * 24 * 3600)]
Increment = Annotated[int, Meta(ge=0, le=24 * 3600)]
Pace = Literal["live", "days"]
Dice = Literal["program", "real"]
Fair = Literal["pages", "server"]
WhyFair = Literal["pages", "table", "operator", "race", "real", "practice"]
Kind = Literal["person", "bot"]
Chat = Literal["phrases", "free", "off"]
Version = Annotated[int, Meta(ge=-1, le=1_000_000)]
MessageId = Annotated[str, Meta(min_length=1, max_length=64)] | Annotated[int, Meta(ge=0, le=2**53)]
ActionCode = Annotated[int, Meta(ge=0, le=65_535)]
Actions = Annotated[list[ActionCode], Meta(max_length=64)]
Link = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Word = Annotated[str, Meta(min_length=1, max_length=64)]
OptionValue = Annotated[str, Meta(max_length=400)]


WHOLE_TEXT = 0x81  # of the first byte of a frame: it is the last of its message, which is text


class Resume(Struct, tag="resume"):
    """Tell me what happened since this version; without one, where the match stands."""

    version: Version | None = None


class Probe(Struct, tag="probe"):
    """Are you there? The answer is `alive`, and costs next to nothing."""


class Act(Struct, tag="act"):
    """Play these actions, all or none, decided at this version; in a race so long after the page had drawn it."""

    id: MessageId
    version: Version
    actions: Annotated[list[ActionCode], Meta(min_length=1, max_length=64)]
    reaction_ms: Annotated[float, Meta(ge=0, le=86_400_000)] | None = None


class Preview(Struct, tag="preview"):
    """What would be after these actions? Stores nothing, tells nobody."""

    id: MessageId
    version: Version
    actions: Actions


class Throw(Struct, tag="throw"):
    """So the dice fell that people roll here, all or none, seen at this version: outcomes of chance by their code."""

    id: MessageId
    version: Version
    outcomes: Annotated[list[ActionCode], Meta(min_length=1, max_length=64)]


class Skip(Struct, tag="skip"):
    """I have seen what stops the table at this version; when all who sit there have, it goes on."""

    version: Version


class Say(Struct, tag="say"):
    """Say something at this table: a set phrase by its number, or free words where the host allows them."""

    id: MessageId
    phrase: Annotated[int, Meta(ge=0, le=63)] | None = None
    text: Annotated[str, Meta(max_length=400)] | None = None


class Commit(Struct, tag="commit"):
    """This device opens the links of a chain of nonces, of which this is the last that is known. Answer: ack."""

    id: MessageId
    link: Link


class Nonce(Struct, tag="nonce"):
    """The link of my chain for this roll. Only a refusal answers it; that it was taken, the chains say."""

    id: MessageId
    roll: Annotated[int, Meta(ge=0, le=1_000_000)]
    link: Link


Request = Resume | Probe | Act | Preview | Throw | Say | Skip | Commit | Nonce
read = msgspec.json.Decoder(Request).decode
_encode = msgspec.json.Encoder().encode
_HEADS = [bytes((WHOLE_TEXT, size)) for size in range(128)]


class EventTold(Struct):
    """What a ply has decided: a word of the game, with numbers, seats, words, or amounts as pairs of word and number.

    `ms`: for so long it stops the table, where there are people and no days between moves. `once`: forgotten when
    something else happens. `instead`: it says all that is to be said of its ply.
    """

    word: str
    values: dict[str, Any]
    ms: int
    once: bool = False
    instead: bool = False


class StepTold(Struct):
    """A ply as this viewer may know it; action and text are null where they may not.

    `scene`: the view in which its events are shown while the table stops for them.
    """

    seat: int
    action: int | None
    text: str | None
    events: list[EventTold] | UnsetType = UNSET
    scene: dict[str, Any] | UnsetType = UNSET


class End(Struct):
    """How a match ended: by its rules, at the limit of plies, by resigning, by agreement, by the server's operator."""

    reason: Literal["rules", "limit", "resigned", "agreed", "stopped"]
    returns: list[float]
    scores: list[float]


class SeatView(Struct):
    """A seat as everybody sees it. `here`: a page of this player is connected. `left`: they stood up during the match.

    `away`: a bot plays on for the player until they are back; `late`: it does so because their time ran out, so they
    must ask.
    """

    seat: int
    name: str
    kind: Kind | None
    player: str | None
    here: bool
    left: bool
    away: bool = False
    late: bool = False


class StandIn(Struct):
    """A bot played for my seat: this many plies from this version on; sent until I act."""

    since: int
    plies: int


class Mine(Struct):
    """What this table is to the person who asks. `sent_away`: the host removed them from it for good.

    `seats`: if one device is passed around, all seats that are theirs.
    """

    seat: int | None
    host: bool
    sent_away: bool | UnsetType = UNSET
    seats: list[int] | UnsetType = UNSET
    stand_in: StandIn | UnsetType = UNSET


class Clock(Struct, forbid_unknown_fields=True):
    """What a decision may take free of charge, the bank that pays for more, and what each decision adds to it."""

    move_s: Seconds | None = None
    bank_s: Seconds | None = None
    increment_s: Increment = 0


class ClockView(Struct):
    """The clock of a table, and how it stands: by seat what may still be taken for its decision, and whose time runs.

    It runs once the rest is over for which all may look.
    """

    move_s: int | None
    bank_s: int | None
    increment_s: int
    left_ms: list[int]
    running: list[int]
    rest_ms: int


class RaceView(Struct):
    """How a race is kept fair: a claim waits at most `window_ms` for those that may have been earlier.

    `bands`: shortest and longest round trip of each seat, null where none is known. `uneven`: they differ by more than
    can be evened out.
    """

    window_ms: float
    uneven: bool
    bands: list[list[float] | None]


class EveningGame(Struct, forbid_unknown_fields=True):
    """One game of an evening; options that are not named are as printed."""

    game: Word
    options: Annotated[dict[Word, OptionValue], Meta(max_length=32)] = {}


class EveningWish(Struct, forbid_unknown_fields=True):
    """An evening to be played: its games in order. `shared`: on one pyramid, where each begins with what stands."""

    games: Annotated[list[EveningGame], Meta(min_length=1, max_length=evening.MOST_GAMES)]
    score: evening.Rule = "places"
    shared: bool = True


class EveningKinds(Struct):
    """What an evening may be: series by name, rules of the score, the most games."""

    presets: dict[str, list[str]]
    scores: list[evening.Rule]
    most: int


class PileView(Struct):
    """What of the pyramid stayed for a game, how much of that just as it was; what was filled in, what cleared away."""

    stay: int
    kept: int
    filled: int
    cleared: int


class EveningView(Struct):
    """An evening as everybody at the table sees it. `at`: which game is played, or was last, from 0.

    `points`: by match that is over and by seat; `totals`, `places` from 1: by seat. `pile`: what the game of now began
    with, null where nothing was carried. `next`: may another one begin now? `matches`: those begun, by name.
    """

    games: list[EveningGame]
    score: evening.Rule
    shared: bool
    at: int
    matches: list[str]
    points: list[list[float]]
    totals: list[float]
    places: list[int]
    pile: PileView | None
    next: bool
    over: bool


class TableView(Struct):
    """A table as everybody sees it. `host` is the host's seat, if they sit; `offers` the seats that agree to end.

    `hints`: may the players ask for advice? `dice`: rolled by the program, or by people who type them in? `since`: in a
    match over days, since when it has been somebody's turn. `device`: is one device passed around among several
    players? `ready`: in a race with a countdown, while it waits for them, the seats of people who have said Ready.
    `old_rules`: the version of the rules of a match that can only be viewed, because today's are others. `practice`: do
    its matches follow the script of the game? `shut`: has the operator of the server closed it for good? `fair`: may
    the pages of those who play have a part in the dice? Else, why not: set so for the table or by the operator, a race,
    real dice, a practice table. `number`: of two views of a table the later has the greater one.
    """

    table: str
    link: str
    game: str
    seats: list[SeatView]
    options: dict[str, str]
    visibility: Literal["open", "link", "closed"]
    host: int | None
    match: str
    state: State
    spectators: int
    offers: list[int]
    me: Mine
    hints: bool
    dice: Dice = "program"
    end: End | None = None
    returns: list[float] | None = None
    clock: ClockView | None = None
    pace: Pace = "live"
    since: int | None = None
    chat: Chat = "phrases"
    race: RaceView | None = None
    device: bool = False
    evening: EveningView | None = None
    preset: str | None = None
    ready: list[int] | None = None
    old_rules: int | None = None
    practice: bool = False
    shut: bool = False
    fair: WhyFair = "pages"
    number: int = 0


class ThrowDue(Struct):
    """Dice that people roll and type in. `seats` may say how they fell; they alone are sent how many and what may fall.

    `dice`: so many are rolled together; outcomes of chance by their code. `secret`: not everybody may see them fall.
    """

    seats: list[int]
    dice: int | None
    outcomes: list[int]
    secret: bool


class PracticeTold(Struct):
    """How far a practice match has come: so many of its steps are done, and the names of the next and the last one.

    `next` is null when all are done, `last` before the first. The page has a text for
    each: what to do, and what it meant.
    """

    done: int
    steps: int
    next: str | None
    last: str | None


class FairTold(Struct):
    """What to keep of dice that can be verified: the head of the transcript, and how that began.

    `rolls`: how many there were. `start` comes with what is told from the beginning of the match. `chains`: by seat the
    last link that is known of its chain, null for a seat that has no part in the dice; once there are any. `ask`: the
    next roll waits for the nonces of these seats, for this head.
    """

    head: str
    rolls: int
    start: str | UnsetType = UNSET
    chains: list[str | None] | UnsetType = UNSET
    ask: list[int] | UnsetType = UNSET


class Position(Struct):
    """Where a match stands for one viewer. `movers` and `legal` are null in races; `legal` is empty off turn.

    `rest_ms`: for so long nothing is accepted, so that all can look at what was shown. `throw`: all wait for real dice.
    `practice`: at a practice table, what is to be done. `fair`: unless its dice cannot be verified.
    """

    view: msgspec.Raw
    movers: list[int] | None
    legal: list[int] | None
    show: str | UnsetType = UNSET
    rest_ms: int | UnsetType = UNSET
    throw: ThrowDue | UnsetType = UNSET
    practice: PracticeTold | UnsetType = UNSET
    fair: FairTold | UnsetType = UNSET


class ViewMessage(Position, tag="view", kw_only=True):
    version: int


class StepsMessage(Position, tag="steps", kw_only=True):
    version: int
    steps: msgspec.Raw


class PreviewMessage(Position, tag="preview", kw_only=True):
    id: str | int
    version: int


class Ack(Struct, tag="ack"):
    """The action with this id is stored; the match then had this version."""

    id: str | int
    version: int


class Refused(Struct, tag="refused"):
    id: str | int | None
    code: str
    clause: str | None
    text: str
    values: dict[str, Any] = {}


class ContestedMessage(Struct, tag="contested"):
    """The claim with this id waits together with those of other seats; who was first is sent in a moment."""

    id: str | int
    seats: list[int]


class Resync(Struct, tag="resync"):
    """Forget what you know of this match; a view follows."""


class Alive(Struct, tag="alive"):
    """The answer to `probe`: I am here, and the match is at this version."""

    version: int


class Restarting(Struct, tag="restarting"):
    """The server is about to stop, and another takes over. Nothing is lost: connect again once this is closed."""


class TableMessage(Struct, tag="table"):
    table: TableView


class SpectatorsMessage(Struct, tag="spectators"):
    """So many people look on at this table; nothing else has changed."""

    spectators: int


class Utterance(Struct):
    """What somebody at the table said: a set phrase by its number, or free words. Later ones have greater numbers."""

    number: int
    seat: int
    name: str
    phrase: int | None
    text: str | None
    ago_s: int = 0


class SaidLine(Struct):
    """What somebody said at a table, as the operator of the server sees it in a report."""

    guest: str
    seat: int
    name: str
    phrase: int | None
    text: str | None


class SaidMessage(Struct, tag="said"):
    """What was said at this table, the oldest first."""

    said: list[Utterance]


Message = (
    ViewMessage
    | StepsMessage
    | PreviewMessage
    | Ack
    | Refused
    | Resync
    | Alive
    | Restarting
    | TableMessage
    | SpectatorsMessage
    | SaidMessage
    | ContestedMessage
)


def frame(message: Message) -> bytes:
    """A message as the bytes of one WebSocket frame, the same for everybody who gets it."""
    return frame_of(_encode(message))


def frame_of(content: bytes) -> bytes:
    """An encoded message as the bytes of one WebSocket frame: a whole text without a mask (RFC 6455, 5.2)."""
    size = len(content)
    if size < 126:
        return _HEADS[size] + content
    if size < 1 << 16:
        return _HEADS[126] + size.to_bytes(2, "big") + content
    return _HEADS[127] + size.to_bytes(8, "big") + content


def encode_around_legal(
    view: bytes, movers: Sequence[int], rest_ms: int, fair: FairTold | UnsetType, version: int, steps: bytes
) -> tuple[bytes, bytes]:
    """What stands before and after the list of what is legal in a `StepsMessage` that tells no more than this."""
    before = b"".join((b'{"type":"steps","view":', view, b',"movers":', _encode(movers), b',"legal":'))
    rest = b',"rest_ms":%d' % rest_ms if rest_ms else b""
    told = b"" if fair is UNSET else b',"fair":' + _encode(fair)
    return before, b"".join((rest, told, b',"version":%d,"steps":' % version, steps, b"}"))


def encode_refusal(message: str | int | None, refusal: Refusal) -> bytes:
    return frame(Refused(message, refusal.code, refusal.clause, refusal.text, refusal.values))
