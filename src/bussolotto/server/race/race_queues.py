"""The race queues of a server, and what tables are shown about the connections of the racers.

A claim waits for everybody who is connected, even for people who cannot act now. Otherwise the wait would reveal
what others can do.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from bussolotto.core.errors import refuse
from bussolotto.play import arbiter
from bussolotto.play.notation import ClaimTold
from bussolotto.server.clock import ServerClock
from bussolotto.server.match.broadcaster import Broadcaster, Subscriber
from bussolotto.server.match.judging import MoveRequest
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.protocol import RaceView
from bussolotto.server.race.race_queue import LinkQuality, RaceQueue
from bussolotto.server.store import match_rows
from bussolotto.server.store.database import Store

NOTICEABLE_MS, NOTICEABLE_SHARE = 10.0, 0.25  # a change of the window is sent to the table above both thresholds


@dataclass
class RaceQueues:
    """The queues of all live races."""

    clock: ServerClock
    store: Store
    broadcaster: Broadcaster
    _race_queues: dict[str, RaceQueue] = field(default_factory=dict)
    _told: dict[str, RaceView] = field(default_factory=dict)

    def admit(self, live: LiveMatch) -> Callable[[MoveRequest], None]:
        """Open a queue if the match is a race. Returns how its bots submit moves: in a race through the queue."""
        if not live.match.game.RACE or live.over:
            return live.submit
        queue = RaceQueue(live, self.store, self.clock, lambda: self._rtts(live))
        self._race_queues[live.name] = queue
        return lambda claim: queue.receive(claim, LinkQuality(arbiter.HERE))

    def forget(self, name: str) -> None:
        self._told.pop(name, None)
        if queue := self._race_queues.pop(name, None):
            queue.race.stop()

    def idle(self, name: str) -> bool:
        """Return whether no claim is waiting."""
        return name not in self._race_queues or self._race_queues[name].idle

    @property
    def all_idle(self) -> bool:
        """Whether no claim waits in any race."""
        return all(queue.idle for queue in self._race_queues.values())

    def note_sent(self, live: LiveMatch, since: int) -> None:
        """Record that everybody at a match is now sent the steps since a version."""
        if queue := self._race_queues.get(live.name):
            queue.note_sent(since)

    def receive(self, live: LiveMatch, claim: MoveRequest, link: LinkQuality) -> None:
        """Receive a claim from a page."""
        if queue := self._race_queues.get(live.name):
            queue.receive(claim, link)
        else:
            live.submit(claim)

    def describe(self, live: LiveMatch) -> RaceView | None:
        """Return what the table is shown about its connections, or None if there is no race."""
        if live.name not in self._race_queues or live.over:
            return None
        of_seat = self._rtts(live)
        rtts = of_seat.values()
        shown = [_round(of_seat.get(seat)) for seat in range(live.match.seats)]
        return RaceView(round(arbiter.window_ms(rtts), 1), arbiter.uneven(rtts), shown)

    def update_view(self, live: LiveMatch) -> bool:
        """Return whether the view has noticeably changed since the last one sent. If so, it replaces that one."""
        told, now = self._told.get(live.name), self.describe(live)
        if now is None or (told is not None and not _is_noticeable(told, now)):
            return False
        self._told[live.name] = now
        return True

    def list_claims(self, live: LiveMatch) -> list[ClaimTold]:
        """Return all judged claims. Before the end, only contested ones, and without what anybody claimed."""
        if not live.match.game.RACE:
            raise refuse("not-found", what="race", name=live.name)
        queue = self._race_queues.get(live.name)
        claims = queue.list_claims() if queue else match_rows.list_claims(self.store, live.number)
        return claims if live.over else list(_hide_secrets(claims))

    def _rtts(self, live: LiveMatch) -> dict[int, arbiter.RttRange]:
        """Return the round trips of connected seats, of the slowest page per seat. Bots play on this host."""
        rtts = {seat: arbiter.HERE for seat, occupant in enumerate(live.occupants) if occupant.player}
        people = {occupant.guest for occupant in live.occupants if occupant.guest}
        for subscriber in self.broadcaster.of_guests(live.name, people):
            for seat, rtt in _find_links(live, subscriber):
                if seat not in rtts or rtts[seat].high < rtt.high:
                    rtts[seat] = rtt
        return rtts


def _find_links(live: LiveMatch, subscriber: Subscriber) -> Iterable[tuple[int, arbiter.RttRange]]:
    """Yield the seats that this page plays for, with its round trips, if they are known."""
    rtt = subscriber.rtt
    seat = live.seat_of(subscriber.guest, subscriber.wanted)
    if subscriber.resumed and rtt is not None and seat is not None and not live.occupants[seat].player:
        yield seat, rtt


def _is_noticeable(told: RaceView, now: RaceView) -> bool:
    change_ms = abs(now.window_ms - told.window_ms)
    return told.uneven != now.uneven or change_ms > max(NOTICEABLE_MS, NOTICEABLE_SHARE * told.window_ms)


def _round(rtt: arbiter.RttRange | None) -> list[float] | None:
    return None if rtt is None else [round(rtt.low, 1), round(rtt.high, 1)]


def _hide_secrets(claims: Sequence[ClaimTold]) -> Iterable[ClaimTold]:
    """Return times and seats of contested claims only: a claim that failed may be correct the next time."""
    contested = {claim.window for claim in claims if claim.verdict == "contested"}
    for claim in claims:
        if claim.window in contested:
            claim.action = ""
            yield claim
