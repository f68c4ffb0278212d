"""Nobody wins more than chance allows where there is nothing to know; a cheat would be found."""

from math import sqrt
from random import Random

import numpy as np
import pytest

from bussolotto.core import kernel
from bussolotto.core.chance import Fast
from bussolotto.core.contract import as_game
from bussolotto.play.match import Match
from bussolotto.search import Budget, Found, Search
from bussolotto.search.search import Edges, add_up
from tests.depth import count
from tests.search.toys import guesses

GAME = as_game(guesses)
SEEDS = count(short=2_000, full=10_000)
WON = 1 / 6


def wins(search: Search, what: str) -> float:
    """The share of matches in which the search names the face."""
    won = 0.0
    for seed in range(SEEDS):
        dice, match = Fast(seed), Match(GAME, 1, {"of": what})
        match.fall(dice)
        match.play(0, search.look(match.hidden(0), 0, seed).draw(Random(seed)))
        match.fall(dice)
        won += match.returns()[0]
    return won / SEEDS


def fair(share: float) -> bool:
    """Is it within three standard errors of chance?"""
    return abs(share - WON) < 3 * sqrt(WON * (1 - WON) / SEEDS)


@pytest.mark.parametrize("what", GAME.OPTIONS["of"])
def test_search_knows_neither_the_hidden_card_nor_the_next_die(what: str) -> None:
    assert fair(wins(Search(GAME, Budget(60)), what))


def test_a_search_that_reads_the_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "hidden", lambda match, viewer: kernel.copied(match.state))
    monkeypatch.setattr(GAME, "hide", kernel.hide_nothing)
    assert not fair(wins(Search(GAME, Budget(60)), "card"))


def test_a_search_that_copies_the_dice_of_the_match_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def peek(search: Search, view: object, seat: int, seed: int) -> Found:
        face = Fast(seed).outcome([1] * 6, str)
        return add_up([Edges(*np.eye(6)[[face] * 5])])._replace(actions=np.arange(6))

    monkeypatch.setattr(Search, "look", peek)
    assert not fair(wins(Search(GAME, Budget(1)), "die"))
