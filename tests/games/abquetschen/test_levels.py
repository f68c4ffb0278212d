"""The hard player of Abquetschen compares turns, but not for the opening."""

from random import Random
from typing import Any

import pytest

import bussolotto
from bussolotto import players
from bussolotto.core import pyramid
from bussolotto.core.chance import Fast
from bussolotto.games.abquetschen import game as rules
from bussolotto.play.match import Match

GAME = bussolotto.game("abquetschen")


@pytest.mark.parametrize("seats", GAME.SEATS)
def test_it_opens_in_the_middle_without_a_search(seats: int) -> None:
    """What the first turn leads to is far from any position that was learned from."""
    match = Match(GAME, seats)
    match.fall(Fast(seats))
    player: Any = players.player("hard", GAME)
    player.allowed_ms = lambda: pytest.fail("it searched")
    seat = match.movers().bit_length() - 1
    chosen = player.choose(match.hidden(seat), match.legal(seat), Random(1))
    assert tuple(pyramid.CELLS[chosen[0] - rules.OPEN]) in rules.CENTRAL


def test_where_it_has_no_time_the_medium_one_plays_for_it() -> None:
    match, dice = Match(GAME, 4), Fast(2)
    match.fall(dice)
    hard: Any = players.player("hard", GAME)
    hard.allowed_ms = lambda: 0
    for number in range(20):
        seat = match.movers().bit_length() - 1
        legal = match.legal(seat)
        chosen, medium = (
            player.choose(match.hidden(seat), legal, Random(number))
            for player in (hard, players.player("medium", GAME))
        )
        assert medium is not None
        assert chosen == medium or len(legal) == 1 or match.state.phase == rules.OPENING
        match.play(seat, medium[0])
        match.fall(dice)
