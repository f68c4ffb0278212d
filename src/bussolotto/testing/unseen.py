"""What the log shows everybody although views hide it: allowed, as in a game of memory, but perhaps not meant."""

from collections.abc import Iterable
from random import Random
from typing import Any

from bussolotto.core.contract import Game
from bussolotto.core.kernel import CHANCE, SPECTATOR, copied
from bussolotto.testing.reached import kind
from bussolotto.testing.worlds import World, mask_of, weights_of

LOOKED_AT = 0.2  # of the plies, each for one viewer


def shown_in_log(game: Game, worlds: Iterable[World]) -> set[str]:
    """The first words of what views hide in a game whose `sees` is always true."""
    found = set[str]()
    if not game.secrets:
        return found
    for world in worlds:
        rng = Random(world.seed)
        for s, seat, action in world.plies():
            viewers = (*range(world.seats), SPECTATOR)
            if not all(game.sees(s, viewer, seat, action) for viewer in viewers):
                return set()
            if rng.random() < LOOKED_AT and hides(game, s, rng.choice(viewers), seat, action):
                found.add(kind(game, seat, action))
    return found


def hides(game: Game, s: Any, viewer: int, seat: int, action: int) -> bool:
    """Would another action, or outcome, have led to another position and left this viewer the same view?"""
    others = weights_of(game, s) if seat == CHANCE else mask_of(game, s, seat)
    position, view = after(game, s, viewer, seat, action)
    told = (after(game, s, viewer, seat, other) for other, possible in enumerate(others) if possible)
    return any(other_view == view and other_position != position for other_position, other_view in told)


def after(game: Game, s: Any, viewer: int, seat: int, action: int) -> tuple[bytes, bytes]:
    """The position after a ply, and what a viewer is left with of it."""
    then = copied(s)
    game.apply(then, seat, action)
    position = bytes(then)
    game.hide(then, viewer)
    return position, bytes(then)
