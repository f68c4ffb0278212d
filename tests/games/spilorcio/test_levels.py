"""The hard player of Spilorcio knows the solution where there is one."""

from random import Random

import pytest

import bussolotto
from bussolotto import players
from bussolotto.core.chance import Fast
from bussolotto.games.spilorcio import levels
from bussolotto.play.match import Match
from bussolotto.solve.advice import exact, unknown

GAME = bussolotto.game("spilorcio")


@pytest.mark.parametrize(("seats", "by_the_solution"), [(2, True), (3, False)])
def test_the_solution_is_played_where_it_applies(
    seats: int, by_the_solution: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(GAME, seats)
    match.fall(Fast(1))
    seat = match.movers().bit_length() - 1
    legal = match.legal(seat)
    medium = players.player("medium", GAME).choose(match.hidden(seat), legal, Random(1))
    assert medium is not None
    other = next(code for code in legal if code != medium[0])
    monkeypatch.setattr(
        levels, "advise", lambda view, own, codes: exact({code: float(code == other) for code in codes}, [])
    )
    hard = players.player("hard", GAME)
    assert hard.choose(match.hidden(seat), legal, Random(1)) == (other if by_the_solution else medium[0], medium[1])
    monkeypatch.setattr(levels, "advise", lambda view, own, codes: unknown([]))
    assert hard.choose(match.hidden(seat), legal, Random(1)) == medium
