"""Games on the pyramid keep its symmetries; and the law notices where one is not kept."""

from types import ModuleType
from typing import Any

import pytest

from bussolotto.core import pyramid
from bussolotto.testing.symmetry import law_symmetry
from bussolotto.testing.worlds import World, every_world
from tests.depth import count
from tests.laws.games import GAMES
from tests.laws.symmetries import symmetries_of
from tests.laws.test_laws import named

ON_THE_PYRAMID = [game for game in GAMES if symmetries_of(game)]


def said_of(game: Any) -> ModuleType:
    """Its symmetries."""
    said = symmetries_of(game)
    assert said is not None
    return said


@pytest.mark.parametrize("game", ON_THE_PYRAMID, ids=named)
def test_symmetry(game: Any) -> None:
    assert {*pyramid.ROTATIONS} <= {*said_of(game).SYMMETRIES}
    worlds = every_world(game, seed=3)[:: count(short=2, full=1)]
    assert all(law_symmetry(world, said_of(game)) > 0 for world in worlds)


@pytest.mark.parametrize("game", ON_THE_PYRAMID, ids=named)
def test_the_law_notices_a_ply_that_was_not_moved(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    said = said_of(game)
    monkeypatch.setattr(said, "moved_action", lambda symmetry, seat, action: (seat, action))
    with pytest.raises(AssertionError):
        for seed in range(5):
            law_symmetry(World(game, game.SEATS[0], seed), said)
