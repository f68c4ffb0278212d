"""Sends match events to all connected pages. Each seat and spectator receives only what `match` allows them to know."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Protocol

import msgspec
from msgspec import UNSET, UnsetType

from bussolotto.core.kernel import SPECTATOR, hide_nothing
from bussolotto.play.arbiter import RttRange
from bussolotto.play.match import Match
from bussolotto.play.practice import PracticeMatch
from bussolotto.server.match import proving
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.match.manual_dice import DueRoll
from bussolotto.server.match.match_state import MatchState
from bussolotto.server.match.seats import viewer_at
from bussolotto.server.protocol import (
    PracticeTold,
    PreviewMessage,
    StepsMessage,
    ThrowDue,
    ViewMessage,
    encode_around_legal,
    frame,
    frame_of,
)

encode = msgspec.json.Encoder().encode


class Subscriber(Protocol):
    """A connected page.

    `base` is the prefix of links sent to it. Once `resumed`, it is sent every step, with the position as text if it
    `shows` that. `wanted` selects which of the guest's seats it is for: NOBODY for a spectator's view, by default the
    first. `rtt` holds its round trips as far as they are measured, in a race. `address`: from where it connected.
    """

    guest: str | None
    address: str
    wanted: int | None
    base: str
    live: LiveMatch
    resumed: bool
    shows: bool
    link: bytes | None

    @property
    def rtt(self) -> RttRange | None:
        """The round trips, or None if they are not measured."""

    def send(self, message: bytes) -> None:
        """Send one frame."""

    def dismiss(self) -> None:
        """Close the page because it may no longer watch."""

    def announce_move(self) -> None:
        """Hear nothing more of the page: another process will."""

    def move(self) -> None:
        """Close the page, so that it comes again, where its match is then."""


class Pages:
    """The pages of one match or table: by guest, and those of people who are not guests yet."""

    def __init__(self) -> None:
        self.of: dict[str, set[Subscriber]] = {}
        self.strangers: set[Subscriber] = set()

    def add(self, page: Subscriber) -> None:
        if page.guest is None:
            self.strangers.add(page)
        else:
            self.of.setdefault(page.guest, set()).add(page)

    def discard(self, page: Subscriber) -> None:
        if page.guest is None:
            self.strangers.discard(page)
        elif own := self.of.get(page.guest):
            own.discard(page)
            if not own:
                del self.of[page.guest]

    def __iter__(self) -> Iterator[Subscriber]:
        return chain(self.strangers, *self.of.values())

    def __bool__(self) -> bool:
        return bool(self.of or self.strangers)


class Broadcaster:
    """All subscribers, by match and by table. Nothing here but sending to all of them takes longer for a crowd."""

    def __init__(self) -> None:
        self._of_match: defaultdict[str, Pages] = defaultdict(Pages)
        self._of_table: defaultdict[str, Pages] = defaultdict(Pages)

    def add(self, subscriber: Subscriber) -> None:
        """Add a page that has connected."""
        self._of_match[subscriber.live.name].add(subscriber)
        self._of_table[subscriber.live.table].add(subscriber)

    def remove(self, subscriber: Subscriber) -> None:
        """Remove a page that has disconnected."""
        for of, name in ((self._of_match, subscriber.live.name), (self._of_table, subscriber.live.table)):
            of[name].discard(subscriber)
            if not of[name]:
                del of[name]

    def at_table(self, table: str) -> Iterable[Subscriber]:
        return tuple(self._of_table.get(table, ()))

    def at_match(self, match: str) -> Iterable[Subscriber]:
        return tuple(self._of_match.get(match, ()))

    def list_all(self) -> list[Subscriber]:
        """Return all connected pages. Other threads may ask, too."""
        return [subscriber for of_table in list(self._of_table.values()) for subscriber in tuple(of_table)]

    def of_guests(self, match: str, guests: Iterable[str]) -> Iterable[Subscriber]:
        """Return the pages of a match that these guests have open."""
        of = self._of_match[match].of if match in self._of_match else {}
        return [subscriber for guest in guests for subscriber in of.get(guest, ())]

    def find_links(self, live: MatchState, anywhere: bool = False) -> dict[int, bytes]:
        """Return by seat the last link of the chain of a page that is present: of the chain that the match knows.

        `anywhere`: of any chain, of a page at the table; for a match that begins. A device has one seat, its first.
        """
        of = self._of_table if anywhere else self._of_match
        pages = of[live.table if anywhere else live.name].of if (live.table if anywhere else live.name) in of else {}
        found: dict[int, bytes] = {}
        for seat in sorted(live.people):
            guest = live.occupants[seat].guest
            known = live.fair.chains[seat] if live.fair and not anywhere else None
            if guest is None or live.seat_of(guest) != seat:
                continue
            links = [page.link for page in pages.get(guest, ()) if page.resumed and page.link]
            if anywhere and links:
                found[seat] = links[0]
            elif known in links and known is not None:
                found[seat] = known
        return found

    def has_subscribers(self, match: str) -> bool:
        return match in self._of_match

    def list_guests(self, table: str) -> AbstractSet[str]:
        """Return the guests who have a page of this table open."""
        return self._of_table[table].of.keys() if table in self._of_table else frozenset()

    def find_all(self, fits: Callable[[Subscriber], bool]) -> list[Subscriber]:
        """Return all connected pages that fit."""
        return [page for pages in self._of_match.values() for page in pages if fits(page)]

    def is_here(self, table: str, guest: str) -> bool:
        """Return whether this guest has a page of this table open."""
        return guest in self.list_guests(table)

    def count_spectators(self, table: str, seated: AbstractSet[str | None]) -> int:
        """Return how many people look on: guests who are not among those seated, and pages of people without a name."""
        if table not in self._of_table:
            return 0
        pages = self._of_table[table]
        return len(pages.of) - sum(guest in pages.of for guest in seated) + len(pages.strangers)

    def send_steps(self, live: LiveMatch, since: int) -> None:
        """Send each follower of this match the steps since a version, as far as they may know them."""
        if (pages := self._of_match.get(live.name)) is None:
            return
        report = Report(live, since)
        for page in pages:
            if page.resumed:
                page.send(report.frame(live.seat_of(page.guest, page.wanted), page.shows))


class Report:
    """One update for several viewers. It is encoded once for each audience; games without secrets have one for all.

    What differs within an audience is written into that: what may be done, by whoever may act.
    """

    def __init__(self, live: LiveMatch, since: int) -> None:
        self._live = live
        self._since = since
        self._turn = live.turn if live.state == "running" else None
        self._movers = None if live.match.game.RACE else self._turn.seats if self._turn else []
        self._due = live.due
        self._is_plain = self._movers is not None and not self._due and not isinstance(live.match, PracticeMatch)
        self._told: dict[int, tuple[bytes, bytes]] = {}  # by audience: the view and the steps
        self._around: dict[int, tuple[bytes, bytes]] = {}  # what is legal
        self._frames = live.encoded.frames(since)

    def frame(self, seat: int | None, shows: bool) -> bytes:
        """Return the message for this seat."""
        audience = audience_of(self._live, seat)
        mover = seat if self._movers and seat in self._movers else None
        thrower = seat if self._due and seat in self._due.seats else None
        key = (audience, mover, thrower, shows)
        found = self._frames.get(key)
        if found is None:
            plain = self._is_plain and not shows
            found = self._encode(audience, mover) if plain else frame(self._describe(*key))
            self._frames[key] = found
        return found

    def _encode(self, audience: int, mover: int | None) -> bytes:
        """Encode what most messages are. Only what is legal differs within an audience."""
        around = self._around.get(audience)
        if around is None:
            around = self._around[audience] = self._encode_around(audience)
        legal = encode(self._turn.legal(mover)) if self._turn and mover is not None else b"[]"
        return frame_of(around[0] + legal + around[1])

    def _encode_around(self, audience: int) -> tuple[bytes, bytes]:
        live = self._live
        view, steps = self._tell(audience)
        fair = proving.describe(live, self._since)
        return encode_around_legal(view, self._movers or [], live.rest.left_ms, fair, live.match.version, steps)

    def _tell(self, audience: int) -> tuple[bytes, bytes]:
        if audience not in self._told:
            live = self._live
            self._told[audience] = encode_view(live, audience), live.encoded.encode(audience, self._since)
        return self._told[audience]

    def _describe(self, audience: int, mover: int | None, thrower: int | None, shows: bool) -> StepsMessage:
        live, match = self._live, self._live.match
        view, steps = map(msgspec.Raw, self._tell(audience))
        legal = live.legal(mover)
        message = StepsMessage(
            view,
            self._movers,
            None if self._movers is None else legal,
            rest_ms=live.rest.left_ms or UNSET,
            throw=_describe_throw(live, self._due, thrower),
            practice=_describe_practice(match),
            fair=proving.describe(live, self._since),
            version=match.version,
            steps=steps,
        )
        if shows:
            message.show = match.show(resolve_viewer(live, audience))
        return message


def audience_of(live: LiveMatch, seat: int | None) -> int:
    """Return the viewer whose steps a seat or a spectator is sent: in a game without secrets the same for all."""
    return viewer_at(seat) if live.match.secrets else SPECTATOR


def resolve_viewer(live: LiveMatch, audience: int) -> int | None:
    """Return the viewer to show the match as. Once it is over, that is a viewer who may see everything."""
    return None if live.over else audience


def encode_view(live: LiveMatch, audience: int) -> bytes:
    """Encode what this audience may know of the position, which is everything once the match is over."""
    match = live.match
    is_open = live.over or match.game.hide is hide_nothing
    shown = match.state if is_open else live.narration.view(audience, bytes(match.state))
    return match.game.state_json.encode(shown)


def describe_position(live: LiveMatch, seat: int | None) -> ViewMessage:
    """Describe the current position of the match for one seat or a spectator."""
    match = live.match
    race = match.game.RACE
    seen_by = resolve_viewer(live, viewer_at(seat))
    return ViewMessage(
        msgspec.Raw(encode_view(live, viewer_at(seat))),
        None if race else live.movers(),
        None if race else live.legal(seat),
        match.show(seen_by),
        live.rest.left_ms or UNSET,
        _describe_throw(live, live.due, seat),
        _describe_practice(match),
        proving.describe(live, 0),
        version=match.version,
    )


def _describe_throw(live: LiveMatch, due: DueRoll | None, seat: int | None) -> ThrowDue | UnsetType:
    return due.describe(seat, live.match, live.people) if due else UNSET


def _describe_practice(match: Match) -> PracticeTold | UnsetType:
    if not isinstance(match, PracticeMatch):
        return UNSET
    steps, done = match.script.steps, match.done
    names = [step.name for step in steps]
    following = names[done] if done < len(steps) else None
    return PracticeTold(done, len(steps), following, names[done - 1] if done else None)


def encode_preview(message: str | int, trial: Match, seat: int) -> bytes:
    bits = trial.movers()
    return frame(
        PreviewMessage(
            msgspec.Raw(trial.game.state_json.encode(trial.hidden(seat))),
            [mover for mover in range(trial.seats) if bits >> mover & 1],
            trial.legal(seat),
            trial.show(seat),
            id=message,
            version=trial.version,
        )
    )
