"""A connected page: what it asks of its match, and what it is answered. How that travels is the socket's business."""

from collections.abc import Callable
from typing import Protocol

import msgspec

from bussolotto.arbiter import HERE, Band
from bussolotto.errors import Refusal
from bussolotto.server import gallery, judging, protocol
from bussolotto.server.house import House
from bussolotto.server.judging import Claim
from bussolotto.server.limits import Bucket
from bussolotto.server.pings import RACING_S, WAITING_S, Pings
from bussolotto.server.problems import BadRequest, NotSeated, TooFast
from bussolotto.server.referee import Line
from bussolotto.server.sittings import Sitting

MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 100, 400
RESUMED_KEPT = 8


class Wire(Protocol):
    """What a page is connected by."""

    def send(self, message: bytes) -> None:
        """Send one frame, made by `protocol.frame`."""

    def hold(self, message: bytes) -> None:
        """Send it together with the next one, at the latest after what happens now."""

    def measure(self, nonce: bytes) -> None:
        """Send a ping, which is answered with the same bytes."""

    def dismiss(self) -> None:
        """Close it: the page may not watch any more."""


class ConnectedPage:
    """A watcher of a match, and its player if the guest sits there; see `gallery.Watcher`."""

    def __init__(
        self, house: House, wire: Wire, sitting: Sitting, guest: str | None, wanted: int | None, base: str, shows: bool
    ) -> None:
        self.sitting = sitting
        self.guest = guest
        self.wanted = wanted
        self.base = base
        self.shows = shows
        self.live = False
        self._house = house
        self._wire = wire
        self._bucket = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self._pings: Pings | None = None  # in a race
        self._sent_ms: dict[int, float] = {}  # versions that this page was sent apart from the others

    @property
    def band(self) -> Band | None:
        """The round trips of its line; None where they are not measured."""
        return self._pings.band if self._pings else None

    def send(self, message: bytes) -> None:
        """Send one frame."""
        self._wire.send(message)

    def dismiss(self) -> None:
        """Show this page out: it may not watch any more."""
        self._wire.dismiss()

    def arrive(self) -> None:
        """The line is there."""
        self._house.arrive(self)
        if self.sitting.match.module.RACE:
            self._pings = Pings(self._house.loop, self._wire.measure, lambda: self._house.measured(self.sitting))
            self._pings.begin(self._pause_s)

    def depart(self) -> None:
        """The line is gone."""
        if self._pings is not None:
            self._pings.stop()
        self._house.depart(self)

    def measured(self, nonce: bytes) -> None:
        """A ping has come back."""
        if self._pings is not None:
            self._pings.answered(nonce)

    def hear(self, message: bytes) -> None:
        """Answer a message."""
        if not self._bucket.take():
            self.send(protocol.refused(None, TooFast()))
            return
        try:
            request = protocol.read(message)
        except msgspec.DecodeError as problem:
            self.send(protocol.refused(None, BadRequest(str(problem))))
            return
        try:
            self._answer(request)
        except Refusal as refusal:
            self.send(protocol.refused(getattr(request, "id", None), refusal))

    def _answer(self, request: protocol.Request) -> None:
        if isinstance(request, protocol.Act):
            self._act(request)
        elif isinstance(request, protocol.Preview):
            trial = judging.preview(self.sitting, self._seat(), request.version, request.actions)
            self.send(gallery.trial_view(request.id, trial, self._seat()))
        elif isinstance(request, protocol.Throw):
            self.sitting.throw(self._claim(request, request.outcomes))
        elif isinstance(request, protocol.Say):
            self._say(request)
        else:
            self._resume(request.version)

    def _seat(self) -> int:
        seat = self.sitting.seat_of(self.guest, self.wanted)
        if seat is None:
            raise NotSeated()
        return seat

    def _act(self, request: protocol.Act) -> None:
        claim = self._claim(request, request.actions)
        told_ms = request.reaction_ms if self.band else None  # whose line is not known yet, waits for nobody
        sent_ms = self._sent_ms.get(request.version)
        self._house.referees.hears(
            self.sitting, claim, Line(self.band or HERE, told_ms, sent_ms, self._contested(request.id))
        )

    def _contested(self, message: str | int) -> Callable[[list[int]], None]:
        return lambda seats: self.send(protocol.frame(protocol.ContestedMessage(message, seats)))

    def _claim(self, request: protocol.Act | protocol.Throw, wished: list[int]) -> Claim:
        def answer(answered: int | Refusal) -> None:
            if isinstance(answered, int):
                self._wire.hold(protocol.frame(protocol.Ack(request.id, answered)))  # goes with the news it brings
            else:
                self.send(protocol.refused(request.id, answered))

        seat = self._seat()
        self.sitting.require_own_hand(seat)
        return Claim(seat, request.version, wished, str(request.id), answer)

    def _say(self, request: protocol.Say) -> None:
        self._house.say(self.sitting.table, self.guest, str(request.id), request.phrase, request.text)
        self.send(protocol.frame(protocol.Ack(request.id, self.sitting.match.version)))

    def _resume(self, version: int | None) -> None:
        """Tell what this page has missed, or everything; from now on it is told every step."""
        self.live = True
        self._sees_now(version)
        seat = self.sitting.seat_of(self.guest, self.wanted)
        if version is None or version < 0:
            self.send(gallery.whole_view(self.sitting, seat))
        elif version > self.sitting.match.version:
            self.send(protocol.frame(protocol.Resync()))
            self.send(gallery.whole_view(self.sitting, seat))
        else:
            self.send(gallery.Report(self.sitting, version).frame(seat, self.shows))
        self.send(self._house.views.frame(self._house.table_of(self.sitting), self))
        self._house.retell(self)

    def _sees_now(self, known: int | None) -> None:
        """Note when this page, in a race, is sent what the others have had already."""
        now = self.sitting.match.version
        if self._pings is not None and known != now:
            self._sent_ms[now] = 1000 * self._house.loop.time()
            if len(self._sent_ms) > RESUMED_KEPT:
                del self._sent_ms[next(iter(self._sent_ms))]

    def _pause_s(self) -> float | None:
        """How long to the next measurement."""
        return {"waiting": WAITING_S, "running": RACING_S, "over": None}[self.sitting.state]
