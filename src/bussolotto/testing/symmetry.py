"""The law of symmetry: play a moved position and you get the moved result.

The module `symmetry` of a game on the pyramid says how its positions are moved:

SYMMETRIES   those of `pyramid.SYMMETRIES` under which the rules stay what they are: 1 and 2 turn, 3 to 5 mirror
settled(s)   is the set-up over? Dice are laid in the order of cells, which no symmetry keeps
moved_state(s, symmetry)                a copy of a state, moved
moved_action(symmetry, seat, action)    a ply, moved: (seat, action); `seat` is CHANCE for an outcome

`pyramid.CELL_UNDER[symmetry][cell]` is where a cell comes to lie, `pyramid.POSE_UNDER[symmetry][pose]` a pose. Quarry,
in `examples`, has one in which only cells move.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from types import ModuleType
from typing import Any

from bussolotto.core.kernel import CHANCE, MAX_SEATS, copied
from bussolotto.testing.laws import differing
from bussolotto.testing.worlds import World, mask_of, weights_of

LOOKED_AT = 0.1  # of the positions: whose masks are compared as well

Move = Callable[[int, int], tuple[int, int]]  # seat, action -> both, moved


def law_symmetry(world: World, said: ModuleType) -> int:
    """After set-up every symmetry commutes with movers, legal, odds and apply; how many plies were looked at.

    Unless it is thorough it draws one of the symmetries a ply.
    """
    rng = Random(world.seed)
    looked_at = 0
    for s, seat, action in world.plies():
        if not said.settled(s):
            continue
        looked_at += 1
        for symmetry in said.SYMMETRIES if world.thorough else (rng.choice(said.SYMMETRIES),):
            move = partial(said.moved_action, symmetry)
            moved = said.moved_state(s, symmetry)
            if rng.random() < LOOKED_AT:
                same_choices(world, s, moved, move)
            after = copied(s)
            world.game.apply(after, seat, action)
            world.game.apply(moved, *move(seat, action))
            expected = said.moved_state(after, symmetry)
            told = f"{world}: symmetry {symmetry}, ply {s.plies}, {world.game.say(seat, action)}"
            assert bytes(moved) == bytes(expected), f"{told}: {differing(world.game, moved, expected)}"
    return looked_at


def same_choices(world: World, s: Any, moved: Any, move: Move) -> None:
    """What may be done in a position may be done, moved, in the moved one, and nothing else."""
    game = world.game
    bits = game.movers(s)
    for seat in range(MAX_SEATS):
        if bits >> seat & 1:
            assert game.movers(moved) >> move(seat, 0)[0] & 1, f"{world}: seat {seat} moves, moved it does not"
    for seat in range(world.seats):
        expected = [0] * game.ACTIONS
        for action, allowed in enumerate(mask_of(game, s, seat)):
            if allowed:
                expected[move(seat, action)[1]] = 1
        assert mask_of(game, moved, move(seat, 0)[0]) == expected, f"{world}: seat {seat} at ply {s.plies}"
    weights = weights_of(game, moved)
    for outcome, weight in enumerate(weights_of(game, s)):
        assert weights[move(CHANCE, outcome)[1]] == weight, f"{world}: outcome {game.say(CHANCE, outcome)}"
