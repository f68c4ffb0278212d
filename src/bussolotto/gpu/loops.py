# mypy: disable-error-code="attr-defined, no-untyped-call"
"""Whole matches of random play for CUDA, one a thread: what `play_matches` of loops.py does, draw for draw.

Functions marked `@rule` are plain Python until rules.py makes them known to Numba's CUDA compiler; its
simulator runs them as they stand.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from numba import cuda, types

from bussolotto.chance import below, weighted
from bussolotto.kernel import CHANCE, MAX_SEATS, rule


@rule
def drawn(rng: Any, weights: Any, count: int) -> int:
    """An outcome by weight; equal weights side by side, the usual case, by counting."""
    first = 0
    while weights[first] == 0:
        first += 1
    run = 1
    while run < count and weights[first + run] == weights[first]:
        run += 1
    return int(first + below(rng, count)) if run == count else int(weighted(rng, weights))


@rule
def nth(mask: Any, rank: int) -> int:
    """The index of the entry of this rank (from 0) among those that are 1 in a mask."""
    for index in range(len(mask)):
        if mask[index]:
            if rank == 0:
                return index
            rank -= 1
    return -1


@rule
def mover(rng: Any, bits: int) -> int:
    """One of the seats that may move, each as likely as the others."""
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


@rule
def followed(told: Any, seats: int, lead: int) -> int:
    """Who leads now; a change of the lead is counted."""
    now = leader(told.points, seats, lead)
    if lead >= 0 and now != lead:
        told.leads += 1
    return now


@rule
def leader(points: Any, seats: int, before: int) -> int:
    """The seat that alone has most points, else who led before."""
    best = 0
    equals = 0
    for seat in range(1, seats):
        if points[seat] > points[best]:
            best = seat
            equals = 0
        elif points[seat] == points[best]:
            equals += 1
    return before if equals else best


def kernel_of(game: ModuleType | Any) -> Any:
    """The kernel of a game: one match for each thread.

    Its arguments: states, STATE[n], opening positions that become final ones; seats; dice and choices, int64[n, 4],
    generators of what falls and of what players draw; outcomes, `study.matches.OUTCOME`[n].
    """
    ply = cuda.jit(device=True)(_ply_of(game))
    actions, outcomes_of_chance = game.ACTIONS, game.OUTCOMES

    @cuda.jit
    def play_matches(states, seats, dice, choices, outcomes):  # type: ignore[no-untyped-def]  # Numba finds the types
        match = cuda.grid(1)
        if match >= len(states):
            return
        mask = cuda.local.array(actions, types.uint8)
        weights = cuda.local.array(outcomes_of_chance, types.int64)
        s = states[match]
        told = outcomes[match]
        told.starts = -1
        last = -1
        lead = -1
        while True:
            seat = ply(s, dice[match], choices[match], mask, weights)
            if seat < 0:
                break
            told.plies += 1
            if seat != CHANCE:
                told.decisions += 1
                if told.starts < 0:
                    told.starts = seat
            if seat != CHANCE and seat != last:
                told.turns += 1
                game.scores(s, told.points)
                lead = followed(told, seats, lead)
                last = seat
        game.scores(s, told.points)
        followed(told, seats, lead)
        told.endings = game.ending(s)
        game.returns(s, told.shares)

    return play_matches


def _ply_of(game: ModuleType | Any) -> Callable[..., int]:
    """One ply of random play through the contract; who acted, or -1 when the match is over."""

    def ply(s: Any, dice: Any, choices: Any, mask: Any, weights: Any) -> int:
        bits = game.movers(s)
        if bits == 0:
            return -1
        if bits == 1 << CHANCE:
            count = game.odds(s, weights)
            game.apply(s, CHANCE, drawn(dice, weights, count))
            return CHANCE
        seat = mover(choices, bits)
        count = game.legal(s, seat, mask)
        game.apply(s, seat, nth(mask, below(choices, count)))
        return seat

    return ply
