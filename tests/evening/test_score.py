"""The running score, exactly."""

from fractions import Fraction
from random import Random

import pytest

from bussolotto.core.chance import Fast
from bussolotto.games import game as module_of
from bussolotto.games import names
from bussolotto.play import evening
from bussolotto.play.match import Match


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


def test_ties_below_the_first_place_are_broken_as_the_rules_say() -> None:
    even = evening.points("places", "cincinnati", [1.0, 0.0, 0.0], [90, 50, 50])
    broken = evening.points("places", "cincinnati", [1.0, 0.0, 0.0], [90, 50, 50], [3, 1, 2])
    assert even == [2, Fraction(1, 2), Fraction(1, 2)] and broken == [2, 0, 1]


def test_cincinnati_counts_the_dearer_cards_of_equally_rich_players() -> None:
    """CIN-17."""
    match = Match(module_of("cincinnati"), 3)
    match.state.wealth[:3] = 90, 55, 55
    match.state.money[1][0], match.state.money[2][1] = 1, 1
    first, second, third = evening.standing(match)
    assert first > third > second


def test_cui_bono_counts_the_dice_of_players_with_equal_points() -> None:
    """CUI-6: three pearl dice against one red one, of three points."""
    match = Match(module_of("cui-bono"), 3)
    match.state.kept[0][:] = 3, 0, 0
    match.state.kept[1][:] = 0, 0, 1
    many, one, none = evening.standing(match)
    assert none > one > many


@pytest.mark.parametrize("name", names())
def test_the_first_in_the_standing_win(name: str) -> None:
    """Where the rules break ties, they break them for the first place in the same way."""
    match = Match(module_of(name), module_of(name).SEATS[-1])
    play_to_the_end(match)
    found = evening.standing(match)
    best = [seat for seat, own in enumerate(found) if own == max(found)]
    winners = [seat for seat, share in enumerate(match.returns()) if share]
    assert not found or best == winners


def play_to_the_end(match: Match) -> None:
    """Any legal action, from one seed."""
    rng, chance = Random(4), Fast(4)
    match.fall(chance)
    while not match.over:
        seat = rng.choice([seat for seat in range(match.seats) if match.movers() >> seat & 1])
        match.act(seat, [rng.choice(match.legal(seat))])
        match.fall(chance)


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
