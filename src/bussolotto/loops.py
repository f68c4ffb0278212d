"""Compiled entry functions of one game, and whole matches in one loop.

This file is a pattern: `bussolotto.compiler` writes a copy of it for each game into its cache folder, with that game
named in the import, and Numba compiles the copy. Nothing else imports it. All functions release the GIL.
"""

import numpy as np
from numba import njit

from bussolotto.chance import below, weighted
from bussolotto.games import spilorcio as game  # the pattern's game

CHANCE = 15


@njit(cache=True, nogil=True)
def reset(s, seats):
    game.reset(s, seats)


@njit(cache=True, nogil=True)
def movers(s):
    return game.movers(s)


@njit(cache=True, nogil=True)
def legal(s, seat, mask):
    return game.legal(s, seat, mask)


@njit(cache=True, nogil=True)
def odds(s, weights):
    return game.odds(s, weights)


@njit(cache=True, nogil=True)
def apply(s, seat, action):
    game.apply(s, seat, action)


@njit(cache=True, nogil=True)
def returns(s, out):
    game.returns(s, out)


@njit(cache=True, nogil=True)
def scores(s, out):
    game.scores(s, out)


@njit(cache=True, nogil=True)
def hide(s, seat):
    game.hide(s, seat)


@njit(cache=True, nogil=True)
def sees(s, viewer, seat, action):
    return game.sees(s, viewer, seat, action)


@njit(cache=True, nogil=True)
def drawn(rng, weights, count):
    """An outcome by weight: equal weights, the usual case, by counting."""
    heaviest = 0
    total = 0
    for weight in weights:
        total += weight
        heaviest = max(heaviest, weight)
    if total == count * heaviest:
        return nth(weights, below(rng, count))
    return weighted(rng, weights)


@njit(cache=True, nogil=True)
def nth(mask, rank):
    """The index of the entry of this rank (from 0) among those that are not 0."""
    for index in range(len(mask)):
        if mask[index]:
            if rank == 0:
                return index
            rank -= 1
    return -1


@njit(cache=True, nogil=True)
def mover(rng, bits):
    """One of the seats that may move, each as likely as the others."""
    count = 0
    for seat in range(8):
        count += bits >> seat & 1
    rank = below(rng, count) if count > 1 else 0
    for seat in range(8):
        if bits >> seat & 1:
            if rank == 0:
                return seat
            rank -= 1
    return -1


@njit(cache=True, nogil=True)
def random_ply(s, rng, mask, weights):
    """One ply of random play through the contract; (seat, action), or (-1, 0) when the match is over."""
    bits = game.movers(s)
    if bits == 0:
        return -1, 0
    if bits == 1 << CHANCE:
        seat = CHANCE
        count = game.odds(s, weights)
        action = drawn(rng, weights, count)
    else:
        seat = mover(rng, bits)
        count = game.legal(s, seat, mask)
        action = nth(mask, below(rng, count))
    game.apply(s, seat, action)
    return seat, action


@njit(cache=True, nogil=True)
def play_out(s, rng, mask, weights, log):
    """Random play to the end; `log` int16[n, 2] takes the plies as far as it goes. Number of plies."""
    plies = 0
    while True:
        seat, action = random_ply(s, rng, mask, weights)
        if seat < 0:
            return plies
        if plies < len(log):
            log[plies, 0] = seat
            log[plies, 1] = action
        plies += 1


@njit(cache=True, nogil=True)
def random_plies(opening, s, rng, plies):
    """That many plies of random play, match after match from `opening`; how many matches came to their end."""
    mask = np.zeros(game.ACTIONS, np.uint8)
    weights = np.zeros(game.OUTCOMES, np.int64)
    ended = 0
    s[0] = opening[0]
    for _ in range(plies):
        if game.movers(s[0]) == 0:
            ended += 1
            s[0] = opening[0]
        random_ply(s[0], rng, mask, weights)
    return ended


@njit(cache=True, nogil=True)
def random_matches(opening, s, rng, plies, decisions, turns, starts, shares, points):
    """One match of random play for each row of the outputs, from `opening` on.

    `opening`, `s`: STATE[1]; plies, decisions, turns (decisions after another seat's), starts (first seat to decide):
    int64[n]; shares, points: float64[n, 8].
    """
    mask = np.zeros(game.ACTIONS, np.uint8)
    weights = np.zeros(game.OUTCOMES, np.int64)
    for match in range(len(plies)):
        s[0] = opening[0]
        plies[match] = 0
        decisions[match] = 0
        turns[match] = 0
        starts[match] = -1
        last = -1
        while True:
            seat, _ = random_ply(s[0], rng, mask, weights)
            if seat < 0:
                break
            plies[match] += 1
            if seat != CHANCE:
                decisions[match] += 1
                turns[match] += seat != last
                last = seat
                if starts[match] < 0:
                    starts[match] = seat
        game.returns(s[0], shares[match])
        game.scores(s[0], points[match])


FINE, MASK, NO_MOVER, ODDS, COUNT, LIMIT, SHARE = range(7)


@njit(cache=True, nogil=True)
def ply_breaks(s, seats, mask, weights):
    """Which law this position breaks: mask and count, movers who can move and nobody else, weights, the ply limit."""
    bits = game.movers(s)
    if s.plies > game.MAX_PLIES or (s.plies == game.MAX_PLIES and bits):
        return LIMIT
    for seat in range(seats):
        count = game.legal(s, seat, mask)
        ones = 0
        for value in mask:
            if value > 1:
                return MASK
            ones += value
        if ones != count:
            return COUNT
        if (count > 0) != (bits >> seat & 1 == 1):
            return NO_MOVER
    positive = 0
    count = game.odds(s, weights)
    for weight in weights:
        if weight < 0:
            return ODDS
        positive += weight > 0
    if positive != count or (count > 0) != (bits == 1 << CHANCE):
        return ODDS
    return FINE


@njit(cache=True, nogil=True)
def law_match(s, seats, rng, mask, weights, out):
    """A random match with the laws that compiled code can judge, looked at in every position; the first one broken."""
    while True:
        broken = ply_breaks(s, seats, mask, weights)
        if broken:
            return broken
        before = s.plies
        seat, _ = random_ply(s, rng, mask, weights)
        if seat < 0:
            break
        if s.plies != before + 1:
            return LIMIT
    game.returns(s, out)
    total = 0.0
    for seat in range(len(out)):
        if out[seat] < 0.0 or (seat >= seats and out[seat] != 0.0):
            return SHARE
        total += out[seat]
    return FINE if abs(total - 1.0) < 1e-9 else SHARE


@njit(cache=True, nogil=True)
def law_matches(opening, s, seats, rng, matches):
    """So many matches under the laws; (the first law broken or FINE, matches played, plies)."""
    mask = np.zeros(game.ACTIONS, np.uint8)
    weights = np.zeros(game.OUTCOMES, np.int64)
    out = np.zeros(8, np.float64)
    plies = 0
    for match in range(matches):
        s[0] = opening[0]
        broken = law_match(s[0], seats, rng, mask, weights, out)
        plies += s[0].plies
        if broken:
            return broken, match, plies
    return FINE, matches, plies
