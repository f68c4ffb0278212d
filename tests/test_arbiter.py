"""Who was first: in the order of the presses, however long the ways; nothing told brings more than its quota."""

from itertools import permutations
from math import floor
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from bussolotto.play import arbiter
from bussolotto.play.arbiter import (
    CAP_MS,
    HERE,
    QUOTA_MS,
    RESERVE_MS,
    SEVERAL,
    Arbiter,
    Claim,
    Judged,
    RoundTrips,
    RttRange,
    same_moment,
    uneven,
    window_ms,
)

LINE = RttRange(70.0, 80.0, 100.0)
seconds = some.integers(0, 2_000).map(float)


def claim(
    seat: int, reaction: float, trip: float, told: float | None = None, rtt: RttRange = LINE, **more: float
) -> Claim:
    """One that is sent at 0, unless said otherwise, and took this reaction and this round trip."""
    sent = more.pop("sent", 0.0)
    return Claim(seat, sent, sent + reaction + trip, told, rtt, action=0, version=0, **more)


def order_of(claims: list[Claim], rtts: dict[int, RttRange], seed: int = 0) -> list[Judged]:
    """The verdict over claims that arrive by a clock that rings when something is due."""
    court, verdict = Arbiter(len(rtts), Random(seed)), []
    for one in sorted(claims, key=lambda claim: claim.arrived_ms):
        while (due := court.due_ms) is not None and due < one.arrived_ms:
            verdict += court.settle(due)
        court.receive(one, rtts)
    return verdict + court.settle(1e9)


class TestRoundTrips:
    def test_nothing_is_known_before_the_first(self) -> None:
        assert RoundTrips().rtt is None

    def test_a_steady_line_becomes_a_narrow_band(self) -> None:
        line = RoundTrips()
        line.add(50)
        assert line.rtt == RttRange(50, 50, 150)  # nothing is known of its jitter yet
        for _ in range(20):
            line.add(50)
        assert line.rtt
        assert line.rtt.low == line.rtt.mean == 50
        assert 50 <= line.rtt.high < 51

    @given(some.lists(some.floats(1, 1_000), min_size=1))
    def test_low_mean_and_high_stand_in_this_order(self, trips: list[float]) -> None:
        line = RoundTrips()
        for trip in trips:
            line.add(trip)
        assert line.rtt
        assert line.rtt.low <= line.rtt.mean <= line.rtt.high

    def test_most_round_trips_lie_within(self) -> None:
        line, rng, within = RoundTrips(), Random(1), 0
        for number in range(1_020):
            trip = 40 + rng.gammavariate(2, 7)
            if number >= 20:
                assert line.rtt is not None
                within += line.rtt.low <= trip <= line.rtt.high
            line.add(trip)
        assert within > 900

    def test_what_is_long_ago_is_forgotten(self) -> None:
        line = RoundTrips()
        for trip in [10.0] + [200.0] * arbiter.REMEMBERED:
            line.add(trip)
        assert line.rtt is not None and line.rtt.low == 200


