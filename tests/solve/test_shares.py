"""What choices are worth by search: with their errors, beside what the best player would do, from views alone."""

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest

import bussolotto
from bench.games import PEERS
from bussolotto import players
from bussolotto.core import kernel
from bussolotto.core.chance import Fast
from bussolotto.core.contract import as_game
from bussolotto.play.match import Match
from bussolotto.players.planning import Planned
from bussolotto.search import Found
from bussolotto.solve.advice import Advice, advice, best_player, remembered, unknown, watcher, with_shares
from bussolotto.solve.planning import HARDLY, HINTED, Asked, for_hints, measured
from bussolotto.solve.playing_on import play_on, share_of
from tests.depth import count, full
from tests.search.toys import guesses
from tests.solve.test_advice import decisions

TIC_TAC_TOE = PEERS["tic_tac_toe"]
GUESSES = as_game(guesses)
RANDOM = Planned(players.RandomPlayer, 500)
ADVISED = [name for name in bussolotto.games() if not bussolotto.game(name).RACE]


def found(values: list[float], error: float, strategy: list[float]) -> Found:
    """What a search might have found about the actions 0, 1, ..."""
    n = len(values)
    return Found(np.arange(n), np.ones(n, np.int64), np.array(values), np.full(n, error), np.array(strategy), n)


def told(action: int) -> Advice:
    return {**unknown([{"goal": "row 1", "chance": 0.5}]), "best": [action], "by": "sensible"}


def test_the_choice_of_the_best_player_stands_while_nothing_is_better_beyond_its_error() -> None:
    shares = with_shares(told(0), found([0.40, 0.44], 0.01, [0, 1]), believed=False)
    assert shares["best"] == [0] and shares["by"] == "sensible"
    assert shares["measure"] == "share" and shares["values"] == {0: 0.40, 1: 0.44}
    assert shares["errors"] == {0: 0.01, 1: 0.01} and shares["odds"] == told(0)["odds"]


def test_what_is_better_by_more_than_three_errors_is_advised_by_the_search() -> None:
    shares = with_shares(told(0), found([0.40, 0.45], 0.01, [0, 1]), believed=False)
    assert shares["best"] == [1] and shares["by"] == "search" and shares["reason"] is None
    assert shares["strategy"] == {}


def test_where_the_best_player_searches_the_search_is_believed() -> None:
    shares = with_shares(told(0), found([0.40, 0.41], 0.01, [0, 1]), believed=True)
    assert shares["best"] == [1] and shares["by"] == "search"


def test_a_mixed_strategy_is_told_without_what_it_hardly_ever_plays() -> None:
    shares = with_shares(told(0), found([0.4, 0.4, 0.3], 0.01, [0.24, 0.72, 0.04]), believed=True)
    assert shares["best"] == [1] and shares["strategy"] == pytest.approx({1: 0.75, 0: 0.25})
    assert list(shares["strategy"]) == [1, 0]


def test_a_choice_is_worth_the_share_that_it_brings_the_same_from_the_same_view() -> None:
    match = Match(TIC_TAC_TOE, 2)
    for seat, cell in ((0, 0), (1, 4), (0, 1), (1, 8)):
        match.play(seat, cell)
    one, again = (measured(TIC_TAC_TOE, match.hidden(0), 0, Asked(RANDOM)) for _ in range(2))
    assert one.best == 2 and one.values[one.actions.tolist().index(2)] == 1.0
    assert all((a == b).all() for a, b in zip(one[:5], again[:5], strict=True))


def looks(name: Any, view: Any, seat: int, planned: Planned, facts: Any = None) -> tuple[Any, ...]:
    """All that is found from a view."""
    return tuple(np.asarray(column).tolist() for column in measured(name, view, seat, Asked(planned), facts=facts))


def test_two_states_that_look_alike_are_worth_the_same() -> None:
    match = Match(GUESSES, 1, {"of": "card"})
    match.fall(Fast(1))
    twin = kernel.copied(match.state)
    twin.face = match.state.face % 6 + 1
    seen = looks(GUESSES, match.hidden(0), 0, RANDOM)
    assert looks(GUESSES, match.state, 0, RANDOM) == seen == looks(GUESSES, twin, 0, RANDOM)


