"""Random matches under the laws that compiled code can judge: a pattern, like loops.py, compiled for each game."""

import numpy as np

from bussolotto.play import loops as play  # the pattern's loops
from bussolotto.play import pattern as game  # the pattern's game
from bussolotto.play.compiled_functions import entry, inlined

CHANCE = 15

FINE, MASK, NO_MOVER, ODDS, COUNT, LIMIT, SHARE = range(7)


@inlined
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


@inlined
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


@inlined
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
        seat, _ = play.next_ply(s, rng, rng, words, mask, weights, None, None)
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
    words, mask, weights = play.buffers()
    out = np.zeros(8, np.float64)
    plies = 0
    for match in range(matches):
        s[0] = opening[0]
        broken = law_match(s[0], seats, rng, words, mask, weights, out)
        plies += s[0].plies
        if broken:
            return broken, match, plies
    return FINE, matches, plies
