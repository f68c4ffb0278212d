"""What is learned by self-play: weights that explain how matches ended, the same from the same seed."""

from pathlib import Path

import numpy as np
import pytest

import bussolotto
from bussolotto.play.valuations import expect_shares, valuation_of
from bussolotto.study.learning import Lesson, Positions, collect, expected, fit, loss
from tests.depth import full
from tools import learn

VALUED = [name for name in bussolotto.games() if bussolotto.game(name).has("valuation")]
TRUE = np.array([1.5, -0.5, 0.0])


def positions(count: int) -> Positions:
    """Matches of three seats that end as the true weights say."""
    rng = np.random.default_rng(5)
    numbers = rng.normal(size=(count, 3, len(TRUE))).astype(np.float32)
    winners = [rng.choice(3, p=likely) for likely in expected(numbers, TRUE)]
    return Positions(numbers, np.eye(3)[winners])


def test_the_weights_behind_the_results_are_found() -> None:
    seen = positions(20_000)
    weights = fit(seen)
    assert weights == pytest.approx(TRUE, abs=0.05)
    assert loss(seen, weights) <= loss(seen, TRUE) < loss(seen, np.zeros(3)) == pytest.approx(np.log(3))


def test_rules_expect_what_is_fitted() -> None:
    numbers = positions(4).numbers.astype(np.float64)
    for described, shares in zip(numbers, expected(numbers, TRUE), strict=True):
        out = np.zeros(8)
        expect_shares(described, TRUE, 3, out)
        assert out[:3] == pytest.approx(shares) and not out[3:].any()


@pytest.mark.parametrize("name", VALUED)
def test_every_valuation_has_a_weight_for_each_feature_and_number_of_seats(name: str) -> None:
    game = bussolotto.game(name)
    valuation = valuation_of(game)
    assert len(set(valuation.FEATURES)) == len(valuation.FEATURES)
    assert {seats: len(weights) for seats, weights in valuation.WEIGHTS.items()} == dict.fromkeys(
        game.SEATS, len(valuation.FEATURES)
    )
    written = Path(str(valuation.__file__)).with_name("learned.py").read_text(encoding="utf-8")
    assert written == learn.text_of(game, valuation.WEIGHTS)


@full
@pytest.mark.parametrize("iterations", [0, 10])
def test_self_play_is_the_same_from_the_same_seed(iterations: int) -> None:
    lesson = Lesson("abquetschen", 3, seed=4, matches=10, plies=300, iterations=iterations)
    seen, again = collect(lesson), collect(lesson)
    assert len(seen.shares) > 100 and (seen.numbers == again.numbers).all() and (seen.shares == again.shares).all()
    assert seen.shares.sum(axis=1) == pytest.approx(1.0)


@full
def test_the_command_writes_the_table(tmp_path: Path) -> None:
    table = tmp_path / "learned.py"
    learn.main(
        [
            "abquetschen",
            "--seats",
            "3",
            "--matches",
            "20",
            "--plies",
            "300",
            "--rounds",
            "2",
            "--iterations",
            "10",
            "--out",
            str(table),
        ]
    )
    assert "wins by a roll now" in table.read_text(encoding="utf-8")
