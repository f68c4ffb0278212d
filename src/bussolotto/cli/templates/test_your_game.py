"""Your Game keeps the laws of all games, and what is particular to it is tried here."""

import pytest

from bussolotto import CHANCE, game
from bussolotto.match import Match
from bussolotto.testing import check

NAME = "your-game"
ROLL, STAY = 0, 1


@pytest.mark.parametrize("finding", [found for found in check.check_game(NAME) if isinstance(found, check.Finding)])
def test_it_passes_check_game(finding: check.Finding) -> None:
    assert finding.result != check.BROKEN, finding.detail


def test_who_gets_past_the_target_has_nothing() -> None:
    match = Match(game(NAME), 2, {"target": "10"})
    for face in (6, 5):
        match.play(0, ROLL)
        match.play(CHANCE, face - 1)
    assert match.view(0)["points"][0] == 0 and match.view(0)["turn"] == 1


def test_the_most_points_win() -> None:
    match = Match(game(NAME), 2)
    match.play(0, ROLL)
    match.play(CHANCE, 3)
    match.play(0, STAY)
    match.play(1, STAY)
    assert list(match.returns()) == [1.0, 0.0]
