"""The hard player of Abquetschen searches at tables of three; of four it is the medium one."""

from random import Random

import bussolotto
from bussolotto import players
from bussolotto.core.chance import Fast
from bussolotto.play.match import Match

GAME = bussolotto.game("abquetschen")


def test_of_four_the_hard_player_decides_as_the_medium_one() -> None:
    match, dice = Match(GAME, 4), Fast(2)
    match.fall(dice)
    for number in range(20):
        seat = match.movers().bit_length() - 1
        legal = match.legal(seat)
        hard, medium = (
            players.player(name, GAME).choose(match.hidden(seat), legal, Random(number)) for name in ("hard", "medium")
        )
        assert medium is not None and hard is not None
        assert hard == medium or len(legal) == 1
        match.play(seat, medium[0])
        match.fall(dice)
