"""How lucky each seat was: what a position is worth after dice have fallen, less what was to be expected before.

A roll is everything that falls between two decisions. It is measured from the true position, hidden dice included.
Where the chances of winning are known, what was to be expected is what the choice before was worth. Elsewhere both
positions are played on by the policy with the same streams, `Playouts`. The streams are drawn from a hash of the match,
so they know nothing of its dice: what is expected of either estimate is its true value, hence the luck of a roll
averages zero, however few matches are played on. Since the value after one roll and that before the next share their
streams, their errors cancel where the choice between them was the policy's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from bussolotto.core.kernel import CHANCE
from bussolotto.review.losses import Kind
from bussolotto.review.playouts import Floats, Playouts, error_of


@dataclass(frozen=True)
class Roll:
    """Plies of chance in a row, from `first` up to `last`, and by seat the luck in win share and in points.

    `shares` and `points`: what each seat could expect afterwards. `errors` are those of the luck in win share.
    """

    first: int
    last: int
    kind: Kind
    luck: list[float]
    errors: list[float]
    shares: list[float]
    points_luck: list[float] | None = None
    points: list[float] | None = None


def spans(log: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The first ply and the last of each roll."""
    found, at = [], 0
    for is_chance, plies in groupby(log, lambda step: step[0] == CHANCE):
        count = len(list(plies))
        if is_chance:
            found.append((at, at + count - 1))
        at += count
    return found


def known_rolls(
    log: Sequence[tuple[int, int]], chosen: dict[int, float], best: dict[int, float], returns: Sequence[float]
) -> list[Roll]:
    """The luck of two seats where the chances of winning are known.

    `chosen` and `best`: by ply of a decision, the chance of the seat 0 after it, and before it. The first roll says who
    begins, and by the symmetry of the seats each could expect a half.
    """
    rolls = []
    for first, last in spans(log):
        before = chosen[first - 1] if first else 1 / 2
        after = best[last + 1] if last + 1 < len(log) else returns[0]
        luck = after - before
        rolls.append(Roll(first, last, "exact", [luck, -luck], [0.0, 0.0], [after, 1.0 - after]))
    return rolls


class Played:
    """The values of positions along a match, from the same streams for all of them."""

    def __init__(self, playouts: Playouts, seats: int, count: int) -> None:
        self._playouts = playouts
        self._seats = seats
        self._count = count

    def values(self, position: bytes) -> Floats:
        """Shares and points, float64[count, 2, seats]."""
        return self._playouts.play(position, 0, 0, self._count)[:, :, : self._seats]


def played_roll(first: int, last: int, before: Floats, after: Floats) -> Roll:
    """The luck of a roll from the values on both of its sides."""
    change = after - before
    luck, points_luck = change.mean(axis=0)
    shares, points = after.mean(axis=0)
    errors = [error_of(change[:, 0, seat]) for seat in range(change.shape[2])]
    return Roll(first, last, "estimated", luck.tolist(), errors, shares.tolist(), points_luck.tolist(), points.tolist())


def errors_of(total: Floats) -> list[float]:
    """The standard errors of the luck of each seat, from its sum in each stream: they share streams."""
    return [error_of(total[:, 0, seat]) for seat in range(total.shape[2])]
