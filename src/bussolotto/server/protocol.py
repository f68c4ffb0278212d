"""What goes over the socket of a match, both ways. These structs are the schema: what does not fit is refused."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from websockets.frames import Frame, Opcode

from bussolotto.errors import Refusal

State = Literal["waiting", "running", "over"]
Kind = Literal["person", "bot"]
Version = Annotated[int, Meta(ge=-1, le=1_000_000)]
MessageId = Annotated[str, Meta(min_length=1, max_length=64)] | Annotated[int, Meta(ge=0, le=2**53)]
ActionCode = Annotated[int, Meta(ge=0, le=65_535)]
Actions = Annotated[list[ActionCode], Meta(max_length=64)]


class Resume(Struct, tag="resume"):
    """Tell me what happened since this version; without one, where the match stands."""

    version: Version | None = None


class Act(Struct, tag="act"):
    """Play these actions, all or none, decided at this version."""

    id: MessageId
    version: Version
    actions: Annotated[list[ActionCode], Meta(min_length=1, max_length=64)]


class Preview(Struct, tag="preview"):
    """What would be after these actions? Stores nothing, tells nobody."""

    id: MessageId
    version: Version
    actions: Actions


Request = Resume | Act | Preview
read = msgspec.json.Decoder(Request).decode


class StepTold(Struct):
    """A ply as this viewer may know it; action and text are null where he may not."""

    seat: int
    action: int | None
    text: str | None


class End(Struct):
    """How a match ended: by its rules, at the limit of plies, by resigning, by agreement."""

    reason: Literal["rules", "limit", "resigned", "agreed"]
    returns: list[float]
    scores: list[float]


class SeatView(Struct):
    """A seat as everybody sees it. `here`: a page of this person is connected. `left`: stood up during the match."""

    seat: int
    name: str
    kind: Kind | None
    player: str | None
    here: bool
    left: bool


class Mine(Struct):
    """What this table is to who asks."""

    seat: int | None
    host: bool


class TableView(Struct):
    """A table as everybody sees it. `host` is the host's seat, if he sits; `offers` the seats that agree to end.

    `hints`: may those who sit ask for advice?
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
    end: End | None = None
    returns: list[float] | None = None


class Position(Struct):
    """Where a match stands for one viewer. `movers` and `legal` are null in races; `legal` is empty off turn.

    `rest_ms`: for so long nothing is accepted, so that all can look at what was shown.
    """

    view: msgspec.Raw
    movers: list[int] | None
    legal: list[int] | None
    show: str | UnsetType = UNSET
    rest_ms: int | UnsetType = UNSET


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


class Resync(Struct, tag="resync"):
    """Forget what you know of this match; a view follows."""


class TableMessage(Struct, tag="table"):
    table: TableView


Message = ViewMessage | StepsMessage | PreviewMessage | Ack | Refused | Resync | TableMessage


def frame(message: Message) -> bytes:
    """A message as the bytes of one WebSocket frame, the same for everybody who gets it."""
    return Frame(Opcode.TEXT, msgspec.json.encode(message)).serialize(mask=False)


def refused(message: str | int | None, refusal: Refusal) -> bytes:
    return frame(Refused(message, refusal.code, refusal.clause, refusal.text, refusal.values))
