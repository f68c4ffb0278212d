"""Compiled entry functions of one game, and whole matches in one loop.

This file is a pattern: `bussolotto.compiler` writes a copy of it for each game into its cache folder, with that game
named in the import, and Numba compiles the copy. Nothing else imports it. All functions release the GIL.
"""

import numpy as np
from numba import njit

from bussolotto.chance import below, weighted
from bussolotto.games import spilorcio as game  # the pattern's game

CHANCE = 15
EACH = 0x0101010101010101  # a one in each of the eight bytes of a word
BLOCK = 8  # words that are counted at once

entry = njit(cache=True, nogil=True, error_model="numpy")
# Inside the loops nothing is allocated, so nothing is counted: references cost an atomic addition each, at every call.
inner = njit(cache=True, nogil=True, error_model="numpy", _nrt=False, forceinline=True)


@entry
def reset(s, seats):
    game.reset(s, seats)


@entry
def movers(s):
    return game.movers(s)


@entry
def legal(s, seat, mask):
    return game.legal(s, seat, mask)


@entry
def odds(s, weights):
    return game.odds(s, weights)


@entry
def apply(s, seat, action):
    game.apply(s, seat, action)


@entry
def ending(s):
    return game.ending(s)


@entry
def returns(s, out):
    game.returns(s, out)


@entry
def scores(s, out):
    game.scores(s, out)


@entry
def hide(s, seat):
    game.hide(s, seat)


@entry
def sees(s, viewer, seat, action):
    return game.sees(s, viewer, seat, action)


@inner
def drawn(rng, weights, count):
    """An outcome by weight; equal weights side by side, the usual case, by counting."""
    first = 0
    while weights[first] == 0:
        first += 1
    run = 1
    while run < count and weights[first + run] == weights[first]:
        run += 1
    return first + below(rng, count) if run == count else weighted(rng, weights)


@inner
def nth(words, rank):
    """The index of the entry of this rank (from 0) among those that are 1 in a mask, read as words of eight."""
    first = 0
    held = block_sum(words, first)
    while rank >= held:
        rank -= held
        first += BLOCK
        held = block_sum(words, first)
    held = byte_sum(words[first])
    while rank >= held:
        rank -= held
        first += 1
        held = byte_sum(words[first])
    index = 8 * first
    dealt = words[first] * EACH  # byte k: how many in bytes 0..k
    for byte in range(7):
        index += (dealt >> 8 * byte & 255) <= rank
    return index


@inner
def block_sum(words, first):
    """How many ones a block holds."""
    total = 0
    for index in range(first, first + BLOCK):
        total += words[index]
    return byte_sum(total)


@inner
def byte_sum(word):
    """The sum of eight bytes, 255 at most."""
    return word * EACH >> 56 & 255


@inner
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


@inner
def random_ply(s, rng, words, mask, weights):
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
        action = nth(words, below(rng, count))
    game.apply(s, seat, action)
    return seat, action


@entry
def buffers():
    """A mask as words of eight bytes, padded with zeros to whole blocks; as the rules know it; weights."""
    words = np.zeros(-(-game.ACTIONS // (8 * BLOCK)) * BLOCK, np.int64)
    return words, words.view(np.uint8)[: game.ACTIONS], np.zeros(game.OUTCOMES, np.int64)


@entry
def random_plies(opening, s, rng, plies):
    """That many plies of random play, match after match from `opening`; how many matches came to their end."""
    words, mask, weights = buffers()
    ended = 0
    s[0] = opening[0]
    for _ in range(plies):
        if game.movers(s[0]) == 0:
            ended += 1
            s[0] = opening[0]
        random_ply(s[0], rng, words, mask, weights)
    return ended


@entry
def random_matches(opening, s, rng, plies, decisions, turns, starts, endings, shares, points):
    """One match of random play for each row of the outputs, from `opening` on.

    `opening`, `s`: STATE[1]; plies, decisions, turns (decisions after another seat's), starts (first seat to decide),
    endings: int64[n]; shares, points: float64[n, 8].
    """
    words, mask, weights = buffers()
    for match in range(len(plies)):
        s[0] = opening[0]
        plies[match] = 0
        decisions[match] = 0
        turns[match] = 0
        starts[match] = -1
        last = -1
        while True:
            seat, _ = random_ply(s[0], rng, words, mask, weights)
            if seat < 0:
                break
            plies[match] += 1
            if seat != CHANCE:
                decisions[match] += 1
                turns[match] += seat != last
                last = seat
                if starts[match] < 0:
                    starts[match] = seat
        endings[match] = game.ending(s[0])
        game.returns(s[0], shares[match])
        game.scores(s[0], points[match])


FINE, MASK, NO_MOVER, ODDS, COUNT, LIMIT, SHARE = range(7)


@inner
def ply_breaks(s, seats, mask, weights):
    """Which law this position breaks: the ply limit, mask and count, movers who can move and nobody else, weights."""
    bits = game.movers(s)
    if s.plies > game.MAX_PLIES or (s.plies == game.MAX_PLIES and bits):
        return LIMIT
    for seat in range(seats):
        broken = legal_breaks(s, seat, bits, mask)
        if broken:
            return broken
    return odds_break(s, bits, weights)


@inner
def legal_breaks(s, seat, bits, mask):
    """The mask holds 0 and 1, as many ones as its count says: some for a mover, none for anybody else."""
    count = game.legal(s, seat, mask)
    ones = 0
    for value in mask:
        if value > 1:
            return MASK
        ones += value
    if ones != count:
        return COUNT
    return FINE if (count > 0) == (bits >> seat & 1 == 1) else NO_MOVER


@inner
def odds_break(s, bits, weights):
    """No weight is negative, as many are positive as `odds` says: some when chance is to move, else none."""
    count = game.odds(s, weights)
    positive = 0
    for weight in weights:
        if weight < 0:
            return ODDS
        positive += weight > 0
    return FINE if positive == count and (count > 0) == (bits == 1 << CHANCE) else ODDS


@entry
def law_match(s, seats, rng, words, mask, weights, out):
    """A random match with the laws that compiled code can judge, looked at in every position; the first one broken."""
    while True:
        broken = ply_breaks(s, seats, mask, weights)
        if broken:
            return broken
        before = s.plies
        seat, _ = random_ply(s, rng, words, mask, weights)
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


@entry
def law_matches(opening, s, seats, rng, matches):
    """So many matches under the laws; (the first law broken or FINE, matches played, plies)."""
    words, mask, weights = buffers()
    out = np.zeros(8, np.float64)
    plies = 0
    for match in range(matches):
        s[0] = opening[0]
        broken = law_match(s[0], seats, rng, words, mask, weights, out)
        plies += s[0].plies
        if broken:
            return broken, match, plies
    return FINE, matches, plies
