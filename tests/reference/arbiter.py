"""The arbiter, slowly: everything that was ever heard is judged again whenever something is asked."""

from collections.abc import Mapping
from math import floor

from bussolotto.play.arbiter import CAP_MS, QUOTA_MS, RESERVE_MS, Claim, RttRange


class SlowArbiter:
    """All claims with the rtts of the others, as they came, and which of them are settled."""

    def __init__(self) -> None:
        self.heard: list[tuple[Claim, Mapping[int, RttRange]]] = []
        self.over: set[int] = set()

    def receive(self, claim: Claim, rtts: Mapping[int, RttRange]) -> None:
        self.heard.append((claim, rtts))

    def settle(self, now_ms: float) -> list[set[Claim]]:
        """Those that are due and those before them, one set for each millisecond."""
        presses_ms = self.presses_ms()
        waiting = [number for number in range(len(self.heard)) if number not in self.over]
        due = [number for number in waiting if self.due_ms(number) <= now_ms]
        ready = [
            number for number in waiting if any(floor(presses_ms[number]) <= floor(presses_ms[other]) for other in due)
        ]
        self.over |= set(ready)
        moments = sorted({floor(presses_ms[number]) for number in ready})
        return [
            {self.heard[number][0] for number in ready if floor(presses_ms[number]) == moment} for moment in moments
        ]

    def due_ms(self, number: int) -> float:
        """As soon as everybody else has claimed something later, or could not have been earlier any more."""
        claim, rtts = self.heard[number]
        presses_ms = self.presses_ms()
        due_ms = claim.arrived_ms
        for seat, rtt in rtts.items():
            later = any(
                other.seat == seat and press_ms >= presses_ms[number]
                for (other, _), press_ms in zip(self.heard, presses_ms, strict=True)
            )
            if seat != claim.seat and not later:
                due_ms = max(due_ms, floor(presses_ms[number] + 1) + rtt.high)
        return min(due_ms, claim.arrived_ms + CAP_MS)

    def presses_ms(self) -> list[float]:
        """When each was pressed."""
        presses_ms: list[float] = []
        favours_ms: dict[int, list[float]] = {}
        for claim, _ in self.heard:
            before = [
                at_ms for (other, _), at_ms in zip(self.heard, presses_ms, strict=False) if other.seat == claim.seat
            ]
            press_ms, favour_ms = judged(claim, before, favours_ms.setdefault(claim.seat, []))
            presses_ms.append(press_ms)
            favours_ms[claim.seat].append(favour_ms)
        return presses_ms


def judged(claim: Claim, before_ms: list[float], favours_ms: list[float]) -> tuple[float, float]:
    """When a claim was pressed, and what that is in its favour, after these presses and favours of its seat."""
    shortest, usual, longest = (
        max(0.0, claim.arrived_ms - claim.sent_ms - trip_ms)
        for trip_ms in (claim.rtt.high, claim.rtt.mean, claim.rtt.low)
    )
    told = usual if claim.reaction_ms is None else sorted([shortest, claim.reaction_ms, longest])[1]
    if usual - told > 0 and spent_ms(favours_ms) + usual - told > QUOTA_MS - RESERVE_MS:
        told = usual
    press_ms = max([claim.sent_ms + told, *before_ms])
    return press_ms, usual - (press_ms - claim.sent_ms)


def spent_ms(favours_ms: list[float]) -> float:
    """The most that any last part of them comes to: what was given back before is no credit."""
    return max(sum(favours_ms[start:]) for start in range(len(favours_ms) + 1))
