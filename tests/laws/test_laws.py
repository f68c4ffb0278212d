"""The laws: what is true of every game, in every position that random play reaches. No game is exempt.

`test_they_bite.py` shows for each law that it finds a game which breaks it.
"""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bussolotto.core import contract
from bussolotto.core.kernel import CHANCE
from bussolotto.testing import laws
from bussolotto.testing.worlds import World, every_option, every_world, other_numbers
from tests.depth import FULL, count
from tests.laws.games import GAMES

TURNS = 3  # a law looks at every third world in short runs
SEEDS = 40  # of random matches in which every kind of action must come up
LAWS = [law for name, law in vars(laws).items() if name.startswith("law_")]
STATIC_LAWS = [law for name, law in vars(laws).items() if name.startswith("static_law_")]


def named(value: Any) -> str | None:
    """Names in test reports."""
    return getattr(value, "NAME", None) or getattr(value, "__name__", None)


@pytest.mark.parametrize("law", STATIC_LAWS, ids=named)
@pytest.mark.parametrize("game", GAMES, ids=named)
def test_static_law(game: Any, law: Any) -> None:
    law(game)


def worlds_for(game: Any, law: Any) -> list[World]:
    """All of them in full runs, which look at more of the matches by the printed rules at the smallest and the largest

    table; in short runs by turns.
    """
    worlds = every_world(game)
    if FULL:
        ends = min(game.SEATS), max(game.SEATS)
        return [replace(world, thorough=not world.options and world.seats in ends) for world in worlds]
    turns = min(TURNS, len(worlds))
    return worlds[LAWS.index(law) % turns :: turns]


@pytest.mark.parametrize("law", LAWS, ids=named)
@pytest.mark.parametrize("game", GAMES, ids=named)
def test_law_with_every_option_and_number_of_seats(game: Any, law: Any) -> None:
    for world in worlds_for(game, law):
        law(world)


@st.composite
def worlds(draw: st.DrawFn, game: Any) -> World:
    """Any seats, any mixture of options, any seed."""
    options = {name: draw(values(option)) for name, option in game.facts.options.items()}
    return World(game, draw(st.sampled_from(game.SEATS)), draw(st.integers(0, 2**32)), options)


def values(option: contract.Option) -> st.SearchStrategy[str]:
    """Any value of an option, the suggested ones first; of a number all that its range has."""
    listed = st.sampled_from((*option.suggested, *option.examples))
    if not isinstance(option, contract.Number):
        return listed
    numbers = [str(number) for number in range(option.low, option.high + 1, option.step)]
    return listed | st.sampled_from((numbers[0], numbers[-1], *option.words)) | st.sampled_from(numbers)


@pytest.mark.parametrize("game", GAMES, ids=named)
@settings(max_examples=count(short=6, full=16))
@given(data=st.data())
def test_laws_anywhere(game: Any, data: st.DataObject) -> None:
    world = data.draw(worlds(game))
    law = data.draw(st.sampled_from(LAWS))
    law(world)


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_random_play_comes_upon_every_kind_of_action_and_outcome(game: Any) -> None:
    """Else the laws would say nothing about it."""
    actions = {game.say(0, action).split()[0] for action in range(game.ACTIONS)}
    outcomes = {game.say(CHANCE, outcome).split()[0] for outcome in range(game.OUTCOMES)}
    played: set[str] = set()
    for seed in range(1, 1 + SEEDS):
        played |= {game.say(*ply).split()[0] for world in every_world(game, seed) for ply in world.log()}
        if played == actions | outcomes:
            return
    assert played == actions | outcomes


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_every_option_with_values_of_its_own_has_examples_here(game: Any) -> None:
    options = game.facts.options.values()
    assert all(bool(option.own) == bool(option.examples) for option in options)
    assert len(every_option(game)) + len(other_numbers(game, 1)) > 1 or not game.OPTIONS
