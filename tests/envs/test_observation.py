"""Observations are the views, array by array, and every array says what it means."""

from typing import Any

import numpy as np
import pytest

import bussolotto
from bussolotto.envs.observation import layout
from bussolotto.testing.worlds import World
from tests.laws.games import GAMES
from tests.repo.sources import ROOT


def views_of(game: Any) -> Any:
    """A few positions of a match, as one array."""
    seats = game.SEATS[0]
    states = np.array([np.frombuffer(bytes(s), game.STATE)[0] for s in World(game, seats, 1).positions()])
    return states[:: len(states) // 5].copy()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)
def test_every_array_is_described(game: Any) -> None:
    assert [field.name for field in layout(game).fields if not field.meaning] == []
    assert layout(game) is layout(game)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)
def test_the_arrays_are_windows_on_the_views_and_the_flat_form_holds_the_same(game: Any) -> None:
    views = views_of(game)
    seats = np.arange(len(views)) % game.SEATS[0]
    arrays = layout(game).arrays(views, seats)
    flat = layout(game).flat(views, seats, np.int64)
    assert tuple(arrays) == tuple(field.name for field in layout(game).fields)
    for field in layout(game).fields:
        assert arrays[field.name].dtype == field.dtype
        assert arrays[field.name].shape == (len(views), *field.shape)
        assert (arrays[field.name].reshape(len(views), -1) == flat[:, layout(game).places[field.name]]).all()
        assert field.name == "seat" or np.shares_memory(arrays[field.name], views)
    one = layout(game).flat(views[2:3].reshape(()), seats[2], np.int64)
    assert (one == flat[2]).all()
    assert layout(game).raw(views).tobytes() == views.tobytes()
    assert np.shares_memory(layout(game).raw(views), views)


def test_meanings_come_from_the_comments_beside_and_around_a_field() -> None:
    meanings = {field.name: field.meaning for field in layout(bussolotto.game("eintrichtern")).fields}
    assert meanings["won"] == "by seat: red dice won"
    assert meanings["phase"].startswith("DRAWING who starts") and meanings["phase"].endswith("lifted die, OVER")
    assert meanings["memo"] == "option: off, on"
    continued = {field.name: field.meaning for field in layout(bussolotto.game("abquetschen")).fields}["phase"]
    assert continued.endswith("BUILDING the roll, CHOOSING how many extra dice, ADDING them, OVER")


def test_the_table_of_the_page_is_that_of_the_game() -> None:
    page = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
    assert layout(bussolotto.game("my-dice-your-dice")).table() in page  # print it and put it there
