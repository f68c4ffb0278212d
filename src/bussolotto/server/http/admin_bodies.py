"""What the requests and answers of the operator hold."""

from typing import Annotated

from msgspec import Meta, Struct

from bussolotto.server.http.bodies import Name
from bussolotto.server.protocol import SaidLine, State
from bussolotto.server.store.moderation_rows import Key, Reason

Subject = Annotated[str, Meta(min_length=1, max_length=64)]


class SignIn(Struct, forbid_unknown_fields=True):
    """The token that `bussolotto admin token` has printed."""

    token: Annotated[str, Meta(min_length=1, max_length=200)]


class OperatorSession(Struct):
    """The operator is signed in. `csrf` goes as header `bussolotto-csrf` with every request that changes something."""

    csrf: str


class NewBan(Struct, forbid_unknown_fields=True):
    """Whom to ban: a guest, everybody at an address, or both. Without `hours` for good, which an address is not."""

    guest: Subject | None = None
    address: Subject | None = None
    hours: Annotated[int, Meta(ge=1, le=24 * 366)] | None = None
    reason: Annotated[str, Meta(max_length=200)] = ""


class Ban(Struct):
    """A ban in force. `until` is null for one without end; `name` is the guest's."""

    ban: int
    guest: str | None
    name: str | None
    address: str | None
    since: int
    until: int | None
    reason: str


class ReportView(Struct):
    """A report. `said`: the chat at the table until then. `banned`: is the reported guest banned now?

    `sheet`: the rule sheet that is reported in place of a person.
    """

    report: int
    reporter: str | None
    reporter_name: str | None
    reported: str | None
    name: str
    name_now: str | None
    table: str
    match: str
    game: str | None
    version: int
    seat: int
    reason: Reason
    words: str
    said: list[SaidLine]
    since: int
    settled: int | None
    banned: bool
    sheet: str | None


class GuestView(Struct):
    """A guest. `addresses`: from where their pages are connected now; they are stored nowhere."""

    guest: str
    name: str
    since: int
    banned: bool
    addresses: list[str]
    tables: list[str]


class SeatOfTable(Struct):
    seat: int
    guest: str | None
    name: str
    player: str | None


class TableOfServer(Struct):
    """A table, with who sits there."""

    table: str
    game: str
    match: str
    state: State
    visibility: str
    seats: list[SeatOfTable]
    changed: int
    shut: bool


class AuditEntry(Struct):
    """Something the operator did. `operator`: with the token, from a signed-in page, or by a command."""

    entry: int
    at: int
    operator: Key
    action: str
    subject: str
    until: int | None = None


class NewName(Struct, forbid_unknown_fields=True):
    """What a guest is called from now on."""

    name: Name
