"""Secret choices: the balanced mix, and what a choice could have been exploited by."""

import pytest

from bussolotto.core.contract import as_game
from bussolotto.play.match import Match
from bussolotto.play.notation import record_of
from bussolotto.review import Choice, review
from tests.search.toys import fists
from tests.search.toys.fists import BALANCE, PAPER, SCISSORS, SHARE, STONE

GAME = as_game(fists)
BEATS = {STONE: PAPER, PAPER: SCISSORS, SCISSORS: STONE}


def reviewed(first: int, second: int) -> list[Choice]:
    match = Match(GAME, 2)
    match.play(0, first)
    match.play(1, second)
    return review(record_of(match, ["Anna", "Bruno"]), threads=1, game=GAME).choices


@pytest.mark.parametrize("choice", [STONE, PAPER, SCISSORS])
def test_the_mix_is_the_equilibrium_and_the_worst_reply_beats_the_choice(choice: int) -> None:
    """Also for the seat whose choice came second in the record: it did not know the first."""
    for seat, found in enumerate(reviewed(choice, choice)):
        balance = found.balance
        assert balance is not None and (balance.rival, balance.reply) == (1 - seat, BEATS[choice])
        assert [balance.mix[action] for action in range(3)] == pytest.approx(BALANCE, abs=0.12)
        assert abs(balance.cost - (SHARE[choice].mean() - SHARE[choice][BEATS[choice]])) <= 4 * balance.error


def test_a_choice_is_not_measured_by_what_the_other_has_chosen_in_secret() -> None:
    for first in (STONE, PAPER, SCISSORS):
        losses = [choice.loss for choice in reviewed(first, PAPER)]
        assert abs(losses[1].loss - (SHARE.mean(axis=1).max() - SHARE[PAPER].mean())) <= 4 * losses[1].error + 0.01