class TestOrder:
    @given(some.permutations([20.0, 80.0, 150.0, 230.0]), some.lists(seconds, min_size=4, max_size=4, unique=True))
    def test_without_jitter_it_does_not_matter_how_long_the_ways_are(
        self, trips: list[float], reactions: list[float]
    ) -> None:
        rtts = {seat: RttRange(trip, trip, trip) for seat, trip in enumerate(trips)}
        claims = [claim(seat, reaction, trips[seat], reaction, rtts[seat]) for seat, reaction in enumerate(reactions)]
        verdict = order_of(claims, rtts)
        assert [judged.claim.seat for judged in verdict] == sorted(range(4), key=reactions.__getitem__)
        assert [judged.spent_ms for judged in verdict] == [0] * 4

    @given(some.data())
    def test_honest_claims_within_their_bands_are_settled_as_they_were_pressed(self, data: some.DataObject) -> None:
        rtts = {0: RttRange(10, 15, 40), 1: RttRange(60, 70, 110), 2: RttRange(120, 150, 240)}  # nobody is 250 ms apart
        claims: list[Claim] = []
        for seat, rtt in rtts.items():
            sent = 0.0
            for _ in range(data.draw(some.integers(0, 6))):
                reaction = float(data.draw(some.integers(1, 900)))
                trip = float(data.draw(some.integers(int(rtt.low), int(rtt.high))))
                if claims and claims[-1].seat == seat:  # messages of one line do not overtake each other
                    trip = max(trip, claims[-1].arrived_ms - sent - reaction)
                if trip <= rtt.high and abs(trip - rtt.mean) < (QUOTA_MS - RESERVE_MS) / 6:
                    claims.append(claim(seat, reaction, trip, reaction, rtt, sent=sent))
                sent += reaction
        verdict = order_of(claims, rtts)
        presses = [floor(judged.claim.sent_ms + (judged.claim.reaction_ms or 0)) for judged in verdict]
        assert presses == sorted(presses)
        assert len(verdict) == len(claims)

    @given(some.data())
    def test_all_are_settled_once_in_order_and_in_time(self, data: some.DataObject) -> None:
        rtts = {seat: RttRange(*sorted(data.draw(some.tuples(*[some.floats(0, 400)] * 3)))) for seat in range(3)}
        court, heard, settled, now = Arbiter(3, Random(0)), 0, [], 0.0
        for _ in range(data.draw(some.integers(1, 20))):
            now += data.draw(some.floats(0, 200))
            seat, sent = data.draw(some.integers(0, 2)), now - data.draw(some.floats(0, 900))
            told = data.draw(some.none() | some.floats(-100, 1_000))
            due = court.receive(Claim(seat, sent, now, told, rtts[seat], 0, heard), rtts)
            heard += 1
            assert now <= due <= now + CAP_MS
            batch = court.settle(now)
            moments = [floor(judged.at_ms) for judged in batch]
            assert moments == sorted(moments)
            settled += batch
            assert all(now <= judged.claim.arrived_ms + CAP_MS for judged in court.waiting)
        settled += court.settle(now + CAP_MS)
        assert sorted(judged.claim.version for judged in settled) == list(range(heard))
        for seat in range(3):
            own = [judged for judged in settled if judged.claim.seat == seat]
            assert [judged.claim.version for judged in own] == sorted(judged.claim.version for judged in own)
            assert [judged.at_ms for judged in own] == sorted(judged.at_ms for judged in own)

    def test_it_waits_for_whoever_may_have_been_earlier(self) -> None:
        far = RttRange(140, 150, 170)
        court = Arbiter(2)
        assert court.receive(claim(0, 300, 80, 300), {0: LINE, 1: far}) == 471
        assert court.settle(470.9) == []
        court.receive(claim(1, 299, 165, 299, far), {0: LINE, 1: far})
        assert [judged.claim.seat for judged in court.settle(471)] == [1, 0]

    def test_it_waits_no_longer_once_all_others_have_claimed_later(self) -> None:
        far = RttRange(140, 150, 240)
        court = Arbiter(2)
        court.receive(claim(0, 300, 80, 300), {0: LINE, 1: far})
        court.receive(claim(1, 310, 145, 310, far), {0: LINE, 1: far})
        assert court.due_ms == 380
        assert [judged.claim.seat for judged in court.settle(455)] == [0, 1]
        assert court.due_ms is None

    def test_it_waits_for_nobody_longer_than_the_cap(self) -> None:
        lost = RttRange(150, 900, 5_000)
        court = Arbiter(2)
        assert court.receive(claim(0, 300, 80, 300), {1: lost}) == 380 + CAP_MS
        assert len(court.settle(380 + CAP_MS)) == 1

    def test_alone_it_is_settled_at_once(self) -> None:
        assert Arbiter(2).receive(claim(0, 300, 80, 300), {0: LINE}) == 380

    def test_it_waits_for_people_not_for_bots(self) -> None:
        court = Arbiter(3)
        assert court.receive(claim(0, 300, 0, 300, HERE), {0: HERE, 1: HERE, 2: LINE}) == 401
        assert court.receive(claim(1, 350, 0, 350, HERE), {0: HERE, 1: HERE, 2: LINE}) == 451

    def test_a_second_press_is_not_before_the_first(self) -> None:
        court = Arbiter(1)
        court.receive(claim(0, 300, 80, 300), {})
        court.receive(claim(0, 305, 80, 210), {})  # 285 by the rtt
        first, second = court.settle(1_000)
        assert first.at_ms == second.at_ms == 300 and second.believed_ms == 300
        assert second.spent_ms == 5


class TestDeadHeats:
    def test_chance_decides_fairly(self) -> None:
        rtts = dict.fromkeys(range(3), RttRange(80, 80, 80))
        claims = [claim(seat, 300 + seat / 4, 80, 300 + seat / 4, rtts[seat]) for seat in rtts]
        orders = [tuple(judged.claim.seat for judged in order_of(claims, rtts, seed)) for seed in range(1_200)]
        for order in permutations(range(3)):
            assert 150 < orders.count(order) < 250  # 200 of each; standard deviation 13

    def test_own_claims_keep_their_order(self) -> None:
        court = Arbiter(2, Random(3))
        for number in range(20):
            court.receive(Claim(number % 2, 0, 400, 320, RttRange(80, 80, 80), number, number), {})
        verdict = court.settle(500)
        for seat in range(2):
            own = [judged.claim.action for judged in verdict if judged.claim.seat == seat]
            assert own == sorted(own)
        assert [judged.claim.seat for judged in verdict] != [0, 1] * 10

    def test_a_millisecond_is_the_measure(self) -> None:
        court = Arbiter(3)
        for seat, reaction in enumerate((300.1, 300.9, 301.0)):
            court.receive(claim(seat, reaction, 80, reaction), {})
        first, second, third = court.settle(1_000)
        assert same_moment(first, second) and not same_moment(second, third)
        assert third.claim.seat == 2


