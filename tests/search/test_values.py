"""A search with a valuation plays on only until a position can be valued, and learns from what is expected there."""

import numpy as np
import pytest

import bussolotto
from bussolotto.core.chance import Fast
from bussolotto.play.compiler import compiled_from
from bussolotto.play.match import Match
from bussolotto.play.valuations import valuation_of, values_for
from bussolotto.search import Budget, Search
from bussolotto.search.search import PATTERN
from tests.depth import count, full

VALUED = [name for name in bussolotto.games() if bussolotto.game(name).has("valuation")]


def opened(name: str, seed: int = 1) -> tuple[Match, int]:
    """A match at its first decision, and the seat that decides."""
    match = Match(bussolotto.game(name), bussolotto.game(name).SEATS[0])
    match.fall(Fast(seed))
    return match, match.movers().bit_length() - 1


def test_without_a_valuation_there_is_none_to_search_by() -> None:
    with pytest.raises(ValueError, match="no valuation"):
        Search("my-dice-your-dice", playouts="value")


@full
def test_nothing_is_played_out_where_all_positions_can_be_valued() -> None:
    """With weights of nothing every seat expects a third."""
    match, seat = opened("abquetschen")
    none = np.zeros(len(valuation_of(match.game).FEATURES)).tolist()
    found = Search(match.game, Budget(100), playouts="value", weights=none).look(match.hidden(seat), seat)
    assert found.values == pytest.approx(np.full(len(found.actions), 1 / 3)) and found.visits.sum() == 100


@full
@pytest.mark.parametrize("name", VALUED)
def test_valuations_describe_the_same_interpreted_and_compiled(name: str) -> None:
    game = bussolotto.game(name)
    code = compiled_from(PATTERN, game)
    for seats in game.SEATS:
        for seed in range(count(short=2, full=10)):
            match, dice = Match(game, seats), Fast(seed)
            match.fall(dice)
            rng = np.random.default_rng(seed)
            while not match.over:
                mover = match.movers().bit_length() - 1
                if valuation_of(game).settled(match.state):
                    compare(code, match)
                match.play(mover, int(rng.choice(match.legal(mover))))
                match.fall(dice)


def compare(code: object, match: Match) -> None:
    """Describe a position in both ways."""
    record = np.frombuffer(bytes(match.state), match.game.STATE).copy()
    _, numbers, tables, *_ = values_for(match.game, record[0])
    wanted, compiled = np.ones(1, np.uint8), numbers[None].copy()
    code.describe(record, wanted, compiled, tables)  # type: ignore[attr-defined]  # a compiled module
    valuation_of(match.game).describe(match.state, numbers, valuation_of(match.game).tables(match.state))
    assert wanted[0] and compiled[0] == pytest.approx(numbers)
