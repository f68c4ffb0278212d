"""The running score, exactly."""

from fractions import Fraction

import pytest

from bussolotto.play import evening


@pytest.mark.parametrize(
    ("game", "returns", "scores", "worth"),
    [
        ("spilorcio", [1.0, 0.0, 0.0], [9, 4, 7], [2, 0, 1]),
        ("spilorcio", [0.0, 1.0, 0.0], [9, 4, 7], [1, 2, 0]),  # the victory counts, not the chips
        ("spilorcio", [0.5, 0.5, 0.0], [8, 8, 1], [Fraction(3, 2), Fraction(3, 2), 0]),
        ("spilorcio", [1.0, 0.0, 0.0], [9, 4, 4], [2, Fraction(1, 2), Fraction(1, 2)]),
        ("spilorcio", [0.25] * 4, [3, 3, 3, 3], [Fraction(3, 2)] * 4),
        ("cui-bono", [0.0, 1.0, 0.0], [12, 7, 9], [0, 2, 1]),  # the fewest penalty points are best
        ("bunte-kuh", [0.0, 1.0, 0.0], [3, 0, 9], [1, 2, 0]),
        ("cincinnati", [1.0, 0.0, 0.0], [3, 0, 9], [2, 0, 1]),
    ],
)
def test_places(game: str, returns: list[float], scores: list[float], worth: list[Fraction]) -> None:
    found = evening.points("places", game, returns, scores)
    assert found == worth
    assert sum(found) == len(returns) * (len(returns) - 1) / 2


def test_shares_are_exact() -> None:
    third = 1 / 3
    found = [evening.points("shares", "spilorcio", [third, third, third], [1, 1, 1]) for _ in range(3)]
    assert evening.totals(found, 3) == [1, 1, 1]


def test_wins_count_for_all_who_win() -> None:
    assert evening.points("wins", "spilorcio", [0.5, 0.0, 0.5], [4, 9, 4]) == [1, 0, 1]


def test_totals_and_ranks() -> None:
    matches = [
        [Fraction(2), Fraction(1, 2), Fraction(1, 2)],
        [Fraction(0), Fraction(2), Fraction(1)],
        [Fraction(1), Fraction(1), Fraction(1)],
    ]
    assert evening.totals(matches, 3) == [3, Fraction(7, 2), Fraction(5, 2)]
    assert evening.ranks(evening.totals(matches, 3)) == [2, 1, 3]
    assert evening.ranks([Fraction(1), Fraction(3), Fraction(3), Fraction(0)]) == [3, 1, 1, 4]
    assert evening.totals([], 2) == [0, 0]
