"""A connected page: its requests to the match, and the answers. The socket handles the transport."""

import asyncio
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import NamedTuple, Protocol

import msgspec

from bussolotto.core.errors import Refusal, refuse
from bussolotto.play.arbiter import HERE, RttRange
from bussolotto.server import protocol
from bussolotto.server.clock import ServerClock
from bussolotto.server.counts import ServerCounts
from bussolotto.server.guard.guard import Guard
from bussolotto.server.guard.own_addresses import OwnAddresses
from bussolotto.server.limits import Bucket
from bussolotto.server.match import broadcaster, judging
from bussolotto.server.match.broadcaster import Broadcaster
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.match.seats import NOBODY
from bussolotto.server.ownership import Ownership
from bussolotto.server.people.bans import Bans
from bussolotto.server.people.guests import Guests
from bussolotto.server.people.talk import Conversation
from bussolotto.server.race.pings import RACING_S, WAITING_S, Pings
from bussolotto.server.race.race_queue import LinkQuality
from bussolotto.server.race.race_queues import RaceQueues
from bussolotto.server.socket.held import HeldFrames
from bussolotto.server.table.live_matches import LiveMatches
from bussolotto.server.table.table_commands import TableCommands
from bussolotto.server.table.table_views import TableViews
from bussolotto.server.table.tables import Tables

MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 100, 400
RESUMED_KEPT = 8


class SocketServices(NamedTuple):
    """The services that a socket needs to admit a page, and that its page needs."""

    loop: asyncio.AbstractEventLoop
    clock: ServerClock
    own: OwnAddresses
    guests: Guests
    guard: Guard
    bans: Bans
    matches: LiveMatches
    broadcaster: Broadcaster
    tables: Tables
    race_queues: RaceQueues
    views: TableViews
    commands: TableCommands
    conversation: Conversation
    counts: ServerCounts
    held: HeldFrames
    ownership: Ownership


class Wire(Protocol):
    """The connection to a page."""

    def send(self, message: bytes) -> None:
        """Send one frame, made by `protocol.frame`."""

    def hold(self, message: bytes) -> None:
        """Send it together with the next message, or at the latest after the current event."""

    def measure(self, nonce: bytes) -> None:
        """Send a ping, which is answered with the same bytes."""

    def dismiss(self) -> None:
        """Close the page because it may no longer watch."""

    def announce_restart(self) -> None:
        """Tell the page that it will have to come again, and hear nothing more."""

    def shutdown(self) -> None:
        """Close the page, so that it comes again."""


