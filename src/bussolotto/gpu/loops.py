# mypy: disable-error-code="attr-defined, no-untyped-call"
"""Whole matches of random play for CUDA, one per thread, with the same draws as `play_matches` of play/loops.py.

Functions marked `@rule` are plain Python until rules.py registers them with Numba's CUDA compiler. The simulator runs
them unchanged.
"""

from collections.abc import Callable
from typing import Any

from numba import cuda, types

from bussolotto.core.chance import below, weighted
from bussolotto.core.contract import Game
from bussolotto.core.kernel import CHANCE, MAX_SEATS, rule
from bussolotto.play import tally


@rule
def drawn(rng: Any, weights: Any, count: int) -> int:
    """Draw an outcome by weight. Adjacent equal weights, the usual case, are skipped by counting."""
    first = 0
    while weights[first] == 0:
        first += 1
    run = 1
    while run < count and weights[first + run] == weights[first]:
        run += 1
    return int(first + below(rng, count)) if run == count else int(weighted(rng, weights))


@rule
def nth(mask: Any, rank: int) -> int:
    """Return the index of the entry with this rank (from 0) among the ones in a mask."""
    for index in range(len(mask)):
        if mask[index]:
            if rank == 0:
                return index
            rank -= 1
    return -1


@rule
def mover(rng: Any, bits: int) -> int:
    """Draw one of the seats that may move, all equally likely."""
    count = 0
    for seat in range(MAX_SEATS):
        count += bits >> seat & 1
    rank = below(rng, count) if count > 1 else 0
    for seat in range(MAX_SEATS):
        if bits >> seat & 1:
            if rank == 0:
                return seat
            rank -= 1
    return -1


def kernel_of(game: Game) -> Any:
    """Return the kernel of a game, which plays one match per thread.

    Its arguments: states, STATE[n], opening positions that become final ones; seats; dice and choices, int64[n, 4],
    generators for dice and for players; outcomes, `tally.TALLY`[n].
    """
    rules = game.rules  # Numba supports modules
    ply = cuda.jit(device=True)(_ply_of(game))
    actions, outcomes_of_chance, fewest_win = game.ACTIONS, game.OUTCOMES, game.facts.fewest_win

    @cuda.jit
    def play_matches(states, seats, dice, choices, outcomes):  # type: ignore[no-untyped-def]  # Numba infers the types
        match = cuda.grid(1)
        if match >= len(states):
            return
        mask = cuda.local.array(actions, types.uint8)
        weights = cuda.local.array(outcomes_of_chance, types.int64)
        s = states[match]
        told = outcomes[match]
        tally.open_tally(told)
        while True:
            seat = ply(s, dice[match], choices[match], mask, weights)
            if seat >= 0 and not tally.count_ply(told, seat):
                continue
            rules.scores(s, told.points)
            tally.follow_lead(told, seats, fewest_win)
            if seat < 0:
                break
        told.endings = rules.ending(s)
        rules.returns(s, told.shares)

    return play_matches


def _ply_of(game: Game) -> Callable[..., int]:
    """Return a function that plays one random ply through the contract and returns who acted, or -1 at the end."""

    rules = game.rules

    def ply(s: Any, dice: Any, choices: Any, mask: Any, weights: Any) -> int:
        bits = rules.movers(s)
        if bits == 0:
            return -1
        if bits == 1 << CHANCE:
            count = rules.odds(s, weights)
            rules.apply(s, CHANCE, drawn(dice, weights, count))
            return CHANCE
        seat = mover(choices, bits)
        count = rules.legal(s, seat, mask)
        rules.apply(s, seat, nth(mask, below(choices, count)))
        return seat

    return ply
