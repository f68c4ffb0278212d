"""How often a choice wins if all go on sensibly: the match is played on, to its end, by the game's compiled policy.

Only what a seat can see is read: what is hidden from it is guessed anew for every match, or their error would be larger
than it is told, and what is to come is drawn. Where nothing is drawn a policy hardly ever plays differently, so matches
that it played alike say no more than one of them.
"""

from __future__ import annotations

from functools import partial
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto.core import chance, kernel
from bussolotto.core.contract import Game
from bussolotto.play.policies import policy_of
from bussolotto.play.tally import TALLY

AT_ONCE = 16  # matches between two looks at the time, where nothing is hidden
SEATS = kernel.MAX_SEATS  # all of them go on by the policy, or at random where there is none


class Share(NamedTuple):
    """The mean share of the victory, and its standard error."""

    mean: float
    error: float


def play_on(game: Game, view: Any, seat: int, action: int, most: int, milliseconds: float | None = None) -> Share:
    """The win share of a seat after an action, from at most so many matches and for at most so long, but some.

    The same view gives the same share where only the number of matches counts.
    """
    from bussolotto.play.compiler import compiled  # only now: it brings the compiler

    rules, policy = compiled(game), policy_of(game)
    seen = np.frombuffer(bytes(view), game.STATE)[0]
    kinds, tables = (np.ones(SEATS, np.int64), tuple(policy.tables(seen))) if policy.NAME else (None, None)
    rng, begun_s, shares, different = Random(int(view.plies)), monotonic(), np.zeros(0), set[bytes]()
    size = 1 if game.secrets else AT_ONCE
    while len(shares) < most:
        opening = _guessed(game, view, seat, action, rng)
        tallies = np.zeros(size, TALLY)
        dice, choices = (chance.streams(rng.getrandbits(32), first, size) for first in (0, chance.CHOICES))
        rules.play_matches(opening, opening.copy(), SEATS, dice, choices, kinds, 0, tables, tallies)
        shares = np.concatenate([shares, tallies["shares"][:, seat]])
        different |= {tally.tobytes() for tally in tallies}
        if milliseconds is not None and 1000 * (monotonic() - begun_s) >= milliseconds:
            break
    return share_of(shares, len(different) if policy.NAME else None)


def share_of(shares: npt.NDArray[np.float64], different: int | None = None) -> Share:
    """Their mean, and its error if so many of them, or all, say something of their own.

    That is never 0, since nothing is certain because it has always been so.
    """
    count = different or len(shares)
    least = 1 / (4 * count)
    return Share(float(shares.mean()), float(np.sqrt(max(float(shares.var()), least) / count)))


def knowing(game: Game, facts: Any) -> Game:
    """The game for a seat that knows more than it sees: what is hidden is guessed accordingly."""
    if not facts:
        return game
    known: Game = object.__new__(type(game))
    vars(known).update(vars(game), guess=partial(vars(game)["guess"], facts=facts))
    return known


def _guessed(game: Game, view: Any, seat: int, action: int, rng: Random) -> npt.NDArray[Any]:
    """A position that may be there after the action, STATE[1]."""
    world = kernel.copied(view)
    game.hide(world, seat)  # again, so that nothing can be read by mistake
    game.guess(world, rng)
    game.apply(world, seat, action)
    return np.frombuffer(bytes(world), game.STATE).copy()
