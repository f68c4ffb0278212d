"""Decisions: how many matter where the truth is known, and what a sample of matches draws."""

import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import bussolotto
from bussolotto.core import kernel
from bussolotto.core.chance import Fast
from bussolotto.play import engines
from bussolotto.play.match import Match
from bussolotto.study import decisions, sample
from bussolotto.study.matches import MatchConfig, validate

RNG = np.random.default_rng(5)


def test_errors_make_no_decision_matter() -> None:
    """Half of the true values lie beyond the threshold; measured with errors as large, two thirds seem to."""
    true = RNG.normal(0, decisions.THRESHOLD / 0.6745, (300, 400))
    seen = true + RNG.normal(0, decisions.THRESHOLD / 0.6745, true.shape)
    found = decisions.mattering(seen, np.full(true.shape, decisions.THRESHOLD / 0.6745))
    assert found.mean() == pytest.approx(0.5, abs=0.02)
    assert (abs(seen) > decisions.THRESHOLD).mean() > 0.6


def test_where_only_chance_was_measured_nothing_matters() -> None:
    errors = np.full((1, 1000), 0.2)
    assert decisions.mattering(RNG.normal(0, 0.2, (1, 1000)), errors)[0] < 0.35
    assert decisions.mattering(np.zeros((1, 10)), np.zeros((1, 10)))[0] == 0


@pytest.fixture(scope="module")
def drawn() -> sample.Sample:
    return sample.draw(validate(MatchConfig("spilorcio", ("random", "random"), 4)), 60)


def test_a_sample_draws_a_legal_choice_and_another(drawn: sample.Sample) -> None:
    game = bussolotto.game("spilorcio")
    mask = np.zeros(game.ACTIONS, np.uint8)
    for state, seat, action, other in zip(drawn.states, drawn.seats, drawn.actions, drawn.others, strict=True):
        assert game.legal(kernel.plain(state), int(seat), mask) > 1
        assert mask[action] == mask[other] == 1 and action != other
    assert (drawn.choices <= drawn.decisions).all() and drawn.choices.min() > 0


def test_a_sample_looks_at_whole_matches(drawn: sample.Sample) -> None:
    """Every decision with a choice is as likely to be drawn: those drawn lie halfway through on average."""
    again = sample.draw(validate(MatchConfig("spilorcio", ("random", "random"), 4)), 60)
    assert again.states.tobytes() == drawn.states.tobytes() and (again.others == drawn.others).all()
    middle = drawn.states["plies"].mean() / (drawn.decisions.mean() * 4.1)
    assert 0.35 < middle < 0.65


def test_bots_are_drawn_from_as_well() -> None:
    found = sample.draw(validate(MatchConfig("my-dice-your-dice", ("sensible", "random"), 4)), 2)
    assert (found.seats >= 0).all() and (found.actions != found.others).all()


def test_what_a_choice_is_worth_is_played_out(drawn: sample.Sample) -> None:
    setting = validate(MatchConfig("spilorcio", ("random", "random"), 4))
    found = decisions.worth(setting, drawn, engines.Here())
    assert found is not None and len(found.values) == 60
    assert found.errors.max() < 0.5 and 0 < found.typical < 0.5
    low, high = found.interval
    assert 0 <= low <= found.share <= high <= 1
    assert abs(found.mean) < 4 * found.error  # random choices are no better than others


def test_lines_may_be_played_by_other_processes(drawn: sample.Sample) -> None:
    class Posted(engines.Here):
        """Sends everything there and back."""

        def map(self, function: Any, items: Any) -> Iterator[Any]:
            return map(pickle.loads(pickle.dumps(function)), (pickle.loads(pickle.dumps(item)) for item in items))

    setting = validate(MatchConfig("spilorcio", ("random", "random"), 4))
    few = sample.Sample(**{name: column[:3] for name, column in vars(drawn).items() if column is not None}, fates=None)
    posted, here = (decisions.worth(setting, few, by) for by in (Posted(), engines.Here()))
    assert posted is not None and here is not None and (posted.values == here.values).all()


def test_the_same_choice_twice_is_worth_nothing(drawn: sample.Sample) -> None:
    """With the same dice the same comes of it, to the last match."""
    setting = validate(MatchConfig("spilorcio", ("random", "random"), 4))
    same = sample.Sample(**{**vars(drawn), "others": drawn.actions})
    found = decisions.worth(setting, same, engines.Here())
    assert found is not None and not found.values.any() and not found.errors.any()


@pytest.mark.parametrize("seats", [3, 5])
def test_tables_of_cincinnati_are_counted_as_one_sees_them(seats: int) -> None:
    """A match played by the interpreter; where choices lie open it is counted who sits where."""
    game = bussolotto.game("cincinnati")
    module = game.part("study")
    assert module is not None and bussolotto.game("spilorcio").part("study") is None
    match, dice, rng = Match(game, seats, {"rounds": "4"}), Fast(3), Random(3)
    counted = np.zeros((1, len(module.PLACES), len(module.FATES)), np.int64)
    expected = counted[0].copy()
    while True:
        match.fall(dice)
        if match.over:
            break
        seat = rng.choice([seat for seat in range(seats) if match.movers() >> seat & 1])
        action = rng.choice(match.legal(seat))
        choosing = match.state.phase == game.rules.CHOOSING
        module.watch(np.array([match.record]), np.array([seat]), np.array([action]), counted)
        match.play(seat, action)
        if choosing and match.state.phase != game.rules.CHOOSING:
            for place in (0, 1, 2) if seats > 3 else (0, 2):
                there = sum(match.state.chosen[other] == place + 1 for other in range(seats))
                expected[place, min(there, 2)] += 1
    assert counted[0].tolist() == expected.tolist() and expected.sum() == 4 * (3 if seats > 3 else 2)
