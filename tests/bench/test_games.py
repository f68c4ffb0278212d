"""The games timed beside other libraries keep the laws of all games, and the rules of OpenSpiel, ply by ply."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]  # it has no types
import pytest

from bench.games import PEERS
from bussolotto.core import kernel
from bussolotto.core.kernel import CHANCE
from bussolotto.testing import compiled
from bussolotto.testing.worlds import World, mask_of, shares_of, weights_of
from tests.laws.test_laws import LAWS, STATIC_LAWS, named

GAMES = tuple(PEERS.values())
MATCHES = {"pig": 40, "tic_tac_toe": 300, "connect_four": 100, "yacht": 10}
POINTS = {"pig": r"(?<=Scores: )\d+|\d+(?=, Turn)", "yacht": r"(?<=total: )\d+"}  # as OpenSpiel tells them


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_the_laws_hold(game: Any) -> None:
    for static in STATIC_LAWS:
        static(game)
    for law in LAWS:
        for seed in (1, 2):
            law(World(game, 2, seed))


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_compiled_and_interpreted_agree(game: Any) -> None:
    for seed in range(5):
        compiled.same_resets(World(game, 2, seed))
        compiled.side_by_side(World(game, 2, seed))
    compiled.law_loops(game, 1_000)


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_random_matches_are_those_of_openspiel(game: Any) -> None:
    name = game.NAME.replace("-", "_")  # as OpenSpiel calls it
    theirs = pyspiel.load_game(name)
    assert (theirs.num_players(), theirs.num_distinct_actions()) == (2, game.ACTIONS)
    for seed in range(MATCHES[name]):
        same_match(game, theirs, Random(seed))


def same_match(game: Any, theirs: Any, rng: Random) -> None:
    """One random match in both, played by ours."""
    state = theirs.new_initial_state()
    s = kernel.plain(World(game, 2, 0).open())
    while bits := game.movers(s):
        if bits == 1 << CHANCE:
            same_roll(game, s, state, rng)
        else:
            seat = bits.bit_length() - 1
            mask = mask_of(game, s, seat)
            assert state.current_player() == seat, game.show(s)
            assert state.legal_actions() == np.flatnonzero(mask).tolist(), game.show(s)
            action = rng.choice(state.legal_actions())
            game.apply(s, seat, action)
            state.apply_action(action)
    assert state.is_terminal(), game.show(s)
    assert state.returns() == [2 * share - 1 for share in shares_of(game, s)[:2]], game.show(s)
    if game.NAME in POINTS:
        assert [int(points) for points in re.findall(POINTS[game.NAME], str(state))] == list(s.points), game.show(s)


def same_roll(game: Any, s: Any, state: Any, rng: Random) -> None:
    """Dice fall one by one with us and all at once with them: the first is their lowest digit to the base of six."""
    code, outcomes = 0, 1
    while game.movers(s) == 1 << CHANCE:
        weights = weights_of(game, s)
        assert weights == [1] * 6
        face = rng.choice(range(6))
        game.apply(s, CHANCE, face)
        code += face * outcomes
        outcomes *= len(weights)
        if game.NAME == "pig":
            break
    assert state.is_chance_node(), game.show(s)
    codes, odds = zip(*state.chance_outcomes(), strict=True)
    assert codes == tuple(range(outcomes)) and {round(each * outcomes, 9) for each in odds} == {1}, game.show(s)
    state.apply_action(code)


@pytest.mark.parametrize("last", [0, 1])
def test_a_match_of_pig_that_never_ends_is_given_up_at_the_same_decision(last: int) -> None:
    game, state = PEERS["pig"], pyspiel.load_game("pig").new_initial_state()
    s = kernel.plain(World(game, 2, 0).open())
    for action in [game.rules.STOP] * (game.rules.HORIZON - 1) + [last]:
        seat = state.current_player()
        assert game.movers(s) == 1 << seat, game.show(s)
        game.apply(s, seat, action)
        state.apply_action(action)
    assert game.movers(s) == 0 and state.is_terminal()
    assert game.ENDINGS[game.ending(s)] == "horizon"
    assert state.returns() == [0, 0] and shares_of(game, s)[:2] == [0.5, 0.5]


def test_every_hand_of_yacht_scores_as_there() -> None:
    """Hundreds of rolls, most of the 252 hands among them, each in some of the categories."""
    game, rng = PEERS["yacht"], Random(1)
    for hand in range(0, 6**5, 11):
        for category in rng.sample(range(12), 5):
            state, s = pyspiel.load_game("yacht").new_initial_state(), kernel.plain(World(game, 2, 0).open())
            state.apply_action(hand)
            for place in range(5):
                game.apply(s, CHANCE, hand // 6**place % 6)
            for action in (0, game.rules.SCORE + category):
                state.apply_action(action)
                game.apply(s, 0, action)
            assert f"Player 0 (total: {s.points[0]})" in str(state), f"{hand} as {game.rules.CATEGORIES[category]}"
