"""Reviews where matches are played on: against values that are known, from views alone, the same for the same seed."""

import sys

import numpy as np
import pytest

from bussolotto.core.contract import as_game
from bussolotto.core.kernel import CHANCE
from bussolotto.play.match import Match
from bussolotto.play.notation import Record, record_of
from bussolotto.review import Review, explain, review, verdict
from tests.depth import count
from tests.review.toys import bets

GAME = as_game(bets)


def played(on: str, bet: int, face: int) -> Record:
    """A match in which this was bet, and this face fell or lay there."""
    match = Match(GAME, 2, {"on": on})
    plies = [(0, bet - 1), (CHANCE, face - 1)]
    for seat, action in plies if on == "die" else reversed(plies):
        match.play(seat, action)
    return record_of(match, ["Anna", "Bruno"])


def reviewed(on: str, bet: int, face: int, depth: float = 1.0, seed: int = 0) -> Review:
    return review(played(on, bet, face), depth, seed, threads=1, game=GAME)


@pytest.mark.parametrize("on", ["die", "card"])
@pytest.mark.parametrize("bet", range(1, 7))
@pytest.mark.parametrize("face", [1, 6])
def test_a_loss_is_measured_by_what_the_player_could_know(on: str, bet: int, face: int) -> None:
    """A bet on a hidden card costs what it costs on average, whatever lies there."""
    (choice,) = reviewed(on, bet, face).choices
    assert abs(choice.loss.loss - (6 - bet) / 6) <= 4 * choice.loss.error
    assert choice.loss.best == 5
    assert verdict(choice.loss) == ("" if bet == 6 else "blunder")
    if bet < 6:
        assert choice.loss.points == pytest.approx(10 * choice.loss.loss)


def test_why_a_bet_was_bad_is_told_by_how_often_it_wins() -> None:
    """The card is hidden: that it was a 1 by chance says nothing for the bet."""
    found = reviewed("card", 2, 1)
    explain(found, played("card", 2, 1), GAME)
    (reasons,) = found.reasons.values()
    told = {reason.word: reason for reason in reasons}
    assert set(told) == {"victory", "defeat", "points"}
    victory = told["victory"]
    assert victory.chance and victory.best == 1.0 and abs(victory.done - 2 / 6) <= 4 * victory.error
    assert told["defeat"].best == 0.0 and told["points"].best == 10.0


def test_luck_is_measured_from_the_true_state() -> None:
    found = reviewed("die", 4, 6)
    (roll,) = found.rolls
    assert roll.kind == "estimated" and found.returns == [0.0, 1.0]
    assert abs(found.luck[0] + 4 / 6) <= 4 * found.luck_errors[0] and found.luck[1] == -found.luck[0]
    assert roll.shares == [0.0, 1.0] and found.luckiest() == 1
    assert found.points_luck is not None and found.points_luck[0] == pytest.approx(10 * found.luck[0])


def test_what_has_just_been_decided_by_a_hidden_card_is_luck_then() -> None:
    """Bets are random in matches that are played on: with a 6 one of six of them wins, with a 1 all do."""
    assert abs(reviewed("card", 6, 6).luck[0] - (1 / 6 - 21 / 36)) < 0.08
    assert abs(reviewed("card", 6, 1).luck[0] - (1 - 21 / 36)) < 0.08


def test_where_few_rolls_fall_the_course_is_told_between_them() -> None:
    """Only the bet is decided: after it the match is as good as won by its odds, or over."""
    (point,) = reviewed("die", 3, 2).course
    assert point.plies == 1 and abs(point.shares[0] - 3 / 6) < 0.15
    assert reviewed("card", 3, 2).course[0].shares == [1.0, 0.0]


def test_luck_averages_zero() -> None:
    rng = np.random.default_rng(1)
    faces = rng.integers(1, 7, count(short=300, full=1_000)).tolist()
    for on in ("die", "card"):
        luck = np.array([reviewed(on, 3, face, 0.05, number).luck[0] for number, face in enumerate(faces)])
        assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(len(luck))


def test_the_same_depth_and_seed_give_the_same_review() -> None:
    assert reviewed("card", 3, 2) == reviewed("card", 3, 2)
    assert reviewed("card", 3, 2) != reviewed("card", 3, 2, seed=1)


def test_it_depends_on_nothing_but_its_depth_how_many_threads_there_are() -> None:
    record = played("card", 3, 2)
    assert review(record, game=GAME, threads=1) == review(record, game=GAME, threads=3)


def test_more_depth_means_smaller_errors() -> None:
    shallow, deep = (reviewed("die", 5, 2, depth).luck_errors[0] for depth in (0.1, 10.0))
    assert deep < shallow / 5


def test_where_a_game_wants_it_the_best_choice_is_searched_for_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    def found() -> set[int]:
        """The bets that 30 reviews, each from a few matches, take for the best one."""
        return {choice.loss.best for seed in range(30) for choice in reviewed("card", 2, 1, 0.01, seed).choices}

    assert len(found()) > 1
    monkeypatch.setattr(sys.modules[review.__module__], "search_effort", lambda game: 100.0)
    assert found() == {5}


def test_what_may_be_a_mistake_is_measured_until_it_is_clear_however_long_a_match_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.modules[review.__module__], "effort", lambda game: 0.01)
    monkeypatch.setattr(sys.modules[review.__module__], "search_effort", lambda game: 100.0)
    choices = [choice for seed in range(20) for choice in reviewed("die", 4, 1, seed=seed).choices]
    assert {verdict(choice.loss) for choice in choices} == {"blunder"}
    (hasty,) = reviewed("die", 4, 1, depth=0.01).choices
    assert hasty.loss.error > max(choice.loss.error for choice in choices)


def test_progress_is_told_and_a_review_that_is_stopped_keeps_what_is_done() -> None:
    told: list[tuple[int, int]] = []
    found = review(played("die", 3, 2), game=GAME, progress=lambda done, parts: told.append((done, parts)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)] and not found.interrupted
    stopped = review(played("die", 3, 2), game=GAME, stopped=lambda: len(told) == 4)
    assert stopped.interrupted and stopped.choices == [] and stopped.luck == []


def test_nothing_within_its_error_is_called_a_mistake() -> None:
    for seed in range(count(short=60, full=600)):
        for choice in reviewed("card", 6, 3, 0.1, seed).choices:
            assert not choice.loss.certain


def test_who_lost_least_played_best() -> None:
    found = reviewed("die", 3, 2)
    assert found.lost(0) == (found.choices[0].loss.loss, found.choices[0].loss.error)
    assert found.lost(1) == (0.0, 0.0) and found.best_players() == [1]
