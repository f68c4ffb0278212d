"""The arbiter beside its slow twin: any claims, honest or not, in any order."""

from random import Random

from hypothesis import given
from hypothesis import strategies as some

from bussolotto.play.arbiter import Arbiter, Claim, RttRange
from tests.reference.arbiter import SlowArbiter, judged, spent_ms

SEATS = 4
times = some.integers(0, 400).map(float)
rtts = some.lists(some.integers(0, 300).map(float), min_size=3, max_size=3).map(lambda trips: RttRange(*sorted(trips)))


@some.composite
def stories(draw: some.DrawFn) -> list[Claim | float]:
    """Claims as they arrive, and moments at which somebody asks what is settled. Whole milliseconds: sums are exact."""
    now_ms, number = 1_000.0, 0
    story: list[Claim | float] = []
    for _ in range(draw(some.integers(1, 25))):
        now_ms += draw(some.integers(0, 120))
        if draw(some.integers(0, 3)) == 0:
            story.append(now_ms)
            continue
        number += 1
        sent_ms, told_ms = now_ms - draw(times), draw(some.none() | some.integers(-50, 500).map(float))
        story.append(Claim(draw(some.integers(0, SEATS - 1)), sent_ms, now_ms, told_ms, draw(rtts), 0, 0, number))
    return [*story, now_ms + 10_000]


@given(stories(), some.lists(rtts, min_size=SEATS, max_size=SEATS), some.integers(0, 9))
def test_it_settles_the_same_at_the_same_time(story: list[Claim | float], lines: list[RttRange], seed: int) -> None:
    arbiter, slow = Arbiter(SEATS, Random(seed)), SlowArbiter()
    racing = dict(enumerate(lines))
    for event in story:
        if isinstance(event, Claim):
            due_ms = arbiter.receive(event, racing)
            slow.receive(event, racing)
            assert due_ms == slow.due_ms(len(slow.heard) - 1)
            continue
        settled = [judged.claim for judged in arbiter.settle(event)]
        for moment in slow.settle(event):
            assert set(settled[: len(moment)]) == moment
            settled = settled[len(moment) :]
        assert settled == []
    assert len(slow.over) == len(slow.heard) and arbiter.waiting == []


@given(stories())
def test_it_computes_the_same_for_each_claim(story: list[Claim | float]) -> None:
    arbiter = Arbiter(SEATS)
    presses_ms: dict[int, list[float]] = {seat: [] for seat in range(SEATS)}
    favours_ms: dict[int, list[float]] = {seat: [] for seat in range(SEATS)}
    for claim in story:
        if isinstance(claim, Claim):
            press_ms, favour_ms = judged(claim, presses_ms[claim.seat], favours_ms[claim.seat])
            presses_ms[claim.seat].append(press_ms)
            favours_ms[claim.seat].append(favour_ms)
            arbiter.receive(claim, {})
            found = arbiter.waiting[-1]
            assert (found.at_ms, found.spent_ms) == (press_ms, spent_ms(favours_ms[claim.seat]))
            assert arbiter.spent_ms[claim.seat] == found.spent_ms
