"""A preview shows what would be, changes nothing, and tells nothing that its seat may not know."""

from random import Random

import pytest

from bussolotto.core.errors import IllegalAction, SecretOutcome
from bussolotto.core.kernel import CHANCE
from bussolotto.play.match import Match, replay
from bussolotto.testing.worlds import World, every_world
from tests.depth import FULL, count
from tests.laws.games import GAMES
from tests.laws.toys.whispers import game as whispers

PREVIEWED = 0.5 if FULL else 0.2  # of all choices


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)
def test_previews_of_legal_actions_are_what_playing_them_gives(game: object) -> None:
    for world in every_world(game)[:: count(short=2, full=1)]:
        assert previewed(world) > 0, world


def previewed(world: World) -> int:
    """Put some previews of a match, in full runs half of them, beside what then happened; how many there were."""
    match = Match(world.game, world.seats, world.options)
    rng = Random(world.seed)
    found = 0
    for seat, action in world.log():
        trial = previewing(match, seat, action) if seat != CHANCE and rng.random() < PREVIEWED else None
        match.play(seat, action)
        if trial is not None:
            found += 1
            assert trial.view_bytes(seat) == match.view_bytes(seat), world
            assert trial.legal(seat) == match.legal(seat), world
    return found


def previewing(match: Match, seat: int, action: int) -> Match | None:
    """The preview of an action, unless it would tell a secret; the match stays as it is."""
    before = bytes(match.state)
    try:
        return match.preview(seat, [action])
    except SecretOutcome:
        return None
    finally:
        assert bytes(match.state) == before, match.game.NAME


def two_that_differ_in_secret() -> tuple[Match, Match]:
    """Whispers at the last choice, seat 0 to make it; the others' dice and choices differ."""
    dealt = [(CHANCE, 2), (CHANCE, 5), (CHANCE, 0)], [(CHANCE, 2), (CHANCE, 1), (CHANCE, 4)]
    chosen = [(1, 0), (2, 0)], [(1, 1), (2, 0)]
    first, second = (replay(whispers, 3, {}, [*d, *c]) for d, c in zip(dealt, chosen, strict=True))
    assert first.view(0) == second.view(0) and first.view(1) != second.view(1)
    return first, second


def test_a_preview_of_the_last_secret_choice_is_refused_whatever_the_secret_is() -> None:
    for match in two_that_differ_in_secret():
        with pytest.raises(SecretOutcome):
            match.preview(0, [0])
        with pytest.raises(IllegalAction):
            match.preview(1, [0])


def test_a_preview_before_the_last_choice_shows_only_the_own_choice() -> None:
    views = []
    for die in (1, 4):
        match = replay(whispers, 3, {}, [(CHANCE, 2), (CHANCE, die), (CHANCE, 0)])
        views.append(match.preview(0, [1]).view(0))
        assert views[-1]["choice"][0] == 2
    assert views[0] == views[1]
