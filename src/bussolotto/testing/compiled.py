"""Compiled code under the laws: looked at by the compiled law loop, and byte for byte beside the interpreter.

With NUMBA_BOUNDSCHECK=1 in the environment, every index is checked as well.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import bussolotto
from bussolotto.core import chance, kernel
from bussolotto.core.kernel import SPECTATOR, copied
from bussolotto.play import compiler
from bussolotto.testing.worlds import World, every_world, noted, random_ply


def compiled_laws(game: Any) -> Any:
    """The functions of law_loops.py for a game."""
    return compiler.compiled_from(Path(__file__).with_name("law_loops.py"), game)


def law_loop(world: World, matches: int) -> int:
    """So many random matches under the compiled laws; the number of plies. Tells world and law when one is broken."""
    judge = compiled_laws(world.game)
    opening = np.array([world.open()], world.game.STATE)
    rng = chance.seeded(world.seed)
    with noted(world):
        broken, match, plies = judge.law_matches(opening, opening.copy(), world.seats, rng, matches)
    assert broken == judge.FINE, f"{world}: compiled law {broken} is broken in match {match}"
    return int(plies)


def law_loops(game: Any, matches: int, seed: int = 1, thorough: bool = False) -> int:
    """`matches` compiled matches of a game, shared out evenly to all seats and options."""
    worlds = every_world(game, seed, thorough)
    return sum(law_loop(world, -(-matches // len(worlds))) for world in worlds)


def side_by_side(world: World) -> None:
    """One random match, interpreted and compiled in step: every answer and every byte must agree."""
    game, fast = world.game, bussolotto.compiled(world.game)
    record = world.open()
    s = kernel.plain(world.open())
    rng = Random(world.seed)
    while bits := game.movers(s):
        assert fast.movers(record) == bits, world
        same_answers(world, fast, record, s)
        seat, action = random_ply(game, s, bits, rng)
        for viewer in (*range(world.seats), SPECTATOR):
            assert fast.sees(record, viewer, seat, action) == game.sees(s, viewer, seat, action), world
        game.apply(s, seat, action)
        fast.apply(record, seat, action)
        assert record.tobytes() == bytes(s), f"{world}: {game.say(seat, action)} at ply {s.plies}"
    assert fast.movers(record) == 0, world
    assert fast.ending(record) == game.ending(s), world
    same_answers(world, fast, record, s)


def same_answers(world: World, fast: Any, record: Any, s: Any) -> None:
    """Masks, weights, shares, scores, views of both."""
    game = world.game
    for seat in range(world.seats):
        assert filled(fast.legal, record, game.ACTIONS, np.uint8, seat) == filled(
            game.legal, s, game.ACTIONS, np.uint8, seat
        ), world
    for name, size, kind in (
        ("odds", game.OUTCOMES, np.int64),
        ("returns", 8, np.float64),
        ("scores", 8, np.float64),
    ):
        assert filled(getattr(fast, name), record, size, kind) == filled(getattr(game, name), s, size, kind), world
    for viewer in (*range(world.seats), SPECTATOR):
        shown, view = copied(record), copied(s)
        fast.hide(shown, viewer)
        game.hide(view, viewer)
        assert shown.tobytes() == bytes(view), f"{world}: hidden from {viewer}"


def filled(function: Any, s: Any, size: int, kind: Any, *arguments: int) -> tuple[Any, bytes]:
    """What a function that fills a buffer returns and writes, rubbish there before."""
    buffer = np.full(size, 7, kind)
    return function(s, *arguments, buffer), buffer.tobytes()


def same_resets(world: World) -> None:
    """`reset` compiled, over rubbish, gives the interpreter's bytes."""
    game = world.game
    if world.own:
        return  # a value of one's own is laid after `reset`
    opening = world.open()
    rubbish = np.frombuffer(bytearray(Random(world.seed).randbytes(game.STATE.itemsize)), game.STATE)[0]
    for name in game.given:
        setattr(rubbish, name, getattr(opening, name))
    bussolotto.compiled(game).reset(rubbish, world.seats)
    assert rubbish.tobytes() == opening.tobytes(), world


def all_side_by_side(game: Any, every: int = 1, thorough: bool = False) -> None:
    """Resets in all worlds of two seeds, and a match in one world of so many."""
    for number, world in enumerate(world for seed in (1, 2) for world in every_world(game, seed, thorough)):
        with noted(world):
            same_resets(world)
            if number % every == 0:
                side_by_side(world)