@dataclass(eq=False)
class ConnectedPage:
    """A subscriber of a match, and its player if the guest sits there. See `broadcaster.Subscriber`."""

    services: SocketServices
    wire: Wire
    live: LiveMatch
    guest: str | None
    wanted: int | None
    base: str
    shows: bool
    address: str = ""
    resumed: bool = False
    link: bytes | None = None

    def __post_init__(self) -> None:
        self.send, self.dismiss = self.wire.send, self.wire.dismiss
        self._bucket = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE, self.services.clock.now_s)
        self._resumes = 0  # requests to catch up
        self._pings: Pings | None = None  # in a race
        self._sent_ms: dict[int, float] = {}  # versions that were sent to this page separately from the others

    @property
    def rtt(self) -> RttRange | None:
        """The round trips of its connection, or None if they are not measured."""
        return self._pings.rtt if self._pings else None

    def arrive(self) -> None:
        """Handle a new connection."""
        self.services.commands.arrive(self)
        if self.live.match.game.RACE:
            views, clock = self.services.views, self.services.clock
            self._pings = Pings(clock, self.wire.measure, lambda: views.announce_race(self.live), self._pause_s)
            self._pings.send()

    def depart(self) -> None:
        """Handle the end of the connection."""
        self._resumes += 1  # an answer that is not ready yet is no longer wanted
        if self._pings is not None:
            self._pings.stop()
        self.services.commands.depart(self)

    def announce_move(self) -> None:
        """Another process goes on with the match."""
        self._resumes += 1
        if self._pings is not None:
            self._pings.stop()
        self.wire.announce_restart()

    def move(self) -> None:
        """It goes on by now."""
        self.wire.shutdown()

    def receive_pong(self, nonce: bytes) -> None:
        """Handle a pong."""
        if self._pings is not None:
            self._pings.receive_pong(nonce)

    def hear(self, message: bytes) -> None:
        """Answer a message."""
        if not self._bucket.take():
            self._refuse(None, refuse("too-fast"))
            return
        try:
            request = protocol.read(message)
        except (msgspec.DecodeError, RecursionError) as problem:
            self._refuse(None, refuse("bad-request", problem=str(problem)))
            return
        try:
            self._answer(request)
        except Refusal as refusal:
            self._refuse(getattr(request, "id", None), refusal)

    def _refuse(self, message: str | int | None, refusal: Refusal) -> None:
        self.services.counts.refusals[refusal.code] += 1
        self.send(protocol.encode_refusal(message, refusal))

    def _answer(self, request: protocol.Request) -> None:
        if isinstance(request, protocol.Act):
            self._act(request)
        elif isinstance(request, protocol.Preview):
            trial = judging.preview(self.live, self._seat(), request.version, request.actions)
            self.send(broadcaster.encode_preview(request.id, trial, self._seat()))
        elif isinstance(request, protocol.Probe):
            self.send(protocol.frame(protocol.Alive(self.live.match.version)))
        elif isinstance(request, protocol.Throw):
            self.live.submit_roll(self._move_request(request, request.outcomes))
        elif isinstance(request, protocol.Skip):
            self.live.skip(self._seat(), request.version)
        elif isinstance(request, protocol.Nonce):
            self._open(request)
        elif isinstance(request, protocol.Commit):
            self._commit(request)
        elif isinstance(request, protocol.Say):
            self._say(request)
        else:
            self._resume(request.version)

    def _seat(self) -> int:
        seat = self.live.seat_of(self.guest, self.wanted)
        if seat is None:
            raise refuse("not-seated")
        return seat

    def _act(self, request: protocol.Act) -> None:
        claim = self._move_request(request, request.actions)
        if not self.live.match.game.RACE:
            self.live.submit(claim)
            return
        told_ms = request.reaction_ms if self.rtt else None  # unknown round trips do not make others wait
        sent_ms = self._sent_ms.get(request.version)

        def tell(seats: list[int]) -> None:
            self.send(protocol.frame(protocol.ContestedMessage(request.id, seats)))

        self.services.race_queues.receive(self.live, claim, LinkQuality(self.rtt or HERE, told_ms, sent_ms, tell))

    def _move_request(self, request: protocol.Act | protocol.Throw, actions: list[int]) -> judging.MoveRequest:
        heard_s = perf_counter()

        def answer(answered: int | Refusal) -> None:
            if isinstance(answered, int):
                self.services.counts.ack.note(perf_counter() - heard_s)
                self.wire.hold(protocol.frame(protocol.Ack(request.id, answered)))  # goes with the news it brings
            else:
                self._refuse(request.id, answered)

        seat = self._seat()
        self.live.require_own_hand(seat)
        return judging.MoveRequest(seat, request.version, actions, str(request.id), answer)

    def _own_seat(self) -> int:
        """Return the seat for which this device has a part in the dice: its first. Raises `not-seated`."""
        seat = None if self.wanted == NOBODY else self.live.seat_of(self.guest)
        if seat is None:
            raise refuse("not-seated")
        return seat

    def _commit(self, request: protocol.Commit) -> None:
        """Let this device have a part in the dice, if it may."""
        live, link = self.live, bytes.fromhex(request.link)
        if not live.shared.allowed:
            raise refuse("no-nonces")
        seat = self._own_seat()

        def answer(refusal: Refusal | None) -> None:
            if refusal is not None:
                self._refuse(request.id, refusal)
                return
            self.link = (live.fair and live.fair.chains[seat]) or link  # it may have opened another one meanwhile
            self.send(protocol.frame(protocol.Ack(request.id, live.match.version)))
            live.follow(live.match.version)

        live.shared.commit(seat, link, self.link, answer)

    def _open(self, request: protocol.Nonce) -> None:
        """Take the nonce of this device for the roll that waits."""
        live, link = self.live, bytes.fromhex(request.link)
        seat = self._own_seat()
        last = live.fair.chains[seat] if live.fair else None
        live.shared.receive(seat, request.roll, link)
        self.link = link
        for page in self.services.broadcaster.of_guests(live.name, [str(self.guest)]):
            page.link = link if page.link == last else page.link

    def _say(self, request: protocol.Say) -> None:
        self.services.conversation.say(self.live.table, self.guest, str(request.id), request.phrase, request.text)
        self.send(protocol.frame(protocol.Ack(request.id, self.live.match.version)))

    def _resume(self, version: int | None) -> None:
        """Send the steps this page has missed, or the full state. From now on it is sent every step.

        Of a long match nobody has caught up with, that takes some turns of the event loop. Only the last request is
        answered then.
        """
        self._resumes += 1
        resume = partial(self._catch_up, version, self._resumes)
        if version is None or not 0 <= version <= self.live.match.version:
            resume()
        else:
            seat = self.live.seat_of(self.guest, self.wanted)
            self.live.encoded.when_ready(broadcaster.audience_of(self.live, seat), version, resume)

    def _catch_up(self, version: int | None, request: int) -> None:
        if request != self._resumes:
            return
        self.resumed = True
        self._sees_now(version)
        seat = self.live.seat_of(self.guest, self.wanted)
        if version is None or version < 0:
            self.send(protocol.frame(broadcaster.describe_position(self.live, seat)))
        elif version > self.live.match.version:
            self.send(protocol.frame(protocol.Resync()))
            self.send(protocol.frame(broadcaster.describe_position(self.live, seat)))
        else:
            self.send(broadcaster.Report(self.live, version).frame(seat, self.shows))
        self.send(self.services.views.frame(self.services.tables.find(self.live.table), self))
        self.services.conversation.replay(self)

    def _sees_now(self, known: int | None) -> None:
        """In a race, record when this page is sent what the others already have."""
        now = self.live.match.version
        if self._pings is not None and known != now:
            self._sent_ms[now] = 1000 * self.services.clock.now_s()
            if len(self._sent_ms) > RESUMED_KEPT:
                del self._sent_ms[next(iter(self._sent_ms))]

    def _pause_s(self) -> float | None:
        """Return the time until the next measurement."""
        return {"waiting": WAITING_S, "running": RACING_S, "over": None}[self.live.state]