def test_what_a_seat_remembers_is_worth_something(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that it has seen, though it lies face down now; the next search knows nothing of it."""

    def guess(s: Any, rng: Random, facts: int = 0) -> None:
        s.face = facts or rng.randint(1, 6)

    monkeypatch.setattr(GUESSES, "guess", guess)
    match = Match(GUESSES, 1, {"of": "card"})
    match.fall(Fast(1))
    known = measured(GUESSES, match.hidden(0), 0, Asked(RANDOM), facts=4)
    assert known.best == 3 and known.values.tolist() == [0, 0, 0, 1, 0, 0]
    assert measured(GUESSES, match.hidden(0), 0, Asked(RANDOM)).values.max() < 0.5


def test_what_is_proposed_and_what_is_asked_about_are_measured_well() -> None:
    """They are played on from, with other random numbers than those by which the search proposed one of them."""
    view = Match(TIC_TAC_TOE, 2).hidden(0)
    found = measured(TIC_TAC_TOE, view, 0, Asked(RANDOM, choice=1))
    edge, middle = (found.actions.tolist().index(action) for action in (1, 4))
    assert found.best == 4 and found.values[middle] > found.values[edge] > 0.5
    for action, at in ((1, edge), (4, middle)):
        assert play_on(TIC_TAC_TOE, view, 0, action, most=125) == (found.values[at], found.errors[at])
    assert max(found.errors[[edge, middle]]) < 0.05 and found.errors[0] == HARDLY
    assert measured(TIC_TAC_TOE, view, 0, Asked(RANDOM)).errors[edge] == HARDLY


def test_few_actions_are_all_measured_well() -> None:
    match = Match(TIC_TAC_TOE, 2)
    for seat, cell in ((0, 0), (1, 4), (0, 1), (1, 8)):
        match.play(seat, cell)
    assert max(measured(TIC_TAC_TOE, match.hidden(0), 0, Asked(RANDOM)).errors) < 0.08


def test_matches_that_a_policy_plays_alike_count_once() -> None:
    """Nothing is drawn in Cui bono? once it is open: of a hundred matches few differ."""
    game = bussolotto.game("cui-bono")
    match = Match(game, 2)
    match.fall(Fast(2))
    seat = match.movers().bit_length() - 1
    share = play_on(game, match.hidden(seat), seat, match.legal(seat)[0], most=100)
    assert share.error > 0.1
    assert share_of(np.ones(16), different=1) == (1.0, 0.5)


def test_time_ends_it_too() -> None:
    share = play_on(TIC_TAC_TOE, Match(TIC_TAC_TOE, 2).hidden(0), 0, 4, most=1 << 30, milliseconds=10)
    assert 0 < share.error < 0.5


def test_the_error_is_that_of_guesses_too() -> None:
    """Matches from the same guess would all end alike."""
    match = Match(GUESSES, 1, {"of": "card"})
    match.fall(Fast(1))
    share = play_on(GUESSES, match.hidden(0), 0, 3, most=1000)
    assert abs(share.mean - 1 / 6) < 4 * share.error and 0.01 < share.error < 0.013


def test_what_has_always_been_so_is_not_certain() -> None:
    assert share_of(np.ones(16)) == (1.0, 1 / 32)


@pytest.mark.parametrize("name", bussolotto.games())
def test_hints_are_searched_for_in_every_game_but_races(name: str) -> None:
    game = bussolotto.game(name)
    hard = players.levels(game)["hard"]
    assert for_hints(game) is (None if game.RACE else hard if isinstance(hard, Planned) else HINTED)
    assert for_hints(TIC_TAC_TOE) == players.levels(TIC_TAC_TOE)["hard"]


def test_only_who_has_looked_under_dice_knows_more_than_it_sees() -> None:
    for name in ADVISED:
        game = bussolotto.game(name)
        match, seat = decisions(name, game.SEATS[0], 30)[-1]
        if hasattr(best_player(game), "facts"):
            assert name == "eintrichtern" and remembered(game, partial(watcher, match, seat), match.hidden(seat))
        else:
            assert remembered(game, lambda: pytest.fail("nobody need watch"), match.hidden(seat)) is None


@full
@pytest.mark.parametrize("name", ADVISED)
def test_every_choice_of_every_game_has_a_share_from_the_view_alone(name: str) -> None:
    game = bussolotto.game(name)
    planned = for_hints(game)
    assert planned is not None
    short = replace(planned, iterations=count(short=100, full=150))
    for match, seat in decisions(name, game.SEATS[0], 30)[::6]:
        view, legal = match.hidden(seat), match.legal(seat)
        mind = watcher(match, seat)
        known = advice(game, view, seat, legal, [mind].pop)
        assert known is not None
        facts = remembered(game, [mind].pop, view)
        shares = with_shares(known, measured(game, view, seat, Asked(short), facts=facts), believed=False)
        assert sorted(shares["values"]) == sorted(shares["errors"]) == legal and set(shares["best"]) <= set(legal)
        twin = match.hidden(seat)
        game.guess(twin, Random(seat))
        seen = looks(game, view, seat, short)
        assert looks(game, twin, seat, short) == looks(game, match.state, seat, short) == seen
