"""The part of pages in the dice of a match: their chains of nonces, and a roll that waits for what it has asked for.

While it waits nothing else happens in the match, so at most for NONCE_S.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, Protocol

from bussolotto.core.errors import Refusal, refuse
from bussolotto.fair.ledger import Ledger
from bussolotto.fair.nonces import fits, goes_on
from bussolotto.server.clock import ServerClock
from bussolotto.server.protocol import State
from bussolotto.server.store.database import Done

Answer = Callable[[Refusal | None], None]
NONCE_S = 2.0  # a nonce that has not come by then is left out, and its seat until it commits to a new chain
RETURN_S = 10.0  # after a restart: pages have to come back first
AGAIN_S = 1.0  # after nonces or dice that could not be stored
MOST_MEANWHILE = 8  # links that a page may have opened since it asked to take part
MOST_CHAINS = 8  # of one seat between two rolls, so that nobody fills the record with them


class WaitingRoll:
    """The roll of a ledger that has asked seats for their nonces. `then` is called once, when it waits no longer."""

    def __init__(self, clock: ServerClock, ledger: Ledger, wait_s: float, then: Callable[[], None]) -> None:
        self._ledger = ledger
        self._came: dict[int, bytes] = {}
        self._then = then
        self._timer = clock.call_later(wait_s, then)

    def receive(self, seat: int, roll: int, nonce: bytes) -> None:
        """Take the nonce of a seat. The same one again changes nothing. Raises `nonce-late`, `nonce-wrong`."""
        ledger = self._ledger
        if roll != ledger.rolls or seat not in ledger.asked:
            raise refuse("nonce-late", roll=roll)
        last = ledger.chains[seat]
        if last is None or not fits(last, nonce):
            raise refuse("nonce-wrong", roll=roll)
        self._came[seat] = nonce
        if len(self._came) == len(ledger.asked):
            self.stop()
            self._then()

    def answer(self) -> str:
        """Return the line that says what has come."""
        return self._ledger.answer(self._came)

    def stop(self) -> None:
        self._timer.cancel()


class SharedMatch(Protocol):
    """A live match, as far as its pages have a part in the dice."""

    clock: ServerClock
    fair: Ledger | None
    failed: Refusal | None

    @property
    def state(self) -> State: ...

    def queue(self, job: Callable[[], None]) -> None:
        """Do this when nothing is being stored."""

    def store_line(self, line: str, done: Done) -> None:
        """Store a line of the transcript, which then applies, in a job of the queue."""

    def fall(self) -> None:
        """Let the dice fall whose nonces are stored, in a job of the queue. If they cannot, `fail` is called."""


class Later(NamedTuple):
    """What is done once no roll waits, and who is told why that cannot be."""

    job: Callable[[], None]
    never: Callable[[Refusal], None]


class SharedDice:
    """The part of the pages in the dice of one match.

    `allowed`: whether they may have one. `find_links` returns, by seat, the last link of the chain of a page that is
    present; of a match that is not admitted yet, nobody's.
    """

    def __init__(self, live: SharedMatch) -> None:
        self.allowed = False
        self.find_links: Callable[[], Mapping[int, bytes]] = dict
        self._live = live
        self._waiting: WaitingRoll | None = None
        self._later: list[Later] = []  # until the roll that waits has fallen
        self._committed: Counter[tuple[int, int]] = Counter()  # chains by seat and number of the roll

    @property
    def waits(self) -> bool:
        """Whether a roll waits for nonces, or is about to fall."""
        return self._live.fair is not None and bool(self._live.fair.asked) and self._live.failed is None

    def find_asked(self) -> list[int]:
        """Return the seats whose nonces the next roll takes: those present with a chain that they have committed to."""
        fair = self._live.fair
        if fair is None or not self.allowed or not any(fair.chains):
            return []
        return [seat for seat, link in sorted(self.find_links().items()) if fair.chains[seat] == link]

    def wait(self, wait_s: float = NONCE_S) -> None:
        """Wait for the nonces of the roll that has asked for them, unless it waits already or they are known."""
        fair = self._live.fair
        if fair is None or not fair.asked or self._waiting is not None:
            return
        if fair.waits:
            self._waiting = WaitingRoll(self._live.clock, fair, wait_s, self._end_waiting)
        else:
            self._live.queue(self._live.fall)

    def receive(self, seat: int, roll: int, nonce: bytes) -> None:
        """Take the nonce of a seat. Raises `nonce-late`, `nonce-wrong`."""
        if self._waiting is None:
            raise refuse("nonce-late", roll=roll)
        self._waiting.receive(seat, roll, nonce)

    def commit(self, seat: int, link: bytes, replaces: bytes | None, answer: Answer) -> None:
        """Let a seat open the links of this chain from now on, once no roll waits. `answer` is told when it does.

        `replaces`: the link of the chain that the same page has opened before.
        """
        self.after_roll(lambda: self._commit(seat, link, replaces, answer), answer)

    def after_roll(self, job: Callable[[], None], never: Callable[[Refusal], None]) -> None:
        """Do this when nothing is being stored and no roll waits. `never` is told why the roll cannot fall."""
        self._live.queue(partial(self._take_turn, Later(job, never)))

    def go_on(self) -> None:
        """Do what has waited for the roll that has fallen."""
        if self._later:
            later, self._later = self._later, []
            for one in later:
                self.after_roll(one.job, one.never)

    def fail(self, refusal: Refusal) -> None:
        """The roll cannot fall, for this reason: whoever waits for it, now or later, is told."""
        self._live.failed = refusal
        later, self._later = self._later, []
        for one in later:
            one.never(refusal)

    def stop(self) -> None:
        """Wait no longer, because the server is stopping: the next one asks again."""
        if self._waiting is not None:
            self._waiting.stop()
            self._waiting = None

    def _take_turn(self, one: Later) -> None:
        if self._live.failed is not None:
            one.never(self._live.failed)
        elif self.waits:
            self._later.append(one)
        else:
            one.job()

    def _end_waiting(self) -> None:
        self._live.queue(self._store_nonces)

    def _store_nonces(self) -> None:
        if self._waiting is not None:
            self._live.store_line(self._waiting.answer(), self._fall)

    def _fall(self, refusal: Refusal | None) -> None:
        if refusal is not None:
            self._live.clock.call_later(AGAIN_S, self._end_waiting)
            return
        self._waiting = None
        self._live.queue(self._live.fall)

    def _commit(self, seat: int, link: bytes, replaces: bytes | None, answer: Answer) -> None:
        fair = self._live.fair
        if fair is None or goes_on(fair.chains[seat], link, MOST_MEANWHILE) or self._live.state != "running":
            answer(None)
            return
        held = fair.chains[seat] is not None and self.find_links().get(seat) == fair.chains[seat] != replaces
        key = seat, fair.rolls
        if held or self._committed[key] >= MOST_CHAINS:
            answer(refuse("nonces-elsewhere") if held else refuse("too-fast"))
            return
        self._committed[key] += 1
        self._live.store_line(f"chain {seat} {link.hex()}", answer)
