"""The clock of a race, which stands still until the test moves it."""

from collections.abc import Sequence
from random import Random

from bussolotto.play.arbiter import CAP_MS, Claim, Judged, RttRange
from bussolotto.server.race.pings import FIRST_PINGS, Pings
from bussolotto.server.race.timed_arbiter import TimedArbiter
from tests.moving import MovableClock

NEAR, FAR = RttRange(1.0, 2.0, 4.0), RttRange(190.0, 200.0, 220.0)
SENT_MS = 1_000_000.0  # where a clock begins that tests move


class Told:
    """A race, and what it has settled: who, and when."""

    def __init__(self) -> None:
        self.clock = MovableClock()
        self.settled: list[tuple[int, float]] = []
        self.race = TimedArbiter(self.clock, 3, self._settle, Random(1))

    def _settle(self, judged: Sequence[Judged]) -> None:
        self.settled += [(one.claim.seat, self.clock.now_s() * 1000) for one in judged]

    def receive(self, seat: int, after_ms: float, rtt: RttRange, rtts: dict[int, RttRange]) -> None:
        """A claim that arrives so long after all were sent what it reacts to."""
        self.clock.go_to((SENT_MS + after_ms) / 1000)
        self.race.receive(Claim(seat, SENT_MS, SENT_MS + after_ms, None, rtt, 0, 1), rtts)


def test_one_against_nobody_is_settled_before_it_returns() -> None:
    told = Told()
    told.receive(0, 300, NEAR, {0: NEAR})
    assert told.settled == [(0, SENT_MS + 300)]


def test_who_is_far_is_waited_for_and_then_comes_first() -> None:
    told = Told()
    rtts = {0: NEAR, 1: FAR}
    told.receive(0, 300, NEAR, rtts)
    assert told.settled == []
    told.receive(1, 450, FAR, rtts)  # pressed after 250
    told.clock.go_to((SENT_MS + 1000) / 1000)
    assert [seat for seat, _ in told.settled] == [1, 0]


def test_nobody_is_waited_for_longer_than_the_cap() -> None:
    told = Told()
    told.receive(0, 300, NEAR, {0: NEAR, 1: RttRange(900.0, 950.0, 990.0)})
    told.clock.go_to((SENT_MS + 300 + CAP_MS - 1) / 1000)
    assert told.settled == []
    told.clock.go_to((SENT_MS + 300 + CAP_MS) / 1000)
    assert [seat for seat, _ in told.settled] == [0]


def test_a_race_that_stops_settles_nothing_more() -> None:
    told = Told()
    told.receive(0, 300, NEAR, {0: NEAR, 1: FAR})
    told.race.stop()
    told.clock.go_to((SENT_MS + 5000) / 1000)
    assert told.settled == []


class Line:
    """The pings of one connection."""

    def __init__(self, pause_s: float | None = 2.0) -> None:
        self.clock = MovableClock()
        self.sent: list[bytes] = []
        self.news = 0
        self.pings = Pings(self.clock, self.sent.append, self._measured, lambda: pause_s)
        self.pings.send()

    def _measured(self) -> None:
        self.news += 1

    def answer(self, nonce: bytes, after_ms: float) -> None:
        self.clock.go_to((self.clock.now_s() * 1000 + after_ms) / 1000)
        self.pings.receive_pong(nonce)


def test_the_first_pings_follow_each_other_as_they_are_answered() -> None:
    line = Line()
    for number in range(FIRST_PINGS):
        assert len(line.sent) == number + 1
        line.answer(line.sent[-1], 40)
    assert len(line.sent) == FIRST_PINGS and line.news == FIRST_PINGS
    rtt = line.pings.rtt
    assert rtt is not None and round(rtt.low) == round(rtt.mean) == 40
    line.clock.go_to((SENT_MS + 60_000) / 1000)
    assert len(line.sent) > FIRST_PINGS + 10  # unanswered or not


def test_a_pong_that_nobody_asked_for_and_one_that_is_told_twice_measure_nothing() -> None:
    line = Line()
    line.answer(b"invented", 1)
    assert line.pings.rtt is None
    first = line.sent[0]
    line.answer(first, 40)
    line.answer(first, 40)
    assert line.news == 1


def test_nothing_is_measured_when_the_race_is_over_or_the_line_gone() -> None:
    assert Line(pause_s=None).sent == []
    line = Line()
    line.pings.stop()
    line.clock.go_to((SENT_MS + 60_000) / 1000)
    assert len(line.sent) == 1
