"""Search finds what is to be found, the same from the same seed, and reads nothing but the view."""

from itertools import product
from random import Random
from typing import Any

import numba
import numpy as np
import pytest

from bench.games import PEERS
from bussolotto.core import kernel
from bussolotto.core.chance import Fast
from bussolotto.core.contract import as_game
from bussolotto.play.compiler import compiled_from
from bussolotto.play.match import Match
from bussolotto.play.policies import policy_of
from bussolotto.search import Budget, Search, arrays
from bussolotto.search.search import PATTERN, Playouts
from tests.depth import count, full
from tests.laws.games import GAMES
from tests.search.toys import fists

TIC_TAC_TOE = PEERS["tic_tac_toe"]


def test_it_sees_a_row_of_three_and_the_one_to_stop() -> None:
    match = Match(TIC_TAC_TOE, 2)
    for seat, cell in ((0, 0), (1, 4), (0, 1)):
        match.play(seat, cell)
    search = Search(TIC_TAC_TOE, Budget(2_000))
    assert search.look(match.hidden(1), 1).best == 2
    match.play(1, 8)
    found = search.look(match.hidden(0), 0)
    assert found.best == 2 and found.values[found.actions.tolist().index(2)] == 1.0


def test_the_first_stone_goes_to_the_middle() -> None:
    found = Search(TIC_TAC_TOE, Budget(20_000)).look(Match(TIC_TAC_TOE, 2).hidden(0), 0)
    assert found.best == 4 and found.iterations == found.visits.sum() == 20_000
    assert found.errors[4] < 0.01 and found.strategy.tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0]


def test_it_stops_at_a_hundred_in_pig() -> None:
    game = PEERS["pig"]
    match = Match(game, 2)
    match.state.points[0], match.state.pot = 80, 20
    assert Search(game, Budget(100)).look(match.hidden(0), 0).best == game.read(0, "stop")


def test_secret_choices_are_mixed_in_balance() -> None:
    game = as_game(fists)
    search = Search(game, Budget(200_000))
    for seat in range(2):
        found = search.look(Match(game, 2).hidden(seat), seat, seed=seat)
        assert np.abs(found.strategy - fists.BALANCE).max() < 0.05, found
        assert found.values == pytest.approx([0.5] * 3, abs=0.03)
    drawn = [found.draw(Random(seed)) for seed in range(300)]
    assert all(abs(drawn.count(action) / 300 - share) < 0.1 for action, share in enumerate(found.strategy))


def test_the_result_depends_on_the_seed_alone_not_on_threads() -> None:
    view = Match(TIC_TAC_TOE, 2).hidden(0)
    one, two = (Search(TIC_TAC_TOE, Budget(999), trees=3, threads=threads) for threads in (1, 3))
    first = one.look(view, 0, seed=7)
    assert first.visits.sum() == 999
    for again in (one.look(view, 0, seed=7), two.look(view, 0, seed=7)):
        assert all((a == b).all() for a, b in zip(first[:5], again[:5], strict=True))
    assert (one.look(view, 0, seed=8).visits != first.visits).any()


def test_time_ends_a_search_too() -> None:
    found = Search(TIC_TAC_TOE, Budget(10_000_000, milliseconds=20)).look(Match(TIC_TAC_TOE, 2).hidden(0), 0)
    assert 0 < found.iterations < 10_000_000


def test_a_full_tree_is_played_out_below(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bussolotto.search.search.MOST_NODES", 10)
    found = Search(TIC_TAC_TOE, Budget(5_000)).look(Match(TIC_TAC_TOE, 2).hidden(0), 0)
    assert found.iterations == 5_000 and found.best == 4


def test_what_cannot_be_searched_is_refused() -> None:
    with pytest.raises(ValueError, match="does not decide"):
        Search(TIC_TAC_TOE).look(Match(TIC_TAC_TOE, 2).hidden(1), 1)
    with pytest.raises(ValueError, match="one iteration"):
        Budget(0)
    with pytest.raises(ValueError, match="tree and a thread"):
        Search(TIC_TAC_TOE, trees=0)
    with pytest.raises(ValueError, match="no compiled policy"):
        Search(TIC_TAC_TOE, playouts="policy")


def test_no_two_seats_share_a_node_where_only_the_count_of_plies_differs() -> None:
    room = arrays.room_for(TIC_TAC_TOE)
    key_of: Any = numba.njit(compiled_from(PATTERN, TIC_TAC_TOE).key_of)
    keys = set()
    for seat, plies in product(range(8), range(8)):
        room.at["plies"] = plies
        keys.add(key_of(*room, seat))
    assert len(keys) == 64


QUICKLY_COMPILED = ("my-dice-your-dice", "whispers")


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game.NAME in QUICKLY_COMPILED else full, id=game.NAME) for game in GAMES],
)
def test_every_game_can_be_searched_from_views_alone(game: object) -> None:
    rules = as_game(game)  # type: ignore[arg-type]  # a game or its module
    playouts: Playouts = "policy" if policy_of(rules).NAME else "random"  # as people's searches have it
    search = Search(rules, Budget(count(short=30, full=60)), trees=2, playouts=playouts)
    for number in range(count(short=2, full=4)):
        match, rng = Match(rules, rules.SEATS[number % len(rules.SEATS)]), Random(number)
        play_on(match, rng, rng.randrange(30))
        movers = [seat for seat in range(match.seats) if match.movers() >> seat & 1]
        for seat in movers[:2]:
            found = search.look(match.hidden(seat), seat, seed=number)
            assert found.actions.tolist() == match.legal(seat)
            assert abs(found.strategy.sum() - 1) < 1e-9
            for twin in twins(match, seat, rng):
                same = search.look(twin, seat, seed=number)
                assert (same.visits == found.visits).all() and (same.values == found.values).all()


def play_on(match: Match, rng: Random, plies: int) -> None:
    """So many random plies, but not to the end, and on until a seat decides."""
    dice = Fast(rng.getrandbits(32))
    match.fall(dice)
    for _ in range(plies):
        seat = rng.choice([seat for seat in range(match.seats) if match.movers() >> seat & 1])
        then = match.copy()
        then.play(seat, rng.choice(match.legal(seat)))
        then.fall(dice)
        if then.over:
            return
        match.become(then)


def twins(match: Match, seat: int, rng: Random) -> list[object]:
    """Other states that look the same to the seat: what is hidden is guessed, and not hidden again."""
    others = [match.hidden(seat) for _ in range(2)]
    for other in others:
        match.game.guess(other, rng)
    return [*others, kernel.copied(match.state)]


@full
def test_a_policy_can_play_below_the_tree() -> None:
    search = Search("cincinnati", Budget(200), playouts="policy")
    match = Match(search.rules, 3)
    match.fall(Fast(1))
    seat = next(seat for seat in range(3) if match.movers() >> seat & 1)
    found = search.look(match.hidden(seat), seat)
    assert found.visits.sum() == 200 and found.actions.tolist() == match.legal(seat)