class TestBelief:
    def test_what_is_told_is_believed_within_the_band(self) -> None:
        for told, believed in ((300, 300), (291, 291), (250, 280), (400, 310), (None, 300)):
            court = Arbiter(1)
            court.receive(claim(0, 300, 80, told), {})
            (judged,) = court.settle(1_000)
            assert (judged.believed_ms, judged.neutral_ms) == (believed, 300)
            assert judged.spent_ms == max(0, 300 - believed)

    @given(
        some.lists(some.tuples(some.integers(0, 900), some.integers(60, 200), some.integers(-900, 900)), max_size=80)
    )
    def test_favours_never_come_to_more_than_the_quota(self, presses: list[tuple[int, int, int]]) -> None:
        court, sent, favour = Arbiter(1), 0.0, 0.0
        for reaction, trip, lie in presses:
            court.receive(claim(0, reaction, trip, reaction - lie, sent=sent), {})
            favour += court.waiting[-1].neutral_ms - court.waiting[-1].believed_ms
            sent += 2_000
        assert favour <= QUOTA_MS - RESERVE_MS
        assert 0 <= court.spent_ms[0] <= QUOTA_MS - RESERVE_MS

    def test_when_the_quota_is_spent_the_mean_round_trip_counts(self) -> None:
        court = Arbiter(2)
        for number in range(30):
            court.receive(claim(0, 300, 80, 0, sent=1_000.0 * number), {})
        verdict = court.settle(1e6)
        believed = int((QUOTA_MS - RESERVE_MS) / (LINE.high - LINE.mean))
        assert [judged.believed_ms for judged in verdict] == [280.0] * believed + [300.0] * (30 - believed)
        assert [judged.flags for judged in verdict] == [()] * believed + [("quota",)] * (30 - believed)
        assert court.spent_ms == [believed * 20, 0]

    def test_what_was_spent_outlives_a_restart(self) -> None:
        court = Arbiter(2, spent_ms=[QUOTA_MS - RESERVE_MS, 0])
        court.receive(claim(0, 300, 80, 290), {})
        court.receive(claim(1, 300, 80, 290), {})
        assert [judged.flags for judged in court.waiting] == [("quota",), ()]

    def test_a_claim_told_longer_gives_back(self) -> None:
        court = Arbiter(1)
        for told in (280, 310, 310, 310):
            court.receive(claim(0, 300, 80, told), {})
        assert [judged.spent_ms for judged in court.waiting] == [20, 10, 0, 0]


class TestFlags:
    def flags_of(self, *claims: Claim) -> list[tuple[str, ...]]:
        """Of each, one after the other."""
        court = Arbiter(2)
        for one in claims:
            court.receive(one, {})
        return [judged.flags for judged in court.waiting]

    def test_faster_than_a_human(self) -> None:
        assert self.flags_of(claim(0, 99, 80, 99), claim(1, 100, 80, 100)) == [("superhuman",), ()]

    def test_it_counts_from_when_it_was_possible(self) -> None:
        seen_earlier = claim(0, 40, 80, 40, sent=1_000.0, possible_ms=200.0)
        just_seen = claim(1, 40, 80, 40, sent=1_000.0, possible_ms=950.0)
        assert self.flags_of(seen_earlier, just_seen) == [(), ("superhuman",)]

    def test_bots_are_as_fast_as_they_say(self) -> None:
        assert self.flags_of(claim(0, 1, 0, 1, HERE)) == [()]

    @pytest.mark.parametrize(("reaction", "trip", "told"), [(5, 40, 5), (300, 80, -1)])
    def test_several_presses_before_their_sending(self, reaction: float, trip: float, told: float) -> None:
        flags = self.flags_of(*[claim(0, reaction, trip, told, sent=1_000.0 * number) for number in range(SEVERAL + 1)])
        assert ["impossible" in one for one in flags] == [False] * (SEVERAL - 1) + [True] * 2

    def test_a_round_trip_shorter_than_usual_is_not_impossible(self) -> None:
        early = [claim(0, 0, 75, 0, sent=1_000.0 * number, possible_ms=0.0) for number in range(1, 2 * SEVERAL)]
        assert self.flags_of(*early) == [()] * len(early)

    def test_nothing_counts_from_before_its_sending(self) -> None:
        court = Arbiter(1)
        court.receive(claim(0, 5, 40, -500), {})
        assert court.waiting[0].at_ms == 0 and court.spent_ms == [0]


class TestWindow:
    def test_it_follows_the_spread(self) -> None:
        near, far = RttRange(15, 20, 30), RttRange(140, 150, 175)
        assert window_ms([near, far]) == 160 and window_ms([near, near]) == 15
        assert window_ms([near]) == window_ms([]) == 0
        assert not uneven([near, far])

    def test_no_further_than_the_cap(self) -> None:
        near, lost = RttRange(15, 20, 30), RttRange(280, 300, 400)
        assert window_ms([near, lost]) == CAP_MS and uneven([near, lost])
        assert uneven([lost, near]) and not uneven([lost])

    def test_a_line_that_is_only_seldom_that_long_is_not_uneven(self) -> None:
        near, restless = RttRange(15, 20, 30), RttRange(100, 150, 300)
        assert window_ms([near, restless]) == CAP_MS and not uneven([near, restless])
