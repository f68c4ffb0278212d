"""The bounds that stand beside the fields of a game hold, and `scaled` observations use them as they are."""

from typing import Any

import numpy as np
import pytest

import bussolotto
from bussolotto.core.bounds import Amount, Bits, Category, bounds_of
from bussolotto.core.kernel import field_of
from bussolotto.envs.observation import layout
from bussolotto.envs.scaled import scaled
from bussolotto.testing.worlds import World
from tests.depth import count

GAMES = [bussolotto.game(name) for name in bussolotto.games()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)
BOARD = "1y1>9 2dy1>0 3y1y2y3>1 4>2 12y1y12>3"  # of a host


def views_of(game: Any, seed: int) -> Any:
    """Every state of a random match and its views by all seats, as one array; options vary with the seed."""
    seats = game.SEATS[seed % len(game.SEATS)]
    options = {name: values[seed % len(values)] for name, values in game.OPTIONS.items()}
    seen = []
    for s in World(game, seats, seed, options).positions():
        seen.append(bytes(s))
        for seat in range(seats if game.secrets else 0):
            view = type(s).from_buffer_copy(s)
            game.hide(view, seat)
            seen.append(bytes(view))
    return np.frombuffer(b"".join(seen[:: 1 + len(seen) // 4000] + seen[-1:]), game.STATE)


@every_game
def test_every_field_says_what_its_values_can_be(game: Any) -> None:
    known = {*bounds_of(game.rules.State), *map(field_of, game.facts.options), "plies", "seats"}
    assert known == set(game.STATE.names)


@every_game
def test_no_value_of_a_match_is_out_of_bounds(game: Any) -> None:
    for seed in range(count(short=2, full=12)):
        views = views_of(game, seed)
        for field in layout(game).fields[1:]:
            least, most = int(views[field.name].min()), int(views[field.name].max())
            assert field.low <= least and most <= field.high, f"{field.name} is {least}..{most}, seed {seed}"


@every_game
def test_the_scaled_form_is_the_same_position(game: Any) -> None:
    """Every number can be read from it again."""
    form, views = scaled(layout(game)), views_of(game, 0)[-3:]
    inputs = form(views, np.zeros(len(views)))
    assert inputs.dtype == np.float32 and inputs.shape == (len(views), form.width)
    assert inputs.min() >= 0 and inputs.max() <= 1
    for field in layout(game).fields[1:]:
        given = inputs[:, form.places[field.name]].reshape(len(views), field.width, -1)
        assert (numbers(given, field.kind) == views[field.name].reshape(len(views), -1)).all(), field.name
    assert (form(views[1].copy(), 0) == inputs[1]).all()


def numbers(inputs: Any, kind: Any) -> Any:
    """What the inputs of a field stand for."""
    match kind:
        case Category():
            assert (inputs.sum(axis=-1) == 1).all()
            return inputs.argmax(axis=-1) + kind.low
        case Bits():
            return (inputs.astype(int) << np.arange(kind.size)).sum(axis=-1)
        case Amount():
            return np.rint(inputs[..., 0] * max(1, kind.high - kind.low)) + kind.low
    raise AssertionError(kind)


def test_a_host_s_own_value_belongs_to_no_category() -> None:
    game = bussolotto.game("spilorcio")
    view = np.array([bussolotto.new_state(game, 2, board=BOARD)])
    form = scaled(layout(game))
    assert not form(view, [0])[0, form.places["board"]].any() and form(view, [1])[0, :2].tolist() == [0, 1]
